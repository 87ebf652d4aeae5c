/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_SHARED_OPTIONS_H
#define GAUDIT_TOOLS_SHARED_OPTIONS_H

#include "options.h"

/*
 * The options that commands share, but for what is of each: where the value goes, and what more
 * there is to say. A row is {GAU_OPTION_LIMIT, .to = offsetof(struct values, limit)}. Where two
 * commands have an option of one name, both take it from here: tests/command/shared.sh.
 */

/* clang-format off */

/* --- what is shown ------------------------------------------------------------------------- */

/* With .choices and .help of the command. */
#define GAU_OPTION_FORMAT_OF .name = "format", .letter = 'f', .value = "FORMAT"

/* enum gau_table_format */
#define GAU_OPTION_FORMAT                                                                          \
    GAU_OPTION_FORMAT_OF, .help = "text (default), csv, json, markdown, latex",                    \
    .read = gau_read_format, .choices = gau_shared_formats

/* const char * */
#define GAU_OPTION_TABLE                                                                           \
    .name = "table", .value = "NAME", .help = "only this table", .read = gau_read_text

/* size_t; 0 if it is not given */
#define GAU_OPTION_LIMIT                                                                           \
    .name = "limit", .value = "N", .help = "only the first N rows of a table",                     \
    .read = gau_read_size, .least = 1

/* bool */
#define GAU_OPTION_ALL                                                                             \
    .name = "all", .help = "also rows that are otherwise left out", .read = gau_read_flag

/* --- where it goes: a file has the letter O, a folder o ------------------------------------ */

/* const char * */
#define GAU_OPTION_OUTPUT_FILE                                                                     \
    .name = "output-file", .letter = 'O', .value = "FILE",                                         \
    .help = "write to FILE, which is replaced", .read = gau_read_text

/* const char * */
#define GAU_OPTION_OUTPUT                                                                          \
    .name = "output", .letter = 'o', .value = "DIR",                                               \
    .help = "write results to DIR, a new or an empty folder", .read = gau_read_text

/* bool */
#define GAU_OPTION_QUIET                                                                           \
    .name = "quiet", .letter = 'q', .help = "print less", .read = gau_read_flag

/* --- two sets of results ------------------------------------------------------------------- */

/* struct gau_words */
#define GAU_OPTION_BASELINE                                                                        \
    .name = "baseline", .value = "DIR...", .help = "the results A: what it was",                   \
    .read = gau_read_words, .list = true
#define GAU_OPTION_CANDIDATE                                                                       \
    .name = "candidate", .value = "DIR...", .help = "the results B: what it has become",           \
    .read = gau_read_words, .list = true

/* --- samples ------------------------------------------------------------------------------- */

/* struct gau_interval */
#define GAU_OPTION_INTERVAL                                                                        \
    .name = "interval", .value = "TIME", .help = "CPU time between samples, 100us to 1s",          \
    .read = gau_read_interval, .takes = "a time from 100us to 1s, such as 10ms"

/* bool */
#define GAU_OPTION_START_PAUSED                                                                    \
    .name = "start-paused", .help = "the collection is paused when PROGRAM starts",                \
    .read = gau_read_flag

/* --- jobs ---------------------------------------------------------------------------------- */

/* uint64_t */
#define GAU_OPTION_EVENTS                                                                          \
    .name = "events", .letter = 'n', .value = "N", .help = "process N events at the most",         \
    .read = gau_read_number, .least = 1, .most = INT64_MAX
#define GAU_OPTION_SKIP                                                                            \
    .name = "skip", .value = "N",                                                                  \
    .help = "pass over N events first; the first one processed is N+1", .read = gau_read_number,   \
    .most = INT64_MAX
#define GAU_OPTION_THREADS                                                                         \
    .name = "threads", .letter = 'j', .value = "N",                                                \
    .help = "run N workers, each with one event in flight (1)", .read = gau_read_number,           \
    .least = 1, .most = 1024

/* struct gau_words, such as those of struct gau_tool_changes */
#define GAU_OPTION_SET                                                                             \
    .name = "set", .letter = 's', .value = "NAME.PROPERTY=VALUE",                                  \
    .help = "set a property, whatever the file says", .read = gau_read_words
#define GAU_OPTION_AUDIT                                                                           \
    .name = "audit", .letter = 'a', .value = "TYPE[/NAME][:PROPERTY=VALUE;...]",                   \
    .help = "add an auditor", .read = gau_read_words

/* bool, true at first */
#define GAU_OPTION_LOAD_MODULES                                                                    \
    .name = "load-modules", .help = "load the modules that the file names: this runs their code",  \
    .read = gau_read_no

/* int */
#define GAU_OPTION_VERBOSE                                                                         \
    .name = "verbose", .letter = 'v', .help = "tell more, with places in the source",              \
    .read = gau_read_more

/* bool */
#define GAU_OPTION_PROGRESS                                                                        \
    .name = "progress", .value = "auto|on|off",                                                    \
    .help = "a progress line on standard error (auto: on a terminal)", .read = gau_read_progress,  \
    .choices = gau_shared_progress

/* clang-format on */

extern const char *const gau_shared_formats[];
extern const char *const gau_shared_progress[];

/* "10ms" */
struct gau_interval {
    const char *text;
    uint64_t ns;
};

gau_option_read gau_read_interval;
gau_option_read gau_read_progress;

#endif
