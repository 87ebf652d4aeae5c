/* SPDX-License-Identifier: Apache-2.0 */
#include "view_table.h"

#include "presets.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

bool gau_hot_sheet_is_read(const struct gau_hot_sheet *sheet)
{
    return gau_table_format_is_for_people(sheet->format);
}

/* --- texts --------------------------------------------------------------------------------- */

const char *gau_hot_sheet_sign(const struct gau_hot_sheet *sheet, const char *letters,
                               const char *ascii)
{
    return sheet->format != GAU_TABLE_TEXT || sheet->options->screen.unicode ? letters : ascii;
}

/* Of times in seconds: as the samples are apart. */
static int decimals(const struct gau_hot_sheet *sheet)
{
    const struct gau_profile *const profile = sheet->result->profile;

    return profile->sample_count && profile->weight_ns / profile->sample_count < 500000 ? 4 : 3;
}

const char *gau_hot_error_text(double error_ns, int decimals, char *text, size_t size)
{
    snprintf(text, size, "%.*f", decimals, error_ns / 1e9);
    if (error_ns > 0 && !text[strspn(text, "0.")])
        snprintf(text, size, "<%.*f", decimals, pow(10, -decimals));
    return text;
}

void gau_hot_sheet_time_text(const struct gau_hot_sheet *sheet,
                             const struct gau_hot_measure *measure, char *text, size_t size)
{
    char error[GAU_HOT_ERROR_SIZE];

    snprintf(text, size, "%.*f s %s %s", decimals(sheet), (double)measure->weight_ns / 1e9,
             gau_hot_sheet_sign(sheet, "\u00b1", "+-"),
             gau_hot_error_text(measure->error_ns, decimals(sheet), error, sizeof error));
}

/* --- cells --------------------------------------------------------------------------------- */

void gau_hot_sheet_row(struct gau_hot_sheet *sheet, unsigned depth)
{
    if (!sheet->table)
        return;
    if (sheet->streams)
        gau_table_pour(sheet->table, sheet->format, sheet->measures ? NULL : sheet->out);
    gau_table_row(sheet->table, depth);
    gau_hot_sheet_count(sheet, GAU_HOT_DEPTH, depth);
}

void gau_hot_sheet_text(struct gau_hot_sheet *sheet, enum gau_hot_slot slot, const char *text)
{
    for (size_t i = 0; sheet->table && i < sheet->count; i++)
        if (sheet->headings[i].slot == slot)
            gau_table_set_text(sheet->table, i, text);
}

void gau_hot_sheet_count(struct gau_hot_sheet *sheet, enum gau_hot_slot slot, uint64_t value)
{
    for (size_t i = 0; sheet->table && i < sheet->count; i++)
        if (sheet->headings[i].slot == slot)
            gau_table_set_integer(sheet->table, i, (int64_t)value);
}

void gau_hot_sheet_real(struct gau_hot_sheet *sheet, enum gau_hot_slot slot, double value)
{
    for (size_t i = 0; sheet->table && i < sheet->count; i++)
        if (sheet->headings[i].slot == slot)
            gau_table_set_real(sheet->table, i, value);
}

void gau_hot_sheet_file(struct gau_hot_sheet *sheet, uint32_t file)
{
    const char *const path = gau_symbolizer_file(sheet->result->symbols, file);
    char room[GAU_HOT_TEXT_SIZE];

    gau_hot_sheet_text(sheet, GAU_HOT_FILE_TEXT,
                       sheet->format == GAU_TABLE_JSON
                           ? path
                           : gau_hot_text(sheet->result, GAU_HOT_SOURCE_FILE, file, room,
                                          sizeof room));
}

void gau_hot_sheet_function(struct gau_hot_sheet *sheet, uint32_t number)
{
    const struct gau_symbolizer *const symbols = sheet->result->symbols;
    const struct gau_function *const function = gau_symbolizer_function(symbols, number);
    const bool json = sheet->format == GAU_TABLE_JSON;
    char start[32];

    gau_hot_sheet_text(sheet, GAU_HOT_MODULE_TEXT,
                       json ? gau_symbolizer_module_path(symbols, function->module)
                            : gau_symbolizer_module_name(symbols, function->module));
    if (gau_hot_sheet_is_read(sheet)) /* people see no more of it */
        return;
    snprintf(start, sizeof start, function->start ? "0x%" PRIx64 : "0", function->start);
    gau_hot_sheet_text(sheet, GAU_HOT_FULL, function->full);
    gau_hot_sheet_file(sheet, function->file);
    gau_hot_sheet_text(sheet, GAU_HOT_START, start);
}

double gau_hot_error_s(double error_ns)
{
    return round(error_ns) / 1e9;
}

/* Errors of shares to a millionth of a percent: further digits mean nothing. */
static double number_of(enum gau_hot_show show, const struct gau_hot_measure *measure,
                        uint64_t whole_ns)
{
    const double whole = (double)whole_ns / 100;

    if (show == GAU_HOT_SHOW_TIME)
        return (double)measure->weight_ns / 1e9;
    if (show == GAU_HOT_SHOW_ERROR)
        return gau_hot_error_s(measure->error_ns);
    if (whole <= 0)
        return 0;
    return show == GAU_HOT_SHOW_SHARE ? (double)measure->weight_ns / whole
                                      : round(1e6 * measure->share_error_ns / whole) / 1e6;
}

static void set_text_of(struct gau_hot_sheet *sheet, size_t column,
                        const struct gau_hot_measure *measure, uint64_t whole_ns)
{
    char text[64];

    if (sheet->headings[column].show == GAU_HOT_SHOW_TIME)
        gau_hot_sheet_time_text(sheet, measure, text, sizeof text);
    else
        snprintf(text, sizeof text, "%.1f %%", number_of(GAU_HOT_SHOW_SHARE, measure, whole_ns));
    gau_table_set_text(sheet->table, column, text);
}

void gau_hot_sheet_measure(struct gau_hot_sheet *sheet, enum gau_hot_slot slot,
                           const struct gau_hot_measure *measure, uint64_t whole_ns)
{
    for (size_t i = 0; sheet->table && i < sheet->count; i++) {
        const enum gau_hot_show show = sheet->headings[i].show;

        if (sheet->headings[i].slot != slot)
            continue;
        if (show == GAU_HOT_SHOW_SAMPLES)
            gau_table_set_integer(sheet->table, i, (int64_t)measure->samples);
        else if (!gau_hot_sheet_is_read(sheet))
            gau_table_set_real(sheet->table, i, number_of(show, measure, whole_ns));
        else if (measure->samples > 0)
            set_text_of(sheet, i, measure, whole_ns);
    }
}
