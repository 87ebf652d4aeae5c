/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/document.h"
#include "table/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void clear(struct gau_agreement_work *work)
{
    for (size_t i = 0; i < work->n_sources; i++)
        gau_agreement_close(&work->sources[i]);
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
        gau_agreement_open(work, runs->timers[i], runs->samples[i]);
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
