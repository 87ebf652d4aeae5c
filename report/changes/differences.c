/* SPDX-License-Identifier: Apache-2.0 */
#include "function_rows.h"
#include "lines.h"

#include "report/timings/origin.h"
#include "report/views/document.h"

#include <string.h>

/*
 * What is different in A and B before any time is looked at: machines, versions, clocks, workers,
 * windows, options.
 */

enum column { WHAT, SHORT_A, SHORT_B, VALUE_A, VALUE_B, N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {
    [WHAT] = {.name = "Different", .key = "what"},
    [SHORT_A] = {.name = "A", .key = "", .shown = GAU_SHOWN_TO_PEOPLE},
    [SHORT_B] = {.name = "B", .key = "", .shown = GAU_SHOWN_TO_PEOPLE},
    [VALUE_A] = {.name = "a", .key = "a", .shown = GAU_SHOWN_TO_PROGRAMS},
    [VALUE_B] = {.name = "b", .key = "b", .shown = GAU_SHOWN_TO_PROGRAMS},
};

enum { VALUES_MOST = 3, VALUE_SIZE = 800, SHOWN_MOST = 48, SHOWN_LEAST = 16, WHAT_WIDTH = 34 };

/* Beside each other on a terminal, after what they are of. */
static size_t room_of(const struct gau_changes *changes)
{
    const size_t width = changes->options->width,
                 left = width > WHAT_WIDTH ? width - WHAT_WIDTH : 0;

    return width == 0 || left > 2 * SHOWN_MOST ? SHOWN_MOST
           : left > 2 * SHOWN_LEAST            ? left / 2
                                               : SHOWN_LEAST;
}

static void add_row(struct gau_table *table, const struct gau_changes *changes, const char *what,
                    const char *a, const char *b)
{
    const size_t room = room_of(changes);

    gau_table_row(table, 0);
    gau_table_set_text(table, WHAT, what);
    if (a || b) {
        gau_sheet_set_name(table, SHORT_A, a ? a : "-", room);
        gau_sheet_set_name(table, SHORT_B, b ? b : "-", room);
    }
    gau_table_set_text(table, VALUE_A, a);
    gau_table_set_text(table, VALUE_B, b);
}

/* --- what is compared ---------------------------------------------------------------------- */

/* True: it is not the same in all runs; those of one side that differ from each other count. */
static bool add_fact(struct gau_table *table, const struct gau_changes *changes,
                     const struct gau_origin sides[2], const char *what)
{
    char a[VALUE_SIZE], b[VALUE_SIZE];

    if (gau_origin_same(&sides[0], &sides[1]) && sides[0].n < 2)
        return false;
    gau_origin_text(a, sizeof a, &sides[0], VALUES_MOST);
    gau_origin_text(b, sizeof b, &sides[1], VALUES_MOST);
    add_row(table, changes, what, a, b);
    return true;
}

/* True: machines differ. */
static bool add_facts(struct gau_table *table, const struct gau_changes *changes)
{
    bool machines = false;

    for (size_t i = 0; i < GAU_FACTS; i++) {
        struct gau_origin sides[2] = {{0}};

        if (!gau_origin_read(&sides[0], &changes->a.set, gau_facts[i].key) ||
            !gau_origin_read(&sides[1], &changes->b.set, gau_facts[i].key))
            gau_changes_no_memory(changes);
        else
            machines |=
                add_fact(table, changes, sides, gau_facts[i].what) && gau_facts[i].of_machine;
        gau_origin_clear(&sides[0]);
        gau_origin_clear(&sides[1]);
    }
    return machines;
}

/* As far as there are samples, which know the files that were run. */
static void add_builds(struct gau_table *table, const struct gau_changes *changes)
{
    const struct gau_sampled_functions *const sampled =
        changes->functions ? &changes->functions->sampled : NULL;

    for (uint32_t i = 0; sampled && i < sampled->n_rebuilt; i++) {
        char what[VALUE_SIZE];

        snprintf(what, sizeof what, "build of %.*s", GAU_VIEW_QUOTE(sampled->rebuilt[i].module));
        add_row(table, changes, what, sampled->rebuilt[i].ids[0], sampled->rebuilt[i].ids[1]);
    }
}

static bool add_options(struct gau_table *table, const struct gau_changes *changes)
{
    struct gau_line_changes lines;
    const bool fits =
        gau_lines_compare(&lines, gau_timings_text(&changes->a.set.runs[0], "options"),
                          gau_timings_text(&changes->b.set.runs[0], "options"));

    for (size_t i = 0; fits && i < lines.n; i++)
        add_row(table, changes, lines.items[i].what, lines.items[i].a, lines.items[i].b);
    gau_line_changes_clear(&lines);
    return fits;
}

/* --- sentences ----------------------------------------------------------------------------- */

static void warn_of_options(struct gau_table *table, const struct gau_changes_side *side)
{
    const char *const first = gau_timings_text(&side->set.runs[0], "options");

    for (size_t i = 1; i < side->set.n; i++)
        if (strcmp(gau_timings_text(&side->set.runs[i], "options"), first) != 0) {
            gau_table_footer(table,
                             "warning: the runs of %s have different options: '%.*s' is not as "
                             "'%.*s'",
                             side->letter, GAU_VIEW_QUOTE(side->set.runs[i].folder),
                             GAU_VIEW_QUOTE(side->set.runs[0].folder));
            return;
        }
}

static void warn_of_unknown(struct gau_table *table, const struct gau_changes_side *side)
{
    for (size_t i = 0; i < side->set.n; i++)
        if (!side->set.runs[i].run) {
            gau_table_footer(table,
                             "warning: '%.*s' has no run.json: where and how it was run is not "
                             "known",
                             GAU_VIEW_QUOTE(side->set.runs[i].folder));
            return;
        }
}

/* The run of a set that is this result; NULL: there is none. */
static const struct gau_timings *find(const struct gau_timings_set *set,
                                      const struct gau_timings *run)
{
    for (size_t i = 0; i < set->n; i++)
        if (gau_timings_are_one(&set->runs[i], run))
            return &set->runs[i];
    return NULL;
}

static void warn_of_itself(struct gau_table *table, const struct gau_changes *changes)
{
    const struct gau_timings_set *const a = &changes->a.set, *const b = &changes->b.set;
    const struct gau_timings *first = NULL, *other = NULL;
    size_t n = 0;

    for (size_t i = a->n; i-- > 0;) {
        const struct gau_timings *const found = find(b, &a->runs[i]);

        if (found) {
            first = &a->runs[i];
            other = found;
            n++;
        }
    }
    if (n > 0 && n == a->n && n == b->n)
        gau_table_footer(table, "warning: A and B are the same results: whatever they tell, "
                                "nothing changed");
    else if (n > 0)
        gau_table_footer(table, "warning: '%.*s' is in A and, as '%.*s', in B",
                         GAU_VIEW_QUOTE(first->folder), GAU_VIEW_QUOTE(other->folder));
}

static void warn_of_twice(struct gau_table *table, const struct gau_changes_side *side)
{
    if (side->twice)
        gau_table_footer(table, "warning: '%.*s' was given more than once in %s: it is one run",
                         GAU_VIEW_QUOTE(side->set.runs[side->twice - 1].folder), side->letter);
}

void gau_changes_add_differences(struct gau_changes *changes)
{
    struct gau_table *const table =
        gau_page_add(changes->page, GAU_CHANGES_DIFFERENCES, columns, N_COLUMNS);
    bool machines;

    if (!table)
        return;
    machines = add_facts(table, changes);
    add_builds(table, changes);
    if (!add_options(table, changes))
        gau_changes_no_memory(changes);
    if (gau_table_rows(table) == 0 && gau_changes_for_people(changes))
        add_row(table, changes,
                "nothing: machine, versions, clock, workers, window, options are the same", NULL,
                NULL);
    if (machines)
        gau_table_footer(table, "warning: not the same machine: times tell of machines as much as "
                                "of what they ran");
    warn_of_itself(table, changes);
    warn_of_twice(table, &changes->a);
    warn_of_twice(table, &changes->b);
    warn_of_options(table, &changes->a);
    warn_of_options(table, &changes->b);
    warn_of_unknown(table, &changes->a);
    warn_of_unknown(table, &changes->b);
}
