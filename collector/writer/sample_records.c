/* SPDX-License-Identifier: Apache-2.0 */
#include "collector/modules/modules.h"
#include "stack_table.h"
#include "trace_records.h"

#include <string.h>

/*
 * Converts samples of the handler to those of the trace: stacks become numbers. Definitions come
 * before the samples that refer to them, so samples are collected until a batch is full.
 */

enum { BATCH = 128, STACKS = GAU_CHUNK_SIZE / 8 };

static struct {
    struct gau_trace_sample samples[BATCH];
    uint32_t n;
    struct gau_trace_stack stacks[STACKS]; /* new ones; no batch has more, as it is of one chunk */
    uint32_t n_stacks, first;
} batch;

static void describe_stacks(struct gau_records *records)
{
    const size_t size = batch.n_stacks * sizeof *batch.stacks;
    struct gau_trace_stacks *record;

    if (batch.n_stacks == 0)
        return;
    gau_trace_records_modules(records);
    record = gau_trace_records_add(records, GAU_TRACE_STACKS, sizeof *record + size);
    record->first = batch.first;
    record->count = batch.n_stacks;
    memcpy(record->stacks, batch.stacks, size);
    batch.n_stacks = 0;
}

static void write_batch(struct gau_records *records, uint32_t thread)
{
    const size_t size = batch.n * sizeof *batch.samples;
    struct gau_trace_sample_list *record;

    describe_stacks(records);
    if (batch.n == 0)
        return;
    gau_trace_records_types(records);
    record = gau_trace_records_add(records, GAU_TRACE_SAMPLE_LIST, sizeof *record + size);
    record->thread = thread;
    record->count = batch.n;
    memcpy(record->samples, batch.samples, size);
    records->in_block += batch.n;
    batch.n = 0;
}

/* An address outside of modules, or in one that appeared just now, remains an address in memory. */
static void describe_frame(uint32_t caller, uint64_t pc, uint64_t time_ns)
{
    const struct gau_loaded_module *const module = gau_loaded_modules_at(pc, time_ns);
    struct gau_trace_stack *const stack = &batch.stacks[batch.n_stacks++];

    stack->caller = caller;
    stack->module = module ? module->id : 0;
    stack->address = module ? pc - module->bias : pc;
}

/* The stack that was numbered last, from the outermost caller inwards, as deep as records->depth.
 */
static struct {
    uint64_t pcs[GAU_SAMPLE_DEPTH_MAX];
    uint32_t numbers[GAU_SAMPLE_DEPTH_MAX];
} last;

/* Number of outermost callers that equal those of the last stack. */
static uint32_t common_depth(const struct gau_records *records,
                             const struct gau_sample_buffers_sample *sample)
{
    uint32_t depth = 0;

    while (depth < records->depth && depth < sample->n &&
           last.pcs[depth] == sample->pcs[sample->n - 1 - depth])
        depth++;
    return depth;
}

/* Returns 0 if no number is available. */
static uint32_t number_of(uint32_t caller, uint64_t pc, uint64_t time_ns)
{
    bool is_new;
    const uint32_t number = gau_stack_table_of(caller, pc, &is_new);

    if (number == 0 || !is_new)
        return number;
    if (batch.n_stacks == 0)
        batch.first = number;
    describe_frame(caller, pc, time_ns);
    return number;
}

static uint32_t stack_of(struct gau_records *records,
                         const struct gau_sample_buffers_sample *sample)
{
    uint32_t depth = common_depth(records, sample), stack = depth ? last.numbers[depth - 1] : 0;

    for (; depth < sample->n; depth++) {
        const uint64_t pc = sample->pcs[sample->n - 1 - depth];

        stack = number_of(stack, pc, sample->time_ns);
        records->depth = stack ? depth + 1 : 0;
        if (stack == 0)
            return 0;
        last.pcs[depth] = pc;
        last.numbers[depth] = stack;
    }
    return stack;
}

static void begin_stacks_anew(struct gau_records *records, uint32_t thread)
{
    write_batch(records, thread);
    records->redefine_stacks = false;
    records->depth = 0;
    gau_stack_table_reset();
    gau_trace_records_add(records, GAU_TRACE_STACKS_RESET, sizeof(struct gau_trace_stacks_reset));
}

static void add_sample(struct gau_records *records, uint32_t thread,
                       const struct gau_sample_buffers_sample *sample)
{
    uint32_t stack;

    if (gau_loaded_modules_removals() != records->removals) {
        records->removals = gau_loaded_modules_removals();
        records->depth = 0;
        gau_stack_table_forget();
    }
    stack = records->redefine_stacks ? 0 : stack_of(records, sample);
    if (stack == 0 && sample->n > 0) {
        begin_stacks_anew(records, thread);
        stack = stack_of(records, sample);
    }
    batch.samples[batch.n++] = (struct gau_trace_sample){
        .time_ns = sample->time_ns,
        .weight_ns = sample->weight_ns,
        .stack = stack,
        .task = sample->task,
        .flags = sample->flags,
    };
    if (batch.n == BATCH)
        write_batch(records, thread);
}

void gau_trace_records_samples(struct gau_records *records, const struct gau_chunk *chunk,
                               uint32_t from, uint32_t to)
{
    while (from < to) {
        const struct gau_sample_buffers_sample *const sample =
            (const struct gau_sample_buffers_sample *)(const void *)((const char *)chunk->data +
                                                                     from);

        add_sample(records, chunk->thread, sample);
        from += (uint32_t)(sizeof *sample + sample->n * sizeof *sample->pcs);
    }
    write_batch(records, chunk->thread);
}
