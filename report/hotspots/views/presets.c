/* SPDX-License-Identifier: Apache-2.0 */
#include "presets.h"

#include <string.h>

/*
 * Columns of display formats come first, then those of data formats, as CSV and JSON name them.
 * SPARE ones are left out where a terminal is narrow.
 */

/* Each name stands for what a column shows of its field. */
#define SHOWS_TEXT .type = GAU_COLUMN_TEXT
#define SHOWS_RIGHT .type = GAU_COLUMN_TEXT, .align = GAU_ALIGN_RIGHT
#define SHOWS_TREE .type = GAU_COLUMN_TEXT, .tree = true
#define SHOWS_COUNT .type = GAU_COLUMN_INTEGER
#define SHOWS_REAL .type = GAU_COLUMN_REAL, .decimals = 2
#define SHOWS_SECONDS .type = GAU_COLUMN_REAL, .unit = "s", .group = 1
#define SHOWS_TIME .type = GAU_COLUMN_MEASURED, .unit = "s"
#define SHOWS_RATIO .type = GAU_COLUMN_MEASURED, .decimals = 2
#define SHOWS_ERROR .type = GAU_COLUMN_ERROR
#define SHOWS_SHARE .type = GAU_COLUMN_SHARE
#define SHOWS_SHARE_ERROR .type = GAU_COLUMN_SHARE_ERROR
#define SHOWS_SAMPLES .type = GAU_COLUMN_SAMPLES
#define SHOWS_BAR .type = GAU_COLUMN_BAR

#define COLUMN(shows, field_, ...)                                  \
    {                                                               \
        SHOWS_##shows, .field = GAU_HOTSPOTS_##field_, __VA_ARGS__, \
    }
#define DISPLAY(shows, field_, label) \
    COLUMN(shows, field_, .name = label, .key = "", .shown = GAU_IN_DISPLAY_FORMATS)
#define SPARE(shows, field_, label) \
    COLUMN(shows, field_, .name = label, .key = "", .shown = GAU_IN_DISPLAY_FORMATS, .rank = 1)
/* The times of single tasks have one unit. */
#define SPARE_TIME(field_, label, rank_)                                                         \
    COLUMN(REAL, field_, .name = label, .key = "", .shown = GAU_IN_DISPLAY_FORMATS, .unit = "s", \
           .group = 2, .rank = rank_)
#define PROGRAMS(shows, field_, in_csv, in_json) \
    COLUMN(shows, field_, .name = "", .csv = in_csv, .key = in_json, .shown = GAU_IN_DATA_FORMATS)
#define IN_CSV(shows, field_, in_csv) \
    COLUMN(shows, field_, .name = "", .key = in_csv, .shown = GAU_IN_CSV)
#define BOTH(shows, field_, label, in_csv, in_json) \
    COLUMN(shows, field_, .name = label, .csv = in_csv, .key = in_json)

/* These columns have the shares and errors of a sampled time. */
#define STATISTICS                                                    \
    PROGRAMS(SAMPLES, TOTAL, "Samples", "samples"),                   \
        PROGRAMS(ERROR, TOTAL, "CPU Time:Standard Error", "error_s"), \
        PROGRAMS(SHARE, TOTAL, "CPU Time:Percent", "share_percent"),  \
        PROGRAMS(SHARE_ERROR, TOTAL, "CPU Time:Percent Standard Error", "share_error_percent")
#define TOTAL_AND_SELF                                                            \
    PROGRAMS(SAMPLES, TOTAL, "Samples:Total", "samples"),                         \
        PROGRAMS(SAMPLES, SELF, "Samples:Self", "self_samples"),                  \
        PROGRAMS(ERROR, TOTAL, "CPU Time:Total Standard Error", "total_error_s"), \
        PROGRAMS(ERROR, SELF, "CPU Time:Self Standard Error", "self_error_s"),    \
        PROGRAMS(SHARE, TOTAL, "CPU Time:Total Percent", "total_share_percent"),  \
        PROGRAMS(SHARE_ERROR, TOTAL, "CPU Time:Total Percent Standard Error",     \
                 "total_share_error_percent"),                                    \
        PROGRAMS(SHARE, SELF, "CPU Time:Self Percent", "self_share_percent"),     \
        PROGRAMS(SHARE_ERROR, SELF, "CPU Time:Self Percent Standard Error",       \
                 "self_share_error_percent")

#define COLUMNS(list) .columns = (list), .n_columns = sizeof(list) / sizeof *(list)

/* --- by any keys --------------------------------------------------------------------------- */

static const struct gau_column by_keys[] = {
    DISPLAY(TIME, TOTAL, "CPU time"),
    DISPLAY(SHARE, TOTAL, "share"),
    /* A caller without numbers has not even a dash. */
    COLUMN(SAMPLES, TOTAL, .name = "samples", .key = "", .shown = GAU_IN_DISPLAY_FORMATS, .rank = 1,
           .blank = true),
    COLUMN(BAR, BAR, .name = "", .key = "", .shown = GAU_IN_TEXT, .rank = 1),
    DISPLAY(TREE, NAME, ""),
    PROGRAMS(TIME, TOTAL, "CPU Time", "cpu_s"),
    /* VTune separates spin and overhead time from effective time; here all is effective. */
    IN_CSV(TIME, TOTAL, "CPU Time:Effective Time"),
    IN_CSV(REAL, NOTHING, "CPU Time:Spin Time"),
    IN_CSV(REAL, NOTHING, "CPU Time:Overhead Time"),
    PROGRAMS(TEXT, MODULE_TEXT, "Module", "module"),
    PROGRAMS(TEXT, FULL, "Function (Full)", "function_full"),
    PROGRAMS(TEXT, FILE_TEXT, "Source File", "source_file"),
    PROGRAMS(TEXT, START, "Start Address", "start_address"),
    COLUMN(COUNT, DEPTH, .name = "", .key = "depth", .shown = GAU_IN_JSON),
    STATISTICS,
};

static const struct gau_hotspots_preset hotspots = {
    .keys = "task,function", .by_any_keys = true, .has_sentence = true, COLUMNS(by_keys)};

/* --- call stacks --------------------------------------------------------------------------- */

static const struct gau_column calls_below[] = {
    DISPLAY(TIME, TOTAL, "CPU time, total"),
    DISPLAY(SHARE, TOTAL, "share"),
    SPARE(TIME, SELF, "self"),
    SPARE(SHARE, SELF, "share"),
    SPARE(TEXT, MODULE_TEXT, "Module"),
    BOTH(TREE, NAME, "Function Stack", "Function Stack", "function"),
    PROGRAMS(TIME, TOTAL, "CPU Time:Total", "total_s"),
    PROGRAMS(TIME, SELF, "CPU Time:Self", "self_s"),
    PROGRAMS(TEXT, MODULE_TEXT, "Module", "module"),
    PROGRAMS(TEXT, FULL, "Function (Full)", "function_full"),
    PROGRAMS(TEXT, FILE_TEXT, "Source File", "source_file"),
    PROGRAMS(TEXT, START, "Start Address", "start_address"),
    PROGRAMS(COUNT, DEPTH, "Depth", "depth"),
    TOTAL_AND_SELF,
};

static const struct gau_hotspots_preset top_down = {
    .keys = "callstack", .title = "CPU time top-down", .top_down = true, COLUMNS(calls_below)};

/* The same time is shown as a part of the function's time and of all time. */
static const struct gau_column callers_above[] = {
    DISPLAY(TIME, TOTAL, "CPU time"),
    DISPLAY(SHARE, TOTAL, "share"),
    SPARE(SHARE, OF_ALL, "of all"),
    SPARE(SAMPLES, TOTAL, "samples"),
    SPARE(TEXT, MODULE_TEXT, "Module"),
    DISPLAY(TREE, NAME, "Function / Callers"),
    PROGRAMS(TEXT, SUBJECT, "Function", "function"),
    PROGRAMS(TEXT, NAME, "Caller", "caller"),
    PROGRAMS(TIME, TOTAL, "CPU Time", "cpu_s"),
    PROGRAMS(TEXT, MODULE_TEXT, "Module", "module"),
    PROGRAMS(TEXT, FULL, "Function (Full)", "function_full"),
    PROGRAMS(TEXT, FILE_TEXT, "Source File", "source_file"),
    PROGRAMS(TEXT, START, "Start Address", "start_address"),
    PROGRAMS(COUNT, DEPTH, "Depth", "depth"),
    STATISTICS,
    PROGRAMS(SHARE, OF_ALL, "CPU Time:Percent of All", "share_of_all_percent"),
};

static const struct gau_hotspots_preset callers = {.keys = "callstack",
                                                   .direction = GAU_HOTSPOTS_CALLERS_OF,
                                                   COLUMNS(callers_above)};

static const struct gau_column of_lines[] = {
    DISPLAY(TIME, TOTAL, "CPU time, total"),
    DISPLAY(SHARE, TOTAL, "share"),
    SPARE(TIME, SELF, "self"),
    DISPLAY(RIGHT, LINE_TEXT, "line"),
    COLUMN(TEXT, SOURCE, .name = "source", .key = "", .shown = GAU_IN_DISPLAY_FORMATS,
           .wrapped = true),
    PROGRAMS(TEXT, SUBJECT, "Function", "function"),
    PROGRAMS(TEXT, FILE_TEXT, "Source File", "source_file"),
    PROGRAMS(COUNT, LINE, "Source Line", "source_line"),
    PROGRAMS(TIME, TOTAL, "CPU Time:Total", "total_s"),
    PROGRAMS(TIME, SELF, "CPU Time:Self", "self_s"),
    PROGRAMS(TEXT, SOURCE, "Source", "source"),
    TOTAL_AND_SELF,
};

static const struct gau_hotspots_preset lines = {.keys = "source-line",
                                                 .direction = GAU_HOTSPOTS_LINES_OF,
                                                 COLUMNS(of_lines)};

/* --- modules, threads, tasks --------------------------------------------------------------- */

static const struct gau_column of_modules[] = {
    DISPLAY(TIME, TOTAL, "CPU time"),
    DISPLAY(SHARE, TOTAL, "share"),
    SPARE(SAMPLES, TOTAL, "samples"),
    SPARE(COUNT, FUNCTIONS, "functions"),
    BOTH(TEXT, NAME, "Module", "Module", "module"),
    SPARE(TIME, HOTTEST_TIME, "most of it"),
    DISPLAY(TEXT, HOTTEST, "in"),
    PROGRAMS(TIME, TOTAL, "CPU Time", "cpu_s"),
    PROGRAMS(TEXT, MODULE_TEXT, "Module Path", "module_path"),
    STATISTICS,
    PROGRAMS(COUNT, FUNCTIONS, "Function Count", "functions"),
    PROGRAMS(TEXT, HOTTEST, "Hottest Function", "hottest_function"),
    PROGRAMS(TIME, HOTTEST_TIME, "Hottest Function:CPU Time", "hottest_function_s"),
    PROGRAMS(ERROR, HOTTEST_TIME, "Hottest Function:CPU Time Standard Error",
             "hottest_function_error_s"),
};

static const struct gau_hotspots_preset modules = {.keys = "module,function",
                                                   .title = "CPU time by module",
                                                   .levels = 1,
                                                   .fill = gau_hotspots_fill_module,
                                                   COLUMNS(of_modules)};

static const struct gau_column of_threads[] = {
    DISPLAY(TIME, TOTAL, "CPU time"),
    DISPLAY(SHARE, TOTAL, "share"),
    SPARE(SAMPLES, TOTAL, "samples"),
    SPARE(SECONDS, USED, "used"),
    SPARE(SECONDS, FIRST_SEEN, "first seen"),
    SPARE(COUNT, DROPPED, "dropped"),
    SPARE(COUNT, TRUNCATED, "cut stacks"),
    BOTH(TEXT, NAME, "Thread", "Thread", "thread"),
    DISPLAY(TEXT, PROCESS_TEXT, "Process"),
    PROGRAMS(TIME, TOTAL, "CPU Time", "cpu_s"),
    PROGRAMS(TEXT, PROCESS_TEXT, "Process", "process"),
    PROGRAMS(COUNT, TID, "TID", "tid"),
    STATISTICS,
    PROGRAMS(SECONDS, USED, "CPU Time:Used", "used_s"),
    PROGRAMS(SECONDS, FIRST_SEEN, "First Seen", "first_seen_s"),
    PROGRAMS(COUNT, DROPPED, "Samples:Dropped", "dropped"),
    PROGRAMS(COUNT, TRUNCATED, "Samples:Truncated", "truncated"),
};

static const struct gau_hotspots_preset threads = {.keys = "thread",
                                                   .title = "CPU time by thread",
                                                   .fill = gau_hotspots_fill_thread,
                                                   .finish = gau_hotspots_finish_threads,
                                                   COLUMNS(of_threads)};

static const struct gau_column of_tasks[] = {
    DISPLAY(TIME, TOTAL, "CPU time"),
    DISPLAY(SHARE, TOTAL, "share"),
    SPARE(SAMPLES, TOTAL, "samples"),
    DISPLAY(COUNT, ENTRIES, "entries"),
    SPARE(SECONDS, WALL, "wall"),
    SPARE(SECONDS, WALL_SELF, "wall, self"),
    SPARE(RATIO, RATIO, "CPU/wall"),
    SPARE_TIME(MIN, "min", 4),
    SPARE_TIME(P50, "p50", 5),
    SPARE_TIME(P99, "p99", 2),
    SPARE_TIME(MAX, "max", 3),
    SPARE(TEXT, KIND, "kind"),
    BOTH(TEXT, NAME, "Task Type", "Task Type", "task"),
    PROGRAMS(TIME, TOTAL, "CPU Time", "cpu_s"),
    PROGRAMS(TEXT, DOMAIN, "Task Domain", "domain"),
    PROGRAMS(TEXT, KIND, "Kind", "kind"),
    PROGRAMS(COUNT, ENTRIES, "Task Count", "entries"),
    PROGRAMS(SECONDS, WALL, "Task Time", "wall_s"),
    PROGRAMS(SECONDS, WALL_SELF, "Task Time:Self", "wall_self_s"),
    PROGRAMS(SECONDS, MIN, "Task Time:Min", "min_s"),
    PROGRAMS(SECONDS, P50, "Task Time:p50", "p50_s"),
    PROGRAMS(SECONDS, P99, "Task Time:p99", "p99_s"),
    PROGRAMS(SECONDS, MAX, "Task Time:Max", "max_s"),
    PROGRAMS(RATIO, RATIO, "CPU Time/Task Time:Self", "cpu_per_wall"),
    PROGRAMS(ERROR, RATIO, "CPU Time/Task Time:Self Standard Error", "cpu_per_wall_error"),
    STATISTICS,
};

static const struct gau_hotspots_preset tasks = {.keys = "task",
                                                 .title = "Tasks",
                                                 .fill = gau_hotspots_fill_task,
                                                 .finish = gau_hotspots_finish_tasks,
                                                 COLUMNS(of_tasks)};

/* --- calls between modules ----------------------------------------------------------------- */

/* A call has all time below it; its own time is that until the next call into another module. */
static const struct gau_column between_modules[] = {
    DISPLAY(TIME, TOTAL, "CPU time, total"),
    DISPLAY(SHARE, TOTAL, "share"),
    SPARE(TIME, SELF, "in the module"),
    SPARE(SHARE, SELF, "share"),
    SPARE(TEXT, MODULES, "Modules"),
    DISPLAY(TEXT, NAME, "Functions"),
    PROGRAMS(TEXT, NAME, "Caller", "caller"),
    PROGRAMS(TEXT, CALLER_MODULE, "Caller Module", "caller_module"),
    PROGRAMS(TEXT, CALLEE, "Callee", "callee"),
    PROGRAMS(TEXT, MODULE_TEXT, "Callee Module", "callee_module"),
    PROGRAMS(TIME, TOTAL, "CPU Time:Total", "total_s"),
    PROGRAMS(TIME, SELF, "CPU Time:Self", "self_s"),
    TOTAL_AND_SELF,
};

static const struct gau_hotspots_preset dependencies = {.keys = "callstack",
                                                        .title =
                                                            "CPU time of calls between modules",
                                                        .direction = GAU_HOTSPOTS_BY_CALLS,
                                                        .fill = gau_hotspots_fill_call,
                                                        COLUMNS(between_modules)};

/* --- all of them --------------------------------------------------------------------------- */

#define TAKES_SAMPLES                                                       \
    (GAU_VIEW_TAKES_FORMAT | GAU_VIEW_TAKES_LIMIT | GAU_VIEW_TAKES_FILTER | \
     GAU_VIEW_TAKES_TIME_FILTER | GAU_VIEW_TAKES_SAMPLES | GAU_VIEW_TAKES_FRAMES)
#define TAKES_LEAST GAU_VIEW_TAKES_PERCENT_LIMIT
#define TAKES_SORTED (TAKES_SAMPLES | GAU_VIEW_TAKES_SORT)
#define VIEW(id, called, ...)                                               \
    const struct gau_view gau_view_##id = {.name = (called),                \
                                           .needs = GAU_VIEW_NEEDS_SAMPLES, \
                                           .write = gau_hotspots_write,     \
                                           .preset = &(id),                 \
                                           __VA_ARGS__}

VIEW(hotspots, "hotspots",
     .help = "the CPU time by task and function, or by other keys, with its error",
     .takes = TAKES_SORTED | TAKES_LEAST | GAU_VIEW_TAKES_GROUP_BY | GAU_VIEW_TAKES_RELATIVE_TO);
VIEW(top_down, "top-down", .help = "the tree of calls, from the outermost caller on",
     .takes = TAKES_SORTED | TAKES_LEAST | GAU_VIEW_TAKES_RELATIVE_TO);
VIEW(callers, "callers", .argument = "FUNCTION",
     .help = "the callers of a function, with the time spent on behalf of each",
     .takes = TAKES_SAMPLES | TAKES_LEAST);
VIEW(lines, "lines", .argument = "FUNCTION",
     .help = "the source lines of a function with their time", .takes = TAKES_SAMPLES);
VIEW(modules, "modules", .help = "each module with its time and other properties",
     .takes = TAKES_SORTED | GAU_VIEW_TAKES_RELATIVE_TO);
VIEW(threads, "threads", .help = "each thread with its time and other properties",
     .takes = TAKES_SORTED | GAU_VIEW_TAKES_RELATIVE_TO);
VIEW(tasks, "tasks", .help = "each task with its time and other properties",
     .takes = TAKES_SORTED | GAU_VIEW_TAKES_RELATIVE_TO);
VIEW(dependencies, "dependencies", .help = "calls between modules",
     .takes = TAKES_SAMPLES | TAKES_LEAST);
