/* SPDX-License-Identifier: Apache-2.0 */
#include "view_timing.h"

#include "table/number_format.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED_MOST = 3 };

/* Finds the branches below the root that have most self time. Returns their number. */
static size_t find_heaviest(size_t heaviest[NAMED_MOST], const struct gau_timer_branches *branches)
{
    size_t count = 0;

    for (size_t i = 0; i < branches->tree.n; i++) {
        const double self = branches->items[i].times[GAU_TIMER_SELF];
        size_t place = count;

        if (i == branches->main || branches->tree.nodes[i].root != branches->main || !(self > 0))
            continue;
        while (place > 0 && branches->items[heaviest[place - 1]].times[GAU_TIMER_SELF] < self)
            place--;
        if (place == NAMED_MOST)
            continue;
        count += count < NAMED_MOST;
        for (size_t k = count - 1; k > place; k--)
            heaviest[k] = heaviest[k - 1];
        heaviest[place] = i;
    }
    return count;
}

/* Its name; where another branch that is named has the same, with that of its parent. */
static void put_name(const struct gau_tree *tree, const size_t *named, size_t count, size_t node,
                     FILE *out)
{
    const size_t parent = tree->nodes[node].parent;
    size_t same = 0;

    for (size_t i = 0; i < count; i++)
        same += strcmp(tree->nodes[named[i]].name, tree->nodes[node].name) == 0;
    if (same > 1 && parent != GAU_NO_NODE)
        fprintf(out, "%s ", tree->nodes[parent].name);
    fputs(tree->nodes[node].name, out);
}

static void put_sentence(const struct gau_timer_branches *branches, FILE *out)
{
    const double whole = branches->items[branches->main].times[GAU_TIMER_TOTAL];
    size_t heaviest[NAMED_MOST];
    const size_t count = find_heaviest(heaviest, branches);
    char time[64];

    gau_quantity_text(time, sizeof time, whole, "s");
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s%.0f %%", i > 0 ? ", " : "",
                100 * branches->items[heaviest[i]].times[GAU_TIMER_SELF] / whole);
        if (i == 0)
            fprintf(out, " of %s in %s is", time, branches->program ? "sections" : "events");
        fputs(" in ", out);
        put_name(&branches->tree, heaviest, count, heaviest[i], out);
    }
}

/* Returns it in lines of the width, with its end; NULL: out of memory. */
static char *wrap(const char *sentence, unsigned width)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    if (out && *sentence)
        gau_wrap_write(out, sentence, width);
    return out && fclose(out) == 0 ? text : NULL;
}

void gau_view_timing_sentence(struct gau_page *page, const struct gau_timer_branches *branches)
{
    char *sentence = NULL, *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&sentence, &size);

    if (out && branches->main != GAU_NO_NODE &&
        branches->items[branches->main].times[GAU_TIMER_TOTAL] > 0)
        put_sentence(branches, out);
    if (out && fclose(out) == 0 && sentence)
        text = wrap(sentence, page->options->width);
    free(sentence);
    if (text)
        gau_page_add_text(page, "branches", text);
    else
        gau_page_fail_memory(page);
}

void gau_view_timing_note_clock(struct gau_table *table, const struct gau_timer_document *timer,
                                bool program)
{
    char cost[64] = "", window[GAU_WINDOW_SIZE], text[64];

    if (isfinite(timer->overhead_per_call_ns))
        snprintf(cost, sizeof cost, ", %s per call",
                 gau_quantity_text(text, sizeof text, timer->overhead_per_call_ns, "ns"));
    if (program)
        gau_table_footer(table, "clock %s%s", timer->clock, cost);
    else if (strcmp(gau_window_text(window, timer->window), "all") == 0)
        gau_table_footer(table, "clock %s%s; all events", timer->clock, cost);
    else
        gau_table_footer(table, "clock %s%s; events %s", timer->clock, cost, window);
}
