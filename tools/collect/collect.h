/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COLLECT_COLLECT_H
#define GAUDIT_TOOLS_COLLECT_COLLECT_H

#include <gaudit/app.h>

#include <stdbool.h>
#include <stdint.h>

/*
 * A program under the collector, libgaudit-collector.so: what `gaudit collect` does, and
 * `gaudit profile` with `gaudit run`. The program is a child; the collector in it, told what to do
 * by the environment, writes samples*.gtr; this side writes collect.json in the end, for which the
 * program need not have ended well.
 */

extern const char *const gau_collect_clocks[]; /* names, "auto" first, then NULL */

struct gau_quality;

struct gau_collect_options {
    gau_app_folder *folder; /* of the result; released when something in it shows that it is taken.
                               NULL: nothing is run, only looked whether it could be */
    uint64_t interval_ns;
    uint64_t resume_after_ns; /* 0: not at a time */
    uint64_t buffer_bytes;
    int clock;        /* of the names */
    int follow_child; /* 0 or 1 */
    bool start_paused;
    bool quiet; /* only complaints */
};

struct gau_collect_options gau_collect_wish_new(void);

/*
 * Runs a program, found on the PATH, under the collector. What goes wrong is told and, unless
 * quiet, what there is to know at the end. If GAUDIT_SHARED_RESULT names the folder, run.json is
 * left to the program; one that writes none gets it at the end.
 *
 * Returns the exit status of the program, 128 + N after signal N, or one of GAU_CHILD_...
 */
int gau_collect_run(const struct gau_collect_options *wish, char **argv);

/* Claims the folder @p path, or for NULL NAME.gaudit, NAME.2.gaudit, ... in the working directory,
 * for a program PATH/NAME or a job PATH/NAME.xml. */
gau_status gau_collect_folder(gau_app_folder *out, const char *path, const char *program,
                              bool is_job, gau_error *err);

/* Where a library of gaudit is, and the collector that is preloaded: absolute, PATH_MAX bytes. */
gau_status gau_collect_find(char *path, const char *name, gau_error *err);
gau_status gau_collect_find_library(char *path, gau_error *err);

/* Reads what there is of all files of a folder; that there is none is no error. */
gau_status gau_collect_quality(struct gau_quality *quality, const char *folder, gau_error *err);

#endif
