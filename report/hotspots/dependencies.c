/* SPDX-License-Identifier: Apache-2.0 */
#include "dependencies.h"

#include "query.h"
#include "views.h"

#include <stdlib.h>

enum { TOTAL, SELF }; /* measures */
enum { CALLER, CALLER_MODULE, CALLEE, CALLEE_MODULE, MODULES, FUNCTIONS };

static const struct gau_hot_heading headings[] = {
    {GAU_HOT_SHOW_TIME, TOTAL, "CPU time, total", NULL, NULL},
    {GAU_HOT_SHOW_SHARE, TOTAL, "share", NULL, NULL},
    {GAU_HOT_SHOW_TIME, SELF, "in the module", NULL, NULL},
    {GAU_HOT_SHOW_SHARE, SELF, "share", NULL, NULL},
    {GAU_HOT_SHOW_TEXT, MODULES, "Modules", NULL, NULL},
    {GAU_HOT_SHOW_TEXT, FUNCTIONS, "Functions", NULL, NULL},
    {GAU_HOT_SHOW_TEXT, CALLER, NULL, "Caller", "caller"},
    {GAU_HOT_SHOW_TEXT, CALLER_MODULE, NULL, "Caller Module", "caller_module"},
    {GAU_HOT_SHOW_TEXT, CALLEE, NULL, "Callee", "callee"},
    {GAU_HOT_SHOW_TEXT, CALLEE_MODULE, NULL, "Callee Module", "callee_module"},
    {GAU_HOT_SHOW_TIME, TOTAL, NULL, "CPU Time:Total", "total_s"},
    {GAU_HOT_SHOW_TIME, SELF, NULL, "CPU Time:Self", "self_s"},
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

static uint32_t module_of(const struct gau_hot_result *result, uint64_t function)
{
    return gau_symbolizer_function(result->symbols, (uint32_t)function)->module;
}

/* From the innermost frame on; the first call into another module has the sample's own time. */
static bool rows_of(struct gau_hot_rows *rows, uint32_t stack, const void *user)
{
    struct gau_hot_result *const result = rows->result;
    struct gau_hot_walk walk = {.stack = stack};
    struct gau_frame frame;
    bool has_own = false;
    uint32_t callee;

    (void)user;
    gau_hot_walk_next(&walk, result, &frame);
    callee = gau_hot_function(result, frame.function);
    while (gau_hot_walk_next(&walk, result, &frame)) {
        const uint32_t caller = gau_hot_function(result, frame.function);

        if (module_of(result, caller) != module_of(result, callee)) {
            const uint32_t row = gau_hot_rows_put(rows, 0, caller, callee);

            if (!has_own && row)
                gau_hot_rows_put_own(rows, row);
            has_own = true;
        }
        callee = caller;
    }
    if (!has_own) {
        const uint32_t row = gau_hot_rows_put(rows, 0, GAU_HOT_NOT_CALLED, GAU_HOT_NOT_CALLED);

        if (row)
            gau_hot_rows_put_own(rows, row);
    }
    return true;
}

/* --- times --------------------------------------------------------------------------------- */

struct gau_hot_measure gau_hot_dependency_total(const struct gau_hot_rows *rows,
                                                const struct gau_hot_row *row)
{
    return (struct gau_hot_measure){.samples = row->samples,
                                    .weight_ns = row->weight_ns,
                                    .error_ns = row->error_ns,
                                    .whole_ns = rows->items[0].weight_ns,
                                    .share_error_ns = row->share_error_ns};
}

struct gau_hot_measure gau_hot_dependency_self(const struct gau_hot_rows *rows,
                                               const struct gau_hot_row *row)
{
    return gau_hot_dependency_total(rows, gau_hot_rows_own(rows, row));
}

/* --- table --------------------------------------------------------------------------------- */

static void put_function(struct gau_hot_sheet *sheet, unsigned slot, uint64_t function)
{
    const struct gau_hot_result *const result = sheet->result;
    const uint32_t module = module_of(result, function);

    gau_hot_sheet_text(sheet, slot, gau_hot_function_name(result, (uint32_t)function));
    gau_hot_sheet_text(sheet, slot + 1,
                       sheet->options->format == GAU_HOT_JSON
                           ? gau_symbolizer_module_path(result->symbols, module)
                           : gau_symbolizer_module_name(result->symbols, module));
}

/* "caller -> callee" */
static void put_pair(struct gau_hot_sheet *sheet, unsigned slot, const char *caller,
                     const char *callee)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const stream = open_memstream(&text, &size);

    if (stream)
        fprintf(stream, "%s %s %s", caller, sheet->options->screen.unicode ? "\u2192" : "->",
                callee);
    if (stream && fclose(stream) == 0)
        gau_hot_sheet_text(sheet, slot, text);
    free(text);
}

static void put_call(struct gau_hot_sheet *sheet, const struct gau_hot_row *row)
{
    const struct gau_hot_result *const result = sheet->result;

    put_function(sheet, CALLER, row->a);
    put_function(sheet, CALLEE, row->b);
    put_pair(sheet, MODULES, gau_symbolizer_module_name(result->symbols, module_of(result, row->a)),
             gau_symbolizer_module_name(result->symbols, module_of(result, row->b)));
    put_pair(sheet, FUNCTIONS, gau_hot_function_name(result, (uint32_t)row->a),
             gau_hot_function_name(result, (uint32_t)row->b));
}

/* Instead of a call. */
static void put_name(struct gau_hot_sheet *sheet, const char *name)
{
    gau_hot_sheet_text(sheet, CALLER, name);
    gau_hot_sheet_text(sheet, FUNCTIONS, name);
}

static void put_row(struct gau_hot_sheet *sheet, const struct gau_hot_rows *rows,
                    const struct gau_hot_row *row)
{
    const struct gau_hot_measure total = gau_hot_dependency_total(rows, row);
    const struct gau_hot_measure self = gau_hot_dependency_self(rows, row);

    gau_hot_sheet_row(sheet, 0);
    gau_hot_sheet_measure(sheet, TOTAL, &total);
    gau_hot_sheet_measure(sheet, SELF, &self);
    if (row->others)
        put_name(sheet, "[others]");
    else if (row->a == GAU_HOT_NOT_CALLED)
        put_name(sheet, "[no call between modules]");
    else
        put_call(sheet, row);
}

static void write_table(struct gau_hot_sheet *sheet, const struct gau_hot_rows *rows)
{
    const struct gau_hot_row *const root = &rows->items[0];
    const struct gau_hot_measure all = gau_hot_dependency_total(rows, root);
    char sum[96];

    gau_hot_sheet_begin(sheet, headings, sizeof headings / sizeof *headings);
    gau_hot_sheet_title(sheet, "CPU time of calls between modules: %s",
                        gau_hot_sheet_sum_text(sheet, &all, sum, sizeof sum));
    for (uint32_t i = 0; i < root->count; i++)
        put_row(sheet, rows, gau_hot_rows_below(rows, root, i));
    gau_hot_sheet_write(sheet, &all);
}

void gau_hot_write_dependencies(struct gau_hot_result *result,
                                const struct gau_hot_options *options, FILE *out,
                                struct gau_view_error *error)
{
    struct gau_hot_sheet sheet = {
        .result = result, .options = options, .view = "dependencies", .out = out, .error = error};
    struct gau_hot_query query;
    struct gau_hot_rows rows = {0};
    const struct gau_hot_rows_wish wish = {.filter = &query.filter,
                                           .rows_of = rows_of,
                                           .limit = options->limit};

    if (gau_hot_query_read(&query, options, "function", result, error) &&
        gau_hot_rows_make(&rows, result, &wish, error)) {
        if (options->format == GAU_HOT_DOT)
            gau_hot_write_dot(&sheet, &rows);
        else
            write_table(&sheet, &rows);
    }
    gau_hot_sheet_clear(&sheet);
    gau_hot_rows_clear(&rows);
    gau_hot_query_clear(&query);
}
