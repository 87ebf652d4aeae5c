/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * From branches of the timer and task types of samples to rows: a row is a branch whose identifier
 * is a task type. What has none is in the row above, on both sides.
 */

static void no_memory(const struct gau_agreement_work *work)
{
    gau_view_fail(work->error, GAU_VIEW_FAILED, "no memory for the branches of the comparison");
}

static bool is_fine(const struct gau_agreement_work *work)
{
    return work->error->status == GAU_VIEW_OK;
}

/* --- identifiers --------------------------------------------------------------------------- */

/* The text with blanks for the delimiter of task types: then identifiers and task types of the same
 * branch are equal. */
static const char *key_of(struct gau_agreement_work *work, const char *text)
{
    const size_t length = strlen(work->delimiter);
    char *key, *to;

    if (length == 0 || strcmp(work->delimiter, " ") == 0)
        return text;
    key = to = gau_heap_take(&work->heap, strlen(text) + 1);
    if (!key) {
        no_memory(work);
        return text;
    }
    while (*text) {
        const bool is_delimiter = strncmp(text, work->delimiter, length) == 0;

        *to++ = (char)(is_delimiter ? ' ' : *text);
        text += is_delimiter ? length : 1;
    }
    return key;
}

static int by_key(const void *a, const void *b)
{
    const struct gau_agreement_branch *const left = a, *const right = b;

    return strcmp(left->key, right->key);
}

struct prefix {
    const char *text;
    size_t length;
};

static int compare_prefix(const void *wanted, const void *branch)
{
    const struct prefix *const prefix = wanted;
    const char *const key = ((const struct gau_agreement_branch *)branch)->key;
    const int order = strncmp(prefix->text, key, prefix->length);

    return order ? order : -(key[prefix->length] != '\0');
}

/* The branch with the first letters of a key; NULL: there is none. */
static struct gau_agreement_branch *find(const struct gau_agreement_work *work, const char *key,
                                         size_t length)
{
    const struct prefix prefix = {key, length};

    return bsearch(&prefix, work->branches, work->n_branches, sizeof *work->branches,
                   compare_prefix);
}

/* The row that an identifier is in: its own, or the nearest above, below the root; NULL: there is
 * none. @p above: not its own. */
static struct gau_agreement_branch *row_of(const struct gau_agreement_work *work, const char *key,
                                           bool above)
{
    for (size_t length = strlen(key);; length--, above = false) {
        struct gau_agreement_branch *const row = above ? NULL : find(work, key, length);

        if (row && row->marked)
            return row;
        while (length > 0 && key[length - 1] != ' ')
            length--;
        if (length == 0)
            return NULL;
    }
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
    to->outside &= branch->outside;
}

/* Of all runs, and of times and lags. */
static void join_equal(struct gau_agreement_work *work)
{
    uint32_t n = 0;

    for (size_t i = 0; i < work->n_branches; i++)
        work->branches[i].key = key_of(work, work->branches[i].path);
    if (work->n_branches > 1)
        qsort(work->branches, work->n_branches, sizeof *work->branches, by_key);
    for (size_t i = 0; i < work->n_branches; i++) {
        if (n > 0 && by_key(&work->branches[n - 1], &work->branches[i]) == 0)
            add(&work->branches[n - 1], &work->branches[i]);
        else
            work->branches[n++] = work->branches[i];
    }
    work->n_branches = n;
    for (size_t i = 0; i < n; i++) {
        struct gau_agreement_row *const row = &work->branches[i].row;
        const double self_s = work->out->cpu ? row->cpu_s : row->wall_s;

        row->timer_s = self_s > 0 ? self_s : 0; /* NAN and what must not be: a note says so */
        work->negative += self_s < 0;
    }
}

/* Also those that no sample is of: they are named before the first event. */
static void find_marked(struct gau_agreement_work *work)
{
    bool some = false;

    for (size_t i = 0; i < work->n_sources; i++) {
        const struct gau_profile *const profile = work->sources[i].result.profile;

        for (uint32_t task = 1; task < profile->task_count; task++) {
            const char *const key = key_of(work, profile->tasks[task].name);
            struct gau_agreement_branch *const branch = find(work, key, strlen(key));

            if (branch && !branch->outside)
                some = branch->marked = true;
        }
    }
    if (!some)
        gau_view_fail(work->error, GAU_VIEW_USAGE,
                      "no branch of '%.*s' is a task in the samples: was there an IttAuditor in "
                      "that run, of the same job?",
                      GAU_VIEW_QUOTE(work->sources[0].timings.folder));
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
static void relate(struct gau_agreement_work *work)
{
    const char *const whole = work->sources[0].timings.whole;
    struct gau_agreement_branch *const root = find(work, whole, strlen(whole));
    double calls = 0, begin_s = 0, end_s = 0;

    for (size_t i = 0; i < work->n_branches; i++) {
        struct gau_agreement_branch *const branch = &work->branches[i];
        struct gau_agreement_branch *above = row_of(work, branch->key, true);

        if (branch->outside)
            continue;
        if (!above && root != branch && root && root->marked)
            above = root;
        branch->row.timer_s += moved_of(branch);
        if (above)
            above->row.timer_s -= moved_of(branch);
        if (branch->row.calls > 0) {
            calls += branch->lag_calls;
            begin_s += branch->begin_s;
            end_s += branch->end_s;
        }
        if (!branch->marked) {
            fold(work, &branch->row, above ? &above->row : NULL);
            continue;
        }
        branch->row.entries += (double)branch->row.calls;
        if (above)
            above->row.entries += (double)branch->row.calls;
    }
    work->out->lag_begin_s = calls > 0 ? begin_s / calls : (double)NAN;
    work->out->lag_end_s = calls > 0 ? end_s / calls : (double)NAN;
}

/* --- samples ------------------------------------------------------------------------------- */

/* Of what the timer has outside of events there is no row; of what lies deeper than the timer has
 * looked, the nearest above. */
static struct gau_agreement_branch *row_of_task(struct gau_agreement_work *work, const char *type)
{
    const char *const key = key_of(work, type);
    const struct gau_agreement_branch *const branch = find(work, key, strlen(key));

    return branch && branch->outside ? NULL : row_of(work, key, false);
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

static void add_samples(struct gau_agreement_work *work, const struct gau_profile *profile)
{
    struct gau_agreement_branch **const rows =
        gau_heap_take(&work->heap, ((size_t)profile->task_count + 1) * sizeof *rows);

    if (!rows) {
        no_memory(work);
        return;
    }
    for (uint32_t i = 1; i < profile->task_count; i++)
        rows[i] = row_of_task(work, profile->tasks[i].name);
    for (uint32_t i = 0; i < profile->sample_count; i++)
        add_sample(work, rows[profile->samples[i].task],
                   (double)profile->samples[i].weight_ns / 1e9);
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
                      "runs (--runs), or a shorter --interval",
                      runs, work->events, work->events == 1 ? "" : "s");
}

static void sample(struct gau_agreement_work *work)
{
    struct gau_agreement *const out = work->out;

    for (size_t i = 0; i < work->n_sources; i++)
        add_samples(work, work->sources[i].result.profile);
    if (!(out->sampled_s > 0))
        refuse_empty(work);
    out->effective = out->sampled_s * out->sampled_s / work->squares;
    out->interval_s = work->cubes / work->squares;
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
static void make_rows(struct gau_agreement_work *work)
{
    struct gau_agreement *const out = work->out;

    out->rows = calloc(work->n_branches + 1, sizeof *out->rows);
    for (size_t i = 0; out->rows && i < work->n_branches; i++) {
        struct gau_agreement_row *const row = &work->branches[i].row;

        row->timer_s = fmax(row->timer_s, 0);
        if (!work->branches[i].marked)
            continue;
        out->timer_s += row->timer_s;
        if (row->calls == 0 && row->samples == 0 && row->timer_s <= 0)
            continue;
        row->path = strdup(work->branches[i].path);
        if (row->path)
            out->rows[out->n++] = *row;
        else
            no_memory(work);
    }
    if (!out->rows)
        no_memory(work);
    else
        qsort(out->rows, out->n, sizeof *out->rows, by_time);
}

void gau_agreement_join(struct gau_agreement_work *work)
{
    static void (*const steps[])(struct gau_agreement_work * work) = {join_equal, find_marked,
                                                                      relate, sample, make_rows};

    for (size_t i = 0; i < sizeof steps / sizeof *steps && is_fine(work); i++)
        steps[i](work);
    if (!(work->out->timer_s > 0) || !isfinite(work->out->timer_s))
        gau_view_fail(work->error, GAU_VIEW_USAGE,
                      "the timer of '%.*s' has no time for what is sampled",
                      GAU_VIEW_QUOTE(work->sources[0].timings.folder));
}
