/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "session_fixture.h"
#include "tests/unit/captured_stderr.h"
#include "tests/unit/temp_folder.h"

#include <gaudit/background.h>
#include <gaudit/clock.h>
#include <gaudit/event.h>
#include <gaudit/external.h>
#include <gaudit/section.h>

#include <errno.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* Background work of programs. NameAuditor prints the hooks. */

static void begin(const char *auditors)
{
    open_session(auditors);
    capture_stderr_begin();
}

/* Closes the session. Its lines, without what is in front of them: "< a: accepted" is "<a". */
static void assert_hooks(const char *expected)
{
    char text[2048] = "";
    const char *line;

    gau_session_close();
    for (line = capture_stderr_end(); line && *line; line = strchr(line, '\n') + 1) {
        const char *const what = line + strcspn(line, "<>");
        const size_t length = strcspn(what + 2, ":\n"), used = strlen(text);

        if (line[0] == '[')
            snprintf(text + used, sizeof text - used, "%s%c%.*s%s", used ? " " : "", *what,
                     (int)length, what + 2, strncmp(what + 2 + length, ": end", 5) ? "" : "/none");
    }
    assert_string_equal(text, expected);
}

/* --- items --------------------------------------------------------------------------------- */

static void an_item_is_below_background_and_not_in_program(void **unused)
{
    (void)unused;
    begin("NameAuditor");
    work(1);
    gau_background_begin("messages");
    gau_background_end();
    work(1);
    assert_hooks(">Program >work >work inner <work inner <work <Program >messages <messages "
                 ">Program >work >work inner <work inner <work <Program");
}

static void an_item_ends_the_one_before(void **unused)
{
    (void)unused;
    begin("NameAuditor");
    work(1);
    gau_background_begin("a");
    gau_background_sub(GAU_WORK_TRANSFER, "part");
    gau_background_begin("b");
    gau_background_end();
    assert_hooks(">Program >work >work inner <work inner <work <Program >a >a part <a part <a "
                 ">Program <Program >b <b >Program <Program");
}

static void sub_items_follow_each_other(void **unused)
{
    (void)unused;
    begin("NameAuditor");
    gau_background_begin("a");
    gau_background_sub(GAU_WORK_TRANSFER, "x");
    gau_background_sub(GAU_WORK_WAITING, "y");
    gau_background_sub(GAU_WORK_WAITING, NULL);
    gau_background_sub(GAU_WORK_WAITING, "x");
    gau_background_end();
    assert_hooks(">a >a x <a x >a y <a y >a x <a x <a");
}

static void in_a_section_or_event_an_item_is_below_that(void **unused)
{
    (void)unused;
    begin("NameAuditor");
    {
        GAU_SECTION("s");
        gau_background_begin("a");
        gau_background_sub(GAU_WORK_TRANSFER, "x");
        gau_background_end();
    }
    gau_event_begin(1);
    gau_background_begin("a");
    gau_background_end();
    gau_event_end(GAU_OK);
    assert_hooks(">Program >s >s a >s a x <s a x <s a <s <Program >Event >a <a <Event >Program "
                 "<Program");
}

static void an_event_in_an_item_has_items_of_its_own(void **unused)
{
    (void)unused;
    begin("NameAuditor");
    gau_background_begin("a");
    gau_event_begin(1);
    gau_background_end(); /* of nothing: that one is around the event */
    gau_background_begin("b");
    gau_event_end(GAU_OK);
    gau_background_end();
    assert_hooks(">a >Event >b <b <Event <a");
}

static void without_an_item_nothing_happens(void **unused)
{
    (void)unused;
    gau_background_begin("before the session");
    begin("NameAuditor");
    gau_background_end();
    work(1);
    gau_background_sub(GAU_WORK_WAITING, "x");
    gau_background_withdraw();
    gau_background_end();
    gau_background_begin(NULL);
    assert_hooks(">Program >work >work inner <work inner <work <Program");
    gau_background_end();
}

/* A section that is open at its end is a mistake of the program, a sub-item is none. */
static void sections_in_an_item_end_with_it(void **unused)
{
    (void)unused;
    begin("NameAuditor");
    gau_background_begin("a");
    gau_background_sub(GAU_WORK_OPERATION, "x");
    gau_section_begin("s");
    gau_background_end();
    assert_hooks(">a >a x >a x s <a x s <a x <a");
}

/* It has no end of its own. */
static void a_sub_item_in_a_section_ends_with_it(void **unused)
{
    const char *warnings;

    (void)unused;
    begin("NameAuditor");
    gau_background_begin("a");
    gau_background_sub(GAU_WORK_OPERATION, "x");
    gau_section_begin("s");
    gau_background_sub(GAU_WORK_OPERATION, "y");
    gau_section_end("s");
    {
        GAU_SECTION("t");
        gau_background_sub(GAU_WORK_OPERATION, "y");
    }
    gau_background_sub(GAU_WORK_OPERATION, "z");
    gau_background_end();
    gau_session_close();
    warnings = capture_stderr_end();
    assert_null(strstr(warnings, "without a match"));
    assert_non_null(strstr(warnings, "> a x s y"));
    assert_non_null(strstr(warnings, "> a x t y"));
    assert_non_null(strstr(warnings, "> a z"));
}

static void names_that_are_too_long_have_no_branch(void **unused)
{
    static char name[1026];
    const char *warnings;

    (void)unused;
    memset(name, 'n', sizeof name - 1);
    begin("TraceAuditor");
    gau_background_begin("a");
    gau_background_sub(GAU_WORK_OPERATION, name);
    gau_background_begin(name);
    gau_background_sub(GAU_WORK_OPERATION, "x");
    gau_background_end();
    gau_external_work("GPU 0", name, 1, 2);
    gau_external_work(name, "kernel", 1, 2);
    gau_session_close();
    warnings = capture_stderr_end();
    assert_non_null(strstr(warnings, ": 4 calls of sections had no branch: a name has more than "
                                     "1024 bytes, the first is 'nnnnnnnn"));
    assert_null(strstr(warnings, "maxBranches"));
}

static void assert_errno_stays(int value)
{
    assert_int_equal(errno, value);
    errno = value + 1;
}

static void call_with_errno(int value)
{
    errno = value;
    gau_background_begin("a");
    assert_errno_stays(value);
    gau_background_sub(GAU_WORK_TRANSFER, "x");
    assert_errno_stays(value + 1);
    gau_background_sub(GAU_WORK_TRANSFER, NULL);
    assert_errno_stays(value + 2);
    gau_background_end();
    assert_errno_stays(value + 3);
    gau_background_begin("b");
    gau_background_sub(GAU_WORK_TRANSFER, "y");
    gau_background_begin("c"); /* ends the one before */
    assert_errno_stays(value + 4);
    gau_background_sub(GAU_WORK_TRANSFER, "z");
    gau_background_withdraw(); /* it had something to do */
    assert_errno_stays(value + 5);
    gau_background_withdraw();
    gau_background_end();
    gau_background_begin(NULL);
    assert_errno_stays(value + 6);
}

/* The hooks of the auditor change it. */
static void errno_stays(void **unused)
{
    (void)unused;
    call_with_errno(100);
    begin("Watch");
    call_with_errno(200);
    gau_session_close();
    capture_stderr_end();
}

/* --- items with nothing to do -------------------------------------------------------------- */

static void a_withdrawn_item_is_no_call(void **unused)
{
    (void)unused;
    begin("NameAuditor");
    gau_background_begin("a");
    gau_background_withdraw();
    work(1);
    gau_background_begin("a");
    gau_background_withdraw();
    {
        GAU_SECTION("s");
        gau_background_begin("a");
        gau_background_withdraw();
    }
    assert_hooks(">work >work inner <work inner <work >s <s");
}

static void what_had_sub_items_or_sections_is_not_withdrawn(void **unused)
{
    (void)unused;
    begin("NameAuditor");
    gau_background_begin("a");
    gau_background_sub(GAU_WORK_OPERATION, "x");
    gau_background_sub(GAU_WORK_OPERATION, NULL);
    gau_background_withdraw();
    gau_background_begin("b");
    gau_section_begin("s");
    gau_section_end("s");
    gau_background_withdraw();
    gau_background_begin("c");
    work(1);
    gau_background_withdraw();
    assert_hooks(">a >a x <a x <a >b >b s <b s <b >c >c work >c work inner <c work inner <c work "
                 "<c");
}

/* --- auditors ------------------------------------------------------------------------------ */

/* The calls of a branch in the document of the TimerAuditor; -1: it is not there. */
static int64_t calls_of(const char *path)
{
    json_t *const root = result_document("timer"), *row;
    int64_t calls = -1;
    size_t i;

    json_array_foreach(json_object_get(root, "branches"), i, row)
    {
        if (strcmp(json_string_value(json_object_get(row, "path")), path) == 0)
            calls = json_integer_value(json_object_get(row, "calls"));
    }
    json_decref(root);
    return calls;
}

static void *poll_in_thread(void *unused)
{
    (void)unused;
    for (int i = 0; i < 1000; i++) {
        gau_background_begin("poll");
        if (i % 100 == 0)
            gau_background_end();
        else
            gau_background_withdraw();
    }
    return NULL;
}

static void a_thread_of_background_work_is_not_below_program(void **unused)
{
    pthread_t thread;

    (void)unused;
    open_session("TimerAuditor:WarmUpEvents=0 TimeLogAuditor:File=log CountAuditor");
    assert_int_equal(pthread_create(&thread, NULL, poll_in_thread, NULL), 0);
    pthread_join(thread, NULL);
    gau_session_close();
    assert_int_equal(calls_of("poll"), 10);
    assert_int_equal(calls_of("Program"), -1);
}

static void the_timeline_has_no_item_that_was_withdrawn(void **unused)
{
    pthread_t thread;

    (void)unused;
    open_session("TraceAuditor");
    assert_int_equal(pthread_create(&thread, NULL, poll_in_thread, NULL), 0);
    pthread_join(thread, NULL);
    gau_session_close();
    /* An entry has some four bytes, and the writing thread may see a few of those withdrawn. */
    assert_in_range(result_value("timeline", "bytes"), 20, 200);
}

#define test(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(an_item_is_below_background_and_not_in_program),
        test(an_item_ends_the_one_before),
        test(sub_items_follow_each_other),
        test(in_a_section_or_event_an_item_is_below_that),
        test(an_event_in_an_item_has_items_of_its_own),
        test(without_an_item_nothing_happens),
        test(sections_in_an_item_end_with_it),
        test(a_sub_item_in_a_section_ends_with_it),
        test(names_that_are_too_long_have_no_branch),
        test(errno_stays),
        test(a_withdrawn_item_is_no_call),
        test(what_had_sub_items_or_sections_is_not_withdrawn),
        test(a_thread_of_background_work_is_not_below_program),
        test(the_timeline_has_no_item_that_was_withdrawn),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
