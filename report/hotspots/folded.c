/* SPDX-License-Identifier: Apache-2.0 */
#include "writer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* "task;outer;inner 1234": the readers of this format split at semicolons and the last blank. */
static void put_name(const struct gau_hot_page *page, const struct gau_hot_group *group)
{
    char room[GAU_HOT_TEXT_SIZE];
    char *const clean =
        gau_hot_clean(gau_hot_group_text(page->result, page->query, group, room, sizeof room));

    if (!clean) {
        gau_hot_no_memory(page);
        return;
    }
    for (char *at = clean; (at = strchr(at, ';'));)
        *at = ':';
    fputs(clean, page->out);
    free(clean);
}

static uint64_t microseconds(uint64_t ns)
{
    return (ns + 500) / 1000;
}

/* What rounding takes from one line is given to the next, so that the sum is right. */
void gau_hot_write_folded(const struct gau_hot_page *page)
{
    struct gau_hot_visit visit = {.grouping = page->grouping};
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

            fputs(depth > 1 ? ";" : "", page->out);
            put_name(page, &group);
        }
        fprintf(page->out, " %" PRIu64 "\n", count);
    }
}
