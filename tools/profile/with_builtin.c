/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

#include "../child.h"
#include "../collect/collect.h"
#include "../usage.h"

#include "report/hotspots/hotspots.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 20 };

static const char view[] = "hotspots";

/* --- printing it --------------------------------------------------------------------------- */

static void add_collect(struct gau_words *line, const struct gau_profile *p, const char *folder,
                        const struct gau_words *program)
{
    gau_words_add_all(line, program->texts[0], "collect", "--output", folder, "--interval",
                      p->interval.text ? p->interval.text : "10ms", "--start-paused", NULL);
    if (p->run.quiet)
        gau_words_add(line, "--quiet");
    gau_words_add(line, "--");
    gau_words_append(line, program);
}

static void add_report(struct gau_words *line, const char *folder, const struct gau_words *program)
{
    gau_words_add_all(line, program->texts[0], "report", view, "--limit", NULL);
    gau_words_add(line, "%d", (int)ROWS);
    gau_words_add(line, "%s", folder);
}

static int print_lines(const struct gau_profile *p, const char *folder,
                       const struct gau_words *program)
{
    struct gau_words collect = {0}, report = {0};
    bool fine;

    add_collect(&collect, p, folder, program);
    add_report(&report, folder, program);
    fine = !collect.no_memory && !report.no_memory;
    if (fine)
        gau_profile_print(p, folder, &collect, &report);
    gau_words_clear(&collect);
    gau_words_clear(&report);
    return fine ? GAU_EXIT_OK : gau_usage_no_memory("a command line");
}

/* --- running it ---------------------------------------------------------------------------- */

static int report(const char *folder)
{
    const struct gau_hot_options options = {.limit = ROWS, .screen = gau_hot_screen_of(stdout)};
    struct gau_view_error error = {0};

    putchar('\n');
    gau_hot_report(folder, gau_hot_view_find(view), &options, NULL, &error);
    if (error.status == GAU_VIEW_OK)
        return GAU_EXIT_OK;
    fprintf(stderr, "gaudit: %s\n", error.message);
    return GAU_EXIT_RESULTS;
}

/* The job's own statuses are small: these are of the profiler. */
static bool has_run(int status)
{
    return status != GAU_CHILD_FAILED && status != GAU_CHILD_CANNOT_EXECUTE &&
           status != GAU_CHILD_NOT_FOUND;
}

static int run(const struct gau_profile *p, gau_app_folder *folder, const struct gau_words *program)
{
    struct gau_collect_wish wish = gau_collect_wish_new();
    int status, reported;

    wish.folder = folder;
    wish.interval_ns = p->interval.ns;
    wish.start_paused = true; /* the auditor resumes */
    wish.quiet = p->run.quiet;
    if (setenv("GAUDIT_RESULT_JOIN", folder->path, 1) != 0)
        return gau_usage_no_memory("a command line");
    status = gau_collect_run(&wish, program->texts);
    if (!has_run(status))
        return GAU_EXIT_RESULTS;
    if (status == GAU_EXIT_USAGE || status == GAU_EXIT_OPTIONS || p->run.quiet)
        return status;
    reported = report(folder->path);
    return status ? status : reported;
}

/* A line that is only printed has the folder that would be taken now. */
int gau_profile_with_builtin(const struct gau_profile *p, struct gau_words *program)
{
    gau_app_folder folder;
    gau_error err = {0};
    int status;

    if (gau_collect_folder(&folder, p->run.settings.output, p->run.path, true, &err) < 0)
        return gau_usage_failed(&err, GAU_EXIT_USAGE);
    if (!p->run.settings.output)
        gau_words_add_all(program, "--output", folder.path, NULL);
    if (program->no_memory)
        status = gau_usage_no_memory("a command line");
    else
        status = p->dry_run ? print_lines(p, folder.path, program) : run(p, &folder, program);
    gau_app_folder_close(&folder);
    return status;
}
