/* SPDX-License-Identifier: Apache-2.0 */
#include "report/changes/change.h"
#include "test.h"

#include <math.h>

/* Changes in words. */

static void intervals_say_which_ends_they_have(void **state)
{
    static const struct {
        double low, high;
        const char *text;
    } cases[] = {
        {0.9, 1.1, "-10.0 to +10.0 %"},
        {1.5, 3, "+50.0 to +200 %"},
        {0.9, 20, "-10.0 % to more"},
        {0.05, 20, "any"},
        {0.05, 3, "-95.0 to +200 %"},
        {5, 20, "+400 % to more"},
        {NAN, NAN, ""},
        {-INFINITY, 2, ""},
    };
    char text[64];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct gau_interval ratio = {.value = 1, .low = cases[i].low, .high = cases[i].high};

        assert_string_equal(gau_change_interval_text(text, sizeof text, &ratio), cases[i].text);
    }
}

static void large_ratios_are_told_as_such(void **state)
{
    static const struct {
        double ratio;
        const char *text;
    } cases[] = {{1, "+0.0 %"},      {0.5, "-50.0 %"}, {0.001, "-99.9 %"}, {0, "-100 %"},
                 {1.999, "+99.9 %"}, {2, "x 2.00"},    {9.99, "x 9.99"},   {9.996, "x 10.0"},
                 {99.96, "x 100"},   {2e5, "x 2e+05"}};
    char text[64];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(gau_change_text(text, sizeof text, cases[i].ratio), cases[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_say_which_ends_they_have),
        cmocka_unit_test(large_ratios_are_told_as_such),
    };

    return cmocka_run_group_tests_name("change", tests, NULL, NULL);
}
