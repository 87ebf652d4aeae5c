/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/fields.h"
#include "table/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- branches ------------------------------------------------------------------------------ */

/* Equal ones are joined later. */
static void add_branch(struct gau_agreement_work *work, const struct gau_agreement_branch *branch)
{
    if (gau_grow(&work->branches, work->n_branches, &work->branches_size, sizeof *work->branches))
        work->branches[work->n_branches++] = *branch;
    else
        gau_view_fail(work->error, GAU_VIEW_FAILED, "no memory for the branches of the comparison");
}

static void add_timings(struct gau_agreement_work *work, const struct gau_timings *timings)
{
    for (size_t i = 0; i < timings->n; i++) {
        const struct gau_timing *const timing = &timings->rows[i];

        if (strcmp(timing->root, timings->whole) == 0)
            add_branch(work, &(struct gau_agreement_branch){.path = timing->path,
                                                            .row = {.calls = timing->calls,
                                                                    .wall_s = timing->self_s,
                                                                    .cpu_s = timing->cpu_self_s}});
        else
            add_branch(work, &(struct gau_agreement_branch){.path = timing->path, .outside = true});
    }
}

/* --- the marks ----------------------------------------------------------------------------- */

/* What the auditor would not have taken for a lag, with a wide margin. */
static const double longest_s = 1e-3;

static double lag_of(const struct gau_fields *fields, const char *key)
{
    const double lag = gau_fields_real(fields, key);

    if (!(lag >= 0 && lag <= longest_s))
        gau_view_fail(fields->error, GAU_VIEW_FAILED,
                      "%s.json: lags[%zu].%s: a time of 0 to 1 ms was expected, not %g s",
                      fields->document, fields->row, key, lag);
    return lag;
}

static void add_lag(struct gau_agreement_work *work, const struct gau_fields *fields,
                    const char *whole)
{
    const double calls = (double)gau_fields_count(fields, "calls");
    const struct gau_agreement_branch branch = {.path = gau_fields_text(fields, "path"),
                                                .lag_calls = calls,
                                                .begin_s = calls * lag_of(fields, "begin_s"),
                                                .end_s = calls * lag_of(fields, "end_s")};

    if (strcmp(gau_fields_text(fields, "root"), whole) == 0)
        add_branch(work, &branch);
}

static void read_marks(struct gau_agreement_work *work, struct gau_agreement_source *source,
                       const struct gau_fields *fields)
{
    const json_t *const rows = gau_fields_table(fields, "lags", false);

    if (gau_fields_have(fields, "window"))
        gau_fields_pair(fields, "window", source->marked);
    source->marked_events = gau_fields_number_or_none(fields, "events");
    if (gau_fields_have(fields, "shortened_names"))
        source->shortened = gau_fields_count(fields, "shortened_names");
    if (gau_fields_have(fields, "delimiter") && work->n_sources == 1)
        work->delimiter = gau_fields_text(fields, "delimiter");
    for (size_t i = 0; i < json_array_size(rows) && work->error->status == GAU_VIEW_OK; i++) {
        const struct gau_fields row = gau_fields_row(fields, "lags", rows, i);

        add_lag(work, &row, source->timings.whole);
    }
}

static void open_marks(struct gau_agreement_work *work, struct gau_agreement_source *source,
                       const char *folder)
{
    struct gau_document_names names;
    struct gau_fields fields;
    const char *name;

    if (gau_document_list(&names, folder, work->error) != GAU_VIEW_OK)
        return;
    name = gau_document_of_kind(&names, "itt");
    source->marks = name ? gau_document_load(folder, name, work->error) : NULL;
    if (source->marks) {
        fields = gau_fields_of(source->marks, name, work->error);
        read_marks(work, source, &fields);
    }
    gau_document_names_clear(&names);
}

/* --- a run --------------------------------------------------------------------------------- */

/* A program has sections, and no events. */
static bool is_program(const struct gau_timings *timings)
{
    return strcmp(timings->whole, "Program") == 0;
}

static void check_timer(const struct gau_timings *timings, const char *folder,
                        struct gau_view_error *error)
{
    if (!timings->timed)
        gau_view_fail(error, GAU_VIEW_USAGE,
                      "'%.*s' has no timer.json: record it with 'gaudit profile --time "
                      "-s TimerAuditor.CpuTime=true', or give the folder of a run with a "
                      "TimerAuditor first",
                      GAU_VIEW_QUOTE(folder));
    else if ((strcmp(timings->whole, "Event") != 0 && !is_program(timings)) ||
             timings->events == 0 || timings->event_s <= 0)
        gau_view_fail(error, GAU_VIEW_USAGE,
                      "the timer of '%.*s' saw no event: its window is empty, or the job read none",
                      GAU_VIEW_QUOTE(folder));
}

/* Whether timer and samples are of one run. */
static bool are_one(const struct gau_agreement_source *source, struct gau_view_error *error)
{
    const char *const samples = source->result.folder;
    struct gau_timings sampled;
    bool one;

    if (strcmp(source->timings.folder, samples) == 0)
        return true;
    if (gau_timings_read(&sampled, samples, error) != GAU_VIEW_OK)
        return false;
    one = gau_timings_are_one(&source->timings, &sampled);
    gau_timings_clear(&sampled);
    return one;
}

static void open_run(struct gau_agreement_work *work, const char *timer, const char *samples)
{
    struct gau_agreement_source *const source = &work->sources[work->n_sources++];
    struct gau_view_error *const error = work->error;

    *source = (struct gau_agreement_source){.marked_events = -1};
    if (gau_timings_read(&source->timings, timer, error) == GAU_VIEW_OK)
        check_timer(&source->timings, timer, error);
    if (error->status == GAU_VIEW_OK && gau_hot_result_open(&source->result, samples, false, error))
        open_marks(work, source, samples);
    if (error->status != GAU_VIEW_OK)
        return;
    add_timings(work, &source->timings);
    work->out->cpu &= source->timings.cpu_known;
    work->out->same_run &= are_one(source, error);
    if (is_program(&source->timings))
        source->marked_events = -1;
    else
        work->out->events += source->timings.events;
}

static void close_run(struct gau_agreement_source *source)
{
    gau_timings_clear(&source->timings);
    if (source->result.profile)
        gau_hot_result_clear(&source->result);
    json_decref(source->marks);
}

/* --- all runs ------------------------------------------------------------------------------ */

static void clear(struct gau_agreement_work *work)
{
    for (size_t i = 0; i < work->n_sources; i++)
        close_run(&work->sources[i]);
    free(work->sources);
    free(work->branches);
    gau_heap_clear(&work->heap);
}

static void check_samples(const struct gau_agreement_work *work)
{
    const struct gau_hot_result *const result = &work->sources[0].result;
    struct gau_hot_notes notes = {0};

    if (result->profile->sample_count > 0)
        return;
    gau_hot_result_notes(result, &notes);
    gau_view_fail(work->error, GAU_VIEW_USAGE, "'%.*s': %s", GAU_VIEW_QUOTE(result->folder),
                  notes.count ? notes.items[notes.count - 1] : "there are no samples");
    gau_hot_notes_clear(&notes);
}

static bool open_all(struct gau_agreement_work *work, const struct gau_agreement_runs *runs)
{
    work->sources = calloc(runs->n, sizeof *work->sources);
    if (!work->sources)
        gau_view_fail(work->error, GAU_VIEW_FAILED, "no memory for %zu runs", runs->n);
    for (size_t i = 0; i < runs->n && work->error->status == GAU_VIEW_OK; i++)
        open_run(work, runs->timers[i], runs->samples[i]);
    if (work->error->status == GAU_VIEW_OK && runs->n == 1 && runs->events == 0)
        check_samples(work);
    return work->error->status == GAU_VIEW_OK;
}

bool gau_agreement_read(struct gau_agreement *out, const struct gau_agreement_runs *runs,
                        const char *top, struct gau_view_error *error)
{
    struct gau_agreement_work work = {
        .out = out, .error = error, .events = runs->events, .delimiter = " "};

    *out = (struct gau_agreement){.cpu = true, .same_run = true};
    if (open_all(&work, runs))
        gau_agreement_join(&work);
    if (error->status == GAU_VIEW_OK) {
        const struct gau_agreement_row *const row = top ? gau_agreement_row(out, top) : NULL;

        out->top = row ? (size_t)(row - out->rows) : 0;
        gau_agreement_judge(out);
        gau_agreement_explain(&work);
        for (size_t i = 0; i < out->notes.count; i++)
            gau_utf8_disarm(out->notes.items[i]);
    }
    clear(&work);
    if (out->notes.failed)
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the notes of the comparison");
    if (error->status != GAU_VIEW_OK)
        gau_agreement_clear(out);
    return error->status == GAU_VIEW_OK;
}

void gau_agreement_clear(struct gau_agreement *agreement)
{
    for (size_t i = 0; i < agreement->n; i++)
        free(agreement->rows[i].path);
    gau_hot_notes_clear(&agreement->notes);
    free(agreement->rows);
    *agreement = (struct gau_agreement){0};
}

const struct gau_agreement_row *gau_agreement_row(const struct gau_agreement *agreement,
                                                  const char *path)
{
    for (size_t i = 0; i < agreement->n; i++)
        if (strcmp(agreement->rows[i].path, path) == 0)
            return &agreement->rows[i];
    return NULL;
}

double gau_agreement_events_for(const struct gau_agreement *agreement, double error, double wanted)
{
    return error > 0 && agreement->events > 0
               ? ceil((double)agreement->events * (error / wanted) * (error / wanted))
               : (double)NAN;
}

struct gau_agreement_has gau_agreement_has(const char *folder)
{
    struct gau_agreement_has has = {0};
    struct gau_view_error error = {0};
    struct gau_document_names names;
    struct gau_profile *profile;
    char message[512];

    if (gau_document_list(&names, folder, &error) == GAU_VIEW_OK)
        for (size_t i = 0; i < names.count; i++)
            has.timer |= gau_document_is(names.items[i], "timer");
    gau_document_names_clear(&names);
    profile = gau_profile_read(folder, message, sizeof message);
    has.samples = profile != NULL;
    gau_profile_free(profile);
    return has;
}
