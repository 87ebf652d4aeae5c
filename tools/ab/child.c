/* SPDX-License-Identifier: Apache-2.0 */
#include "ab.h"

#include "../child.h"
#include "../usage.h"

#include "table/utf8.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the line ------------------------------------------------------------------------------ */

/* CPU time comes first, so that whoever does not want it can say so. */
static void add_changes(struct gau_words *line, const struct gau_ab *ab, int side)
{
    const struct gau_tool_changes *const changes = &ab->run.changes;

    if (ab->auditor[0])
        gau_words_add_all(line, "--audit", ab->auditor, NULL);
    else
        gau_words_add_all(line, "--set", "TimerAuditor.CpuTime=true", NULL);
    for (size_t i = 0; i < changes->audits.count; i++)
        gau_words_add_all(line, "--audit", changes->audits.texts[i], NULL);
    for (size_t i = 0; i < changes->sets.count; i++)
        gau_words_add_all(line, "--set", changes->sets.texts[i], NULL);
    for (size_t i = 0; i < ab->sides[side].sets.count; i++)
        gau_words_add_all(line, "--set", ab->sides[side].sets.texts[i], NULL);
}

static void add_job(struct gau_words *line, const struct gau_ab *ab)
{
    gau_words_add(line, "%s%s", ab->run.path[0] == '-' ? "./" : "", ab->run.path);
}

static void add_program(struct gau_words *line, const struct gau_ab *ab, int side)
{
    const struct gau_words program = gau_words_of(ab->programs[side]);

    gau_words_add(line, "--");
    gau_words_append(line, &program);
}

void gau_ab_line(struct gau_words *line, const struct gau_ab *ab, int side, const char *folder)
{
    gau_words_add_all(line, "gaudit",
                      ab->programs[side] ? "collect"
                      : ab->profile      ? "profile"
                                         : "run",
                      "--quiet", "--output", folder, NULL);
    if (ab->interval.text)
        gau_words_add_all(line, "--interval", ab->interval.text, NULL);
    if (ab->programs[side]) {
        add_program(line, ab, side);
        return;
    }
    if (ab->profile)
        gau_words_add_all(line, "--with", "builtin", NULL);
    add_job(line, ab);
    gau_words_add_all(line, "--progress", "off", NULL);
    gau_words_append(line, &ab->passed);
    add_changes(line, ab, side);
}

void gau_ab_check_line(struct gau_words *line, const struct gau_ab *ab, int side)
{
    if (ab->programs[side]) {
        gau_words_add_all(line, "gaudit", "collect", "--dry-run", NULL);
        add_program(line, ab, side);
        return;
    }
    gau_words_add_all(line, "gaudit", "check", "--load-modules", NULL);
    add_job(line, ab);
    add_changes(line, ab, side);
}

/* --- running it ---------------------------------------------------------------------------- */

struct scene {
    const struct gau_ab *ab;
    int side;
    const char *folder, *log;
};

/* The session that a program with sections opens: timed, with marks for the samples, unless its
 * user wants something else, and in the folder of the run. */
static bool set_session(const char *folder)
{
    return setenv("GAUDIT_OUTPUT", folder, 1) == 0 &&
           setenv("GAUDIT_RESULT_JOIN", folder, 1) == 0 &&
           (getenv("GAUDIT_OPTIONS") ||
            setenv("GAUDIT_AUDIT", "TimerAuditor:CpuTime=true IttAuditor", 0) == 0);
}

static bool prepare(void *user)
{
    const struct scene *const scene = user;
    const struct gau_ab *const ab = scene->ab;
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    const int log = scene->log ? open(scene->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)
                               : STDERR_FILENO;

    return null >= 0 && log >= 0 && dup2(null, STDIN_FILENO) >= 0 &&
           dup2(null, STDOUT_FILENO) >= 0 && dup2(log, STDERR_FILENO) >= 0 &&
           (!ab->programs[0] || !scene->folder || set_session(scene->folder)) &&
           gau_ab_settings_apply(&ab->sides[scene->side]);
}

int gau_ab_child(const struct gau_words *line, const struct gau_ab *ab, int side,
                 const char *folder, const char *log)
{
    struct scene scene = {.ab = ab, .side = side, .folder = folder, .log = log};
    struct gau_child child = {
        .argv = line->texts, .path = "/proc/self/exe", .prepare = prepare, .user = &scene};
    gau_error err = {0};

    if (line->no_memory)
        return gau_usage_no_memory("a command line");
    if (gau_child_run(&child, &err) < 0)
        return gau_usage_failed(&err, GAU_EXIT_RESULTS);
    return child.status;
}

/* --- what it said -------------------------------------------------------------------------- */

/* The last line: what is said before are warnings. */
void gau_ab_message(char *text, size_t size, const char *log, enum gau_ab_lines lines)
{
    static const char prefix[] = "gaudit: ";
    char line[1024];
    FILE *const in = fopen(log, "r");

    text[0] = '\0';
    while (in && fgets(line, sizeof line, in)) {
        const bool ours = strncmp(line, prefix, sizeof prefix - 1) == 0;
        const char *const message = ours ? line + sizeof prefix - 1 : line;

        if (lines != GAU_AB_ALL && ours != (lines == GAU_AB_OURS))
            continue;
        if (message[strcspn(message, "\n")] == '\n' || feof(in))
            snprintf(text, size, "%.*s", (int)strcspn(message, "\n"), message);
    }
    gau_utf8_disarm(text);
    if (in)
        fclose(in);
}
