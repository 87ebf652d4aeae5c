/* SPDX-License-Identifier: Apache-2.0 */
#include "auditors/common/branch_place.h"
#include "timer_auditor.h"

#include <gaudit/log.h>
#include <gaudit/result.h>

#include <inttypes.h>
#include <math.h>

/* --- rows ---------------------------------------------------------------------------------- */

struct sums {
    uint64_t ticks, cpu_ns;
    int64_t memory_MB;
};

static struct sums sum_children(const struct timer *timer, const gau_context *ctx, gau_branch b,
                                unsigned kind);

/* A branch without calls of its own, such as the root Background, is the sum of its children. */
static struct sums sum_of(const struct timer *timer, const gau_context *ctx, gau_branch b,
                          unsigned kind)
{
    const struct gau_branch_stats *const at = &timer->branches[b];

    if (at->kinds[kind].calls || gau_branch_at(ctx, b)->first_child == GAU_NO_BRANCH)
        return (struct sums){.ticks = at->kinds[kind].total,
                             .cpu_ns = at->cpu_ns[kind],
                             .memory_MB = at->memory_MB[kind]};
    return sum_children(timer, ctx, b, kind);
}

static struct sums sum_children(const struct timer *timer, const gau_context *ctx, gau_branch b,
                                unsigned kind)
{
    struct sums sums = {0};

    for (b = gau_branch_at(ctx, b)->first_child; b != GAU_NO_BRANCH && b < timer->n_branches;
         b = gau_branch_at(ctx, b)->next_sibling) {
        const struct sums child = sum_of(timer, ctx, b, kind);

        sums.ticks += child.ticks;
        sums.cpu_ns += child.cpu_ns;
        sums.memory_MB += child.memory_MB;
    }
    return sums;
}

void gau_timer_usage(const void *self, const gau_context *ctx, gau_branch branch,
                     gau_branch_usage *sum)
{
    const struct timer *const timer = self;

    for (unsigned kind = 0; kind < GAU_STATS_KINDS; kind++) {
        const struct sums total = sum_of(timer, ctx, branch, kind);
        const struct sums children = sum_children(timer, ctx, branch, kind);

        sum->calls += timer->branches[branch].kinds[kind].calls;
        sum->total += total.ticks;
        sum->children += children.ticks;
        sum->total_MB += total.memory_MB;
        sum->children_MB += children.memory_MB;
    }
}

static double self_seconds(const struct timer *timer, const gau_context *ctx, gau_branch b,
                           unsigned kind)
{
    const uint64_t total = sum_of(timer, ctx, b, kind).ticks;
    const uint64_t children = sum_children(timer, ctx, b, kind).ticks;

    return total >= children ? gau_seconds(ctx, total - children)
                             : -gau_seconds(ctx, children - total);
}

static void write_histogram(gau_result *result, const struct gau_call_stats *of)
{
    const struct gau_octaves octaves = gau_stats_octaves(of);
    int64_t pairs[2 * GAU_LOG_BINS];
    size_t n = 0;

    for (uint32_t i = 0; i < GAU_OCTAVES; i++) {
        const struct gau_octave *const octave = octaves.by_number[i];

        for (unsigned bin = 0; octave && bin < octave->n_bins; bin++) {
            const uint64_t calls = gau_octave_calls(octave, bin);

            if (calls == 0)
                continue;
            pairs[2 * n] = (int64_t)(gau_octave_first_bin(octave) + bin);
            pairs[2 * n + 1] = (int64_t)calls;
            n++;
        }
    }
    gau_result_pairs(result, "histogram", pairs, n);
}

static void write_statistics(gau_result *result, const struct gau_call_stats *of,
                             const gau_context *ctx)
{
    const double tick_s = gau_seconds(ctx, 1);
    const double mean = of->calls ? (double)of->total / (double)of->calls : 0;

    gau_result_real(result, "mean", "s", tick_s * mean);
    gau_result_real(result, "min", "s", of->calls ? tick_s * (double)of->min : 0);
    gau_result_real(result, "max", "s", tick_s * (double)of->max);
    gau_result_real(result, "stddev", "s", tick_s * gau_stats_stddev(of));
    gau_result_real(result, "sum_of_squares", "s2", tick_s * tick_s * of->sum_sq);
    gau_result_real(result, "p50", "s", tick_s * gau_stats_percentile(of, 0.50));
    gau_result_real(result, "p90", "s", tick_s * gau_stats_percentile(of, 0.90));
    gau_result_real(result, "p99", "s", tick_s * gau_stats_percentile(of, 0.99));
    gau_result_integer(result, "slowest_event", "", (int64_t)gau_stats_slowest_event(of));
}

static void write_row(gau_result *result, const struct timer *timer, const gau_context *ctx,
                      gau_branch b, unsigned kind)
{
    const struct sums sums = sum_of(timer, ctx, b, kind);
    const struct sums children = sum_children(timer, ctx, b, kind);

    gau_result_row(result);
    gau_branch_place_write(result, ctx, b);
    gau_result_integer(result, "depth", "", gau_branch_at(ctx, b)->depth);
    gau_result_integer(result, "level", "", gau_branch_at(ctx, b)->level);
    gau_result_integer(result, "calls", "", (int64_t)timer->branches[b].kinds[kind].calls);
    gau_result_real(result, "total", "s", gau_seconds(ctx, sums.ticks));
    gau_result_real(result, "self", "s", self_seconds(timer, ctx, b, kind));
    write_statistics(result, &timer->branches[b].kinds[kind], ctx);
    gau_result_text(result, "type", gau_branch_class_name(ctx, b));
    if (timer->cpu_time) {
        gau_result_real(result, "cpu_total", "s", 1e-9 * (double)sums.cpu_ns);
        gau_result_real(result, "cpu_self", "s",
                        1e-9 * ((double)sums.cpu_ns - (double)children.cpu_ns));
    }
    if (timer->memory) {
        gau_result_integer(result, "memory_total", "MB", sums.memory_MB);
        gau_result_integer(result, "memory_self", "MB", sums.memory_MB - children.memory_MB);
    }
    write_histogram(result, &timer->branches[b].kinds[kind]);
}

static void write_branches(gau_result *result, const struct timer *timer, const gau_context *ctx,
                           const char *table, unsigned kind)
{
    gau_result_table(result, table);
    for (gau_branch b = 0; b < timer->n_branches; b++)
        write_row(result, timer, ctx, b, kind);
}

/* --- loop times ---------------------------------------------------------------------------- */

static double unaccounted(const gau_loop_times *b)
{
    return b->loop_s - b->event_s - b->input_s - b->waiting_s - b->merge_s;
}

/* Unaccounted time that is no fault: 0.1 % and a microsecond per event; 0.1 ms, as first events
 * touch memory. */
static double allowed(const gau_context *ctx, uint32_t worker)
{
    const double events = (double)gau_worker_events(ctx, worker);

    return fmax(1e-3 * gau_worker_loop_times(ctx, worker).loop_s + 1e-6 * (events + 1), 1e-4);
}

static void write_loop_times(gau_result *result, const struct timer *timer, const gau_context *ctx)
{
    gau_result_table(result, "loop_times");
    for (uint32_t i = 0; i < gau_worker_count(ctx); i++) {
        const gau_loop_times times = gau_worker_loop_times(ctx, i);

        gau_result_row(result);
        gau_result_integer(result, "worker", "", i);
        gau_result_integer(result, "events", "", (int64_t)gau_worker_events(ctx, i));
        gau_result_real(result, "loop", "s", times.loop_s);
        gau_result_real(result, "event", "s", times.event_s);
        gau_result_real(result, "input", "s", times.input_s);
        gau_result_real(result, "waiting", "s", times.waiting_s);
        gau_result_real(result, "merge", "s", times.merge_s);
        gau_result_real(result, "auditors_estimate", "s",
                        1e-9 * timer->overhead_per_call_ns * (double)timer->worker_calls[i]);
        gau_result_real(result, "unaccounted", "s", unaccounted(&times));
        gau_result_real(result, "allowed", "s", allowed(ctx, i));
    }
}

void gau_timer_write_document(const struct timer *timer, gau_context *ctx)
{
    gau_result *const result = gau_result_open(ctx, "timer");
    uint64_t window[2];
    int64_t values[2];

    gau_auditor_event_window(ctx, &window[0], &window[1]);
    values[0] = (int64_t)window[0];
    values[1] = (int64_t)window[1];
    gau_result_text(result, "clock", gau_clock_name(ctx));
    gau_result_real(result, "tick", "s", gau_seconds(ctx, 1));
    gau_result_real(result, "overhead_per_call", "ns", timer->overhead_per_call_ns);
    gau_result_integer(result, "workers", "", gau_worker_count(ctx));
    gau_result_integer(result, "warm_up_events", "", timer->warm_up_events);
    gau_result_integers(result, "event_window", values, 2);
    write_branches(result, timer, ctx, "branches", GAU_STATS_COUNTED);
    write_branches(result, timer, ctx, "warm_up", GAU_STATS_WARM_UP);
    write_loop_times(result, timer, ctx);
}

/* --- checks -------------------------------------------------------------------------------- */

static gau_status check_branch(const struct timer *timer, gau_context *ctx, gau_branch b,
                               unsigned kind)
{
    if (self_seconds(timer, ctx, b, kind) < 0)
        return gau_fail(ctx->error, GAU_ERR_STATE,
                        "the time accounting does not add up: the children of branch '%s' took "
                        "longer than it did, by %g s",
                        gau_branch_at(ctx, b)->path, -self_seconds(timer, ctx, b, kind));
    return GAU_OK;
}

static gau_status check_loop_times(gau_context *ctx, uint32_t worker)
{
    const gau_loop_times times = gau_worker_loop_times(ctx, worker);
    const double rest = fabs(unaccounted(&times)), share = rest / times.loop_s;

    if (rest <= allowed(ctx, worker))
        return GAU_OK;
    if (rest > 0.5 && share > 0.05)
        return gau_fail(ctx->error, GAU_ERR_STATE,
                        "time accounting of worker %u does not add up: %.3f s (%.1f %%) of the "
                        "event loop are neither event, input, waiting nor merge time",
                        worker, rest, 100 * share);
    gau_warning(ctx,
                "%.3f ms (%.1f %%) of the event loop of worker %u are neither event, input, "
                "waiting nor merge time",
                1e3 * rest, 100 * share, worker);
    return GAU_OK;
}

gau_status gau_timer_check(const struct timer *timer, gau_context *ctx)
{
    if (timer->stats.unbinned)
        gau_warning(ctx,
                    "%" PRIu64 " calls are missing in histograms and percentiles: out of memory",
                    timer->stats.unbinned);
    if (timer->unended)
        return gau_fail(ctx->error, GAU_ERR_STATE,
                        "the time accounting does not add up: %" PRIu64
                        " call%s did not end, the first on branch '%s'",
                        timer->unended, timer->unended == 1 ? "" : "s",
                        gau_branch_at(ctx, timer->unended_branch)->path);
    for (gau_branch b = 0; b < timer->n_branches; b++)
        for (unsigned kind = 0; kind < GAU_STATS_KINDS; kind++)
            GAU_TRY(check_branch(timer, ctx, b, kind));
    for (uint32_t i = 0; i < gau_worker_count(ctx); i++)
        GAU_TRY(check_loop_times(ctx, i));
    return GAU_OK;
}
