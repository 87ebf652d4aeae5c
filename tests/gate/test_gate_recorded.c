/* SPDX-License-Identifier: Apache-2.0 */
#include "report/comparison/comparison.h"

#include "recorded_runs.h"
#include "tests/unit/draws.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The gate on 40 recorded runs, drawn without replacement for two sides: its verdicts without a
 * change, and with one branch 10 % slower. The seed is fixed, and the numbers with it.
 */

static const char recording[] = RECORDING;

struct scene {
    struct recorded recorded;
    struct gau_random random;
    size_t n_runs[2];
    bool wall;
    enum gau_runs runs;
    const char *slow; /* branch of the candidates */
    double factor;    /* by which it is, or with a NULL branch all of them are */
    double others;    /* by which the other branches are; 0: as they are */
    bool third;       /* every third branch is slow */
    bool neighbours;  /* both runs of a pair were neighbours when they were recorded */
};

static void shuffle(size_t *order, size_t n, struct gau_random *random)
{
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    for (size_t i = n - 1; i > 0; i--) {
        const size_t j = (size_t)gau_random_below(random, i + 1), was = order[i];

        order[i] = order[j];
        order[j] = was;
    }
}

/* Recorded one after the other, in any order. */
static void shuffle_pairs(size_t *order, const struct scene *scene, struct gau_random *random)
{
    const size_t n = scene->n_runs[0], all = scene->recorded.n / 2;
    size_t pairs[50];

    shuffle(pairs, all, random);
    for (size_t i = 0; i < n; i++) {
        const size_t second = (size_t)gau_random_below(random, 2);

        order[i] = 2 * pairs[i] + second;
        order[n + i] = 2 * pairs[i] + !second;
    }
}

/* Is the branch among the slower ones, is another, is the total? How many rows have an interval,
 * and how many of these hold the truth, of those that did not change and of others? */
struct outcome {
    bool found, another, total;
    double rows[2], held[2];
};

static bool is_slow(const struct scene *scene, const char *path)
{
    if (scene->third) /* of a number that does not depend on the run */
        return strlen(path) % 3 == 0;
    return !scene->slow || strcmp(scene->slow, path) == 0;
}

static struct outcome read_outcome(const struct gau_comparison *comparison,
                                   const struct scene *scene)
{
    const char *const slow = scene->slow;
    struct outcome outcome = {.total = comparison->total.failed};

    for (size_t i = 0; i < comparison->n; i++) {
        const struct gau_comparison_row *const row = &comparison->rows[i];
        const bool changed = scene->third && is_slow(scene, row->row->path);
        const double truth = changed ? scene->factor : 1;

        if (isfinite(row->adjusted.low) && row->seconds[0] >= comparison->limits.min_s) {
            outcome.rows[changed]++;
            outcome.held[changed] += row->adjusted.low <= truth && row->adjusted.high >= truth;
        }
        if (!comparison->rows[i].failed)
            continue;
        if (slow && strcmp(slow, comparison->rows[i].row->path) == 0)
            outcome.found = true;
        else
            outcome.another = true;
    }
    return outcome;
}

/* No row that is not significant is above its limit, and every limit can be exceeded. */
static void assert_sense(const struct gau_comparison *comparison)
{
    for (size_t i = 0; i <= comparison->n; i++) {
        const struct gau_comparison_row *const row =
            i == 0 ? &comparison->total : &comparison->rows[i - 1];

        assert_false(row->verdict == GAU_NOT_SIGNIFICANT && !(row->adjusted.value <= row->limit));
        if (row->limit > comparison->gross_ratio && !row->gross_slowdown)
            assert_true(row->seconds[0] < comparison->limits.min_s);
    }
}

static void change(struct gau_timer_result *run, const struct scene *scene)
{
    for (size_t i = 0; i < run->n; i++) {
        const double factor = is_slow(scene, run->rows[i].path) ? scene->factor
                              : scene->others > 0               ? scene->others
                                                                : 1;

        run->rows[i].self_s *= factor;
        run->rows[i].cpu_self_s *= factor;
    }
}

static struct outcome compare(struct scene *scene)
{
    const struct gau_comparison_limits limits = {
        .max_ratio = 1.05, .min_s = NAN, .false_positive_rate = 0.001, .runs = scene->runs};
    struct gau_timer_result_set sides[2];
    gau_error error = {0};
    struct gau_matrix matrix;
    struct gau_comparison comparison;
    struct outcome outcome;
    size_t order[100], drawn = 0;

    if (scene->neighbours)
        shuffle_pairs(order, scene, &scene->random);
    else
        shuffle(order, scene->recorded.n, &scene->random);
    for (int side = 0; side < 2; side++) {
        sides[side].n = scene->n_runs[side];
        sides[side].runs = calloc(sides[side].n, sizeof *sides[side].runs);
        for (size_t i = 0; i < sides[side].n; i++) {
            sides[side].runs[i] = recorded_copy(&scene->recorded.runs[order[drawn++]]);
            sides[side].runs[i].cpu_known = !scene->wall;
            if (side == GAU_CANDIDATE)
                change(&sides[side].runs[i], scene);
        }
    }
    assert_int_equal(gau_matrix_of_timers(&matrix, &sides[0], &sides[1], &error), GAU_OK);
    assert_true(gau_comparison_make(&comparison, &matrix, &limits));
    assert_sense(&comparison);
    outcome = read_outcome(&comparison, scene);
    gau_comparison_clear(&comparison);
    gau_matrix_clear(&matrix);
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < sides[side].n; i++)
            free(sides[side].runs[i].rows);
        free(sides[side].runs);
    }
    return outcome;
}

static struct scene scene_of(size_t baselines, size_t candidates)
{
    struct scene scene = {.n_runs = {baselines, candidates},
                          .runs = GAU_RUNS_INTERLEAVED,
                          .factor = 1};

    recorded_read(&scene.recorded, recording);
    gau_random_seed(&scene.random, 1);
    return scene;
}

struct outcome_counts {
    int found, another, total, failed; /* comparisons */
    double rows[2], held[2];           /* of all comparisons */
};

static struct outcome_counts repeat(struct scene *scene, int times)
{
    struct outcome_counts counts = {0};

    for (int i = 0; i < times; i++) {
        const struct outcome outcome = compare(scene);

        counts.found += outcome.found;
        counts.another += outcome.another;
        counts.total += outcome.total;
        counts.failed += outcome.found || outcome.another || outcome.total;
        for (int changed = 0; changed < 2; changed++) {
            counts.rows[changed] += outcome.rows[changed];
            counts.held[changed] += outcome.held[changed];
        }
    }
    return counts;
}

static const char *const branches[] = {
    "Events",
    "Hlt HltDecisionSequence Hlt1 Hlt1TrackAllL0 Hlt1TrackAllL0Unit FastVeloHlt",
    "Hlt HltDecisionSequence Hlt1 Hlt1TrackAllL0 Hlt1TrackAllL0Unit TrackFitL0",
    "Hlt HltDecisionSequence Hlt1 Hlt1DiMuonHighMass Hlt1DiMuonHighMassStreamer FastVeloHlt",
    "Hlt HltDecisionSequence Hlt1 Hlt1TrackAllL0 Hlt1TrackAllL0Unit HltPVsPV3D",
};

enum { N_BRANCHES = sizeof branches / sizeof *branches };

/* `test_gate_recorded table`: the table of needed runs in doc/comparing.md. */
static void print_table(void)
{
    static const size_t counts[] = {3, 5, 7, 10, 15, 20};

    for (int wall = 0; wall < 2; wall++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            struct scene scene = scene_of(counts[i], counts[i]);

            scene.wall = wall;
            printf("%s %zu runs a side: false positives %d of 200; found", wall ? "wall" : "CPU",
                   counts[i], repeat(&scene, 200).failed);
            scene.factor = 1.1;
            for (size_t branch = 0; branch < N_BRANCHES; branch++) {
                struct outcome_counts outcomes;

                scene.slow = branches[branch];
                outcomes = repeat(&scene, 100);
                printf(" %d (+%d)", outcomes.found, outcomes.another);
            }
            printf(" of 100\n");
            recorded_clear(&scene.recorded);
        }
}

static void runs_without_a_change_do_not_fail(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct scene scene = scene_of(20, 20);

        scene.wall = i & 1;
        scene.runs = i & 2 ? GAU_RUNS_PAIRED : GAU_RUNS_INTERLEAVED;
        assert_true(repeat(&scene, 200).failed <= (scene.wall ? 2 : 0));
        recorded_clear(&scene.recorded);
    }
}

static void a_branch_that_is_a_tenth_slower_is_found(void **state)
{
    struct scene scene = scene_of(20, 20);

    (void)state;
    scene.factor = 1.1;
    for (size_t i = 0; i < N_BRANCHES; i++) {
        struct outcome_counts counts;

        scene.slow = branches[i];
        counts = repeat(&scene, 100);
        assert_true(counts.found >= 99);
        assert_true(counts.another <= 1);
    }
    recorded_clear(&scene.recorded);
}

static void one_candidate_does_not_fail_by_chance(void **state)
{
    struct scene scene = scene_of(20, 1);

    (void)state;
    assert_true(repeat(&scene, 200).failed <= 2);
    scene.slow = branches[1];
    scene.factor = 1.5;
    assert_true(repeat(&scene, 50).found >= 48);
    recorded_clear(&scene.recorded);
}

static void two_baselines_fail_only_what_is_gross(void **state)
{
    struct scene scene = scene_of(2, 5);

    (void)state;
    assert_int_equal(repeat(&scene, 200).failed, 0);
    scene.slow = branches[1];
    scene.factor = 1.7;
    assert_int_equal(repeat(&scene, 50).failed, 0);
    scene.factor = 3;
    assert_int_equal(repeat(&scene, 50).found, 50);
    recorded_clear(&scene.recorded);
}

/* What fails with one baseline fails with more, also noisy ones. */
static void more_baselines_do_not_hide_what_is_gross(void **state)
{
    static const size_t counts[][2] = {{3, 3}, {3, 1}, {4, 3}, {5, 1}, {20, 20}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        for (int wall = 0; wall < 2; wall++) {
            struct scene scene = scene_of(counts[i][0], counts[i][1]);

            scene.wall = wall;
            assert_true(repeat(&scene, 200).failed <= 2);
            scene.slow = branches[1];
            scene.factor = 10;
            assert_true(repeat(&scene, 50).found >= (wall ? 30 : 50));
            recorded_clear(&scene.recorded);
        }
}

/* Such as another machine of the same kind that is busier. */
static void a_slowdown_of_all_branches_of_separate_runs_fails_none(void **state)
{
    struct scene scene = scene_of(20, 20);

    (void)state;
    scene.runs = GAU_RUNS_SEPARATE;
    scene.factor = 1.2;
    assert_true(repeat(&scene, 100).failed <= 1);
    recorded_clear(&scene.recorded);
}

static void what_slows_all_branches_of_interleaved_runs_fails_them(void **state)
{
    struct scene scene = scene_of(20, 20);

    (void)state;
    scene.factor = 1.2;
    assert_int_equal(repeat(&scene, 50).total, 50);
    recorded_clear(&scene.recorded);
}

/* All but one branch became faster, as by a change of what they have in common. */
static void a_branch_is_not_slower_because_others_are_faster(void **state)
{
    struct scene scene = scene_of(20, 20);

    (void)state;
    scene.slow = branches[2];
    scene.others = 0.8;
    assert_true(repeat(&scene, 100).failed <= 1);
    scene.runs = GAU_RUNS_SEPARATE;
    assert_true(repeat(&scene, 100).failed <= 1);
    recorded_clear(&scene.recorded);
}

/* Aims are 93 to 98.5 % of the rows that did not change, and 91 % of others. Draws from 20 pairs
 * overlap, and rows of a comparison are alike: 1 % beside the aims is chance. */
static void intervals_of_recorded_pairs_hold_the_truth(void **state)
{
    static const size_t pairs[] = {6, 12};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(pairs); i++)
        for (int third = 0; third < 2; third++) {
            struct scene scene = scene_of(pairs[i], pairs[i]);
            struct outcome_counts counts;

            scene.runs = GAU_RUNS_PAIRED;
            scene.neighbours = true;
            scene.third = third;
            scene.factor = third ? 1.1 : 1;
            counts = repeat(&scene, 400);
            print_message("%zu pairs%s: held %.1f %% of %.0f rows, %.1f %% of %.0f changed\n",
                          pairs[i], third ? ", a third slower" : "",
                          100 * counts.held[0] / counts.rows[0], counts.rows[0],
                          100 * counts.held[1] / fmax(counts.rows[1], 1), counts.rows[1]);
            assert_true(counts.held[0] >= (0.93 - 0.01) * counts.rows[0]);
            assert_true(counts.held[0] <= (0.985 + 0.01) * counts.rows[0]);
            assert_true(counts.held[1] >= (0.91 - 0.01) * counts.rows[1]);
            assert_true((counts.rows[1] > 0) == third);
            recorded_clear(&scene.recorded);
        }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_without_a_change_do_not_fail),
        cmocka_unit_test(a_branch_that_is_a_tenth_slower_is_found),
        cmocka_unit_test(one_candidate_does_not_fail_by_chance),
        cmocka_unit_test(two_baselines_fail_only_what_is_gross),
        cmocka_unit_test(more_baselines_do_not_hide_what_is_gross),
        cmocka_unit_test(a_slowdown_of_all_branches_of_separate_runs_fails_none),
        cmocka_unit_test(what_slows_all_branches_of_interleaved_runs_fails_them),
        cmocka_unit_test(a_branch_is_not_slower_because_others_are_faster),
        cmocka_unit_test(intervals_of_recorded_pairs_hold_the_truth),
    };

    if (argc > 1 && strcmp(argv[1], "table") == 0) {
        print_table();
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
