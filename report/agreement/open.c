/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/document.h"
#include "report/views/fields.h"

#include <stdlib.h>
#include <string.h>

/* --- the marks ----------------------------------------------------------------------------- */

/* "itt", or the only "itt-NAME". */
static const char *marks_of(const struct gau_document_names *names)
{
    const char *found = NULL;

    for (size_t i = 0; i < names->count; i++) {
        const char *const name = names->items[i];

        if (strcmp(name, "itt") != 0 && strncmp(name, "itt-", 4) != 0)
            continue;
        if (!found || strcmp(name, "itt") == 0)
            found = name;
    }
    return found;
}

static void read_marks(struct gau_agreement_source *source, const char *folder, const char *name,
                       struct gau_view_error *error)
{
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
        gau_agreement_read_lags(source, &fields);
    json_decref(document);
}

static void open_marks(struct gau_agreement_source *source, const char *folder,
                       struct gau_view_error *error)
{
    struct gau_document_names names;
    const char *name;

    source->delimiter = strdup(" ");
    if (gau_document_list(&names, folder, error) != GAU_VIEW_OK)
        return;
    name = marks_of(&names);
    if (name)
        read_marks(source, folder, name, error);
    gau_document_names_clear(&names);
    if (error->status == GAU_VIEW_OK && !source->delimiter)
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the names of branches");
}

/* --- a run --------------------------------------------------------------------------------- */

static void check_timer(const struct gau_timings *timings, const char *folder,
                        struct gau_view_error *error)
{
    if (error->status != GAU_VIEW_OK)
        return;
    if (!timings->timed)
        gau_view_fail(error, GAU_VIEW_USAGE,
                      "'%.*s' has no timer.json: record it with 'gaudit profile --time "
                      "-s TimerAuditor.CpuTime=true', or give the folder of a run with a "
                      "TimerAuditor first",
                      GAU_VIEW_QUOTE(folder));
    else if (strcmp(timings->whole, "Event") != 0 || timings->events == 0 || timings->event_s <= 0)
        gau_view_fail(error, GAU_VIEW_USAGE,
                      "the timer of '%.*s' saw no event: its window is empty, or the job read none",
                      GAU_VIEW_QUOTE(folder));
}

void gau_agreement_check_samples(const struct gau_agreement_source *source,
                                 struct gau_view_error *error)
{
    struct gau_hot_notes notes = {0};

    if (source->result.profile->sample_count > 0)
        return;
    gau_hot_result_notes(&source->result, &notes);
    gau_view_fail(error, GAU_VIEW_USAGE, "'%.*s': %s", GAU_VIEW_QUOTE(source->result.folder),
                  notes.count ? notes.items[notes.count - 1] : "there are no samples");
    gau_hot_notes_clear(&notes);
}

bool gau_agreement_open(struct gau_agreement_source *source, const char *timer, const char *samples,
                        struct gau_view_error *error)
{
    *source = (struct gau_agreement_source){.marked_events = -1};
    if (gau_timings_read(&source->timings, timer, error) == GAU_VIEW_OK)
        check_timer(&source->timings, timer, error);
    if (error->status == GAU_VIEW_OK && gau_hot_result_open(&source->result, samples, false, error))
        open_marks(source, samples, error);
    return error->status == GAU_VIEW_OK;
}

bool gau_agreement_are_one(const struct gau_agreement_source *source, struct gau_view_error *error)
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

void gau_agreement_close(struct gau_agreement_source *source)
{
    gau_timings_clear(&source->timings);
    if (source->result.profile)
        gau_hot_result_clear(&source->result);
    free(source->delimiter);
    gau_agreement_clear_lags(source);
    *source = (struct gau_agreement_source){0};
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
            has.timer |=
                strcmp(names.items[i], "timer") == 0 || strncmp(names.items[i], "timer-", 6) == 0;
    gau_document_names_clear(&names);
    profile = gau_profile_read(folder, message, sizeof message);
    has.samples = profile != NULL;
    gau_profile_free(profile);
    return has;
}
