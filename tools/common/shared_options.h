/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_SHARED_OPTIONS_H
#define GAUDIT_TOOLS_COMMON_SHARED_OPTIONS_H

#include "command_options.h"

/*
 * The options that commands share, except the target and more help of each. A row is
 * {GAU_OPTION_LIMIT(struct values, limit), .more = " (20)"}. Comments have the types of members.
 */

/* clang-format off */

/* --- what is shown -------------------------------------------------------------------------- */

/* The command adds .choices, .help and .read. */
#define GAU_OPTION_FORMAT_OF(type, member)                                                         \
    .name = "format", .letter = 'f', .value = "FORMAT", .to = offsetof(type, member)

/* enum gau_table_format */
#define GAU_OPTION_FORMAT(type, member)                                                            \
    GAU_OPTION_FORMAT_OF(type, member), .help = "", .read = gau_read_format,                       \
    .choices = gau_shared_formats

/* enum gau_table_format, that of GAU_OPTION_FORMAT */
#define GAU_OPTION_EXCEL(type, member)                                                             \
    .name = "excel", .read = gau_read_excel, .to = offsetof(type, member),                         \
    .help = "csv in which texts that begin with = + - @ get an apostrophe, so that a spreadsheet " \
            "evaluates none as a formula"

/* const char * */
#define GAU_OPTION_TABLE(type, member)                                                             \
    GAU_VALUE(type, member, "table", "NAME", gau_read_text, "only this table")

/* size_t; 0 if it is not given */
#define GAU_OPTION_LIMIT(type, member)                                                             \
    GAU_VALUE(type, member, "limit", "N", gau_read_number, "only the first N rows of a table"),      \
    .least = 1

/* const char *; with .choices, or a check, of the command */
#define GAU_OPTION_SORT(type, member)                                                              \
    GAU_VALUE(type, member, "sort", "KEY", gau_read_text, "the order of rows")

/* struct gau_argv */
#define GAU_OPTION_FILTER(type, member)                                                            \
    GAU_VALUE(type, member, "filter", "KEY=PATTERN, --filter KEY!=PATTERN", gau_read_words,        \
              "only what matches a shell pattern, or does not; repeatable")

/* const char * */
#define GAU_OPTION_TIME_FILTER(type, member)                                                       \
    GAU_VALUE(type, member, "time-filter", "FROM:TO", gau_read_text,                               \
              "only these seconds since the start of the run, or of the log, such as 1.5:20")

/* const char * */
#define GAU_OPTION_INLINES(type, member)                                                           \
    GAU_VALUE(type, member, "inlines", "merge|callers|hide", gau_read_text,                        \
              "inlined functions: one row each; one for each function that has it; part of that "  \
              "(hide; of callers, lines, csv, json and folded merge)"),                            \
    .choices = gau_shared_inlines

/* bool */
#define GAU_OPTION_ALL_FRAMES(type, member)                                                        \
    GAU_FLAG(type, member, "all-frames",                                                           \
             "call stacks as they are, also of gaudit and in the C library, as csv and json do")
#define GAU_OPTION_DEBUGINFOD(type, member)                                                        \
    GAU_FLAG(type, member, "debuginfod",                                                           \
             "get debug information from the servers in $DEBUGINFOD_URLS")

/* const char *; with <documents/branch_key.h> */
#define GAU_OPTION_GROUP_BY(type, member)                                                          \
    GAU_VALUE(type, member, "group-by", "KEYS", gau_read_text,                                     \
              "rows are groups of branches: " GAU_BRANCH_KEYS_HELP)
#define GAU_OPTION_RELATIVE_TO(type, member)                                                       \
    GAU_VALUE(type, member, "relative-to", "BRANCH", gau_read_text,                                \
              "100 % is this branch with all below it, or all branches of this name")

/* bool */
#define GAU_OPTION_ALL(type, member)                                                               \
    GAU_FLAG(type, member, "all", "also rows that are otherwise left out")

/* bool */
#define GAU_OPTION_TIME(type, member)                                                              \
    GAU_FLAG(type, member, "time", "measure times with a TimerAuditor")
#define GAU_OPTION_WIDE(type, member)                                                              \
    GAU_FLAG(type, member, "wide",                                                                 \
             "all columns of tables, also where they do not fit the terminal")

/* int: an enum gau_colour */
#define GAU_OPTION_COLOUR(type, member)                                                            \
    GAU_VALUE(type, member, "color", "auto|always|never", gau_read_choice,                         \
              "colour in tables (auto: on a terminal)"),                                           \
    .choices = gau_shared_colours

/* --- where it goes: a file has the letter O, a folder o ------------------------------------- */

/* const char * */
#define GAU_OPTION_OUTPUT_FILE(type, member)                                                       \
    GAU_VALUE(type, member, "output-file", "FILE", gau_read_file,                                  \
              "write to FILE, which is replaced"), .letter = 'O'

/* const char * */
#define GAU_OPTION_OUTPUT(type, member)                                                            \
    GAU_VALUE(type, member, "output", "DIR", gau_read_text,                                        \
              "write results to DIR, a new or an empty folder"), .letter = 'o'

/* bool */
#define GAU_OPTION_MPI(type, member)                                                               \
    GAU_FLAG(type, member, "mpi", "of an MPI job")

/* bool */
#define GAU_OPTION_QUIET(type, member)                                                             \
    GAU_FLAG(type, member, "quiet", "print less"), .letter = 'q'

/* --- two sets of results -------------------------------------------------------------------- */

/* struct gau_argv */
#define GAU_OPTION_BASELINE(type, member)                                                          \
    GAU_VALUE(type, member, "baseline", "DIR...", gau_read_words,                                  \
              "the results A: reference runs"), .list = true
#define GAU_OPTION_CANDIDATE(type, member)                                                         \
    GAU_VALUE(type, member, "candidate", "DIR...", gau_read_words,                                 \
              "the results B: runs under test"), .list = true

/* --- samples -------------------------------------------------------------------------------- */

/* struct gau_sampling_interval */
#define GAU_OPTION_INTERVAL(type, member)                                                          \
    GAU_VALUE(type, member, "interval", "TIME", gau_read_interval,                                 \
              "CPU time between samples, 100us to 1s"),                                            \
    .takes = "a time from 100us to 1s, such as 10ms"

/* const char *: one of gau_shared_profilers */
#define GAU_OPTION_PROFILER(type, member)                                                          \
    .name = "profiler", .value = "auto|builtin|vtune", .to = offsetof(type, member),               \
    .read = gau_read_text,                                                                         \
    .help = "the profiler; vtune: Intel VTune, as vtune or amplxe-cl on the PATH; auto: that, or " \
            "else the built-in one",                                                               \
    .choices = gau_shared_profilers

/* bool */
#define GAU_OPTION_DRY_RUN(type, field) GAU_FLAG(type, field, "dry-run", "run nothing")

/* bool */
#define GAU_OPTION_START_PAUSED(type, member)                                                      \
    GAU_FLAG(type, member, "start-paused", "pause the collection when PROGRAM starts")

/* uint64_t */
#define GAU_OPTION_RUNS(type, member)                                                              \
    GAU_VALUE(type, member, "runs", "N", gau_read_number, "number of runs (for programs also -n N)"), \
    .least = 1, .most = 10000

/* --- jobs ----------------------------------------------------------------------------------- */

/* uint64_t */
#define GAU_OPTION_EVENTS(type, member)                                                            \
    GAU_VALUE(type, member, "events", "N", gau_read_number, "process at most N events"),           \
    .letter = 'n', .least = 1, .most = INT64_MAX
#define GAU_OPTION_SKIP(type, member)                                                              \
    GAU_VALUE(type, member, "skip", "N", gau_read_number,                                          \
              "skip N events first; the first one processed is N+1"), .most = INT64_MAX
#define GAU_OPTION_THREADS(type, member)                                                           \
    GAU_VALUE(type, member, "threads", "N", gau_read_number,                                       \
              "run N workers, each with one event in flight (1)"),                                 \
    .letter = 'j', .least = 1, .most = 1024

/* struct gau_argv, such as those of struct gau_tool_overrides */
#define GAU_OPTION_SET(type, member)                                                               \
    GAU_VALUE(type, member, "set", "NAME.PROPERTY=VALUE", gau_read_words,                          \
              "set a property, overriding the file"), .letter = 's'
#define GAU_OPTION_AUDIT(type, member)                                                             \
    GAU_VALUE(type, member, "audit", "TYPE[/NAME][:PROPERTY=VALUE;...]", gau_read_words,           \
              "add an auditor"), .letter = 'a'

/* bool */
#define GAU_OPTION_EVENT_DATA(type, member)                                                        \
    GAU_FLAG(type, member, "event-data",                                                           \
             "add an EventAuditor if the job has none: a record of every event")

/* bool, true at first */
#define GAU_OPTION_LOAD_MODULES(type, member)                                                      \
    .name = "load-modules", .help = "load the modules that the file names: this runs their code",  \
    .read = gau_read_no, .to = offsetof(type, member)

/* int */
#define GAU_OPTION_VERBOSE(type, member)                                                           \
    .name = "verbose", .letter = 'v', .help = "print more",                                        \
    .read = gau_read_more, .to = offsetof(type, member)
#define GAU_DETAILS_HELP ": all explanations below the tables"
#define GAU_LOCATIONS_HELP ", with locations in the source"

/* bool */
#define GAU_OPTION_PROGRESS(type, member)                                                          \
    GAU_VALUE(type, member, "progress", "auto|on|off", gau_read_progress,                          \
              "a progress line on standard error (auto: on a terminal)"),                          \
    .choices = gau_shared_progress
/* clang-format on */

extern const char *const gau_shared_formats[];
extern const char *const gau_shared_colours[];
extern const char *const gau_shared_inlines[];
extern const char *const gau_shared_progress[];
extern const char *const gau_shared_profilers[];

/* An interval as it was given, "10ms", and what it means. */
struct gau_sampling_interval {
    const char *text;
    uint64_t ns;
};

gau_option_read gau_read_interval;
gau_option_read gau_read_seconds; /* uint64_t, in ns */
gau_option_read gau_read_progress;

/* Checks the folders of --baseline, of --candidate, and those before these options. Returns
 * GAU_OPTIONS_READ if both are given, and nothing else. */
int gau_shared_check_sides(const struct gau_command *command, const struct gau_argv folders[3]);

#endif
