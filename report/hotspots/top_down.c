/* SPDX-License-Identifier: Apache-2.0 */
#include "query.h"
#include "sheet.h"
#include "views.h"
#include "visit.h"

#include <inttypes.h>
#include <math.h>

/*
 * The tree of calls from the outermost caller on: what a function took with all that it called, and
 * itself.
 */

enum { TOTAL, SELF }; /* measures */
enum { NAME, MODULE, FULL, FILE_NAME, START };

static const struct gau_hot_heading headings[] = {
    {GAU_HOT_SHOW_TIME, TOTAL, "CPU time, total", NULL, NULL},
    {GAU_HOT_SHOW_SHARE, TOTAL, "share", NULL, NULL},
    {GAU_HOT_SHOW_TIME, SELF, "self", NULL, NULL},
    {GAU_HOT_SHOW_SHARE, SELF, "share", NULL, NULL},
    {GAU_HOT_SHOW_TEXT, MODULE, "Module", NULL, NULL},
    {GAU_HOT_SHOW_TREE, NAME, "Function Stack", "Function Stack", "function"},
    {GAU_HOT_SHOW_TIME, TOTAL, NULL, "CPU Time:Total", "total_s"},
    {GAU_HOT_SHOW_TIME, SELF, NULL, "CPU Time:Self", "self_s"},
    {GAU_HOT_SHOW_TEXT, MODULE, NULL, "Module", "module"},
    {GAU_HOT_SHOW_TEXT, FULL, NULL, "Function (Full)", "function_full"},
    {GAU_HOT_SHOW_TEXT, FILE_NAME, NULL, "Source File", "source_file"},
    {GAU_HOT_SHOW_TEXT, START, NULL, "Start Address", "start_address"},
    {GAU_HOT_SHOW_DEPTH, 0, NULL, "Depth", "depth"},
    {GAU_HOT_SHOW_SAMPLES, TOTAL, NULL, "Samples:Total", "samples"},
    {GAU_HOT_SHOW_SAMPLES, SELF, NULL, "Samples:Self", "self_samples"},
    {GAU_HOT_SHOW_ERROR, TOTAL, NULL, "CPU Time:Total Standard Error", "total_error_s"},
    {GAU_HOT_SHOW_ERROR, SELF, NULL, "CPU Time:Self Standard Error", "self_error_s"},
    {GAU_HOT_SHOW_SHARE, TOTAL, NULL, "CPU Time:Total Percent", "total_share_percent"},
    {GAU_HOT_SHOW_SHARE_ERROR, TOTAL, NULL, "CPU Time:Total Percent Standard Error",
     "total_share_error_percent"},
    {GAU_HOT_SHOW_SHARE, SELF, NULL, "CPU Time:Self Percent", "self_share_percent"},
    {GAU_HOT_SHOW_SHARE_ERROR, SELF, NULL, "CPU Time:Self Percent Standard Error",
     "self_share_error_percent"},
};

/* People are not shown what is smaller than this part of all, unless they ask for a number of rows:
 * what is below one function is then one row. */
static const double least_share = 0.005;

struct tree {
    struct gau_hot_sheet *sheet;
    const struct gau_hot_query *query;
    const struct gau_hot_grouping *grouping;
    bool folds;
};

static struct gau_hot_measure total_of(const struct tree *tree, const struct gau_hot_group *group)
{
    return (struct gau_hot_measure){.samples = group->samples,
                                    .weight_ns = group->weight_ns,
                                    .error_ns = group->error_ns,
                                    .whole_ns = tree->grouping->groups[0].weight_ns,
                                    .share_error_ns = group->share_error_ns};
}

static struct gau_hot_measure self_of(const struct tree *tree, const struct gau_hot_group *group)
{
    return (struct gau_hot_measure){.samples = group->own_samples,
                                    .weight_ns = group->own_weight_ns,
                                    .error_ns = group->own_error_ns,
                                    .whole_ns = tree->grouping->groups[0].weight_ns,
                                    .share_error_ns = group->own_share_error_ns};
}

/* The only thing that its caller does: it stands right below it. */
static bool is_only(const struct gau_hot_visit *visit, uint32_t depth)
{
    return depth > 1 && gau_hot_visit_is_only(visit, depth) &&
           gau_hot_visit_at(visit, depth - 1).own_samples == 0;
}

static unsigned indentation(const struct tree *tree, const struct gau_hot_visit *visit)
{
    unsigned indent = 0;

    if (!gau_hot_sheet_is_read(tree->sheet))
        return visit->depth - 1;
    for (uint32_t depth = 2; depth <= visit->depth; depth++)
        indent += !is_only(visit, depth);
    return indent;
}

static void put_name(const struct tree *tree, const struct gau_hot_visit *visit)
{
    const bool only = gau_hot_sheet_is_read(tree->sheet) && is_only(visit, visit->depth);
    char room[GAU_HOT_TEXT_SIZE], name[GAU_HOT_TEXT_SIZE + 8];
    const char *const text =
        gau_hot_group_text(tree->sheet->result, tree->query, &visit->group, room, sizeof room);

    snprintf(name, sizeof name, "%s%s",
             !only                                  ? ""
             : tree->sheet->options->screen.unicode ? "\u2192 "
                                                    : "-> ",
             text);
    gau_hot_sheet_text(tree->sheet, NAME, only ? name : text);
}

static void put_group(const struct tree *tree, const struct gau_hot_visit *visit)
{
    const struct gau_hot_group *const group = &visit->group;
    const struct gau_hot_measure total = total_of(tree, group), self = self_of(tree, group);

    gau_hot_sheet_row(tree->sheet, indentation(tree, visit));
    put_name(tree, visit);
    gau_hot_sheet_measure(tree->sheet, TOTAL, &total);
    gau_hot_sheet_measure(tree->sheet, SELF, &self);
    if (!group->others)
        gau_hot_sheet_function(tree->sheet, MODULE, (uint32_t)group->value);
}

/* The group of the visit, and those of its siblings that follow it, which are smaller, as one row.
 * Of errors the square root of the sum of squares is the most that they can be together. */
static void put_rest(const struct tree *tree, struct gau_hot_visit *visit)
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
    rest.error_ns = variance > 0 ? sqrt(variance) : 0;
    snprintf(name, sizeof name, "[%" PRIu32 " smaller]", caller->count - first);
    gau_hot_sheet_row(tree->sheet, indentation(tree, visit));
    gau_hot_sheet_text(tree->sheet, NAME,
                       caller->count - first > 1
                           ? name
                           : gau_hot_group_text(tree->sheet->result, tree->query, &visit->group,
                                                room, sizeof room));
    gau_hot_sheet_measure(tree->sheet, TOTAL, &rest);
    gau_hot_visit_skip(visit);
    step->next = caller->count;
}

static void put_rows(const struct tree *tree)
{
    const double least = least_share * (double)tree->grouping->groups[0].weight_ns;
    struct gau_hot_visit visit = {.grouping = tree->grouping};

    while (gau_hot_visit_next(&visit)) {
        if (tree->folds && (double)visit.group.weight_ns < least)
            put_rest(tree, &visit);
        else
            put_group(tree, &visit);
    }
}

void gau_hot_write_top_down(struct gau_hot_result *result, const struct gau_hot_options *options,
                            FILE *out, struct gau_view_error *error)
{
    struct gau_hot_sheet sheet = {
        .result = result, .options = options, .view = "top-down", .out = out, .error = error};
    struct gau_hot_query query;
    struct gau_hot_grouping grouping = {0};
    bool done = gau_hot_query_read(&query, options, "callstack", result, error);

    query.top_down = true;
    done = done && gau_hot_group(&grouping, result, &query, error);
    if (done) {
        const struct tree tree = {.sheet = &sheet,
                                  .query = &query,
                                  .grouping = &grouping,
                                  .folds = gau_hot_sheet_is_read(&sheet) && options->limit == 0 &&
                                           query.sort == GAU_HOT_BY_TIME};
        const struct gau_hot_measure all = total_of(&tree, &grouping.groups[0]);
        char sum[96];

        gau_hot_sheet_begin(&sheet, headings, sizeof headings / sizeof *headings);
        gau_hot_sheet_title(&sheet, "CPU time top-down: %s",
                            gau_hot_sheet_sum_text(&sheet, &all, sum, sizeof sum));
        put_rows(&tree);
        gau_hot_sheet_write(&sheet, &all);
    }
    gau_hot_sheet_clear(&sheet);
    gau_hot_grouping_clear(&grouping);
    gau_hot_query_clear(&query);
}
