/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/events/event_replay.h"

#include <stdio.h>
#include <stdlib.h>

/* Words are quoted in run.json as for a shell. */
static void the_command_of_an_event_has_the_properties_and_auditors_of_the_run(void **state)
{
    static const struct {
        const char *run, *replay;
    } table[] = {
        {"\"job\": \"a.xml\"", "gaudit run 'a.xml' --only"},
        {"\"job\": \"it's a.xml\", \"command\": \"gaudit run 'it'\\\\''s a.xml' -q -n 40 -o r\"",
         "gaudit run 'it'\\''s a.xml' --only"},
        {"\"job\": \"a\", \"command\": \"gaudit run -s A.B=1 a -j 2 -a 'T/a b:C=1;D=2' '-sA.C=x "
         "y'\"",
         "gaudit run 'a' -s A.B=1 -a 'T/a b:C=1;D=2' '-sA.C=x y' --only"},
        {"\"job\": \"a\", \"command\": \"gaudit run --set A.B=1 --au T '--set=A.C=it'\\\\''s' "
         "--skip 3 --event-data a -v\"",
         "gaudit run 'a' --set A.B=1 --au T '--set=A.C=it'\\''s' --event-data --only"},
        {"\"job\": \"a\", \"command\": \"gaudit run a --k4bench=ddsim --events 5 --time -aT\"",
         "gaudit run 'a' --event-data -aT --only"},
        {"\"job\": \"a\", \"command\": \"gaudit run a -s\"", "gaudit run 'a' -s --only"},
        {"\"job\": \"a\", \"command\": \"'\"", "gaudit run 'a' --only"},
        {"\"job\": \"a\", \"command\": \"\\\\\"", "gaudit run 'a' --only"},
        {"\"job\": \"a\", \"command\": 3", "gaudit run 'a' --only"},
        {"\"job\": null, \"command\": \"./simulation -s x\"", NULL},
        {"\"schema\": 1", NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        char text[300], *replay;

        snprintf(text, sizeof text, "{\"schema\": 1, %s}", table[i].run);
        folder_write("run.json", text);
        replay = gau_event_replay(".");
        if (!replay || !table[i].replay)
            assert_null(replay ? replay : table[i].replay);
        else
            assert_string_equal(replay, table[i].replay);
        free(replay);
    }
    assert_null(gau_event_replay("none"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            the_command_of_an_event_has_the_properties_and_auditors_of_the_run, folder_enter,
            folder_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
