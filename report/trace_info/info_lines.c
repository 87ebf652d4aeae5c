/* SPDX-License-Identifier: Apache-2.0 */
#include "info_tables.h"

#include "table/number_format.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* What a file is, as lines: a label, and what is to say. */

void gau_info_start_text(char *text, size_t size, const struct gau_trace_info *info)
{
    const time_t seconds = (time_t)(info->header.start_epoch_ns / 1000000000);
    struct tm local;

    if (!localtime_r(&seconds, &local) || strftime(text, size, "%Y-%m-%d %H:%M:%S %z", &local) == 0)
        snprintf(text, size, "%s", "");
}

enum { LABEL, SAYS, LINE_COLUMNS };

static const struct gau_column line_columns[LINE_COLUMNS] = {
    [LABEL] = {.name = "", .key = ""},
    [SAYS] = {.name = "", .key = "", .wrapped = true},
};

struct gau_table *gau_info_lines_new(void)
{
    return gau_table_new(line_columns, LINE_COLUMNS);
}

static void put_line(struct gau_table *table, const char *label, const char *format, ...)
    GAU_PRINTF(3, 4);

static void put_line(struct gau_table *table, const char *label, const char *format, ...)
{
    char text[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gau_table_row(table, 0);
    gau_table_set_text(table, LABEL, label);
    gau_table_set_text(table, SAYS, text);
}

static const char *quantity(char text[GAU_NUMBER_SIZE + 8], double value, const char *unit)
{
    return gau_quantity_text(text, GAU_NUMBER_SIZE + 8, value, unit);
}

static void put_times(struct gau_table *table, const struct gau_trace_info *info)
{
    const double duration_s = gau_info_duration(info);
    char start[64], text[GAU_NUMBER_SIZE + 8];

    gau_info_start_text(start, sizeof start, info);
    put_line(table, "began", "%s", start);
    put_line(table, "lasts", "%s; %s",
             isnan(duration_s) ? "not known" : quantity(text, duration_s, "s"),
             info->has_end && info->ended ? "it ended"
             : info->rbwp.is_cut          ? "cut: names are missing"
             : info->is_rbwp              ? "not closed: names are missing"
                                          : "it did not end: it still runs, or was killed");
}

static void put_size(struct gau_table *table, const struct gau_trace_info *info)
{
    const uint64_t blocks = info->damage.blocks;
    char text[3][GAU_NUMBER_SIZE + 8];

    if (info->packed == 0)
        put_line(table, "size", "%s, %" PRIu64 " block%s",
                 quantity(text[0], (double)info->bytes, "bytes"), blocks, blocks == 1 ? "" : "s");
    else
        put_line(table, "size",
                 "%s, %" PRIu64 " block%s, %" PRIu64 " compressed: %s of records in %s, %.1f %%",
                 quantity(text[0], (double)info->bytes, "bytes"), blocks, blocks == 1 ? "" : "s",
                 info->packed, quantity(text[1], (double)info->unpacked_bytes, "bytes"),
                 quantity(text[2], (double)info->packed_bytes, "bytes"),
                 100 * (double)info->packed_bytes / (double)info->unpacked_bytes);
}

static void put_content(struct gau_table *table, const struct gau_trace_info *info)
{
    char text[GAU_NUMBER_SIZE + 8];

    if (info->samples > 0)
        put_line(table, "samples", "%" PRIu64, info->samples);
    if (info->events > 0)
        put_line(table, "events", "%" PRIu64, info->events);
    if (info->branches > 0)
        put_line(table, "branches", "%" PRIu64 "%s", info->branches,
                 !info->has_timeline || info->is_rbwp ? ""
                 : info->timeline.detail == 1 ? ", without sections below algorithms (detail 1)"
                                              : ", with all sections (detail 2)");
    if (info->writer_ns > 0)
        put_line(table, "writer", "%s of CPU time",
                 quantity(text, (double)info->writer_ns / 1e9, "s"));
}

static void put_missing(struct gau_table *table, const struct gau_trace_info *info)
{
    static const struct {
        const char *label;
        void (*write)(char *text, size_t size, const struct gau_trace_info *info);
    } parts[] = {{"dropped", gau_info_dropped_text},
                 {"lost", gau_info_lost_text},
                 {"damage", gau_info_damage_text}};
    char text[512];

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        parts[i].write(text, sizeof text, info);
        if (text[0])
            put_line(table, parts[i].label, "%s", text);
    }
}

static void put_rbwp(struct gau_table *table, const struct gau_trace_info *info)
{
    const struct gau_trace_rbwp *const rbwp = &info->rbwp;
    char text[256];

    put_line(table, "zero time", "%" PRIu64 " ns since 1970", info->header.start_epoch_ns);
    if (rbwp->is_closed) {
        gau_info_subs_text(text, sizeof text, info);
        put_line(table, "work items", "%" PRIu64, rbwp->items);
        put_line(table, "sub-items", "%s", text);
    }
    put_line(table, "threads", "%" PRIu32, rbwp->threads);
    if (rbwp->missing_numbers > 0)
        put_line(table, "blocks",
                 "%" PRIu64 " sequence number%s missing: blocks were lost, or had no records",
                 rbwp->missing_numbers, rbwp->missing_numbers == 1 ? " is" : "s are");
    put_line(table, "records", "%" PRIu64 ", %" PRIu64 " of GPU work", rbwp->records,
             rbwp->gpu_work);
}

static void put_faults(struct gau_table *table, const struct gau_trace_info *info)
{
    const uint64_t shown = info->n_faults < GAU_INFO_FAULTS ? info->n_faults : GAU_INFO_FAULTS;

    for (uint64_t i = 0; i < shown; i++)
        put_line(table, i == 0 ? "faults" : "", "at %" PRIu64 ": %s", info->faults[i].offset,
                 info->faults[i].text);
    if (info->n_faults > shown)
        put_line(table, "", "and %" PRIu64 " more", info->n_faults - shown);
}

void gau_info_lines_add(struct gau_table *table, const struct gau_trace_info *info)
{
    if (info->header.version == 0) {
        put_line(table, "size", "0 bytes: of a process that ended right after it made the file");
        return;
    }
    put_times(table, info);
    put_size(table, info);
    put_content(table, info);
    if (info->is_rbwp)
        put_rbwp(table, info);
    put_missing(table, info);
    put_faults(table, info);
}
