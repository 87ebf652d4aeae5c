/* SPDX-License-Identifier: Apache-2.0 */
#include "function_rows.h"

#include "report/views/document.h"
#include "report/views/output.h"

#include <stdlib.h>
#include <string.h>

/* --- reading ------------------------------------------------------------------------------- */

static bool read_side(struct gau_changes_side *out, const char *letter,
                      const struct gau_changes_paths *paths, struct gau_view_error *error)
{
    out->letter = letter;
    out->name = paths->n > 0 ? paths->items[0] : "";
    out->names = paths->n;
    if (gau_timings_set_read(&out->set, paths->items, paths->n, error) != GAU_VIEW_OK)
        return false;
    gau_timings_set_drop_repeated(&out->set, &out->twice);
    for (size_t i = 0; i < out->set.n; i++) {
        if (out->set.runs[i].timed)
            continue;
        gau_view_fail(error, GAU_VIEW_USAGE,
                      "'%.*s' has no timer.json to compare, as 'gaudit run --time -o DIR' makes it",
                      GAU_VIEW_QUOTE(out->set.runs[i].folder));
        return false;
    }
    return true;
}

static bool join(struct gau_changes *changes)
{
    const size_t na = changes->a.set.n, n = na + changes->b.set.n;
    const struct gau_timings **const runs = calloc(n, sizeof *runs);
    bool fits;

    changes->values_a = calloc(na, sizeof *changes->values_a);
    changes->values_b = calloc(n - na + 1, sizeof *changes->values_b);
    for (size_t i = 0; runs && i < n; i++)
        runs[i] = i < na ? &changes->a.set.runs[i] : &changes->b.set.runs[i - na];
    fits = runs && changes->values_a && changes->values_b &&
           gau_branches_join(&changes->branches, runs, n);
    free(runs);
    if (!fits)
        gau_changes_no_memory(changes);
    return fits;
}

static void clear(struct gau_changes *changes)
{
    gau_branches_clear(&changes->branches);
    free(changes->values_a);
    free(changes->values_b);
    gau_timings_set_clear(&changes->a.set);
    gau_timings_set_clear(&changes->b.set);
}

/* --- reports ------------------------------------------------------------------------------- */

static bool is_table(const struct gau_changes_kind *kind, const char *table)
{
    for (size_t i = 0; kind->tables[i]; i++)
        if (strcmp(table, kind->tables[i]) == 0)
            return true;
    return false;
}

static bool check_table(const struct gau_changes_kind *kind, const char *table,
                        struct gau_view_error *error)
{
    char list[256] = "";

    if (!table || is_table(kind, table))
        return true;
    for (size_t i = 0; kind->tables[i]; i++) {
        const size_t used = strlen(list);

        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", kind->tables[i]);
    }
    gau_view_fail(error, GAU_VIEW_USAGE, "there is no table '%.*s', but %s", GAU_VIEW_QUOTE(table),
                  list);
    return false;
}

static void write(struct gau_changes *changes, const struct gau_changes_kind *kind,
                  const char *output)
{
    struct gau_page *const page = changes->page;
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    kind->add(changes);
    if (out)
        gau_page_write(page, out);
    if (!out || fclose(out) != 0 || !text)
        gau_changes_no_memory(changes);
    if (changes->error->status == GAU_VIEW_OK)
        gau_output_put(text, size, output, changes->error);
    free(text);
    gau_page_clear(page);
}

enum gau_view_status gau_changes_make(const struct gau_changes_kind *kind,
                                      const struct gau_changes_paths sides[2],
                                      const struct gau_changes_options *options, const char *output,
                                      struct gau_view_error *error)
{
    const bool people = gau_table_format_is_for_people(options->format);
    const struct gau_view_options view = {
        .format = options->format,
        .table = options->table || people ? options->table : GAU_CHANGES_BRANCHES,
        .limit = options->limit || !people ? options->limit : kind->rows_for_people,
        .width = options->width,
        .unicode = options->unicode,
    };
    struct gau_page page = {.document = "timer", .options = &view, .error = error};
    struct gau_changes changes = {.options = options, .page = &page, .error = error, .b.name = ""};

    if (check_table(kind, options->table, error) && read_side(&changes.a, "A", &sides[0], error) &&
        (sides[1].n == 0 || read_side(&changes.b, "B", &sides[1], error)) &&
        (!kind->prepare || kind->prepare(&changes)) && join(&changes))
        write(&changes, kind, output);
    clear(&changes);
    return error->status;
}

/* --- B against A --------------------------------------------------------------------------- */

static bool wants(const struct gau_changes *changes, const char *name)
{
    const char *const table = changes->page->options->table;

    return !table || strcmp(table, name) == 0;
}

/* All samples are read for the functions, and for which builds they are of. */
static void add_tables(struct gau_changes *changes)
{
    struct gau_changed_functions functions = {0};

    if (wants(changes, GAU_CHANGES_FUNCTIONS) || wants(changes, GAU_CHANGES_DIFFERENCES)) {
        if (!gau_changed_functions_read(&functions, changes))
            gau_changes_no_memory(changes);
        else
            changes->functions = &functions;
    }
    gau_changes_add_differences(changes);
    gau_changes_add_total(changes);
    gau_changes_add_branches(changes);
    if (changes->functions && wants(changes, GAU_CHANGES_FUNCTIONS))
        gau_changes_add_functions(changes);
    changes->functions = NULL;
    gau_changed_functions_clear(&functions);
}

enum gau_view_status gau_changes_report(const struct gau_changes_paths *a,
                                        const struct gau_changes_paths *b,
                                        const struct gau_changes_options *options,
                                        const char *output, struct gau_view_error *error)
{
    static const char *const tables[] = {GAU_CHANGES_DIFFERENCES, GAU_CHANGES_TOTAL,
                                         GAU_CHANGES_BRANCHES, GAU_CHANGES_FUNCTIONS, NULL};
    static const struct gau_changes_kind kind = {.tables = tables,
                                                 .rows_for_people = 20,
                                                 .add = add_tables};
    const struct gau_changes_paths sides[2] = {*a, *b};

    return gau_changes_make(&kind, sides, options, output, error);
}
