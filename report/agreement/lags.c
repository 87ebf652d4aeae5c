/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * For the timer a call is from the time stamp of its begin to that of its end, for samples from
 * mark to mark. The IttAuditor has measured how far marks lie behind stamps, so the timer's times
 * can be moved to the marks: what lies in between is charged to the branch above, or to the branch.
 */

/* --- the document -------------------------------------------------------------------------- */

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

static void read_row(struct gau_agreement_source *source, const struct gau_fields *fields)
{
    const char *const path = gau_fields_text(fields, "path");
    const struct gau_agreement_lag lag = {.calls = (double)gau_fields_count(fields, "calls"),
                                          .begin_s = lag_of(fields, "begin_s"),
                                          .end_s = lag_of(fields, "end_s")};

    if (fields->error->status != GAU_VIEW_OK ||
        strcmp(gau_fields_text(fields, "root"), "Event") != 0)
        return;
    source->lags[source->n_lags] = lag;
    source->lags[source->n_lags].path = strdup(path);
    if (source->lags[source->n_lags].path)
        source->n_lags++;
    else
        gau_view_fail(fields->error, GAU_VIEW_FAILED, "no memory for the lags of marks");
}

void gau_agreement_read_lags(struct gau_agreement_source *source, const struct gau_fields *fields)
{
    const json_t *const rows = gau_fields_table(fields, "lags", false);

    if (!rows || fields->error->status != GAU_VIEW_OK)
        return;
    source->lags = calloc(json_array_size(rows) + 1, sizeof *source->lags);
    if (!source->lags) {
        gau_view_fail(fields->error, GAU_VIEW_FAILED, "no memory for the lags of marks");
        return;
    }
    for (size_t i = 0; i < json_array_size(rows) && fields->error->status == GAU_VIEW_OK; i++) {
        const struct gau_fields row = gau_fields_row(fields, "lags", rows, i);

        if (fields->error->status == GAU_VIEW_OK)
            read_row(source, &row);
    }
}

void gau_agreement_clear_lags(struct gau_agreement_source *source)
{
    for (size_t i = 0; i < source->n_lags; i++)
        free(source->lags[i].path);
    free(source->lags);
}

/* --- branches ------------------------------------------------------------------------------ */

/* Mean lags of one branch, and of all of them. */
static void add(struct gau_agreement_lag *to, const struct gau_agreement_lag *lag)
{
    to->calls += lag->calls;
    to->begin_s += lag->calls * lag->begin_s;
    to->end_s += lag->calls * lag->end_s;
}

static void move(struct gau_agreement_work *work, struct gau_agreement_branch *branch)
{
    const struct gau_agreement_lag *const lag = &branch->lag;
    double moved_s;

    if (!(lag->calls > 0))
        return;
    moved_s = (double)branch->calls * (lag->end_s - lag->begin_s) / lag->calls;
    branch->self_s += moved_s;
    if (branch->parent != GAU_NO_BRANCH)
        work->branches[branch->parent].self_s -= moved_s;
}

void gau_agreement_move_to_marks(struct gau_agreement_work *work)
{
    struct gau_agreement_lag all = {0};

    for (size_t s = 0; s < work->n_sources; s++)
        for (size_t i = 0; i < work->sources[s].n_lags; i++) {
            const struct gau_agreement_lag *const lag = &work->sources[s].lags[i];
            const size_t branch = gau_agreement_find(work, lag->path);

            if (branch == GAU_NO_BRANCH)
                continue;
            add(&work->branches[branch].lag, lag);
            add(&all, lag);
        }
    for (size_t i = 0; i < work->n_branches; i++)
        move(work, &work->branches[i]);
    for (size_t i = 0; i < work->n_branches; i++)
        work->branches[i].self_s = fmax(work->branches[i].self_s, 0);
    work->out->lag_begin_s = all.calls > 0 ? all.begin_s / all.calls : (double)NAN;
    work->out->lag_end_s = all.calls > 0 ? all.end_s / all.calls : (double)NAN;
}
