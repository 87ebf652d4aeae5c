/* SPDX-License-Identifier: Apache-2.0 */
#include "info_tables.h"

#include <inttypes.h>
#include <stdarg.h>
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

void gau_info_damage_text(char *text, size_t size, const struct gau_trace_info *info)
{
    const struct gau_trace_damage *const damage = &info->damage;
    size_t length;

    text[0] = '\0';
    add_part(text, size, damage->missing, "block is missing", "blocks are missing");
    add_part(text, size, damage->bytes_skipped - damage->tail_bytes,
             "byte belongs to no complete block", "bytes belong to no complete block");
    add_part(text, size, damage->invalid_records, "record has impossible values",
             "records have impossible values");
    add_part(text, size, damage->dangling_references, "reference is to what is not defined",
             "references are to what is not defined");
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
