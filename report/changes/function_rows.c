/* SPDX-License-Identifier: Apache-2.0 */
#include "function_rows.h"

#include "report/hotspots/query.h"
#include "report/views/document.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- one run ------------------------------------------------------------------------------- */

static bool has_samples(const char *folder)
{
    DIR *const dir = opendir(folder);
    const struct dirent *entry;
    bool found = false;

    while (dir && !found && (entry = readdir(dir))) {
        const size_t length = strlen(entry->d_name);

        found = strncmp(entry->d_name, "samples", 7) == 0 && length > 11 - 1 &&
                strcmp(entry->d_name + length - 4, ".gtr") == 0;
    }
    if (dir)
        closedir(dir);
    return found;
}

static struct gau_sampled sampled_of(const struct gau_hot_group *group)
{
    return (struct gau_sampled){.samples = group->samples,
                                .time_s = 1e-9 * (double)group->weight_ns,
                                .error_s = 1e-9 * group->error_ns,
                                .share_error_s = 1e-9 * group->share_error_ns};
}

/* NULL: no memory. */
static struct gau_changed_function *row_of(struct gau_changed_functions *out, const char *task,
                                           const char *function)
{
    const uint32_t task_number = gau_texts_put(&out->texts, task);
    const uint32_t function_number = gau_texts_put(&out->texts, function);
    const uint64_t key = (uint64_t)task_number << 32 | function_number;
    uint32_t step = 0, number = gau_map_next(&out->map, key, &step);
    struct gau_changed_function *row;

    if (number > 0)
        return &out->items[number - 1];
    if (out->texts.failed || !gau_grow(&out->items, out->n, &out->size, sizeof *out->items))
        return NULL;
    row = &out->items[out->n];
    *row = (struct gau_changed_function){
        .task = out->texts.items[task_number],
        .function = out->texts.items[function_number],
        .runs = gau_heap_take(&out->heap, out->n_runs * sizeof *row->runs),
        .rank = out->n,
    };
    if (!row->runs || !gau_map_add(&out->map, key, out->n + 1))
        return NULL;
    out->n++;
    return row;
}

static bool add_group(struct gau_changed_functions *out, size_t run, const char *task,
                      const char *function, const struct gau_hot_group *group)
{
    struct gau_changed_function *const row = row_of(out, task, function);

    if (row)
        row->runs[run] = sampled_of(group);
    return row != NULL;
}

static bool add_groups(struct gau_changed_functions *out, size_t run,
                       const struct gau_hot_result *result, const struct gau_hot_query *query,
                       const struct gau_hot_grouping *grouping)
{
    static const size_t size = GAU_HOT_TEXT_SIZE;
    char *const task_room = malloc(size), *const room = malloc(size);
    const struct gau_hot_group *const root = &grouping->groups[0];
    bool fits = task_room && room;

    out->wholes[run] = sampled_of(root);
    for (uint32_t i = 0; fits && i < root->count; i++) {
        const struct gau_hot_group *const task = gau_hot_child(grouping, root, i);
        const char *const name = gau_hot_group_text(result, query, task, task_room, size);

        for (uint32_t k = 0; fits && k < task->count; k++) {
            const struct gau_hot_group *const group = gau_hot_child(grouping, task, k);

            fits = add_group(out, run, name, gau_hot_group_text(result, query, group, room, size),
                             group);
        }
    }
    free(task_room);
    free(room);
    return fits;
}

static void remember(struct gau_changed_functions *out, const struct gau_view_error *error)
{
    if (!out->problem)
        out->problem = strdup(error->message);
}

static bool is_known(const struct gau_hot_notes *notes, const char *text)
{
    for (size_t i = 0; i < notes->count; i++)
        if (strcmp(notes->items[i], text) == 0)
            return true;
    return false;
}

/* Such as that there are no symbols. */
static void remember_warnings(struct gau_changed_functions *out,
                              const struct gau_hot_result *result)
{
    struct gau_hot_notes notes = {0};

    gau_hot_result_notes(result, &notes);
    for (size_t i = 0; i < notes.count; i++)
        if (strncmp(notes.items[i], "warning:", 8) == 0 &&
            !is_known(&out->warnings, notes.items[i]))
            gau_hot_note(&out->warnings, "%s", notes.items[i]);
    gau_hot_notes_clear(&notes);
}

/* What cannot be read is no failure: the timer knows the rest. */
static bool add_run(struct gau_changed_functions *out, size_t run, const char *folder)
{
    static const struct gau_hot_options options = {.group_by = NULL};
    struct gau_view_error error = {0};
    struct gau_hot_result result;
    struct gau_hot_grouping grouping = {0};
    struct gau_hot_query query = {0};
    bool fits = true;

    if (!has_samples(folder))
        return true;
    if (!gau_hot_result_open(&result, folder, false, &error)) {
        remember(out, &error);
        return true;
    }
    if (gau_hot_query_read(&query, &options, "task,function", &result, &error) &&
        gau_hot_group(&grouping, &result, &query, &error))
        fits = add_groups(out, run, &result, &query, &grouping);
    else
        remember(out, &error);
    remember_warnings(out, &result);
    gau_hot_grouping_clear(&grouping);
    gau_hot_query_clear(&query);
    gau_hot_result_clear(&result);
    return fits;
}

/* --- sums ---------------------------------------------------------------------------------- */

static struct gau_sampled sum_of(const struct gau_sampled *runs, size_t n)
{
    struct gau_sampled sum = {0};

    for (size_t i = 0; i < n; i++) {
        sum.samples += runs[i].samples;
        sum.time_s += runs[i].time_s;
        sum.error_s = hypot(sum.error_s, runs[i].error_s);
        sum.share_error_s = hypot(sum.share_error_s, runs[i].share_error_s);
    }
    return sum;
}

/* Events of the runs of a side that have samples. */
static double events_of(const struct gau_changes_side *side, const struct gau_sampled *wholes)
{
    double events = 0;

    for (size_t i = 0; i < side->set.n; i++)
        if (wholes[i].samples > 0)
            events += gau_branches_events(&side->set.runs[i]);
    return events;
}

/* Times per event; false: some runs have none, so that there are no logarithms. */
static bool read_times(double *values, const struct gau_changes_side *side,
                       const struct gau_sampled *runs, const struct gau_sampled *wholes)
{
    size_t known = 0;

    for (size_t i = 0; i < side->set.n; i++) {
        values[i] = wholes[i].samples > 0 ? runs[i].time_s / gau_branches_events(&side->set.runs[i])
                                          : (double)NAN;
        if (wholes[i].samples > 0 && runs[i].samples == 0)
            return false;
        known += wholes[i].samples > 0;
    }
    return known > 1;
}

static void finish_row(struct gau_changed_function *row, const struct gau_changed_functions *out,
                       struct gau_changes *changes, const struct gau_sampled wholes[2])
{
    const size_t na = out->n_a, nb = out->n_runs - na;
    const double events_a = events_of(&changes->a, out->wholes);
    const double events_b = events_of(&changes->b, out->wholes + na);

    row->a = sum_of(row->runs, na);
    row->b = sum_of(row->runs + na, nb);
    row->share_a = 100 * row->a.time_s / wholes[0].time_s;
    row->share_b = 100 * row->b.time_s / wholes[1].time_s;
    row->points_error = hypot(100 * row->a.share_error_s / wholes[0].time_s,
                              100 * row->b.share_error_s / wholes[1].time_s);
    if (read_times(changes->values_a, &changes->a, row->runs, out->wholes) &&
        read_times(changes->values_b, &changes->b, row->runs + na, out->wholes + na))
        row->time = gau_change_of(changes->values_a, na, changes->values_b, nb);
    row->between_runs = row->time.ratio.low > 0; /* they do spread */
    if (!row->between_runs)
        row->time = gau_change_sampled(row->a.time_s / events_a, row->a.error_s / events_a,
                                       row->b.time_s / events_b, row->b.error_s / events_b);
}

static int by_change(const void *a, const void *b)
{
    const struct gau_changed_function *const left = a, *const right = b;
    const double x = fabs(left->share_b - left->share_a), y = fabs(right->share_b - right->share_a);

    if (x > y || x < y)
        return x < y ? 1 : -1;
    return (left->rank > right->rank) - (left->rank < right->rank);
}

static bool mark_clear(struct gau_changed_functions *out)
{
    double *const p = calloc(out->n + 1, sizeof *p);
    bool *const clear = calloc(out->n + 1, sizeof *clear);
    const bool done = p && clear;

    for (uint32_t i = 0; done && i < out->n; i++) {
        p[i] = out->items[i].time.p;
        out->tests += isnan(p[i]) ? 0 : 1;
    }
    if (done && gau_changes_mark(clear, p, out->n))
        for (uint32_t i = 0; i < out->n; i++)
            out->items[i].clear = clear[i];
    free(p);
    free(clear);
    return done;
}

static bool finish(struct gau_changed_functions *out, struct gau_changes *changes)
{
    const struct gau_sampled wholes[2] = {sum_of(out->wholes, out->n_a),
                                          sum_of(out->wholes + out->n_a, out->n_runs - out->n_a)};

    if (!gau_changed_functions_known(out))
        return true;
    for (uint32_t i = 0; i < out->n; i++)
        finish_row(&out->items[i], out, changes, wholes);
    if (!mark_clear(out))
        return false;
    if (out->n > 1)
        qsort(out->items, out->n, sizeof *out->items, by_change);
    return true;
}

bool gau_changed_functions_known(const struct gau_changed_functions *functions)
{
    const size_t n = functions->n_a;

    return sum_of(functions->wholes, n).time_s > 0 &&
           sum_of(functions->wholes + n, functions->n_runs - n).time_s > 0;
}

bool gau_changed_functions_read(struct gau_changed_functions *out, struct gau_changes *changes)
{
    const struct gau_timings_set *const a = &changes->a.set, *const b = &changes->b.set;
    bool fits;

    *out = (struct gau_changed_functions){.n_a = a->n, .n_runs = a->n + b->n};
    out->wholes = calloc(out->n_runs, sizeof *out->wholes);
    fits = out->wholes && gau_texts_init(&out->texts, &out->heap);
    for (size_t i = 0; fits && i < out->n_runs; i++)
        fits = add_run(out, i, i < a->n ? a->runs[i].folder : b->runs[i - a->n].folder);
    return fits && finish(out, changes);
}

void gau_changed_functions_clear(struct gau_changed_functions *functions)
{
    free(functions->items);
    free(functions->wholes);
    free(functions->problem);
    gau_hot_notes_clear(&functions->warnings);
    gau_map_clear(&functions->map);
    gau_texts_clear(&functions->texts);
    gau_heap_clear(&functions->heap);
    *functions = (struct gau_changed_functions){0};
}
