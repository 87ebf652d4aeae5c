/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_ERRORS_H
#define GAUDIT_REPORT_HOTSPOTS_ERRORS_H

/**
 * @file errors.h
 * Standard errors of sampled times.
 *
 * A thread is looked at every so often on its CPU clock: a systematic sample. Sample i stands for
 * w[i] of CPU time, all w together are the thread's CPU time, which is known, and I[i] is 1 if it
 * fell into a group. The time of the group is the sum of w I. Neighbours are alike where a call
 * lasts longer than the interval, and then the sum is better than that of independent samples.
 * Differences of neighbours follow that (K. M. Wolter, Introduction to Variance Estimation, 2nd
 * ed., chapter 8, the estimator v2: n / (2 (n - 1)) times the sum of the squared differences of
 * consecutive expanded values). Of the values w (I - p), the residuals of a ratio whose
 * denominator, the CPU time, is known, neighbours of the same kind differ only by chance of the
 * interval, which is no error; so
 *
 *     v = n / (2 (n - 1))  sum over i = 2..n of (w[i]^2 + w[i-1]^2) / 2 (I[i] - I[i-1])^2
 *
 * With equal weights that is Wolter's v2. For short calls, whose samples are independent, its mean
 * is p (1 - p) sum of w^2, the binomial variance with weights; of a group that is never left, 0.
 *
 * Nobody looks after the last sample of a thread: up to one interval of the group it fell into is
 * missing, w^2 / 3 in mean square. A single sample tells nothing of differences: v = w^2.
 * Variances of threads add up. The error of a group's share of a selection is that of the same sum
 * over the samples of the selection alone, which are then the neighbours.
 */

#include <stdbool.h>
#include <stdint.h>

/** Groups form a tree: group 0 is the root, parents have smaller numbers than their children. */
struct gau_hot_errors {
    const uint32_t *parents; /* borrowed */
    double *variances;       /* of each group with all below it, once its threads have ended */
    double *own;             /* of what is in the group, but in none below it */
    struct gau_hot_errors_work *work;
};

/** Samples outside all groups, which are there all the same. */
#define GAU_HOT_NO_GROUP UINT32_MAX

/** False: no memory. Free it with gau_hot_errors_clear() in any case. */
bool gau_hot_errors_begin(struct gau_hot_errors *errors, const uint32_t *parents, uint32_t count);
void gau_hot_errors_clear(struct gau_hot_errors *errors);

/** The next sample of a thread, in the order of time, is in this group and those above it. */
void gau_hot_errors_add(struct gau_hot_errors *errors, uint32_t group, uint64_t weight_ns);

/** The thread has no more samples; those that follow are of another. */
void gau_hot_errors_end_thread(struct gau_hot_errors *errors);

#endif
