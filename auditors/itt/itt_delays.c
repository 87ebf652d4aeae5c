/* SPDX-License-Identifier: Apache-2.0 */
#include "itt_auditor.h"

#include <stdlib.h>
#include <string.h>

/*
 * Timers use the timestamp of a hook, samples the ITT call, which comes a little later: after other
 * auditors, and after a long call, when caches are cold, a microsecond or more. This delay is
 * measured so that both can be compared, in jobs with a timer that wants CPU times, as only these
 * are compared that finely.
 */

/*
 * A longer delay means that the thread was preempted in between. That is not rare on a loaded
 * machine, as reading the CPU clock lets the kernel reschedule. The switches count as CPU time of
 * the thread. No hook computes for a millisecond.
 */
static const double longest_s = 20e-6;
enum { LONGEST_CPU_NS = 1000000 };

void gau_itt_delays_init(struct itt *itt, const gau_context *ctx)
{
    itt->delay_max = (uint64_t)(longest_s / gau_seconds(ctx, 1));
}

static __attribute__((__noinline__, __cold__)) void add_cpu(struct itt_delay_sum *sum,
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
    struct itt_delay *const delays = realloc(worker->delays, n * sizeof *delays);

    if (!delays)
        return false;
    memset(delays + worker->n_delays, 0, (n - worker->n_delays) * sizeof *delays);
    worker->delays = delays;
    worker->n_delays = n;
    return true;
}

void gau_itt_delays_measure(const struct itt *itt, const gau_context *ctx, bool end)
{
    struct itt_worker *const worker = &itt->workers[ctx->worker];
    const uint64_t ticks = gau_timestamp(ctx) - ctx->timestamp;
    struct itt_delay_sum *sum;

    if (__builtin_expect(ctx->branch >= worker->n_delays, 0) && !make_room(worker, ctx))
        return;
    sum = end ? &worker->delays[ctx->branch].end : &worker->delays[ctx->branch].begin;
    if (__builtin_expect(ticks > itt->delay_max, 0)) {
        add_cpu(sum, ctx);
        return;
    }
    sum->ticks += ticks;
    sum->calls++;
}

/* --- the document -------------------------------------------------------------------------- */

static void add(struct itt_delay_sum *to, const struct itt_delay_sum *from)
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

        if (branch >= worker->n_delays)
            continue;
        add(&sum.begin, &worker->delays[branch].begin);
        add(&sum.end, &worker->delays[branch].end);
    }
    return sum;
}

static double mean_of(const struct itt_delay_sum *sum, const gau_context *ctx)
{
    return (gau_seconds(ctx, sum->ticks) + 1e-9 * (double)sum->ns) / (double)sum->calls;
}

void gau_itt_delays_write(const struct itt *itt, const gau_context *ctx, gau_result *result)
{
    gau_result_table(result, "itt_delays");
    for (gau_branch b = 0; b < gau_branch_count(ctx); b++) {
        const struct itt_delay delay = sum_up(itt, b);

        if (delay.begin.calls == 0 || delay.end.calls == 0)
            continue;
        gau_result_row(result);
        gau_result_text(result, "root", gau_branch_at(ctx, gau_branch_root(ctx, b))->name);
        gau_result_text(result, "path", gau_branch_at(ctx, b)->path);
        gau_result_integer(result, "calls", "", (int64_t)delay.end.calls);
        gau_result_real(result, "begin", "s", mean_of(&delay.begin, ctx));
        gau_result_real(result, "end", "s", mean_of(&delay.end, ctx));
    }
    gau_result_end(result);
}
