/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/timeline_entries.h"
#include "trace/trace_reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* usage: rbwp_calls FILE: seconds and calls of each item and sub-item of each thread, as
 * rbwp_file.py prints them, in any order. */

enum { BRANCHES = 1 << 17, LANES = 64, NAMES = 80 };

static struct branch {
    char name[NAMES];
    uint32_t parent;
} branches[BRANCHES];

static struct lane {
    uint64_t calls[BRANCHES], ns[BRANCHES];
    char name[NAMES];
    bool known;
} lanes[LANES];

static bool add_branch(void *user, const struct gau_trace_branch *b, struct gau_trace_text name)
{
    (void)user;
    if (b->branch >= BRANCHES)
        abort();
    snprintf(branches[b->branch].name, NAMES, "%s", name.data);
    branches[b->branch].parent = b->parent;
    return true;
}

static bool add_lane(void *user, const struct gau_trace_lane *lane, struct gau_trace_text name)
{
    (void)user;
    if (lane->lane >= LANES)
        abort();
    lanes[lane->lane].known = true;
    if (name.size > 0)
        snprintf(lanes[lane->lane].name, NAMES, "%s", name.data);
    else
        snprintf(lanes[lane->lane].name, NAMES, "thread %" PRIu32, lane->number);
    return true;
}

static bool add_list(void *user, const struct gau_trace_entry_list *list)
{
    struct gau_timeline_cursor at = gau_timeline_entries(list);
    struct lane *const lane = &lanes[list->lane];
    struct gau_trace_open open[4] = {{0}};
    struct gau_timeline_entry entry;
    uint32_t depth = list->depth;

    (void)user;
    memcpy(open, list->open, depth * sizeof *open);
    while (gau_timeline_next(&at, &entry)) {
        if (entry.what == GAU_TIMELINE_BEGIN)
            open[depth++] = (struct gau_trace_open){.branch = entry.branch, .begin = entry.stamp};
        if (entry.what != GAU_TIMELINE_END)
            continue;
        depth--;
        lane->calls[open[depth].branch]++;
        lane->ns[open[depth].branch] += entry.stamp - open[depth].begin;
    }
    return true;
}

static void print_lane(const struct lane *lane)
{
    printf("%s\n", lane->name);
    for (uint32_t i = 0; i < BRANCHES; i++) {
        const struct branch *const parent = &branches[branches[i].parent % BRANCHES];

        if (lane->calls[i] > 0)
            printf("  %" PRIu64 ".%09" PRIu64 " s %" PRIu64 " %s%s%s\n", lane->ns[i] / 1000000000,
                   lane->ns[i] % 1000000000, lane->calls[i],
                   branches[i].parent == 1 ? "" : parent->name,
                   branches[i].parent == 1 ? "" : " / ", branches[i].name);
    }
}

int main(int argc, char **argv)
{
    static const struct gau_trace_visitor visitor = {.branch = add_branch,
                                                     .lane = add_lane,
                                                     .entries = add_list};
    char message[256];

    if (argc != 2 || gau_trace_read(argv[1], &visitor, NULL, NULL, NULL, message, sizeof message))
        return 1;
    for (uint32_t i = 0; i < LANES; i++)
        if (lanes[i].known)
            print_lane(&lanes[i]);
    return 0;
}
