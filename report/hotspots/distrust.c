/* SPDX-License-Identifier: Apache-2.0 */
#include "sampling.h"

#include <inttypes.h>
#include <math.h>

static double percent(double part, double all)
{
    return all > 0 ? 100 * part / all : 0;
}

/* Each thread may be off by an interval; not taken for wrong before it is much. */
static void note_sum(const struct gau_hot_sampling *sums, const struct gau_hot_result *result,
                     struct gau_hot_notes *notes)
{
    const double interval = (double)sums->first->process.interval_ns / 1e9;
    const double off = fabs(sums->sampled_s - sums->cpu_s);

    if (result->profile->pause_count == 0 && !sums->first->process.paused && sums->cpu_s > 0 &&
        off > 0.05 * sums->cpu_s && off > 0.05 &&
        off > 2 * interval * (double)result->profile->thread_count)
        gau_hot_note(notes,
                     "warning: the samples stand for %.3g s, but %.3g s of CPU time was used%s",
                     sums->sampled_s, sums->cpu_s,
                     result->collect ? ": see 'processes' in collect.json" : "");
}

static void note_interval(const struct gau_hot_sampling *sums, struct gau_hot_notes *notes)
{
    const double requested = (double)sums->first->process.interval_ns / 1e9;

    if (requested > 0 && sums->interval_s > 1.5 * requested)
        gau_hot_note(notes,
                     "warning: a sample was taken every %.3g ms, not every %.3g ms: the clock "
                     "cannot do better, and errors are larger",
                     1e3 * sums->interval_s, 1e3 * requested);
    if (!sums->first->process.sees_kernel && sums->first->described && sums->system_s > 0)
        gau_hot_note(notes,
                     "warning: samples stand for user time alone: %.3g s in the kernel are in no "
                     "view",
                     sums->system_s);
    if (sums->other_clock > 0)
        gau_hot_note(notes, "warning: %" PRIu64 " thread%s had another clock than the one above",
                     sums->other_clock, sums->other_clock == 1 ? "" : "s");
}

static void note_stacks(const struct gau_hot_sampling *sums, struct gau_hot_notes *notes)
{
    const double callers = (double)(sums->by_tables + sums->by_frames + sums->guessed);
    const double guessed = percent((double)sums->guessed, callers);
    const double nameless = percent(sums->nameless_s, sums->sampled_s);

    if (guessed > 1)
        gau_hot_note(notes,
                     "warning: %.3g %% of the callers were guessed: code without unwind tables and "
                     "frame pointers hides who called it",
                     guessed);
    if (nameless > 5)
        gau_hot_note(notes,
                     "warning: %.3g %% of the CPU time is in functions without a name: install "
                     "debug information, or try --debuginfod",
                     nameless);
}

static void note_tasks(const struct gau_hot_sampling *sums, struct gau_hot_notes *notes)
{
    if (sums->unmatched + sums->dropped_tasks > 0)
        gau_hot_note(notes,
                     "warning: %" PRIu64 " task ends without beginning, %" PRIu64
                     " beginnings not recorded: 'gaudit lint' says where",
                     sums->unmatched, sums->dropped_tasks);
    if (sums->never_ended > 0)
        gau_hot_note(notes, "%" PRIu64 " task%s open when the thread ended", sums->never_ended,
                     sums->never_ended == 1 ? " was" : "s were");
}

static void note_cost(const struct gau_hot_sampling *sums, struct gau_hot_notes *notes)
{
    const double cost = percent(sums->handler_s + sums->writer_s, sums->cpu_s);

    if (cost > 5 && sums->handler_s + sums->writer_s > 0.05)
        gau_hot_note(notes,
                     "warning: the collector took %.3g %% of the CPU time: a longer --interval "
                     "helps",
                     cost);
}

void gau_hot_sampling_notes(const struct gau_hot_sampling *sums,
                            const struct gau_hot_result *result, struct gau_hot_notes *notes)
{
    note_sum(sums, result, notes);
    note_interval(sums, notes);
    note_stacks(sums, notes);
    note_tasks(sums, notes);
    note_cost(sums, notes);
}
