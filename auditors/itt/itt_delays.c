/* SPDX-License-Identifier: Apache-2.0 */
#include "itt_auditor.h"

#include <stdlib.h>
#include <string.h>

/*
 * Timers go by the time stamp of a hook, samples by the mark, which the collector knows a little
 * later: after other auditors, and after a long call, when caches are cold, a microsecond or more.
 * How much later is measured, so that both can be compared: in jobs in which a timer has asked for
 * CPU times, as only these are compared that finely.
 */

/*
 * Who waited longer has lost the processor in between. The kernel likes to take it when the CPU
 * clock is read, as it looks at the clock itself then, so this is not rare on a loaded machine; and
 * what a thread spends on going and coming back is CPU time of its own. No hook computes for a
 * millisecond.
 */
static const double longest_s = 20e-6;
enum { LONGEST_CPU_NS = 1000000 };

void gau_itt_delays_init(struct itt *itt, const gau_context *ctx)
{
    itt->lag_max = (uint64_t)(longest_s / gau_seconds(ctx, 1));
}

static __attribute__((__noinline__, __cold__)) void add_cpu(struct itt_lag_sum *sum,
                                                            const gau_context *ctx)
{
    const uint64_t ns = gau_clock_thread_ns() - ctx->cpu_ns;

    if (ns > LONGEST_CPU_NS)
        return;
    sum->ns += ns;
    sum->calls++;
}

static __attribute__((__noinline__, __cold__)) bool make_room(struct itt_worker *worker,
                                                              const gau_context *ctx)
{
    const uint32_t n = gau_branch_count(ctx);
    struct itt_delay *const lags = realloc(worker->lags, n * sizeof *lags);

    if (!lags)
        return false;
    memset(lags + worker->n_lags, 0, (n - worker->n_lags) * sizeof *lags);
    worker->lags = lags;
    worker->n_lags = n;
    return true;
}

void gau_itt_delays_measure(const struct itt *itt, const gau_context *ctx, bool end)
{
    struct itt_worker *const worker = &itt->workers[ctx->worker];
    const uint64_t ticks = gau_timestamp(ctx) - ctx->ticks;
    struct itt_lag_sum *sum;

    if (__builtin_expect(ctx->branch >= worker->n_lags, 0) && !make_room(worker, ctx))
        return;
    sum = end ? &worker->lags[ctx->branch].end : &worker->lags[ctx->branch].begin;
    if (__builtin_expect(ticks > itt->lag_max, 0)) {
        add_cpu(sum, ctx);
        return;
    }
    sum->ticks += ticks;
    sum->calls++;
}

/* --- the document -------------------------------------------------------------------------- */

static void add(struct itt_lag_sum *to, const struct itt_lag_sum *from)
{
    to->ticks += from->ticks;
    to->ns += from->ns;
    to->calls += from->calls;
}

static struct itt_delay sum_up(const struct itt *itt, gau_branch branch)
{
    struct itt_delay sum = {0};

    for (uint32_t i = 0; i < itt->n_workers; i++) {
        const struct itt_worker *const worker = &itt->workers[i];

        if (branch >= worker->n_lags)
            continue;
        add(&sum.begin, &worker->lags[branch].begin);
        add(&sum.end, &worker->lags[branch].end);
    }
    return sum;
}

static double mean_of(const struct itt_lag_sum *sum, const gau_context *ctx)
{
    return (gau_seconds(ctx, sum->ticks) + 1e-9 * (double)sum->ns) / (double)sum->calls;
}

void gau_itt_delays_write(const struct itt *itt, const gau_context *ctx, gau_result *result)
{
    gau_result_table(result, "itt_delays");
    for (gau_branch b = 0; b < gau_branch_count(ctx); b++) {
        const struct itt_delay lag = sum_up(itt, b);

        if (lag.begin.calls == 0 || lag.end.calls == 0)
            continue;
        gau_result_row(result);
        gau_result_text(result, "root", gau_branch_at(ctx, gau_branch_root(ctx, b))->name);
        gau_result_text(result, "path", gau_branch_at(ctx, b)->path);
        gau_result_integer(result, "calls", "", (int64_t)lag.end.calls);
        gau_result_real(result, "begin", "s", mean_of(&lag.begin, ctx));
        gau_result_real(result, "end", "s", mean_of(&lag.end, ctx));
    }
    gau_result_end(result);
}
