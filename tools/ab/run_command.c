/* SPDX-License-Identifier: Apache-2.0 */
#include "ab.h"

#include "tools/common/child_process.h"
#include "tools/common/program_session.h"
#include "tools/common/signals.h"
#include "tools/common/temp_folder.h"
#include "tools/common/usage.h"

#include "table/utf8.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the line ------------------------------------------------------------------------------ */

/* CPU time comes first, so that a user's setting can override it. */
static void add_changes(struct gau_argv *line, const struct gau_ab *ab, int side)
{
    const struct gau_tool_overrides *const changes = &ab->run.changes;

    gau_argv_append(line, &ab->timer);
    for (size_t i = 0; i < changes->audits.count; i++)
        gau_argv_add_all(line, "--audit", changes->audits.texts[i], NULL);
    for (size_t i = 0; i < changes->sets.count; i++)
        gau_argv_add_all(line, "--set", changes->sets.texts[i], NULL);
    for (size_t i = 0; i < ab->sides[side].sets.count; i++)
        gau_argv_add_all(line, "--set", ab->sides[side].sets.texts[i], NULL);
}

static void add_job(struct gau_argv *line, const struct gau_ab *ab)
{
    gau_argv_add(line, "%s%s", ab->run.path[0] == '-' ? "./" : "", ab->run.path);
}

static void add_program(struct gau_argv *line, const struct gau_ab *ab, int side)
{
    const struct gau_argv program = gau_argv_of(ab->programs[side]);

    gau_argv_add(line, "--");
    gau_argv_append(line, &program);
}

/* Makes the command of a run with results in @p folder; NULL: of a check whether it would begin. */
static void make_line(struct gau_argv *line, const struct gau_ab *ab, int side, const char *folder)
{
    const bool program = ab->programs[side] != NULL;

    gau_argv_add_all(line, "gaudit",
                     program       ? "collect"
                     : !folder     ? "check"
                     : ab->profile ? "profile"
                                   : "run",
                     NULL);
    if (folder)
        gau_argv_add_all(line, "--quiet", "--output", folder, NULL);
    else
        gau_argv_add(line, "%s", program ? "--dry-run" : "--load-modules");
    if (folder && ab->interval.text)
        gau_argv_add_all(line, "--interval", ab->interval.text, NULL);
    if (program) {
        add_program(line, ab, side);
        return;
    }
    if (folder && ab->profile)
        gau_argv_add_all(line, "--profiler", ab->profiler ? ab->profiler : "builtin", NULL);
    add_job(line, ab);
    if (folder) {
        gau_argv_add_all(line, "--progress", "off", NULL);
        gau_argv_append(line, &ab->passed);
        if (ab->run.settings.events > 0) {
            gau_argv_add(line, "--events");
            gau_argv_add(line, "%" PRIu64, ab->run.settings.events);
        }
    }
    add_changes(line, ab, side);
}

/* --- running it ---------------------------------------------------------------------------- */

struct scene {
    const struct gau_ab *ab;
    int side;
    const char *folder, *log;
};

const char *gau_ab_inherited(const struct gau_ab *ab, const char *name)
{
    const char *const value = getenv(name);

    return !value && ab->programs[0] && !getenv("GAUDIT_OPTIONS") &&
                   strcmp(name, "GAUDIT_AUDITORS") == 0
               ? gau_program_session_auditors
               : value;
}

/* All runs would write the one file of k4Bench that the variable names; without it, each has one
 * among its results. An empty one means none, for runs as well. */
static bool drop_shared_file(void)
{
    static const char name[] = "K4BENCH_EVENT_JSON";
    const char *const value = getenv(name);

    return !value || !*value || unsetenv(name) == 0;
}

static bool prepare_child(void *user)
{
    const struct scene *const scene = user;
    const struct gau_ab *const ab = scene->ab;
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    const int log = scene->log ? open(scene->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)
                               : STDERR_FILENO;

    return null >= 0 && log >= 0 && dup2(null, STDIN_FILENO) >= 0 &&
           dup2(null, STDOUT_FILENO) >= 0 && dup2(log, STDERR_FILENO) >= 0 &&
           (!ab->programs[0] || !scene->folder || gau_program_session_set(scene->folder, false)) &&
           drop_shared_file() && gau_ab_settings_apply(&ab->sides[scene->side]);
}

static int run_line(const struct gau_argv *line, const struct gau_ab *ab, int side,
                    const char *folder, const char *log)
{
    struct scene scene = {.ab = ab, .side = side, .folder = folder, .log = log};
    struct gau_child child = {
        .argv = line->texts, .path = "/proc/self/exe", .prepare = prepare_child, .user = &scene};
    gau_error err = {0};

    if (line->out_of_memory)
        return gau_usage_out_of_memory("command line");
    if (gau_child_run(&child, &err) < 0)
        return gau_usage_failed(&err, GAU_EXIT_RESULTS);
    return child.status;
}

int gau_ab_run_side(const struct gau_ab *ab, int side, const char *folder, const char *log)
{
    struct gau_argv line = {0};
    int status;

    make_line(&line, ab, side, folder);
    status = run_line(&line, ab, side, folder, log);
    gau_argv_clear(&line);
    return status;
}

/* --- its messages -------------------------------------------------------------------------- */

static const char *message_of(const char *line, enum gau_ab_lines lines)
{
    static const char ours[] = "gaudit: ", loader[] = "ERROR: ld.so: ";
    const bool is_ours = strncmp(line, ours, sizeof ours - 1) == 0;
    const char *const of_loader = strstr(line, loader);

    if (lines == GAU_AB_LOADER)
        return of_loader ? of_loader + sizeof loader - 1 : NULL;
    if (lines != GAU_AB_ALL && is_ours != (lines == GAU_AB_OURS))
        return NULL;
    return is_ours ? line + sizeof ours - 1 : line;
}

void gau_ab_message(char *text, size_t size, const char *log, enum gau_ab_lines lines)
{
    char line[1024];
    FILE *const in = fopen(log, "r");

    text[0] = '\0';
    while (in && fgets(line, sizeof line, in)) {
        const char *const message = message_of(line, lines);

        if (!message || (lines == GAU_AB_LOADER && text[0]))
            continue;
        if (message[strcspn(message, "\n")] == '\n' || feof(in))
            snprintf(text, size, "%.*s", (int)strcspn(message, "\n"), message);
    }
    gau_utf8_disarm(text);
    if (in)
        fclose(in);
}

/* --- the timer ----------------------------------------------------------------------------- */

int gau_ab_find_timer(struct gau_ab *ab)
{
    struct gau_tool_job job = {0};
    const int status =
        gau_tool_job_read(&job, ab->run.path, &ab->run.changes, ab->run.settings.verbosity);

    if (status == GAU_EXIT_OK) {
        const char *const name = gau_tool_job_auditor(&job, "TimerAuditor");

        gau_argv_add(&ab->timer, name ? "--set" : "--audit");
        gau_argv_add(&ab->timer, name ? "%s.CpuTime=true" : "%s:CpuTime=true",
                     name ? name : "TimerAuditor");
    }
    gau_tool_job_close(&job);
    return status == GAU_EXIT_OK && ab->timer.out_of_memory ? gau_usage_out_of_memory("runs")
                                                            : status;
}

/* --- both sides ---------------------------------------------------------------------------- */

/* A side is checked in its environment, which may decide what modules there are. The loader ignores
 * a library that it cannot preload; both sides would be alike. An error without settings is that of
 * the job or program. */
static int check_side(const struct gau_ab *ab, int side, const char *log)
{
    const char *const settings = ab->sides[side].text;
    char text[1024];
    int status = gau_ab_run_side(ab, side, NULL, log);
    const int signal = gau_signals_came();

    if (signal)
        return 128 + signal;
    gau_ab_message(text, sizeof text, log, GAU_AB_LOADER);
    if (text[0])
        status = GAU_EXIT_USAGE;
    else if (status != GAU_EXIT_OK)
        gau_ab_message(text, sizeof text, log, GAU_AB_ALL);
    if (status != GAU_EXIT_OK)
        fprintf(stderr, "gaudit: %.*s%s\n", settings[0] ? 5 : 0, side ? "--b: " : "--a: ",
                text[0] ? text : "cannot check whether a run would begin");
    return status;
}

int gau_ab_check(struct gau_ab *ab)
{
    char folder[PATH_MAX], log[PATH_MAX + 8];
    gau_error err = {0};
    int status = ab->programs[0] ? GAU_EXIT_OK : gau_ab_find_timer(ab);

    if (status == GAU_EXIT_OK && gau_temp_folder_make(folder, sizeof folder, "ab", &err) < 0)
        return gau_usage_failed(&err, GAU_EXIT_RESULTS);
    snprintf(log, sizeof log, "%s/log", folder);
    for (int side = 0; side < 2 && status == GAU_EXIT_OK; side++)
        status = check_side(ab, side, log);
    gau_temp_folder_remove();
    return status;
}
