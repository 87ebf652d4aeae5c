/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement_internal.h"

#include "table/number_format.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the verdict --------------------------------------------------------------------------- */

/* The level of significance of the verdict. */
static const double least_p = 0.01;

/* If more of the timer's time than this is in no row, the verdict says that it is of a part. */
static const double most_left_out = 0.03;

/* Writes "p = 0.0023" or "p < 1e-6". */
static void put_p(FILE *out, double p)
{
    if (p < 1e-6)
        fputs("p < 1e-6", out);
    else
        fprintf(out, "p = %.2g", p);
}

/* Writes the test of all rows, and of the row with the largest |z|, since one large branch may be
 * wrong among many that are right. */
static void put_test(FILE *out, const struct gau_agreement *agreement)
{
    const struct gau_agreement_test *const test = &agreement->test;
    const bool all = isfinite(test->p);

    if (all) {
        fprintf(out, "chi-square %.3g for %.3g degree%s of freedom, ", test->chi_square,
                test->degrees_of_freedom, fabs(test->degrees_of_freedom - 1) < 0.005 ? "" : "s");
        put_p(out, test->p);
    }
    if (test->rows > 0) {
        fprintf(out, "%s'%s' is furthest off, z = %.1f, ", all ? "; " : "",
                agreement->rows[test->row].short_name, test->row_z);
        put_p(out, test->row_p);
    }
    if (test->rows > 1)
        fprintf(out, " as one of %zu", test->rows);
    fputc('.', out);
}

/* Rounds up to two digits, as the number is an estimate. */
static double rounded(double value)
{
    const double unit = value >= 100 ? pow(10, floor(log10(value)) - 1) : 1;

    return ceil(value / unit) * unit;
}

static void put_verdict(FILE *out, const struct gau_agreement *agreement, bool letters)
{
    const struct gau_agreement_test *const test = &agreement->test;
    const struct gau_agreement_row *const row = &agreement->rows[agreement->largest];
    const bool differ = test->p < least_p || test->row_p < least_p;

    if (!differ && !isfinite(test->p)) {
        fputs("Too few samples to say whether timer and samples agree.", out);
    } else {
        fputs(differ ? "Timer and samples differ significantly" : "Timer and samples agree", out);
        if (agreement->left_out > most_left_out)
            fprintf(out, " in what both have, which is without %.3g %% of the timer's time",
                    100 * agreement->left_out);
        fputs(": ", out);
        put_test(out, agreement);
    }
    fprintf(out, " The largest difference is %.2g %s %.2g points of the total ('%s').",
            100 * fabs(row->sampled - row->timer), gau_plus_minus(letters), 100 * row->error,
            row->short_name);
}

static void put_two_runs(FILE *out, const struct gau_agreement *agreement)
{
    const struct gau_agreement_row *const row = &agreement->rows[agreement->largest];

    fprintf(out,
            "No verdict: timer and samples are of two runs, and the run-to-run variation is "
            "unknown. The largest difference is %.2g points of the total ('%s'), with a sampling "
            "error of %.2g. For a verdict record both in one run, with 'gaudit profile JOB.xml "
            "--time -s TimerAuditor.CpuTime=true -o DIR'.",
            100 * fabs(row->sampled - row->timer), row->short_name, 100 * row->error);
}

static void put_more(FILE *out, const struct gau_agreement *agreement, bool letters)
{
    const double events = gau_agreement_events_for_point(agreement);

    if (!isfinite(events))
        return;
    if (events <= (double)agreement->events)
        fprintf(out,
                " These events are enough to know every share to %s1 point (one standard error)",
                gau_plus_minus(letters));
    else
        fprintf(out,
                " To know every share to %s1 point (one standard error) needs about %.0f "
                "more events",
                gau_plus_minus(letters), rounded(events - (double)agreement->events));
    fputs(agreement->same_run ? ", with the same interval."
                              : ", with the same interval, as far as sampling goes.",
          out);
}

char *gau_agreement_verdict(const struct gau_agreement *agreement, bool letters)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    if (!out)
        return NULL;
    if (agreement->n == 1) {
        fputs("There is one branch: its share is 100 % on both sides, and there is nothing to "
              "compare.",
              out);
    } else {
        if (agreement->same_run)
            put_verdict(out, agreement, letters);
        else
            put_two_runs(out, agreement);
        put_more(out, agreement, letters);
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* --- why the two sides differ -------------------------------------------------------------- */

static void explain_sides(const struct gau_agreement_state *work)
{
    struct gau_agreement *const out = work->out;
    struct gau_hotspots_notes *const notes = &out->notes;
    char begin[64], end[64];

    if (!out->cpu)
        gau_hotspots_note(
            notes, "warning: the timer measured wall time, which includes time of other programs, "
                   "interrupts and the host; samples are of CPU time only. "
                   "On a shared machine shares differ by that: '-s TimerAuditor.CpuTime=true' "
                   "makes them comparable");
    if (work->blind > 0)
        gau_hotspots_note(notes,
                          "warning: samples are of user time only in %zu of %zu runs: only the "
                          "timer includes time in the kernel",
                          work->blind, work->runs->n);
    if (work->negative > 0)
        gau_hotspots_note(notes,
                          "warning: negative self times of the timer, counted as 0: %zu; 'gaudit "
                          "report timing' lists them",
                          work->negative);
    if (!out->same_run)
        gau_hotspots_note(notes, "timer and samples are of different runs: the run-to-run "
                                 "variation is unknown, and not part of the errors here");
    if (isfinite(out->itt_delay_begin_s))
        gau_hotspots_note_detail(
            notes,
            "ITT calls were made %s (begin) and %s (end) after the timer's "
            "timestamps: the times of the timer here are corrected to the ITT calls",
            gau_quantity_text(begin, sizeof begin, out->itt_delay_begin_s, "s"),
            gau_quantity_text(end, sizeof end, out->itt_delay_end_s, "s"));
    if (work->other_windows > 0)
        gau_hotspots_note(
            notes,
            "warning: not the same events in %zu of %zu runs: %s; set StartFromEventN and "
            "StopAtEventN of both auditors alike",
            work->other_windows, work->runs->n, work->windows);
}

/* A report of VTune has no row of a task without samples, so results differ in what it has. */
static void explain_left_out(const struct gau_agreement_state *work)
{
    const double share = work->out->left_out;
    const bool is_large = share > most_left_out;
    const char *const warning = is_large ? "warning: " : "";
    char time[64];

    gau_quantity_text(time, sizeof time, work->left_out_s, "s");
    if (work->vtune)
        gau_hotspots_note_kind(
            &work->out->notes, !is_large,
            "%sVTune's report has no row of branches with %.3g %% of the timer's "
            "time (%zu, %s), which are left out; the largest is '%.200s'",
            warning, 100 * share, work->left_out, time, work->most_left_out);
    else
        gau_hotspots_note_kind(
            &work->out->notes, !is_large,
            "%sbranches of the timer in no task, left out, since their samples "
            "cannot be separated from those outside of events: %zu, %s (%.3g %%); "
            "the largest is '%.200s'",
            warning, work->left_out, time, 100 * share, work->most_left_out);
}

/* Timer and samples see the same loop of events, so its CPU time is about the same. With more of a
 * difference than this the two sides are not of the same events. The wall time may be much longer,
 * but not shorter. */
static void explain_ratio(const struct gau_agreement_state *work)
{
    static const double most = 1.5, most_waiting = 5;
    struct gau_agreement *const out = work->out;
    const double ratio = out->sampled_s / out->timer_s, error = 4 / sqrt(out->effective);
    const double least = out->cpu ? 1 / most : 1 / most_waiting;

    if (out->events == 0 || work->other_windows > 0 ||
        (ratio < most * (1 + error) && ratio * (1 + error) > least))
        return;
    gau_hotspots_note(&out->notes,
                      "warning: samples have %.3g times the time of the timer, which "
                      "sampling%s does not explain: perhaps these are not the same events; set "
                      "StartFromEventN and StopAtEventN of both auditors alike",
                      ratio, out->cpu ? "" : " or waiting");
}

/* An identifier that is in events and also outside of them has one task type for both. */
static void explain_branches(const struct gau_agreement_state *work)
{
    struct gau_agreement *const out = work->out;
    struct gau_hotspots_notes *const notes = &out->notes;
    char time[64];

    if (out->outside > 0)
        gau_hotspots_note_detail(notes, "samples outside of %s, not compared: %" PRIu64 ", %s",
                                 out->events > 0 ? "events (input, the loop itself, other threads)"
                                                 : "sections",
                                 out->outside,
                                 gau_quantity_text(time, sizeof time, out->outside_s, "s"));
    for (size_t i = 0; i < work->n_branches; i++)
        if (work->branches[i].called_outside && gau_agreement_row(out, work->branches[i].row.path))
            gau_hotspots_note_detail(
                notes,
                "'%.200s' is also an identifier outside of events: its samples cannot be separated",
                work->branches[i].row.path);
    if (work->folded > 0)
        gau_hotspots_note_detail(notes,
                                 "branches without a task type of their own, in the row above: %zu",
                                 work->folded);
    if (work->left_out > 0)
        explain_left_out(work);
    if (work->shortened > 0)
        gau_hotspots_note_detail(
            notes,
            "task types with names of more than 255 bytes, which are shortened, so that "
            "samples of them are in the row above: %" PRId64,
            work->shortened);
}

static void explain_one_sided(struct gau_agreement *out)
{
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
        gau_hotspots_note_detail(&out->notes,
                                 "rows without samples: %zu, %.3g %% of the timer's time",
                                 only_timer, 100 * timer);
    if (most)
        gau_hotspots_note_detail(
            &out->notes,
            "rows without time by the timer: %zu, %.3g %% of the samples' time, most of it "
            "in '%.300s'",
            only_sampled, 100 * sampled, most->path);
}

void gau_agreement_explain(struct gau_agreement_state *work)
{
    struct gau_hotspots_notes *const notes = &work->out->notes;

    explain_sides(work);
    explain_ratio(work);
    explain_branches(work);
    explain_one_sided(work->out);
    for (size_t i = 0; i < work->notes.count; i++)
        gau_hotspots_note_kind(notes, work->notes.items[i].is_detail, "%s",
                               work->notes.items[i].text);
    for (size_t i = 0; i < notes->count; i++)
        gau_utf8_disarm(notes->items[i].text);
}
