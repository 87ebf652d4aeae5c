/* SPDX-License-Identifier: Apache-2.0 */
#include "rbwp_internal.h"

#include <inttypes.h>
#include <zlib.h>

/* A block while it is read. */
struct decoding {
    struct gau_rbwp_reading *r;
    struct gau_rbwp_lane *lane;
    const struct gau_rbwp_place *place;
    uint32_t count, size, stored; /* as its header says; `stored` is 0 if it is not compressed */
    uint64_t base;
    uint32_t at;     /* of the record in the data, then behind it */
    uint32_t record; /* where the record begins */
    uint64_t last;   /* absolute ns of the stamp before */
    uint64_t stamp;  /* ns since the zero time, never less than before */
    uint64_t ticks;  /* the stamp of the entry before */
    uint32_t records;
    uint8_t *entries, *end;
};

/* Where the record is; of a compressed block, where its data is. */
static uint64_t offset_of(const struct decoding *d)
{
    return d->place->offset + GAU_RBWP_BLOCK_HEADER_SIZE + (d->stored ? 0 : d->record);
}

/* The record is read nevertheless. */
static void fault(struct decoding *d, const char *text)
{
    gau_rbwp_fault(d->r, &d->r->state->damage.faults, offset_of(d), "thread %" PRIu64 ": %s",
                   d->lane->thread, text);
}

/* The record, or what is behind it in the block, is left out. */
static void leave_out(struct decoding *d, const char *text)
{
    gau_rbwp_fault(d->r, &d->r->state->damage.invalid_records, offset_of(d),
                   "thread %" PRIu64 ": %s", d->lane->thread, text);
}

static struct gau_trace_entry_list *list_of(const struct decoding *d)
{
    return (struct gau_trace_entry_list *)d->r->list.record;
}

/* --- entries ------------------------------------------------------------------------------- */

static uint64_t take_ticks(struct decoding *d)
{
    const uint64_t ticks = d->stamp - d->ticks;

    d->ticks = d->stamp;
    return ticks;
}

static void begin_branch(struct decoding *d, uint32_t branch)
{
    struct gau_rbwp_lane *const lane = d->lane;

    d->end = gau_entry_begin(d->end, take_ticks(d), branch);
    lane->open[lane->depth++] = (struct gau_trace_open){.branch = branch, .begin = d->stamp};
}

static void end_branches(struct decoding *d, uint32_t depth)
{
    for (; d->lane->depth > depth; d->lane->depth--)
        d->end = gau_entry_end(d->end, take_ticks(d), GAU_ENTRY_FORM_ACCEPTED);
}

static void begin_item(struct decoding *d, uint8_t slot)
{
    if (d->lane->depth > 0)
        fault(d, "begins a work item within another");
    end_branches(d, 0);
    d->lane->is_unknown = false;
    d->lane->slot = slot;
    begin_branch(d, gau_rbwp_item_branch(d->r, slot, offset_of(d)));
}

static void end_item(struct decoding *d)
{
    if (d->lane->depth == 0 && !d->lane->is_unknown)
        leave_out(d, "ends a work item that it did not begin");
    if (d->lane->depth == 2)
        fault(d, "ends a work item before its sub-item");
    d->lane->is_unknown = false;
    end_branches(d, 0);
}

static void begin_sub(struct decoding *d, uint16_t id)
{
    uint32_t branch;

    if (d->r->facts.level < 2)
        fault(d, "a sub-item in a file of level 1");
    if (d->lane->depth == 0) {
        if (!d->lane->is_unknown)
            leave_out(d, "begins a sub-item outside of a work item");
        return;
    }
    if (d->lane->depth == 2)
        fault(d, "begins a sub-item within another");
    end_branches(d, 1);
    branch = gau_rbwp_sub_branch(d->r, d->lane->slot, id, offset_of(d));
    if (branch)
        begin_branch(d, branch);
}

static void end_sub(struct decoding *d)
{
    if (d->lane->depth == 2)
        end_branches(d, 1);
    else if (!d->lane->is_unknown)
        leave_out(d, "ends a sub-item that it did not begin");
}

static void add_gpu_work(struct decoding *d, const unsigned char *payload)
{
    const uint64_t zero = d->r->zero, processor = gau_rbwp_number(payload, 8);
    uint64_t start = gau_rbwp_number(payload + 9, 8), stop = gau_rbwp_number(payload + 17, 8);
    uint32_t branch;

    d->r->facts.gpu_work++;
    if (start > INT64_MAX || stop > INT64_MAX || stop < start) {
        leave_out(d, stop < start ? "GPU work stops before it starts"
                                  : "GPU work has impossible times");
        return;
    }
    if (start < zero) {
        fault(d, "GPU work starts before the zero time");
        start = zero;
        stop = stop < zero ? zero : stop;
    }
    branch = gau_rbwp_gpu_branch(d->r, processor, payload[8], offset_of(d));
    if (!branch)
        return;
    d->end = gau_entry_code(d->end, take_ticks(d), GAU_ENTRY_INTERVAL, 3);
    d->end = gau_entry_put(d->end, branch);
    d->end = gau_entry_put(d->end, gau_entry_zigzag((int64_t)(stop - zero - d->stamp)));
    d->end = gau_entry_put(d->end, stop - start);
}

/* --- records ------------------------------------------------------------------------------- */

/* Sets the absolute time. Returns what is wrong, or NULL. */
static const char *take_stamp(struct decoding *d)
{
    const unsigned char *const at = d->r->data + d->at;
    const unsigned bytes = at[0] < 0x80 ? 2 : at[0] < 0xc0 ? 4 : 8;
    const bool is_first = d->records == 0;
    uint64_t number = 0;

    if (bytes > d->size - d->at)
        return "the block ends within a time stamp";
    for (unsigned i = 0; i < bytes; i++)
        number = number << 8 | at[i];
    d->at += bytes;
    if (bytes == 8)
        d->last = number & UINT64_MAX >> 2;
    else if (is_first)
        return "the first time stamp of a block is not absolute";
    else
        d->last += bytes == 4 ? number & UINT32_MAX >> 2 : number;
    if (bytes == 4 && (number & UINT32_MAX >> 2) < 1 << 15)
        fault(d, "a time stamp is longer than needed");
    if (is_first && d->last != d->base)
        fault(d, "the first time stamp is not the base time of the block");
    return NULL;
}

/* Times of the lane do not step back. */
static void set_stamp(struct decoding *d)
{
    const uint64_t zero = d->r->zero, stamp = d->last > zero ? d->last - zero : 0;

    if (d->last < zero)
        fault(d, "a time stamp is before the zero time");
    else if (stamp < d->lane->last)
        fault(d, "time steps back");
    d->stamp = stamp > d->lane->last ? stamp : d->lane->last;
    d->lane->last = d->stamp;
    if (d->records == 0)
        d->ticks = list_of(d)->first = d->stamp;
}

/* Bytes behind the type; -1: it is not known. */
static int payload_size(uint8_t type)
{
    switch (type) {
    case GAU_RBWP_COARSE_BEGIN: return 1;
    case GAU_RBWP_COARSE_END:
    case GAU_RBWP_FINE_END: return 0;
    case GAU_RBWP_FINE_BEGIN: return 2;
    case GAU_RBWP_GPU_WORK: return 25;
    default: return -1;
    }
}

static void add_record(struct decoding *d, uint8_t type, const unsigned char *payload)
{
    switch (type) {
    case GAU_RBWP_COARSE_BEGIN: begin_item(d, payload[0]); break;
    case GAU_RBWP_COARSE_END: end_item(d); break;
    case GAU_RBWP_FINE_BEGIN: begin_sub(d, (uint16_t)gau_rbwp_number(payload, 2)); break;
    case GAU_RBWP_FINE_END: end_sub(d); break;
    default: add_gpu_work(d, payload); break;
    }
}

/* Returns what is wrong, so that nothing behind it can be read; or NULL. */
static const char *take_record(struct decoding *d)
{
    const char *wrong;
    uint8_t type;
    int payload;

    d->record = d->at;
    wrong = take_stamp(d);
    if (wrong)
        return wrong;
    if (d->at == d->size)
        return "the block ends within a record";
    type = d->r->data[d->at++];
    payload = payload_size(type);
    if (payload < 0)
        return "a record has an unknown type";
    if ((uint32_t)payload > d->size - d->at)
        return "the block ends within a record";
    set_stamp(d);
    add_record(d, type, d->r->data + d->at);
    d->at += (uint32_t)payload;
    d->records++;
    return NULL;
}

/* --- blocks -------------------------------------------------------------------------------- */

/* The data, without compression. Returns what is wrong, or NULL. */
static const char *read_data(struct decoding *d)
{
    struct gau_rbwp_reading *const r = d->r;
    const uint64_t at = d->place->offset + GAU_RBWP_BLOCK_HEADER_SIZE;
    const uint32_t size = d->stored ? d->stored : d->size;
    uLongf raw = d->size;
    uLong used = size;
    int result;

    if (!gau_rbwp_copy(r, r->stored.data, at, size))
        return "the block is cut";
    if (!d->stored) {
        memcpy(r->data, r->stored.data, size);
        return NULL;
    }
    result = uncompress2(r->data, &raw, r->stored.data, &used);
    r->no_memory |= result == Z_MEM_ERROR;
    return result == Z_OK && raw == d->size && used == size ? NULL
                                                            : "the block cannot be decompressed";
}

static bool read_block(struct decoding *d)
{
    unsigned char head[GAU_RBWP_BLOCK_HEADER_SIZE];

    if (!gau_rbwp_copy(d->r, head, d->place->offset, sizeof head))
        return false;
    d->count = (uint32_t)gau_rbwp_number(head + GAU_RBWP_AT_COUNT, 4);
    d->base = gau_rbwp_number(head + GAU_RBWP_AT_BASE, 8);
    d->size = (uint32_t)gau_rbwp_number(head + GAU_RBWP_AT_SIZE, 4);
    d->stored = (uint32_t)gau_rbwp_number(head + GAU_RBWP_AT_STORED, 4);
    return d->size <= GAU_RBWP_BLOCK_MAX && d->stored < d->size; /* it may have changed */
}

/* With its data behind it, as it is in the file. */
static void show_head(const struct decoding *d)
{
    struct gau_rbwp_reading *const r = d->r;
    const struct gau_trace_visitor *const visitor = r->state->visitor;

    r->stored.block = (struct gau_trace_block){
        .size = GAU_RBWP_BLOCK_HEADER_SIZE + (d->stored ? d->stored : d->size),
        .sequence = r->sequence++,
        .codec = d->stored ? GAU_TRACE_ZLIB : GAU_TRACE_UNCOMPRESSED,
        .raw_size = d->size,
    };
    r->state->damage.blocks++;
    if (visitor->block && !r->stopped)
        r->stopped = !visitor->block(r->state->user, &r->stored.block, d->place->offset);
}

static void show_list(struct decoding *d)
{
    struct gau_trace_entry_list *const list = list_of(d);

    list->size = (uint32_t)(d->end - d->entries);
    if (list->size == 0)
        return;
    list->last = d->ticks;
    list->number = d->lane->lists++;
    memset(d->end, 0, 8);
    gau_rbwp_show(d->r, &d->r->list.block,
                  sizeof *list + list->depth * sizeof *list->open + list->size);
}

/* Begins the list with what is open. Its first stamp is known when there is a record. */
static void begin_list(struct decoding *d)
{
    struct gau_trace_entry_list *const list = list_of(d);

    *list = (struct gau_trace_entry_list){.record.type = GAU_TRACE_ENTRY_LIST,
                                          .lane = d->place->lane + 1,
                                          .depth = d->lane->depth};
    memcpy(list->open, d->lane->open, list->depth * sizeof *list->open);
    d->entries = d->end = (uint8_t *)(list->open + list->depth);
}

/* A list is left out, and what is open is not known. */
static void lose_rest(struct decoding *d, const char *wrong)
{
    leave_out(d, wrong);
    d->r->sequence++;
    d->lane->lists++;
    d->lane->depth = 0;
    d->lane->is_unknown = true;
}

/* What is open in the lane does not fit to the first record: blocks between them are missing. A
 * list is left out, so that the time in it is not known. The file does not say of which thread any
 * other missing block was. */
static void check_begin(struct decoding *d)
{
    struct gau_rbwp_lane *const lane = d->lane;
    const uint8_t type = d->size > 8 ? d->r->data[8] : 0;
    const bool ends =
        type == GAU_RBWP_COARSE_END || type == GAU_RBWP_FINE_BEGIN || type == GAU_RBWP_FINE_END;

    if (lane->lists == 0 || lane->is_unknown)
        return;
    if (lane->depth > 0 && type == GAU_RBWP_COARSE_BEGIN)
        fault(d, "blocks are missing: an item has no end");
    else if (lane->depth == 0 && ends)
        fault(d, "blocks are missing: an item has no begin");
    else
        return;
    d->r->sequence++;
    lane->lists++;
    lane->depth = 0;
    lane->is_unknown = true;
}

void gau_rbwp_show_block(struct gau_rbwp_reading *r, const struct gau_rbwp_place *place)
{
    struct decoding d = {.r = r, .lane = &r->lanes[place->lane], .place = place};
    const char *wrong = "the block is cut";

    if (!d.lane->is_defined)
        gau_rbwp_define_lane(r, place->lane);
    d.lane->is_defined = true;
    if (read_block(&d)) {
        wrong = read_data(&d);
        if (!wrong)
            check_begin(&d);
        show_head(&d);
    }
    begin_list(&d);
    while (!wrong && d.at < d.size && gau_rbwp_goes_on(r))
        wrong = take_record(&d);
    if (!wrong && gau_rbwp_goes_on(r) && d.records != d.count)
        fault(&d, "the block has another number of records than it says");
    r->facts.records += d.records;
    show_list(&d);
    if (wrong)
        lose_rest(&d, wrong);
}
