/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/document.h"
#include "report/views/fields.h"

#include <stdlib.h>
#include <string.h>

/* --- branches ------------------------------------------------------------------------------ */

/* Equal ones are joined later. NULL: no memory. */
static struct gau_agreement_branch *add_branch(struct gau_agreement_work *work, const char *path)
{
    struct gau_agreement_branch *const branches =
        realloc(work->branches, (work->n_branches + 1) * sizeof *branches);
    char *const copy = strdup(path);

    work->branches = branches ? branches : work->branches;
    if (!branches || !copy) {
        gau_view_fail(work->error, GAU_VIEW_FAILED, "no memory for the branches of the comparison");
        free(copy);
        return NULL;
    }
    branches[work->n_branches] = (struct gau_agreement_branch){.row.path = copy};
    return &branches[work->n_branches++];
}

static void add_timings(struct gau_agreement_work *work, const struct gau_timings *timings)
{
    for (size_t i = 0; i < timings->n && work->error->status == GAU_VIEW_OK; i++) {
        const struct gau_timing *const timing = &timings->rows[i];
        struct gau_agreement_branch *const branch =
            strcmp(timing->root, timings->whole) == 0 ? add_branch(work, timing->path) : NULL;

        if (!branch)
            continue;
        branch->row.calls = timing->calls;
        branch->row.wall_s = timing->self_s;
        branch->row.cpu_s = timing->cpu_self_s;
    }
}

/* --- the marks ----------------------------------------------------------------------------- */

/* "itt" and "itt-NAME" are of the kind "itt". */
static bool is_of(const char *name, const char *kind)
{
    const size_t length = strlen(kind);

    return strncmp(name, kind, length) == 0 && (name[length] == '\0' || name[length] == '-');
}

/* "itt", or the only "itt-NAME". */
static const char *marks_of(const struct gau_document_names *names)
{
    const char *found = NULL;

    for (size_t i = 0; i < names->count; i++) {
        const char *const name = names->items[i];

        if (is_of(name, "itt") && (!found || strcmp(name, "itt") == 0))
            found = name;
    }
    return found;
}

/* What the auditor would not have taken for a lag, with a wide margin. */
static const double longest_s = 1e-3;

static double lag_of(const struct gau_fields *fields, const char *key)
{
    const double lag = gau_fields_real(fields, key);

    if (fields->error->status == GAU_VIEW_OK && !(lag >= 0 && lag <= longest_s))
        gau_view_fail(fields->error, GAU_VIEW_FAILED,
                      "%s.json: lags[%zu].%s: a time of 0 to 1 ms was expected, not %g s",
                      fields->document, fields->row, key, lag);
    return lag;
}

static void add_lag(struct gau_agreement_work *work, const struct gau_fields *fields)
{
    const char *const path = gau_fields_text(fields, "path");
    const double calls = (double)gau_fields_count(fields, "calls");
    const double begin_s = lag_of(fields, "begin_s"), end_s = lag_of(fields, "end_s");
    const char *const whole = work->sources[work->n_sources - 1].timings.whole;
    const bool inside = strcmp(gau_fields_text(fields, "root"), whole) == 0;
    struct gau_agreement_branch *const branch =
        fields->error->status == GAU_VIEW_OK && inside ? add_branch(work, path) : NULL;

    if (!branch)
        return;
    branch->lag_calls = calls;
    branch->begin_s = calls * begin_s;
    branch->end_s = calls * end_s;
}

static void add_lags(struct gau_agreement_work *work, const struct gau_fields *fields)
{
    const json_t *const rows = gau_fields_table(fields, "lags", false);

    for (size_t i = 0; i < json_array_size(rows) && work->error->status == GAU_VIEW_OK; i++) {
        const struct gau_fields row = gau_fields_row(fields, "lags", rows, i);

        if (work->error->status == GAU_VIEW_OK)
            add_lag(work, &row);
    }
}

static void read_marks(struct gau_agreement_work *work, struct gau_agreement_source *source,
                       const char *folder, const char *name)
{
    struct gau_view_error *const error = work->error;
    json_t *const document = gau_document_load(folder, name, error);
    struct gau_fields fields;

    if (!document)
        return;
    fields = gau_fields_of(document, name, error);
    if (error->status == GAU_VIEW_OK && gau_fields_have(&fields, "window"))
        gau_fields_pair(&fields, "window", source->marked);
    if (error->status == GAU_VIEW_OK)
        source->marked_events = gau_fields_number_or_none(&fields, "events");
    if (error->status == GAU_VIEW_OK && gau_fields_have(&fields, "shortened_names"))
        source->shortened = gau_fields_count(&fields, "shortened_names");
    if (error->status == GAU_VIEW_OK && gau_fields_have(&fields, "delimiter")) {
        free(source->delimiter);
        source->delimiter = strdup(gau_fields_text(&fields, "delimiter"));
    }
    if (error->status == GAU_VIEW_OK)
        add_lags(work, &fields);
    json_decref(document);
}

static void open_marks(struct gau_agreement_work *work, struct gau_agreement_source *source,
                       const char *folder)
{
    struct gau_document_names names;
    const char *name;

    source->delimiter = strdup(" ");
    if (gau_document_list(&names, folder, work->error) != GAU_VIEW_OK)
        return;
    name = marks_of(&names);
    if (name)
        read_marks(work, source, folder, name);
    gau_document_names_clear(&names);
    if (!source->delimiter)
        gau_view_fail(work->error, GAU_VIEW_FAILED, "no memory for the names of branches");
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

void gau_agreement_check_samples(const struct gau_agreement_work *work)
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

bool gau_agreement_open(struct gau_agreement_work *work, const char *timer, const char *samples)
{
    struct gau_agreement_source *const source = &work->sources[work->n_sources++];
    struct gau_view_error *const error = work->error;

    *source = (struct gau_agreement_source){.marked_events = -1};
    if (gau_timings_read(&source->timings, timer, error) == GAU_VIEW_OK)
        check_timer(&source->timings, timer, error);
    if (error->status == GAU_VIEW_OK && gau_hot_result_open(&source->result, samples, false, error))
        open_marks(work, source, samples);
    if (error->status != GAU_VIEW_OK)
        return false;
    add_timings(work, &source->timings);
    work->out->cpu &= source->timings.cpu_known;
    work->out->same_run &= are_one(source, error);
    if (is_program(&source->timings))
        source->marked_events = -1;
    else
        work->out->events += source->timings.events;
    return error->status == GAU_VIEW_OK;
}

void gau_agreement_close(struct gau_agreement_source *source)
{
    gau_timings_clear(&source->timings);
    if (source->result.profile)
        gau_hot_result_clear(&source->result);
    free(source->delimiter);
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
            has.timer |= is_of(names.items[i], "timer");
    gau_document_names_clear(&names);
    profile = gau_profile_read(folder, message, sizeof message);
    has.samples = profile != NULL;
    gau_profile_free(profile);
    return has;
}
