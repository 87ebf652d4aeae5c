/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "table/number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What makes two sides differ that measure the same. */

/* --- what is compared ---------------------------------------------------------------------- */

static void explain_kernel(struct gau_agreement_work *work)
{
    size_t blind = 0;

    for (size_t i = 0; i < work->n_sources; i++) {
        const struct gau_profile *const profile = work->sources[i].result.profile;
        uint32_t p = 1;

        while (p < profile->process_count &&
               (!profile->processes[p].described || profile->processes[p].process.sees_kernel))
            p++;
        blind += p < profile->process_count;
    }
    if (blind > 0)
        gau_hot_note(&work->out->notes,
                     "warning: samples stand for user time alone in %zu of %zu runs: what is spent "
                     "in the kernel is on the side of the timer only",
                     blind, work->n_sources);
}

static void explain_sides(struct gau_agreement_work *work)
{
    const struct gau_agreement *const out = work->out;
    struct gau_hot_notes *const notes = &work->out->notes;
    char begin[64], end[64];

    if (!out->cpu)
        gau_hot_note(
            notes,
            "warning: the timer measured wall time, in which is what other programs, interrupts "
            "and the host took from whoever was running; samples are of CPU time alone. "
            "On a shared machine shares differ by that: '-s TimerAuditor.CpuTime=true' "
            "makes them comparable");
    explain_kernel(work);
    if (work->negative > 0)
        gau_hot_note(notes,
                     "warning: self times of the timer that are negative, taken as 0: %zu; 'gaudit "
                     "report timing' says where",
                     work->negative);
    if (!out->same_run)
        gau_hot_note(notes, "timer and samples are of different runs: how much the times of the "
                            "branches change from run to run is not known, and in no error here");
    if (isfinite(out->lag_begin_s))
        gau_hot_note(notes,
                     "marks were set %s after the timer's stamps where calls begin, %s where they "
                     "end, as measured: the times of the timer here are those between marks, as "
                     "those of samples are",
                     gau_quantity_text(begin, sizeof begin, out->lag_begin_s, "s"),
                     gau_quantity_text(end, sizeof end, out->lag_end_s, "s"));
}

/* --- windows ------------------------------------------------------------------------------- */

static int64_t first_of(const int64_t window[2])
{
    return window[0] > 1 ? window[0] : 1;
}

/* Whether the auditors of a run had other events. What is not known is not told to differ. */
static bool has_other_events(const struct gau_agreement_source *source)
{
    if (source->marked_events < 0 || (source->marked[0] == 0 && source->marked[1] == 0))
        return false;
    return source->marked_events != (int64_t)source->timings.events ||
           (source->timings.window[0] > 1 && source->marked[0] != source->timings.window[0]);
}

/* The first run that has them stands for all. */
static void explain_window(struct gau_agreement_work *work)
{
    const struct gau_agreement_source *source = NULL;
    size_t n = 0;

    for (size_t i = work->n_sources; i-- > 0;)
        if (has_other_events(&work->sources[i])) {
            source = &work->sources[i];
            n++;
        }
    if (!source)
        return;
    gau_hot_note(&work->out->notes,
                 "warning: not the same events in %zu of %zu runs: the timer saw %" PRIu64
                 ", from event %" PRId64 " on, samples are of %" PRId64 ", from event %" PRId64
                 " on; set StartFromEventN and StopAtEventN of both auditors alike",
                 n, work->n_sources, source->timings.events, first_of(source->timings.window),
                 source->marked_events, first_of(source->marked));
}

/* --- branches ------------------------------------------------------------------------------ */

static void explain_folded(struct gau_agreement_work *work)
{
    struct gau_hot_notes *const notes = &work->out->notes;
    int64_t shortened = 0;
    char time[64];

    for (size_t i = 0; i < work->n_sources; i++)
        shortened = work->sources[i].shortened > shortened ? work->sources[i].shortened : shortened;
    if (work->folded > 0)
        gau_hot_note(notes, "branches without a task type of their own, in the row above: %zu",
                     work->folded);
    if (work->left_out > 0)
        gau_hot_note(notes,
                     "branches of the timer in no task, left out, since samples of them cannot be "
                     "told from those outside of events: %zu, %s",
                     work->left_out, gau_quantity_text(time, sizeof time, work->left_out_s, "s"));
    if (shortened > 0)
        gau_hot_note(notes,
                     "task types with names of more than 255 bytes, which are shortened, so that "
                     "samples of them are in the row above: %" PRId64,
                     shortened);
}

static void explain_one_sided(struct gau_agreement_work *work)
{
    const struct gau_agreement *const out = work->out;
    const struct gau_agreement_row *most = NULL;
    size_t only_timer = 0, only_sampled = 0;
    double timer = 0, sampled = 0;

    for (size_t i = 0; i < out->n; i++) {
        const struct gau_agreement_row *const row = &out->rows[i];

        if (row->samples == 0) {
            only_timer++;
            timer += row->timer;
        } else if (row->timer_s <= 0) {
            only_sampled++;
            sampled += row->sampled;
            most = !most || row->samples > most->samples ? row : most;
        }
    }
    if (only_timer > 0)
        gau_hot_note(&work->out->notes, "rows without samples: %zu, %.3g %% of the timer's time",
                     only_timer, 100 * timer);
    if (most)
        gau_hot_note(
            &work->out->notes,
            "rows without time by the timer: %zu, %.3g %% of the samples' time, most of it "
            "in '%.300s'",
            only_sampled, 100 * sampled, most->path);
}

/* Identifiers that mean something outside of events, too, have one task type for both. */
static void explain_outside(struct gau_agreement_work *work)
{
    const struct gau_timings *const timings = &work->sources[0].timings;
    const struct gau_agreement *const out = work->out;
    char time[64];

    if (out->outside > 0)
        gau_hot_note(&work->out->notes, "samples outside of %s, not compared: %" PRIu64 ", %s",
                     out->events > 0 ? "events (input, the loop itself, other threads)"
                                     : "sections",
                     out->outside, gau_quantity_text(time, sizeof time, out->outside_s, "s"));
    for (size_t i = 0; i < timings->n; i++)
        if (strcmp(timings->rows[i].root, timings->whole) != 0 && timings->rows[i].calls > 0 &&
            gau_agreement_row(out, timings->rows[i].path))
            gau_hot_note(&work->out->notes,
                         "'%.200s' is also the name of what runs outside of events: its samples "
                         "cannot be told apart",
                         timings->rows[i].path);
}

void gau_agreement_explain(struct gau_agreement_work *work)
{
    explain_sides(work);
    explain_window(work);
    explain_outside(work);
    explain_folded(work);
    explain_one_sided(work);
    if (work->n_sources == 1)
        gau_hot_result_notes(&work->sources[0].result, &work->out->notes);
}
