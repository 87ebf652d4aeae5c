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

static bool has_letters(const struct gau_hotspots_table *table)
{
    return table->format != GAU_TABLE_TEXT || table->options->unicode;
}

const char *gau_hotspots_table_sign(const struct gau_hotspots_table *table, const char *letters,
                                    const char *ascii)
{
    return has_letters(table) ? letters : ascii;
}

int gau_hotspots_table_decimals(const struct gau_hotspots_table *table)
{
    const struct gau_samples *const profile = table->result->profile;

    return profile->sample_count && profile->weight_ns / profile->sample_count < 500000 ? 4 : 3;
}

static struct gau_measured_value measured_of(const struct gau_hotspots_measure *measure)
{
    return (struct gau_measured_value){.value = (double)measure->weight_ns / 1e9,
                                       .error = measure->error_ns / 1e9,
                                       .samples = measure->samples};
}

void gau_hotspots_table_time_text(const struct gau_hotspots_table *table,
                                  const struct gau_hotspots_measure *measure, char *text,
                                  size_t size)
{
    const struct gau_measured_value measured = measured_of(measure);

    gau_measured_text(text, size, &measured, gau_hotspots_table_decimals(table), "s",
                      has_letters(table));
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

void gau_hotspots_table_text(struct gau_hotspots_table *table, enum gau_hotspots_field field,
                             const char *text)
{
    if (table->table)
        gau_table_put_text(table->table, field, text);
}

void gau_hotspots_table_count(struct gau_hotspots_table *table, enum gau_hotspots_field field,
                              uint64_t value)
{
    if (table->table)
        gau_table_put_integer(table->table, field, (int64_t)value);
}

void gau_hotspots_table_real(struct gau_hotspots_table *table, enum gau_hotspots_field field,
                             double value)
{
    if (table->table)
        gau_table_put_real(table->table, field, value);
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
    if (gau_hotspots_table_is_read(table)) /* display formats show no more of a function */
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

/* Errors of shares are rounded to a millionth of a percent, as further digits mean nothing. */
static double rounded(double percent)
{
    return round(1e6 * percent) / 1e6;
}

void gau_hotspots_table_measure(struct gau_hotspots_table *table, enum gau_hotspots_field field,
                                const struct gau_hotspots_measure *measure, uint64_t whole_ns)
{
    const double whole = (double)(table->all_ns ? table->whole.weight_ns : whole_ns) / 100;
    struct gau_measured_value measured = measured_of(measure);

    if (!gau_hotspots_table_is_read(table))
        measured.error = gau_hotspots_error_s(measure->error_ns);
    if (whole > 0) {
        measured.percent = (double)measure->weight_ns / whole;
        measured.percent_error = rounded(
            table->all_ns ? 100 * gau_hotspots_relative_error(measure, &table->whole, table->all_ns)
                          : measure->share_error_ns / whole);
    }
    if (table->table)
        gau_table_put_measured(table->table, field, &measured);
}
