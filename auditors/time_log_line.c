/* SPDX-License-Identifier: Apache-2.0 */
#include "time_log_line.h"

#include "table/number.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const char time_log_heading[] = "# entry id\tparent id\tdepth\tstart time (ticks)\t"
                                "end time (ticks)\tstart time (s)\tend time (s)\tlabel\n";

/* C0, DEL, C1, and '#'. */
static bool is_unsafe(const char *text, size_t length)
{
    const uint8_t first = (uint8_t)text[0];

    return (length == 1 && (first < 0x20 || first == 0x7F || first == '#')) ||
           (length == 2 && first == 0xC2 && (uint8_t)text[1] < 0xA0);
}

void time_log_label(char label[TIME_LOG_LABEL_SIZE], const char *name)
{
    static const char dots[] = "...";
    enum { KEPT = TIME_LOG_LABEL_CHARACTERS - (int)sizeof dots + 1 };
    size_t used = 0, kept = 0;

    for (int n = 0; *name && n < TIME_LOG_LABEL_CHARACTERS; n++) {
        const size_t length = gau_utf8_length(name);

        if (n == KEPT)
            kept = used;
        if (length == 0 || is_unsafe(name, length)) {
            label[used++] = '_';
        } else {
            memcpy(label + used, name, length);
            used += length;
        }
        name += length ? length : 1;
    }
    label[used] = '\0';
    if (*name)
        memcpy(label + kept, dots, sizeof dots);
}

/* A time stamp of another processor may be older than the log. */
static double seconds(const struct time_log_scale *scale, uint64_t ticks)
{
    return ticks > scale->root ? scale->tick_s * (double)(ticks - scale->root) : 0;
}

size_t time_log_line(char line[TIME_LOG_LINE_SIZE], uint32_t id, const struct time_log_entry *entry,
                     const struct time_log_scale *scale, const char *label)
{
    const uint64_t end_ticks = entry->end > entry->start ? entry->end : entry->start;
    char start[GAU_NUMBER_SIZE], end[GAU_NUMBER_SIZE];

    gau_number_digits_text(start, 6, seconds(scale, entry->start));
    gau_number_digits_text(end, 6, seconds(scale, end_ticks));
    return (size_t)snprintf(line, TIME_LOG_LINE_SIZE,
                            "%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu64 "\t%" PRIu64
                            "\t%s\t%s\t%s\n",
                            id, entry->parent, entry->depth, entry->start, end_ticks, start, end,
                            label);
}
