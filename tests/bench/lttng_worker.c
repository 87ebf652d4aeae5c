/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "lttng_provider.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* usage: lttng_worker PAIRS: so many pairs of the two tracepoints; prints the ns of each. */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
    const long pairs = argc > 1 ? atol(argv[1]) : 0;
    const double began = now();

    for (long i = 0; i < pairs; i++) {
        lttng_ust_tracepoint(gaudit_bench, begin, (uint32_t)(i % 3));
        lttng_ust_tracepoint(gaudit_bench, end, 0);
    }
    printf("pair_ns %.3f\n", (now() - began) / (double)pairs);
    return 0;
}
