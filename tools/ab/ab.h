/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_AB_AB_H
#define GAUDIT_TOOLS_AB_AB_H

#include "tools/common/job_loading.h"

/*
 * Interleaved runs of two sides, A and B: of a job with two settings, by `gaudit run` or `gaudit
 * profile`; or of two programs, or one with two environments, by `gaudit collect`. For `gaudit ab`,
 * `gaudit gate` and, of one side, `gaudit accuracy`.
 */

/* --- settings ------------------------------------------------------------------------------ */

/*
 * The settings of one side of a comparison: NAME.PROPERTY=VALUE as for -s, and env:NAME=VALUE,
 * separated by blanks. As in a shell, text in single or double quotes is one word; a backslash
 * outside of single quotes escapes a character. "env:NAME=" removes the variable.
 */

struct gau_ab_settings {
    const char *text;     /* as given; borrowed */
    struct gau_argv sets; /* NAME.PROPERTY=VALUE */
    struct gau_argv env;  /* NAME=VALUE */
};

gau_status gau_ab_settings_read(struct gau_ab_settings *out, const char *text, gau_error *err);
void gau_ab_settings_clear(struct gau_ab_settings *settings);

/* Changes the environment of this process. Returns false if out of memory. */
bool gau_ab_settings_apply(const struct gau_ab_settings *settings);

/* --- both sides ---------------------------------------------------------------------------- */

enum { GAU_AB_FAILURES_MAX = 3 };

struct gau_ab {
    struct gau_run_arguments run; /* of both sides; its path: of the job, NULL: not named */
    struct gau_argv passed;       /* the options of `gaudit run` except -s and -a, in their order */
    char **programs[2];           /* with their arguments; NULL: a job is run. Borrowed */
    struct gau_ab_settings sides[2];
    uint64_t pairs;
    bool profile;                          /* a job with samples */
    const char *profiler;                  /* of the job; NULL: the built-in one */
    struct gau_sampling_interval interval; /* its text is NULL: the profiler's default */

    char folder[4096];                            /* of the results: FOLDER/a/001, ... */
    gau_app_folder claimed;                       /* the same, if it is to be kept */
    struct gau_argv timer;                        /* of a job: the option that enables CPU times */
    struct gau_argv folders, names, variables[2]; /* of gau_ab_request() */
};

/* --- arguments ----------------------------------------------------------------------------- */

/* Rows of commands whose values have a struct gau_ab called runs; those of jobs are the last ones.
 */
/* clang-format off */
#define GAU_AB_ROWS(type)                                                                          \
    {GAU_VALUE(type, runs.sides[0], "a", "SETTINGS", gau_ab_read_settings,                         \
               "the settings of the first side")},                                                 \
    {GAU_VALUE(type, runs.sides[1], "b", "SETTINGS", gau_ab_read_settings,                         \
               "the settings of the second side")},                                                \
    {GAU_OPTION_RUNS(type, runs.pairs), .more = ", in pairs (10)"},                                \
    {GAU_OPTION_OUTPUT(type, runs.run.settings.output), .more = ": DIR/a/001, DIR/b/001 ..."},     \
    {GAU_OPTION_INTERVAL(type, runs.interval), .more = " (10ms)"},                                 \
    {GAU_OPTION_PROGRESS(type, runs.run.settings.progress)}

#define GAU_AB_JOB_ROWS(type)                                                                      \
    {.help = "for jobs, on both sides:"},                                                          \
    {GAU_FLAG(type, runs.profile, "profile",                                                       \
              "also sample, as 'gaudit profile --profiler builtin'")},                                 \
    {GAU_OPTION_EVENTS(type, runs.run.settings.events)},                                           \
    {GAU_OPTION_SKIP(type, runs.run.settings.skip), .pass = true},                                 \
    {GAU_OPTION_THREADS(type, runs.run.threads), .pass = true},                                    \
    {GAU_OPTION_SET(type, runs.run.changes.sets)},                                                 \
    {GAU_OPTION_AUDIT(type, runs.run.changes.audits)},                                             \
    {GAU_OPTION_EVENT_DATA(type, runs.run.changes.events), .pass = true}
/* clang-format on */

gau_option_read gau_ab_read_settings;

#define GAU_AB_USAGE                                          \
    "JOB.xml --a \"SETTINGS\" --b \"SETTINGS\" [OPTION...]\n" \
    "[OPTION...] -- PROGRAM [ARGUMENT...] --versus PROGRAM [ARGUMENT...]"
#define GAU_AB_NOTES                                                                             \
    "SETTINGS are NAME.PROPERTY=VALUE, for jobs, and env:NAME=VALUE, separated by blanks, with " \
    "quotes\n"                                                                                   \
    "around what has blanks; env:NAME= removes a variable. With --a or --b one program\n"        \
    "is enough. Programs run under 'gaudit collect'; their sections are timed, too.\n"

/* Returns one with the defaults, which the caller clears. */
struct gau_ab gau_ab_new(void);
void gau_ab_clear(struct gau_ab *ab);

/*
 * Reads the arguments of a command as gau_options_read() does. Programs after "--" are removed
 * first. With programs there are no options of jobs, and -n means --runs, since programs have no
 * events.
 */
int gau_ab_read(struct gau_ab *ab, const struct gau_command *command, int argc, char **argv,
                void *values);

/* Checks that there is something to run. Returns GAU_OPTIONS_READ, or an exit status. */
int gau_ab_check_arguments(const struct gau_ab *ab, const struct gau_command *command);

bool gau_ab_is_folder(const char *path);

/* Complains of a program where an option file or a result belongs. Returns GAU_OPTIONS_READ if @p
 * path is none, or an exit status. */
int gau_ab_refuse_program(const struct gau_command *command, const char *path);

/* --- runs ---------------------------------------------------------------------------------- */

struct gau_ab_outcome {
    uint64_t made;     /* runs */
    uint64_t complete; /* pairs */
    int failures;
    int status; /* of the first run that failed; 0 */
    int signal; /* that ended the command; 0 */
    double began_s;
};

/*
 * Checks whether both sides would run, then makes the folder and the interleaved runs. Prints
 * failures and the number of missing pairs. Returns an exit status: 0 if runs were begun.
 */
int gau_ab_run(struct gau_ab *ab, struct gau_ab_outcome *outcome);

/* Requests a comparison of the results, valid as long as @p ab. Returns an exit status. */
struct gau_comparison_request;
int gau_ab_request(struct gau_ab *ab, struct gau_comparison_request *request);

/* --- parts of it --------------------------------------------------------------------------- */

/* Makes the requested folder, else a temporary gaudit-NAME-XXXXXX. */
gau_status gau_ab_make_folder(struct gau_ab *ab, const char *name, gau_error *err);

/* Finds the option that makes the job's timer measure CPU time. Returns an exit status. */
int gau_ab_find_timer(struct gau_ab *ab);

/*
 * If only one of a job's timer and ITT auditor has an event window, gives it to the other. To be
 * called after gau_ab_find_timer(). @p window becomes [first, end); of all events { 1, 0 }. Returns
 * an exit status.
 */
int gau_ab_share_window(struct gau_ab *ab, int64_t window[2]);

/* Checks whether both sides would run, and prints why not. Returns an exit status. */
int gau_ab_check(struct gau_ab *ab);

/*
 * Runs a side in its environment: results go to @p folder, messages to the file @p log, if not
 * NULL, other output is dropped. A program with sections writes their times to the folder, too.
 * With @p folder NULL, only checks whether it would run. Returns its exit status.
 */
int gau_ab_run_side(const struct gau_ab *ab, int side, const char *folder, const char *log);

/* Returns a variable of the environment as it is without the settings of sides; NULL: not set. */
const char *gau_ab_inherited(const struct gau_ab *ab, const char *name);

/* Which lines of a log count: all, those of gaudit, of the program, or errors of the loader. */
enum gau_ab_lines { GAU_AB_ALL, GAU_AB_OURS, GAU_AB_OTHERS, GAU_AB_LOADER };

/* Writes the last of these lines, without "gaudit: ", the loader's first; "" if there is none. */
void gau_ab_message(char *text, size_t size, const char *log, enum gau_ab_lines lines);

#endif
