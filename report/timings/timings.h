/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMINGS_TIMINGS_H
#define GAUDIT_REPORT_TIMINGS_TIMINGS_H

/**
 * @file timings.h
 * The branches of a run's timer, ready to be joined with other runs and with samples: by branch
 * identifier, since numbers are those of one run. Branches with equal identifiers below the same
 * root are summed, and the warm-up events (the rows `first`) are added: they are part of the run.
 * Documents are untrusted input.
 */

#include "documents/branch_key.h"
#include "documents/document.h"
#include "table/heap.h"

/** Sums over all branches with this identifier; times in seconds, NAN: not known. */
struct gau_timer_row {
    const char *path; /**< the identifier; a root's is its name. Texts are those of the result */
    const char *name; /**< its last part as the timer has it: of the component or section */
    const char *root; /**< such as "Event" */
    bool is_root;
    const char *group;    /**< of branches, see branch_key.h; NULL: none was requested */
    bool within;          /**< it is in the branches that shares are relative to */
    uint64_t calls;       /**< its own */
    uint64_t child_calls; /**< those of its children */
    double total_s, self_s;
    double cpu_total_s, cpu_self_s;
};

/** How branches are to be grouped, and which ones are 100 %. {0}: not. Borrowed. */
struct gau_timer_grouping {
    const struct gau_branch_key *key;
    const char *relative_to; /**< as for gau_branch_mark_within(); NULL: all */
};

/** One result. Texts that the result does not have are "". */
struct gau_timer_result {
    char *folder;
    json_t *run;       /**< run.json; NULL: there is none */
    bool timed;        /**< there is a timer.json; without it there are no rows */
    bool cpu_known;    /**< CPU times are */
    const char *whole; /**< root whose total is 100 %: Event or, if nothing was timed in it, that
                            with the longest time; borrowed from a row, "": there is none */
    double event_s;    /**< its total: the denominator of shares of its rows; 0: no shares */
    double overhead_s; /**< what the timer costs per call; NAN: not known */
    bool relative;     /**< shares are relative to some branches: */
    double within_s, cpu_within_s; /**< self times of these */
    int64_t window[2];             /**< event window of the timer; { 0, 0 }: not known */
    uint64_t events;               /**< its calls */
    struct gau_timer_row *rows;    /**< in the order of the tree */
    size_t n;
    struct gau_bump_allocator texts; /**< of the rows */
};

/**
 * Reads timer.json (or timer-NAME.json, if it is the only one of its kind) and run.json of a
 * folder. A folder without them is no failure. After a failure @p out is cleared, and the message
 * has the folder. Rows are branches, each with its group.
 */
gau_status gau_timer_result_read(struct gau_timer_result *out, const char *folder,
                                 const struct gau_timer_grouping *grouping, gau_error *error);
void gau_timer_result_clear(struct gau_timer_result *timings);

/** Returns a text of run.json, such as "host"; "": it has none. */
const char *gau_timer_result_text(const struct gau_timer_result *timings, const char *key);

/** Results that were made alike: repetitions. */
struct gau_timer_result_set {
    struct gau_timer_result *runs;
    size_t n;
};

/**
 * Reads results. Each of @p paths is a result folder or a folder of result folders: those in it
 * that have a run.json, in the order of versionsort(), v9 before v10. It is an error if there is
 * none. A file *.json is a result of which only the folder, its path, is set: it may be one of
 * k4Bench. Rows are groups, if some are requested.
 */
gau_status gau_timer_result_set_read(struct gau_timer_result_set *out, const char *const *paths,
                                     size_t n, const struct gau_timer_grouping *grouping,
                                     gau_error *error);
void gau_timer_result_set_clear(struct gau_timer_result_set *set);

/** Returns whether two are one result: of the same folder, by any path, or one a copy of the other.
 * A copy has the same start and the same times to the last digit. */
bool gau_timer_result_are_one(const struct gau_timer_result *a, const struct gau_timer_result *b);

/** Keeps each result once. Returns how many were dropped; @p last becomes the number, from 1 on, of
 * the result that the last of them repeats, 0: none. */
size_t gau_timer_result_set_drop_repeated(struct gau_timer_result_set *set, size_t *last);

/**
 * Makes the short names of branches: the end of the identifier, as long as needed to be unique. @p
 * out gets a text of malloc() for each of @p n; what is not below the root @p whole begins with the
 * name of its own. False: out of memory, some are NULL.
 */
bool gau_labels_make(char **out, const struct gau_timer_row *const *branches, size_t n,
                     const char *whole);

/** Makes the same for identifiers below one root. */
bool gau_labels_of_paths(char **out, const char *const *paths, size_t n);

#endif
