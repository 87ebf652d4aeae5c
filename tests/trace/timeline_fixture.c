/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_fixture.h"

#include "trace/timeline_entries.h"

#include <string.h>

void scene_add_branch(struct gau_trace_writer *writer, struct gau_trace_branch branch,
                      const char *name)
{
    const uint32_t size = (uint32_t)strlen(name);
    struct gau_trace_branch *const b = gau_trace_add(writer, GAU_TRACE_BRANCH, sizeof *b + size);

    branch.record = b->record;
    branch.name_size = size;
    *b = branch;
    memcpy(b + 1, name, size);
}

void scene_add_lane(struct gau_trace_writer *writer, uint32_t lane, uint32_t kind, uint32_t number,
                    const char *name)
{
    const uint32_t size = (uint32_t)strlen(name);
    struct gau_trace_lane *const l = gau_trace_add(writer, GAU_TRACE_LANE, sizeof *l + size);

    *l = (struct gau_trace_lane){l->record, lane, kind, number, size};
    memcpy(l + 1, name, size);
}

void scene_add_list(struct gau_trace_writer *writer, const struct gau_trace_entry_list *list,
                    const struct gau_trace_open *open, const uint8_t *bytes, const uint8_t *end)
{
    const size_t opened = list->depth * sizeof *open, size = (size_t)(end - bytes);
    struct gau_trace_entry_list *const l =
        gau_trace_add(writer, GAU_TRACE_ENTRY_LIST, sizeof *l + opened + size);
    const struct gau_trace_record record = l->record;

    *l = *list;
    l->record = record;
    l->size = (uint32_t)size;
    if (open)
        memcpy(l->open, open, opened);
    memcpy((char *)l->open + opened, bytes, size);
}

/* Every form and code of an entry; numbers of 1, 2, 3 and 9 bytes. */
static void add_worker_entries(struct gau_trace_writer *writer)
{
    static const struct gau_trace_open open[] = {{0, 0, 7}, {300, 0, 8}};
    uint8_t bytes[256], *at = bytes;

    at = gau_entry_end(at, 0, GAU_ENTRY_FORM_ACCEPTED);
    at = gau_entry_end(at, 5, GAU_ENTRY_FORM_REJECTED);
    at = gau_entry_put(gau_entry_code(at, 0, GAU_ENTRY_EVENT, 1), gau_entry_zigzag(1));
    at = gau_entry_begin(at, 127, 1);
    at = gau_entry_put(gau_entry_code(at, 0, GAU_ENTRY_CPU, 1), 77);
    at = gau_entry_put(gau_entry_code(at, 128, GAU_ENTRY_END, 2), gau_entry_zigzag(-3));
    at = gau_entry_put(at, GAU_ENTRY_ERROR | GAU_ENTRY_ABORTED);
    at = gau_entry_put(gau_entry_code(at, 16384, GAU_ENTRY_NOT_CALLED, 3), 1);
    at = gau_entry_put(gau_entry_put(at, gau_entry_zigzag(0)), GAU_ENTRY_REUSED);
    at = gau_entry_put(gau_entry_code(at, 0, (enum gau_entry_code)63, 1),
                       9); /* of a later version */
    at = gau_entry_begin(at, (1ull << 61) - 1, 300);
    at = gau_entry_end(at, (1ull << 61) - 1, GAU_ENTRY_FORM_ACCEPTED);
    at = gau_entry_begin(at, (1ull << 61) - 1, UINT32_MAX - 1);
    scene_add_list(writer,
                   &(struct gau_trace_entry_list){.lane = 1,
                                                  .depth = 2,
                                                  .number = 5,
                                                  .first = 100,
                                                  .last = 16744 + 3 * ((1ull << 61) - 1),
                                                  .event = 41},
                   open, bytes, at);
}

void scene_add_timeline(struct gau_trace_writer *writer)
{
    uint8_t bytes[64], *at = bytes;
    struct gau_trace_timeline_totals *t;

    scene_add_branch(writer, (struct gau_trace_branch){.branch = 0, .parent = UINT32_MAX}, "Event");
    scene_add_branch(
        writer,
        (struct gau_trace_branch){.branch = 1, .kind = GAU_TRACE_BRANCH_ALGORITHM, .level = 1},
        "FastVelo");
    scene_add_lane(writer, 1, GAU_TRACE_LANE_WORKER, 3, "");
    scene_add_lane(writer, 2, GAU_TRACE_LANE_EXTERNAL, 9, "gpu");
    add_worker_entries(writer);
    at = gau_entry_put(gau_entry_code(at, 0, GAU_ENTRY_INTERVAL, 3), 1);
    at = gau_entry_put(gau_entry_put(at, gau_entry_zigzag(25)), 20);
    at = gau_entry_put(gau_entry_code(at, 0, GAU_ENTRY_INTERVAL, 3), 300);
    at = gau_entry_put(gau_entry_put(at, gau_entry_zigzag(INT64_MAX)), INT64_MAX);
    scene_add_list(writer, &(struct gau_trace_entry_list){.lane = 2}, NULL, bytes, at);
    t = gau_trace_add(writer, GAU_TRACE_TIMELINE_TOTALS, sizeof *t);
    *t = (struct gau_trace_timeline_totals){t->record, 1, 0.25, 3, 4, 5, 6, 1, 2, 7, 28};
}
