/* SPDX-License-Identifier: Apache-2.0 */
#include "history.h"

#include "report/views/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RESULTS "results"

/* --- the results --------------------------------------------------------------------------- */

enum column { NUMBER, START, VERSION, HOST, WORKERS, EVENTS, TIME, CPU, CHANGE, FOLDER, N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {
    [NUMBER] = {.name = "", .key = "number", .type = GAU_COLUMN_INTEGER},
    [START] = {.name = "Start", .key = "start"},
    [VERSION] = {.name = "gaudit", .key = "gaudit"},
    [HOST] = {.name = "Machine", .key = "host"},
    [WORKERS] = {.name = "Workers", .key = "workers", .type = GAU_COLUMN_INTEGER},
    [EVENTS] = {.name = "Events", .key = "events", .type = GAU_COLUMN_INTEGER},
    [TIME] = {.name = "Per event",
              .key = "event_s",
              .unit = "s",
              .type = GAU_COLUMN_REAL,
              .group = 1,
              .step = 1e-10},
    [CPU] = {.name = "CPU",
             .key = "event_cpu_s",
             .unit = "s",
             .type = GAU_COLUMN_REAL,
             .group = 1,
             .step = 1e-10},
    [CHANGE] = {.name = "Change",
                .key = "",
                .shown = GAU_SHOWN_TO_PEOPLE,
                .align = GAU_ALIGN_RIGHT},
    [FOLDER] = {.name = "Result", .key = "result"},
};

/* The time of an event, CPU time if all results have it. */
static double event_time(const struct gau_timings *run, bool cpu)
{
    const struct gau_timing *const whole = gau_branches_whole(run);

    if (!whole)
        return (double)NAN;
    return (cpu ? whole->cpu_total_s : whole->total_s) / gau_branches_events(run);
}

static void add_result(struct gau_table *table, const struct gau_changes *changes, size_t i,
                       size_t room)
{
    const struct gau_timings *const run = &changes->a.set.runs[i];
    const bool cpu = gau_history_has_cpu(changes);
    const json_t *const version = json_object_get(json_object_get(run->run, "versions"), "gaudit");
    const json_t *const workers = json_object_get(run->run, "workers");
    char text[GAU_CHANGE_TEXT_SIZE];

    gau_table_row(table, 0);
    gau_table_set_integer(table, NUMBER, (int64_t)i + 1);
    gau_table_set_text(table, START, gau_timings_text(run, "start"));
    gau_table_set_text(table, VERSION, json_string_value(version));
    gau_table_set_text(table, HOST, gau_timings_text(run, "host"));
    if (json_is_integer(workers))
        gau_table_set_integer(table, WORKERS, json_integer_value(workers));
    gau_table_set_integer(table, EVENTS, (int64_t)run->events);
    gau_table_set_real(table, TIME, event_time(run, false));
    if (run->cpu_known)
        gau_table_set_real(table, CPU, event_time(run, true));
    if (i > 0) {
        gau_change_text(text, sizeof text,
                        event_time(run, cpu) / event_time(&changes->a.set.runs[i - 1], cpu));
        gau_table_set_text(table, CHANGE, text[0] ? text : NULL);
    }
    gau_sheet_set_name(table, FOLDER, run->folder, room);
}

static void fill(struct gau_table *table, size_t room, const void *data)
{
    const struct gau_changes *const changes = data;

    for (size_t i = 0; i < changes->a.set.n; i++)
        add_result(table, changes, i, room);
}

/* What makes results hard to compare. */
static void warn(struct gau_table *table, const struct gau_changes *changes, const char *key,
                 const char *what)
{
    const struct gau_timings_set *const set = &changes->a.set;

    for (size_t i = 1; i < set->n; i++)
        if (strcmp(gau_timings_text(&set->runs[i], key),
                   gau_timings_text(&set->runs[i - 1], key)) != 0) {
            gau_table_footer(table, "warning: from result %zu to %zu %s changed", i, i + 1, what);
            return;
        }
}

static void add_results(struct gau_changes *changes)
{
    static const size_t optional[] = {VERSION, WORKERS, HOST, EVENTS, START};
    const struct gau_sheet sheet = {
        .columns = columns,
        .n_columns = N_COLUMNS,
        .optional = optional,
        .n_optional = sizeof optional / sizeof *optional,
        .fill = fill,
        .data = changes,
    };
    struct gau_table *const table = gau_sheet_add(changes->page, RESULTS, &sheet);

    if (!table)
        return;
    gau_table_limit(table, 0);
    gau_table_title(table, "%zu result%s", changes->a.set.n, changes->a.set.n == 1 ? "" : "s");
    if (gau_changes_for_people(changes))
        gau_table_footer(table, "Change: of the %stime per event, from the result before",
                         gau_history_has_cpu(changes) ? "CPU " : "");
    if (changes->a.twice)
        gau_table_footer(table, "warning: '%.*s' was given more than once: it is one result",
                         GAU_VIEW_QUOTE(changes->a.set.runs[changes->a.twice - 1].folder));
    warn(table, changes, "host", "the machine");
    warn(table, changes, "processor", "the processor");
    warn(table, changes, "options", "the options");
    warn(table, changes, "clock", "the clock");
}

/* --- order --------------------------------------------------------------------------------- */

struct started {
    struct gau_timings run;
    size_t rank;
};

static int by_start(const void *a, const void *b)
{
    const struct started *const left = a, *const right = b;
    const int order =
        strcmp(gau_timings_text(&left->run, "start"), gau_timings_text(&right->run, "start"));

    return order ? order : (left->rank > right->rank) - (left->rank < right->rank);
}

/* ISO 8601 in UTC: sorted as texts. */
static bool sort_runs(struct gau_timings_set *set)
{
    struct started *const runs = calloc(set->n + 1, sizeof *runs);

    for (size_t i = 0; runs && i < set->n; i++)
        runs[i] = (struct started){.run = set->runs[i], .rank = i};
    if (runs)
        qsort(runs, set->n, sizeof *runs, by_start);
    for (size_t i = 0; runs && i < set->n; i++)
        set->runs[i] = runs[i].run;
    free(runs);
    return runs != NULL;
}

/* --- the report ---------------------------------------------------------------------------- */

bool gau_history_has_cpu(const struct gau_changes *changes)
{
    for (size_t i = 0; i < changes->a.set.n; i++)
        if (!changes->a.set.runs[i].cpu_known)
            return false;
    return true;
}

static void add_tables(struct gau_changes *changes)
{
    add_results(changes);
    gau_history_add_branches(changes);
}

static bool prepare(struct gau_changes *changes)
{
    if (!changes->options->by_start || sort_runs(&changes->a.set))
        return true;
    gau_changes_no_memory(changes);
    return false;
}

enum gau_view_status gau_history_report(const struct gau_changes_paths *paths,
                                        const struct gau_changes_options *options,
                                        const char *output, struct gau_view_error *error)
{
    static const char *const tables[] = {RESULTS, GAU_CHANGES_BRANCHES, NULL};
    static const struct gau_changes_kind kind = {
        .tables = tables, .rows_for_people = 30, .prepare = prepare, .add = add_tables};
    const struct gau_changes_paths sides[2] = {*paths};

    return gau_changes_make(&kind, sides, options, output, error);
}
