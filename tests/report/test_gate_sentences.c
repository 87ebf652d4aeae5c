/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "report/comparison/tables/explain_changes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What gates say of rows of interleaved runs, whose ratios are to what most rows share. */

static const struct gau_matrix_row series = {.label = "Fit"};

struct scene {
    struct gau_matrix matrix;
    struct gau_comparison comparison;
    struct gau_comparison_row row;
};

static void plant(struct scene *s)
{
    *s = (struct scene){.comparison = {.limits = {.max_ratio = 1.05,
                                                  .min_s = 1e-4,
                                                  .false_positive_rate = 0.001,
                                                  .runs = GAU_RUNS_PAIRED},
                                       .is_adjusted = true,
                                       .scatter = NAN,
                                       .common = {1, 0.98, 1.02},
                                       .n = 1,
                                       .tested = 1},
                        .row = {.row = &series,
                                .seconds = {0.040, 0.044},
                                .ratio = 1.1,
                                .absolute = {1.1, 1.05, 1.15},
                                .adjusted = {1.12, 1.1, 1.14},
                                .limit = 1.05}};
    s->comparison.total = s->row;
    s->comparison.rows = &s->row;
    s->comparison.matrix = &s->matrix;
}

static void fails_with(const struct scene *s, const char *expected)
{
    char text[GAU_SENTENCE_SIZE];

    assert_string_equal(gau_failure_text(text, &s->comparison, &s->row), expected);
}

static void a_failure_has_both_ratios(void **state)
{
    struct scene s;

    (void)state;
    plant(&s);
    fails_with(&s, "takes 1.100 times as long, 1.120 (1.100 to 1.140) relative to what most rows "
                   "share, limit 1.050: 4 ms more in a run");
}

static void a_failure_that_takes_less_time_says_why(void **state)
{
    struct scene s;

    (void)state;
    plant(&s);
    s.row.seconds[GAU_CANDIDATE] = 0.038;
    s.row.ratio = 0.95;
    fails_with(&s, "takes 0.950 times as long, 1.120 (1.100 to 1.140) relative to what most rows "
                   "share, limit 1.050: 2 ms less in a run, while most rows became faster by more");
}

static void a_gross_failure_has_the_interval_of_its_times(void **state)
{
    struct scene s;

    (void)state;
    plant(&s);
    s.row.gross_slowdown = true;
    s.row.limit = 2;
    fails_with(&s, "takes 1.100 times as long (1.050 to 1.150), in every run, limit 2.000: 4 ms "
                   "more in a run");
    s.row.absolute.low = s.row.absolute.high = NAN; /* too few baselines */
    fails_with(&s, "takes 1.100 times as long, in every run, limit 2.000: 4 ms more in a run");
}

static void an_undecided_row_says_what_its_ratio_is_to(void **state)
{
    char text[GAU_SENTENCE_SIZE];
    struct scene s;

    (void)state;
    plant(&s);
    s.row.verdict = GAU_INCONCLUSIVE;
    assert_string_equal(gau_undecided_text(text, &s.comparison, &s.row),
                        "may take more than 1.05 times as long relative to what most rows share "
                        "(1.100 to 1.140 at 95 %)");
    s.comparison.is_adjusted = false;
    assert_string_equal(gau_undecided_text(text, &s.comparison, &s.row),
                        "may take more than 1.05 times as long (1.100 to 1.140 at 95 %)");
}

/* --- below the table ------------------------------------------------------------------------- */

static bool is_said(const struct scene *s, const char *sentence)
{
    static const struct gau_column column = {.name = "Branch", .key = "branch"};
    struct gau_table *const table = gau_table_new(&column, 1);
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    bool said;

    gau_table_verbose(table);
    gau_sentences_of_rows(&s->comparison, table, 0, GAU_COMPARE);
    assert_int_equal(gau_table_write(table, GAU_TABLE_TEXT, out), 0);
    fclose(out);
    said = strstr(text, sentence) != NULL;
    free(text);
    gau_table_free(table);
    return said;
}

static void rows_moved_together_if_that_is_not_by_chance(void **state)
{
    static const struct {
        struct gau_interval common, total;
        bool moved;
    } cases[] = {
        {{1.01, 1.005, 1.015}, {1.01, 1.005, 1.015}, false},
        {{1.03, 0.99, 1.07}, {1.03, 0.98, 1.08}, false},
        {{0.97, 0.93, 1.01}, {0.97, 0.92, 1.02}, false},
        {{1.03, 1.01, 1.05}, {1.03, 0.98, 1.08}, true},
        {{0.97, 0.95, 0.99}, {0.97, 0.92, 1.02}, true},
        {{1.04, 0.95, 1.14}, {1.08, 1.05, 1.12}, true},
    };
    struct scene s;

    (void)state;
    plant(&s);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        s.comparison.common = cases[i].common;
        s.comparison.total.absolute = cases[i].total;
        assert_int_equal(is_said(&s, "most rows moved together"), cases[i].moved);
    }
}

static void a_row_with_a_ratio_of_its_own_is_named(void **state)
{
    struct scene s;

    (void)state;
    plant(&s);
    assert_false(is_said(&s, "own times"));
    s.row.has_own_ratio = true;
    assert_true(is_said(&s, "\n'Fit' has the ratio of its own times: the others say too little of "
                            "what they share\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_has_both_ratios),
        cmocka_unit_test(a_failure_that_takes_less_time_says_why),
        cmocka_unit_test(a_gross_failure_has_the_interval_of_its_times),
        cmocka_unit_test(an_undecided_row_says_what_its_ratio_is_to),
        cmocka_unit_test(rows_moved_together_if_that_is_not_by_chance),
        cmocka_unit_test(a_row_with_a_ratio_of_its_own_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
