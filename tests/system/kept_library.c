/* SPDX-License-Identifier: Apache-2.0 */

/* The library of kept_program.c. Built with KEPT_REBUILT, it has other functions at the same
 * addresses. */

#ifdef KEPT_REBUILT
#define kept_step kept_other_step
#define kept_sum kept_other_sum
#define kept_work kept_other_work
#endif

double kept_work(double x);

static double kept_table[64];

static inline double kept_step(double x, int i)
{
    return x + kept_table[i & 63] * i + x * 1e-9;
}

__attribute__((__noinline__)) static double kept_sum(double x)
{
    for (int i = 0; i < 20000; i++)
        x = kept_step(x, i);
    return x;
}

double kept_work(double x)
{
    return kept_sum(x) + kept_sum(x + 1);
}

#ifdef KEPT_REBUILT
#undef kept_work
double kept_work(double x);

double kept_work(double x)
{
    return kept_other_work(x);
}
#endif
