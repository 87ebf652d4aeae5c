/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_REPORT_TIMING_FIXTURE_H
#define TESTS_REPORT_TIMING_FIXTURE_H

/*
 * Results made of texts with ' for ", in the working directory of a test (temp_folder.h).
 */

/* One row of a table. All calls take the same time. */
struct scene_row {
    int branch, parent; /* -1: a root */
    const char *root, *path, *name;
    long long calls;
    double total_s, self_s;
    double cpu_s; /* 0: the timer has no CPU times, if it is 0 in the first row */
};

struct scene_timer {
    const struct scene_row *branches;
    int branch_count;
    const struct scene_row *first;
    int first_count;
};

/* Statistics of a branch that are no more those of equal calls; NULL: of none. */
extern const struct scene_odd {
    int branch;
    double min_s, max_s, stddev_s;
} * scene_odd;

/* Writes FOLDER/NAME.json; one tick is 1 us. */
void scene_write_timer(const char *folder, const char *name, const struct scene_timer *timer);

/* Writes FOLDER/run.json; @p more are further fields, such as "'host':'pc',". */
void scene_write_run(const char *folder, const char *more);

/* Writes FOLDER/NAME from a text with ' for ". */
void scene_write(const char *folder, const char *name, const char *quoted);

#endif
