/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* S_ISREG() */
#include "event_changes.h"

#include "comparability.h"

#include "documents/document.h"
#include "report/events/event_reader.h"
#include "report/events/trace_events.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool fail_memory(gau_error *error)
{
    gau_fail_memory(error, "comparison of events");
    return false;
}

/* --- which runs have events ---------------------------------------------------------------- */

static bool is_file(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* A result may be a file of k4Bench. */
static bool has_events(const char *path)
{
    return is_file(path) || gau_trace_events_exist(path);
}

static bool all_have_events(struct gau_notes *notes, const struct gau_timer_result_set sets[2])
{
    const struct gau_timer_result *with = NULL, *without = NULL;

    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sets[side].n; i++) {
            const struct gau_timer_result *const run = &sets[side].runs[i];

            *(has_events(run->folder) ? &with : &without) = run;
        }
    if (with && without)
        gau_notes_add(notes,
                      "events are not compared: '%.*s' has none: run the job with '--event-data'",
                      GAU_QUOTE(gau_result_shown(without->folder)));
    return with && !without;
}

/* --- memory -------------------------------------------------------------------------------- */

static const struct gau_interval unknown = {(double)NAN, (double)NAN, (double)NAN};

/* Sets the slope of the next run. */
static bool add_slope(struct gau_event_changes *changes, const struct gau_event_data *run)
{
    const size_t number = changes->pairs.n_runs[0] + changes->pairs.n_runs[1];
    const enum gau_event_memory memory = gau_event_growing_memory(run);
    const struct gau_event_overlap overlap = gau_event_overlap_of(run);
    struct gau_event_growth growth;

    changes->overlap.overlapped += overlap.overlapped;
    changes->overlap.n += overlap.n;
    if (number == 0)
        changes->memory = memory;
    if (!gau_event_growth_of(&growth, run, memory, false))
        return false;
    changes->slopes[number] = changes->memory == memory ? growth.slope : unknown;
    return true;
}

/* Returns the distance of an end of the mean slope of a side from it, by the intervals of its runs,
 * which do not depend on each other. */
static double distance_of(const struct gau_event_changes *changes, int side, bool high)
{
    const struct gau_interval *const slopes =
        changes->slopes + (side ? changes->pairs.n_runs[0] : 0);
    double squares = 0;

    for (size_t i = 0; i < changes->pairs.n_runs[side]; i++)
        squares += pow((high ? slopes[i].high : slopes[i].low) - slopes[i].value, 2);
    return sqrt(squares) / (double)changes->pairs.n_runs[side];
}

/* With enough runs their spread is the measure. Else the ends of the difference of two independent
 * estimates follow from those of both (G. Y. Zou, A. Donner, Stat. Med. 27, 2008). */
static bool compare_growth(struct gau_event_changes *changes)
{
    const size_t *const n = changes->pairs.n_runs;
    struct gau_interval *const difference = &changes->difference;
    double *const values = calloc(n[0] + n[1] + 1, sizeof *values);
    const double *const by_side[2] = {values, values + n[0]};
    struct gau_estimate estimate;
    double half;

    if (!values)
        return false;
    for (size_t i = 0; i < n[0] + n[1]; i++)
        values[i] = changes->slopes[i].value;
    for (int side = 0; side < 2; side++)
        changes->growth[side] = gau_mean(by_side[side], n[side]);
    difference->value = changes->growth[1] - changes->growth[0];
    difference->low =
        difference->value - hypot(distance_of(changes, 1, false), distance_of(changes, 0, true));
    difference->high =
        difference->value + hypot(distance_of(changes, 1, true), distance_of(changes, 0, false));
    if (!changes->by_pairs) {
        gau_estimate_make(&estimate, by_side, n); /* of slopes, not of logarithms */
        half = gau_student_quantile(1 - GAU_LEVEL / 2, estimate.degrees_of_freedom[0]) *
               sqrt(estimate.variance);
        difference->low = difference->value - half;
        difference->high = difference->value + half;
    }
    free(values);
    return true;
}

/* --- reading ------------------------------------------------------------------------------- */

static bool add_run(struct gau_event_changes *changes, const char *path, int side, gau_error *error)
{
    struct gau_event_data data;
    bool fits = true;

    if (gau_event_data_read(&data, path, "events", error) == GAU_OK)
        fits = add_slope(changes, &data) && gau_event_pairs_add(&changes->pairs, &data, side);
    gau_event_data_clear(&data);
    return (fits || fail_memory(error)) && error->status == GAU_OK;
}

/* Events are numbered from 0 in files of k4Bench, and from 1 in results. */
static bool check_kinds(const struct gau_timer_result_set sets[2], gau_error *error)
{
    const char *const first = sets[0].runs[0].folder;

    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sets[side].n; i++)
            if (is_file(sets[side].runs[i].folder) != is_file(first)) {
                gau_fail_first(error, GAU_ERR_USAGE,
                               "'%.*s' and '%.*s': one is a file of k4Bench and the other a "
                               "result: compare two files, or two results",
                               GAU_QUOTE(first), GAU_QUOTE(sets[side].runs[i].folder));
                return false;
            }
    return true;
}

static void fill_row(struct gau_event_changes *changes, enum gau_event_quantity quantity)
{
    static const char *const names[][2] = {{"event_time", "event time"},
                                           {"event_cpu_time", "event CPU time"}};
    struct gau_matrix *const matrix = &changes->matrix;
    struct gau_matrix_row *const row = &matrix->rows[quantity];

    *row = (struct gau_matrix_row){
        .root = "", .module = "", .path = names[quantity][0], .label = names[quantity][1]};
    gau_matrix_place(matrix, row, quantity);
    memcpy(row->values[GAU_BASELINE], changes->pairs.run_means[quantity],
           gau_matrix_runs(matrix) * sizeof(double));
    gau_matrix_finish(matrix, row);
}

static bool make_matrix(struct gau_event_changes *changes,
                        const struct gau_timer_result_set sets[2], gau_error *error)
{
    struct gau_matrix *const matrix = &changes->matrix;

    if (!gau_matrix_begin(matrix, &sets[0], &sets[1], error) ||
        !gau_matrix_make_room(matrix, GAU_EVENT_N_QUANTITIES))
        return gau_matrix_no_memory(matrix, error);
    matrix->per_event = true;
    matrix->events = (double)changes->pairs.n;
    for (; matrix->n < GAU_EVENT_N_QUANTITIES; matrix->n++)
        fill_row(changes, (enum gau_event_quantity)matrix->n);
    if (matrix->rows[GAU_EVENT_CPU].count[0] < matrix->n_runs[0] ||
        matrix->rows[GAU_EVENT_CPU].count[1] < matrix->n_runs[1])
        matrix->n = GAU_EVENT_CPU; /* some events have no CPU time */
    gau_matrix_sum(matrix);
    return true;
}

bool gau_event_changes_read(struct gau_event_changes *changes, struct gau_notes *notes,
                            const struct gau_timer_result_set sets[2], gau_error *error)
{
    if (!all_have_events(notes, sets))
        return true;
    if (!check_kinds(sets, error))
        return false;
    changes->is_k4bench = is_file(sets[0].runs[0].folder);
    changes->slopes = calloc(sets[0].n + sets[1].n + 1, sizeof *changes->slopes);
    if (!changes->slopes)
        return fail_memory(error);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sets[side].n; i++)
            if (!add_run(changes, sets[side].runs[i].folder, side, error))
                return false;
    if (!gau_event_pairs_make(&changes->pairs))
        return fail_memory(error);
    changes->known = changes->pairs.n > 0;
    if (!changes->known)
        gau_notes_add(notes, "events are not compared: no number of an event is in all results, "
                             "without warm-up");
    return !changes->known || make_matrix(changes, sets, error);
}

/* --- what the pairs say -------------------------------------------------------------------- */

bool gau_event_changes_finish(struct gau_event_changes *changes)
{
    changes->by_pairs = changes->pairs.n_runs[0] < GAU_BASELINES_MIN;
    for (size_t i = 0; changes->by_pairs && i < changes->comparison.n; i++)
        if (!gau_event_pairs_estimate(&changes->comparison.rows[i].adjusted, &changes->pairs,
                                      (enum gau_event_quantity)i))
            return false;
    return compare_growth(changes) &&
           gau_event_pairs_changed(changes->changed, &changes->n_changed, &changes->pairs);
}

void gau_event_changes_clear(struct gau_event_changes *changes)
{
    gau_event_pairs_clear(&changes->pairs);
    gau_comparison_clear(&changes->comparison);
    gau_matrix_clear(&changes->matrix);
    free(changes->slopes);
    *changes = (struct gau_event_changes){0};
}
