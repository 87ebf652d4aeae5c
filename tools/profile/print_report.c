/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

#include "tools/common/usage.h"

#include "documents/document.h"
#include "documents/views/views.h"
#include "report/hotspots/hotspots.h"

#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

/* Rows of the table: with all that is around them, the report has 30 lines at most. */
enum { ROWS = 16, ROWS_BELOW_TIMES = 9 };

enum { SHORTEST_INTERVAL_NS = 100000 };

static void print_command(const char *what, const char *command, const char *folder)
{
    printf("%s: gaudit %s ", what, command);
    gau_word_print(folder, stdout);
    putchar('\n');
}

static void print_commands(const struct gau_profile *p, bool timed, const char *folder)
{
    putchar('\n');
    if (!p->program)
        print_command("results of the job", "report", folder);
    print_command("all rows", "report hotspots --percent-limit 0", folder);
    print_command("call stacks", "report top-down", folder);
    if (timed)
        print_command("whether times and samples agree", "compare", folder);
}

static int print_view(const struct gau_view *view, const char *folder,
                      struct gau_view_options *options)
{
    const struct gau_view_request request = {
        .view = view, .name = view->name, .paths = &folder, .path_count = 1, .options = options};
    gau_error error = {0};

    gau_view_options_set_screen(options, stdout);
    putchar('\n');
    gau_view_report(&request, NULL, &error);
    return error.status == GAU_OK ? GAU_EXIT_OK : gau_usage_failed(&error, GAU_EXIT_RESULTS);
}

/* A sentence on the times, or the tables. */
static int print_times(const struct gau_profile *p, const char *folder, bool all)
{
    struct gau_view_options options = {.sentence = !all,
                                       .wide = p->run.settings.wide,
                                       .colour = p->run.settings.colour};
    const int status = print_view(&gau_view_timing, folder, &options);

    if (status == GAU_EXIT_OK && !all)
        print_command(p->program ? "all sections" : "all branches", "report timing", folder);
    return status;
}

/* Returns whether there are files of samples, and no sample is in them. */
static bool has_no_samples(const char *folder)
{
    gau_error ignored = {0};
    json_t *const document = gau_document_load(folder, "collect", &ignored);
    const json_t *const samples = json_object_get(document, "samples");
    const bool none = json_is_integer(samples) && json_integer_value(samples) == 0 &&
                      json_integer_value(json_object_get(document, "files")) > 0;

    json_decref(document);
    return none;
}

int gau_profile_report(const struct gau_profile *p, const char *folder)
{
    const bool all = p->run.settings.verbosity > 0;
    struct gau_view_options hot = {.wide = p->run.settings.wide,
                                   .colour = p->run.settings.colour,
                                   .verbose = p->run.settings.verbosity};
    char path[PATH_MAX + 16];
    bool timed;
    int status = GAU_EXIT_OK;

    snprintf(path, sizeof path, "%s/timer.json", folder);
    timed = access(path, F_OK) == 0;
    hot.most_rows = all ? 0 : timed ? ROWS_BELOW_TIMES : ROWS;
    if (timed && (p->program || !all)) /* else the job has printed them */
        status = print_times(p, folder, all);
    if (has_no_samples(folder)) {
        printf("\nno samples: the %s was too short%s\n", p->program ? "program" : "job",
               p->interval.ns > SHORTEST_INTERVAL_NS ? ": use --interval 100us" : "");
        return status;
    }
    if (status == GAU_EXIT_OK)
        status = print_view(&gau_view_hotspots, folder, &hot);
    if (status == GAU_EXIT_OK)
        print_commands(p, timed, folder);
    return status;
}
