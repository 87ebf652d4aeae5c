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
    const double interval = (double)sums->first->interval_ns / 1e9;
    const double off = fabs(sums->sampled_s - sums->cpu_s);

    if (result->profile->pause_count == 0 && !result->profile->processes[1].process.paused &&
        sums->cpu_s > 0 && off > 0.05 * sums->cpu_s && off > 0.05 &&
        off > 2 * interval * (double)result->profile->thread_count)
        gau_hot_note(notes,
                     "warning: the samples stand for %.3g s, but %.3g s of CPU time was used%s",
                     sums->sampled_s, sums->cpu_s,
                     result->collect ? ": see 'processes' in collect.json" : "");
}

static void note_interval(const struct gau_hot_sampling *sums, struct gau_hot_notes *notes)
{
    const struct gau_quality_sums *const all = &sums->quality.sums;
    const double requested = (double)sums->first->interval_ns / 1e9;

    if (requested > 0 && sums->interval_s > 1.5 * requested)
        gau_hot_note(notes,
                     "warning: a sample was taken every %.3g ms, not every %.3g ms: the clock "
                     "cannot do better, and errors are larger",
                     1e3 * sums->interval_s, 1e3 * requested);
    if (!sums->first->sees_kernel && sums->first->known && sums->system_s > 0)
        gau_hot_note(notes,
                     "warning: samples stand for user time alone: %.3g s in the kernel are in no "
                     "view",
                     sums->system_s);
    if (all->other_clock > 0)
        gau_hot_note(notes, "warning: %" PRIu64 " thread%s had another clock than the one above",
                     all->other_clock, all->other_clock == 1 ? "" : "s");
}

static void note_stacks(const struct gau_hot_sampling *sums, struct gau_hot_notes *notes)
{
    const struct gau_quality_sums *const all = &sums->quality.sums;
    const double callers = (double)(all->by_tables + all->by_frames + all->by_search);
    const double guessed = percent((double)all->by_search, callers);
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

static void note_tasks(const struct gau_quality_sums *all, struct gau_hot_notes *notes)
{
    if (all->unmatched + all->dropped_tasks > 0)
        gau_hot_note(notes,
                     "warning: %" PRIu64 " task ends without beginning, %" PRIu64
                     " beginnings not recorded: 'gaudit lint' says where",
                     all->unmatched, all->dropped_tasks);
    if (all->never_ended > 0)
        gau_hot_note(notes, "%" PRIu64 " task%s open when the thread ended", all->never_ended,
                     all->never_ended == 1 ? " was" : "s were");
}

static void note_cost(const struct gau_hot_sampling *sums, struct gau_hot_notes *notes)
{
    const double cost = percent(sums->collector_s, sums->cpu_s);

    if (cost > 5 && sums->collector_s > 0.05)
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
    note_tasks(&sums->quality.sums, notes);
    note_cost(sums, notes);
}
