/* SPDX-License-Identifier: Apache-2.0 */
#include "presets.h"
#include "source.h"

#include "report/views/document.h"

#include <inttypes.h>
#include <stdlib.h>

/*
 * The lines of a function with their CPU time: that of a line itself, and with what is called from
 * it. Where the function calls itself, the innermost call counts.
 */

enum {
    AROUND = 2, /* lines that are shown above and below one with time */
    JUMP = 3,   /* more lines than that are left out */
};

/* --- one function -------------------------------------------------------------------------- */

struct listing {
    struct gau_hot_sheet *sheet;
    const struct gau_hot_grouping *grouping;
    const struct gau_hot_subject *subject;
    const struct gau_hot_group **lines; /* those with time, in the order of files and lines */
    uint32_t count;
    struct gau_hot_source source; /* of the file at work */
    bool readable;
    char *room; /* GAU_HOT_TEXT_SIZE bytes */
};

static uint32_t file_of(const struct gau_hot_group *row)
{
    return (uint32_t)(row->value >> 32);
}

static uint32_t line_of(const struct gau_hot_group *row)
{
    return row->others ? 0 : (uint32_t)row->value;
}

static int by_place(const void *a, const void *b)
{
    const struct gau_hot_group *const left = *(const struct gau_hot_group *const *)a;
    const struct gau_hot_group *const right = *(const struct gau_hot_group *const *)b;

    if (left->others != right->others)
        return left->others ? 1 : -1;
    if (!line_of(left) != !line_of(right))
        return line_of(left) ? -1 : 1;
    return (left->value > right->value) - (left->value < right->value);
}

static void put_number(const struct listing *listing, uint32_t line)
{
    char text[16];

    snprintf(text, sizeof text, "%" PRIu32, line);
    gau_hot_sheet_text(listing->sheet, GAU_HOT_LINE_TEXT, text);
    gau_hot_sheet_count(listing->sheet, GAU_HOT_LINE, line);
}

static void put_source(const struct listing *listing, uint32_t line)
{
    const char *const text =
        listing->readable
            ? gau_hot_source_line(&listing->source, line, listing->room, GAU_HOT_TEXT_SIZE)
            : NULL;

    if (text)
        gau_hot_sheet_text(listing->sheet, GAU_HOT_SOURCE, text);
}

static void put_line(const struct listing *listing, const struct gau_hot_group *row)
{
    const struct gau_hot_measure total = gau_hot_total_of(listing->grouping, row);
    const struct gau_hot_measure self = gau_hot_self_of(listing->grouping, row);
    struct gau_hot_sheet *const sheet = listing->sheet;
    char room[GAU_HOT_TEXT_SIZE];

    gau_hot_sheet_row(sheet, 0);
    gau_hot_sheet_text(sheet, GAU_HOT_SUBJECT,
                       gau_hot_function_name(sheet->result, listing->subject->function));
    gau_hot_sheet_measure(sheet, GAU_HOT_TOTAL, &total);
    gau_hot_sheet_measure(sheet, GAU_HOT_SELF, &self);
    if (!line_of(row)) {
        gau_hot_sheet_text(sheet, GAU_HOT_SOURCE, row->others ? "[others]" : "[no line known]");
        return;
    }
    gau_hot_sheet_text(sheet, GAU_HOT_FILE_TEXT,
                       sheet->format == GAU_TABLE_JSON
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
            gau_hot_sheet_text(listing->sheet, GAU_HOT_SOURCE, "...");
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

static void open_file(struct listing *listing, const struct gau_hot_group *row)
{
    struct gau_hot_sheet *const sheet = listing->sheet;
    const char *const path = gau_symbolizer_file(sheet->result->symbols, file_of(row));

    gau_hot_source_clear(&listing->source);
    listing->readable = gau_hot_source_read(&listing->source, path);
    note_source(listing, path);
    if (!gau_hot_sheet_is_read(sheet))
        return;
    gau_hot_sheet_row(sheet, 0);
    gau_hot_sheet_text(sheet, GAU_HOT_SOURCE, path);
}

/* The head of a function is shown if its first line with time is near. */
static uint32_t head_of(const struct listing *listing, const struct gau_hot_group *row)
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
        const struct gau_hot_group *const row = listing->lines[i];
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
    const struct gau_hot_measure total =
        gau_hot_total_of(listing->grouping, &listing->grouping->groups[0]);
    char name[GAU_HOT_TEXT_SIZE];

    if (!gau_hot_sheet_is_read(listing->sheet))
        return;
    snprintf(name, sizeof name, "%s (%s)", gau_hot_function_name(result, number),
             gau_symbolizer_module_name(result->symbols, function->module));
    gau_hot_sheet_row(listing->sheet, 0);
    gau_hot_sheet_measure(listing->sheet, GAU_HOT_SELF, &listing->subject->self);
    gau_hot_sheet_measure(listing->sheet, GAU_HOT_TOTAL, &total);
    gau_hot_sheet_text(listing->sheet, GAU_HOT_SOURCE, name);
}

void gau_hot_lines_write(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping,
                         const struct gau_hot_subject *subject)
{
    const struct gau_hot_group *const root = &grouping->groups[0];
    struct listing listing = {.sheet = sheet, .grouping = grouping, .subject = subject};

    listing.lines = calloc(root->count + (size_t)1, sizeof *listing.lines);
    listing.room = malloc(GAU_HOT_TEXT_SIZE);
    if (listing.lines && listing.room) {
        for (uint32_t i = 0; i < root->count; i++)
            listing.lines[listing.count++] = gau_hot_child(grouping, root, i);
        qsort(listing.lines, listing.count, sizeof *listing.lines, by_place);
        put_head(&listing);
        put_lines(&listing);
    } else {
        gau_view_fail(sheet->error, GAU_VIEW_FAILED, "no memory for the lines of a function");
    }
    free(listing.lines);
    free(listing.room);
    gau_hot_source_clear(&listing.source);
}
