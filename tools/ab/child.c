/* SPDX-License-Identifier: Apache-2.0 */
#include "ab.h"

#include "../child.h"
#include "../usage.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* --- the line ------------------------------------------------------------------------------ */

static void add_two(struct gau_words *line, const char *one, const char *two)
{
    gau_words_add(line, "%s", one);
    gau_words_add(line, "%s", two);
}

/* CPU time comes first, so that whoever does not want it can say so. */
static void add_changes(struct gau_words *line, const struct gau_ab *ab, int side)
{
    const struct gau_tool_changes *const changes = &ab->run.changes;

    if (ab->auditor[0])
        add_two(line, "--audit", ab->auditor);
    else
        add_two(line, "--set", "TimerAuditor.CpuTime=true");
    for (size_t i = 0; i < changes->audits.count; i++)
        add_two(line, "--audit", changes->audits.texts[i]);
    for (size_t i = 0; i < changes->sets.count; i++)
        add_two(line, "--set", changes->sets.texts[i]);
    for (size_t i = 0; i < ab->sides[side].sets.count; i++)
        add_two(line, "--set", ab->sides[side].sets.texts[i]);
}

static void add_job(struct gau_words *line, const struct gau_ab *ab)
{
    gau_words_add(line, "%s%s", ab->run.path[0] == '-' ? "./" : "", ab->run.path);
}

void gau_ab_line(struct gau_words *line, const struct gau_ab *ab, int side)
{
    gau_words_add(line, "%s", ab->self);
    if (ab->profile) {
        gau_words_add(line, "profile");
        add_two(line, "--with", "builtin");
    } else {
        gau_words_add(line, "run");
    }
    add_job(line, ab);
    gau_words_add(line, "--quiet");
    add_two(line, "--progress", "off");
    gau_words_append(line, &ab->passed);
    add_changes(line, ab, side);
}

void gau_ab_check_line(struct gau_words *line, const struct gau_ab *ab, int side)
{
    add_two(line, ab->self, "check");
    gau_words_add(line, "--load-modules");
    add_job(line, ab);
    add_changes(line, ab, side);
}

/* --- running it ---------------------------------------------------------------------------- */

struct scene {
    const struct gau_ab_settings *settings;
    const char *log;
};

static bool prepare(void *user)
{
    const struct scene *const scene = user;
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    const int log = open(scene->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

    return null >= 0 && log >= 0 && dup2(null, STDIN_FILENO) >= 0 &&
           dup2(null, STDOUT_FILENO) >= 0 && dup2(log, STDERR_FILENO) >= 0 &&
           gau_ab_settings_apply(scene->settings);
}

int gau_ab_child(const struct gau_words *line, const struct gau_ab_settings *settings,
                 const char *log)
{
    struct scene scene = {settings, log};
    struct gau_child child = {.argv = line->texts, .prepare = prepare, .user = &scene};
    gau_error err = {0};

    if (line->no_memory) {
        gau_error_set(&err, GAU_ERR_MEMORY, __FILE__, __LINE__, "no memory for a command line");
        return gau_usage_failed(&err, GAU_EXIT_RESULTS);
    }
    if (gau_child_run(&child, &err) < 0)
        return gau_usage_failed(&err, GAU_EXIT_RESULTS);
    return child.status;
}

/* --- what it said -------------------------------------------------------------------------- */

/* The last line: what is said before are warnings. */
void gau_ab_message(char *text, size_t size, const char *log)
{
    static const char prefix[] = "gaudit: ";
    char line[1024];
    FILE *const in = fopen(log, "r");

    text[0] = '\0';
    while (in && fgets(line, sizeof line, in)) {
        const char *const message =
            strncmp(line, prefix, sizeof prefix - 1) == 0 ? line + sizeof prefix - 1 : line;

        if (message[strcspn(message, "\n")] == '\n' || feof(in))
            snprintf(text, size, "%.*s", (int)strcspn(message, "\n"), message);
    }
    if (in)
        fclose(in);
}
