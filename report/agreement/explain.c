/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "table/number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What makes two sides differ that measure the same. */

static const char *seconds(char *text, size_t size, double value)
{
    return gau_quantity_text(text, size, value, "s");
}

/* --- what is compared ---------------------------------------------------------------------- */

static bool has_negative(const struct gau_timings *timings, bool cpu)
{
    for (size_t i = 0; i < timings->n; i++)
        if ((cpu ? timings->rows[i].cpu_self_s : timings->rows[i].self_s) < 0)
            return true;
    return false;
}

static bool sees_kernel(const struct gau_agreement_source *source)
{
    const struct gau_profile *const profile = source->result.profile;

    for (uint32_t i = 1; i < profile->process_count; i++)
        if (profile->processes[i].described && !profile->processes[i].process.sees_kernel)
            return false;
    return true;
}

static void explain_clocks(struct gau_agreement_work *work)
{
    if (!work->out->cpu)
        gau_agreement_note(work,
                           "the timer measured wall time, in which is what other programs, "
                           "interrupts and the host took from whoever was running; samples are of "
                           "CPU time alone. On a shared machine shares differ by that: "
                           "'-s TimerAuditor.CpuTime=true' makes them comparable");
    if (!sees_kernel(&work->sources[0]))
        gau_agreement_note(work,
                           "samples stand for user time alone: what is spent in the kernel is "
                           "on the side of the timer only");
    if (!work->out->same_run)
        gau_agreement_note(work, "timer and samples are of different runs: how much the times of "
                                 "the branches change from run to run is not known, and in no "
                                 "error here");
    if (has_negative(&work->sources[0].timings, work->out->cpu))
        gau_agreement_note(work, "warning: the timer has negative self times, taken as 0: 'gaudit "
                                 "report timing' says where");
}

static void explain_marks(struct gau_agreement_work *work)
{
    const struct gau_agreement *const out = work->out;
    char begin[64], end[64];

    if (isfinite(out->lag_begin_s))
        gau_agreement_note(work,
                           "marks were set %s after the timer's stamps where calls begin, %s where "
                           "they end, as measured: the times of the timer here are those between "
                           "marks, as those of samples are",
                           seconds(begin, sizeof begin, out->lag_begin_s),
                           seconds(end, sizeof end, out->lag_end_s));
}

/* --- windows ------------------------------------------------------------------------------- */

static void put_window(char *text, size_t size, const int64_t window[2])
{
    if (window[1] > 0)
        snprintf(text, size, "[%" PRId64 ", %" PRId64 ")", window[0], window[1]);
    else
        snprintf(text, size, "from %" PRId64 " on", window[0] > 1 ? window[0] : 1);
}

static void explain_window(struct gau_agreement_work *work)
{
    const struct gau_agreement_source *const source = &work->sources[0];
    const int64_t timed = (int64_t)source->timings.events;
    char marks[64], timer[64];

    if (source->marked_events < 0 || (source->marked[0] == 0 && source->marked[1] == 0))
        return;
    put_window(marks, sizeof marks, source->marked);
    put_window(timer, sizeof timer, source->timings.window);
    if (source->marked_events != timed)
        gau_agreement_note(work,
                           "warning: not the same events: the timer saw %" PRId64 " (events %s), "
                           "samples are of %" PRId64 " (events %s); set StartFromEventN and "
                           "StopAtEventN of both auditors alike",
                           timed, timer, source->marked_events, marks);
    else if (source->marked[0] != (source->timings.window[0] > 1 ? source->timings.window[0] : 1) &&
             source->timings.window[0] > 1)
        gau_agreement_note(work,
                           "warning: as many events, but not the same: the timer has events %s, "
                           "samples %s",
                           timer, marks);
}

/* --- branches ------------------------------------------------------------------------------ */

static void explain_folded(struct gau_agreement_work *work)
{
    size_t folded = 0, left_out = 0;
    double left_out_s = 0;
    char time[64];

    for (size_t i = 0; i < work->n_branches; i++) {
        const struct gau_agreement_branch *const branch = &work->branches[i];

        if (branch->target == GAU_NO_BRANCH && branch->calls > 0) {
            left_out++;
            left_out_s += branch->self_s;
        } else if (branch->target != i && branch->calls > 0) {
            folded++;
        }
    }
    if (folded > 0)
        gau_agreement_note(work, "%zu branch%s without a task type of %s own: in the row above",
                           folded, folded == 1 ? " is" : "es are", folded == 1 ? "its" : "their");
    if (left_out > 0)
        gau_agreement_note(work,
                           "%zu branch%s of the timer, %s, %s in no task: samples of it cannot be "
                           "told from those outside of events, and it is left out",
                           left_out, left_out == 1 ? "" : "es",
                           seconds(time, sizeof time, left_out_s), left_out == 1 ? "is" : "are");
    if (work->sources[0].shortened > 0)
        gau_agreement_note(work,
                           "%" PRId64 " task type%s shortened, as names of more than 255 bytes "
                           "are: samples of them are in the row above",
                           work->sources[0].shortened,
                           work->sources[0].shortened == 1 ? " was" : "s were");
}

static void explain_sides(struct gau_agreement_work *work)
{
    const struct gau_agreement *const out = work->out;
    size_t only_timer = 0, only_sampled = 0;
    double timer = 0, sampled = 0;

    for (size_t i = 0; i < out->n; i++) {
        if (out->rows[i].samples == 0) {
            only_timer++;
            timer += out->rows[i].timer;
        } else if (out->rows[i].timer_s <= 0) {
            only_sampled++;
            sampled += out->rows[i].sampled;
        }
    }
    if (only_timer > 0)
        gau_agreement_note(work, "%zu row%s only the timer has: %.2g %% of its time, in no sample",
                           only_timer, only_timer == 1 ? "" : "s", 100 * timer);
    if (only_sampled > 0)
        gau_agreement_note(work, "%zu row%s only the samples have: %.2g %% of their time",
                           only_sampled, only_sampled == 1 ? "" : "s", 100 * sampled);
}

static void explain_outside(struct gau_agreement_work *work)
{
    const struct gau_agreement *const out = work->out;
    char time[64];

    if (out->outside > 0)
        gau_agreement_note(work,
                           "not compared: %" PRIu64 " sample%s, %s, outside of events (input, the "
                           "loop itself, other threads)",
                           out->outside, out->outside == 1 ? "" : "s",
                           seconds(time, sizeof time, out->outside_s));
}

/* Identifiers that mean something outside of events, too, have one task type for both. */
static void explain_names(struct gau_agreement_work *work)
{
    const struct gau_timings *const timings = &work->sources[0].timings;

    for (size_t i = 0; i < timings->n; i++) {
        const struct gau_timing *const row = &timings->rows[i];
        const struct gau_timing *const same = gau_timings_find(timings, row->path);

        if (same != row && same && strcmp(row->root, "Event") != 0 &&
            strcmp(same->root, "Event") == 0 && row->calls > 0)
            gau_agreement_note(work,
                               "'%.200s' is also the name of what runs outside of events: its "
                               "samples cannot be told apart",
                               row->path);
    }
}

static void explain_samples(struct gau_agreement_work *work)
{
    struct gau_hot_notes notes = {0};

    if (work->n_sources > 1)
        return;
    gau_hot_result_notes(&work->sources[0].result, &notes);
    for (size_t i = 0; i < notes.count; i++)
        gau_agreement_note(work, "%s", notes.items[i]);
    gau_hot_notes_clear(&notes);
}

void gau_agreement_explain(struct gau_agreement_work *work)
{
    explain_clocks(work);
    explain_marks(work);
    explain_window(work);
    explain_outside(work);
    explain_folded(work);
    explain_sides(work);
    explain_names(work);
    explain_samples(work);
}
