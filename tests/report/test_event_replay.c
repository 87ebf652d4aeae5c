/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/events/event_replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

    char *none;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        const bool is_program = strstr(table[i].run, "\"job\": null") != NULL;
        char text[300], *replay;

        snprintf(text, sizeof text, "{\"schema\": 1, %s}", table[i].run);
        folder_write("run.json", text);
        assert_int_equal(gau_event_replay(&replay, ".", "events"), is_program);
        if (!replay || !table[i].replay)
            assert_null(replay ? replay : table[i].replay);
        else
            assert_string_equal(replay, table[i].replay);
        free(replay);
    }
    assert_false(gau_event_replay(&none, "none", "events"));
    assert_null(none);
}

#define JOB(auditors) "<job>\\n" auditors "  <algorithm type=\\\"A\\\"/>\\n</job>\\n"
#define AUDITOR(name, properties) \
    "  <auditor type=\\\"EventAuditor\\\"" name ">\\n" properties "  </auditor>\\n"
#define PROPERTY(name, value) "    <property name=\\\"" name "\\\" value=\\\"" value "\\\"/>\\n"

/* Files that the run had chosen, by properties or by the variable, are not written again. */
static void a_replay_writes_no_file_of_k4bench(void **state)
{
    static const struct {
        const char *options, *document, *file, *replay;
    } table[] = {
        {JOB(AUDITOR("", "")), "events", "r/k4bench_events.json", "gaudit run 'a' --only"},
        {JOB(AUDITOR("", "")), "events", "k4bench_events.json", "gaudit run 'a' --only"},
        {JOB(AUDITOR("", "")), "events", "r/x.json",
         "env -u K4BENCH_EVENT_JSON gaudit run 'a' --only"},
        {JOB(AUDITOR("", PROPERTY("Label", "sim"))), "events", "r/k4bench_events.json",
         "env -u K4BENCH_EVENT_JSON gaudit run 'a' --only"},
        {JOB(AUDITOR("", PROPERTY("Label", "sim"))), "events", "sim_events.json",
         "env -u K4BENCH_EVENT_JSON gaudit run 'a' --only"}, /* it is not in the folder */
        {JOB(AUDITOR("", PROPERTY("Memory", "true") PROPERTY("File", "x.json"))), "events",
         "x.json", "env -u K4BENCH_EVENT_JSON gaudit run 'a' -s 'EventAuditor.File=' --only"},
        {JOB(AUDITOR("", PROPERTY("K4Bench", "true"))), "events", "r/k4bench_events.json",
         "gaudit run 'a' -s 'EventAuditor.K4Bench=false' --only"},
        {JOB(AUDITOR(" name=\\\"My own\\\"", PROPERTY("File", "b")) AUDITOR("", "")), "events",
         "k4bench_events.json", "gaudit run 'a' -s 'My own.File=' --only"},
        {JOB(AUDITOR(" name=\\\"Own\\\"", PROPERTY("Label", "own")) AUDITOR("", "")), "events-Own",
         "own-Own_events.json", "gaudit run 'a' --only"},
        {JOB("  <auditor type=\\\"X\\\">\\n" PROPERTY("File", "x") "  </auditor>\\n"), "events",
         "k4bench_events.json", "gaudit run 'a' --only"},
        {JOB(AUDITOR("", PROPERTY("File", ""))), "events", "k4bench_events.json",
         "gaudit run 'a' --only"},
        {"<job", "events", "k4bench_events.json", "gaudit run 'a' --only"},
        {"", "events", "", "env -u K4BENCH_EVENT_JSON gaudit run 'a' --only"},
    };

    (void)state;
    folder_write("k4bench_events.json", "");
    folder_write("own-Own_events.json", "");
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        char text[1000], name[40], *replay;

        snprintf(text, sizeof text, "{\"schema\": 2, \"job\": \"a\", \"options\": \"%s\"}",
                 table[i].options);
        folder_write("run.json", text);
        snprintf(text, sizeof text, "{\"schema\": 2, \"k4bench_file\": \"%s\"}", table[i].file);
        snprintf(name, sizeof name, "%s.json", table[i].document);
        folder_write(name, text);
        gau_event_replay(&replay, ".", table[i].document);
        assert_string_equal(replay, table[i].replay);
        free(replay);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            the_command_of_an_event_has_the_properties_and_auditors_of_the_run, folder_enter,
            folder_leave),
        cmocka_unit_test_setup_teardown(a_replay_writes_no_file_of_k4bench, folder_enter,
                                        folder_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
