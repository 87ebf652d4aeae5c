/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_COLLECTOR_ITT_HOOKS_H
#define TESTS_COLLECTOR_ITT_HOOKS_H

#include "trace/trace_format.h"

#include <stdbool.h>

/*
 * What the collector of the tests exports in addition to the interface: a table "itt_hooks", by
 * which a client checks the effects of its calls.
 */
struct itt_hooks {
    const char *(*call_log)(void);
    void (*fail_to_begin)(bool fails);
    struct gau_trace_task_total (*total)(enum gau_trace_task_kind kind, const char *domain,
                                         const char *name);
    uint32_t (*find_type)(enum gau_trace_task_kind kind, const char *domain, const char *name);
    uint64_t (*calls)(void); /* of the calling thread */
};

#endif
