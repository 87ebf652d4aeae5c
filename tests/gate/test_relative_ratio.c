/* SPDX-License-Identifier: Apache-2.0 */
#include "report/comparison/ratio_estimate.h"
#include "report/comparison/relative_ratio.h"

#include "tests/unit/test.h"

#include <math.h>

/*
 * Worked examples, whose answers were computed by another program: 6 pairs of 4 rows, in
 * microseconds.
 */

enum { PAIRS = 6, ROWS = 4 };

static const double examples[][2][PAIRS][ROWS] = {
    {{{4991, 3004, 1491, 493},
      {5022, 3030, 1511, 501},
      {5005, 2996, 1500, 501},
      {4974, 2965, 1494, 495},
      {5012, 2996, 1501, 500},
      {5010, 3021, 1499, 505}},
     {{5011, 3318, 1491, 495},
      {5061, 3293, 1493, 495},
      {5038, 3310, 1490, 504},
      {5086, 3301, 1507, 495},
      {4999, 3277, 1510, 496},
      {5030, 3309, 1501, 497}}},
    {{{4735, 2937, 1495, 487},
      {4811, 2881, 1478, 494},
      {4788, 2848, 1416, 471},
      {5687, 3431, 1764, 581},
      {5173, 3119, 1526, 531},
      {5209, 3022, 1562, 523}},
     {{5672, 3725, 1693, 574},
      {4862, 3281, 1494, 488},
      {4789, 3198, 1429, 478},
      {5031, 3300, 1543, 480},
      {5283, 3492, 1557, 529},
      {4535, 3034, 1358, 466}}},
    {{{5072, 3528, 1265, 25},
      {5176, 3638, 1248, 25},
      {5059, 3555, 1222, 25},
      {4978, 3457, 1243, 25},
      {4928, 3450, 1201, 25},
      {4871, 3405, 1170, 25}},
     {{5033, 3693, 1217, 25},
      {4997, 3639, 1213, 25},
      {4996, 3674, 1205, 26},
      {5159, 3765, 1202, 25},
      {5165, 3808, 1198, 25},
      {4964, 3676, 1196, 25}}},
};

static const struct answer {
    size_t example, row;
    bool pairs;
    double raw, ratio, error, degrees, low, high;
} answers[] = {
    {1, 1, true, 1.007018, 1.008236, 0.003184, 4.711093, 0.999866, 1.016677},
    {1, 2, true, 1.099729, 1.099033, 0.002605, 4.776906, 1.091595, 1.106521},
    {1, 3, true, 0.999550, 0.999550, 0.003161, 5.000000, 0.991462, 1.007705},
    {1, 4, true, 0.995671, 0.993345, 0.003556, 4.797116, 0.984191, 1.002585},
    {2, 1, true, 0.991904, 1.012830, 0.015081, 4.069495, 0.971570, 1.055843},
    {2, 2, true, 1.098119, 1.113309, 0.007250, 4.054247, 1.091240, 1.135825},
    {2, 3, true, 0.981929, 0.993223, 0.013509, 4.060016, 0.956869, 1.030958},
    {2, 4, true, 0.976410, 0.990365, 0.015751, 4.112857, 0.948434, 1.034151},
    {2, 1, false, 0.991904, 1.012005, 0.014360, 6.510921, 0.977706, 1.047508},
    {2, 4, false, 0.976410, 0.987496, 0.015300, 6.857633, 0.952263, 1.024033},
    {3, 1, true, 1.007722, 1.014496, 0.008917, 4.615130, 0.990926, 1.038627},
    {3, 2, true, 1.058226, 1.056288, 0.007756, 4.668402, 1.034987, 1.078026},
    {3, 3, true, 0.984258, 0.980144, 0.010257, 4.597897, 0.953963, 1.007045},
    {3, 4, true, 1.006558, 1.006241, 0.012055, 4.773580, 0.975102, 1.038375},
};

static void is_near(double found, double expected, const struct answer *answer)
{
    if (!(fabs(found - expected) < 1e-6))
        fail_msg("example %zu, row %zu: %.7f, not %.6f", answer->example, answer->row, found,
                 expected);
}

static void check(const struct answer *answer)
{
    double logs[2][PAIRS][ROWS], times[ROWS] = {0}, own[2][PAIRS];
    const double *const sides[2] = {own[0], own[1]};
    const size_t row = answer->row - 1;
    struct gau_relative_runs runs = {.logs = {logs[0][0], logs[1][0]},
                                     .n = {PAIRS, PAIRS},
                                     .rows = ROWS,
                                     .times = times,
                                     .pairs = answer->pairs};
    struct gau_relative_ratio found[ROWS], common;
    struct gau_estimate raw;
    struct gau_interval interval;

    for (int side = 0; side < 2; side++)
        for (size_t run = 0; run < PAIRS; run++) {
            for (size_t i = 0; i < ROWS; i++) {
                logs[side][run][i] = log(examples[answer->example - 1][side][run][i]);
                times[i] += side ? 0 : examples[answer->example - 1][0][run][i] / PAIRS;
            }
            own[side][run] = logs[side][run][row];
        }
    assert_true(gau_relative_ratios(found, &common, &runs));
    gau_estimate_make_of_pairs(&raw, sides, PAIRS);
    is_near(exp(raw.log_ratio), answer->raw, answer);
    gau_estimate_relate(&raw, &found[row], &runs);
    interval = gau_estimate_interval(&raw, 0.95);
    is_near(interval.value, answer->ratio, answer);
    is_near(sqrt(raw.variance), answer->error, answer);
    is_near(raw.degrees_of_freedom[0], answer->degrees, answer);
    is_near(interval.low, answer->low, answer);
    is_near(interval.high, answer->high, answer);
}

static void worked_examples_are_right(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(answers); i++)
        check(&answers[i]);
}

/* --- rows that do not follow what others share ------------------------------------------------ */

/* Of the first rows of the second example, on a disturbed machine; and of steady ones, whose times
 * differ by parts of @p spread, as of a sleep. */
static void relate(struct gau_relative_ratio *out, size_t followers, size_t steady, double spread)
{
    static const double parts[2][PAIRS] = {{1, -1, 2, 0, -2, 1}, {-1, 0, 1, -2, 2, 1}};
    double logs[2][PAIRS * 2 * ROWS], times[2 * ROWS] = {0};
    const size_t rows = followers + steady;
    const struct gau_relative_runs runs = {.logs = {logs[0], logs[1]},
                                           .n = {PAIRS, PAIRS},
                                           .rows = rows,
                                           .times = times,
                                           .pairs = true};
    struct gau_relative_ratio common;

    for (size_t i = 0; i < rows; i++)
        times[i] = i < followers ? examples[1][0][0][i] : 700;
    for (int side = 0; side < 2; side++)
        for (size_t run = 0; run < PAIRS; run++)
            for (size_t i = 0; i < rows; i++)
                logs[side][run * rows + i] = i < followers ? log(examples[1][side][run][i])
                                                           : log(700) + spread * parts[side][run];
    assert_true(gau_relative_ratios(out, &common, &runs));
}

static void steady_rows_say_nothing_of_what_others_share(void **state)
{
    static const double spreads[] = {0, 1e-6, 1e-4, 1e-3};
    struct gau_relative_ratio alone[ROWS], found[2 * ROWS];

    (void)state;
    relate(alone, ROWS, 0, 0);
    for (size_t i = 0; i < COUNT_OF(spreads); i++)
        for (size_t steady = 1; steady <= ROWS; steady++) {
            relate(found, ROWS, steady, spreads[i]);
            for (size_t row = 0; row < ROWS; row++) {
                assert_false(found[row].is_raw);
                assert_true(fabs(found[row].log_ratio - alone[row].log_ratio) < 1e-12);
                assert_true(fabs(found[row].variance - alone[row].variance) < 1e-12);
            }
            for (size_t row = ROWS; row < ROWS + steady; row++)
                assert_true(fabs(found[row].log_ratio) < 3e-3);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_examples_are_right),
        cmocka_unit_test(steady_rows_say_nothing_of_what_others_share),
    };

    return cmocka_run_group_tests_name("ratios relative to other rows", tests, NULL, NULL);
}
