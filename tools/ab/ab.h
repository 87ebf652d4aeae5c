/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_AB_AB_H
#define GAUDIT_TOOLS_AB_AB_H

#include "../run_arguments.h"
#include "settings.h"

#include "report/pairs/pairs.h"

/*
 * `gaudit ab`: a job with two settings, A and B, run by turns.
 */

enum { GAU_AB_FAILURES_MAX = 3 };

struct gau_ab {
    struct gau_run_arguments run; /* of both sides */
    struct gau_words passed;      /* the options of `gaudit run`, in their order */
    struct gau_ab_settings sides[2];
    uint64_t pairs;
    bool profile; /* with samples */
    enum gau_table_format format;
    const char *table;
    size_t limit; /* rows; 0: as suits the format */

    char folder[4096];      /* of the results: FOLDER/a/001, ... */
    gau_app_folder claimed; /* that, if it is to be kept */
    char self[4096];        /* path of this program */
    char auditor[64];       /* TYPE:PROPERTY=VALUE for -a, if the job has no timer; "" */
};

/* How the runs went. */
struct gau_ab_outcome {
    uint64_t made;     /* runs */
    uint64_t complete; /* pairs */
    int failures;
    int status; /* of the first run that failed; 0 */
    int signal; /* that ended it all; 0 */
    double began_s;
};

/* Would both sides run? What would not is told. Returns an exit status. */
int gau_ab_check(struct gau_ab *ab);

/* Makes the folder, and the runs by turns; what goes wrong is told. Returns an exit status. */
int gau_ab_runs(struct gau_ab *ab, struct gau_ab_outcome *outcome);

/* The line of one run: `gaudit run JOB.xml ...` or `gaudit profile`; without -o. */
void gau_ab_line(struct gau_words *line, const struct gau_ab *ab, int side);

/* The line of `gaudit check` for a side. */
void gau_ab_check_line(struct gau_words *line, const struct gau_ab *ab, int side);

/*
 * Runs a line in the environment of a side, its messages going to the file @p log, its
 * output nowhere. Returns its exit status.
 */
int gau_ab_child(const struct gau_words *line, const struct gau_ab_settings *settings,
                 const char *log);

/* The last line of a log, without "gaudit: "; "": there is none. */
void gau_ab_message(char *text, size_t size, const char *log);

#endif
