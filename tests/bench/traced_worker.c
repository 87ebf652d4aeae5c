/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* usage: traced_worker PAIRS: so many calls of a function that does nothing; prints the ns of each.
 * Built with -pg, so that uftrace records where the function begins and ends. */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static __attribute__((__noinline__)) void traced(void)
{
    __asm__ volatile("" ::: "memory");
}

int main(int argc, char **argv)
{
    const long pairs = argc > 1 ? atol(argv[1]) : 0;
    const double began = now();
    double ns;

    for (long i = 0; i < pairs; i++)
        traced();
    ns = (now() - began) / (double)(pairs ? pairs : 1);
    printf("pair_ns %.3f\n", ns);
    return 0;
}
