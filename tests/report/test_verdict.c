/* SPDX-License-Identifier: Apache-2.0 */
#include "report/agreement/agreement.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is said of timer and samples, from numbers that a test has made. */

static char fit[] = "S Fit", cut[] = "S Cut";
static struct gau_agreement_row rows[2] = {{.path = fit, .timer = 0.7, .sampled = 0.6},
                                           {.path = cut, .timer = 0.3, .sampled = 0.4}};

static struct gau_agreement agreement(double p, double row_p)
{
    const struct gau_agreement_test test = {
        .chi_square = 9, .freedom = 1, .p = p, .rows = 2, .row_z = 3, .row_p = row_p};

    return (struct gau_agreement){.rows = rows,
                                  .n = 2,
                                  .same_run = true,
                                  .samples = 100,
                                  .overhead_s = (double)NAN,
                                  .shift_s = (double)NAN,
                                  .shift_error_s = (double)NAN,
                                  .test = test};
}

static void says(const struct gau_agreement *a, const char *part)
{
    char *const text = gau_agreement_verdict(a);

    assert_non_null(text);
    if (!strstr(text, part))
        fail_msg("'%s' is not in: %s", part, text);
    free(text);
}

static void a_verdict_says_whether_it_is_chance(void **state)
{
    struct gau_agreement a = agreement(0.5, 0.5);

    (void)state;
    says(&a, "Timer and samples agree: chi-square 9 for 1 degrees of freedom, p = 0.5;");
    a = agreement(0.001, 0.5);
    says(&a, "Timer and samples differ by more than chance: ");
    a = agreement(0.5, 0.001);
    says(&a, "Timer and samples differ by more than chance: ");
}

/* One branch alone may be off by more than chance, where there are too few to test all of them. */
static void without_a_test_of_all_the_furthest_row_decides(void **state)
{
    struct gau_agreement a = agreement((double)NAN, (double)NAN);

    (void)state;
    says(&a, "Too few samples to say whether timer and samples agree.");
    a = agreement((double)NAN, 0.001);
    says(&a, "Timer and samples differ by more than chance: 'Fit' is furthest off, z = 3.0, ");
}

static void what_measuring_takes_is_told_without_a_sign(void **state)
{
    static const struct {
        double shift_s;
        const char *sentence;
    } cases[] = {
        {2e-7, "the timer charges to the branch and the samples to the one above: 200 ns per call"},
        {-2e-7, "the samples charge to the branch and the timer to the one above: 200 ns per call"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct gau_agreement a = agreement(0.001, 0.5);

        a.shift_s = cases[i].shift_s;
        a.shift_error_s = 1e-8;
        a.shifted =
            (struct gau_agreement_test){.chi_square = 1, .freedom = 1, .p = 0.5, .row_p = 0.5};
        says(&a, "but only by what measuring takes: ");
        says(&a, cases[i].sentence);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_verdict_says_whether_it_is_chance),
        cmocka_unit_test(without_a_test_of_all_the_furthest_row_decides),
        cmocka_unit_test(what_measuring_takes_is_told_without_a_sign),
    };

    return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
