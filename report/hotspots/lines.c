/* SPDX-License-Identifier: Apache-2.0 */
#include "query.h"
#include "rows.h"
#include "source.h"
#include "subjects.h"
#include "views.h"

#include "report/views/document.h"

#include <inttypes.h>
#include <stdlib.h>

/*
 * The lines of a function with their CPU time: that of a line itself, and with what is called from
 * it. Where the function calls itself, the innermost call counts.
 */

enum { TOTAL, SELF }; /* measures */
enum { FUNCTION, FILE_NAME, SOURCE, LINE_TEXT };
enum { LINE }; /* counts */

static const struct gau_hot_heading headings[] = {
    {GAU_HOT_SHOW_TIME, TOTAL, "CPU time, total", NULL, NULL},
    {GAU_HOT_SHOW_SHARE, TOTAL, "share", NULL, NULL},
    {GAU_HOT_SHOW_TIME, SELF, "self", NULL, NULL},
    {GAU_HOT_SHOW_RIGHT, LINE_TEXT, "line", NULL, NULL},
    {GAU_HOT_SHOW_TEXT, SOURCE, "source", NULL, NULL},
    {GAU_HOT_SHOW_TEXT, FUNCTION, NULL, "Function", "function"},
    {GAU_HOT_SHOW_TEXT, FILE_NAME, NULL, "Source File", "source_file"},
    {GAU_HOT_SHOW_COUNT, LINE, NULL, "Source Line", "source_line"},
    {GAU_HOT_SHOW_TIME, TOTAL, NULL, "CPU Time:Total", "total_s"},
    {GAU_HOT_SHOW_TIME, SELF, NULL, "CPU Time:Self", "self_s"},
    {GAU_HOT_SHOW_TEXT, SOURCE, NULL, "Source", "source"},
    {GAU_HOT_SHOW_SAMPLES, TOTAL, NULL, "Samples:Total", "samples"},
    {GAU_HOT_SHOW_SAMPLES, SELF, NULL, "Samples:Self", "self_samples"},
    {GAU_HOT_SHOW_ERROR, TOTAL, NULL, "CPU Time:Total Standard Error", "total_error_s"},
    {GAU_HOT_SHOW_ERROR, SELF, NULL, "CPU Time:Self Standard Error", "self_error_s"},
    {GAU_HOT_SHOW_SHARE, TOTAL, NULL, "CPU Time:Total Percent", "total_share_percent"},
    {GAU_HOT_SHOW_SHARE_ERROR, TOTAL, NULL, "CPU Time:Total Percent Standard Error",
     "total_share_error_percent"},
};

enum {
    AROUND = 2, /* lines that are shown above and below one with time */
    JUMP = 3,   /* more lines than that are left out */
};

struct of_function {
    struct gau_hot_result *result;
    uint32_t function;
};

static bool rows_of(struct gau_hot_rows *rows, uint32_t stack, const void *user)
{
    const struct of_function *const of = user;
    struct gau_hot_walk walk = {.stack = stack};
    const struct gau_frame first = gau_hot_frames(of->result, stack).items[0];
    const bool innermost = gau_hot_function(of->result, first.function) == of->function;
    struct gau_frame frame;
    uint32_t row;

    if (!gau_hot_subject_next(&walk, of->result, of->function, &frame))
        return false;
    row =
        gau_hot_rows_put(rows, 0, gau_hot_frame_value(of->result, &frame, GAU_HOT_SOURCE_LINE), 0);
    if (innermost && row)
        gau_hot_rows_put_own(rows, row);
    return true;
}

/* --- one function -------------------------------------------------------------------------- */

struct listing {
    struct gau_hot_sheet *sheet;
    const struct gau_hot_rows *rows;
    const struct gau_hot_subject *subject;
    const struct gau_hot_row **lines; /* those with time, in the order of files and lines */
    uint32_t count;
    struct gau_hot_source source; /* of the file at work */
    bool readable;
    char *room; /* GAU_HOT_TEXT_SIZE bytes */
};

static uint32_t file_of(const struct gau_hot_row *row)
{
    return (uint32_t)(row->a >> 32);
}

static uint32_t line_of(const struct gau_hot_row *row)
{
    return row->others ? 0 : (uint32_t)row->a;
}

static int by_place(const void *a, const void *b)
{
    const struct gau_hot_row *const left = *(const struct gau_hot_row *const *)a;
    const struct gau_hot_row *const right = *(const struct gau_hot_row *const *)b;

    if (left->others != right->others)
        return left->others ? 1 : -1;
    if (!line_of(left) != !line_of(right))
        return line_of(left) ? -1 : 1;
    return (left->a > right->a) - (left->a < right->a);
}

static void put_measure(const struct listing *listing, unsigned slot, const struct gau_hot_row *row)
{
    const struct gau_hot_measure measure = {.samples = row->samples,
                                            .weight_ns = row->weight_ns,
                                            .error_ns = row->error_ns,
                                            .whole_ns = listing->rows->items[0].weight_ns,
                                            .share_error_ns = row->share_error_ns};

    gau_hot_sheet_measure(listing->sheet, slot, &measure);
}

static void put_number(const struct listing *listing, uint32_t line)
{
    char text[16];

    snprintf(text, sizeof text, "%" PRIu32, line);
    gau_hot_sheet_text(listing->sheet, LINE_TEXT, text);
    gau_hot_sheet_count(listing->sheet, LINE, line);
}

static void put_source(const struct listing *listing, uint32_t line)
{
    const char *const text =
        listing->readable
            ? gau_hot_source_line(&listing->source, line, listing->room, GAU_HOT_TEXT_SIZE)
            : NULL;

    if (text)
        gau_hot_sheet_text(listing->sheet, SOURCE, text);
}

static void put_line(const struct listing *listing, const struct gau_hot_row *row)
{
    struct gau_hot_sheet *const sheet = listing->sheet;
    char room[GAU_HOT_TEXT_SIZE];

    gau_hot_sheet_row(sheet, 0);
    gau_hot_sheet_text(sheet, FUNCTION,
                       gau_hot_function_name(sheet->result, listing->subject->function));
    put_measure(listing, TOTAL, row);
    put_measure(listing, SELF, gau_hot_rows_own(listing->rows, row));
    if (!line_of(row)) {
        gau_hot_sheet_text(sheet, SOURCE, row->others ? "[others]" : "[no line known]");
        return;
    }
    gau_hot_sheet_text(sheet, FILE_NAME,
                       sheet->options->format == GAU_HOT_JSON
                           ? gau_symbolizer_file(sheet->result->symbols, file_of(row))
                           : gau_hot_text(sheet->result, GAU_HOT_SOURCE_FILE, file_of(row), room,
                                          sizeof room));
    put_number(listing, line_of(row));
    put_source(listing, line_of(row));
}

/* --- what is around lines with time -------------------------------------------------------- */

static void put_text_line(const struct listing *listing, uint32_t line)
{
    if (line == 0 || line > listing->source.count)
        return;
    gau_hot_sheet_row(listing->sheet, 0);
    put_number(listing, line);
    put_source(listing, line);
}

/* Lines after @p last up to @p next, without them; 0: there is none. */
static void put_between(const struct listing *listing, uint32_t last, uint32_t next)
{
    const uint32_t end = next ? next : last + AROUND;
    const uint32_t begin = last ? last + 1 : next > AROUND ? next - AROUND : 1;
    const bool jumps = last && next && end - begin > 2 * AROUND + JUMP;

    if (!listing->readable || !gau_hot_sheet_is_read(listing->sheet))
        return;
    for (uint32_t line = begin; line < end; line++) {
        if (jumps && line == begin + AROUND) {
            gau_hot_sheet_row(listing->sheet, 0);
            gau_hot_sheet_text(listing->sheet, SOURCE, "...");
            line = end - AROUND;
        }
        put_text_line(listing, line);
    }
}

static void note_source(const struct listing *listing, const char *path)
{
    const struct gau_profile *const profile = listing->sheet->result->profile;

    if (!listing->readable)
        gau_hot_note(&listing->sheet->notes, "the source '%.*s' cannot be read here",
                     GAU_VIEW_QUOTE(path));
    else if (listing->source.changed_ns > profile->processes[1].header.start_epoch_ns &&
             profile->processes[1].header.start_epoch_ns > 0)
        gau_hot_note(
            &listing->sheet->notes,
            "warning: '%.*s' was changed after the run: its lines may not be those that ran",
            GAU_VIEW_QUOTE(path));
}

static void open_file(struct listing *listing, const struct gau_hot_row *row)
{
    struct gau_hot_sheet *const sheet = listing->sheet;
    const char *const path = gau_symbolizer_file(sheet->result->symbols, file_of(row));

    gau_hot_source_clear(&listing->source);
    listing->readable = gau_hot_source_read(&listing->source, path);
    note_source(listing, path);
    if (!gau_hot_sheet_is_read(sheet))
        return;
    gau_hot_sheet_row(sheet, 0);
    gau_hot_sheet_text(sheet, SOURCE, path);
}

/* The head of a function is shown if its first line with time is near. */
static uint32_t head_of(const struct listing *listing, const struct gau_hot_row *row)
{
    const struct gau_function *const function =
        gau_symbolizer_function(listing->sheet->result->symbols, listing->subject->function);

    return function->file == file_of(row) && function->line && function->line < line_of(row)
               ? function->line
               : 0;
}

static void put_lines(struct listing *listing)
{
    uint32_t last = 0;

    for (uint32_t i = 0; i < listing->count; i++) {
        const struct gau_hot_row *const row = listing->lines[i];
        const bool is_first = i == 0 || file_of(listing->lines[i - 1]) != file_of(row);

        if (line_of(row) == 0) {
            put_line(listing, row);
            continue;
        }
        if (is_first)
            open_file(listing, row);
        if (is_first && head_of(listing, row)) {
            last = head_of(listing, row);
            if (gau_hot_sheet_is_read(listing->sheet))
                put_text_line(listing, last);
        } else if (is_first) {
            last = 0;
        }
        put_between(listing, last, line_of(row));
        put_line(listing, row);
        last = line_of(row);
        if (i + 1 == listing->count || file_of(listing->lines[i + 1]) != file_of(row) ||
            line_of(listing->lines[i + 1]) == 0)
            put_between(listing, last, 0);
    }
}

static void put_head(const struct listing *listing)
{
    const struct gau_hot_result *const result = listing->sheet->result;
    const uint32_t number = listing->subject->function;
    const struct gau_function *const function = gau_symbolizer_function(result->symbols, number);
    char name[GAU_HOT_TEXT_SIZE];

    if (!gau_hot_sheet_is_read(listing->sheet))
        return;
    snprintf(name, sizeof name, "%s (%s)", gau_hot_function_name(result, number),
             gau_symbolizer_module_name(result->symbols, function->module));
    gau_hot_sheet_row(listing->sheet, 0);
    gau_hot_sheet_measure(listing->sheet, SELF, &listing->subject->self);
    put_measure(listing, TOTAL, &listing->rows->items[0]);
    gau_hot_sheet_text(listing->sheet, SOURCE, name);
}

static bool put_function(struct listing *listing)
{
    const struct gau_hot_row *const root = &listing->rows->items[0];
    bool done;

    listing->lines = calloc(root->count + (size_t)1, sizeof *listing->lines);
    listing->room = malloc(GAU_HOT_TEXT_SIZE);
    done = listing->lines && listing->room;
    if (done) {
        for (uint32_t i = 0; i < root->count; i++)
            listing->lines[listing->count++] = gau_hot_rows_below(listing->rows, root, i);
        qsort(listing->lines, listing->count, sizeof *listing->lines, by_place);
        put_head(listing);
        put_lines(listing);
    }
    free(listing->lines);
    free(listing->room);
    gau_hot_source_clear(&listing->source);
    return done;
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
        struct listing listing = {.sheet = sheet, .rows = &rows, .subject = &subjects->items[i]};

        if (gau_hot_rows_make(&rows, sheet->result, &wish, sheet->error) && !put_function(&listing))
            gau_view_fail(sheet->error, GAU_VIEW_FAILED, "no memory for the lines of a function");
        gau_hot_rows_clear(&rows);
    }
}

void gau_hot_write_lines(struct gau_hot_result *result, const struct gau_hot_options *options,
                         FILE *out, struct gau_view_error *error)
{
    struct gau_hot_sheet sheet = {
        .result = result, .options = options, .view = "lines", .out = out, .error = error};
    struct gau_hot_subjects subjects;
    struct gau_hot_query query;

    if (gau_hot_query_read(&query, options, "function", result, error) &&
        gau_hot_subjects_find(&subjects, result, options->subject, &query.filter, error)) {
        gau_hot_sheet_begin(&sheet, headings, sizeof headings / sizeof *headings);
        gau_hot_subjects_title(&sheet, "Lines", &subjects);
        put_all(&sheet, &subjects, &query);
        if (error->status == GAU_VIEW_OK)
            gau_hot_sheet_write(&sheet, &subjects.all);
    }
    gau_hot_sheet_clear(&sheet);
    gau_hot_query_clear(&query);
}
