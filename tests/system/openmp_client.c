/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/*
 * usage: openmp_client [SECONDS]: parallel loops of LLVM's OpenMP until they have taken that much
 * CPU time. Their number is printed after the sum of one.
 */

static double cpu(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double sum_of(int n)
{
    double sum = 0;

#pragma omp parallel for reduction(+ : sum) num_threads(4)
    for (int i = 0; i < n; i++) {
        double x = i;

        for (int j = 0; j < 100; j++)
            x = x * 0.5 + 1;
        sum += x;
    }
    return sum;
}

int main(int argc, char **argv)
{
    const double end = cpu() + (argc > 1 ? atof(argv[1]) : 0.5);
    double sum = 0;

    while (cpu() < end)
        sum = sum_of(20000);
    printf("%.6g\n", sum);
    return 0;
}
