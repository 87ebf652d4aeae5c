/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/document.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * From branches of the timer and task types of samples to rows: a row is a branch whose identifier
 * is a task type. What has none is in the row above, on both sides.
 */

static bool no_memory(const struct gau_agreement_work *work)
{
    gau_view_fail(work->error, GAU_VIEW_FAILED, "no memory for the branches of the comparison");
    return false;
}

/* --- identifiers --------------------------------------------------------------------------- */

/* The text with blanks for the delimiter of task types: then identifiers and task types of the same
 * branch are equal. To be freed; NULL: no memory. */
static char *key_of(const struct gau_agreement_work *work, const char *text)
{
    const char *const delimiter = work->sources[0].delimiter;
    const size_t length = strlen(delimiter);
    char *const key = strdup(text);
    char *to = key;

    while (key && *text) {
        const bool is_delimiter = length > 0 && strncmp(text, delimiter, length) == 0;

        *to = *text;
        if (is_delimiter)
            *to = ' ';
        to++;
        text += is_delimiter ? length : 1;
    }
    if (key)
        *to = '\0';
    return key;
}

static int by_key(const void *a, const void *b)
{
    const struct gau_agreement_branch *const left = a, *const right = b;

    return strcmp(left->key, right->key);
}

static int compare_key(const void *key, const void *branch)
{
    return strcmp(key, ((const struct gau_agreement_branch *)branch)->key);
}

/* NULL: there is none. */
static struct gau_agreement_branch *find(const struct gau_agreement_work *work, const char *key)
{
    return bsearch(key, work->branches, work->n_branches, sizeof *work->branches, compare_key);
}

/* Sets the row that an identifier is in: its own, or the nearest above, below the root; NULL: there
 * is none. @p above: not its own. False: no memory. */
static bool find_row(const struct gau_agreement_work *work, const char *key, bool above,
                     struct gau_agreement_branch **row)
{
    char *const text = strdup(key);
    char *last = text;

    *row = NULL;
    for (bool skip = above; last && !*row; skip = false) {
        *row = skip ? NULL : find(work, text);
        if (*row && !(*row)->marked)
            *row = NULL;
        last = strrchr(text, ' ');
        if (last)
            *last = '\0';
    }
    free(text);
    return text != NULL;
}

/* --- branches ------------------------------------------------------------------------------ */

static void add(struct gau_agreement_branch *to, const struct gau_agreement_branch *branch)
{
    to->row.calls += branch->row.calls;
    to->row.wall_s += branch->row.wall_s;
    to->row.cpu_s += branch->row.cpu_s;
    to->lag_calls += branch->lag_calls;
    to->begin_s += branch->begin_s;
    to->end_s += branch->end_s;
}

/* Of all runs, and of times and lags. */
static bool join_equal(struct gau_agreement_work *work)
{
    size_t n = 0;

    for (size_t i = 0; i < work->n_branches; i++)
        if (!(work->branches[i].key = key_of(work, work->branches[i].row.path)))
            return no_memory(work);
    qsort(work->branches, work->n_branches, sizeof *work->branches, by_key);
    for (size_t i = 0; i < work->n_branches; i++) {
        struct gau_agreement_branch *const branch = &work->branches[i];

        if (n == 0 || strcmp(work->branches[n - 1].key, branch->key) != 0) {
            work->branches[n++] = *branch;
            continue;
        }
        add(&work->branches[n - 1], branch);
        free(branch->row.path);
        free(branch->key);
    }
    work->n_branches = n;
    for (size_t i = 0; i < n; i++) {
        struct gau_agreement_row *const row = &work->branches[i].row;
        const double self_s = work->out->cpu ? row->cpu_s : row->wall_s;

        row->timer_s = self_s > 0 ? self_s : 0; /* NAN and what must not be: a note says so */
        work->negative += self_s < 0;
    }
    return true;
}

/* Also those that no sample is of: they are named before the first event. */
static bool find_marked(struct gau_agreement_work *work)
{
    bool some = false;

    for (size_t i = 0; i < work->n_sources; i++) {
        const struct gau_profile *const profile = work->sources[i].result.profile;

        for (uint32_t task = 1; task < profile->task_count; task++) {
            char *const key = key_of(work, profile->tasks[task].name);
            struct gau_agreement_branch *const branch = key ? find(work, key) : NULL;

            free(key);
            if (!key)
                return no_memory(work);
            if (branch)
                some = branch->marked = true;
        }
    }
    if (!some)
        gau_view_fail(work->error, GAU_VIEW_USAGE,
                      "no branch of '%.*s' is a task in the samples: was there an IttAuditor in "
                      "that run, of the same job?",
                      GAU_VIEW_QUOTE(work->sources[0].timings.folder));
    return some;
}

/*
 * For the timer a call is from the time stamp of its begin to that of its end, for samples from
 * mark to mark. Where the IttAuditor has measured how far marks lie behind stamps, the timer's
 * times are moved to the marks: what lies in between is charged to the row above, or to the branch.
 */
static double moved_of(const struct gau_agreement_branch *branch)
{
    return branch->lag_calls > 0
               ? (double)branch->row.calls * (branch->end_s - branch->begin_s) / branch->lag_calls
               : 0;
}

/* What has no task type of its own. */
static void fold(struct gau_agreement_work *work, const struct gau_agreement_row *row,
                 struct gau_agreement_row *above)
{
    if (above) {
        work->folded += row->calls > 0;
        above->timer_s += row->timer_s;
        above->wall_s += row->wall_s;
        above->cpu_s += row->cpu_s;
    } else if (row->calls > 0) {
        work->left_out++;
        work->left_out_s += row->timer_s;
    }
}

/* What lies between a row and the one above: lags of marks, and when self times begin. */
static bool relate(struct gau_agreement_work *work)
{
    struct gau_agreement_branch *const root = find(work, work->sources[0].timings.whole);

    for (size_t i = 0; i < work->n_branches; i++) {
        struct gau_agreement_branch *const branch = &work->branches[i], *above;

        if (!find_row(work, branch->key, true, &above))
            return no_memory(work);
        if (!above && root != branch && root && root->marked)
            above = root;
        branch->row.timer_s += moved_of(branch);
        if (above)
            above->row.timer_s -= moved_of(branch);
        if (!branch->marked) {
            fold(work, &branch->row, above ? &above->row : NULL);
            continue;
        }
        branch->row.entries += (double)branch->row.calls;
        if (above)
            above->row.entries += (double)branch->row.calls;
    }
    return true;
}

static void find_mean_lags(struct gau_agreement_work *work)
{
    double calls = 0, begin_s = 0, end_s = 0;

    for (size_t i = 0; i < work->n_branches; i++) {
        const struct gau_agreement_branch *const branch = &work->branches[i];

        if (branch->row.calls == 0)
            continue;
        calls += branch->lag_calls;
        begin_s += branch->begin_s;
        end_s += branch->end_s;
    }
    work->out->lag_begin_s = calls > 0 ? begin_s / calls : (double)NAN;
    work->out->lag_end_s = calls > 0 ? end_s / calls : (double)NAN;
}

/* --- samples ------------------------------------------------------------------------------- */

/* Of what the timer has outside of events there is no row; of what lies deeper than the timer has
 * looked, the nearest above. False: no memory. */
static bool find_row_of_task(const struct gau_agreement_work *work,
                             const struct gau_timings *timings, const char *type,
                             struct gau_agreement_branch **row)
{
    char *const key = key_of(work, type);
    const struct gau_timing *const timing = key ? gau_timings_find(timings, key) : NULL;
    const bool done = key && find_row(work, key, false, row);

    if (timing && strcmp(timing->root, timings->whole) != 0)
        *row = NULL;
    free(key);
    return done;
}

static void add_sample(struct gau_agreement_work *work, struct gau_agreement_branch *branch,
                       double weight_s)
{
    struct gau_agreement *const out = work->out;

    if (!branch) {
        out->outside++;
        out->outside_s += weight_s;
        return;
    }
    out->samples++;
    out->sampled_s += weight_s;
    work->squares += weight_s * weight_s;
    work->cubes += weight_s * weight_s * weight_s;
    branch->row.samples++;
    branch->row.sampled_s += weight_s;
}

static bool add_samples(struct gau_agreement_work *work, const struct gau_agreement_source *source)
{
    const struct gau_profile *const profile = source->result.profile;
    struct gau_agreement_branch **const rows =
        calloc((size_t)profile->task_count + 1, sizeof *rows);
    bool done = rows != NULL;

    for (uint32_t i = 1; done && i < profile->task_count; i++)
        done = find_row_of_task(work, &source->timings, profile->tasks[i].name, &rows[i]);
    for (uint32_t i = 0; done && i < profile->sample_count; i++)
        add_sample(work, rows[profile->samples[i].task],
                   (double)profile->samples[i].weight_ns / 1e9);
    free(rows);
    return done || no_memory(work);
}

static void refuse_empty(const struct gau_agreement_work *work)
{
    char runs[64] = "";

    if (work->n_sources > 1)
        snprintf(runs, sizeof runs, "%zu runs of ", work->n_sources);
    if (work->events == 0)
        gau_view_fail(work->error, GAU_VIEW_USAGE,
                      "none of the samples of '%.*s' is in %s, or a shorter --interval",
                      GAU_VIEW_QUOTE(work->sources[0].result.folder),
                      work->out->events > 0 ? "the event loop: more events"
                                            : "a section: a longer run");
    else
        gau_view_fail(work->error, GAU_VIEW_USAGE,
                      "%s%" PRIu64 " event%s: not one sample in the event loop; more events, more "
                      "runs (--repeat), or a shorter --interval",
                      runs, work->events, work->events == 1 ? "" : "s");
}

static bool sample(struct gau_agreement_work *work)
{
    struct gau_agreement *const out = work->out;

    for (size_t i = 0; i < work->n_sources; i++)
        if (!add_samples(work, &work->sources[i]))
            return false;
    if (!(out->sampled_s > 0)) {
        refuse_empty(work);
        return false;
    }
    out->effective = out->sampled_s * out->sampled_s / work->squares;
    out->interval_s = work->cubes / work->squares;
    return true;
}

/* --- rows ---------------------------------------------------------------------------------- */

static int by_time(const void *a, const void *b)
{
    const struct gau_agreement_row *const left = a, *const right = b;

    if (left->timer_s != right->timer_s)
        return (left->timer_s < right->timer_s) - (left->timer_s > right->timer_s);
    return strcmp(left->path, right->path);
}

/* Without what was never called, and is in no sample. */
static bool make_rows(struct gau_agreement_work *work)
{
    struct gau_agreement *const out = work->out;

    out->rows = calloc(work->n_branches + 1, sizeof *out->rows);
    if (!out->rows)
        return no_memory(work);
    for (size_t i = 0; i < work->n_branches; i++) {
        struct gau_agreement_row *const row = &work->branches[i].row;

        row->timer_s = fmax(row->timer_s, 0);
        if (!work->branches[i].marked)
            continue;
        out->timer_s += row->timer_s;
        if (row->calls == 0 && row->samples == 0 && row->timer_s <= 0)
            continue;
        out->rows[out->n++] = *row;
        row->path = NULL;
    }
    qsort(out->rows, out->n, sizeof *out->rows, by_time);
    return true;
}

bool gau_agreement_join(struct gau_agreement_work *work)
{
    if (!join_equal(work) || !find_marked(work) || !relate(work) || !sample(work) ||
        !make_rows(work))
        return false;
    find_mean_lags(work);
    if (!(work->out->timer_s > 0) || !isfinite(work->out->timer_s))
        gau_view_fail(work->error, GAU_VIEW_USAGE,
                      "the timer of '%.*s' has no time for what is sampled",
                      GAU_VIEW_QUOTE(work->sources[0].timings.folder));
    return work->error->status == GAU_VIEW_OK;
}
