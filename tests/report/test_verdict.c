/* SPDX-License-Identifier: Apache-2.0 */
#include "report/agreement/agreement.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The verdict on timer and samples, from given numbers. */

static struct gau_agreement_row rows[2] = {
    {.path = "S Fit", .short_name = "Fit", .timer = 0.7, .sampled = 0.6},
    {.path = "S Cut", .short_name = "Cut", .timer = 0.3, .sampled = 0.4}};

static struct gau_agreement agreement(double p, double row_p)
{
    const struct gau_agreement_test test = {
        .chi_square = 9, .degrees_of_freedom = 1, .p = p, .rows = 2, .row_z = 3, .row_p = row_p};

    return (
        struct gau_agreement){.rows = rows, .n = 2, .same_run = true, .samples = 100, .test = test};
}

static void says(const struct gau_agreement *a, const char *part)
{
    char *const text = gau_agreement_verdict(a, false);

    assert_non_null(text);
    if (!strstr(text, part))
        fail_msg("'%s' is not in: %s", part, text);
    free(text);
}

static void a_verdict_says_whether_it_is_chance(void **state)
{
    struct gau_agreement a = agreement(0.5, 0.5);

    (void)state;
    says(&a, "Timer and samples agree: chi-square 9 for 1 degree of freedom, p = 0.5;");
    a = agreement(0.02, 0.5);
    says(&a, "Timer and samples agree: ");
    a = agreement(0.001, 0.5);
    says(&a, "Timer and samples differ significantly: ");
    a = agreement(0.5, 0.001);
    says(&a, "Timer and samples differ significantly: ");
}

/* One branch alone may differ significantly, where there are too few to test all of them. */
static void without_a_test_of_all_the_furthest_row_decides(void **state)
{
    struct gau_agreement a = agreement((double)NAN, (double)NAN);

    (void)state;
    says(&a, "Too few samples to say whether timer and samples agree.");
    a = agreement((double)NAN, 0.001);
    says(&a, "Timer and samples differ significantly: 'Fit' is furthest off, z = 3.0, ");
}

/* Half the error needs four times the events. */
static void it_says_how_many_more_events_are_needed(void **state)
{
    struct gau_agreement a = agreement(0.5, 0.5);

    (void)state;
    a.events = 100;
    a.worst_error = 0.02;
    says(&a, " To know every share to +-1 point (one standard error) needs about 300 more events, "
             "with the same interval.");
    a.worst_error = 0.0365; /* 1233 more */
    says(&a, " needs about 1300 more events, ");
    a.worst_error = 0.012;
    says(&a, " needs about 44 more events, ");
    a.worst_error = 0.005;
    says(&a, " These events are enough to know every share to +-1 point (one standard error), ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_verdict_says_whether_it_is_chance),
        cmocka_unit_test(it_says_how_many_more_events_are_needed),
        cmocka_unit_test(without_a_test_of_all_the_furthest_row_decides),
    };

    return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
