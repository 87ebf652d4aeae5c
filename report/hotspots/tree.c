/* SPDX-License-Identifier: Apache-2.0 */
#include "presets.h"

#include "report/views/document.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/*
 * Rows of groups. Where people read, numbers and bars stand in front of the names, and what is in a
 * group is set in:
 *
 *     1.234 s +- 0.011   52.3 %     1234  ##########  Hlt Velo
 *     0.759 s +- 0.009   31.0 %      759  ------        fit_track
 *                                                         <- Velo_execute
 *                                                         <- main
 *
 * By any keys, a caller that has just what it calls, which is most of them, has no numbers.
 */

enum { BAR_WIDE = 20, BAR_NARROW = 10, TERMINAL_NARROW = 100 };

/* People are not shown what is smaller than this part of all, unless they ask for a number of rows:
 * what is below one function is then one row. */
static const double least_share = 0.005;

static bool is_read(const struct gau_hot_tree *tree)
{
    return gau_hot_sheet_is_read(tree->sheet);
}

/* --- names --------------------------------------------------------------------------------- */

/* Of a call stack, what is not the function itself. */
static bool is_caller(const struct gau_hot_tree *tree, const struct gau_hot_visit *visit)
{
    const struct gau_hot_query *const query = tree->sheet->query;
    const uint32_t level = visit->group.level;

    if (query->way == GAU_HOT_CALLERS_OF)
        return true;
    return query->way == GAU_HOT_BY_KEYS && query->keys.items[level] == GAU_HOT_CALLSTACK &&
           !query->top_down &&
           (gau_hot_keys_have_function(&query->keys, level) ||
            gau_hot_visit_is_call(visit, visit->depth));
}

static const char *arrow_of(const struct gau_hot_tree *tree, const struct gau_hot_visit *visit)
{
    if (!is_read(tree))
        return "";
    if (is_caller(tree, visit))
        return gau_hot_sheet_sign(tree->sheet, "\u2190 ", "<- ");
    if (tree->sheet->query->top_down && gau_hot_visit_is_same(visit, visit->depth))
        return gau_hot_sheet_sign(tree->sheet, "\u2192 ", "-> ");
    return "";
}

static unsigned indentation(const struct gau_hot_tree *tree, const struct gau_hot_visit *visit)
{
    const unsigned depth = is_read(tree) ? gau_hot_visit_indent(visit) : visit->depth - 1;

    return depth + (tree->all != NULL); /* below the subject */
}

/* --- cells --------------------------------------------------------------------------------- */

/* In eighths of a column where the terminal has them. */
static void put_bar(const struct gau_hot_tree *tree, uint64_t weight_ns, bool top)
{
    static const char *const parts[] = {"",       "\u258f", "\u258e", "\u258d",
                                        "\u258c", "\u258b", "\u258a", "\u2589"};
    const struct gau_hot_screen *const screen = &tree->sheet->options->screen;
    const bool blocks = screen->unicode, narrow = screen->width && screen->width < TERMINAL_NARROW;
    const double part = tree->longest_ns ? (double)weight_ns / (double)tree->longest_ns : 0;
    const unsigned steps = blocks ? 8 : 1;
    const unsigned filled = (unsigned)lround(part * (narrow ? BAR_NARROW : BAR_WIDE) * steps);
    char text[BAR_WIDE * sizeof "\u2588" + sizeof "\u2588"];
    size_t used = 0;

    if (tree->sheet->format != GAU_TABLE_TEXT)
        return;
    for (unsigned i = 0; i < filled / steps; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s",
                                 blocks ? "\u2588"
                                 : top  ? "#"
                                        : "-");
    snprintf(text + used, sizeof text - used, "%s", parts[filled % steps]);
    gau_hot_sheet_text(tree->sheet, GAU_HOT_BAR, text);
}

/* The function of a row: that of the key, else of the call stack. Not of what the limit left out.
 * NULL: it has none. */
static const struct gau_hot_group *function_of(const struct gau_hot_tree *tree,
                                               const struct gau_hot_group *group)
{
    const struct gau_hot_query *const query = tree->sheet->query;
    const bool by_function = gau_hot_keys_have_function(&query->keys, query->keys.count);

    for (; group->level != GAU_HOT_ROOT; group = &tree->grouping->groups[group->parent]) {
        const enum gau_hot_key key = query->keys.items[group->level];

        if (key == GAU_HOT_FUNCTION || (key == GAU_HOT_CALLSTACK && !by_function))
            return group->others || query->way == GAU_HOT_BY_CALLS ||
                           group->value == GAU_HOT_NO_CALLER
                       ? NULL
                       : group;
    }
    return NULL;
}

/* The keys of what the group is below. */
static void put_keys(const struct gau_hot_tree *tree, const struct gau_hot_group *group)
{
    char room[GAU_HOT_TEXT_SIZE];
    uint32_t level = group->level; /* levels are set from the innermost on */

    while (level > 0) {
        group = &tree->grouping->groups[group->parent];
        if (group->level == level)
            continue;
        level = group->level;
        gau_hot_sheet_text(tree->sheet, GAU_HOT_FIRST_KEY + tree->sheet->query->keys.items[level],
                           gau_hot_group_text(tree->sheet->result, tree->sheet->query, group, room,
                                              sizeof room));
    }
}

void gau_hot_tree_put(const struct gau_hot_tree *tree, const struct gau_hot_group *group,
                      const char *name)
{
    struct gau_hot_sheet *const sheet = tree->sheet;
    const struct gau_hot_preset *const preset = sheet->view->preset;
    const struct gau_hot_group *const function = function_of(tree, group);

    gau_hot_sheet_text(sheet, GAU_HOT_NAME, name);
    if (tree->all)
        gau_hot_sheet_text(sheet, GAU_HOT_SUBJECT,
                           gau_hot_function_name(sheet->result, sheet->query->subject));
    if (function)
        gau_hot_sheet_function(sheet, (uint32_t)function->value);
    if (preset->fill && !group->others)
        preset->fill(sheet, tree->grouping, group);
    if (!preset->by_any_keys || is_read(tree))
        return;
    gau_hot_sheet_text(sheet, GAU_HOT_FIRST_KEY + sheet->query->keys.items[group->level], name);
    put_keys(tree, group);
}

void gau_hot_tree_measure(const struct gau_hot_tree *tree, const struct gau_hot_measure *total,
                          const struct gau_hot_measure *self)
{
    struct gau_hot_measure of_all = *total;

    gau_hot_sheet_measure(tree->sheet, GAU_HOT_TOTAL, total);
    gau_hot_sheet_measure(tree->sheet, GAU_HOT_SELF, self);
    gau_hot_sheet_real(tree->sheet, GAU_HOT_NOTHING, 0);
    if (!tree->all)
        return;
    of_all.whole_ns = tree->all->groups[0].weight_ns;
    gau_hot_sheet_measure(tree->sheet, GAU_HOT_OF_ALL, &of_all);
}

/* --- rows ---------------------------------------------------------------------------------- */

static void put_group(const struct gau_hot_tree *tree, const struct gau_hot_visit *visit)
{
    const struct gau_hot_group *const group = &visit->group;
    const struct gau_hot_measure total = gau_hot_total_of(tree->grouping, group);
    const struct gau_hot_measure self = gau_hot_self_of(tree->grouping, group);
    const struct gau_hot_sheet *const sheet = tree->sheet;
    char room[GAU_HOT_TEXT_SIZE], name[GAU_HOT_TEXT_SIZE + 8];

    snprintf(name, sizeof name, "%s%s", arrow_of(tree, visit),
             gau_hot_group_text(sheet->result, sheet->query, group, room, sizeof room));
    gau_hot_sheet_row(tree->sheet, indentation(tree, visit));
    gau_hot_tree_put(tree, group, name);
    if (is_read(tree) && sheet->view->preset->by_any_keys && is_caller(tree, visit) &&
        gau_hot_visit_is_same(visit, visit->depth))
        return;
    gau_hot_tree_measure(tree, &total, &self);
    put_bar(tree, group->weight_ns, visit->depth == 1);
}

/* The group of the visit, and those of its siblings that follow it, which are smaller, as one row.
 * Of errors the square root of the sum of squares is the most that they can be together. */
static void put_rest(const struct gau_hot_tree *tree, struct gau_hot_visit *visit)
{
    struct gau_hot_step *const step = &visit->path[visit->depth - 1];
    const struct gau_hot_group *const caller = &tree->grouping->groups[step->group];
    struct gau_hot_measure rest = {.whole_ns = tree->grouping->groups[0].weight_ns};
    const uint32_t first = step->next - 1;
    double variance = 0;
    char room[GAU_HOT_TEXT_SIZE], name[64];

    for (uint32_t i = first; i < caller->count; i++) {
        const struct gau_hot_group *const group = gau_hot_child(tree->grouping, caller, i);

        rest.samples += group->samples;
        rest.weight_ns += group->weight_ns;
        variance += group->error_ns * group->error_ns;
    }
    rest.error_ns = sqrt(variance);
    snprintf(name, sizeof name, "[%" PRIu32 " smaller]", caller->count - first);
    gau_hot_sheet_row(tree->sheet, indentation(tree, visit));
    gau_hot_sheet_text(tree->sheet, GAU_HOT_NAME,
                       caller->count - first > 1
                           ? name
                           : gau_hot_group_text(tree->sheet->result, tree->sheet->query,
                                                &visit->group, room, sizeof room));
    gau_hot_sheet_measure(tree->sheet, GAU_HOT_TOTAL, &rest);
    gau_hot_visit_skip(visit);
    step->next = caller->count;
}

static void put_rows(const struct gau_hot_tree *tree)
{
    const struct gau_hot_sheet *const sheet = tree->sheet;
    const uint32_t levels = sheet->view->preset->levels;
    const bool folds = sheet->view->preset->folds && is_read(tree) && sheet->query->limit == 0 &&
                       sheet->query->sort == GAU_HOT_BY_TIME;
    const double least = least_share * (double)tree->grouping->groups[0].weight_ns;
    struct gau_hot_visit visit = {.grouping = tree->grouping};

    while (gau_hot_visit_next(&visit)) {
        if (folds && (double)visit.group.weight_ns < least)
            put_rest(tree, &visit);
        else
            put_group(tree, &visit);
        if (visit.depth == levels)
            gau_hot_visit_skip(&visit);
    }
}

/* The row above the callers of a function. */
static void put_subject(const struct gau_hot_tree *tree)
{
    const struct gau_hot_group *const root = &tree->grouping->groups[0];
    const struct gau_hot_measure total = gau_hot_total_of(tree->grouping, root);
    struct gau_hot_sheet *const sheet = tree->sheet;
    const char *const name = gau_hot_function_name(sheet->result, sheet->query->subject);

    gau_hot_sheet_row(sheet, 0);
    gau_hot_sheet_text(sheet, GAU_HOT_SUBJECT, name);
    gau_hot_sheet_text(sheet, GAU_HOT_NAME, is_read(tree) ? name : "");
    gau_hot_sheet_function(sheet, sheet->query->subject);
    gau_hot_tree_measure(tree, &total, &total);
}

void gau_hot_tree_write(struct gau_hot_tree *tree)
{
    const struct gau_hot_group *const root = &tree->grouping->groups[0];

    for (uint32_t i = 0; i < root->count; i++) {
        const struct gau_hot_group *const group = gau_hot_child(tree->grouping, root, i);

        if (group->weight_ns > tree->longest_ns)
            tree->longest_ns = group->weight_ns;
    }
    if (tree->all)
        put_subject(tree);
    put_rows(tree);
    if (tree->sheet->view->preset->finish)
        tree->sheet->view->preset->finish(tree->sheet, tree->grouping);
}
