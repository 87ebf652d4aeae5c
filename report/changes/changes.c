/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/document.h"
#include "report/views/output.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_FOR_PEOPLE = 20 };

/* --- reading ------------------------------------------------------------------------------- */

static bool is_among(const struct gau_timings *runs, size_t n, const struct gau_timings *run,
                     size_t *which)
{
    for (*which = 0; *which < n; ++*which)
        if (gau_timings_are_one(&runs[*which], run))
            return true;
    return false;
}

/* A result that was given twice has no spread of its own. */
static void drop_repeated(struct gau_changes_side *side)
{
    struct gau_timings *const runs = side->set.runs;
    size_t kept = 0, which;

    for (size_t i = 0; i < side->set.n; i++) {
        if (is_among(runs, kept, &runs[i], &which)) {
            gau_timings_clear(&runs[i]);
            side->twice = which + 1;
        } else {
            runs[kept++] = runs[i];
        }
    }
    side->set.n = kept;
}

bool gau_changes_read(struct gau_changes_side *out, const char *letter,
                      const struct gau_changes_paths *paths, struct gau_view_error *error)
{
    out->letter = letter;
    out->name = paths->n > 0 ? paths->items[0] : "";
    out->names = paths->n;
    if (gau_timings_set_read(&out->set, paths->items, paths->n, error) != GAU_VIEW_OK)
        return false;
    drop_repeated(out);
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

bool gau_changes_join(struct gau_changes *changes)
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

void gau_changes_clear(struct gau_changes *changes)
{
    gau_branches_clear(&changes->branches);
    free(changes->values_a);
    free(changes->values_b);
    gau_timings_set_clear(&changes->a.set);
    gau_timings_set_clear(&changes->b.set);
}

/* --- writing ------------------------------------------------------------------------------- */

/* Functions take reading all samples. */
static bool wants_functions(const struct gau_changes *changes)
{
    const char *const table = changes->page->options->table;

    return !table || strcmp(table, GAU_CHANGES_FUNCTIONS) == 0;
}

static void add_tables(struct gau_changes *changes)
{
    gau_changes_add_differences(changes);
    gau_changes_add_total(changes);
    gau_changes_add_branches(changes);
    if (wants_functions(changes))
        gau_changes_add_functions(changes);
}

void gau_changes_write(struct gau_changes *changes, void (*add)(struct gau_changes *changes),
                       const char *output)
{
    struct gau_page *const page = changes->page;
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    add(changes);
    if (out)
        gau_page_write(page, out);
    if (!out || fclose(out) != 0 || !text)
        gau_changes_no_memory(changes);
    if (changes->error->status == GAU_VIEW_OK)
        gau_output_put(text, size, output, changes->error);
    free(text);
    gau_page_clear(page);
}

static bool check_table(const struct gau_changes_options *options, struct gau_view_error *error)
{
    static const char *const names[] = {GAU_CHANGES_DIFFERENCES, GAU_CHANGES_TOTAL,
                                        GAU_CHANGES_BRANCHES, GAU_CHANGES_FUNCTIONS};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!options->table || strcmp(options->table, names[i]) == 0)
            return true;
    gau_view_fail(error, GAU_VIEW_USAGE,
                  "there is no table '%.*s', but differences, total, branches, functions",
                  GAU_VIEW_QUOTE(options->table));
    return false;
}

enum gau_view_status gau_changes_report(const struct gau_changes_paths *a,
                                        const struct gau_changes_paths *b,
                                        const struct gau_changes_options *options,
                                        const char *output, struct gau_view_error *error)
{
    struct gau_changes changes = {.options = options, .error = error};
    const bool people = gau_changes_for_people(&changes);
    const struct gau_view_options view = {
        .format = options->format,
        .table = options->table || people ? options->table : GAU_CHANGES_BRANCHES,
        .limit = options->limit || !people ? options->limit : ROWS_FOR_PEOPLE,
    };
    struct gau_page page = {.document = "timer", .options = &view, .error = error};

    changes.page = &page;
    if (check_table(options, error) && gau_changes_read(&changes.a, "A", a, error) &&
        gau_changes_read(&changes.b, "B", b, error) && gau_changes_join(&changes))
        gau_changes_write(&changes, add_tables, output);
    gau_changes_clear(&changes);
    return error->status;
}
