/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include "junit.h"
#include "rows.h"
#include "sentences.h"
#include "totals.h"

#include "files/replace.h"
#include "report/views/document.h"
#include "report/views/output.h"
#include "report/views/page.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COMMON_SHARE 0.01 /* of the time of either side, for a row to be in common */

enum { ROWS_FOR_PEOPLE = 20 };

struct reporting {
    const struct gau_comparison_request *request;
    struct gau_view_options options; /* as they are applied */
    struct gau_sides sides;
    struct gau_comparison comparison;
    struct gau_page page;
    struct gau_view_error *error;
};

const char *const gau_comparison_tables[] = {"differences", "total",     "branches",
                                             "tasks",       "functions", NULL};

/* --- reading ------------------------------------------------------------------------------- */

static bool read_sides(struct reporting *r)
{
    struct gau_sides *const sides = &r->sides;
    size_t last, repeated = 0;

    for (int side = 0; side < 2; side++) {
        const struct gau_comparison_paths *const paths = &r->request->sides[side];

        if (gau_timings_set_read(&sides->sets[side], paths->items, paths->n, r->error) !=
            GAU_VIEW_OK)
            return false;
        repeated += gau_timings_set_drop_repeated(&sides->sets[side], &last);
        if (!gau_origin_sort(&sides->sets[side])) {
            gau_view_fail(r->error, GAU_VIEW_FAILED, "no memory to sort %zu runs",
                          sides->sets[side].n);
            return false;
        }
    }
    if (repeated > 0)
        gau_notes_add(&sides->notes, "%zu result%s given more than once, and count%s once",
                      repeated, repeated == 1 ? " was" : "s were", repeated == 1 ? "s" : "");
    return true;
}

/* Refuses runs that have hardly a row in common. */
static bool check_rows(const struct gau_matrix *matrix, struct gau_view_error *error)
{
    for (size_t i = 0; i < matrix->n; i++)
        if (!matrix->rows[i].is_root)
            for (int side = 0; side < 2; side++)
                if (matrix->rows[i].count[1 - side] > 0 &&
                    gau_matrix_mean(matrix, &matrix->rows[i], (enum gau_side)side) >
                        COMMON_SHARE * gau_matrix_mean(matrix, &matrix->total, (enum gau_side)side))
                    return true;
    gau_view_fail(error, GAU_VIEW_USAGE,
                  "baselines and candidates have no branch in common that takes %.0f %% of their "
                  "time: a gate compares runs of one job",
                  100 * COMMON_SHARE);
    return false;
}

static bool make(struct gau_comparison *out, const struct reporting *r,
                 const struct gau_matrix *matrix, bool allow_new)
{
    const struct gau_comparison_request *const request = r->request;
    const struct gau_comparison_limits limits = {
        .max_ratio = request->max_ratio > 0 ? request->max_ratio : 1.05,
        .min_s = request->min_s > 0 ? request->min_s : (double)NAN,
        .false_alarms = request->false_alarms > 0 ? request->false_alarms : 0.001,
        .allow_new = allow_new,
        .runs = r->sides.runs};

    if (gau_comparison_make(out, matrix, &limits))
        return true;
    gau_view_fail(r->error, GAU_VIEW_FAILED, "no memory to compare %zu rows", matrix->n);
    return false;
}

/* --- the tables ---------------------------------------------------------------------------- */

static bool is_for_people(const struct reporting *r)
{
    return gau_table_format_is_for_people(r->options.format);
}

static bool wants(const struct reporting *r, const char *table)
{
    return r->options.table ? strcmp(r->options.table, table) == 0 : is_for_people(r);
}

static void add_functions(struct reporting *r)
{
    const struct gau_sides *const sides = &r->sides;
    struct gau_matrix matrix = {0};
    struct gau_comparison comparison = {0};
    struct gau_table *table;

    if ((!sides->has_samples && !r->options.table) || sides->matrix.kind == GAU_ROWS_FUNCTIONS ||
        gau_matrix_of_samples(&matrix, &sides->sampled, GAU_ROWS_FUNCTIONS, &sides->sets[0],
                              &sides->sets[1], r->error) != GAU_VIEW_OK)
        return;
    if (make(&comparison, r, &matrix, true)) {
        table = gau_rows_add(&r->page, &comparison, false);
        if (table)
            gau_sampled_explain(table, &sides->sampled);
    }
    gau_comparison_clear(&comparison);
    gau_matrix_clear(&matrix);
}

static void tell_notes(struct gau_table *table, const struct gau_notes *notes)
{
    for (size_t i = 0; i < notes->n; i++)
        gau_table_footer(table, "%s", notes->texts[i]);
}

static void tell_sides(struct gau_table *table, const struct reporting *r)
{
    static const char *const names[] = {"baseline", "candidate"};

    for (int side = 0; side < 2; side++) {
        const struct gau_timings_set *const set = &r->sides.sets[side];
        const char *const settings = r->request->settings[side];
        char what[256];

        if (settings)
            snprintf(what, sizeof what, "%c (%.*s)", "AB"[side],
                     GAU_VIEW_QUOTE(settings[0] ? settings : "the job as it is"));
        else
            snprintf(what, sizeof what, "'%.*s'", GAU_VIEW_QUOTE(r->request->sides[side].items[0]));
        gau_table_footer(table, "%s: %s, %zu run%s", names[side], what, set->n,
                         set->n == 1 ? "" : "s");
    }
}

static void add_tables(struct reporting *r)
{
    struct gau_table *table = gau_differences_add(&r->page, &r->sides.differences);

    if (table)
        tell_notes(table, &r->sides.notes);
    table = gau_totals_add(&r->page, &r->sides);
    if (table)
        tell_sides(table, r);
    table = r->sides.has_rows ? gau_rows_add(&r->page, &r->comparison, false) : NULL;
    if (table && (r->sides.matrix.kind != GAU_ROWS_BRANCHES || !r->sides.has_samples))
        gau_sampled_explain(table, &r->sides.sampled);
    if (wants(r, "functions"))
        add_functions(r);
}

/* --- the gate ------------------------------------------------------------------------------ */

/* What the table of differences has is told in one line each; options take too many. */
static void note_differences(struct gau_notes *notes, const struct gau_differences *differences)
{
    bool options = false;

    for (size_t i = 0; i < differences->n; i++) {
        const struct gau_difference *const item = &differences->items[i];

        if (item->key)
            gau_notes_add(notes, "not the same %s: %.100s and %.100s", item->what, item->a,
                          item->b);
        options |= !item->key;
    }
    if (options)
        gau_notes_add(notes, "not the same options of the job");
}

static void begin_gate(const struct reporting *r, FILE *out)
{
    const bool markdown = r->options.format == GAU_TABLE_MARKDOWN;

    if (markdown) {
        fprintf(out, "### gaudit gate: %s\n\n", r->comparison.failed ? "failed" : "passed");
        gau_sentences_of_gate(&r->comparison, &r->page, out);
        fputc('\n', out);
    }
    for (size_t i = 0; i < r->sides.notes.n; i++)
        gau_page_tell(&r->page, out, "%s%s", markdown ? "- " : "note: ", r->sides.notes.texts[i]);
    if (r->sides.notes.n > 0)
        fputc('\n', out);
}

static void write_gate(struct reporting *r, FILE *out)
{
    if (is_for_people(r))
        begin_gate(r, out);
    gau_page_write(&r->page, out);
    if (r->options.format == GAU_TABLE_TEXT) {
        fputc('\n', out);
        gau_sentences_of_gate(&r->comparison, &r->page, out);
    }
}

static void write_junit(const struct reporting *r)
{
    const char *const path = r->request->junit;
    struct gau_replacement file;
    int reason = gau_replace_begin(&file, path);

    if (reason == 0) {
        gau_junit_write(&r->comparison, &r->sides.notes, file.file);
        reason = gau_replace_end(&file, 0);
    }
    if (reason != 0)
        gau_view_fail(r->error, GAU_VIEW_FAILED, "%.*s: %s", GAU_VIEW_QUOTE(path),
                      gau_replace_reason(reason));
}

bool gau_gate_write_error(const char *junit, const char *message)
{
    struct gau_replacement file;

    errno = gau_replace_begin(&file, junit);
    if (errno != 0)
        return false;
    gau_junit_write_error(message, file.file);
    errno = gau_replace_end(&file, 0);
    return errno == 0;
}

/* --- all ----------------------------------------------------------------------------------- */

static void write(struct reporting *r)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    if (out && r->request->gate)
        write_gate(r, out);
    else if (out)
        gau_page_write(&r->page, out);
    if (!out || fclose(out) != 0 || !text)
        gau_view_fail(r->error, GAU_VIEW_FAILED, "no memory for the report");
    if (r->error->status == GAU_VIEW_OK)
        gau_output_put(text, size, r->request->output, r->error);
    free(text);
}

static void report(struct reporting *r)
{
    const bool gate = r->request->gate;

    if (!r->options.table && !is_for_people(r))
        r->options.table = r->sides.has_rows ? gau_rows_name(r->sides.matrix.kind) : "total";
    if (gate) {
        note_differences(&r->sides.notes, &r->sides.differences);
        gau_rows_add(&r->page, &r->comparison, true);
    } else {
        add_tables(r);
    }
    write(r);
    if (r->request->junit && r->error->status == GAU_VIEW_OK)
        write_junit(r);
}

/* Of samples it is read which builds they are of, and their functions. */
static bool prepare(struct reporting *r)
{
    const bool gate = r->request->gate;
    const bool samples = !gate && (wants(r, "functions") || wants(r, "differences"));

    r->sides.rows_optional = r->request->settings[0] != NULL;
    return read_sides(r) && (!gate || gau_origin_check(r->sides.sets, r->error)) &&
           (!samples || gau_sides_read_samples(&r->sides, r->error)) &&
           gau_sides_join(&r->sides, r->error) &&
           (!gate || check_rows(&r->sides.matrix, r->error)) &&
           (!r->sides.has_rows || make(&r->comparison, r, &r->sides.matrix, r->request->allow_new));
}

enum gau_view_status gau_comparison_report(bool *failed,
                                           const struct gau_comparison_request *request,
                                           const struct gau_view_options *options,
                                           struct gau_view_error *error)
{
    struct reporting r = {.request = request, .options = *options, .error = error};

    r.page = (struct gau_page){.document = "comparison", .options = &r.options, .error = error};
    if (!request->gate && is_for_people(&r) && !r.options.limit)
        r.options.limit = ROWS_FOR_PEOPLE;
    if (prepare(&r))
        report(&r);
    if (failed)
        *failed = r.comparison.failed > 0;
    if (request->junit && error->status != GAU_VIEW_OK && r.comparison.failed == 0)
        gau_gate_write_error(request->junit, error->message);
    gau_page_clear(&r.page);
    gau_comparison_clear(&r.comparison);
    gau_sides_clear(&r.sides);
    return error->status;
}
