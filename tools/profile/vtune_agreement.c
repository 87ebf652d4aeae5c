/* SPDX-License-Identifier: Apache-2.0 */
#include "vtune_lines.h"

#include "tools/common/child_process.h"

#include "documents/document.h"
#include "report/agreement/agreement.h"
#include "report/hotspots/hotspots.h"
#include "report/timings/timings.h"

#include <stdio.h>
#include <unistd.h>

/* The file that gau_agreement_read() looks for. */
static const char file_name[] = "vtune-tasks.csv";

static void print_warning(const char *message)
{
    fprintf(stderr, "gaudit: warning: timer and samples are not compared: %s\n", message);
}

/* --- the report ---------------------------------------------------------------------------- */

static bool has_timed_events(const char *folder)
{
    struct gau_timer_result timings;
    gau_error error = {0};
    bool has;

    if (gau_timer_result_read(&timings, folder, &(struct gau_timer_grouping){0}, &error) != GAU_OK)
        return false;
    has = timings.timed && timings.events > 0;
    gau_timer_result_clear(&timings);
    return has;
}

static bool make_csv(const struct gau_vtune *vtune, const char *folder, const char *result)
{
    char path[PATH_MAX + 32];
    struct gau_argv line;
    gau_error err = {0};
    bool made = false;

    snprintf(path, sizeof path, "%s/%s", folder, file_name);
    line = gau_vtune_csv_line(vtune, result, path);
    if (line.count > 0 && !line.out_of_memory) {
        struct gau_child child = {.argv = line.texts};

        made =
            gau_child_run(&child, &err) == GAU_OK && child.status == 0 && access(path, F_OK) == 0;
    }
    gau_argv_clear(&line);
    return made;
}

/* The errors of samples need the interval later, and reports of VTune do not have it. */
static void record_interval(const char *folder, double interval_s, gau_error *error)
{
    json_t *const document =
        json_pack("{s:i,s:f}", "schema", GAU_DOCUMENT_SCHEMA, "interval_s", interval_s);

    if (!document)
        gau_fail_memory(error, "vtune.json");
    else
        gau_document_save(folder, "vtune", document, error);
    json_decref(document);
}

/* --- the comparison ------------------------------------------------------------------------ */

static void print_agreement(const struct gau_profile *p, const char *folder, gau_error *error)
{
    const struct gau_agreement_runs run = {.timers = &folder, .samples = &folder, .n = 1};
    struct gau_view_options wanted = {.wide = p->run.settings.wide,
                                      .colour = p->run.settings.colour};

    gau_view_options_set_screen(&wanted, stdout);
    putchar('\n');
    gau_agreement_report(&run, 1, &wanted, NULL, error);
}

void gau_vtune_compare(const struct gau_profile *p, const struct gau_vtune *vtune,
                       const char *folder, const char *result, double interval_s)
{
    gau_error error = {0};
    char message[256];

    if (!has_timed_events(folder))
        return;
    if (!make_csv(vtune, folder, result)) {
        snprintf(message, sizeof message, "'%.*s' has no CSV report by task of '%.*s'",
                 GAU_QUOTE(vtune->path), GAU_QUOTE(result));
        print_warning(message);
        return;
    }
    if (interval_s > 0)
        record_interval(folder, interval_s, &error);
    if (error.status == GAU_OK && !p->run.quiet)
        print_agreement(p, folder, &error);
    if (error.status != GAU_OK)
        print_warning(error.message);
}

void gau_vtune_compare_print(const struct gau_profile *p, const struct gau_vtune *vtune,
                             const char *folder, const char *result, const char *gaudit)
{
    char path[PATH_MAX + 32];
    struct gau_argv csv, compare = {0};

    snprintf(path, sizeof path, "%s/%s", folder, file_name);
    csv = gau_vtune_csv_line(vtune, result, path);
    gau_argv_add_all(&compare, gaudit, "compare", NULL);
    if (p->interval.text)
        gau_argv_add_all(&compare, "--interval", p->interval.text, NULL);
    gau_argv_add(&compare, "%s%s", folder[0] == '-' ? "./" : "", folder);
    if (csv.count > 0) {
        gau_argv_print(&csv, stdout);
        putchar('\n');
    }
    if (csv.count > 0 && !p->run.quiet) {
        gau_argv_print(&compare, stdout);
        putchar('\n');
    }
    gau_argv_clear(&csv);
    gau_argv_clear(&compare);
}
