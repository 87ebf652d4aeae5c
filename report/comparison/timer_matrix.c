/* SPDX-License-Identifier: Apache-2.0 */
#include "report/comparison/run_matrix.h"

#include "report/symbols/text_pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct joining {
    struct gau_matrix *set;
    const struct gau_timer_row **firsts; /* of each row, in the first run that has it */
    uint32_t *rows;                      /* of each branch of each run, from 1 on */
    uint32_t n;
    struct gau_bump_allocator heap;
    struct gau_text_pool texts;
    struct gau_map map; /* from numbers of texts to rows */
};

static double time_of(const struct gau_matrix *set, const struct gau_timer_row *timing)
{
    return set->cpu ? timing->cpu_self_s : timing->self_s;
}

/* --- the runs ------------------------------------------------------------------------------ */

/* Self times may be a little below 0 by rounding, and then count as 0. */
static bool check_times(const struct gau_matrix *set, const struct gau_timer_result *timings,
                        gau_error *error)
{
    double sum = 0;

    for (size_t i = 0; i < timings->n; i++)
        sum += fmax(time_of(set, &timings->rows[i]), 0);
    for (size_t i = 0; i < timings->n; i++)
        if (time_of(set, &timings->rows[i]) < -1e-6 * sum) {
            gau_fail_first(error, GAU_ERR_IO,
                           "'%.*s' has a negative self time, of '%.*s': the result is damaged",
                           GAU_QUOTE(timings->folder), GAU_QUOTE(timings->rows[i].path));
            return false;
        }
    if (!(sum > 0))
        gau_fail_first(error, GAU_ERR_IO, "'%.*s' has no branch with a time above 0",
                       GAU_QUOTE(timings->folder));
    return sum > 0;
}

/* Counts the branches of all runs, each as often as there are runs that have it. */
static bool check_runs(size_t *n, struct gau_matrix *set, gau_error *error)
{
    set->cpu = true;
    for (size_t run = 0; run < gau_matrix_runs(set); run++) {
        const struct gau_timer_result *const timings = set->runs[run];

        if (!timings->timed || timings->n == 0) {
            gau_fail_first(error, GAU_ERR_USAGE,
                           "'%.*s' has no times of branches: it needs a TimerAuditor (gaudit run "
                           "--time)",
                           GAU_QUOTE(timings->folder));
            return false;
        }
        set->cpu &= timings->cpu_known;
        *n += timings->n;
    }
    for (size_t run = 0; run < gau_matrix_runs(set); run++)
        if (!check_times(set, set->runs[run], error))
            return false;
    return true;
}

/* --- the rows ------------------------------------------------------------------------------ */

/* Rows are found by root and path, and numbered from 1 on. */
static uint32_t find_row(struct joining *j, const struct gau_timer_row *row)
{
    const uint64_t key = (uint64_t)gau_text_pool_put(&j->texts, row->root) << 33 |
                         (uint64_t)gau_text_pool_put(&j->texts, row->path) << 1 | row->is_root;
    uint32_t step = 0;
    const uint32_t found = gau_map_next(&j->map, key, &step);

    if (found)
        return found;
    j->firsts[j->n++] = row;
    j->texts.failed |= !gau_map_add(&j->map, key, j->n);
    return j->n;
}

/* Rows are in the order of the tree of the first run that has them. */
static bool list_rows(struct joining *j)
{
    uint32_t *number = j->rows;

    for (size_t run = 0; run < gau_matrix_runs(j->set); run++)
        for (size_t i = 0; i < j->set->runs[run]->n; i++)
            *number++ = find_row(j, &j->set->runs[run]->rows[i]);
    return !j->texts.failed;
}

static void put_times(struct joining *j)
{
    struct gau_matrix *const set = j->set;
    const uint32_t *number = j->rows;

    for (; set->n < j->n; set->n++) {
        struct gau_matrix_row *const row = &set->rows[set->n];
        const struct gau_timer_row *const first = j->firsts[set->n];

        *row = (struct gau_matrix_row){
            .root = first->root, .path = first->path, .module = "", .is_root = first->is_root};
        gau_matrix_place(set, row, set->n);
        for (size_t run = 0; run < gau_matrix_runs(set); run++)
            gau_matrix_put(set, row, run, NAN);
    }
    for (size_t run = 0; run < gau_matrix_runs(set); run++)
        for (size_t i = 0; i < set->runs[run]->n; i++)
            gau_matrix_put(set, &set->rows[*number++ - 1], run,
                           time_of(set, &set->runs[run]->rows[i]));
}

/* About half of the timer's cost of a call is in the branch, and the rest in its parent. As a
 * bound, each counts all of it. A row has the mean of the runs that have it. */
static void add_calibrated_costs(struct joining *j)
{
    struct gau_matrix *const set = j->set;
    const uint32_t *number = j->rows;

    for (size_t run = 0; run < gau_matrix_runs(set); run++)
        for (size_t i = 0; i < set->runs[run]->n; i++) {
            const struct gau_timer_row *const timing = &set->runs[run]->rows[i];
            const double calls = (double)timing->calls + (double)timing->child_calls;

            set->rows[*number++ - 1].calibrated_cost_s +=
                fmax(set->runs[run]->overhead_s, 0) * calls / set->run_events[run];
        }
    for (size_t i = 0; i < set->n; i++) {
        size_t n = 0;

        for (size_t run = 0; run < gau_matrix_runs(set); run++)
            n += isnan(set->rows[i].values[GAU_BASELINE][run]) ? 0 : 1;
        set->rows[i].calibrated_cost_s /= (double)n;
    }
}

/* Sums are in the units of rows, so of a setup only the part per event counts. */
static void sum_up(struct gau_matrix *set)
{
    for (size_t i = 0; i < set->n; i++) {
        gau_matrix_finish(set, &set->rows[i]);
        for (size_t run = 0; run < gau_matrix_runs(set); run++) {
            const double value = set->rows[i].values[GAU_BASELINE][run];

            set->total.values[GAU_BASELINE][run] += isnan(value) ? 0 : value * set->run_events[run];
        }
    }
    gau_matrix_sum(set);
}

static void fill_relative(struct gau_matrix *set)
{
    set->is_relative = set->runs[0]->relative;
    set->relative.root = "";
    for (size_t run = 0; run < gau_matrix_runs(set); run++)
        gau_matrix_put(set, &set->relative, run,
                       set->cpu ? set->runs[run]->cpu_within_s : set->runs[run]->within_s);
    gau_matrix_finish(set, &set->relative);
}

/* Labels are those of the tree of the last run. */
static bool label_rows(struct gau_matrix *set, const struct gau_timer_row *const *timings)
{
    const char *const whole = set->runs[gau_matrix_runs(set) - 1]->whole;

    set->labels = calloc(set->n + 1, sizeof *set->labels);
    if (!set->labels || !gau_labels_make(set->labels, timings, set->n, whole))
        return false;
    for (size_t i = 0; i < set->n; i++)
        set->rows[i].label = set->labels[i];
    return true;
}

static bool join_rows(struct gau_matrix *set, size_t n)
{
    struct joining j = {.set = set,
                        .firsts = calloc(n + 1, sizeof *j.firsts),
                        .rows = calloc(n + 1, sizeof *j.rows)};
    bool fits = j.firsts && j.rows && gau_text_pool_init(&j.texts, &j.heap) && list_rows(&j) &&
                gau_matrix_make_room(set, j.n);

    if (fits) {
        put_times(&j);
        add_calibrated_costs(&j);
        sum_up(set);
        fill_relative(set);
        fits = !j.texts.failed && label_rows(set, j.firsts);
    }
    free(j.firsts);
    free(j.rows);
    gau_map_clear(&j.map);
    gau_text_pool_clear(&j.texts);
    gau_bump_allocator_clear(&j.heap);
    return fits;
}

gau_status gau_matrix_of_timers(struct gau_matrix *out, const struct gau_timer_result_set *a,
                                const struct gau_timer_result_set *b, gau_error *error)
{
    size_t n = 0;

    *out = (struct gau_matrix){.kind = GAU_ROWS_BRANCHES};
    if (gau_matrix_begin(out, a, b, error) && check_runs(&n, out, error) && !join_rows(out, n))
        gau_matrix_no_memory(out, error);
    if (error->status != GAU_OK)
        gau_matrix_clear(out);
    return error->status;
}
