/* SPDX-License-Identifier: Apache-2.0 */
#include "itt_auditor.h"

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

void gau_itt_delays_measure(struct itt_thread *thread, const gau_context *ctx, bool end)
{
    const uint64_t ticks = gau_timestamp(ctx) - ctx->timestamp;
    struct itt_delay *const delay = &thread->calls[ctx->branch].delay;
    struct itt_delay_sum *const sum = end ? &delay->end : &delay->begin;

    thread->measured = true;
    if (__builtin_expect(ticks > thread->itt->delay_max, 0)) {
        add_cpu(sum, ctx);
        return;
    }
    sum->ticks += ticks;
    sum->calls++;
}

/* --- the document -------------------------------------------------------------------------- */

static void add_delays(struct itt_delay_sum *to, const struct itt_delay_sum *from)
{
    to->ticks += from->ticks;
    to->ns += from->ns;
    to->calls += from->calls;
}

void gau_itt_delays_fold(void *thread, const gau_context *ctx)
{
    const struct itt_thread *const t = thread;

    for (gau_branch b = 0; t->measured && b < gau_branch_count(ctx); b++) {
        add_delays(&t->itt->types[b].delay.begin, &t->calls[b].delay.begin);
        add_delays(&t->itt->types[b].delay.end, &t->calls[b].delay.end);
    }
}

static double mean_of(const struct itt_delay_sum *sum, const gau_context *ctx)
{
    return (gau_seconds(ctx, sum->ticks) + 1e-9 * (double)sum->ns) / (double)sum->calls;
}

void gau_itt_delays_write(const struct itt *itt, const gau_context *ctx, gau_result *result)
{
    gau_result_table(result, "itt_delays");
    for (gau_branch b = 0; b < gau_branch_count(ctx); b++) {
        const struct itt_delay *const delay = &itt->types[b].delay;

        if (delay->begin.calls == 0 || delay->end.calls == 0)
            continue;
        gau_result_row(result);
        gau_result_text(result, "root", gau_branch_at(ctx, gau_branch_root(ctx, b))->name);
        gau_result_text(result, "path", gau_branch_at(ctx, b)->path);
        gau_result_integer(result, "calls", "", (int64_t)delay->end.calls);
        gau_result_real(result, "begin", "s", mean_of(&delay->begin, ctx));
        gau_result_real(result, "end", "s", mean_of(&delay->end, ctx));
    }
    gau_result_end(result);
}
