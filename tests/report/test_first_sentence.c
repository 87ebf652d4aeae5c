/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "report/comparison/tables/explain_changes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a comparison says first: no more than its intervals exclude. */

enum { N_ROWS = 5 };

struct scene {
    struct gau_matrix matrix;
    struct gau_matrix_row names[N_ROWS + 1];
    struct gau_comparison comparison;
    struct gau_comparison_row rows[N_ROWS];
};

/* All rows take 10 ms, and are excluded to have changed by more than 2 %. */
static void plant(struct scene *s)
{
    static const char *const labels[] = {"all branches", "Fit", "Track", "Hit", "Cut", "Bank"};
    const struct gau_comparison_row same = {.seconds = {0.01, 0.01},
                                            .ratio = 1,
                                            .absolute = {1, 0.98, 1.02},
                                            .adjusted = {1, 0.98, 1.02},
                                            .verdict = GAU_NOT_SIGNIFICANT};

    *s = (struct scene){
        .matrix = {.n_runs = {6, 6}},
        .comparison = {.limits = {.max_ratio = 1.05, .min_s = 1e-4, .runs = GAU_RUNS_PAIRED},
                       .gross_ratio = 2,
                       .total = same,
                       .n = N_ROWS,
                       .tested = N_ROWS + 1}};
    for (size_t i = 0; i <= N_ROWS; i++) {
        struct gau_comparison_row *const row = i == 0 ? &s->comparison.total : &s->rows[i - 1];

        s->names[i].label = labels[i];
        *row = same;
        row->row = &s->names[i];
    }
    s->names[0].is_total = true;
    s->comparison.rows = s->rows;
    s->comparison.matrix = &s->matrix;
}

static void change(struct scene *s, struct gau_comparison_row *row, double ratio, double half)
{
    row->verdict = GAU_SIGNIFICANT;
    row->ratio = ratio;
    row->seconds[GAU_CANDIDATE] = ratio * row->seconds[GAU_BASELINE];
    row->adjusted = row->absolute = (struct gau_interval){ratio, ratio - half, ratio + half};
    s->comparison.significant++;
}

static void says(const struct scene *s, enum gau_comparison_kind kind, const char *expected)
{
    gau_error error = {0};
    struct gau_view_options options = {0};
    struct gau_page page = {.document = "this comparison", .options = &options, .error = &error};
    struct gau_table *const table = gau_page_add(&page, "verdict", NULL, 0);
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    gau_first_sentence_add(&page, table, &s->comparison, kind);
    assert_int_equal(gau_page_write(&page, out), GAU_OK);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
    gau_page_clear(&page);
}

static void nothing_changed_by_more_than_the_intervals_exclude(void **state)
{
    struct scene s;

    (void)state;
    plant(&s);
    says(&s, GAU_COMPARE, "nothing changed by more than 2 %; 6 pairs of runs\n");
    s.rows[3].adjusted.low = 0.957;
    says(&s, GAU_GATE, "nothing changed by more than 4.3 %; 6 pairs of runs\n");
    s.comparison.total.adjusted.high = 1.049;
    says(&s, GAU_HISTORY,
         "the last of 12 results against the others: nothing changed by more than 4.9 %; 6 pairs "
         "of runs\n");
}

static void what_is_not_excluded_is_no_claim(void **state)
{
    struct scene s;

    (void)state;
    plant(&s);
    s.comparison.limits.runs = GAU_RUNS_SEPARATE;
    s.matrix.n_runs[1] = 1;
    s.comparison.inconclusive = 2;
    s.rows[0].verdict = s.rows[4].verdict = GAU_INCONCLUSIVE;
    s.rows[0].adjusted.high = 1.08;
    s.rows[4].adjusted.high = 1.5;
    s.rows[4].seconds[GAU_BASELINE] = 0.001; /* it is none of the long ones */
    s.comparison.most_s = 0.01;
    says(&s, GAU_COMPARE,
         "no significant change; the rows that hold 90 % of the time may have changed by up to 8.0 "
         "%; 6 baselines, 1 candidate\n");
    change(&s, &s.rows[1], 0.951, 0.0123);
    says(&s, GAU_COMPARE,
         "Track is 4.9 % +- 1.2 faster; no other significant change; the other rows that hold "
         "90 % of the time may have changed by up to 8.0 %; 6 baselines, 1 candidate\n");
}

static void what_changed_most_is_named_first(void **state)
{
    struct scene s;

    (void)state;
    plant(&s);
    change(&s, &s.rows[0], 1.049, 0.012);
    says(&s, GAU_COMPARE,
         "Fit is 4.9 % +- 1.2 slower; nothing else changed by more than 2 %; 6 pairs of runs\n");
    change(&s, &s.rows[1], 2.346, 0.1);
    change(&s, &s.rows[2], 0.7, 0.15);
    s.comparison.is_adjusted = true;
    change(&s, &s.comparison.total, 1.2, 0.004);
    s.rows[4].verdict = GAU_ADDED;
    says(
        &s, GAU_COMPARE,
        "Track takes 2.35 times as long, Hit is 30 % +- 15 faster, Fit is 4.9 % +- 1.2 slower "
        "(relative to what most rows share); all branches are 20.00 % +- 0.40 slower; nothing else "
        "changed by more than 2 %; 1 row added; 6 pairs of runs\n");
    change(&s, &s.rows[3], 1.01, 0.012);
    s.comparison.tested--;
    says(&s, GAU_COMPARE,
         "Track takes 2.35 times as long, Hit is 30 % +- 15 faster, Fit is 4.9 % +- 1.2 slower, 1 "
         "more row changed (relative to what most rows share); all branches are 20.00 % +- 0.40 "
         "slower; 1 row added; 6 pairs of runs\n");
}

static void too_few_runs_test_only_large_changes(void **state)
{
    struct scene s;

    (void)state;
    plant(&s);
    s.comparison.gross = true;
    s.comparison.limits.runs = GAU_RUNS_SEPARATE;
    s.matrix.n_runs[0] = s.matrix.n_runs[1] = 1;
    says(
        &s, GAU_COMPARE,
        "nothing takes 2 times as long in every run; smaller changes are not tested; 1 baseline, 1 "
        "candidate\n");
    change(&s, &s.rows[0], 2.5, (double)NAN);
    says(&s, GAU_COMPARE,
         "Fit takes 2.5 times as long; nothing else takes 2 times as long in every run; smaller "
         "changes are not tested; 1 baseline, 1 candidate\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_changed_by_more_than_the_intervals_exclude),
        cmocka_unit_test(what_is_not_excluded_is_no_claim),
        cmocka_unit_test(what_changed_most_is_named_first),
        cmocka_unit_test(too_few_runs_test_only_large_changes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
