/* SPDX-License-Identifier: Apache-2.0 */
#include "report/comparison/comparison.h"
#include "report/comparison/tables/tables.h"

#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Estimates, intervals, probabilities, limits and verdicts of synthetic runs, against numbers that
 * values.py computes by other means.
 */
enum { ROWS_MOST = 9, RUNS_MOST = 8 };

struct value_row {
    const char *name;
    int calls;
    double times[2][RUNS_MOST]; /* seconds */
    double seconds[2], ratio[3], absolute[2], p, limit;
    enum gau_verdict verdict;
    bool failed;
};

struct value_case {
    const char *name;
    enum gau_runs runs;
    size_t n[2];
    double overhead_s, scatter;
    size_t runs_needed[2]; /* of a verdict and of a gate */
    double ratio_found;
    double common[3];
    uint64_t events[2][RUNS_MOST];
    struct value_row rows[ROWS_MOST + 1]; /* the first is the total; the last has no name */
};

#include "values.h"

struct scene {
    char names[ROWS_MOST][16];
    struct gau_timer_row rows[2][RUNS_MOST][ROWS_MOST];
    struct gau_timer_result runs[2][RUNS_MOST];
    struct gau_timer_result_set sets[2];
    struct gau_matrix matrix;
    struct gau_comparison comparison;
};

static size_t count_rows(const struct value_case *wanted)
{
    size_t n = 0;

    while (n < ROWS_MOST && wanted->rows[n + 1].name)
        n++;
    return n;
}

static void plant_run(struct scene *s, const struct value_case *from, int side, size_t run)
{
    const size_t n = count_rows(from);

    for (size_t i = 0; i < n; i++) {
        const struct value_row *const row = &from->rows[i + 1];

        snprintf(s->names[i], sizeof s->names[i], "%s", row->name);
        s->rows[side][run][i] = (struct gau_timer_row){.path = s->names[i],
                                                       .name = s->names[i],
                                                       .root = "Event",
                                                       .calls = (uint64_t)row->calls,
                                                       .self_s = row->times[side][run]};
    }
    s->runs[side][run] = (struct gau_timer_result){.folder = s->names[0],
                                                   .timed = true,
                                                   .whole = "Event",
                                                   .events = from->events[side][run],
                                                   .overhead_s = from->overhead_s,
                                                   .rows = s->rows[side][run],
                                                   .n = n};
}

static void make_comparison(struct scene *s, const struct value_case *from, bool gate)
{
    const struct gau_comparison_limits limits = {.max_ratio = 1.05,
                                                 .min_s = NAN,
                                                 .false_positive_rate = 0.001,
                                                 .gate = gate,
                                                 .runs = from->runs};
    gau_error error = {0};

    for (int side = 0; side < 2; side++) {
        for (size_t run = 0; run < from->n[side]; run++)
            plant_run(s, from, side, run);
        s->sets[side] = (struct gau_timer_result_set){s->runs[side], from->n[side]};
    }
    assert_int_equal(gau_matrix_of_timers(&s->matrix, &s->sets[0], &s->sets[1], &error), 0);
    assert_true(gau_comparison_make(&s->comparison, &s->matrix, &limits));
}

static void assert_near(double is, double wanted, const char *what, const struct value_case *from,
                        const char *row)
{
    if (isnan(is) != isnan(wanted) || fabs(is - wanted) > 1e-6 * fabs(wanted))
        fail_msg("%s, row %s: %s is %.12g, not %.12g", from->name, row, what, is, wanted);
}

static void assert_interval(const struct gau_interval *is, const double wanted[3],
                            const struct value_case *from)
{
    assert_near(is->value, wanted[0], "what all share", from, "all");
    assert_near(is->low, wanted[1], "its lower end", from, "all");
    assert_near(is->high, wanted[2], "its upper end", from, "all");
}

static void assert_row(const struct gau_comparison_row *row, const struct value_row *wanted,
                       const struct value_case *from)
{
    const char *const name = wanted->name;

    assert_string_equal(row->row->path, name);
    assert_near(row->seconds[0], wanted->seconds[0], "the baseline", from, name);
    assert_near(row->seconds[1], wanted->seconds[1], "the candidate", from, name);
    assert_near(row->adjusted.value, wanted->ratio[0], "the ratio", from, name);
    assert_near(row->adjusted.low, wanted->ratio[1], "the lower end", from, name);
    assert_near(row->adjusted.high, wanted->ratio[2], "the upper end", from, name);
    assert_near(row->absolute.low, wanted->absolute[0], "the lower end as it is", from, name);
    assert_near(row->absolute.high, wanted->absolute[1], "the upper end as it is", from, name);
    assert_near(row->p, wanted->p, "p", from, name);
    assert_near(row->limit, wanted->limit, "the limit", from, name);
    if (row->verdict != wanted->verdict || row->failed != wanted->failed)
        fail_msg("%s, row %s: verdict %d, failed %d", from->name, name, (int)row->verdict,
                 row->failed);
}

/* Times of single runs, as a history shows them, are those that the ratio is made of. */
static void assert_times(const struct scene *s, const struct gau_comparison_row *row,
                         const struct value_case *from)
{
    double means[2] = {0};

    for (size_t run = 0; run < from->n[0] + from->n[1]; run++) {
        const int side = run >= from->n[0];

        means[side] += log(gau_row_value(&s->comparison, row, run)) / (double)from->n[side];
    }
    assert_near(exp(means[1] - means[0]), row->adjusted.value, "the ratio of the times", from,
                row->row->path);
}

static void numbers_are_those_of_the_textbooks(void **state)
{
    struct scene *const s = calloc(1, sizeof *s);

    (void)state;
    assert_non_null(s);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        make_comparison(s, &cases[i], true);
        assert_int_equal(s->comparison.n, count_rows(&cases[i]));
        assert_row(&s->comparison.total, &cases[i].rows[0], &cases[i]);
        for (size_t k = 0; k < s->comparison.n; k++) {
            assert_row(&s->comparison.rows[k], &cases[i].rows[k + 1], &cases[i]);
            if (cases[i].runs == GAU_RUNS_SEPARATE)
                assert_times(s, &s->comparison.rows[k], &cases[i]);
        }
        assert_near(s->comparison.scatter, cases[i].scatter, "the scatter", &cases[i], "all");
        assert_interval(&s->comparison.common, cases[i].common, &cases[i]);
        assert_int_equal(s->comparison.runs_needed, cases[i].runs_needed[1]);
        assert_near(s->comparison.ratio_found, cases[i].ratio_found, "what is found", &cases[i],
                    "all");
        gau_comparison_clear(&s->comparison);
        gau_matrix_clear(&s->matrix);
    }
    free(s);
}

/* Gates have fewer false positives than verdicts, and are not for both sides. */
static void the_runs_needed_are_those_of_the_verdict(void **state)
{
    struct scene *const s = calloc(1, sizeof *s);

    (void)state;
    assert_non_null(s);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        make_comparison(s, &cases[i], false);
        assert_int_equal(s->comparison.runs_needed, cases[i].runs_needed[0]);
        gau_comparison_clear(&s->comparison);
        gau_matrix_clear(&s->matrix);
    }
    free(s);
}

/* R 4.2: a <- c(10.1, 9.8, 10.4, 10.0, 9.9); b <- c(10.9, 11.3, 10.6, 11.8)
 * t <- t.test(log(b), log(a)); exp(t$estimate[1] - t$estimate[2]); exp(t$conf.int) */
static void the_interval_is_that_of_welch(void **state)
{
    const double a[] = {log(10.1), log(9.8), log(10.4), log(10), log(9.9)},
                 b[] = {log(10.9), log(11.3), log(10.6), log(11.8)};
    const double *const logs[2] = {a, b};
    const size_t n[2] = {COUNT_OF(a), COUNT_OF(b)};
    struct gau_estimate estimate;
    struct gau_interval interval;

    (void)state;
    gau_estimate_make(&estimate, logs, n);
    interval = gau_estimate_interval(&estimate, 0.95);
    assert_true(fabs(interval.value - 1.1098901747079353) < 1e-9);
    assert_true(fabs(interval.low - 1.0355323527110682) < 1e-9);
    assert_true(fabs(interval.high - 1.1895873621796156) < 1e-9);
}

/* As times per event of runs with other numbers of events. */
static void what_differs_by_rounding_is_equal(void **state)
{
    static const struct gau_estimate estimate = {.log_ratio = 1e-15,
                                                 .variance = 1e-34,
                                                 .degrees_of_freedom = {4, 4}};

    (void)state;
    assert_true(gau_estimate_p(&estimate) > 0.99);
    assert_true(gau_estimate_interval(&estimate, 0.95).low < 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_textbooks),
        cmocka_unit_test(the_runs_needed_are_those_of_the_verdict),
        cmocka_unit_test(the_interval_is_that_of_welch),
        cmocka_unit_test(what_differs_by_rounding_is_equal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
