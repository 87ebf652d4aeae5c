/* SPDX-License-Identifier: Apache-2.0 */
#include "ab.h"

#include "../scratch.h"
#include "../signals.h"
#include "../usage.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the timer ----------------------------------------------------------------------------- */

/* The one that writes timer.json. */
static bool is_timer(const gau_node *node)
{
    return node->kind == GAU_NODE_AUDITOR && strcmp(node->type, "TimerAuditor") == 0 &&
           strcmp(node->name, "TimerAuditor") == 0;
}

static int find_timer(struct gau_ab *ab)
{
    struct gau_tool_job job = {0};
    const int status =
        gau_tool_job_read(&job, ab->run.path, &ab->run.changes, ab->run.settings.verbosity);
    bool found = false;

    if (status == GAU_EXIT_OK) {
        const gau_node *const root = gau_options_root(job.options);

        for (size_t i = 0; i < root->n_children; i++)
            found |= is_timer(root->children[i]);
        if (!found)
            snprintf(ab->auditor, sizeof ab->auditor, "TimerAuditor:CpuTime=true");
    }
    gau_tool_job_close(&job);
    return status;
}

/* --- both sides ---------------------------------------------------------------------------- */

/* The loader goes on without a library that it cannot preload; both sides would be alike. */
static bool find_loader_error(char *text, size_t size, const char *log)
{
    static const char mark[] = "ERROR: ld.so: ";
    char line[1024];
    FILE *const in = fopen(log, "r");
    bool found = false;

    while (in && !found && fgets(line, sizeof line, in)) {
        const char *const at = strstr(line, mark);

        found = at != NULL;
        if (at)
            snprintf(text, size, "%.*s", (int)strcspn(at + sizeof mark - 1, "\n"),
                     at + sizeof mark - 1);
    }
    if (in)
        fclose(in);
    return found;
}

/* What is wrong without settings is wrong with the job or program. */
static void complain(const struct gau_ab *ab, int side, const char *text)
{
    if (ab->sides[side].text[0])
        fprintf(stderr, "gaudit: --%c: %s\n", "ab"[side], text);
    else
        fprintf(stderr, "gaudit: %s\n", text);
}

/* In the environment of the side, which may well decide what modules there are. */
static int check_side(const struct gau_ab *ab, int side, const char *log)
{
    struct gau_words line = {0};
    char text[1024] = "";
    int status, signal;

    gau_ab_check_line(&line, ab, side);
    status = gau_ab_child(&line, ab, side, NULL, log);
    signal = gau_signals_came();
    if (signal)
        status = 128 + signal;
    else if (find_loader_error(text, sizeof text, log))
        status = GAU_EXIT_USAGE;
    else if (status != GAU_EXIT_OK)
        gau_ab_message(text, sizeof text, log, GAU_AB_ALL);
    if (status != GAU_EXIT_OK && !signal)
        complain(ab, side, text[0] ? text : "it cannot be looked whether a run would begin");
    gau_words_clear(&line);
    return status;
}

int gau_ab_check(struct gau_ab *ab)
{
    char folder[PATH_MAX], log[PATH_MAX + 8];
    gau_error err = {0};
    int status = ab->programs[0] ? GAU_EXIT_OK : find_timer(ab);

    if (status == GAU_EXIT_OK && gau_scratch_make(folder, sizeof folder, "ab", &err) < 0)
        return gau_usage_failed(&err, GAU_EXIT_RESULTS);
    snprintf(log, sizeof log, "%s/log", folder);
    for (int side = 0; side < 2 && status == GAU_EXIT_OK; side++)
        status = check_side(ab, side, log);
    gau_scratch_remove();
    return status;
}
