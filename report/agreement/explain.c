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

/* " in 2 of 3 runs"; "" if there is but one. */
static const char *runs(char *text, size_t size, const struct gau_agreement_work *work, size_t n)
{
    text[0] = '\0';
    if (work->n_sources > 1)
        snprintf(text, size, " in %zu of %zu runs", n, work->n_sources);
    return text;
}

static void explain_runs(struct gau_agreement_work *work)
{
    size_t blind = 0, negative = 0;
    char text[64];

    for (size_t i = 0; i < work->n_sources; i++) {
        blind += !sees_kernel(&work->sources[i]);
        negative += has_negative(&work->sources[i].timings, work->out->cpu);
    }
    if (blind > 0)
        gau_agreement_note(work,
                           "warning: samples stand for user time alone%s: what is spent in the "
                           "kernel is on the side of the timer only",
                           runs(text, sizeof text, work, blind));
    if (negative > 0)
        gau_agreement_note(work,
                           "warning: the timer has negative self times%s, taken as 0: 'gaudit "
                           "report timing' says where",
                           runs(text, sizeof text, work, negative));
}

static void explain_clocks(struct gau_agreement_work *work)
{
    if (!work->out->cpu)
        gau_agreement_note(work,
                           "the timer measured wall time, in which is what other programs, "
                           "interrupts and the host took from whoever was running; samples are of "
                           "CPU time alone. On a shared machine shares differ by that: "
                           "'-s TimerAuditor.CpuTime=true' makes them comparable");
    explain_runs(work);
    if (!work->out->same_run)
        gau_agreement_note(work, "timer and samples are of different runs: how much the times of "
                                 "the branches change from run to run is not known, and in no "
                                 "error here");
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

static int64_t first_timed(const struct gau_agreement_source *source)
{
    return source->timings.window[0] > 1 ? source->timings.window[0] : 1;
}

/* Whether the auditors of a run had other events. What is not known is not told to differ. */
static bool has_other_events(const struct gau_agreement_source *source)
{
    if (source->marked_events < 0 || (source->marked[0] == 0 && source->marked[1] == 0))
        return false;
    return source->marked_events != (int64_t)source->timings.events ||
           (source->marked[0] != first_timed(source) && source->timings.window[0] > 1);
}

/* The first run that has them stands for all. */
static void explain_window(struct gau_agreement_work *work)
{
    const struct gau_agreement_source *source = NULL;
    char marks[64], timer[64], in[64];
    size_t n = 0;

    for (size_t i = work->n_sources; i-- > 0;)
        if (has_other_events(&work->sources[i])) {
            source = &work->sources[i];
            n++;
        }
    if (!source)
        return;
    put_window(marks, sizeof marks, source->marked);
    put_window(timer, sizeof timer, source->timings.window);
    runs(in, sizeof in, work, n);
    if (source->marked_events != (int64_t)source->timings.events)
        gau_agreement_note(work,
                           "warning: not the same events%s: the timer saw %" PRIu64
                           " (events %s), samples are of %" PRId64
                           " (events %s); set StartFromEventN and StopAtEventN of both auditors "
                           "alike",
                           in, source->timings.events, timer, source->marked_events, marks);
    else
        gau_agreement_note(work,
                           "warning: as many events, but not the same%s: the timer has events %s, "
                           "samples %s",
                           in, timer, marks);
}

/* --- branches ------------------------------------------------------------------------------ */

static void explain_folded(struct gau_agreement_work *work)
{
    size_t folded = 0, left_out = 0;
    int64_t shortened = 0;
    double left_out_s = 0;
    char time[64];

    for (size_t i = 0; i < work->n_sources; i++)
        shortened = work->sources[i].shortened > shortened ? work->sources[i].shortened : shortened;
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
    if (shortened > 0)
        gau_agreement_note(work,
                           "%" PRId64 " task type%s shortened, as names of more than 255 bytes "
                           "are: samples of them are in the row above",
                           shortened, shortened == 1 ? " was" : "s were");
}

static void explain_sides(struct gau_agreement_work *work)
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
        gau_agreement_note(work, "%zu row%s only the timer has: %.3g %% of its time, in no sample",
                           only_timer, only_timer == 1 ? "" : "s", 100 * timer);
    if (only_sampled > 0)
        gau_agreement_note(work,
                           "%zu row%s only the samples have: %.3g %% of their time; '%.300s' "
                           "has %" PRIu64 " sample%s",
                           only_sampled, only_sampled == 1 ? "" : "s", 100 * sampled, most->path,
                           most->samples, most->samples == 1 ? "" : "s");
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
