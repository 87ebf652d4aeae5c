/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "timer_rows.h"

static void check(const char *quoted, const char *name, struct gau_view_options options,
                  const char *expected)
{
    json_t *const document = parse(quoted);
    gau_error error = {0};
    char *const text = view(document, name, &options, &error);

    assert_string_equal(error.message, "");
    assert_string_equal(text, expected);
    free(text);
    json_decref(document);
}

/* Nothing is said of events where there was no event loop. */
static void of_a_program_without_events_the_sections_are_the_whole(void **state)
{
    (void)state;
    check("{'schema':2,'clock':'tsc','overhead_per_call_ns':21.5,'workers':0,'event_window':[1,0],'"
          "branches':[" BRANCH(0, -1, "Event", "Event", 0, 0,
                               0) "," BRANCH(2, -1, "Program", "Program", 1, 4.0,
                                             1.0) "," BRANCH(3, 2, "solve", "solve", 8, 3.0,
                                                             3.0) "],'warm_up':[],'loop_times':[]}",
          "timer", (struct gau_view_options){0},
          "Time per section\n"
          "\n"
          "Branch   Calls  Total [s]  Total [%]  Self [s]  Self [%]  Mean [s]  Min [s]  Ma"
          "x [s]  Std.dev. [s]  p50 [s]  p90 [s]  p99 [s]\n"
          "--------------------------------------------------------------------------------"
          "---------------------------------------------\n"
          "Program      1          4      100.0         1      25.0     4.000    4.000    4"
          ".000             -    4.000    4.000    4.000\n"
          "  solve      8          3       75.0         3      75.0     0.375    0.375    0"
          ".375             0    0.375    0.375    0.375\n"
          "--------------------------------------------------------------------------------"
          "---------------------------------------------\n"
          "100.0 % of 4 s in sections of a program\n"
          "clock tsc, 21.5 ns per call\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_program_without_events_the_sections_are_the_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
