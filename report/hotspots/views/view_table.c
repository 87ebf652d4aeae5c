/* SPDX-License-Identifier: Apache-2.0 */
#include "view_table.h"

#include "presets.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

bool gau_hotspots_table_is_read(const struct gau_hotspots_table *table)
{
    return gau_table_format_is_display(table->format);
}

/* --- texts --------------------------------------------------------------------------------- */

const char *gau_hotspots_table_sign(const struct gau_hotspots_table *table, const char *letters,
                                    const char *ascii)
{
    return table->format != GAU_TABLE_TEXT || table->options->unicode ? letters : ascii;
}

/* Of times in seconds: as the samples are apart. */
static int decimals(const struct gau_hotspots_table *table)
{
    const struct gau_samples *const profile = table->result->profile;

    return profile->sample_count && profile->weight_ns / profile->sample_count < 500000 ? 4 : 3;
}

const char *gau_hotspots_error_text(double error_ns, int decimals, char *text, size_t size)
{
    snprintf(text, size, "%.*f", decimals, error_ns / 1e9);
    if (error_ns > 0 && !text[strspn(text, "0.")])
        snprintf(text, size, "<%.*f", decimals, pow(10, -decimals));
    return text;
}

void gau_hotspots_table_time_text(const struct gau_hotspots_table *table,
                                  const struct gau_hotspots_measure *measure, char *text,
                                  size_t size)
{
    char error[GAU_HOTSPOTS_ERROR_SIZE];

    snprintf(text, size, "%.*f s %s %s", decimals(table), (double)measure->weight_ns / 1e9,
             gau_hotspots_table_sign(table, "\u00b1", "+-"),
             gau_hotspots_error_text(measure->error_ns, decimals(table), error, sizeof error));
}

/* --- cells --------------------------------------------------------------------------------- */

void gau_hotspots_table_row(struct gau_hotspots_table *table, unsigned depth)
{
    if (!table->table)
        return;
    if (table->streams)
        gau_table_stream(table->table, table->format, table->measures ? NULL : table->out);
    gau_table_row(table->table, depth);
    gau_hotspots_table_count(table, GAU_HOTSPOTS_DEPTH, depth);
}

void gau_hotspots_table_text(struct gau_hotspots_table *table, enum gau_hotspots_slot slot,
                             const char *text)
{
    for (size_t i = 0; table->table && i < table->count; i++)
        if (table->headings[i].slot == slot)
            gau_table_set_text(table->table, i, text);
}

void gau_hotspots_table_count(struct gau_hotspots_table *table, enum gau_hotspots_slot slot,
                              uint64_t value)
{
    for (size_t i = 0; table->table && i < table->count; i++)
        if (table->headings[i].slot == slot)
            gau_table_set_integer(table->table, i, (int64_t)value);
}

void gau_hotspots_table_real(struct gau_hotspots_table *table, enum gau_hotspots_slot slot,
                             double value)
{
    for (size_t i = 0; table->table && i < table->count; i++)
        if (table->headings[i].slot == slot)
            gau_table_set_real(table->table, i, value);
}

void gau_hotspots_table_file(struct gau_hotspots_table *table, uint32_t file)
{
    const char *const path = gau_symbolizer_file(table->result->symbols, file);
    char room[GAU_HOTSPOTS_TEXT_SIZE];

    gau_hotspots_table_text(table, GAU_HOTSPOTS_FILE_TEXT,
                            table->format == GAU_TABLE_JSON
                                ? path
                                : gau_hotspots_text(table->result, GAU_HOTSPOTS_SOURCE_FILE, file,
                                                    room, sizeof room));
}

void gau_hotspots_table_function(struct gau_hotspots_table *table, uint32_t number)
{
    const struct gau_symbolizer *const symbols = table->result->symbols;
    const struct gau_function *const function = gau_symbolizer_function(symbols, number);
    const bool json = table->format == GAU_TABLE_JSON;
    char start[32];

    gau_hotspots_table_text(table, GAU_HOTSPOTS_MODULE_TEXT,
                            json ? gau_symbolizer_module_path(symbols, function->module)
                                 : gau_symbolizer_module_name(symbols, function->module));
    if (gau_hotspots_table_is_read(table)) /* display formats have no more of it */
        return;
    snprintf(start, sizeof start, function->start ? "0x%" PRIx64 : "0", function->start);
    gau_hotspots_table_text(table, GAU_HOTSPOTS_FULL, function->full);
    gau_hotspots_table_file(table, function->file);
    gau_hotspots_table_text(table, GAU_HOTSPOTS_START, start);
}

double gau_hotspots_error_s(double error_ns)
{
    return round(error_ns) / 1e9;
}

/* Errors of shares to a millionth of a percent: further digits mean nothing. */
static double number_of(const struct gau_hotspots_table *table, enum gau_hotspots_show show,
                        const struct gau_hotspots_measure *measure, uint64_t whole_ns)
{
    const double whole = (double)(table->all_ns ? table->whole.weight_ns : whole_ns) / 100;

    if (show == GAU_HOTSPOTS_SHOW_TIME)
        return (double)measure->weight_ns / 1e9;
    if (show == GAU_HOTSPOTS_SHOW_ERROR)
        return gau_hotspots_error_s(measure->error_ns);
    if (whole <= 0)
        return 0;
    if (show == GAU_HOTSPOTS_SHOW_SHARE)
        return (double)measure->weight_ns / whole;
    return round(1e6 * (table->all_ns ? 100 * gau_hotspots_relative_error(measure, &table->whole,
                                                                          table->all_ns)
                                      : measure->share_error_ns / whole)) /
           1e6;
}

static void set_text_of(struct gau_hotspots_table *table, size_t column,
                        const struct gau_hotspots_measure *measure, uint64_t whole_ns)
{
    char text[64];

    if (table->headings[column].show == GAU_HOTSPOTS_SHOW_TIME)
        gau_hotspots_table_time_text(table, measure, text, sizeof text);
    else
        snprintf(text, sizeof text, "%.1f %%",
                 number_of(table, GAU_HOTSPOTS_SHOW_SHARE, measure, whole_ns));
    gau_table_set_text(table->table, column, text);
}

void gau_hotspots_table_measure(struct gau_hotspots_table *table, enum gau_hotspots_slot slot,
                                const struct gau_hotspots_measure *measure, uint64_t whole_ns)
{
    for (size_t i = 0; table->table && i < table->count; i++) {
        const enum gau_hotspots_show show = table->headings[i].show;

        if (table->headings[i].slot != slot)
            continue;
        if (show == GAU_HOTSPOTS_SHOW_SAMPLES)
            gau_table_set_integer(table->table, i, (int64_t)measure->samples);
        else if (!gau_hotspots_table_is_read(table))
            gau_table_set_real(table->table, i, number_of(table, show, measure, whole_ns));
        else if (measure->samples > 0)
            set_text_of(table, i, measure, whole_ns);
    }
}
