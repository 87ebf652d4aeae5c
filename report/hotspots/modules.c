/* SPDX-License-Identifier: Apache-2.0 */
#include "flat.h"
#include "views.h"

/*
 * The program and its libraries, each with the time of its own code and the function that has most
 * of it.
 */

enum { TIME, HOTTEST_TIME }; /* measures */
enum { NAME, PATH, HOTTEST };
enum { FUNCTIONS };

static const struct gau_hot_heading headings[] = {
    {GAU_HOT_SHOW_TIME, TIME, "CPU time", NULL, NULL},
    {GAU_HOT_SHOW_SHARE, TIME, "share", NULL, NULL},
    {GAU_HOT_SHOW_SAMPLES, TIME, "samples", NULL, NULL},
    {GAU_HOT_SHOW_COUNT, FUNCTIONS, "functions", NULL, NULL},
    {GAU_HOT_SHOW_TEXT, NAME, "Module", "Module", "module"},
    {GAU_HOT_SHOW_TIME, HOTTEST_TIME, "most of it", NULL, NULL},
    {GAU_HOT_SHOW_TEXT, HOTTEST, "in", NULL, NULL},
    {GAU_HOT_SHOW_TIME, TIME, NULL, "CPU Time", "cpu_s"},
    {GAU_HOT_SHOW_TEXT, PATH, NULL, "Module Path", "module_path"},
    {GAU_HOT_SHOW_SAMPLES, TIME, NULL, "Samples", "samples"},
    {GAU_HOT_SHOW_ERROR, TIME, NULL, "CPU Time:Standard Error", "error_s"},
    {GAU_HOT_SHOW_SHARE, TIME, NULL, "CPU Time:Percent", "share_percent"},
    {GAU_HOT_SHOW_SHARE_ERROR, TIME, NULL, "CPU Time:Percent Standard Error",
     "share_error_percent"},
    {GAU_HOT_SHOW_COUNT, FUNCTIONS, NULL, "Function Count", "functions"},
    {GAU_HOT_SHOW_TEXT, HOTTEST, NULL, "Hottest Function", "hottest_function"},
    {GAU_HOT_SHOW_TIME, HOTTEST_TIME, NULL, "Hottest Function:CPU Time", "hottest_function_s"},
    {GAU_HOT_SHOW_ERROR, HOTTEST_TIME, NULL, "Hottest Function:CPU Time Standard Error",
     "hottest_function_error_s"},
};

/* The function with the longest time, whatever the rows are sorted by; NULL: only [others]. */
static const struct gau_hot_group *hottest(const struct gau_hot_grouping *grouping,
                                           const struct gau_hot_group *module)
{
    const struct gau_hot_group *best = NULL;

    for (uint32_t i = 0; i < module->count; i++) {
        const struct gau_hot_group *const function = gau_hot_child(grouping, module, i);

        if (!function->others && (!best || function->weight_ns > best->weight_ns))
            best = function;
    }
    return best;
}

static void fill(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping,
                 const struct gau_hot_query *query, const struct gau_hot_group *group)
{
    const struct gau_hot_group *const function = hottest(grouping, group);
    char room[GAU_HOT_TEXT_SIZE];

    if (group->value)
        gau_hot_sheet_text(sheet, PATH,
                           gau_symbolizer_module_path(sheet->result->symbols,
                                                      (uint32_t)group->value));
    gau_hot_sheet_count(sheet, FUNCTIONS, group->all_count);
    if (function) {
        const struct gau_hot_measure measure = gau_hot_flat_measure(grouping, function);

        gau_hot_sheet_measure(sheet, HOTTEST_TIME, &measure);
        gau_hot_sheet_text(sheet, HOTTEST,
                           gau_hot_group_text(sheet->result, query, function, room, sizeof room));
    }
}

void gau_hot_write_modules(struct gau_hot_result *result, const struct gau_hot_options *options,
                           FILE *out, struct gau_view_error *error)
{
    static const struct gau_hot_flat flat = {.view = "modules",
                                             .title = "CPU time by module",
                                             .key = "module",
                                             .inner_key = "function",
                                             .headings = headings,
                                             .n_headings = sizeof headings / sizeof *headings,
                                             .measure = TIME,
                                             .name = NAME,
                                             .fill = fill};

    gau_hot_write_flat(&flat, result, options, out, error);
}
