/* SPDX-License-Identifier: Apache-2.0 */
#include "sheet.h"

#include "keys.h"
#include "visit.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool gau_hot_sheet_is_read(const struct gau_hot_sheet *sheet)
{
    return sheet->options->format == GAU_HOT_TEXT || sheet->options->format == GAU_HOT_MARKDOWN;
}

/* --- columns ------------------------------------------------------------------------------- */

static bool is_shown(const struct gau_hot_sheet *sheet, const struct gau_hot_heading *heading)
{
    return gau_hot_sheet_is_read(sheet) ? heading->label != NULL : heading->column != NULL;
}

/* People read times and shares as texts that are made here. */
static struct gau_column column_of(const struct gau_hot_sheet *sheet,
                                   const struct gau_hot_heading *heading)
{
    const bool read = gau_hot_sheet_is_read(sheet), csv = sheet->options->format == GAU_HOT_CSV;
    const char *const key = csv ? heading->column : heading->field;
    struct gau_column column = {.name = read ? heading->label : key,
                                .key = read ? heading->label : key,
                                .type = GAU_COLUMN_TEXT,
                                .align = GAU_ALIGN_RIGHT};

    switch (heading->show) {
    case GAU_HOT_SHOW_RIGHT: break;
    case GAU_HOT_SHOW_TEXT:
    case GAU_HOT_SHOW_TREE:
        column.tree = heading->show == GAU_HOT_SHOW_TREE;
        column.align = GAU_ALIGN_LEFT;
        break;
    case GAU_HOT_SHOW_COUNT:
    case GAU_HOT_SHOW_SAMPLES:
    case GAU_HOT_SHOW_DEPTH: column.type = GAU_COLUMN_INTEGER; break;
    case GAU_HOT_SHOW_REAL:
        column.type = GAU_COLUMN_REAL;
        column.decimals = 2;
        break;
    case GAU_HOT_SHOW_SECONDS:
        column.type = GAU_COLUMN_REAL;
        column.unit = "s";
        column.group = 1;
        break;
    case GAU_HOT_SHOW_TIME:
    case GAU_HOT_SHOW_ERROR:
    case GAU_HOT_SHOW_SHARE:
    case GAU_HOT_SHOW_SHARE_ERROR: column.type = read ? GAU_COLUMN_TEXT : GAU_COLUMN_REAL; break;
    }
    return column;
}

void gau_hot_sheet_begin(struct gau_hot_sheet *sheet, const struct gau_hot_heading *headings,
                         size_t count)
{
    struct gau_column columns[GAU_HOT_SHEET_COLUMNS];

    for (size_t i = 0; i < count; i++) {
        if (!is_shown(sheet, &headings[i]))
            continue;
        columns[sheet->count] = column_of(sheet, &headings[i]);
        sheet->headings[sheet->count++] = &headings[i];
    }
    sheet->table = gau_table_new(columns, sheet->count);
    if (sheet->table && sheet->options->delimiter)
        gau_table_delimiter(sheet->table, sheet->options->delimiter);
}

void gau_hot_sheet_clear(struct gau_hot_sheet *sheet)
{
    gau_table_free(sheet->table);
    gau_hot_notes_clear(&sheet->notes);
    sheet->table = NULL;
}

/* --- texts --------------------------------------------------------------------------------- */

const char *gau_hot_sheet_plus_minus(const struct gau_hot_sheet *sheet)
{
    const bool letters =
        sheet->options->format == GAU_HOT_MARKDOWN || sheet->options->screen.unicode;

    return letters ? "\u00b1" : "+-";
}

/* Of times in seconds: as the samples are apart. */
static int decimals(const struct gau_hot_sheet *sheet)
{
    const struct gau_profile *const profile = sheet->result->profile;

    return profile->sample_count && profile->weight_ns / profile->sample_count < 500000 ? 4 : 3;
}

void gau_hot_sheet_time_text(const struct gau_hot_sheet *sheet,
                             const struct gau_hot_measure *measure, char *text, size_t size)
{
    char error[GAU_HOT_ERROR_SIZE];

    snprintf(text, size, "%.*f s %s %s", decimals(sheet), (double)measure->weight_ns / 1e9,
             gau_hot_sheet_plus_minus(sheet),
             gau_hot_error_text(measure->error_ns, decimals(sheet), error, sizeof error));
}

const char *gau_hot_sheet_sum_text(const struct gau_hot_sheet *sheet,
                                   const struct gau_hot_measure *all, char *text, size_t size)
{
    char time[64];

    gau_hot_sheet_time_text(sheet, all, time, sizeof time);
    snprintf(text, size, "%s, %" PRIu64 " sample%s", time, all->samples,
             all->samples == 1 ? "" : "s");
    return text;
}

void gau_hot_sheet_title(struct gau_hot_sheet *sheet, const char *format, ...)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const stream = open_memstream(&text, &size);
    va_list args;

    va_start(args, format);
    if (stream)
        vfprintf(stream, format, args);
    va_end(args);
    if (stream && fclose(stream) == 0 && sheet->table)
        gau_table_title(sheet->table, "%s", text);
    free(text);
}

/* --- cells --------------------------------------------------------------------------------- */

void gau_hot_sheet_row(struct gau_hot_sheet *sheet, unsigned depth)
{
    sheet->depth = depth;
    if (!sheet->table)
        return;
    if (sheet->options->format == GAU_HOT_CSV)
        gau_table_pour(sheet->table, gau_hot_csv_format(sheet->options), sheet->out);
    gau_table_row(sheet->table, depth);
    for (size_t i = 0; i < sheet->count; i++)
        if (sheet->headings[i]->show == GAU_HOT_SHOW_DEPTH)
            gau_table_set_integer(sheet->table, i, depth);
}

static bool has(const struct gau_hot_sheet *sheet, size_t column, unsigned slot,
                enum gau_hot_show first, enum gau_hot_show last)
{
    const struct gau_hot_heading *const heading = sheet->headings[column];

    return sheet->table && heading->slot == slot && heading->show >= first && heading->show <= last;
}

void gau_hot_sheet_text(struct gau_hot_sheet *sheet, unsigned slot, const char *text)
{
    char *const clean = gau_hot_clean(text);

    for (size_t i = 0; i < sheet->count; i++)
        if (has(sheet, i, slot, GAU_HOT_SHOW_TEXT, GAU_HOT_SHOW_TREE))
            gau_table_set_text(sheet->table, i,
                               sheet->options->format == GAU_HOT_JSON ? text : clean);
    free(clean);
}

void gau_hot_sheet_function(struct gau_hot_sheet *sheet, unsigned slot, uint32_t number)
{
    const struct gau_symbolizer *const symbols = sheet->result->symbols;
    const struct gau_function *const function = gau_symbolizer_function(symbols, number);
    const bool json = sheet->options->format == GAU_HOT_JSON;
    char start[32], room[GAU_HOT_TEXT_SIZE];

    snprintf(start, sizeof start, function->start ? "0x%" PRIx64 : "0", function->start);
    gau_hot_sheet_text(sheet, slot,
                       json ? gau_symbolizer_module_path(symbols, function->module)
                            : gau_symbolizer_module_name(symbols, function->module));
    gau_hot_sheet_text(sheet, slot + 1, function->full);
    gau_hot_sheet_text(sheet, slot + 2,
                       json ? gau_symbolizer_file(symbols, function->file)
                            : gau_hot_text(sheet->result, GAU_HOT_SOURCE_FILE, function->file, room,
                                           sizeof room));
    gau_hot_sheet_text(sheet, slot + 3, start);
}

void gau_hot_sheet_count(struct gau_hot_sheet *sheet, unsigned slot, uint64_t value)
{
    for (size_t i = 0; i < sheet->count; i++)
        if (has(sheet, i, slot, GAU_HOT_SHOW_COUNT, GAU_HOT_SHOW_COUNT))
            gau_table_set_integer(sheet->table, i, (int64_t)value);
}

void gau_hot_sheet_real(struct gau_hot_sheet *sheet, unsigned slot, double value)
{
    for (size_t i = 0; i < sheet->count; i++)
        if (has(sheet, i, slot, GAU_HOT_SHOW_REAL, GAU_HOT_SHOW_SECONDS))
            gau_table_set_real(sheet->table, i, value);
}

static void show_number(struct gau_hot_sheet *sheet, size_t column,
                        const struct gau_hot_measure *measure)
{
    const double whole = (double)measure->whole_ns / 100;
    const double weight = (double)measure->weight_ns;

    switch (sheet->headings[column]->show) {
    case GAU_HOT_SHOW_TIME: gau_table_set_real(sheet->table, column, weight / 1e9); break;
    case GAU_HOT_SHOW_ERROR:
        gau_table_set_real(sheet->table, column, measure->error_ns / 1e9);
        break;
    case GAU_HOT_SHOW_SHARE:
        gau_table_set_real(sheet->table, column, whole > 0 ? weight / whole : 0);
        break;
    case GAU_HOT_SHOW_SHARE_ERROR:
        gau_table_set_real(sheet->table, column, whole > 0 ? measure->share_error_ns / whole : 0);
        break;
    case GAU_HOT_SHOW_TEXT:
    case GAU_HOT_SHOW_RIGHT:
    case GAU_HOT_SHOW_TREE:
    case GAU_HOT_SHOW_COUNT:
    case GAU_HOT_SHOW_REAL:
    case GAU_HOT_SHOW_SECONDS:
    case GAU_HOT_SHOW_SAMPLES:
    case GAU_HOT_SHOW_DEPTH: break;
    }
}

static void show_text(struct gau_hot_sheet *sheet, size_t column,
                      const struct gau_hot_measure *measure)
{
    const double whole = (double)measure->whole_ns / 100;
    char text[64];

    if (sheet->headings[column]->show == GAU_HOT_SHOW_TIME)
        gau_hot_sheet_time_text(sheet, measure, text, sizeof text);
    else
        snprintf(text, sizeof text, "%.1f %%", whole > 0 ? (double)measure->weight_ns / whole : 0);
    gau_table_set_text(sheet->table, column, text);
}

void gau_hot_sheet_measure(struct gau_hot_sheet *sheet, unsigned slot,
                           const struct gau_hot_measure *measure)
{
    for (size_t i = 0; i < sheet->count; i++) {
        if (!has(sheet, i, slot, GAU_HOT_SHOW_TIME, GAU_HOT_SHOW_SAMPLES))
            continue;
        if (sheet->headings[i]->show == GAU_HOT_SHOW_SAMPLES)
            gau_table_set_integer(sheet->table, i, (int64_t)measure->samples);
        else if (!gau_hot_sheet_is_read(sheet))
            show_number(sheet, i, measure);
        else if (measure->samples > 0)
            show_text(sheet, i, measure);
    }
}
