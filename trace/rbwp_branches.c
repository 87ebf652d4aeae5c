/* SPDX-License-Identifier: Apache-2.0 */
#include "rbwp_internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { EVENT, BACKGROUND, FIRST_ITEM }; /* numbers of branches */

/* Defines a branch; its name is in r->text. Returns its number. */
static uint32_t add_branch(struct gau_rbwp_reading *r, uint32_t parent,
                           enum gau_trace_branch_kind kind, uint32_t level, uint32_t size)
{
    const struct gau_trace_branch branch = {.record.type = GAU_TRACE_BRANCH,
                                            .branch = r->branches++,
                                            .parent = parent,
                                            .kind = (uint8_t)kind,
                                            .level = (uint8_t)level,
                                            .name_size = size};

    gau_rbwp_define(r, &branch, sizeof branch, size);
    return branch.branch;
}

static uint32_t set_text(struct gau_rbwp_reading *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static uint32_t set_text(struct gau_rbwp_reading *r, const char *format, ...)
{
    va_list arguments;
    int size;

    va_start(arguments, format);
    size = vsnprintf(r->text, sizeof r->text, format, arguments);
    va_end(arguments);
    return (uint32_t)size;
}

/* Sets the text of the next branch: a name of the file, or what stands for it. */
static uint32_t set_name(struct gau_rbwp_reading *r, const struct gau_rbwp_name *name,
                         const char *what, uint32_t number)
{
    const unsigned char *const text =
        name && name->offset ? gau_rbwp_bytes(r, name->offset, name->size) : NULL;
    uint32_t size;

    if (!text || name->size == 0)
        return set_text(r, "%s %" PRIu32, what, number);
    size = gau_rbwp_cut(text, name->size);
    memcpy(r->text, text, size);
    return size;
}

static void check_item(struct gau_rbwp_reading *r, uint8_t slot, uint64_t offset)
{
    if (r->facts.is_closed && !r->items[slot].offset)
        gau_rbwp_fault(r, &r->state->damage.faults, offset, "work item %u is not described", slot);
}

static uint32_t add_item(struct gau_rbwp_reading *r, uint8_t slot)
{
    return r->item_branches[slot] = add_branch(r, BACKGROUND, GAU_TRACE_BRANCH_BACKGROUND, 1,
                                               set_name(r, &r->items[slot], "item", slot));
}

void gau_rbwp_define_roots(struct gau_rbwp_reading *r)
{
    add_branch(r, (uint32_t)GAU_TRACE_NO_BRANCH, GAU_TRACE_BRANCH_ROOT, 0, set_text(r, "Event"));
    add_branch(r, (uint32_t)GAU_TRACE_NO_BRANCH, GAU_TRACE_BRANCH_ROOT, 0,
               set_text(r, "Background"));
    for (uint32_t slot = 0; slot < GAU_RBWP_ITEMS; slot++)
        if (r->items[slot].offset)
            add_item(r, (uint8_t)slot);
}

uint32_t gau_rbwp_item_branch(struct gau_rbwp_reading *r, uint8_t slot, uint64_t offset)
{
    check_item(r, slot, offset);
    return r->item_branches[slot] ? r->item_branches[slot] : add_item(r, slot);
}

uint32_t gau_rbwp_sub_branch(struct gau_rbwp_reading *r, uint8_t slot, uint16_t id, uint64_t offset)
{
    const uint16_t number = r->same ? r->same[id] : id;
    const struct gau_rbwp_name *const name = r->subs ? &r->subs[number] : NULL;
    uint32_t **const branches = &r->sub_branches[slot];

    if (r->facts.is_closed && (!name || !name->offset))
        gau_rbwp_fault(r, &r->state->damage.faults, offset, "sub-item %u is not described", id);
    if (!*branches)
        *branches = calloc(GAU_RBWP_SUBS, sizeof **branches);
    r->no_memory |= !*branches;
    if (!*branches)
        return 0;
    if (!(*branches)[number])
        (*branches)[number] = add_branch(r, r->item_branches[slot], GAU_TRACE_BRANCH_SECTION, 2,
                                         set_name(r, name, "sub-item", number));
    return (*branches)[number];
}

/* --- processors ---------------------------------------------------------------------------- */

/* "GPU 2"; of another node "GPU 2 of node 1". */
static uint32_t set_processor(struct gau_rbwp_reading *r, uint64_t id)
{
    const uint32_t node = (uint32_t)(id >> 40 & 0xffff);
    const uint32_t size = set_text(r, "GPU %" PRIu64, id & GAU_RBWP_GPU_NUMBER);

    if (id >> 56 != GAU_RBWP_GPU)
        return set_text(r, "processor 0x%" PRIx64, id);
    if (node == r->facts.node)
        return size;
    return size +
           (uint32_t)snprintf(r->text + size, sizeof r->text - size, " of node %" PRIu32, node);
}

static struct gau_rbwp_processor *find_processor(struct gau_rbwp_reading *r, uint64_t id)
{
    struct gau_rbwp_processor *added;

    for (uint32_t i = 0; i < r->n_processors; i++)
        if (r->processors[i]->id == id)
            return r->processors[i];
    if (r->n_processors == GAU_RBWP_PROCESSORS)
        return NULL;
    added = calloc(1, sizeof *added);
    r->no_memory |= !added;
    if (!added)
        return NULL;
    if (!r->external)
        r->external = add_branch(r, (uint32_t)GAU_TRACE_NO_BRANCH, GAU_TRACE_BRANCH_ROOT, 0,
                                 set_text(r, "External"));
    added->id = id;
    added->branch = add_branch(r, r->external, GAU_TRACE_BRANCH_SECTION, 1, set_processor(r, id));
    return r->processors[r->n_processors++] = added;
}

uint32_t gau_rbwp_gpu_branch(struct gau_rbwp_reading *r, uint64_t processor, uint8_t slot,
                             uint64_t offset)
{
    struct gau_rbwp_processor *const at = find_processor(r, processor);

    check_item(r, slot, offset);
    if (!at && !r->no_memory)
        gau_rbwp_fault(r, &r->state->damage.invalid_records, offset, "more than %d processors",
                       GAU_RBWP_PROCESSORS);
    if (!at)
        return 0;
    if (!at->items[slot])
        at->items[slot] = add_branch(r, at->branch, GAU_TRACE_BRANCH_SECTION, 2,
                                     set_name(r, &r->items[slot], "item", slot));
    return at->items[slot];
}

/* --- lanes --------------------------------------------------------------------------------- */

/* The id of a thread is shown as its number or, if it is too large for one, as its name. */
void gau_rbwp_define_lane(struct gau_rbwp_reading *r, uint32_t index)
{
    const uint64_t thread = r->lanes[index].thread;
    const bool is_number = thread <= UINT32_MAX;
    const uint32_t size = is_number ? 0 : set_text(r, "thread %" PRIu64, thread);
    const struct gau_trace_lane lane = {.record.type = GAU_TRACE_LANE,
                                        .lane = index + 1,
                                        .kind = GAU_TRACE_LANE_THREAD,
                                        .number = is_number ? (uint32_t)thread : index + 1,
                                        .name_size = size};

    gau_rbwp_define(r, &lane, sizeof lane, size);
}
