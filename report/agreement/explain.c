/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "table/number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What makes two sides differ that measure the same. */

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
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
    struct gau_hot_notes *const notes = &work->out->notes;
    size_t blind = 0, negative = 0;
    char text[64];

    for (size_t i = 0; i < work->n_sources; i++) {
        blind += !sees_kernel(&work->sources[i]);
        negative += has_negative(&work->sources[i].timings, work->out->cpu);
    }
    if (blind > 0)
        gau_hot_note(notes,
                     "warning: samples stand for user time alone%s: what is spent in the kernel is "
                     "on the side of the timer only",
                     runs(text, sizeof text, work, blind));
    if (negative > 0)
        gau_hot_note(notes,
                     "warning: the timer has negative self times%s, taken as 0: 'gaudit report "
                     "timing' says where",
                     runs(text, sizeof text, work, negative));
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
    explain_runs(work);
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

static void put_window(char *text, size_t size, const int64_t window[2])
{
    if (window[1] > 0)
        snprintf(text, size, "[%" PRId64 ", %" PRId64 ")", window[0], window[1]);
    else
        snprintf(text, size, "from %" PRId64 " on", window[0] > 1 ? window[0] : 1);
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
    gau_hot_note(&work->out->notes,
                 "warning: not the same events%s: the timer saw %" PRIu64
                 " (events %s), samples are of %" PRId64
                 " (events %s); set StartFromEventN and StopAtEventN of both auditors alike",
                 runs(in, sizeof in, work, n), source->timings.events, timer, source->marked_events,
                 marks);
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
        gau_hot_note(notes, "%zu branch%s without a task type of %s own: in the row above",
                     work->folded, work->folded == 1 ? " is" : "es are",
                     work->folded == 1 ? "its" : "their");
    if (work->left_out > 0)
        gau_hot_note(notes,
                     "%zu branch%s of the timer, %s, %s in no task: samples of it cannot be told "
                     "from those outside of events, and it is left out",
                     work->left_out, work->left_out == 1 ? "" : "es",
                     gau_quantity_text(time, sizeof time, work->left_out_s, "s"),
                     work->left_out == 1 ? "is" : "are");
    if (shortened > 0)
        gau_hot_note(notes,
                     "%" PRId64 " task type%s shortened, as names of more than 255 bytes are: "
                     "samples of them are in the row above",
                     shortened, shortened == 1 ? " was" : "s were");
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
        gau_hot_note(&work->out->notes,
                     "%zu row%s only the timer has: %.3g %% of its time, in no sample", only_timer,
                     plural(only_timer), 100 * timer);
    if (most)
        gau_hot_note(&work->out->notes,
                     "%zu row%s only the samples have: %.3g %% of their time; '%.300s' has "
                     "%" PRIu64 " sample%s",
                     only_sampled, plural(only_sampled), 100 * sampled, most->path, most->samples,
                     plural(most->samples));
}

static void explain_outside(struct gau_agreement_work *work)
{
    const struct gau_agreement *const out = work->out;
    char time[64];

    if (out->outside > 0)
        gau_hot_note(&work->out->notes,
                     "not compared: %" PRIu64 " sample%s, %s, outside of events (input, the loop "
                     "itself, other threads)",
                     out->outside, plural(out->outside),
                     gau_quantity_text(time, sizeof time, out->outside_s, "s"));
}

/* Identifiers that mean something outside of events, too, have one task type for both. */
static void explain_names(struct gau_agreement_work *work)
{
    const struct gau_timings *const timings = &work->sources[0].timings;

    for (size_t i = 0; i < timings->n; i++) {
        const struct gau_timing *const row = &timings->rows[i];

        if (strcmp(row->root, "Event") != 0 && row->calls > 0 &&
            gau_agreement_row(work->out, row->path))
            gau_hot_note(&work->out->notes,
                         "'%.200s' is also the name of what runs outside of events: its samples "
                         "cannot be told apart",
                         row->path);
    }
}

void gau_agreement_explain(struct gau_agreement_work *work)
{
    explain_sides(work);
    explain_window(work);
    explain_outside(work);
    explain_folded(work);
    explain_one_sided(work);
    explain_names(work);
    if (work->n_sources == 1)
        gau_hot_result_notes(&work->sources[0].result, &work->out->notes);
}
