/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_RUN_ARGUMENTS_H
#define GAUDIT_TOOLS_RUN_ARGUMENTS_H

#include "job.h"

#include <getopt.h>

/*
 * The options of `gaudit run`, for it and for the commands that pass them on to it.
 */

/* Options without a letter; those of other commands begin at GAU_RUN_NEXT. */
enum { GAU_RUN_SKIP = 256, GAU_RUN_ONLY, GAU_RUN_TIME, GAU_RUN_PROGRESS, GAU_RUN_NEXT };

#define GAU_RUN_LETTERS "n:j:s:a:o:qvh"

/* Rows of a table for getopt_long(), which needs a last row of zeros behind them. */
/* clang-format off */
#define GAU_RUN_OPTIONS                                    \
    {"events", required_argument, NULL, 'n'},              \
    {"skip", required_argument, NULL, GAU_RUN_SKIP},       \
    {"only", required_argument, NULL, GAU_RUN_ONLY},       \
    {"threads", required_argument, NULL, 'j'},             \
    {"set", required_argument, NULL, 's'},                 \
    {"audit", required_argument, NULL, 'a'},               \
    {"time", no_argument, NULL, GAU_RUN_TIME},             \
    {"output", required_argument, NULL, 'o'},              \
    {"progress", required_argument, NULL, GAU_RUN_PROGRESS}, \
    {"quiet", no_argument, NULL, 'q'},                     \
    {"verbose", no_argument, NULL, 'v'},                   \
    {"help", no_argument, NULL, 'h'}
/* clang-format on */

struct gau_run_arguments {
    gau_app_settings settings;
    struct gau_tool_changes changes;
    const char *path; /* of the option file */
    uint64_t only, threads;
    bool quiet, help;
};

/* Room for @p argc arguments; changes.texts is NULL without memory. Texts are borrowed from argv.
 */
struct gau_run_arguments gau_run_arguments_new(int argc);
void gau_run_arguments_free(struct gau_run_arguments *a);

/* Takes the option @p code with its value in optarg. Returns an exit status; wrong ones are told.
 */
int gau_run_arguments_take(struct gau_run_arguments *a, int code, char **argv);

/* Behind the last option: takes the option file, and checks what does not go together. */
int gau_run_arguments_end(struct gau_run_arguments *a, int argc, char **argv);

#endif
