/* SPDX-License-Identifier: Apache-2.0 */

/* The tracepoints of lttng_worker.c. The headers of LTTng-UST include this file several times. */

#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER gaudit_bench
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "lttng_provider.h"

#if !defined(TESTS_BENCH_LTTNG_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define TESTS_BENCH_LTTNG_PROVIDER_H

#include <lttng/tracepoint.h>

#include <stdint.h>

LTTNG_UST_TRACEPOINT_EVENT(gaudit_bench, begin, LTTNG_UST_TP_ARGS(uint32_t, branch),
                           LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(uint32_t, branch, branch)))
LTTNG_UST_TRACEPOINT_EVENT(gaudit_bench, end, LTTNG_UST_TP_ARGS(int32_t, status),
                           LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(int32_t, status, status)))

#endif

#include <lttng/tracepoint-event.h>
