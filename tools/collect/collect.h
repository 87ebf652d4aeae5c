/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COLLECT_COLLECT_H
#define GAUDIT_TOOLS_COLLECT_COLLECT_H

#include <gaudit/app.h>

#include <stdbool.h>
#include <stdint.h>

/*
 * A program under the collector, libgaudit-collector.so: `gaudit collect`, and `gaudit profile`
 * with `gaudit run`. The program is a child; the collector in it, configured by the environment,
 * writes samples*.gtr. The parent writes collect.json at the end, however the program ended.
 */

extern const char *const gau_collect_clocks[]; /* names, "auto" first, then NULL */

struct gau_quality;

struct gau_collect_options {
    gau_app_folder *folder; /* of the result; released when it has content. NULL: nothing is run,
                               only checked */
    uint64_t interval_ns;
    uint64_t resume_after_ns; /* 0: never */
    uint64_t buffer_bytes;
    int clock;        /* index of the names */
    int follow_child; /* 0 or 1 */
    bool start_paused;
    bool timeline; /* begin and end of each task */
    bool time;     /* sections are timed, too */
    bool mpi;      /* calls of MPI are sections; needs time */
    bool no_hints; /* the summary does not name the next commands */
    bool quiet;    /* only warnings and errors */
};

struct gau_collect_options gau_collect_options_new(void);

/*
 * Runs a program, found on the PATH, under the collector. Prints errors and, unless quiet, a
 * summary at the end. If GAUDIT_SHARED_RESULT names the folder, run.json is left to the program;
 * one that writes none gets it at the end.
 *
 * Returns the exit status of the program, 128 + N after signal N, or one of GAU_CHILD_...
 */
int gau_collect_run(const struct gau_collect_options *settings, char **argv);

/* Claims the folder @p path, or for NULL NAME.gaudit, NAME.2.gaudit, ... in the working directory,
 * for a program PATH/NAME or a job PATH/NAME.xml. */
gau_status gau_collect_folder(gau_app_folder *out, const char *path, const char *program,
                              bool is_job, gau_error *err);

/* Finds a library of gaudit, or the collector to preload; the path is absolute, PATH_MAX bytes. */
gau_status gau_collect_find(char *path, const char *name, gau_error *err);
gau_status gau_collect_find_library(char *path, gau_error *err);

/* Reads all files of a folder, even damaged ones; none is no error. */
gau_status gau_collect_quality(struct gau_quality *quality, const char *folder, gau_error *err);

#endif
