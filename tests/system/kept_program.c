/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <time.h>

/* Spends 0.3 s of CPU time in functions of its own, and of a library. */

double kept_work(double x);

__attribute__((__noinline__)) static double kept_own_work(double x)
{
    for (int i = 0; i < 40000; i++)
        x = x * 0.999 + i;
    return x;
}

int main(void)
{
    double sum = 0;

    while (clock() < 3 * CLOCKS_PER_SEC / 10) {
        sum += kept_work(1);
        sum += kept_own_work(sum);
    }
    return printf("%g\n", sum) < 0;
}
