/* SPDX-License-Identifier: Apache-2.0 */
#include "report/comparison/comparison.h"
#include "report/comparison/tables/explain_changes.h"
#include "report/comparison/tables/tables.h"

#include "recorded_runs.h"
#include "tests/unit/draws.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The gate on runs that were not interleaved: 12 of a machine that compiled, 12 with two programs
 * that copied memory, too. Draws are of a fixed seed.
 */

enum { STATE_RUNS = 12, SIDE_RUNS = 10 };

static const char fit[] =
    "Hlt HltDecisionSequence Hlt1 Hlt1TrackAllL0 Hlt1TrackAllL0Unit TrackFitL0";

struct scene {
    struct recorded recorded;
    struct gau_random random;
    bool from_busy;   /* baselines are of the busy machine */
    bool to_busy;     /* candidates */
    const char *slow; /* branch of the candidates; NULL: all */
    double factor;
    size_t n_branches; /* 0: all */
    size_t n_candidates;
    bool renamed; /* the slow branch has another name */
};

static struct scene scene_of(void)
{
    struct scene scene = {.factor = 1, .to_busy = true, .n_candidates = SIDE_RUNS};

    recorded_read(&scene.recorded, RECORDING_BUSY);
    gau_random_seed(&scene.random, 1);
    return scene;
}

/* Draws without replacement from one state of the machine. */
static void draw(struct scene *scene, struct gau_timer_result_set *out, bool busy, bool *used,
                 size_t n)
{
    out->runs = calloc(n, sizeof *out->runs);
    assert_non_null(out->runs);
    for (out->n = 0; out->n < n;) {
        const size_t run =
            (busy ? STATE_RUNS : 0) + (size_t)gau_random_below(&scene->random, STATE_RUNS);

        if (used[run])
            continue;
        used[run] = true;
        out->runs[out->n] = recorded_copy(&scene->recorded.runs[run]);
        if (scene->n_branches)
            out->runs[out->n].n = scene->n_branches;
        out->n++;
    }
}

static void change(const struct scene *scene, struct gau_timer_result *run)
{
    static char name[] = "Hlt Another";

    for (size_t i = 0; i < run->n; i++)
        if (!scene->slow || strcmp(scene->slow, run->rows[i].path) == 0) {
            run->rows[i].cpu_self_s *= scene->factor;
            if (scene->renamed)
                run->rows[i].path = name;
        }
}

struct outcome {
    struct gau_timer_result_set sides[2];
    struct gau_matrix matrix;
    struct gau_comparison comparison;
};

static void run_gate(struct outcome *out, struct scene *scene, bool allow_new)
{
    const struct gau_comparison_limits limits = {.max_ratio = 1.05,
                                                 .min_s = NAN,
                                                 .false_positive_rate = 0.001,
                                                 .allow_new = allow_new,
                                                 .runs = GAU_RUNS_SEPARATE};
    gau_error error = {0};
    bool used[2 * STATE_RUNS] = {false};
    const bool alike = scene->from_busy == scene->to_busy;

    draw(scene, &out->sides[0], scene->from_busy, used, alike ? STATE_RUNS / 2 : SIDE_RUNS);
    draw(scene, &out->sides[1], scene->to_busy, used, alike ? STATE_RUNS / 2 : scene->n_candidates);
    for (size_t i = 0; i < out->sides[1].n; i++)
        change(scene, &out->sides[1].runs[i]);
    assert_int_equal(gau_matrix_of_timers(&out->matrix, &out->sides[0], &out->sides[1], &error), 0);
    assert_true(gau_comparison_make(&out->comparison, &out->matrix, &limits));
}

static void forget(struct outcome *outcome)
{
    gau_comparison_clear(&outcome->comparison);
    gau_matrix_clear(&outcome->matrix);
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < outcome->sides[side].n; i++)
            free(outcome->sides[side].runs[i].rows);
        free(outcome->sides[side].runs);
    }
}

/* The number of rows, if there is none. */
static size_t find_row(const struct outcome *outcome, const char *path)
{
    size_t i = 0;

    while (i < outcome->comparison.n && strcmp(outcome->comparison.rows[i].row->path, path) != 0)
        i++;
    return i;
}

static const struct gau_comparison_row *row_of(const struct outcome *outcome, const char *path)
{
    const size_t i = find_row(outcome, path);

    assert_true(i < outcome->comparison.n);
    return &outcome->comparison.rows[i];
}

/* How often a comparison fails; and how often the branch that is slow does. */
static int count(struct scene *scene, int times, bool of_branch)
{
    int n = 0;

    for (int i = 0; i < times; i++) {
        struct outcome outcome;

        run_gate(&outcome, scene, false);
        n += of_branch ? row_of(&outcome, scene->slow)->failed : outcome.comparison.failed > 0;
        forget(&outcome);
    }
    return n;
}

static void other_programs_fail_no_branch(void **state)
{
    struct scene scene = scene_of();

    (void)state;
    for (int i = 0; i < 4; i++) {
        scene.from_busy = i & 1;
        scene.to_busy = i & 2;
        assert_int_equal(count(&scene, 200, false), 0);
    }
    recorded_clear(&scene.recorded);
}

static void a_branch_that_is_slower_than_others_is_found(void **state)
{
    struct scene scene = scene_of();

    (void)state;
    scene.slow = fit;
    scene.factor = 2.5;
    assert_in_range(count(&scene, 50, true), 48, 50);
    scene.to_busy = false;
    scene.factor = 1.6;
    assert_in_range(count(&scene, 50, true), 48, 50);
    recorded_clear(&scene.recorded);
}

static void a_slowdown_by_a_factor_of_three_fails(void **state)
{
    struct scene scene = scene_of();
    struct outcome outcome;
    char text[GAU_SENTENCE_SIZE];

    (void)state;
    scene.factor = 3;
    for (size_t n = SIDE_RUNS; n > 0; n = n == SIDE_RUNS ? 1 : 0) {
        scene.n_candidates = n;
        run_gate(&outcome, &scene, false);
        assert_true(outcome.comparison.total.failed);
        assert_true(outcome.comparison.total.ratio > 2.7 && outcome.comparison.total.ratio < 3.3);
        assert_true(row_of(&outcome, fit)->failed);
        gau_failure_text(text, &outcome.comparison, &outcome.comparison.total);
        assert_non_null(strstr(text, "another machine or a slowdown of everything"));
        for (size_t i = 0; i < outcome.comparison.n; i++) {
            const struct gau_comparison_row *const row = &outcome.comparison.rows[i];

            if (!isnan(row->ratio))
                assert_true(fabs(row->ratio - row->seconds[1] / row->seconds[0]) < 1e-9);
            assert_int_not_equal(row->verdict, GAU_NOT_SIGNIFICANT);
        }
        forget(&outcome);
    }
    recorded_clear(&scene.recorded);
}

static bool has_significant_row(const struct gau_comparison *comparison)
{
    for (size_t i = 0; i < comparison->n; i++)
        if (comparison->rows[i].verdict == GAU_SIGNIFICANT)
            return true;
    return false;
}

/* Reading the clock costs more on a busy machine: that is no change of short branches. In 2 of the
 * 12 runs of the quiet machine one branch of 6 us takes much longer than in the others, which a
 * single candidate cannot show to be chance. */
static void no_branch_of_the_same_program_is_significant(void **state)
{
    enum { TIMES = 100, ONE_CANDIDATE = 4, OF_QUIET = 1 };
    struct scene scene = scene_of();

    (void)state;
    for (int i = 0; i < 8; i++) {
        int significant = 0;

        scene.from_busy = i & 1;
        scene.to_busy = i & 2;
        scene.n_candidates = i & ONE_CANDIDATE ? 1 : SIDE_RUNS;
        for (int n = 0; n < TIMES; n++) {
            struct outcome outcome;

            run_gate(&outcome, &scene, false);
            significant += has_significant_row(&outcome.comparison);
            forget(&outcome);
        }
        assert_in_range(significant, 0, i == ONE_CANDIDATE + OF_QUIET ? 25 : 0);
    }
    recorded_clear(&scene.recorded);
}

/* One branch makes the sum longer than any drift does; the others are unchanged. */
static void a_sum_beyond_any_drift_fails(void **state)
{
    struct scene scene = scene_of();
    struct outcome outcome;

    (void)state;
    scene.slow = "Events";
    scene.factor = 6;
    run_gate(&outcome, &scene, false);
    assert_false(outcome.comparison.beyond_drift);
    assert_true(outcome.comparison.total.adjusted.low > outcome.comparison.drift_ratio);
    assert_true(outcome.comparison.total.failed);
    assert_int_equal(outcome.comparison.total.verdict, GAU_SIGNIFICANT);
    forget(&outcome);
    scene.factor = 1;
    run_gate(&outcome, &scene, false);
    assert_false(outcome.comparison.total.failed);
    forget(&outcome);
    recorded_clear(&scene.recorded);
}

/* Without a slowdown of the runs, machine and program cannot be separated. */
static void few_branches_are_tested_for_large_changes_only(void **state)
{
    struct scene scene = scene_of();
    struct outcome outcome;

    (void)state;
    scene.n_branches = 3; /* of which Events takes nearly all */
    scene.slow = "Events";
    scene.factor = 1.15;
    run_gate(&outcome, &scene, false);
    assert_true(outcome.comparison.gross && outcome.comparison.others.n == 0);
    assert_int_equal(row_of(&outcome, "Events")->verdict, GAU_NOT_TESTED);
    assert_int_equal(outcome.comparison.failed, 0);
    forget(&outcome);
    scene.factor = 3;
    run_gate(&outcome, &scene, false);
    assert_true(row_of(&outcome, "Events")->failed);
    assert_true(outcome.comparison.total.failed);
    forget(&outcome);
    recorded_clear(&scene.recorded);
}

static void a_renamed_branch_is_compared_with_the_removed_one(void **state)
{
    struct scene scene = scene_of();
    struct outcome outcome;

    (void)state;
    scene.slow = fit;
    scene.renamed = true;
    scene.to_busy = false;
    run_gate(&outcome, &scene, false);
    assert_int_equal(outcome.comparison.failed, 0);
    assert_int_equal(row_of(&outcome, fit)->verdict, GAU_REMOVED);
    assert_int_equal(row_of(&outcome, "added in place of removed")->limit > 1, true);
    forget(&outcome);
    scene.factor = 3;
    run_gate(&outcome, &scene, false);
    assert_true(row_of(&outcome, "added in place of removed")->failed);
    forget(&outcome);
    run_gate(&outcome, &scene, true);
    assert_int_equal(outcome.comparison.failed, 0);
    assert_int_equal(find_row(&outcome, "added in place of removed"), outcome.comparison.n);
    forget(&outcome);
    recorded_clear(&scene.recorded);
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

/* What no run has is last in the order of rows, and does not upset that of the others. */
static void rows_are_in_the_order_of_their_times(void **state)
{
    struct scene scene = scene_of();
    const struct gau_view_options options = {.format = GAU_TABLE_CSV};
    gau_error error = {0};
    struct outcome outcome;
    double last = INFINITY;
    char *text = NULL, *rest = NULL;
    size_t size, n = 0;
    FILE *const out = open_memstream(&text, &size);

    (void)state;
    for (size_t run = 0; run < scene.recorded.n; run++)
        for (size_t i = 0; i < scene.recorded.runs[run].n; i += 2)
            scene.recorded.runs[run].rows[i].cpu_self_s = 0;
    run_gate(&outcome, &scene, false);
    write_rows(&outcome.comparison, &options, out, &error);
    fclose(out);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char branch[512];
        double times[2];

        if (sscanf(line, "branch,cpu,event,Event,%511[^,],\"\",%lf,%lf", branch, &times[0],
                   &times[1]) != 3)
            continue;
        if (!strstr(line, ",too small,") && !strstr(line, ",significant,")) {
            assert_true(fmax(times[0], times[1]) <= last);
            last = fmax(times[0], times[1]);
            n++;
        }
    }
    assert_true(n >= 3);
    free(text);
    forget(&outcome);
    recorded_clear(&scene.recorded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_programs_fail_no_branch),
        cmocka_unit_test(a_branch_that_is_slower_than_others_is_found),
        cmocka_unit_test(no_branch_of_the_same_program_is_significant),
        cmocka_unit_test(a_slowdown_by_a_factor_of_three_fails),
        cmocka_unit_test(a_sum_beyond_any_drift_fails),
        cmocka_unit_test(few_branches_are_tested_for_large_changes_only),
        cmocka_unit_test(a_renamed_branch_is_compared_with_the_removed_one),
        cmocka_unit_test(rows_are_in_the_order_of_their_times),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
