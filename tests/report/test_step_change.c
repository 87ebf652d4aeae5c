/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "report/comparison/step_change.h"

#include <math.h>
#include <stdint.h>

/* Histories of three rows, the last result being the candidate. */

enum { ROWS = 3, RUNS = 12 };

struct history {
    double values[ROWS][RUNS], slowdowns[RUNS];
    struct gau_matrix_row names[ROWS];
    struct gau_comparison_row rows[ROWS];
    struct gau_matrix matrix;
    struct gau_comparison comparison;
};

static uint64_t state_of_random = 1;

/* About normal, of variance 1. */
static double noise(void)
{
    double sum = -6;

    for (int i = 0; i < 12; i++) {
        state_of_random = state_of_random * UINT64_C(6364136223846793005) + 1442695040888963407;
        sum += (double)(state_of_random >> 11) / 9007199254740992.0;
    }
    return sum;
}

/* Each result has a slowdown of its own, and each time an error of 2 %. */
static void plant(struct history *h)
{
    static const char *const labels[ROWS] = {"Fit", "Track", "Cut"};

    *h = (struct history){.matrix = {.n_runs = {RUNS - 1, 1}}};
    for (size_t run = 0; run < RUNS; run++)
        h->slowdowns[run] = 1 + 0.1 * (double)(run % 4);
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t run = 0; run < RUNS; run++)
            h->values[i][run] = 0.01 * h->slowdowns[run] * (1 + 0.02 * noise());
        h->names[i].label = labels[i];
        h->names[i].values[0] = h->values[i];
        h->names[i].values[1] = h->values[i] + RUNS - 1;
        h->rows[i] = (struct gau_comparison_row){.row = &h->names[i], .seconds = {0.01, 0.01}};
    }
    h->comparison = (struct gau_comparison){.limits = {.min_s = 1e-4},
                                            .matrix = &h->matrix,
                                            .slowdowns = h->slowdowns,
                                            .rows = h->rows,
                                            .n = ROWS};
}

static void a_step_is_found_with_its_first_result_and_its_size(void **state)
{
    struct gau_step_change step;
    struct history h;

    (void)state;
    for (size_t first = 3; first <= RUNS - 1; first++) {
        plant(&h);
        for (size_t run = first - 1; run < RUNS; run++)
            h.values[1][run] *= 1.5;
        step = gau_step_change_find(&h.comparison);
        assert_ptr_equal(step.row, &h.names[1]);
        assert_int_equal(step.first, first);
        assert_true(fabs(step.ratio.value - 1.5) < 0.06);
        assert_true(step.ratio.low < 1.5 && step.ratio.high > step.ratio.low);
    }
}

static void what_became_faster_is_found_too(void **state)
{
    struct gau_step_change step;
    struct history h;

    (void)state;
    plant(&h);
    for (size_t run = 5; run < RUNS; run++)
        h.values[2][run] *= 0.7;
    step = gau_step_change_find(&h.comparison);
    assert_ptr_equal(step.row, &h.names[2]);
    assert_int_equal(step.first, 6);
    assert_true(fabs(step.ratio.value - 0.7) < 0.03);
}

static void chance_is_no_step(void **state)
{
    struct history h;
    int found = 0;

    (void)state;
    for (int i = 0; i < 5000; i++) {
        plant(&h);
        found += gau_step_change_find(&h.comparison).row != NULL;
    }
    assert_in_range(found, 0, 12); /* 5 are expected at most; 12 are by chance once in 300 */
}

static void short_rows_missing_times_and_small_steps_are_none(void **state)
{
    struct history h;

    (void)state;
    plant(&h);
    for (size_t i = 0; i < ROWS; i++)
        for (size_t run = 6; run < RUNS; run++)
            h.values[i][run] *= 2;
    h.rows[0].seconds[0] = h.rows[0].seconds[1] = 1e-5;
    h.values[1][3] = NAN;
    h.values[2][RUNS - 1] = 0;
    assert_null(gau_step_change_find(&h.comparison).row);
    plant(&h);
    for (size_t run = 0; run < RUNS; run++)
        h.values[0][run] = h.slowdowns[run] * (run < 6 ? 0.01 : 0.01015);
    assert_null(gau_step_change_find(&h.comparison).row); /* exact, but of 1.5 % */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_found_with_its_first_result_and_its_size),
        cmocka_unit_test(what_became_faster_is_found_too),
        cmocka_unit_test(chance_is_no_step),
        cmocka_unit_test(short_rows_missing_times_and_small_steps_are_none),
    };

    return cmocka_run_group_tests_name("steps of histories", tests, NULL, NULL);
}
