/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/columns.h"
#include "algorithms/common/pulls.h"
#include "algorithms/common/row_selection.h"

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

enum { EVENTS, REFERENCES, FOUND, MATCHED, N_COUNTS };

static const char *const count_names[] = {"events", "references", "found", "matched"};

struct vertex_check {
    char *found, *reference;
    gau_strings select;
    double length_unit, distance;

    struct gau_selection selection;
    struct gau_columns found_columns, reference_columns;
    gau_key scratch;
    uint64_t counts[N_COUNTS];
    struct gau_pulls pulls; /* of pairs */
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

    check->found_columns = gau_columns_read(ctx, check->found, GAU_NAMES("z", "z_error"));
    check->reference_columns = gau_columns_read(ctx, check->reference, GAU_NAMES("z"));
    check->scratch = gau_own_output(ctx, "scratch", GAU_TYPE(bool));
    return gau_selection_open(&check->selection, &check->select, check->reference, "", ctx);
}

/* The vertices of one event; of each whether it is out of the game. */
struct view {
    const double *found[2], *reference; /* found: z, error */
    size_t n, n_references;
    bool *used, *reference_used;
};

static size_t count_matched(const struct vertex_check *check, const struct view *view,
                            const gau_context *ctx)
{
    size_t matched = 0;

    for (size_t i = 0; i < view->n_references; i++)
        for (size_t k = 0; k < view->n && gau_selection_has(&check->selection, i, ctx); k++)
            if (fabs(view->found[0][k] - check->length_unit * view->reference[i]) <
                check->distance) {
                matched++;
                break;
            }
    return matched;
}

/* Pairs the closest of those that are left. False: there are none. */
static bool pair_closest(struct vertex_check *check, const struct view *view)
{
    double best = check->distance;
    size_t reference = 0, found = 0;

    for (size_t i = 0; i < view->n_references; i++)
        for (size_t k = 0; k < view->n && !view->reference_used[i]; k++) {
            const double d = fabs(view->found[0][k] - check->length_unit * view->reference[i]);

            if (view->used[k] || !(d < best))
                continue;
            best = d;
            reference = i;
            found = k;
        }
    if (!(best < check->distance))
        return false;
    view->used[found] = view->reference_used[reference] = true;
    gau_pulls_add(&check->pulls,
                  (view->found[0][found] - check->length_unit * view->reference[reference]) /
                      view->found[1][found]);
    return true;
}

static gau_status vertex_check_execute(void *self, gau_context *ctx)
{
    struct vertex_check *const check = self;
    struct view view;

    view.n = gau_columns_get(view.found, &check->found_columns, ctx);
    view.n_references = gau_columns_get(&view.reference, &check->reference_columns, ctx);
    view.used = gau_store_put(ctx, check->scratch, view.n + view.n_references);
    if (!view.used)
        return ctx->error->status;
    view.reference_used = view.used + view.n;
    check->counts[EVENTS]++;
    check->counts[FOUND] += view.n;
    check->counts[MATCHED] += count_matched(check, &view, ctx);
    for (size_t i = 0; i < view.n_references; i++) {
        view.reference_used[i] = !gau_selection_has(&check->selection, i, ctx);
        check->counts[REFERENCES] += !view.reference_used[i];
    }
    while (pair_closest(check, &view)) {
    }
    return GAU_OK;
}

static void vertex_check_merge(void *self, void *other)
{
    struct vertex_check *const all = self;
    const struct vertex_check *const more = other;

    gau_counts_merge(all->counts, more->counts, N_COUNTS);
    gau_pulls_merge(&all->pulls, &more->pulls);
}

static gau_status vertex_check_finalize(void *self, gau_context *ctx)
{
    const struct vertex_check *const check = self;
    gau_result *const result = gau_result_open(ctx, "vertex_check");

    gau_result_merge(result, "pull_mean mean pairs_inside, "
                             "pull_width spread pairs_inside pull_mean");
    gau_counts_report(result, check->counts, count_names, N_COUNTS);
    gau_result_integer(result, "pairs", "", (int64_t)check->pulls.entries);
    gau_result_integer(result, "pulls_beyond_5", "", (int64_t)check->pulls.outside);
    gau_result_integer(result, "pairs_inside", "",
                       (int64_t)(check->pulls.entries - check->pulls.outside));
    gau_result_real(result, "pull_mean", "", gau_pulls_mean(&check->pulls));
    gau_result_real(result, "pull_width", "", gau_pulls_width(&check->pulls));
    return GAU_OK;
}

static const gau_class vertex_check_class = {
    GAU_CLASS("VertexCheck", struct vertex_check,
              "Compares vertices that were found with reference vertices."),
    .properties = vertex_check_properties,
    .initialize = vertex_check_initialize,
    .merge = vertex_check_merge,
    .finalize = vertex_check_finalize,
    .algorithm = GAU_ALGORITHM(.execute = vertex_check_execute),
};
GAU_MODULE(&vertex_check_class);
