/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tools/ab/ab.h"
#include "tools/common/usage.h"

#include "tests/unit/temp_folder.h"

#include <stdio.h>

/* The event window that timer and samples share. */

#define PROPERTY(name, value) "<property name='" name "' value='" value "'/>"
#define WINDOW PROPERTY("StartFromEventN", "5") PROPERTY("StopAtEventN", "9")
#define OFF PROPERTY("Enable", "false")
#define AUDITOR(type, properties) "<auditor type='" type "'>" properties "</auditor>"
#define NAMED(type, name, properties) \
    "<auditor type='" type "' name='" name "'>" properties "</auditor>"

#define SET(name) "[--set][" name ".StartFromEventN=5][--set][" name ".StopAtEventN=9]"

static const struct {
    const char *auditors;
    int64_t window[2];
    const char *words;
} cases[] = {
    {"", {1, 0}, ""},
    {AUDITOR("TimerAuditor", ""), {1, 0}, ""},
    {AUDITOR("TimerAuditor", WINDOW), {5, 9}, "[--audit][IttAuditor]" SET("IttAuditor")},
    {AUDITOR("TimerAuditor", WINDOW OFF), {1, 0}, ""},
    {AUDITOR("TimerAuditor", OFF WINDOW), {1, 0}, ""},
    {NAMED("TimerAuditor", "A", WINDOW OFF) NAMED("TimerAuditor", "B", ""), {1, 0}, ""},
    {NAMED("TimerAuditor", "A", OFF) NAMED("TimerAuditor", "B", WINDOW),
     {5, 9},
     "[--audit][IttAuditor]" SET("IttAuditor")},
    {NAMED("TimerAuditor", "A", WINDOW) NAMED("TimerAuditor", "B", WINDOW), {1, 0}, ""},
    {AUDITOR("IttAuditor", WINDOW), {5, 9}, SET("TimerAuditor")},
    {NAMED("TimerAuditor", "A", "") AUDITOR("IttAuditor", WINDOW), {5, 9}, SET("A")},
    {AUDITOR("IntelProfilerAuditor", WINDOW), {5, 9}, SET("TimerAuditor")},
    {AUDITOR("TimerAuditor", WINDOW) AUDITOR("IntelProfilerAuditor", ""),
     {5, 9},
     SET("IntelProfilerAuditor")},
    {AUDITOR("IttAuditor", WINDOW OFF), {1, 0}, ""},
    {AUDITOR("TimerAuditor", WINDOW) AUDITOR("IttAuditor", OFF), {5, 9}, ""},
};

static void auditors_without_a_window_get_that_of_the_other(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct gau_ab ab = gau_ab_new();
        char text[1024] = "";
        int64_t window[2];

        snprintf(text, sizeof text, "<job>%s</job>", cases[i].auditors);
        folder_write("job.xml", text);
        ab.run.path = "job.xml";
        assert_int_equal(gau_ab_share_window(&ab, window), GAU_EXIT_OK);
        text[0] = '\0';
        for (size_t w = 0, used = 0; w < ab.timer.count; w++)
            used += (size_t)snprintf(text + used, sizeof text - used, "[%s]", ab.timer.texts[w]);
        if (window[0] != cases[i].window[0] || window[1] != cases[i].window[1])
            fail_msg("%s: the window is [%d, %d)", cases[i].auditors, (int)window[0],
                     (int)window[1]);
        assert_string_equal(text, cases[i].words);
        gau_ab_clear(&ab);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(auditors_without_a_window_get_that_of_the_other)};

    return cmocka_run_group_tests_name("event window of both auditors", tests, folder_enter,
                                       folder_leave);
}
