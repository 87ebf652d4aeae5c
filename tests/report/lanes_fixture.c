/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"

#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

static struct gau_trace_writer writer;
static unsigned char memory[1 << 17];
static uint64_t clock_origin = LANES_ORIGIN;
static double clock_tick_ns = 1;

/* The list that is being made. */
static struct gau_trace_entry_list list;
static struct gau_trace_open opened[GAU_TRACE_DEPTH_MAX];
static uint8_t bytes[1 << 16], *at;

uint64_t ticks_of(double s)
{
    return LANES_ORIGIN + (uint64_t)(s * 1e9 + 0.5);
}

static uint64_t start = LANES_ORIGIN;

void lanes_start(uint64_t start_ns)
{
    start = start_ns;
}

void lanes_begin_content(const char *path, enum gau_trace_content content)
{
    const struct gau_trace_header header = {
        .content = content, .pid = 42, .start_ns = start, .start_epoch_ns = 6};

    remove(path);
    assert_int_equal(gau_trace_create(&writer, path, &header, memory, sizeof memory), 0);
}

void lanes_begin(const char *path)
{
    lanes_begin_content(path, GAU_TRACE_TIMELINE);
}

void lanes_end(void)
{
    gau_trace_close(&writer);
}

void lanes_lose_block(void)
{
    const uint64_t lost = writer.lost_blocks;

    gau_trace_flush(&writer);
    lanes_lane(99, GAU_TRACE_LANE_THREAD, 99, "lost");
    writer.broken = true;
    gau_trace_flush(&writer);
    writer.broken = false;
    assert_int_equal(writer.lost_blocks, lost + 1);
}

/* --- definitions --------------------------------------------------------------------------- */

void lanes_branch(uint32_t branch, uint32_t parent, enum gau_trace_branch_kind kind,
                  const char *name)
{
    const uint32_t size = (uint32_t)strlen(name);
    struct gau_trace_branch *const b = gau_trace_add(&writer, GAU_TRACE_BRANCH, sizeof *b + size);

    b->branch = branch;
    b->parent = parent;
    b->kind = (uint8_t)kind;
    b->name_size = size;
    memcpy(b + 1, name, size);
}

void lanes_roots(void)
{
    lanes_branch(0, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "Event");
    lanes_branch(1, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "Background");
}

void lanes_lane(uint32_t lane, enum gau_trace_lane_kind kind, uint32_t number, const char *name)
{
    const uint32_t size = (uint32_t)strlen(name);
    struct gau_trace_lane *const l = gau_trace_add(&writer, GAU_TRACE_LANE, sizeof *l + size);

    l->lane = lane;
    l->kind = kind;
    l->number = number;
    l->name_size = size;
    memcpy(l + 1, name, size);
}

void lanes_task(uint32_t task, const char *name)
{
    const uint32_t size = (uint32_t)strlen(name);
    struct gau_trace_task_type *const t =
        gau_trace_add(&writer, GAU_TRACE_TASK_TYPE, sizeof *t + size);

    t->task = task;
    t->kind = GAU_TRACE_TASK;
    t->name_size = size;
    memcpy(t + 1, name, size);
}

void lanes_thread(uint32_t thread, uint32_t tid, const char *name)
{
    const uint32_t size = (uint32_t)strlen(name);
    struct gau_trace_thread *const t = gau_trace_add(&writer, GAU_TRACE_THREAD, sizeof *t + size);

    t->thread = thread;
    t->tid = tid;
    t->name_size = size;
    memcpy(t + 1, name, size);
}

void lanes_task_total(uint32_t thread, uint32_t task, uint64_t entries, uint64_t total_ns)
{
    struct gau_trace_task_totals *const t =
        gau_trace_add(&writer, GAU_TRACE_TASK_TOTALS, sizeof *t + sizeof *t->totals);

    t->thread = thread;
    t->count = 1;
    t->totals[0] = (struct gau_trace_task_total){
        .task = task, .entries = entries, .total_ns = total_ns, .self_ns = total_ns};
}

void lanes_clock(uint64_t origin, double tick_ns)
{
    clock_origin = origin;
    clock_tick_ns = tick_ns;
}

void lanes_totals(double now_s, uint32_t ended, uint64_t dropped)
{
    struct gau_trace_timeline_totals *const t =
        gau_trace_add(&writer, GAU_TRACE_TIMELINE_TOTALS, sizeof *t);

    t->origin = clock_origin;
    t->tick_ns = clock_tick_ns;
    t->now = ticks_of(now_s);
    t->ended = ended;
    t->dropped = dropped;
    t->dropped_bytes = 1000 * dropped;
    t->detail = 2;
    t->workers = 1;
}

/* --- lists --------------------------------------------------------------------------------- */

void list_begin_at(uint32_t lane, uint64_t number, uint64_t first, uint64_t event)
{
    list = (struct gau_trace_entry_list){
        .lane = lane, .number = number, .first = first, .last = first, .event = event};
    at = bytes;
}

void list_begin(uint32_t lane, uint64_t number, double first_s, uint64_t event)
{
    list_begin_at(lane, number, ticks_of(first_s), event);
}

void list_open_at(uint32_t branch, uint64_t begin)
{
    opened[list.depth++] = (struct gau_trace_open){.branch = branch, .begin = begin};
}

void list_open(uint32_t branch, double begin_s)
{
    list_open_at(branch, ticks_of(begin_s));
}

/* Ticks since the entry before. */
static uint64_t since(uint64_t ticks)
{
    const uint64_t more = ticks - list.last;

    assert_true(ticks >= list.last && at < bytes + sizeof bytes - GAU_ENTRY_MAX - 8);
    list.last = ticks;
    return more;
}

void list_event(double s, int64_t more)
{
    at = gau_entry_put(gau_entry_code(at, since(ticks_of(s)), GAU_ENTRY_EVENT, 1),
                       gau_entry_zigzag(more));
}

void list_call_at(uint64_t ticks, uint32_t branch)
{
    at = gau_entry_begin(at, since(ticks), branch);
}

void list_call(double s, uint32_t branch)
{
    list_call_at(ticks_of(s), branch);
}

void list_return_at(uint64_t ticks)
{
    at = gau_entry_end(at, since(ticks), GAU_ENTRY_FORM_ACCEPTED);
}

void list_return(double s, enum gau_entry_form form)
{
    at = gau_entry_end(at, since(ticks_of(s)), form);
}

void list_return_with(double s, int64_t status, uint64_t flags)
{
    at = gau_entry_put(gau_entry_code(at, since(ticks_of(s)), GAU_ENTRY_END, 2),
                       gau_entry_zigzag(status));
    at = gau_entry_put(at, flags);
}

void list_cpu(double s, uint64_t ns)
{
    at = gau_entry_put(gau_entry_code(at, since(ticks_of(s)), GAU_ENTRY_CPU, 1), ns);
}

void list_not_called(double s, uint32_t branch)
{
    at = gau_entry_put(gau_entry_code(at, since(ticks_of(s)), GAU_ENTRY_NOT_CALLED, 3), branch);
    at = gau_entry_put(gau_entry_put(at, gau_entry_zigzag(0)), GAU_ENTRY_REUSED);
}

void list_interval_at(uint64_t ticks, uint32_t branch, uint64_t begin, uint64_t end)
{
    at = gau_entry_put(gau_entry_code(at, since(ticks), GAU_ENTRY_INTERVAL, 3), branch);
    at = gau_entry_put(gau_entry_put(at, gau_entry_zigzag((int64_t)(end - ticks))), end - begin);
}

void list_interval(uint32_t branch, double begin_s, double end_s)
{
    list_interval_at(ticks_of(end_s), branch, ticks_of(begin_s), ticks_of(end_s));
}

void list_end(void)
{
    const size_t open = list.depth * sizeof *opened;
    struct gau_trace_entry_list *l;

    list.size = (uint32_t)(at - bytes);
    l = gau_trace_add(&writer, GAU_TRACE_ENTRY_LIST, sizeof *l + open + list.size);
    assert_non_null(l);
    list.record = l->record;
    *l = list;
    if (open)
        memcpy(l->open, opened, open);
    memcpy((char *)l->open + open, bytes, list.size);
}
