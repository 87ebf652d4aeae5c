/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_COUNTS_H
#define GAUDIT_ALGORITHMS_COUNTS_H

#include <gaudit/gaudit.h>

/* What an algorithm counts: an array of numbers, and a list of their names in its document. */

static inline void gau_counts_merge(uint64_t *all, const uint64_t *more, size_t n)
{
    for (size_t i = 0; i < n; i++)
        all[i] += more[i];
}

static inline void gau_counts_report(gau_result *result, const uint64_t *counts,
                                     const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        gau_result_integer(result, names[i], "", (int64_t)counts[i]);
}

#endif
