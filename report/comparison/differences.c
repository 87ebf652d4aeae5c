/* SPDX-License-Identifier: Apache-2.0 */
#include "differences.h"

#include "report/timings/origin.h"
#include "report/views/page.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES_MOST = 3, VALUE_SIZE = 800 };

bool gau_differences_put(struct gau_differences *out, const char *key, const char *what,
                         const char *a, const char *b)
{
    struct gau_difference *const items = realloc(out->items, (out->n + 1) * sizeof *items);
    struct gau_difference *item;

    if (!items)
        return false;
    out->items = items;
    item = &items[out->n++];
    *item = (struct gau_difference){
        .key = key, .what = strdup(what), .a = a ? strdup(a) : NULL, .b = b ? strdup(b) : NULL};
    return item->what && (item->a || !a) && (item->b || !b);
}

void gau_difference_clear(struct gau_difference *difference)
{
    free(difference->what);
    free(difference->a);
    free(difference->b);
}

void gau_differences_clear(struct gau_differences *differences)
{
    for (size_t i = 0; i < differences->n; i++)
        gau_difference_clear(&differences->items[i]);
    free(differences->items);
    *differences = (struct gau_differences){0};
}

bool gau_differences_have(const struct gau_differences *differences, const char *key)
{
    for (size_t i = 0; i < differences->n; i++)
        if (differences->items[i].key && strcmp(differences->items[i].key, key) == 0)
            return true;
    return false;
}

/* --- what is compared ---------------------------------------------------------------------- */

/* Two known values that are not the same, of whichever runs. */
static bool differ(const struct gau_origin sides[2])
{
    const char *known = NULL;

    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sides[side].n; i++) {
            const char *const value = sides[side].values[i];

            if (known && value[0] && strcmp(value, known) != 0)
                return true;
            if (!known && value[0])
                known = value;
        }
    return false;
}

static bool add_fact(struct gau_differences *out, const struct gau_origin sides[2],
                     const struct gau_fact *fact)
{
    char a[VALUE_SIZE], b[VALUE_SIZE];

    if (!differ(sides))
        return true;
    gau_origin_text(a, sizeof a, &sides[0], VALUES_MOST);
    gau_origin_text(b, sizeof b, &sides[1], VALUES_MOST);
    return gau_differences_put(out, fact->key, fact->what, a, b);
}

static bool add_facts(struct gau_differences *out, const struct gau_timings_set sets[2])
{
    bool fits = true;

    for (size_t i = 0; fits && i < GAU_FACTS; i++) {
        struct gau_origin sides[2] = {{0}};

        fits = gau_origin_read(&sides[0], &sets[0], gau_facts[i].key) &&
               gau_origin_read(&sides[1], &sets[1], gau_facts[i].key) &&
               add_fact(out, sides, &gau_facts[i]);
        gau_origin_clear(&sides[0]);
        gau_origin_clear(&sides[1]);
    }
    return fits;
}

/* As far as there are samples, which know the files that were run. */
static bool add_builds(struct gau_differences *out, const struct gau_sampled_functions *sampled)
{
    bool fits = true;

    for (uint32_t i = 0; fits && sampled && i < sampled->n_rebuilt; i++) {
        const struct gau_sampled_rebuilt *const rebuilt = &sampled->rebuilt[i];
        char what[VALUE_SIZE];

        snprintf(what, sizeof what, "build of %.*s", GAU_VIEW_QUOTE(rebuilt->module));
        fits = gau_differences_put(out, NULL, what, rebuilt->ids[0], rebuilt->ids[1]);
    }
    return fits;
}

bool gau_differences_find(struct gau_differences *out, const struct gau_timings_set sets[2],
                          const struct gau_sampled_functions *sampled)
{
    *out = (struct gau_differences){0};
    return add_facts(out, sets) && add_builds(out, sampled) &&
           gau_differences_add_lines(out, gau_timings_text(&sets[0].runs[0], "options"),
                                     gau_timings_text(&sets[1].runs[0], "options"));
}

/* --- the table ----------------------------------------------------------------------------- */

enum column { WHAT, SHORT_A, SHORT_B, VALUE_A, VALUE_B, N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {
    [WHAT] = {.name = "Different", .key = "what"},
    [SHORT_A] = {.name = "Baseline", .key = "", .shown = GAU_SHOWN_TO_PEOPLE, .shortened = true},
    [SHORT_B] = {.name = "Candidate", .key = "", .shown = GAU_SHOWN_TO_PEOPLE, .shortened = true},
    [VALUE_A] = {.name = "baseline", .key = "baseline", .shown = GAU_SHOWN_TO_PROGRAMS},
    [VALUE_B] = {.name = "candidate", .key = "candidate", .shown = GAU_SHOWN_TO_PROGRAMS},
};

struct gau_table *gau_differences_add(struct gau_page *page,
                                      const struct gau_differences *differences)
{
    struct gau_table *const table = gau_page_add(page, "differences", columns, N_COLUMNS);

    if (table)
        gau_table_fit(table, page->options->width);
    for (size_t i = 0; table && i < differences->n; i++) {
        const struct gau_difference *const item = &differences->items[i];

        gau_table_row(table, 0);
        gau_table_set_text(table, WHAT, item->what);
        gau_table_set_text(table, SHORT_A, item->a ? item->a : "-");
        gau_table_set_text(table, SHORT_B, item->b ? item->b : "-");
        gau_table_set_text(table, VALUE_A, item->a);
        gau_table_set_text(table, VALUE_B, item->b);
    }
    if (table && differences->n == 0 && gau_table_format_is_for_people(page->options->format)) {
        gau_table_row(table, 0);
        gau_table_set_text(table, WHAT,
                           "nothing: machine, versions, clock, workers, window, options are the "
                           "same");
    }
    return table;
}
