/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_auditor.h"

#include <gaudit/gaudit.h>

/* The branch around another: above it, or around the event, which a program may begin in a
 * section. */
static gau_branch around(const struct trace_worker *worker, const gau_context *ctx, gau_branch b)
{
    return b == GAU_ROOT_EVENT ? worker->around_event : gau_branch_at(ctx, b)->parent;
}

/* Begins are in order, so what is open is around the branch that was the last to begin. */
void gau_trace_worker_begin_event(struct trace_worker *worker, const gau_context *ctx)
{
    gau_branch b = worker->begun;

    while (b != GAU_NO_BRANCH && worker->calls[b].begin == 0)
        b = around(worker, ctx, b);
    worker->around_event = b;
}

/* A branch is open once at most, so what is open are branches around, each with its begin. */
static uint32_t write_open(const struct trace_worker *worker, const gau_context *ctx,
                           gau_branch innermost, struct gau_trace_open *open)
{
    uint32_t depth = 0, at;

    for (gau_branch b = innermost; b != GAU_NO_BRANCH; b = around(worker, ctx, b))
        depth += worker->calls[b].begin != 0;
    at = depth;
    for (gau_branch b = innermost; at > 0; b = around(worker, ctx, b))
        if (worker->calls[b].begin != 0)
            open[--at] = (struct gau_trace_open){b, 0, worker->calls[b].begin};
    return depth;
}

static void pass_on(struct trace_worker *worker)
{
    struct trace_block *const block = worker->block;

    block->size = (uint32_t)(worker->at - gau_trace_block_entries(block));
    block->last = worker->stamp;
    __atomic_store_n(&worker->block, NULL, __ATOMIC_SEQ_CST);
    gau_trace_pool_queue(&worker->log->pool, block);
}

static void have_none(struct trace_worker *worker)
{
    worker->limit = worker->hot_limit = NULL;
    __atomic_store_n(&worker->at, NULL, __ATOMIC_RELAXED);
}

void gau_trace_worker_end(struct trace_worker *worker)
{
    if (worker->block)
        pass_on(worker);
    have_none(worker);
}

void gau_trace_worker_check_thread(struct trace_worker *worker)
{
    const uint32_t tid = gau_timeline_tid(worker->log);

    if (tid == worker->now_tid)
        return;
    gau_trace_worker_end(worker);
    worker->now_tid = tid;
    worker->begun = worker->around_event = GAU_NO_BRANCH;
}

bool gau_trace_worker_renew(struct trace_worker *worker, const gau_context *ctx, bool open)
{
    struct trace_block *block;

    if (worker->block)
        pass_on(worker);
    have_none(worker);
    block = gau_trace_pool_take(&worker->log->pool);
    if (!block) {
        worker->misses = true;
        return false;
    }
    if (worker->stamp == 0)
        worker->stamp = ctx->timestamp;
    worker->blocks += worker->misses;
    worker->misses = false;
    block->lane = worker->number;
    block->number = worker->blocks++;
    block->first = worker->stamp;
    block->event = worker->event;
    block->tid = worker->now_tid;
    block->depth =
        write_open(worker, ctx, open ? ctx->branch : around(worker, ctx, ctx->branch), block->open);
    worker->limit = (uint8_t *)block + TRACE_BLOCK - TRACE_ENTRY_ROOM;
    worker->hot_limit = worker->log->cpu_time ? NULL : worker->limit;
    __atomic_store_n(&worker->at, gau_trace_block_entries(block), __ATOMIC_RELEASE);
    __atomic_store_n(&worker->block, block, __ATOMIC_SEQ_CST);
    return true;
}
