/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "report/comparison/event_pairs.h"
#include "tests/unit/draws.h"

#include <math.h>
#include <stdlib.h>

enum { EVENTS = 200 };

static void assert_near(double value, double wanted, double most)
{
    if (!(fabs(value - wanted) <= most))
        fail_msg("%.17g is not %.17g", value, wanted);
}

/* Numbers and times in ms, which end with number -1; those from 1000 on are warm-up. */
static void add_events(struct gau_event_pairs *pairs, int side, const double (*events)[2])
{
    struct gau_event_row rows[EVENTS];
    struct gau_event_data run = {.rows = rows};

    for (; events[run.n][0] >= 0; run.n++)
        rows[run.n] =
            (struct gau_event_row){.number = (int64_t)events[run.n][0] % 1000,
                                   .time_s = events[run.n][1] / 1e3,
                                   .cpu_s = events[run.n][1] / 2e3,
                                   .marks = events[run.n][0] >= 1000 ? GAU_EVENT_WARM_UP
                                                                     : GAU_EVENT_OVERLAPPED};
    assert_true(gau_event_pairs_add(pairs, &run, side));
}

static void assert_pair(const struct gau_event_pairs *pairs, size_t i, int64_t number, double a_ms,
                        double b_ms)
{
    const struct gau_event_pair *const pair = &pairs->items[i];

    assert_int_equal(pair->number, number);
    assert_near(pair->seconds[GAU_EVENT_WALL][0], a_ms / 1e3, 1e-12);
    assert_near(pair->seconds[GAU_EVENT_WALL][1], b_ms / 1e3, 1e-12);
    assert_near(pair->seconds[GAU_EVENT_CPU][1], b_ms / 2e3, 1e-12);
}

/* --- pairs --------------------------------------------------------------------------------- */

static void events_are_paired_by_number_and_not_by_their_place(void **state)
{
    static const double a[][2] = {{1001, 50}, {2, 10}, {3, 20}, {4, 30}, {8, 1}, {9, 1}, {-1, 0}};
    static const double b[][2] = {{4, 33}, {2, 11}, {1003, 90}, {1, 70}, {7, 1}, {-1, 0}};
    struct gau_event_pairs pairs = {0};

    (void)state;
    add_events(&pairs, 0, a);
    add_events(&pairs, 1, b);
    assert_true(gau_event_pairs_make(&pairs));
    assert_int_equal(pairs.n, 2);
    assert_pair(&pairs, 0, 2, 10, 11);
    assert_pair(&pairs, 1, 4, 30, 33);
    assert_int_equal(pairs.warm_up, 2); /* of either side */
    assert_int_equal(pairs.only[0], 2);
    assert_int_equal(pairs.only[1], 1);
    assert_int_equal(pairs.incomplete + pairs.repeated, 0);
    assert_near(pairs.run_means[GAU_EVENT_WALL][0], 20e-3, 1e-12);
    assert_near(pairs.run_means[GAU_EVENT_WALL][1], 22e-3, 1e-12);
    gau_event_pairs_clear(&pairs);
}

static void a_number_that_a_run_has_twice_counts_with_its_mean(void **state)
{
    static const double a[][2] = {{2, 10}, {3, 20}, {2, 14}, {-1, 0}};
    static const double b[][2] = {{2, 12}, {3, 20}, {-1, 0}};
    struct gau_event_pairs pairs = {0};

    (void)state;
    add_events(&pairs, 0, a);
    add_events(&pairs, 1, b);
    assert_true(gau_event_pairs_make(&pairs));
    assert_int_equal(pairs.n, 2);
    assert_pair(&pairs, 0, 2, 12, 12);
    assert_int_equal(pairs.repeated, 1);
    assert_near(pairs.run_means[GAU_EVENT_WALL][0], 16e-3, 1e-12);
    gau_event_pairs_clear(&pairs);
}

/* A number that one run lacks would make its mean one over other events. */
static void a_pair_is_in_every_run_and_has_the_means_of_its_sides(void **state)
{
    static const double a1[][2] = {{2, 10}, {3, 20}, {6, NAN}, {-1, 0}};
    static const double a2[][2] = {{2, 12}, {6, 5}, {-1, 0}};
    static const double b[][2] = {{2, 12}, {3, 9}, {5, 1}, {6, 7}, {-1, 0}};
    static const double b2[][2] = {{3, 1}, {2, 16}, {6, 7}, {-1, 0}};
    struct gau_event_pairs pairs = {0};

    (void)state;
    add_events(&pairs, 0, a1);
    add_events(&pairs, 0, a2);
    add_events(&pairs, 1, b);
    add_events(&pairs, 1, b2);
    assert_true(gau_event_pairs_make(&pairs));
    assert_int_equal(pairs.n, 1);
    assert_pair(&pairs, 0, 2, 11, 14);
    assert_int_equal(pairs.incomplete, 2); /* a time that is not known is none */
    assert_int_equal(pairs.only[1], 1);
    gau_event_pairs_clear(&pairs);
}

/* --- ratios -------------------------------------------------------------------------------- */

static double draw_normal(struct gau_random *random)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += gau_random_uniform(random);
    return sum;
}

/* Events of quite different times, those of B longer by a factor, both with 5 % noise. */
static void draw_events(double (*events)[EVENTS + 1][2], struct gau_random *random, double factor)
{
    for (int i = 0; i <= EVENTS; i++) {
        const double length = exp(draw_normal(random));

        for (int side = 0; side < 2; side++) {
            events[side][i][0] = i < EVENTS ? i + 1 : -1;
            events[side][i][1] = length * (side ? factor : 1) * (1 + 0.05 * draw_normal(random));
        }
    }
}

static struct gau_interval ratio_of(double (*events)[EVENTS + 1][2])
{
    struct gau_event_pairs pairs = {0};
    struct gau_interval ratio;

    for (int side = 0; side < 2; side++)
        add_events(&pairs, side, (const double(*)[2])events[side]);
    assert_true(gau_event_pairs_make(&pairs));
    assert_true(gau_event_pairs_estimate(&ratio, &pairs, GAU_EVENT_WALL));
    gau_event_pairs_clear(&pairs);
    return ratio;
}

/* 95 % of 400 intervals are 380, with a standard deviation of 4.4. */
static void the_interval_holds_the_true_ratio_as_often_as_it_says(void **state)
{
    static const double factors[] = {1, 1.1};
    double events[2][EVENTS + 1][2];

    (void)state;
    for (size_t f = 0; f < COUNT_OF(factors); f++) {
        struct gau_random random;
        int holds = 0, finds = 0;

        gau_random_seed(&random, 37 + f);
        for (int i = 0; i < 400; i++) {
            struct gau_interval ratio;

            draw_events(events, &random, factors[f]);
            ratio = ratio_of(events);
            holds += ratio.low <= factors[f] && factors[f] <= ratio.high;
            finds += ratio.low > 1;
        }
        assert_in_range(holds, 362, 394);
        if (f == 0)
            assert_in_range(finds, 0, 20);
        else
            assert_int_equal(finds, 400);
    }
}

/* Half of the time is in one event, which is twice as long: a mean of ratios would hide that. */
static void the_ratio_is_that_of_the_mean_times(void **state)
{
    static const double a[][2] = {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 5}, {-1, 0}};
    static const double b[][2] = {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 10}, {-1, 0}};
    struct gau_event_pairs pairs = {0};
    struct gau_interval ratio;

    (void)state;
    add_events(&pairs, 0, a);
    add_events(&pairs, 1, b);
    assert_true(gau_event_pairs_make(&pairs));
    assert_true(gau_event_pairs_estimate(&ratio, &pairs, GAU_EVENT_CPU));
    assert_near(ratio.value, 1.5, 1e-12);
    assert_true(ratio.low < 1 && ratio.high > 2);
    gau_event_pairs_clear(&pairs);
}

static void too_few_pairs_have_no_ratio(void **state)
{
    static const double few[][2] = {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {-1, 0}}, none[][2] = {{-1, 0}};
    const struct gau_event_pair *changed[GAU_EVENT_CHANGED_MOST];

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct gau_event_pairs pairs = {0};
        struct gau_interval ratio;
        size_t n;

        add_events(&pairs, 0, i ? few : none);
        add_events(&pairs, 1, few);
        assert_true(gau_event_pairs_make(&pairs));
        assert_true(gau_event_pairs_estimate(&ratio, &pairs, GAU_EVENT_WALL));
        assert_true(isnan(ratio.value) && isnan(ratio.low));
        assert_true(gau_event_pairs_changed(changed, &n, &pairs));
        assert_int_equal(n, 0);
        gau_event_pairs_clear(&pairs);
    }
}

static void noise_is_no_change_of_an_event(void **state)
{
    const struct gau_event_pair *changed[GAU_EVENT_CHANGED_MOST];
    struct gau_random random;
    double events[2][EVENTS + 1][2];
    int found = 0;

    (void)state;
    gau_random_seed(&random, 5);
    for (int i = 0; i < 100; i++) {
        struct gau_event_pairs pairs = {0};
        size_t n;

        draw_events(events, &random, 1.1);
        for (int side = 0; side < 2; side++)
            add_events(&pairs, side, (const double(*)[2])events[side]);
        assert_true(gau_event_pairs_make(&pairs));
        assert_true(gau_event_pairs_changed(changed, &n, &pairs));
        found += n > 0;
        gau_event_pairs_clear(&pairs);
    }
    assert_in_range(found, 0, 12); /* of 100, at 5 % */
}

/* All are 10 % slower, which no single event shows; of those that changed more, three are named. */
static void the_events_that_changed_most_beyond_noise_are_found(void **state)
{
    static const int numbers[] = {40, 11, 90}, fourth = 150;
    const struct gau_event_pair *changed[GAU_EVENT_CHANGED_MOST];
    struct gau_event_pairs pairs = {0};
    struct gau_random random;
    double events[2][EVENTS + 1][2];
    size_t n;

    (void)state;
    gau_random_seed(&random, 1);
    draw_events(events, &random, 1.1);
    for (int i = 0; i < 3; i++)
        events[0][numbers[i] - 1][1] = 10 - i;
    events[1][numbers[0] - 1][1] = 30;
    events[1][numbers[1] - 1][1] = 1; /* one that became faster */
    events[1][numbers[2] - 1][1] = 16;
    events[0][fourth - 1][1] = 1;
    events[1][fourth - 1][1] = 3;
    for (int side = 0; side < 2; side++)
        add_events(&pairs, side, (const double(*)[2])events[side]);
    assert_true(gau_event_pairs_make(&pairs));
    assert_true(gau_event_pairs_changed(changed, &n, &pairs));
    assert_int_equal(n, 3);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(changed[i]->number, numbers[i]);
    gau_event_pairs_clear(&pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_paired_by_number_and_not_by_their_place),
        cmocka_unit_test(a_number_that_a_run_has_twice_counts_with_its_mean),
        cmocka_unit_test(a_pair_is_in_every_run_and_has_the_means_of_its_sides),
        cmocka_unit_test(the_interval_holds_the_true_ratio_as_often_as_it_says),
        cmocka_unit_test(the_ratio_is_that_of_the_mean_times),
        cmocka_unit_test(too_few_pairs_have_no_ratio),
        cmocka_unit_test(noise_is_no_change_of_an_event),
        cmocka_unit_test(the_events_that_changed_most_beyond_noise_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
