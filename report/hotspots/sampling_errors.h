/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_SAMPLING_ERRORS_H
#define GAUDIT_REPORT_HOTSPOTS_SAMPLING_ERRORS_H

/**
 * @file sampling_errors.h
 * Standard errors of sampled times.
 *
 * A thread is sampled at intervals of its CPU clock: systematic sampling. Sample i has the weight
 * w[i] of CPU time; all w together are the thread's CPU time, which is known, and I[i] is 1 if it
 * fell into a group. The time of the group is the sum of w I. The values w (I - p) are residuals of
 * a ratio whose denominator is known. Two of the same kind differ only by the random interval,
 * which is no error. So of samples that lie k apart this is counted:
 *
 *     v[k] = n / (2 (n - k))  sum over i = k+1..n of (w[i]^2 + w[i-k]^2) / 2 (I[i] - I[i-k])^2
 *
 * With equal weights v[1] is the estimator of successive differences (K. M. Wolter, Introduction to
 * Variance Estimation, 2nd ed., chapter 8: v2). For calls that are short against the interval,
 * whose samples are independent, its mean is p (1 - p) sum of w^2, the binomial variance with
 * weights. It is 0 for a group that is never left. Of a call that lasts for several samples only
 * the two ends are uncertain, and v[1] is six times too large for them. These two parts, noise and
 * steps, are separated as in stereology, with the covariogram at the distances 0, 1 and 2 (H. J. G.
 * Gundersen and others, J. Microscopy 147, 1987, p. 229, and 193, 1999, p. 199). Steps differ by
 * twice as much at twice the distance, noise does not, so
 *
 *     noise = 2 v[1] - v[2], within 0 to v[1]
 *     v = noise + (4 v[1] - v[2] - 3 noise) / 12 = v[1] (1 - 5/6 r),  r = v[2] / v[1] - 1
 *
 * r is limited to 0 to 1, and one over the number of changes m is subtracted, as few changes hardly
 * determine it. Calls about as long as the interval are in between, and that is rather too large
 * for them. Of calls of all lengths around a mean, the correlation falls exponentially with the
 * distance (W. G. Cochran, Ann. Math. Statist. 17, 1946, p. 164; v8 in Wolter's book), and then
 *
 *     v = v[1] ((1 + r) / (1 - r) + 2 / ln r) / (1 - r)
 *
 * which is too small where very short and long calls mix. Here 2 / sqrt(m), two standard errors,
 * are subtracted from r, since near 0 the formula makes much of little. The result is the mean of
 * both, the second not being larger than the first: see doc/method/accuracy.md for how good it is.
 *
 * After the last sample of a thread, up to one interval of its group is missing: w^2 / 3 in mean
 * square. A single sample has no differences: v = w^2. Sums v[1], v[2] of threads add up. The error
 * of a group's share of a selection is that of the same sum over the samples of the selection
 * alone, which are then the neighbours.
 */

#include <stdbool.h>
#include <stdint.h>

enum {
    GAU_HOTSPOTS_ERRORS_APART = 2
}; /* how far samples are apart that are compared, at the most */

/** Sums of errors for a tree of groups: group 0 is the root, and parents have smaller numbers. */
struct gau_hotspots_errors {
    const uint32_t *parents; /**< borrowed */
    struct gau_hotspots_errors_group *groups;
    uint32_t *touched; /* groups that the thread at work has something for */
    uint32_t touched_count;
    uint32_t sets; /* of groups that were marked */
    struct gau_hotspots_errors_place {
        uint32_t group;       /* counted from 1; 0: none */
        const uint32_t *more; /* that it is in, too, as callers count them */
        uint32_t n_more;
        double weight;
    } last[GAU_HOTSPOTS_ERRORS_APART]; /* the samples before */
    uint64_t count;                    /* samples of the thread */
};

/** The group of samples that are in none, which still are neighbours. */
#define GAU_HOTSPOTS_NO_GROUP UINT32_MAX

/** Begins without samples. False: out of memory. To be cleared in any case. */
bool gau_hotspots_errors_begin(struct gau_hotspots_errors *errors, const uint32_t *parents,
                               uint32_t count);
void gau_hotspots_errors_clear(struct gau_hotspots_errors *errors);

/** Adds the next sample of a thread, in the order of time. It is in this group, and in the groups
 * @p more as a caller, and in all groups above them. The list is borrowed until the thread has
 * ended. */
void gau_hotspots_errors_add(struct gau_hotspots_errors *errors, uint32_t group,
                             const uint32_t *more, uint32_t n_more, uint64_t weight_ns);

/** Ends a thread: samples that follow are of another. */
void gau_hotspots_errors_end_thread(struct gau_hotspots_errors *errors);

/** Returns the variance of a group when all threads have ended: of all in it, or with @p own of
 * what is in no group below it. */
double gau_hotspots_errors_variance(const struct gau_hotspots_errors *errors, uint32_t group,
                                    bool own);

#endif
