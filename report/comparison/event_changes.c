/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* S_ISREG() */
#include "event_changes.h"

#include "comparability.h"

#include "documents/document.h"
#include "report/events/event_reader.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    char file[PATH_MAX];

    return is_file(path) ||
           (snprintf(file, sizeof file, "%s/events.gtr", path) < (int)sizeof file &&
            access(file, F_OK) == 0);
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
                      GAU_QUOTE(without->folder));
    return with && !without;
}

/* --- memory -------------------------------------------------------------------------------- */

static const struct gau_interval unknown = {(double)NAN, (double)NAN, (double)NAN};

/* Adds a run to the growth of its side, whose ends are the squares of the distances for now: runs
 * do not depend on each other. */
static bool add_growth(struct gau_event_changes *changes, const struct gau_event_data *run,
                       int side)
{
    const enum gau_event_memory memory = gau_event_growing_memory(run);
    struct gau_interval *const sum = &changes->growth[side];
    struct gau_event_growth growth;

    if (changes->pairs.n_runs[0] + changes->pairs.n_runs[1] == 0)
        changes->memory = memory;
    if (!gau_event_growth_of(&growth, run, memory, false))
        return false;
    if (changes->memory != memory)
        growth.slope = unknown;
    sum->value += growth.slope.value;
    sum->low += pow(growth.slope.value - growth.slope.low, 2);
    sum->high += pow(growth.slope.high - growth.slope.value, 2);
    return true;
}

/* The ends of a difference of two independent estimates follow from those of both (G. Y. Zou, A.
 * Donner, Stat. Med. 27, 2008). */
static void finish_growth(struct gau_event_changes *changes)
{
    struct gau_interval *const a = &changes->growth[0], *const b = &changes->growth[1];

    for (int side = 0; side < 2; side++) {
        struct gau_interval *const growth = &changes->growth[side];
        const double n = (double)changes->pairs.n_runs[side];

        growth->value /= n;
        growth->low = growth->value - sqrt(growth->low) / n;
        growth->high = growth->value + sqrt(growth->high) / n;
    }
    changes->difference.value = b->value - a->value;
    changes->difference.low =
        changes->difference.value - hypot(b->value - b->low, a->high - a->value);
    changes->difference.high =
        changes->difference.value + hypot(b->high - b->value, a->value - a->low);
}

/* --- reading ------------------------------------------------------------------------------- */

static bool add_run(struct gau_event_changes *changes, const char *path, int side, gau_error *error)
{
    struct gau_event_data data;
    bool fits = true;

    if (gau_event_data_read(&data, path, error) == GAU_OK)
        fits = add_growth(changes, &data, side) &&
               gau_event_pairs_add(&changes->pairs, &data, side);
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
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sets[side].n; i++)
            if (!add_run(changes, sets[side].runs[i].folder, side, error))
                return false;
    if (!gau_event_pairs_make(&changes->pairs))
        return fail_memory(error);
    finish_growth(changes);
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
    return gau_event_pairs_changed(changes->changed, &changes->n_changed, &changes->pairs);
}

void gau_event_changes_clear(struct gau_event_changes *changes)
{
    gau_event_pairs_clear(&changes->pairs);
    gau_comparison_clear(&changes->comparison);
    gau_matrix_clear(&changes->matrix);
    *changes = (struct gau_event_changes){0};
}
