/* SPDX-License-Identifier: Apache-2.0 */
#include "query.h"
#include "rows.h"
#include "subjects.h"
#include "views.h"

/*
 * Who calls a function, and on whose account it takes its time, with all that it calls. Where it
 * calls itself, the innermost call counts.
 */

enum { OF_FUNCTION, OF_ALL }; /* measures: the same time, as part of these */
enum { NAME, MODULE, FULL, FILE_NAME, START, SUBJECT };

static const struct gau_hot_heading headings[] = {
    {GAU_HOT_SHOW_TIME, OF_FUNCTION, "CPU time", NULL, NULL},
    {GAU_HOT_SHOW_SHARE, OF_FUNCTION, "share", NULL, NULL},
    {GAU_HOT_SHOW_SHARE, OF_ALL, "of all", NULL, NULL},
    {GAU_HOT_SHOW_SAMPLES, OF_FUNCTION, "samples", NULL, NULL},
    {GAU_HOT_SHOW_TEXT, MODULE, "Module", NULL, NULL},
    {GAU_HOT_SHOW_TREE, NAME, "Function / Callers", NULL, NULL},
    {GAU_HOT_SHOW_TEXT, SUBJECT, NULL, "Function", "function"},
    {GAU_HOT_SHOW_TEXT, NAME, NULL, "Caller", "caller"},
    {GAU_HOT_SHOW_TIME, OF_FUNCTION, NULL, "CPU Time", "cpu_s"},
    {GAU_HOT_SHOW_TEXT, MODULE, NULL, "Module", "module"},
    {GAU_HOT_SHOW_TEXT, FULL, NULL, "Function (Full)", "function_full"},
    {GAU_HOT_SHOW_TEXT, FILE_NAME, NULL, "Source File", "source_file"},
    {GAU_HOT_SHOW_TEXT, START, NULL, "Start Address", "start_address"},
    {GAU_HOT_SHOW_DEPTH, 0, NULL, "Depth", "depth"},
    {GAU_HOT_SHOW_SAMPLES, OF_FUNCTION, NULL, "Samples", "samples"},
    {GAU_HOT_SHOW_ERROR, OF_FUNCTION, NULL, "CPU Time:Standard Error", "error_s"},
    {GAU_HOT_SHOW_SHARE, OF_FUNCTION, NULL, "CPU Time:Percent", "share_percent"},
    {GAU_HOT_SHOW_SHARE_ERROR, OF_FUNCTION, NULL, "CPU Time:Percent Standard Error",
     "share_error_percent"},
    {GAU_HOT_SHOW_SHARE, OF_ALL, NULL, "CPU Time:Percent of All", "share_of_all_percent"},
};

enum { NO_CALLER = 1 }; /* gau_hot_row.b of what no function called */

struct of_function {
    struct gau_hot_result *result;
    uint32_t function;
};

static bool rows_of(struct gau_hot_rows *rows, uint32_t stack, const void *user)
{
    const struct of_function *const of = user;
    struct gau_hot_walk walk = {.stack = stack};
    struct gau_frame frame;
    uint32_t row = 0;

    if (!gau_hot_subject_next(&walk, of->result, of->function, &frame))
        return false;
    for (uint32_t i = 0; i < GAU_HOT_FRAMES_MAX && gau_hot_walk_next(&walk, of->result, &frame);
         i++) {
        row = gau_hot_rows_put(rows, row, gau_hot_function(of->result, frame.function), 0);
        if (row == 0)
            return true;
    }
    if (row == 0)
        gau_hot_rows_put(rows, 0, 0, NO_CALLER);
    return true;
}

/* --- rows ---------------------------------------------------------------------------------- */

struct tree {
    struct gau_hot_sheet *sheet;
    const struct gau_hot_rows *rows;
    const struct gau_hot_subjects *subjects;
    const struct gau_hot_subject *subject;
};

static void put_measures(const struct tree *tree, const struct gau_hot_row *row)
{
    struct gau_hot_measure measure = {.samples = row->samples,
                                      .weight_ns = row->weight_ns,
                                      .error_ns = row->error_ns,
                                      .whole_ns = tree->rows->items[0].weight_ns,
                                      .share_error_ns = row->share_error_ns};

    gau_hot_sheet_measure(tree->sheet, OF_FUNCTION, &measure);
    measure.whole_ns = tree->subjects->all.weight_ns;
    gau_hot_sheet_measure(tree->sheet, OF_ALL, &measure);
}

static const char *caller_name(const struct tree *tree, const struct gau_hot_row *row)
{
    if (row->others)
        return "[others]";
    if (row->b == NO_CALLER)
        return "[no caller]";
    return gau_hot_function_name(tree->sheet->result, (uint32_t)row->a);
}

static void put_caller(const struct tree *tree, const struct gau_hot_row *row, unsigned indent)
{
    const char *const arrow = tree->sheet->options->screen.unicode ? "\u2190 " : "<- ";
    const char *const name = caller_name(tree, row);
    char text[GAU_HOT_TEXT_SIZE];

    snprintf(text, sizeof text, "%s%s", gau_hot_sheet_is_read(tree->sheet) ? arrow : "", name);
    gau_hot_sheet_row(tree->sheet, indent);
    gau_hot_sheet_text(tree->sheet, SUBJECT,
                       gau_hot_function_name(tree->sheet->result, tree->subject->function));
    gau_hot_sheet_text(tree->sheet, NAME, text);
    put_measures(tree, row);
    if (!row->others && row->b != NO_CALLER)
        gau_hot_sheet_function(tree->sheet, MODULE, (uint32_t)row->a);
}

/* A caller that is the only one is not set in further for people. */
static void put_callers(const struct tree *tree)
{
    const struct gau_hot_row *path[GAU_HOT_FRAMES_MAX + 2] = {&tree->rows->items[0]};
    uint32_t next[GAU_HOT_FRAMES_MAX + 2] = {0};
    unsigned indents[GAU_HOT_FRAMES_MAX + 2] = {0};

    for (unsigned depth = 0;;) {
        const struct gau_hot_row *const row = path[depth];
        const struct gau_hot_row *caller;

        if (next[depth] == row->count) {
            if (depth == 0)
                return;
            depth--;
            continue;
        }
        caller = gau_hot_rows_below(tree->rows, row, next[depth]++);
        depth++;
        path[depth] = caller;
        next[depth] = 0;
        indents[depth] = indents[depth - 1] + (depth == 1 || row->count > 1);
        put_caller(tree, caller, gau_hot_sheet_is_read(tree->sheet) ? indents[depth] : depth);
    }
}

static void put_subject(const struct tree *tree)
{
    gau_hot_sheet_row(tree->sheet, 0);
    gau_hot_sheet_text(tree->sheet, SUBJECT,
                       gau_hot_function_name(tree->sheet->result, tree->subject->function));
    gau_hot_sheet_text(tree->sheet, NAME,
                       gau_hot_sheet_is_read(tree->sheet)
                           ? gau_hot_function_name(tree->sheet->result, tree->subject->function)
                           : "");
    put_measures(tree, &tree->rows->items[0]);
    gau_hot_sheet_function(tree->sheet, MODULE, tree->subject->function);
    put_callers(tree);
}

static void put_all(struct gau_hot_sheet *sheet, const struct gau_hot_subjects *subjects,
                    const struct gau_hot_query *query)
{
    for (uint32_t i = 0; i < subjects->count; i++) {
        const struct of_function of = {.result = sheet->result,
                                       .function = subjects->items[i].function};
        const struct gau_hot_rows_wish wish = {
            .filter = &query->filter, .rows_of = rows_of, .user = &of, .limit = query->limit};
        struct gau_hot_rows rows;
        const struct tree tree = {
            .sheet = sheet, .rows = &rows, .subjects = subjects, .subject = &subjects->items[i]};

        if (gau_hot_rows_make(&rows, sheet->result, &wish, sheet->error))
            put_subject(&tree);
        gau_hot_rows_clear(&rows);
    }
}

void gau_hot_write_callers(struct gau_hot_result *result, const struct gau_hot_options *options,
                           FILE *out, struct gau_view_error *error)
{
    struct gau_hot_sheet sheet = {
        .result = result, .options = options, .view = "callers", .out = out, .error = error};
    struct gau_hot_subjects subjects;
    struct gau_hot_query query;

    if (gau_hot_query_read(&query, options, "function", result, error) &&
        gau_hot_subjects_find(&subjects, result, options->subject, &query.filter, error)) {
        gau_hot_sheet_begin(&sheet, headings, sizeof headings / sizeof *headings);
        gau_hot_subjects_title(&sheet, "Callers", &subjects);
        put_all(&sheet, &subjects, &query);
        if (error->status == GAU_VIEW_OK)
            gau_hot_sheet_write(&sheet, &subjects.all);
    }
    gau_hot_sheet_clear(&sheet);
    gau_hot_query_clear(&query);
}
