/* SPDX-License-Identifier: Apache-2.0 */
#include "columns.h"
#include "exact_sum.h"
#include "select.h"

#include <gaudit/gaudit.h>

#include <stdio.h>

/**
 * @file vertex_check.c
 * VertexCheck: compares vertices that were found with reference vertices, or with the truth of
 * generated events. Accepts every event.
 *
 *     <algorithm type="VertexCheck" name="CheckVertices">
 *       <property name="Found" value="Vertices"/>
 *       <property name="Reference" value="vertices"/>
 *       <property name="LengthUnit" value="1000"/>
 *     </algorithm>
 *
 * Found is a table as VertexFinder makes it (z, z_error; mm); Reference one with column z in units
 * of LengthUnit mm, of which rows that meet the conditions Select count.
 *
 * - A reference vertex is matched if some found vertex is closer than Distance; two reference
 *   vertices can be matched by the same one.
 * - Pairs are one to one: of all reference and found vertices closer than Distance the closest are
 *   paired first. Pulls are (found - reference) / z_error of pairs; those beyond 5 are counted, but
 *   are not in mean and width.
 *
 * The document "vertex_check" has events, references, found, matched, pairs, and mean and standard
 * deviation of the pulls.
 */

struct vertex_check {
    char *found, *reference;
    gau_strings select;
    double length_unit, distance;

    struct gau_selection selection;
    gau_key z, error, reference_z, scratch;
    uint64_t events, references, n_found, matched, pairs, outliers;
    struct gau_exact_sum pulls, squares;
};

static const gau_property vertex_check_properties[] = {
    GAU_STRING(struct vertex_check, found, "Found", "Vertices",
               "Table of vertices that were found"),
    GAU_STRING(struct vertex_check, reference, "Reference", "vertices",
               "Table of reference vertices"),
    GAU_STRINGS(struct vertex_check, select, "Select", "",
                "Conditions on reference vertices, such as isFake=0"),
    GAU_DOUBLE(struct vertex_check, length_unit, "LengthUnit", 1, 1e-6, 1e6, "mm",
               "Unit of the reference"),
    GAU_DOUBLE(struct vertex_check, distance, "Distance", 1, 1e-6, 1e6, "mm",
               "Distances must be below this"),
    GAU_PROPERTY_END,
};

static gau_status vertex_check_initialize(void *self, gau_context *ctx)
{
    struct vertex_check *const check = self;
    char scratch[128];

    check->z = gau_store_column(ctx, check->found, "z", GAU_TYPE(double));
    check->error = gau_store_column(ctx, check->found, "z_error", GAU_TYPE(double));
    check->reference_z = gau_store_column(ctx, check->reference, "z", GAU_TYPE(double));
    snprintf(scratch, sizeof scratch, "%.100s scratch", ctx->name);
    check->scratch = gau_store_output(ctx, scratch, GAU_TYPE(bool));
    return gau_selection_open(&check->selection, &check->select, check->reference, "", ctx);
}

static void vertex_check_release(void *self)
{
    gau_selection_close(&((struct vertex_check *)self)->selection);
}

/* The vertices of one event; of each whether it is out of the game. */
struct view {
    const double *z, *error, *reference;
    size_t n, n_references;
    bool *used, *reference_used;
};

static size_t count_matched(const struct vertex_check *check, const struct view *view,
                            const gau_context *ctx)
{
    size_t matched = 0;

    for (size_t i = 0; i < view->n_references; i++)
        for (size_t k = 0; k < view->n && gau_selection_has(&check->selection, i, ctx); k++)
            if (fabs(view->z[k] - check->length_unit * view->reference[i]) < check->distance) {
                matched++;
                break;
            }
    return matched;
}

static void add_pull(struct vertex_check *check, double pull)
{
    if (!(fabs(pull) <= 5)) {
        check->outliers++;
        return;
    }
    gau_exact_sum_add(&check->pulls, pull);
    gau_exact_sum_add(&check->squares, pull * pull);
}

/* Pairs the closest of those that are left. False: there are none. */
static bool pair_closest(struct vertex_check *check, const struct view *view)
{
    double best = check->distance;
    size_t reference = 0, found = 0;

    for (size_t i = 0; i < view->n_references; i++)
        for (size_t k = 0; k < view->n && !view->reference_used[i]; k++) {
            const double d = fabs(view->z[k] - check->length_unit * view->reference[i]);

            if (view->used[k] || !(d < best))
                continue;
            best = d;
            reference = i;
            found = k;
        }
    if (!(best < check->distance))
        return false;
    view->used[found] = view->reference_used[reference] = true;
    check->pairs++;
    add_pull(check, (view->z[found] - check->length_unit * view->reference[reference]) /
                        view->error[found]);
    return true;
}

static gau_status vertex_check_execute(void *self, gau_context *ctx)
{
    struct vertex_check *const check = self;
    struct view view;

    view.z = gau_store_numbers(ctx, check->z, &view.n);
    view.error = gau_store_numbers(ctx, check->error, NULL);
    view.n = GAU_ROWS(view.n, view.error);
    view.reference = gau_store_numbers(ctx, check->reference_z, &view.n_references);
    view.used = gau_store_put(ctx, check->scratch, view.n + view.n_references);
    if (!view.used)
        return ctx->error->status;
    view.reference_used = view.used + view.n;
    check->events++;
    check->n_found += view.n;
    check->matched += count_matched(check, &view, ctx);
    for (size_t i = 0; i < view.n_references; i++) {
        view.reference_used[i] = !gau_selection_has(&check->selection, i, ctx);
        check->references += !view.reference_used[i];
    }
    while (pair_closest(check, &view)) {
    }
    return GAU_OK;
}

static void vertex_check_merge(void *self, void *other)
{
    struct vertex_check *const all = self;
    const struct vertex_check *const more = other;

    all->events += more->events;
    all->references += more->references;
    all->n_found += more->n_found;
    all->matched += more->matched;
    all->pairs += more->pairs;
    all->outliers += more->outliers;
    gau_exact_sum_merge(&all->pulls, &more->pulls);
    gau_exact_sum_merge(&all->squares, &more->squares);
}

static gau_status vertex_check_finalize(void *self, gau_context *ctx)
{
    const struct vertex_check *const check = self;
    const double n = (double)(check->pairs - check->outliers);
    const double mean = gau_exact_sum_value(&check->pulls) / n;
    const double variance = gau_exact_sum_value(&check->squares) / n - mean * mean;
    gau_result *const result = gau_result_open(ctx, "vertex_check");

    gau_result_integer(result, "events", "", (int64_t)check->events);
    gau_result_integer(result, "references", "", (int64_t)check->references);
    gau_result_integer(result, "found", "", (int64_t)check->n_found);
    gau_result_integer(result, "matched", "", (int64_t)check->matched);
    gau_result_integer(result, "pairs", "", (int64_t)check->pairs);
    gau_result_integer(result, "pulls_beyond_5", "", (int64_t)check->outliers);
    gau_result_real(result, "pull_mean", "", mean);
    gau_result_real(result, "pull_width", "", variance > 0 ? sqrt(variance) : 0);
    return GAU_OK;
}

static const gau_class vertex_check_class = {
    GAU_CLASS("VertexCheck", struct vertex_check,
              "Compares vertices that were found with reference vertices."),
    .properties = vertex_check_properties,
    .initialize = vertex_check_initialize,
    .merge = vertex_check_merge,
    .finalize = vertex_check_finalize,
    .release = vertex_check_release,
    .algorithm = GAU_ALGORITHM(.execute = vertex_check_execute),
};
GAU_MODULE(&vertex_check_class);
