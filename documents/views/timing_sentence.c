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
#define LEAST_PERCENT 0.5     /* of a branch that is named */
#define SMALLEST_PERCENT 0.01 /* that is shown as a number */

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

/* A small share has a digit that is not 0. */
static void put_share(double percent, FILE *out)
{
    if (percent >= LEAST_PERCENT)
        fprintf(out, "%.0f %%", floor(percent + 0.5)); /* 0.5 is 1 */
    else if (percent >= SMALLEST_PERCENT)
        fprintf(out, "%.1g %%", percent);
    else
        fprintf(out, "less than %g %%", SMALLEST_PERCENT);
}

/* "is in no branch below Event, 0.02 % in Fit"; or "is in Fit, the largest of 900 branches". */
static void put_small(const struct gau_timer_branches *branches, size_t largest,
                      const char *of_whole, FILE *out)
{
    const struct gau_timer_branch *const main = &branches->items[branches->main];
    const double percent = 100 / main->times[GAU_TIMER_TOTAL];
    const double own = percent * main->times[GAU_TIMER_SELF];
    const double most = percent * branches->items[largest].times[GAU_TIMER_SELF];
    size_t n = 0;

    for (size_t i = 0; i < branches->tree.n; i++)
        n += i != branches->main && branches->tree.nodes[i].root == branches->main &&
             branches->items[i].times[GAU_TIMER_SELF] > 0;
    put_share(own > most ? own : most, out);
    fputs(of_whole, out);
    if (own > most) {
        fprintf(out, " in no branch below %s, ", branches->tree.nodes[branches->main].name);
        put_share(most, out);
    }
    fprintf(out, " in %s%s", branches->tree.nodes[largest].name, n > 1 ? ", " : "");
    if (n > 1)
        fprintf(out, "the largest of %zu branches", n);
}

static void put_sentence(const struct gau_timer_branches *branches, FILE *out)
{
    const double whole = branches->items[branches->main].times[GAU_TIMER_TOTAL];
    size_t heaviest[NAMED_MOST];
    const size_t count = find_heaviest(heaviest, branches);
    char time[64], of_whole[128];

    snprintf(of_whole, sizeof of_whole, " of %s in %s is",
             gau_quantity_text(time, sizeof time, whole, "s"),
             branches->program ? "sections" : "events");
    for (size_t i = 0; i < count; i++) {
        const double percent = 100 * branches->items[heaviest[i]].times[GAU_TIMER_SELF] / whole;

        if (i == 0 && percent < LEAST_PERCENT)
            put_small(branches, heaviest[0], of_whole, out);
        if (percent < LEAST_PERCENT)
            break;
        fputs(i > 0 ? ", " : "", out);
        put_share(percent, out);
        fprintf(out, "%s in ", i == 0 ? of_whole : "");
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
