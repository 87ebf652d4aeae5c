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

/* merge and finalize of an algorithm that has counts[] and reports count_names[], and nothing else.
 */
#define GAU_COUNTS_ALONE(Struct, document)                                                       \
    static void merge_counts(void *self, void *other)                                            \
    {                                                                                            \
        gau_counts_merge(((Struct *)self)->counts, ((Struct *)other)->counts, N_COUNTS);         \
    }                                                                                            \
                                                                                                 \
    static gau_status report_counts(void *self, gau_context *ctx)                                \
    {                                                                                            \
        gau_counts_report(gau_result_open(ctx, document), ((Struct *)self)->counts, count_names, \
                          N_COUNTS);                                                             \
        return GAU_OK;                                                                           \
    }                                                                                            \
    _Static_assert(sizeof count_names / sizeof *count_names == N_COUNTS, "a name for each")

#endif
