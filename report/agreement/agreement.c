/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/document.h"
#include "table/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void gau_agreement_note(struct gau_agreement_work *work, const char *format, ...)
{
    struct gau_agreement *const out = work->out;
    char **const notes = realloc(out->notes, (out->n_notes + 1) * sizeof *notes);
    char text[1024];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    gau_utf8_disarm(text);
    if (notes)
        out->notes = notes;
    if (notes && (notes[out->n_notes] = strdup(text)))
        out->n_notes++;
    else
        gau_view_fail(work->error, GAU_VIEW_FAILED, "no memory for the notes of the comparison");
}

static void clear(struct gau_agreement_work *work)
{
    for (size_t i = 0; i < work->n_branches; i++)
        free(work->branches[i].type);
    for (size_t i = 0; i < work->n_sources; i++)
        gau_agreement_close(&work->sources[i]);
    free(work->sources);
    free(work->branches);
    free(work->row_of);
    free(work->types);
    free(work->by_type);
}

static bool open_all(struct gau_agreement_work *work, const struct gau_agreement_folders *folders)
{
    const size_t n = folders->n;

    work->sources = calloc(n, sizeof *work->sources);
    if (!work->sources) {
        gau_view_fail(work->error, GAU_VIEW_FAILED, "no memory for %zu runs", n);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        work->n_sources++;
        if (!gau_agreement_open(&work->sources[i], folders->timers[i], folders->samples[i],
                                work->error))
            return false;
        work->out->cpu &= work->sources[i].timings.cpu_known;
        work->out->same_run &= gau_agreement_are_one(&work->sources[i], work->error);
        work->out->events += work->sources[i].timings.events;
    }
    work->out->overhead_s = work->sources[0].timings.overhead_s;
    if (n == 1 && folders->events == 0)
        gau_agreement_check_samples(&work->sources[0], work->error);
    return work->error->status == GAU_VIEW_OK;
}

bool gau_agreement_read(struct gau_agreement *out, const struct gau_agreement_folders *folders,
                        const char *top, struct gau_view_error *error)
{
    struct gau_agreement_work work = {
        .out = out, .top = top, .error = error, .events = folders->events};

    *out = (struct gau_agreement){.cpu = true,
                                  .same_run = true,
                                  .runs = folders->n,
                                  .overhead_s = (double)NAN,
                                  .lag_begin_s = (double)NAN,
                                  .lag_end_s = (double)NAN};
    if (open_all(&work, folders) && gau_agreement_join(&work) && gau_agreement_sample(&work))
        gau_agreement_explain(&work);
    clear(&work);
    if (error->status != GAU_VIEW_OK)
        gau_agreement_clear(out);
    return error->status == GAU_VIEW_OK;
}

void gau_agreement_clear(struct gau_agreement *agreement)
{
    for (size_t i = 0; i < agreement->n; i++)
        free(agreement->rows[i].path);
    for (size_t i = 0; i < agreement->n_notes; i++)
        free(agreement->notes[i]);
    free(agreement->rows);
    free(agreement->notes);
    *agreement = (struct gau_agreement){0};
}

bool gau_agreement_is_shifted(const struct gau_agreement *agreement)
{
    return !agreement->shift_refused && fabs(agreement->shift_s) > 2 * agreement->shift_error_s;
}

double gau_agreement_events_for(const struct gau_agreement *agreement, double error, double wanted)
{
    return error > 0 && agreement->events > 0
               ? ceil((double)agreement->events * (error / wanted) * (error / wanted))
               : (double)NAN;
}
