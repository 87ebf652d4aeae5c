/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "timer_rows.h"

#include <math.h>
#include <stdio.h>

/* Everything, nothing and half of the executions were accepted. */
static char *show(const struct gau_view_options *options)
{
    json_t *const document = parse("{'schema':2,'events':50,'accepted':50,'branches':[" COUNT(
        0, -1, "Event", "Event", 50, 50,
        0) "," COUNT(1, 0, "Cut", "Cut", 4, 0, 4) "," COUNT(2, 0, "Half", "Half", 4, 2, 2) "]}");
    gau_error error = {0};
    char *const text = view(document, "counts", options, &error);

    assert_string_equal(error.message, "");
    json_decref(document);
    return text;
}

static void rates_of_0_and_of_100_percent_have_an_error(void **state)
{
    char *const text = show(&(struct gau_view_options){.verbose = 1});

    (void)state;
    assert_string_equal(
        text, "Decisions per branch\n"
              "\n"
              "Branch  Executed  Accepted  Rejected  Failed  Reused  Skipped  Rate [%]  Error [%]\n"
              "----------------------------------------------------------------------------------\n"
              "Event         50        50         0       0       0        0     100.0        2.0\n"
              "  Cut          4         0         4       0       0        0       0.0       20.0\n"
              "  Half         4         2         2       0       0        0      50.0       25.0\n"
              "----------------------------------------------------------------------------------\n"
              "accepted 50 of 50 events, with those of the warm-up\n");
    free(text);
}

/* With z^2 = 3.841459 it ends at z^2 / (n + z^2) where nothing was accepted; of 2 of 4 it is
 * 1 / 2 +- z / (2 sqrt(4 + z^2)). */
static void rates_have_the_interval_of_wilson(void **state)
{
    static const double expected[][3] = {{100 / 51., 92.86524008666413, 100},
                                         {20, 0, 48.98908364545973},
                                         {25, 15.003898915214954, 84.99610108478505}};
    char *const text = show(&(struct gau_view_options){.format = GAU_TABLE_CSV});
    const char *line = text;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        double found[3] = {0};
        const char *comma;

        line = strchr(line, '\n') + 1;
        comma = line;
        for (int column = 0; column < 12; column++)
            comma = strchr(comma, ',') + 1;
        assert_int_equal(sscanf(comma, "%lf,%lf,%lf", &found[0], &found[1], &found[2]), 3);
        for (int k = 0; k < 3; k++)
            assert_true(fabs(found[k] - expected[i][k]) < 1e-9);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_of_0_and_of_100_percent_have_an_error),
        cmocka_unit_test(rates_have_the_interval_of_wilson),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
