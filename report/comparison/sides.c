/* SPDX-License-Identifier: Apache-2.0 */
#include "sides.h"

#include "documents/document.h"
#include "report/hotspots/group_keys.h"

#include <stdlib.h>
#include <string.h>

static bool fail_memory(const struct gau_sides *sides, gau_error *error)
{
    gau_fail_memory(error, "comparison of %zu runs", sides->sets[0].n + sides->sets[1].n);
    return false;
}

bool gau_sides_read_samples(struct gau_sides *sides, gau_error *error)
{
    const struct gau_timer_result_set *const a = &sides->sets[0], *const b = &sides->sets[1];
    const char **const folders = calloc(a->n + b->n + 1, sizeof *folders);
    const struct gau_function_times_options options = {
        .folders = folders, .n = a->n + b->n, .n_a = a->n, .group_by = sides->group_by};
    bool fits = folders != NULL;

    if (sides->sampled.n_runs > 0) {
        free(folders);
        return true;
    }
    for (size_t i = 0; fits && i < options.n; i++)
        folders[i] = i < a->n ? a->runs[i].folder : b->runs[i - a->n].folder;
    fits = fits && gau_function_times_read(&sides->sampled, &options);
    free(folders);
    sides->has_samples = fits;
    for (size_t i = 0; fits && i < options.n; i++)
        sides->has_samples &= sides->sampled.wholes[i].samples > 0;
    return fits || fail_memory(sides, error);
}

static bool all_are_timed(const struct gau_sides *sides)
{
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sides->sets[side].n; i++)
            if (!sides->sets[side].runs[i].timed)
                return false;
    return true;
}

static enum gau_matrix_rows kind_of(const struct gau_function_times_functions *sampled)
{
    for (uint32_t i = 0; i < sampled->n; i++)
        if (strcmp(sampled->items[i].task, gau_hotspots_outside) != 0)
            return GAU_ROWS_TASKS;
    return GAU_ROWS_FUNCTIONS;
}

/* Functions are in a group, which is another column, so that their own column keeps its name. */
static void name_groups(struct gau_sides *sides)
{
    gau_error ignored = {0};
    struct gau_branch_key key;

    if (!sides->group_by || sides->matrix.kind == GAU_ROWS_FUNCTIONS ||
        !gau_branch_key_read(&key, sides->group_by, strlen(sides->group_by), &ignored))
        return;
    sides->matrix.group = gau_branch_key_title(key.kind);
    sides->matrix.total.label = gau_branch_key_all(key.kind);
}

static bool make_matrix(struct gau_sides *sides, gau_error *error)
{
    const struct gau_timer_result_set *const sets = sides->sets;

    if (all_are_timed(sides))
        return gau_matrix_of_timers(&sides->matrix, &sets[0], &sets[1], error) == GAU_OK;
    return gau_sides_read_samples(sides, error) &&
           gau_matrix_of_samples(&sides->matrix, &sides->sampled, kind_of(&sides->sampled),
                                 &sets[0], &sets[1], error) == GAU_OK;
}

bool gau_sides_join(struct gau_sides *sides, gau_error *error)
{
    sides->has_rows = !sides->has_no_rows && make_matrix(sides, error);
    if (!sides->has_rows && !sides->has_no_rows) {
        if (!sides->rows_optional || error->status != GAU_ERR_USAGE)
            return false;
        gau_notes_add(&sides->notes, "%s", error->message);
        *error = (gau_error){0};
    }
    name_groups(sides);
    if (!gau_differences_find(&sides->differences, sides->sets,
                              sides->sampled.n_runs > 0 ? &sides->sampled : NULL))
        return fail_memory(sides, error);
    sides->runs = gau_runs_kind(sides->sets, &sides->differences);
    gau_runs_add_warnings(&sides->notes, sides->sets, &sides->differences);
    return true;
}

bool gau_sides_add_variables(struct gau_sides *sides, char *const *const variables[2],
                             gau_error *error)
{
    return gau_differences_add_variables(&sides->differences, variables) ||
           fail_memory(sides, error);
}

void gau_sides_clear(struct gau_sides *sides)
{
    gau_differences_clear(&sides->differences);
    gau_matrix_clear(&sides->matrix);
    gau_function_times_clear(&sides->sampled);
    gau_timer_result_set_clear(&sides->sets[0]);
    gau_timer_result_set_clear(&sides->sets[1]);
}
