/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_AGREEMENT_AGREEMENT_H
#define GAUDIT_REPORT_AGREEMENT_AGREEMENT_H

/**
 * @file agreement.h
 * Timer against samples: a test whether they agree on the time of branches, within the errors of
 * sampling. Branches are joined by identifier; both sides are shares of the time in the event loop,
 * self times that add up to one. doc/method/accuracy.md has the method.
 */

#include "documents/branch_key.h"
#include "documents/views/views.h"
#include "report/hotspots/shared_samples.h"

#include <stdint.h>
#include <stdio.h>

/** One branch in one run, or in several runs of one job. Shares are 0 to 1. NAN: not known. */
struct gau_agreement_row {
    const char *path;       /**< the identifier */
    const char *short_name; /**< its end, as long as needed to be unique; of groups of branches by
                                 other keys than their level it is the path */
    uint64_t calls;
    double entries; /**< how often its self time begins: calls, and returns from what is below */
    double timer_s, wall_s, cpu_s; /**< self times; the first is the one that is compared */
    uint64_t samples;
    double sampled_s;
    double timer, sampled; /**< shares */
    double error;          /**< standard error of `sampled`, if the share of the timer is right; if
                                that is next to nothing, and samples are many: if they are right */
    double z; /**< difference in units of its error; NAN: too few samples to say so, or two runs */
    double within_s; /**< the part of timer_s that is in `whole` */
    double relative_timer, relative_sampled, relative_error; /**< to `whole` */
};

/** The test of all rows together, and of the one that is furthest off. NAN: there is nothing to
 * test. */
struct gau_agreement_test {
    double chi_square, degrees_of_freedom, p;
    uint64_t rows;       /**< that have a z */
    size_t row;          /**< that with the largest one */
    double row_z, row_p; /**< of it, for that many tests (S. Holm, Scand. J. Stat. 6, 1979) */
};

struct gau_agreement {
    struct gau_agreement_row *rows; /**< the largest share of the timer first */
    size_t n;
    struct gau_agreement_row whole; /**< 100 % of relative shares */
    bool same_run;                  /**< the samples are of the run that the timer timed */
    bool cpu;        /**< the timer knows the threads' CPU times, and they are compared */
    uint64_t events; /**< that the timer saw */
    double timer_s, sampled_s;
    double left_out; /**< share of the timer's time that is in no row: of branches in no task */
    uint64_t samples, outside; /**< in the event loop, and not */
    double outside_s;
    double effective;  /**< equal samples that these count as: (sum w)^2 / sum w^2 */
    double interval_s; /**< between samples, as it counts for errors: sum w^3 / sum w^2 */
    /** Mean ITT delays of all calls, to which the timer's times are corrected. NAN: not known; not
     * corrected. */
    double itt_delay_begin_s, itt_delay_end_s;
    struct gau_agreement_test test;           /**< of two runs there is none */
    size_t largest;                           /**< the row with the largest difference */
    double worst_error, worst_relative_error; /**< largest errors */
    struct gau_hotspots_notes notes; /**< why the two sides differ, or what is not compared */
    struct gau_bump_allocator heap;  /**< has the rows and their identifiers */
};

/** Runs that were made alike. */
struct gau_agreement_runs {
    const char *const *timers, *const *samples;
    size_t n;
    uint64_t events; /**< of each run: messages have it, as folders are removed; 0: messages have
                        the folder */
    const struct gau_branch_key *group_by; /**< rows are groups of branches; NULL: branches */
    const char *relative_to; /**< a branch with all below it, or all branches of this name; "" or
                                NULL: the first row. Display formats show relative shares unless it
                                is NULL */
    double interval_s; /**< of samples that are a report of VTune; 0: as gaudit profile has recorded
                            it, or else VTune's default */
    struct gau_shared_samples *shared; /**< those that views share, which may be of a folder of
                                        * `samples`; NULL: none */
};

/**
 * Reads runs: of run i the timer's results from timers[i] and the samples from samples[i], which
 * may be the same folder. Samples may also be a report of VTune, as CSV or in a folder of `gaudit
 * profile`. Of several runs some may be without samples. Where shares are relative to the first
 * row, the row @p top takes its place, if there is one; or NULL. False: see @p error, a
 * sentence; the agreement is then cleared.
 */
bool gau_agreement_read(struct gau_agreement *out, const struct gau_agreement_runs *runs,
                        const char *top, gau_error *error);
void gau_agreement_clear(struct gau_agreement *agreement);

/**
 * Makes shares, errors, z and the test from times, entries and samples of rows. It needs the sums
 * of the agreement, `effective`, `interval_s`, and the time in `whole`; if that is 0 s, `whole`
 * becomes the first row.
 */
void gau_agreement_test_all(struct gau_agreement *out);

/** What a result folder holds that can be compared. */
struct gau_agreement_has {
    bool timer, samples;
    bool vtune_report; /**< the samples are one, which may also be named instead of its folder */
};
struct gau_agreement_has gau_agreement_has(const char *folder);

/** Returns the row of a branch; NULL if there is none. */
const struct gau_agreement_row *gau_agreement_row(const struct gau_agreement *agreement,
                                                  const char *path);

/** Returns the CPU time per wall time of a row: the CPU time is the timer's where it has one, else
 * that of the samples of the same run, if they are enough. NAN: not known. */
double gau_agreement_cpu_per_wall(const struct gau_agreement *agreement,
                                  const struct gau_agreement_row *row);

/** Returns how many such events are needed until no error is above one point; NAN: not known. */
double gau_agreement_events_for_point(const struct gau_agreement *agreement);

/** Returns the verdict in words, which the caller frees; NULL if out of memory. */
char *gau_agreement_verdict(const struct gau_agreement *agreement, bool letters);

/**
 * Writes the comparison of runs of a job, or of one with several numbers of events: tables "shares"
 * and "test". With several numbers of events, display formats have the five largest branches, or as
 * many as the options say. The output is as for gau_view_folder().
 */
gau_status gau_agreement_report(const struct gau_agreement_runs *runs, size_t n,
                                const struct gau_view_options *options, const char *output,
                                gau_error *error);

/** Writes the rows of the table "shares" of one result as JSON, the verdict as a text, and of what
 * else is below the table a line each. */
struct gau_agreement_parts {
    FILE *rows, *verdict, *notes;
};
gau_status gau_agreement_write(const char *folder, struct gau_shared_samples *shared,
                               const struct gau_agreement_parts *parts, gau_error *error);

#endif
