/* SPDX-License-Identifier: Apache-2.0 */
#include "presets.h"

#include "table/utf8.h"

#include <inttypes.h>

/* "task;outer;inner 1234": the readers of this format split at semicolons and the last blank. */
static void put_name(const struct gau_hot_sheet *sheet, const struct gau_hot_group *group)
{
    char room[GAU_HOT_TEXT_SIZE];
    const char *text = gau_hot_group_text(sheet->result, sheet->query, group, room, sizeof room);

    while (*text) {
        struct gau_glyph glyph;

        text = gau_glyph_next(&glyph, text);
        fputs(glyph.bytes[0] == ';' ? ":" : glyph.bytes, sheet->out);
    }
}

static uint64_t microseconds(uint64_t ns)
{
    return (ns + 500) / 1000;
}

/* What rounding takes from one line is given to the next, so that the sum is right. */
void gau_hot_write_folded(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping)
{
    struct gau_hot_visit visit = {.grouping = grouping};
    uint64_t written_ns = 0;

    while (gau_hot_visit_next(&visit)) {
        const uint64_t before = microseconds(written_ns);
        uint64_t count;

        written_ns += visit.group.own_weight_ns;
        count = microseconds(written_ns) - before;
        if (count == 0)
            continue;
        for (uint32_t depth = 1; depth <= visit.depth; depth++) {
            const struct gau_hot_group group = gau_hot_visit_at(&visit, depth);

            fputs(depth > 1 ? ";" : "", sheet->out);
            put_name(sheet, &group);
        }
        fprintf(sheet->out, " %" PRIu64 "\n", count);
    }
}
