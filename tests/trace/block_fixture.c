/* SPDX-License-Identifier: Apache-2.0 */
#include "block_fixture.h"

#include "forged_file.h"

#include <stdlib.h>
#include <string.h>

static struct forge forge;
static uint64_t records[1 << 15];
static size_t used; /* bytes */

void block_add(uint32_t type, void *record, size_t fixed, const void *more, size_t size)
{
    const struct gau_trace_record head = {type, (uint32_t)((fixed + size + 7) / 8 * 8)};

    if (used + head.size > sizeof records)
        abort();
    memcpy(record, &head, sizeof head);
    memset((char *)records + used, 0, head.size);
    memcpy((char *)records + used, record, fixed);
    if (size)
        memcpy((char *)records + used + fixed, more, size);
    used += head.size;
}

void block_add_lane(uint32_t lane, uint32_t kind)
{
    struct gau_trace_lane l = {.lane = lane, .kind = kind, .number = 7};

    block_add(GAU_TRACE_LANE, &l, sizeof l, NULL, 0);
}

void block_add_branch(uint32_t branch, uint32_t parent, uint8_t kind, uint32_t name_size)
{
    struct gau_trace_branch b = {
        .branch = branch, .parent = parent, .kind = kind, .name_size = name_size};

    block_add(GAU_TRACE_BRANCH, &b, sizeof b, "name", 4);
}

void block_add_list(struct gau_trace_entry_list *list, const void *more, size_t size)
{
    block_add(GAU_TRACE_ENTRY_LIST, list, sizeof *list, more, size);
}

void block_read(struct call_log *call_log)
{
    forge_begin(&forge);
    forge_plain(&forge, 0, records, used);
    forge_write(&forge, "t.gtr");
    used = 0;
    call_log_read(call_log, "t.gtr");
    if (call_log->status != GAU_TRACE_OK)
        abort();
}
