/* SPDX-License-Identifier: Apache-2.0 */
#include "comparison_report.h"

#include "explain_changes.h"
#include "tables.h"

#include "documents/branch_groups.h"
#include "documents/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DISPLAYED_ROWS = 20 };

struct reporting {
    const struct gau_comparison_request *request;
    struct gau_view_options options; /* as they are applied */
    struct gau_sides sides;
    struct gau_comparison comparison;
    struct gau_event_changes events;
    struct gau_page page;
    gau_error *error;
};

const char *const gau_comparison_tables[] = {"differences", "total",     "branches", "tasks",
                                             "events",      "functions", NULL};
const char *const gau_history_tables[] = {"results", "history",   "branches",
                                          "tasks",   "functions", NULL};

/* --- reading ------------------------------------------------------------------------------- */

static bool fail_memory(const struct reporting *r)
{
    gau_fail_memory(r->error, "comparison");
    return false;
}

/* The last result of a history is its candidate. */
static bool split_history(const struct reporting *r, struct gau_timer_result_set sets[2])
{
    if (sets[0].n < 2) {
        gau_fail_first(r->error, GAU_ERR_USAGE, "a history needs two results; there is one: '%.*s'",
                       GAU_QUOTE(sets[0].runs[0].folder));
        return false;
    }
    sets[1].runs = malloc(sizeof *sets[1].runs);
    if (!sets[1].runs)
        return fail_memory(r);
    sets[1].runs[0] = sets[0].runs[--sets[0].n];
    sets[1].n = 1;
    return true;
}

static bool read_sides(struct reporting *r)
{
    struct gau_timer_result_set *const sets = r->sides.sets;
    const bool history = r->request->kind == GAU_HISTORY;
    const char *const by = r->options.group_by;
    struct gau_branch_key key;
    const struct gau_timer_grouping grouping = {.key = by ? &key : NULL,
                                                .relative_to = r->options.relative_to};
    size_t last, repeated = 0;

    r->sides.group_by = by;
    if (by && !gau_branch_key_read(&key, by, strlen(by), r->error))
        return false;
    for (int side = 0; side < (history ? 1 : 2); side++) {
        const struct gau_comparison_paths *const paths = &r->request->sides[side];

        if (gau_timer_result_set_read(&sets[side], paths->items, paths->n, &grouping, r->error) !=
            GAU_OK)
            return false;
        repeated += gau_timer_result_set_drop_repeated(&sets[side], &last);
        if (!history || r->request->by_start)
            gau_runs_sort(&sets[side]);
    }
    if (repeated > 0)
        gau_notes_add(&r->sides.notes, "%zu result%s given more than once, and count%s once",
                      repeated, repeated == 1 ? " was" : "s were", repeated == 1 ? "s" : "");
    return !history || split_history(r, sets);
}

static bool make_comparison(struct gau_comparison *out, const struct reporting *r,
                            const struct gau_matrix *matrix, bool allow_new)
{
    const struct gau_comparison_request *const request = r->request;
    const double families = r->events.known ? 2 : 1; /* of rows, which share the probability */
    const struct gau_comparison_limits limits = {
        .max_ratio = request->max_ratio > 0 ? request->max_ratio : GAU_MAX_RATIO,
        .min_s = request->min_s > 0 ? request->min_s : (double)NAN,
        .false_positive_rate = (request->false_positive_rate > 0 ? request->false_positive_rate
                                                                 : GAU_FALSE_POSITIVE_RATE) /
                               families,
        .allow_new = allow_new,
        .gate = request->kind == GAU_GATE,
        .require_decision = request->require_decision,
        .runs = r->sides.runs};

    return gau_comparison_make(out, matrix, &limits) || fail_memory(r);
}

/* Results with events need no times of branches to be compared. */
static bool read_events(struct reporting *r)
{
    const size_t before = r->sides.notes.n;

    if (r->request->kind == GAU_HISTORY)
        return true;
    if (!gau_event_changes_read(&r->events, &r->sides.notes, r->sides.sets, r->error))
        return false;
    r->sides.rows_optional |= r->events.known && r->request->kind == GAU_COMPARE;
    r->sides.has_no_rows = r->sides.rows_optional && r->events.is_k4bench;
    if (!r->events.known && r->options.table && strcmp(r->options.table, "events") == 0)
        gau_fail_first(r->error, GAU_ERR_USAGE, "%s",
                       r->sides.notes.n > before
                           ? r->sides.notes.texts[before]
                           : "no result has events: run the jobs with '--event-data'");
    return r->error->status == GAU_OK;
}

static bool compare_events(struct reporting *r)
{
    return !r->events.known ||
           (make_comparison(&r->events.comparison, r, &r->events.matrix, true) &&
            (gau_event_changes_finish(&r->events) || fail_memory(r)));
}

/* --- the tables ---------------------------------------------------------------------------- */

static bool is_display(const struct reporting *r)
{
    return gau_table_format_is_display(r->options.format);
}

/* A page has all tables as data. */
static bool is_data_of_page(const struct reporting *r)
{
    return r->request->of_page && !is_display(r);
}

/* Display formats have tables of `compare`, and functions of a gate, anyway; others on request. */
static bool is_requested(const struct reporting *r, const char *table)
{
    const bool of_gate = r->request->kind == GAU_GATE && strcmp(table, "functions") == 0;

    if (is_data_of_page(r))
        return true;

    return r->options.table ? strcmp(r->options.table, table) == 0
                            : is_display(r) && (of_gate || r->request->kind == GAU_COMPARE);
}

/* Returns NULL if there are no functions, or they are the rows already. */
static struct gau_table *add_functions(struct reporting *r)
{
    const struct gau_sides *const sides = &r->sides;
    struct gau_comparison_request request = *r->request;
    struct gau_matrix matrix = {0};
    struct gau_comparison comparison = {0};
    struct gau_table *table = NULL;

    if ((!sides->has_samples && !r->options.table) || sides->matrix.kind == GAU_ROWS_FUNCTIONS ||
        gau_matrix_of_samples(&matrix, &sides->sampled, GAU_ROWS_FUNCTIONS, &sides->sets[0],
                              &sides->sets[1], r->error) != GAU_OK)
        return NULL;
    if (request.kind == GAU_GATE) /* a gate does not test functions */
        request.kind = GAU_COMPARE;
    if (make_comparison(&comparison, r, &matrix, true)) {
        table = gau_rows_add(&r->page, &comparison, &request);
        if (table)
            gau_function_times_explain(table, &sides->sampled);
    }
    gau_comparison_clear(&comparison);
    gau_matrix_clear(&matrix);
    return table;
}

static void add_notes(struct gau_table *table, const struct gau_notes *notes)
{
    for (size_t i = 0; table && i < notes->n; i++)
        gau_table_footer(table, "%s", notes->texts[i]);
}

static void add_sides(struct gau_table *table, const struct reporting *r)
{
    static const char *const names[] = {"baseline", "candidate"};

    for (int side = 0; side < 2; side++) {
        const struct gau_timer_result_set *const set = &r->sides.sets[side];
        const char *const settings = r->request->settings[side];
        char what[256];

        if (settings)
            snprintf(what, sizeof what, "%c (%.*s)", "AB"[side],
                     GAU_QUOTE(settings[0] ? settings : "the job as it is"));
        else
            snprintf(what, sizeof what, "'%.*s'", GAU_QUOTE(r->request->sides[side].items[0]));
        gau_table_detail(table, "", "%s: %s, %zu run%s", names[side], what, set->n,
                         set->n == 1 ? "" : "s");
    }
}

/* A text begins with the verdict, and so does a comment in Markdown that a gate makes. NULL: it is
 * below a table. */
static struct gau_table *add_verdict(struct reporting *r)
{
    const bool gate = r->request->kind == GAU_GATE;
    const bool first =
        r->options.format == GAU_TABLE_TEXT || (gate && r->options.format == GAU_TABLE_MARKDOWN);

    return first && !r->options.table && (gate || r->sides.has_rows || r->events.known)
               ? gau_page_add(&r->page, "verdict", NULL, 0)
               : NULL;
}

/* The sentences of a gate that failed name what changed. Tables of a page have none: it begins with
 * them. */
static void fill_verdict(struct reporting *r, struct gau_table *table)
{
    const enum gau_comparison_kind kind = r->request->kind;
    const struct gau_comparison *const found =
        r->sides.has_rows ? &r->comparison : &r->events.comparison;

    if (kind == GAU_GATE && table)
        gau_sentences_of_gate(&r->comparison, &r->events.comparison, table);
    if (r->options.format == GAU_TABLE_TEXT && !r->options.table && found->matrix && table &&
        (kind != GAU_GATE || r->comparison.failed + r->events.comparison.failed == 0))
        gau_first_sentence_add(&r->page, table, found, kind);
}

static void add_tables(struct reporting *r)
{
    const enum gau_comparison_kind kind = r->request->kind;
    struct gau_table *table, *functions, *last, *noted = NULL, *verdict = add_verdict(r);

    if (kind == GAU_HISTORY) {
        noted = gau_history_add(&r->page, &r->sides, &r->comparison, false);
        if (is_requested(r, "history"))
            gau_history_add(&r->page, &r->sides, &r->comparison, true);
    }
    if ((kind == GAU_COMPARE || is_requested(r, "differences")) && !r->events.is_k4bench) {
        noted = gau_differences_add(&r->page, &r->sides.differences);
        if (noted && kind != GAU_HISTORY)
            add_sides(noted, r);
    }
    if (kind == GAU_COMPARE || is_requested(r, "total")) {
        table = gau_totals_add(&r->page, &r->sides);
        noted = noted ? noted : table;
    }
    table = r->sides.has_rows ? gau_rows_add(&r->page, &r->comparison, r->request) : NULL;
    if (table && (r->sides.matrix.kind != GAU_ROWS_BRANCHES || !r->sides.has_samples))
        gau_function_times_explain(table, &r->sides.sampled);
    if (r->events.known && (is_display(r) || is_requested(r, "events"))) {
        struct gau_table *const events = gau_events_add(&r->page, &r->events, kind);

        if (events && r->events.is_k4bench)
            add_sides(events, r);
        table = table ? table : events;
    }
    add_notes(noted ? noted : table, &r->sides.notes);
    functions = is_requested(r, "functions") ? add_functions(r) : NULL;
    last = functions ? functions : noted ? noted : table;
    if (verdict || !r->request->of_page)
        fill_verdict(r, verdict ? verdict : last);
}

/* --- all ----------------------------------------------------------------------------------- */

static void report_comparison(struct reporting *r)
{
    const struct gau_comparison_request *const request = r->request;

    if (!r->options.table && !is_display(r) && !is_data_of_page(r))
        r->options.table = request->kind == GAU_HISTORY ? "history"
                           : r->sides.has_rows          ? gau_rows_name(r->sides.matrix.kind)
                           : r->events.known            ? "events"
                                                        : "total";
    if (request->kind == GAU_GATE && !is_data_of_page(r))
        gau_differences_note(&r->sides.notes, &r->sides.differences);
    add_tables(r);
    if (r->options.sentence)
        r->options.table = "verdict";
    if (is_data_of_page(r))
        gau_comparison_members_write(&r->page, request->to);
    else if (request->to)
        gau_page_write(&r->page, request->to);
    else
        gau_page_put(&r->page, request->output);
    if (request->junit && r->error->status == GAU_OK)
        gau_junit_put(request->junit, &r->comparison, &r->events.comparison, &r->sides.notes, NULL,
                      r->error);
}

/* Samples do not say what is below a branch. */
static bool check_relative(const struct reporting *r)
{
    const struct gau_matrix *const matrix = &r->sides.matrix;
    const char *const to = r->options.relative_to;

    if (to && matrix->is_relative)
        for (int side = 0; side < 2 && r->error->status == GAU_OK; side++)
            gau_branch_check_time(to,
                                  gau_matrix_mean(matrix, &matrix->relative, (enum gau_side)side),
                                  r->error);
    else if (to)
        gau_fail_first(r->error, GAU_ERR_USAGE,
                       "--relative-to needs times of branches in all runs, as 'gaudit run --time' "
                       "makes them");
    return r->error->status == GAU_OK;
}

static bool prepare_comparison(struct reporting *r)
{
    const bool gate = r->request->kind == GAU_GATE;
    const bool samples = is_requested(r, "functions") || is_requested(r, "differences");

    r->sides.rows_optional = r->request->settings[0] != NULL && !gate;
    return read_sides(r) && read_events(r) &&
           (!gate || gau_gate_check_comparable(r->sides.sets, r->error)) &&
           (!gate || r->request->made || gau_gate_check_programs(r->sides.sets, r->error)) &&
           (!samples || gau_sides_read_samples(&r->sides, r->error)) &&
           gau_sides_join(&r->sides, r->error) && check_relative(r) &&
           gau_sides_add_variables(&r->sides, r->request->variables, r->error) &&
           (!gate || gau_gate_check_rows(&r->sides.matrix, r->error)) &&
           (!r->sides.has_rows ||
            make_comparison(&r->comparison, r, &r->sides.matrix, r->request->allow_new)) &&
           compare_events(r);
}

static size_t count_failed(const struct reporting *r)
{
    return r->comparison.failed + r->events.comparison.failed;
}

static enum gau_gate_outcome outcome_of(const struct reporting *r)
{
    if (count_failed(r) > 0)
        return GAU_GATE_FAILED;
    return r->request->require_decision &&
                   r->comparison.undecided + r->events.comparison.undecided > 0
               ? GAU_GATE_UNDECIDED
               : GAU_GATE_PASSED;
}

gau_status gau_comparison_report(enum gau_gate_outcome *outcome,
                                 const struct gau_comparison_request *request,
                                 const struct gau_view_options *options, gau_error *error)
{
    struct reporting r = {.request = request, .options = *options, .error = error};

    r.page =
        (struct gau_page){.document = "this comparison", .options = &r.options, .error = error};
    if (is_display(&r) && !r.options.limit && !r.options.all)
        r.options.limit = DISPLAYED_ROWS;
    if (prepare_comparison(&r))
        report_comparison(&r);
    if (outcome)
        *outcome = outcome_of(&r);
    if (request->junit && error->status != GAU_OK && count_failed(&r) == 0)
        gau_junit_put_error(request->junit, error->message, &(gau_error){0});
    gau_page_clear(&r.page);
    gau_comparison_clear(&r.comparison);
    gau_event_changes_clear(&r.events);
    gau_sides_clear(&r.sides);
    return error->status;
}
