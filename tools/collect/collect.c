/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* realpath() */
#include "collection.h"

#include "tools/common/command_functions.h"
#include "tools/common/html_file.h"
#include "tools/common/program_session.h"
#include "tools/common/shared_options.h"
#include "tools/common/signals.h"
#include "tools/common/usage.h"

#include "documents/launcher_rank.h"

#include <gaudit/clock.h>
#include <gaudit/install.h>

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct gau_collect_options gau_collect_options_new(void)
{
    return (struct gau_collect_options){
        .interval_ns = 10000000,
        .buffer_bytes = 64 << 20,
        .follow_child = true,
    };
}

/* --- before the program runs --------------------------------------------------------------- */

gau_status gau_collect_find(char *path, const char *name, gau_error *err)
{
    char installed[PATH_MAX];

    GAU_TRY(gau_install_path(name, installed, sizeof installed, err));
    if (!realpath(installed, path) || access(path, R_OK) < 0)
        return gau_fail(err, GAU_ERR_IO, "cannot find the collector '%.*s': %s",
                        GAU_QUOTE(installed), strerror(errno));
    return GAU_OK;
}

gau_status gau_collect_find_library(char *path, gau_error *err)
{
    GAU_TRY(gau_collect_find(path, "libgaudit-collector.so", err));
    if (strpbrk(path, " :")) /* because LD_PRELOAD ends paths there */
        return gau_fail(err, GAU_ERR_IO,
                        "the collector '%.*s' cannot be preloaded: its path has a blank or a colon",
                        GAU_QUOTE(path));
    return GAU_OK;
}

gau_status gau_collect_folder(gau_app_folder *out, const char *path, const char *program,
                              bool is_job, gau_error *err)
{
    const char *const slash = strrchr(program, '/');
    const char *const name = slash && slash[1] ? slash + 1 : program;
    const char *const prefix = name[0] == '-' ? "./" : ""; /* it must not look like an option */
    const char *const dot = is_job ? strrchr(name, '.') : NULL;
    const size_t length = dot && dot > name ? (size_t)(dot - name) : strcspn(name, "/");
    char stem[PATH_MAX];

    if (path)
        return gau_app_folder_claim(out, path, err);
    snprintf(stem, sizeof stem, "%s%.*s", prefix, (int)length, name);
    return gau_app_folder_claim_numbered(out, stem, ".", ".gaudit", err);
}

static void clean_up(struct gau_collected_run *c)
{
    char path[PATH_MAX + 16];

    snprintf(path, sizeof path, "%s/run.json", c->folder);
    if (c->run && !c->joined)
        unlink(path);
}

/* A session whose results the user wants in the same folder joins the samples. */
static bool join_session(const struct gau_collected_run *c)
{
    const char *const wanted = getenv("GAUDIT_RESULT");
    char path[PATH_MAX];

    if (c->settings->time)
        return gau_program_session_set(c->folder, c->settings->mpi);
    return !wanted || !realpath(wanted, path) || strcmp(path, c->folder) != 0 ||
           (setenv("GAUDIT_RESULT", path, 1) == 0 && setenv("GAUDIT_SHARED_RESULT", path, 1) == 0);
}

/* Returns GAU_EXIT_OK, or an exit status after printing the error. */
static int open_folder(struct gau_collected_run *c)
{
    gau_error err = {0};

    if (!realpath(c->settings->folder->path, c->folder))
        return gau_usage_fail(GAU_EXIT_USAGE, "cannot find '%.*s': %s",
                              GAU_QUOTE(c->settings->folder->path), strerror(errno));
    if (!join_session(c))
        return gau_usage_out_of_memory("environment");
    c->joined = gau_app_folder_is_joined(c->folder);
    if (gau_collected_run_begin_documents(c, &err) == GAU_OK) {
        if (!c->joined)
            gau_app_folder_release(c->settings->folder);
        return GAU_EXIT_OK;
    }
    clean_up(c);
    gau_usage_failed(&err, GAU_EXIT_RESULTS);
    return GAU_CHILD_FAILED;
}

/* --- in the new process -------------------------------------------------------------------- */

static bool set_number(const char *name, uint64_t value)
{
    char text[32];

    snprintf(text, sizeof text, "%" PRIu64, value);
    return setenv(name, text, 1) == 0;
}

/* The library stands before those that are preloaded anyway. */
static bool set_preload(const char *library)
{
    const char *const before = getenv("LD_PRELOAD");
    const size_t size = strlen(library) + (before ? strlen(before) : 0) + 2;
    char *const value = malloc(size);
    bool done;

    if (!value)
        return false;
    snprintf(value, size, "%s%s%s", library, before && *before ? ":" : "", before ? before : "");
    done = setenv("LD_PRELOAD", value, 1) == 0;
    free(value);
    return done;
}

static bool set_environment(void *user)
{
    const struct gau_collected_run *const c = user;
    const struct gau_collect_options *const settings = c->settings;

    unsetenv("GAUDIT_COLLECT_RESUME_AFTER");
    return (!settings->mpi || set_preload(c->mpi_library)) &&
           (c->program.harmful || set_preload(c->library)) &&
           setenv("INTEL_LIBITTNOTIFY64", c->library, 1) == 0 &&
           setenv("GAUDIT_COLLECT_OUTPUT", c->folder, 1) == 0 &&
           set_number("GAUDIT_COLLECT_FIRST", (uint64_t)getpid()) &&
           set_number("GAUDIT_COLLECT_INTERVAL", settings->interval_ns) &&
           setenv("GAUDIT_COLLECT_CLOCK", gau_collect_clocks[settings->clock], 1) == 0 &&
           set_number("GAUDIT_COLLECT_PAUSED", settings->start_paused) &&
           (!settings->resume_after_ns ||
            set_number("GAUDIT_COLLECT_RESUME_AFTER", settings->resume_after_ns)) &&
           set_number("GAUDIT_COLLECT_BUFFER", settings->buffer_bytes) &&
           set_number("GAUDIT_COLLECT_FOLLOW", (uint64_t)settings->follow_child) &&
           set_number("GAUDIT_COLLECT_TIMELINE", settings->timeline);
}

static void print_ready(const struct gau_program *program)
{
    const char *const reason = program->not_sampled_reason;

    gau_word_print(program->path, stdout);
    printf(" can be run%s%s\n", reason[0] ? ", without samples: " : "", reason);
}

/* --- running ------------------------------------------------------------------------------- */

static void warn_of_end(void *user)
{
    const struct gau_collected_run *const c = user;

    if (c->program.not_sampled_reason[0])
        fprintf(stderr,
                "gaudit: warning: '%.*s' runs without samples: %s, and no collector can be loaded "
                "into it\n",
                GAU_QUOTE(c->program.path), c->program.not_sampled_reason);
    else if (access("/proc/self/task", X_OK) != 0)
        fputs("gaudit: warning: there is no /proc: threads and their names may not be known\n",
              stderr);
}

/* The kernel's message for a missing loader would be misleading. */
static int cannot_run(struct gau_collected_run *c, gau_error *err)
{
    clean_up(c);
    c->ended_ns = 0;
    if (c->child.problem == ENOEXEC && c->program.not_sampled_reason[0])
        gau_error_set(err, GAU_ERR_IO, __FILE__, __LINE__, "cannot run '%.*s': %s",
                      GAU_QUOTE(c->child.argv[0]), c->program.not_sampled_reason);
    else if (c->child.problem == ENOENT)
        gau_error_set(err, GAU_ERR_IO, __FILE__, __LINE__,
                      "cannot run '%.*s': its dynamic loader does not exist",
                      GAU_QUOTE(c->child.argv[0]));
    gau_usage_failed(err, GAU_EXIT_RESULTS);
    return c->child.problem ? GAU_CHILD_CANNOT_EXECUTE : GAU_CHILD_FAILED;
}

/* --- afterwards ----------------------------------------------------------------------------- */

/* The first failure counts, so a program that failed keeps its own status. */
static int read_results(struct gau_collected_run *c)
{
    gau_error err = {0};

    if (gau_collect_quality(&c->quality, c->folder, &err) < 0 ||
        gau_collected_run_end_documents(c, &err) < 0) {
        gau_usage_failed(&err, GAU_EXIT_RESULTS);
        return c->child.status ? c->child.status : GAU_CHILD_FAILED;
    }
    gau_collected_run_print_summary(c);
    return c->child.status;
}

static int run_program(struct gau_collected_run *c)
{
    gau_error err = {0};
    gau_status done;

    c->began_ns = gau_clock_ns();
    done = gau_child_run(&c->child, &err);
    c->ended_ns = gau_clock_ns();
    return done == GAU_OK ? read_results(c) : cannot_run(c, &err);
}

/* Whatever would keep the program from running is found before the folder is made. */
static int check_before_run(struct gau_collected_run *c)
{
    gau_error err = {0};
    int status = GAU_CHILD_FAILED;

    if (gau_executable_inspect(&c->program, c->child.argv[0], &status, &err) < 0 ||
        gau_collect_find_library(c->library, &err) < 0 ||
        (c->settings->mpi && gau_collect_find(c->mpi_library, "libgaudit-mpi.so", &err) < 0)) {
        gau_usage_failed(&err, GAU_EXIT_RESULTS);
        return status;
    }
    c->child.path = c->program.by_shell ? NULL : c->program.path;
    return GAU_EXIT_OK;
}

int gau_collect_run(const struct gau_collect_options *settings, char **argv)
{
    const struct gau_argv words = gau_argv_of(argv);
    struct gau_collected_run c = {
        .settings = settings,
        .command = gau_argv_text(&words),
        .child = {.argv = argv, .prepare = set_environment, .started = warn_of_end}};
    int status = GAU_CHILD_FAILED;

    gau_signals_hold(); /* the report is always written */
    c.child.user = &c;
    if (!c.command)
        gau_usage_out_of_memory("command line");
    else
        status = check_before_run(&c);
    if (status == GAU_EXIT_OK && settings->folder) {
        status = open_folder(&c);
        status = status == GAU_EXIT_OK ? run_program(&c) : status;
    } else if (status == GAU_EXIT_OK && !settings->quiet) {
        print_ready(&c.program);
    }
    gau_quality_clear(&c.quality);
    json_decref(c.run);
    json_decref(c.report);
    free(c.command);
    gau_signals_drop(SIGPIPE); /* a closed pipe is no failure of the report */
    gau_signals_release();
    if (status != GAU_EXIT_OK && c.ended_ns == 0)
        gau_launcher_end_job();
    return status;
}

/* --- the command --------------------------------------------------------------------------- */

struct values {
    struct gau_collect_options settings;
    struct gau_sampling_interval interval;
    const char *folder, *html;
    bool dry_run;
};

/* Reads "64M": a whole number of bytes, or of KiB, MiB, GiB. */
static gau_status read_size(void *to, const char *text, const struct gau_option *option,
                            gau_error *err)
{
    static const char units[] = "KMG";
    const uint64_t most = UINT64_C(64) << 30;
    char *end;
    const uint64_t value = strtoull(text, &end, 10);
    const char *const unit = *end ? strchr(units, *end) : NULL;
    const uint64_t bytes = unit ? value << 10 * (unit - units + 1) : value;

    (void)option, (void)err;
    if (!isdigit((unsigned char)text[0]) || (*end && (!unit || end[1])) || value > most ||
        bytes < 1 << 20 || bytes > most)
        return GAU_ERR_USAGE;
    *(uint64_t *)to = bytes;
    return GAU_OK;
}

static const char *const switches[] = {"off", "on", NULL};

static const struct gau_option options[] = {
    {GAU_OPTION_OUTPUT(struct values, folder),
     .more = " (PROGRAM.gaudit, or PROGRAM.2.gaudit ...)"},
    {GAU_OPTION_INTERVAL(struct values, interval), .more = " (10ms)"},
    {GAU_OPTION_TIME(struct values, settings.time), .more = ": the sections of PROGRAM, in DIR"},
    {GAU_OPTION_MPI(struct values, settings.mpi), .more = ": its calls of MPI are sections, too"},
    {GAU_VALUE(struct values, settings.clock, "clock", "CLOCK", gau_read_choice,
               "the sampling clock: auto, perf, timer (auto)"),
     .choices = gau_collect_clocks},
    {GAU_OPTION_START_PAUSED(struct values, settings.start_paused),
     .more = ", until it calls __itt_resume()"},
    {GAU_VALUE(struct values, settings.resume_after_ns, "resume-after", "S", gau_read_seconds,
               "do not sample in the first S seconds"),
     .takes = "seconds from 0.001 to 1000000, such as 2.5"},
    {GAU_VALUE(struct values, settings.follow_child, "follow-child", "on|off", gau_read_choice,
               "also in the processes that PROGRAM starts (on)"),
     .choices = switches},
    {GAU_FLAG(struct values, settings.timeline, "timeline", "record begin and end of each task")},
    {GAU_VALUE(struct values, settings.buffer_bytes, "buffer", "SIZE", read_size,
               "memory for samples that are not yet written, such as 16M (64M)"),
     .takes = "a size from 1M to 64G, such as 16M"},
    {GAU_OPTION_HTML(struct values, html)},
    {GAU_OPTION_DRY_RUN(struct values, dry_run), .more = ": only check whether PROGRAM can be run"},
    {GAU_OPTION_QUIET(struct values, settings.quiet), .more = ": only warnings and errors"},
    {0},
};

static int run(int argc, char **argv)
{
    struct values values = {.settings = gau_collect_options_new()};
    struct gau_collect_options *const settings = &values.settings;
    gau_app_folder folder;
    gau_error err = {0};
    int status;

    values.interval.ns = settings->interval_ns;
    status = gau_options_read(&gau_tool_collect, argc, argv, &values, NULL);
    if (status == GAU_OPTIONS_READ)
        status = gau_html_file_check(&gau_tool_collect, values.html, values.folder);
    if (status != GAU_OPTIONS_READ)
        return status;
    settings->interval_ns = values.interval.ns;
    settings->start_paused |= settings->resume_after_ns > 0;
    settings->time |= settings->mpi;
    if (values.dry_run)
        return gau_collect_run(settings, argv + optind);
    gau_signals_hold(); /* until the folder is a result, or removed */
    if (gau_collect_folder(&folder, values.folder, argv[optind], false, &err) == GAU_OK) {
        settings->folder = &folder;
        status = gau_collect_run(settings, argv + optind);
        if (values.html && status != GAU_CHILD_FAILED &&
            gau_html_file_write(folder.path, values.html) != GAU_EXIT_OK && status == GAU_EXIT_OK)
            status = GAU_CHILD_FAILED;
        gau_app_folder_close(&folder);
    } else {
        status = gau_usage_failed(&err, GAU_EXIT_USAGE);
    }
    gau_signals_release();
    return status;
}

const struct gau_command gau_tool_collect = {
    .name = "collect",
    .summary = "samples any program: time per task and function",
    .usage = "[OPTION...] [--] PROGRAM [ARGUMENT...]",
    .about = "Runs any program and samples where its CPU time goes: by function and, if it makes\n"
             "ITT calls, by task. doc/profiling.md explains it.\n",
    .options = options,
    .notes = "exit status: that of PROGRAM, 128 + N if signal N ended it; 1 wrong usage, 125\n"
             "collect itself failed, 126 PROGRAM cannot be run, 127 it is not found\n",
    .operand = "the program",
    .least = 1,
    .most = INT_MAX,
    .program = true,
    .run = run,
};
