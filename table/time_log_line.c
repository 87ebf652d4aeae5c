/* SPDX-License-Identifier: Apache-2.0 */
#include "time_log_line.h"

#include "number_format.h"
#include "utf8.h"

#include <stdbool.h>
#include <string.h>

const char gau_time_log_heading[] = "# entry id\tparent id\tdepth\tstart time (ticks)\t"
                                    "end time (ticks)\tstart time (s)\tend time (s)\tlabel\n";

void gau_time_log_label(char label[GAU_TIME_LOG_LABEL_SIZE], const char *name)
{
    static const char dots[] = "...";
    enum { KEPT = GAU_TIME_LOG_LABEL_CHARACTERS - (int)sizeof dots + 1 };
    size_t used = 0, kept = 0;

    for (int n = 0; *name && n < GAU_TIME_LOG_LABEL_CHARACTERS; n++) {
        const size_t length = gau_utf8_length(name);

        if (n == KEPT)
            kept = used;
        if (*name == '#' || gau_utf8_harmless(name) == 0) {
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

/* A timestamp of another processor may be older than the log. */
static double seconds_of(const struct gau_time_log_scale *scale, uint64_t ticks)
{
    return ticks > scale->root ? scale->tick_s * (double)(ticks - scale->root) : 0;
}

static char *put_integer(char *at, uint64_t value)
{
    char digits[20];
    int n = 0;

    do
        digits[n++] = (char)('0' + value % 10);
    while (value /= 10);
    while (n > 0)
        *at++ = digits[--n];
    *at++ = '\t';
    return at;
}

static char *put_seconds(char *at, double value)
{
    char text[GAU_NUMBER_SIZE];
    size_t length;

    gau_number_digits_text(text, 6, value);
    length = strlen(text);
    memcpy(at, text, length);
    at[length] = '\t';
    return at + length + 1;
}

/* Numbers are written without printf(), which would need most of the time. */
size_t gau_time_log_line(char line[GAU_TIME_LOG_LINE_SIZE], uint32_t id,
                         const struct gau_time_log_entry *entry,
                         const struct gau_time_log_scale *scale, const char *label)
{
    const uint64_t end_ticks = entry->end > entry->start ? entry->end : entry->start;
    const size_t length = strlen(label);
    char *at = line;

    at = put_integer(at, id);
    at = put_integer(at, entry->parent);
    at = put_integer(at, entry->depth);
    at = put_integer(at, entry->start);
    at = put_integer(at, end_ticks);
    at = put_seconds(at, seconds_of(scale, entry->start));
    at = put_seconds(at, seconds_of(scale, end_ticks));
    memcpy(at, label, length);
    at += length;
    *at++ = '\n';
    *at = '\0';
    return (size_t)(at - line);
}
