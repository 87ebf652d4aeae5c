/* SPDX-License-Identifier: Apache-2.0 */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>

/* --- many tests ---------------------------------------------------------------------------- */

struct numbered {
    double p;
    size_t number;
};

static int by_p(const void *a, const void *b)
{
    const struct numbered *const left = a, *const right = b;

    return (left->p > right->p) - (left->p < right->p);
}

bool gau_holm(double *p, size_t n)
{
    struct numbered *const tests = calloc(n + 1, sizeof *tests);
    size_t made = 0;
    double least = 0;

    if (!tests)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!isnan(p[i]))
            tests[made++] = (struct numbered){.p = p[i], .number = i};
    qsort(tests, made, sizeof *tests, by_p);
    for (size_t i = 0; i < made; i++) {
        least = fmin(fmax(least, (double)(made - i) * tests[i].p), 1);
        p[tests[i].number] = least;
    }
    free(tests);
    return true;
}
