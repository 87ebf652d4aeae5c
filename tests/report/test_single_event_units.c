/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"

#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/timeline/single_event.h"

#include <stdlib.h>
#include <string.h>

/* Units and decimals of the view of one event. */

static const enum gau_entry_form accepted = GAU_ENTRY_FORM_ACCEPTED;

static void begin_file(void)
{
    lanes_begin("timeline.gtr");
    lanes_roots();
    lanes_branch(3, 0, GAU_TRACE_BRANCH_SEQUENCE, "Reco");
    lanes_branch(4, 3, GAU_TRACE_BRANCH_ALGORITHM, "Fit");
    lanes_branch(5, 4, GAU_TRACE_BRANCH_SECTION, "seeding");
    lanes_branch(6, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "gpu 0");
    lanes_branch(7, 6, GAU_TRACE_BRANCH_SECTION, "kernel");
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
}

/* Ends the file. */
static void view_has(const struct gau_view_options *options, const char *const *parts, size_t n)
{
    gau_error error = {0};
    char *text;

    lanes_totals(1, 1, 0);
    lanes_end();
    assert_int_equal(report_view(&gau_view_event, "timeline.gtr", options, "out.txt", &error),
                     GAU_OK);
    text = folder_read("out.txt");
    for (size_t i = 0; i < n; i++)
        if (!strstr(text, parts[i]))
            fail_msg("no '%s' in\n%s", parts[i], text);
    free(text);
}

/* Waits for 10.9, 11.05, 12.3 and 20 us: a step more than the call above is rounding, more is not.
 */
static void waiting_has_the_steps_that_are_known(void **state)
{
    static const struct gau_view_options options = {.format = GAU_TABLE_CSV};
    static const double times[] = {100e-6, 180e-6, 300e-6, 400e-6};
    static const uint64_t cpu_ns[] = {80000, 167700, 288950, 389100};
    static const char *const parts[] = {"accepted,,0.0003891,1e-05", "accepted,,0.00028895,1e-05",
                                        "accepted,,0.0001677,1e-05", ",,8e-05,2e-05"};

    (void)state;
    begin_file();
    list_begin(1, 0, 0, 0);
    list_event(0.1, 1);
    list_call(0.1, 3);
    list_call(0.1, 4);
    list_call(0.1, 5);
    for (int i = 0; i < 4; i++) {
        list_cpu(0.1 + times[i], cpu_ns[i]);
        list_return(0.1 + times[i], accepted);
    }
    list_end();
    view_has(&options, parts, COUNT_OF(parts));
}

/* An interval of the day before, and one that ends in an hour: the other rows keep their digits. */
static void an_interval_of_hours_does_not_choose_the_unit(void **state)
{
    static const struct gau_view_options options = {.format = GAU_TABLE_MARKDOWN};
    static const char *const parts[] = {
        "| Branch | Begin [ms] | Time [ms] |",
        "| Event 1 | 0.0000 | 2.5000 |",
        "Reco | 0.0012 | 1.7000 |",
    };

    (void)state;
    for (int late = 0; late < 2; late++) {
        begin_file();
        list_begin(1, 0, 0, 0);
        list_event(100, 1);
        list_call(100.0000012, 3);
        list_return(100.0017012, accepted);
        if (late)
            list_interval_at(ticks_of(100.002), 7, ticks_of(100.001), ticks_of(3700));
        else
            list_interval_at(ticks_of(100.002), 7, 1, ticks_of(100.001));
        list_return(100.0025, accepted);
        list_end();
        view_has(&options, parts, COUNT_OF(parts));
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(waiting_has_the_steps_that_are_known),
        cmocka_unit_test(an_interval_of_hours_does_not_choose_the_unit),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
