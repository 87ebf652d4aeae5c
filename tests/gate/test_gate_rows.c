/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "report/comparison/tables/explain_changes.h"
#include "report/comparison/tables/tables.h"
#include "tests/unit/allocations.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs of a few branches, as if they had been read. */
enum { BRANCHES = 8, RUNS = 6 };

struct scene {
    struct gau_timer_row rows[2][RUNS][BRANCHES];
    struct gau_timer_result runs[2][RUNS];
    struct gau_timer_result_set sets[2];
};

static char paths[BRANCHES][16] = {"Event", "A", "B", "C", "D", "E", "F", "Tiny"};

/* Each branch takes i ms +- 1 % by run; the last a microsecond. */
static void plant(struct scene *s)
{
    memset(s, 0, sizeof *s);
    for (int side = 0; side < 2; side++) {
        for (size_t run = 0; run < RUNS; run++) {
            for (size_t i = 0; i < BRANCHES; i++) {
                const double seconds = i == BRANCHES - 1 ? 1e-6 : 1e-3 * (double)(i + 1);
                const double noise = 1 + 0.01 * (double)((3 * run + i * (run + 1)) % 5) / 4;

                s->rows[side][run][i] = (struct gau_timer_row){.path = paths[i],
                                                               .name = paths[i],
                                                               .root = "Event",
                                                               .is_root = i == 0,
                                                               .calls = 100,
                                                               .self_s = seconds * noise};
            }
            s->runs[side][run] = (struct gau_timer_result){.folder = paths[0],
                                                           .timed = true,
                                                           .whole = "Event",
                                                           .events = 100,
                                                           .rows = s->rows[side][run],
                                                           .n = BRANCHES};
        }
        s->sets[side] = (struct gau_timer_result_set){s->runs[side], RUNS};
    }
}

static const struct gau_comparison_limits usual = {
    .max_ratio = 1.05, .min_s = NAN, .false_positive_rate = 0.001, .runs = GAU_RUNS_INTERLEAVED};

struct outcome {
    struct gau_matrix matrix;
    struct gau_comparison comparison;
};

static void run_gate(struct outcome *out, const struct scene *s,
                     const struct gau_comparison_limits *limits)
{
    gau_error error = {0};

    assert_int_equal(gau_matrix_of_timers(&out->matrix, &s->sets[0], &s->sets[1], &error), 0);
    assert_true(gau_comparison_make(&out->comparison, &out->matrix, limits));
}

static void forget(struct outcome *outcome)
{
    gau_comparison_clear(&outcome->comparison);
    gau_matrix_clear(&outcome->matrix);
}

static const struct gau_comparison_row *row_of(const struct outcome *outcome, const char *path)
{
    for (size_t i = 0; i < outcome->comparison.n; i++)
        if (strcmp(outcome->comparison.rows[i].row->path, path) == 0)
            return &outcome->comparison.rows[i];
    fail_msg("there is no branch '%s'", path);
    return &outcome->comparison.total;
}

static void make_slower(struct scene *s, size_t branch, double factor)
{
    for (size_t run = 0; run < RUNS; run++)
        s->rows[1][run][branch].self_s *= factor;
}

static void a_longer_branch_is_slower(void **state)
{
    struct scene s;
    struct outcome outcome;

    (void)state;
    plant(&s);
    make_slower(&s, 3, 1.3);
    run_gate(&outcome, &s, &usual);
    assert_true(row_of(&outcome, "C")->failed);
    assert_true(fabs(row_of(&outcome, "C")->adjusted.value - 1.3) < 0.03);
    assert_int_equal(row_of(&outcome, "D")->verdict, GAU_NOT_SIGNIFICANT);
    assert_true(outcome.comparison.failed >= 1);
    forget(&outcome);
}

static void what_costs_less_than_the_least_time_is_not_slower(void **state)
{
    struct gau_comparison_limits limits = usual;
    struct scene s;
    struct outcome outcome;

    (void)state;
    plant(&s);
    make_slower(&s, 3, 1.3); /* by 1.2 ms */
    make_slower(&s, 7, 100);
    limits.min_s = 2e-3;
    run_gate(&outcome, &s, &limits);
    assert_int_equal(row_of(&outcome, "C")->verdict, GAU_SIGNIFICANT);
    assert_false(row_of(&outcome, "C")->failed);
    assert_true(row_of(&outcome, "C")->limit > 1.4);
    assert_int_equal(row_of(&outcome, "Tiny")->verdict, GAU_SMALL);
    assert_int_equal(outcome.comparison.failed, 0);
    forget(&outcome);
}

static void a_noisy_branch_says_how_many_runs_it_needs(void **state)
{
    struct scene s;
    struct outcome outcome;

    (void)state;
    plant(&s);
    for (int side = 0; side < 2; side++)
        for (size_t run = 0; run < RUNS; run++)
            s.rows[side][run][4].self_s *= run % 2 ? 1.4 : 1;
    run_gate(&outcome, &s, &usual);
    assert_int_equal(row_of(&outcome, "D")->verdict, GAU_INCONCLUSIVE);
    assert_true(outcome.comparison.runs_needed > RUNS && outcome.comparison.runs_needed < 1000);
    forget(&outcome);
}

static void branches_come_and_go_without_failing(void **state)
{
    struct scene s;
    struct outcome outcome;

    (void)state;
    plant(&s);
    for (size_t run = 0; run < RUNS; run++) {
        s.rows[0][run][2].path = paths[0] + 5; /* "" */
        s.rows[1][run][5].self_s = 0;
    }
    run_gate(&outcome, &s, &usual);
    assert_int_equal(row_of(&outcome, "B")->verdict, GAU_ADDED);
    assert_int_equal(row_of(&outcome, "")->verdict, GAU_REMOVED);
    assert_int_equal(row_of(&outcome, "E")->verdict, GAU_REMOVED);
    assert_true(isnan(row_of(&outcome, "E")->adjusted.value));
    forget(&outcome);
}

static void runs_of_different_lengths_are_compared_per_event(void **state)
{
    struct scene s;
    struct outcome outcome;

    (void)state;
    plant(&s);
    for (size_t run = 0; run < RUNS; run++) {
        s.runs[1][run].events = 300;
        for (size_t i = 0; i < BRANCHES; i++)
            s.rows[1][run][i].self_s *= 3;
    }
    run_gate(&outcome, &s, &usual);
    assert_true(outcome.matrix.events_vary);
    assert_int_equal(outcome.comparison.failed, 0);
    assert_true(fabs(outcome.comparison.total.adjusted.value - 1) < 0.01);
    forget(&outcome);
}

static void one_run_on_each_side_fails_only_what_is_gross(void **state)
{
    struct scene s;
    struct outcome outcome;
    char text[GAU_SENTENCE_SIZE];

    (void)state;
    plant(&s);
    s.sets[0].n = s.sets[1].n = 1;
    make_slower(&s, 3, 4.8);
    make_slower(&s, 4, 5.2);
    run_gate(&outcome, &s, &usual);
    assert_true(outcome.comparison.gross);
    assert_int_equal(row_of(&outcome, "B")->verdict, GAU_NOT_TESTED);
    assert_int_equal(row_of(&outcome, "C")->verdict, GAU_NOT_TESTED);
    assert_true(row_of(&outcome, "D")->failed);
    assert_true(isnan(row_of(&outcome, "D")->adjusted.low));
    gau_failure_text(text, &outcome.comparison, row_of(&outcome, "D"));
    assert_non_null(strstr(text, "times as long, in every run, limit 5.000: "));
    forget(&outcome);
}

/* Three baselines of which one is ten times as long: chance alone reaches any ratio. */
static void noise_raises_no_limit_above_what_is_gross(void **state)
{
    struct scene s;
    struct outcome outcome;

    (void)state;
    plant(&s);
    s.sets[0].n = s.sets[1].n = 3;
    s.rows[0][1][4].self_s *= 4;
    make_slower(&s, 4, 25);
    run_gate(&outcome, &s, &usual);
    assert_true(row_of(&outcome, "D")->limit <= GAU_GROSS_WALL);
    assert_true(row_of(&outcome, "D")->failed);
    forget(&outcome);
}

static void a_branch_of_few_baselines_is_not_tested(void **state)
{
    struct scene s;
    struct outcome outcome;

    (void)state;
    plant(&s);
    for (size_t run = 2; run < RUNS; run++)
        s.rows[0][run][4].self_s = 0;
    run_gate(&outcome, &s, &usual);
    assert_int_equal(row_of(&outcome, "D")->verdict, GAU_NOT_TESTED);
    forget(&outcome);
}

static void a_run_without_times_is_refused(void **state)
{
    struct scene s;
    struct gau_matrix matrix;
    gau_error error = {0};

    (void)state;
    plant(&s);
    s.runs[1][2].timed = false;
    assert_int_equal(gau_matrix_of_timers(&matrix, &s.sets[0], &s.sets[1], &error), GAU_ERR_USAGE);
    assert_string_equal(error.message, "'Event' has no times of branches: it needs a TimerAuditor "
                                       "(gaudit run --time)");
}

static void times_that_cannot_be_are_a_failure(void **state)
{
    struct scene s;
    struct gau_matrix matrix;

    (void)state;
    for (int zero = 0; zero < 2; zero++) {
        gau_error error = {0};

        plant(&s);
        for (size_t i = 0; i < BRANCHES; i++)
            s.rows[1][2][i].self_s *= zero ? 0 : i == 3 ? -1 : 1;
        assert_int_equal(gau_matrix_of_timers(&matrix, &s.sets[0], &s.sets[1], &error), GAU_ERR_IO);
        assert_string_equal(
            error.message, zero
                               ? "'Event' has no branch with a time above 0"
                               : "'Event' has a negative self time, of 'C': the result is damaged");
    }
}

static void write_rows(const struct gau_comparison *comparison,
                       const struct gau_view_options *options, FILE *out, gau_error *error)
{
    const struct gau_comparison_request request = {.kind = GAU_GATE};
    struct gau_page page = {.document = "gate", .options = options, .error = error};

    gau_sentences_of_gate(comparison, &(struct gau_comparison){0},
                          gau_rows_add(&page, comparison, &request));
    gau_page_write(&page, out);
    gau_page_clear(&page);
}

/* Texts of all formats have no NaN and no infinity. */
static void no_output_has_what_is_no_number(void **state)
{
    static const double values[] = {0, 1e-300, 1e300, NAN, INFINITY, 1};
    static const enum gau_table_format formats[] = {GAU_TABLE_TEXT, GAU_TABLE_CSV, GAU_TABLE_JSON,
                                                    GAU_TABLE_MARKDOWN};
    const struct gau_notes notes = {.n = 0};
    struct scene s;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(values) * COUNT_OF(formats); i++) {
        const struct gau_view_options options = {.format = formats[i / COUNT_OF(values)]};
        gau_error error = {0};
        struct outcome outcome;
        char *text = NULL;
        size_t size;
        FILE *const out = open_memstream(&text, &size);

        plant(&s);
        for (size_t run = 0; run < RUNS; run++)
            s.rows[1][run][3].self_s = values[i % COUNT_OF(values)];
        run_gate(&outcome, &s, &usual);
        write_rows(&outcome.comparison, &options, out, &error);
        gau_junit_write(&outcome.comparison, NULL, &notes, NULL, out);
        fclose(out);
        assert_int_equal(error.status, GAU_OK);
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, "inf"));
        free(text);
        forget(&outcome);
    }
}

/* On a narrow terminal columns are left out, and lines are broken; in a file nothing is. */
static void the_output_fits_a_narrow_terminal(void **state)
{
    static char name[] = "Reconstruction TracksOfAllDetectors HltGlobalPrescaler";
    struct scene s;
    struct outcome outcome;

    (void)state;
    plant(&s);
    for (int side = 0; side < 2; side++)
        for (size_t run = 0; run < RUNS; run++)
            s.rows[side][run][3].name = strrchr(s.rows[side][run][3].path = name, ' ') + 1;
    run_gate(&outcome, &s, &usual);
    for (unsigned width = 0; width <= 60; width += 60) {
        const struct gau_view_options options = {.format = GAU_TABLE_TEXT, .width = width};
        gau_error error = {0};
        char *text = NULL;
        size_t size;
        FILE *const out = open_memstream(&text, &size);

        write_rows(&outcome.comparison, &options, out, &error);
        fclose(out);
        assert_int_equal(error.status, GAU_OK);
        assert_null(strstr(text, name)); /* its end is unique */
        assert_true((strstr(text, "Baseline [") != NULL) == (width == 0));
        assert_true((strstr(text, "hidden: Baseline") != NULL) == (width > 0));
        assert_non_null(strstr(text, "HltGlobalPrescaler"));
        assert_null(strstr(text, "Tiny")); /* too short to matter */
        assert_non_null(strstr(text, "Verdict"));
        for (char *line = strtok(text, "\n"); width && line; line = strtok(NULL, "\n"))
            assert_in_range(strlen(line), 1, width);
        free(text);
    }
    forget(&outcome);
}

/* 1 while it goes on. */
static int fails_well(uint64_t n, const struct scene *s)
{
    struct outcome outcome;
    gau_error error = {0};
    bool done = false;

    allocations_fail_at(n);
    if (gau_matrix_of_timers(&outcome.matrix, &s->sets[0], &s->sets[1], &error) == GAU_OK) {
        done = gau_comparison_make(&outcome.comparison, &outcome.matrix, &usual);
        if (done)
            gau_comparison_clear(&outcome.comparison);
        gau_matrix_clear(&outcome.matrix);
    }
    allocations_fail_at(0);
    return !done;
}

static void each_allocation_fails_once(void **state)
{
    struct scene s;
    uint64_t n = 1;

    (void)state;
    plant(&s);
    while (fails_well(n, &s) && n < 1000)
        n++;
    assert_in_range(n, 10, 999);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_longer_branch_is_slower),
        cmocka_unit_test(what_costs_less_than_the_least_time_is_not_slower),
        cmocka_unit_test(a_noisy_branch_says_how_many_runs_it_needs),
        cmocka_unit_test(branches_come_and_go_without_failing),
        cmocka_unit_test(runs_of_different_lengths_are_compared_per_event),
        cmocka_unit_test(one_run_on_each_side_fails_only_what_is_gross),
        cmocka_unit_test(noise_raises_no_limit_above_what_is_gross),
        cmocka_unit_test(a_branch_of_few_baselines_is_not_tested),
        cmocka_unit_test(a_run_without_times_is_refused),
        cmocka_unit_test(times_that_cannot_be_are_a_failure),
        cmocka_unit_test(no_output_has_what_is_no_number),
        cmocka_unit_test(the_output_fits_a_narrow_terminal),
        cmocka_unit_test(each_allocation_fails_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
