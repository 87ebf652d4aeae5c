/* SPDX-License-Identifier: Apache-2.0 */
#include "info_tables.h"

#include "table/number_format.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Appends a part of the sentence, if there are any. The format takes the number and an "s". */
static void add_part(char *text, size_t size, uint64_t count, const char *one, const char *many)
{
    const size_t length = strlen(text);

    if (count == 0)
        return;
    snprintf(text + length, size - length, "%s%" PRIu64 " %s", length > 0 ? ", " : "", count,
             count == 1 ? one : many);
}

/* Lists that are missing in the lanes, but not dropped by the end of the file. */
static uint64_t lists_lost(const struct gau_trace_info *info)
{
    uint64_t missing = 0;

    for (uint32_t i = 0; i < info->n_lanes; i++)
        missing += info->lanes[i].missing;
    return missing > info->timeline.dropped ? missing - info->timeline.dropped : 0;
}

static bool is_whole(const struct gau_trace_info *info)
{
    const struct gau_trace_damage *const damage = &info->damage;

    return damage->missing + damage->invalid_records + damage->faults +
               damage->dangling_references + damage->unknown + damage->lost_lanes +
               info->timeline.error ==
           0;
}

/* In a file that is whole, lists that are missing were dropped after the last totals. */
void gau_info_dropped_text(char *text, size_t size, const struct gau_trace_info *info)
{
    const uint64_t later = is_whole(info) ? lists_lost(info) : 0;
    char bytes[GAU_NUMBER_SIZE + 8] = "";

    text[0] = '\0';
    add_part(text, size, info->timeline.dropped + later, "list", "lists");
    if (info->timeline.dropped_bytes > 0)
        gau_quantity_text(bytes, sizeof bytes, (double)info->timeline.dropped_bytes, "bytes");
    if (text[0])
        snprintf(text + strlen(text), size - strlen(text),
                 "%s%s: the file was not written fast enough", bytes[0] ? " of " : "", bytes);
}

void gau_info_lost_text(char *text, size_t size, const struct gau_trace_info *info)
{
    const uint64_t lists = lists_lost(info);
    const uint32_t error = info->has_timeline ? info->timeline.error : 0;

    text[0] = '\0';
    add_part(text, size, info->damage.missing, "block", "blocks");
    if (text[0] && lists > 0)
        snprintf(text + strlen(text), size - strlen(text),
                 ", with at least %" PRIu64 " list%s of entries", lists, lists == 1 ? "" : "s");
    if (error)
        snprintf(text + strlen(text), size - strlen(text), "%sa block could not be written: %s",
                 text[0] ? "; " : "", strerror((int)error));
}

static void add_lost_lanes(char *text, size_t size, const struct gau_trace_damage *damage)
{
    const size_t length = strlen(text);
    const char *const comma = length > 0 ? ", " : "";

    if (damage->lost_lanes == 1)
        snprintf(text + length, size - length, "%sthe definition of lane %" PRIu32 " is lost",
                 comma, damage->lost_lane);
    else if (damage->lost_lanes > 1)
        snprintf(text + length, size - length, "%sthe definitions of %" PRIu32 " lanes are lost",
                 comma, damage->lost_lanes);
}

void gau_info_damage_text(char *text, size_t size, const struct gau_trace_info *info)
{
    const struct gau_trace_damage *const damage = &info->damage;
    size_t length;

    text[0] = '\0';
    add_part(text, size, damage->misplaced, "block is out of order or twice there",
             "blocks are out of order or twice there");
    add_part(text, size, damage->bytes_skipped - damage->tail_bytes - damage->misplaced_bytes,
             "byte belongs to no complete block", "bytes belong to no complete block");
    add_part(text, size, damage->invalid_records, "record has impossible values",
             "records have impossible values");
    add_part(text, size, damage->faults, "fault, for which nothing is left out",
             "faults, for which nothing is left out");
    add_part(text, size, damage->dangling_references, "reference is to what is not defined",
             "references are to what is not defined");
    add_lost_lanes(text, size, damage);
    add_part(text, size, damage->unknown,
             "record or block is of a later gaudit, or cannot be decompressed",
             "records or blocks are of a later gaudit, or cannot be decompressed");
    add_part(text, size, damage->tail_bytes, "byte at the end is no complete block",
             "bytes at the end are no complete block");
    length = strlen(text);
    if (damage->tail_bytes > 0)
        snprintf(text + length, size - length,
                 info->ended ? ": the file was cut"
                             : ": the process still runs or was killed, or the file was cut");
}
