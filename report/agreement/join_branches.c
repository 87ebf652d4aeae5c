/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement_internal.h"

#include "documents/branch_groups.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Joins branches of the timer and task types of samples to rows: a row is a branch whose identifier
 * is a task type. Branches without a task type belong to the row above, on both sides.
 */

static void fail_memory(const struct gau_agreement_state *work)
{
    gau_fail_memory(work->error, "branches of the comparison");
}

/* --- identifiers --------------------------------------------------------------------------- */

char *gau_agreement_copy(const struct gau_agreement_state *work, const char *text)
{
    char *const copy = gau_bump_allocator_take(&work->out->heap, strlen(text) + 1);

    if (!copy)
        fail_memory(work);
    return copy ? strcpy(copy, text) : NULL;
}

/* Replaces the delimiter of task types by blanks, so that the identifier and the task type of a
 * branch are equal. NULL: out of memory. */
static char *key_of(const struct gau_agreement_state *work, const char *text)
{
    const size_t length = strlen(work->delimiter);
    char *const key = gau_agreement_copy(work, text);

    for (char *to = key; to && *text; to++) {
        const bool is_delimiter = length > 0 && strncmp(text, work->delimiter, length) == 0;

        *to = (char)(is_delimiter ? ' ' : *text);
        text += is_delimiter ? length : 1;
        to[1] = '\0';
    }
    return key;
}

static int by_key(const void *a, const void *b)
{
    const struct gau_agreement_branch *const left = a, *const right = b;

    return strcmp(left->key, right->key);
}

/* Returns NULL if there is none. */
static struct gau_agreement_branch *find_branch(const struct gau_agreement_state *work,
                                                const char *key)
{
    const struct gau_agreement_branch wanted = {.key = key};

    return bsearch(&wanted, work->branches, work->n_branches, sizeof wanted, by_key);
}

static bool is_row(const struct gau_agreement_branch *branch)
{
    return branch && branch->inside && (branch->task || branch->marked);
}

/* Returns the nearest row above a branch, below the root; NULL if there is none. */
static struct gau_agreement_branch *find_above(const struct gau_agreement_state *work,
                                               const struct gau_agreement_branch *branch)
{
    char *const key = key_of(work, branch->row.path);

    for (char *blank; key && (blank = strrchr(key, ' '));) {
        struct gau_agreement_branch *above;

        *blank = '\0';
        above = find_branch(work, key);
        if (is_row(above))
            return above;
    }
    return NULL;
}

/* --- branches ------------------------------------------------------------------------------ */

void gau_agreement_add(struct gau_agreement_state *work, const char *path,
                       struct gau_agreement_branch branch)
{
    branch.row.path = gau_agreement_copy(work, path);
    branch.key = key_of(work, path);
    if (!branch.row.path || !branch.key ||
        !gau_array_grow(&work->branches, work->n_branches, &work->branches_size, sizeof branch))
        fail_memory(work);
    else
        work->branches[work->n_branches++] = branch;
}

static void move_samples(struct gau_agreement_branch *to, struct gau_agreement_branch *from)
{
    to->row.samples += from->row.samples;
    to->row.sampled_s += from->row.sampled_s;
    to->squares += from->squares;
    to->cubes += from->cubes;
    from->row.samples = 0;
    from->row.sampled_s = 0;
}

static void add_branch(struct gau_agreement_branch *to, struct gau_agreement_branch *branch)
{
    to->row.calls += branch->row.calls;
    to->row.wall_s += branch->row.wall_s;
    to->row.cpu_s += branch->row.cpu_s;
    to->delay_calls += branch->delay_calls;
    to->begin_s += branch->begin_s;
    to->end_s += branch->end_s;
    to->inside |= branch->inside;
    to->outside |= branch->outside;
    to->called_outside |= branch->called_outside;
    to->task |= branch->task;
    to->marked |= branch->marked;
    to->within |= branch->within;
    if (!to->group)
        to->group = branch->group;
    move_samples(to, branch);
}

/* Joins equal branches of all runs, and those of times, ITT delays and tasks. */
static void join_equal(struct gau_agreement_state *work)
{
    bool some = false;
    uint32_t n = 0;

    qsort(work->branches, work->n_branches, sizeof *work->branches, by_key);
    for (size_t i = 0; i < work->n_branches; i++) {
        if (n > 0 && by_key(&work->branches[n - 1], &work->branches[i]) == 0)
            add_branch(&work->branches[n - 1], &work->branches[i]);
        else
            work->branches[n++] = work->branches[i];
    }
    work->n_branches = n;
    for (size_t i = 0; i < n; i++) {
        struct gau_agreement_row *const row = &work->branches[i].row;
        const double self_s = work->out->cpu ? row->cpu_s : row->wall_s;

        row->timer_s = self_s > 0 ? self_s : 0; /* notes report NAN and negative times */
        work->negative += self_s < 0;
        some |= work->branches[i].inside && work->branches[i].task;
    }
    if (!some)
        gau_fail_first(work->error, GAU_ERR_USAGE,
                       "no branch of '%.*s' is a task in the samples: was there an IttAuditor in "
                       "that run, of the same job?",
                       GAU_QUOTE(work->runs->timers[0]));
}

/*
 * For the timer, a call is between its timestamps; for samples, between its ITT calls. Where the
 * IttAuditor has measured the ITT delays, the timer's times are corrected to the ITT calls. The
 * difference is moved between the branch and the row above.
 */
static double moved_of(const struct gau_agreement_branch *branch)
{
    return branch->delay_calls > 0
               ? (double)branch->row.calls * (branch->end_s - branch->begin_s) / branch->delay_calls
               : 0;
}

/* Moves a branch without a task type of its own to the row above. */
static void fold_row(struct gau_agreement_state *work, const struct gau_agreement_row *row,
                     struct gau_agreement_branch *above)
{
    if (above) {
        work->folded += row->calls > 0;
        above->row.timer_s += row->timer_s;
        above->row.wall_s += row->wall_s;
        above->row.cpu_s += row->cpu_s;
    } else if (row->calls > 0) {
        work->left_out++;
        work->left_out_s += row->timer_s;
        if (!work->most_left_out || row->timer_s > work->most_left_out_s) {
            work->most_left_out = row->path;
            work->most_left_out_s = row->timer_s;
        }
    }
}

/* The self time of a row begins with each call, and that of the row above with each return. A call
 * between two branches of one group, or inside of `whole`, begins nothing. */
static void count_entries(struct gau_agreement_state *work, struct gau_agreement_branch *branch,
                          struct gau_agreement_branch *above)
{
    const double calls = (double)branch->row.calls;
    const bool same =
        above && branch->group && above->group && strcmp(branch->group, above->group) == 0;

    if (branch->within && !(above && above->within))
        work->out->whole.entries += calls;
    if (same)
        return;
    branch->row.entries += calls;
    if (above)
        above->row.entries += calls;
}

/* Adds the ITT delays of a branch and the begins of its self times to the row above. Samples below
 * the depth of the timer belong to the nearest row above. */
static void correct_times(struct gau_agreement_state *work)
{
    struct gau_agreement_branch *const root = find_branch(work, work->whole);
    struct gau_agreement_branch none = {0};
    double calls = 0, begin_s = 0, end_s = 0;

    for (size_t i = 0; i < work->n_branches; i++) {
        struct gau_agreement_branch *const branch = &work->branches[i];
        struct gau_agreement_branch *above = find_above(work, branch);

        if (!branch->inside) {
            if (above && !branch->outside)
                move_samples(above, branch);
            continue;
        }
        if (!above && root != branch && is_row(root))
            above = root;
        if (branch->row.calls > 0) {
            calls += branch->delay_calls;
            begin_s += branch->begin_s;
            end_s += branch->end_s;
        }
        branch->row.timer_s += moved_of(branch);
        (above ? above : &none)->row.timer_s -= moved_of(branch);
        if (!is_row(branch)) {
            fold_row(work, &branch->row, above);
            continue;
        }
        count_entries(work, branch, above);
    }
    work->out->itt_delay_begin_s = calls > 0 ? begin_s / calls : (double)NAN;
    work->out->itt_delay_end_s = calls > 0 ? end_s / calls : (double)NAN;
}

/* --- groups -------------------------------------------------------------------------------- */

static int by_group(const void *a, const void *b)
{
    const struct gau_agreement_branch *const left = a, *const right = b;

    return is_row(left) != is_row(right) ? is_row(right) - is_row(left) : by_key(a, b);
}

static void merge_branch(struct gau_agreement_branch *to, struct gau_agreement_branch *from)
{
    to->row.timer_s += from->row.timer_s;
    to->row.within_s += from->row.within_s;
    to->row.entries += from->row.entries;
    add_branch(to, from);
}

/* Branches that shares are relative to are summed up while rows are still branches. Then rows
 * become groups. */
static void join_groups(struct gau_agreement_state *work)
{
    struct gau_agreement_row *const whole = &work->out->whole;
    const char *const relative_to = work->runs->relative_to;
    uint32_t n = 0;

    for (size_t i = 0; i < work->n_branches; i++) {
        struct gau_agreement_branch *const branch = &work->branches[i];

        if (is_row(branch) && branch->within) {
            branch->row.within_s = fmax(branch->row.timer_s, 0);
            whole->timer_s += branch->row.within_s;
            whole->sampled_s += branch->row.sampled_s;
            whole->samples += branch->row.samples;
        }
        if (is_row(branch) && branch->group)
            branch->key = branch->row.path = branch->group;
    }
    if (relative_to && relative_to[0] &&
        !gau_branch_check_time(relative_to, whole->timer_s, work->error))
        return;
    if (!work->runs->group_by)
        return;
    qsort(work->branches, work->n_branches, sizeof *work->branches, by_group);
    for (size_t i = 0; i < work->n_branches; i++)
        if (n > 0 && is_row(&work->branches[i]) &&
            by_group(&work->branches[n - 1], &work->branches[i]) == 0)
            merge_branch(&work->branches[n - 1], &work->branches[i]);
        else
            work->branches[n++] = work->branches[i];
    work->n_branches = n;
}

/* --- rows ---------------------------------------------------------------------------------- */

static void refuse_empty(const struct gau_agreement_state *work)
{
    const struct gau_agreement_runs *const of = work->runs;
    char runs[64] = "";

    if (of->n > 1)
        snprintf(runs, sizeof runs, "%zu runs of ", of->n);
    if (of->events == 0)
        gau_fail_first(work->error, GAU_ERR_USAGE,
                       "none of the samples of '%.*s' is in %s, or a shorter --interval",
                       GAU_QUOTE(of->samples[0]),
                       work->out->events > 0 ? "the event loop: more events"
                                             : "a section: a longer run");
    else
        gau_fail_first(work->error, GAU_ERR_USAGE,
                       "%s%" PRIu64 " event%s: not one sample in the event loop; more events, more "
                       "runs (--runs), or a shorter --interval",
                       runs, of->events, of->events == 1 ? "" : "s");
}

static int by_time(const void *a, const void *b)
{
    const struct gau_agreement_row *const left = a, *const right = b;

    if (left->timer_s != right->timer_s)
        return (left->timer_s < right->timer_s) - (left->timer_s > right->timer_s);
    return strcmp(left->path, right->path);
}

/* Branches that were never called and are in no sample get no row. */
static void add_row(struct gau_agreement *out, struct gau_agreement_row *row)
{
    row->timer_s = fmax(row->timer_s, 0);
    out->timer_s += row->timer_s;
    out->samples += row->samples;
    out->sampled_s += row->sampled_s;
    if (row->calls > 0 || row->samples > 0 || row->timer_s > 0)
        out->rows[out->n++] = *row;
}

static void make_rows(struct gau_agreement_state *work)
{
    struct gau_agreement *const out = work->out;
    double squares = 0, cubes = 0;

    out->rows = gau_bump_allocator_take(&out->heap, work->n_branches * sizeof *out->rows);
    for (size_t i = 0; out->rows && i < work->n_branches; i++) {
        struct gau_agreement_branch *const branch = &work->branches[i];

        if (is_row(branch)) {
            add_row(out, &branch->row);
            squares += branch->squares;
            cubes += branch->cubes;
        } else {
            out->outside += branch->row.samples;
            out->outside_s += branch->row.sampled_s;
        }
    }
    if (!out->rows)
        fail_memory(work);
    else if (!(out->sampled_s > 0))
        refuse_empty(work);
    else
        qsort(out->rows, out->n, sizeof *out->rows, by_time);
    if (work->left_out_s > 0)
        out->left_out = work->left_out_s / (out->timer_s + work->left_out_s);
    out->effective = out->sampled_s * out->sampled_s / squares;
    out->interval_s = cubes / squares;
}

void gau_agreement_join(struct gau_agreement_state *work)
{
    static void (*const steps[])(struct gau_agreement_state * work) = {join_equal, correct_times,
                                                                       join_groups, make_rows};

    for (size_t i = 0; i < sizeof steps / sizeof *steps && work->error->status == GAU_OK; i++)
        steps[i](work);
    if (!(work->out->timer_s > 0) || !isfinite(work->out->timer_s))
        gau_fail_first(work->error, GAU_ERR_USAGE,
                       "the timer of '%.*s' has no time for what is sampled",
                       GAU_QUOTE(work->runs->timers[0]));
}

const struct gau_agreement_row *gau_agreement_row(const struct gau_agreement *agreement,
                                                  const char *path)
{
    for (size_t i = 0; i < agreement->n; i++)
        if (strcmp(agreement->rows[i].path, path) == 0)
            return &agreement->rows[i];
    return NULL;
}
