/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "session_fixture.h"
#include "tests/unit/captured_stderr.h"
#include "tests/unit/temp_folder.h"

#include <gaudit/event.h>

#include <errno.h>
#include <pthread.h>
#include <string.h>

/* Events of a program that has its own loop. */

static void run_event(uint64_t number, gau_status decision)
{
    gau_event_begin(number);
    work(1);
    gau_event_end(decision);
}

static void events_have_numbers_and_decisions(void **unused)
{
    (void)unused;
    open_session("Watch CountAuditor TimerAuditor:WarmUpEvents=0");
    run_event(1, GAU_OK);
    run_event(2, GAU_REJECT);
    run_event(3, GAU_OK);
    run_event(4, GAU_ERR_IO);
    assert_true(data("Event", GAU_SECTION_CALLS) == 4);
    assert_true(data("work", GAU_SECTION_CALLS) == 4);
    assert_true(data("Root", GAU_SECTION_TOTAL) >= data("Event", GAU_SECTION_TOTAL));
    close_and_expect(4 * 3 + 5, 1); /* Program is left for each */
    assert_int_equal(result_value("watch", "events"), 4);
    assert_int_equal(result_value("watch", "unfinished"), 0);
    assert_int_equal(result_value("counts", "events"), 4);
    assert_int_equal(result_value("counts", "accepted"), 2);
    assert_int_equal(result_value("run", "events"), 4);
    assert_int_equal(result_value("run", "accepted"), 2);
}

/* Numbers may come in any order; 0 is the next one. */
static void windows_select_events(void **unused)
{
    static const uint64_t numbers[] = {7, 2, 0, 3, 12, 0, 4};

    (void)unused;
    open_session("Watch CountAuditor:StartFromEventN=3;StopAtEventN=9");
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        run_event(numbers[i], GAU_OK);
    close_and_expect(COUNT_OF(numbers) * 4 + 1, 1);
    assert_int_equal(result_value("counts", "events"), 4); /* 7, 8, 3, 4 */
    assert_int_equal(result_value("watch", "events"), COUNT_OF(numbers));
}

/* Without a number, or with one that is too large, an event has the next one. */
static void no_number_loses_an_event(void **unused)
{
    static const uint64_t numbers[] = {INT64_MAX, 0, UINT64_MAX, (uint64_t)1 << 63, 0};

    (void)unused;
    open_session("Watch CountAuditor:StartFromEventN=1;StopAtEventN=5");
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        run_event(numbers[i], GAU_OK);
    close_and_expect(COUNT_OF(numbers) * 4 + 1, 1);
    assert_int_equal(result_value("counts", "events"), 4); /* 1, 2, 3, 4 */
    assert_int_equal(result_value("watch", "events"), COUNT_OF(numbers));
}

static void outside_of_events_no_window_counts(void **unused)
{
    (void)unused;
    open_session("TimerAuditor:StartFromEventN=2;WarmUpEvents=0");
    run_event(1, GAU_OK);
    work(3);
    assert_true(data("work", GAU_SECTION_CALLS) == 3);
    run_event(2, GAU_OK);
    work(1);
    assert_true(data("work", GAU_SECTION_CALLS) == 5);
    gau_session_close();
}

static void a_window_without_events_is_said(void **unused)
{
    (void)unused;
    open_session("CountAuditor:StopAtEventN=9 TimerAuditor");
    work(1);
    capture_stderr_begin();
    gau_session_close();
    assert_non_null(strstr(capture_stderr_end(),
                           "CountAuditor: StopAtEventN selects events, and the program has begun "
                           "none with gau_event_begin(): the window had no effect"));
}

static void an_event_without_an_end_is_not_accepted(void **unused)
{
    const char *said;

    (void)unused;
    open_session("Watch CountAuditor");
    gau_event_begin(1);
    gau_section_begin("open");
    run_event(2, GAU_OK);
    gau_event_end(GAU_OK); /* of none */
    gau_event_begin(3);
    work(1);
    capture_stderr_begin();
    gau_session_close();
    said = capture_stderr_end();
    assert_non_null(strstr(said, "1 section begin or end without a match, the first for 'open'"));
    assert_non_null(strstr(said, "1 event had no end: closed when another began, or with what "
                                 "it was begun in"));
    gau_event_end(GAU_OK); /* not of this session */
    assert_int_equal(result_value("watch", "faults"), 0);
    assert_int_equal(result_value("watch", "events"), 3);
    assert_int_equal(result_value("watch", "unfinished"), 2);
    assert_int_equal(result_value("run", "events"), 3);
    assert_int_equal(result_value("run", "accepted"), 1);
}

static void a_section_around_an_event_ends_it(void **unused)
{
    const char *said;

    (void)unused;
    open_session("Watch");
    {
        GAU_SECTION("loop");
        run_event(1, GAU_OK);
        gau_event_begin(2);
        work(1);
        capture_stderr_begin();
    }
    work(1);
    gau_session_close();
    said = capture_stderr_end();
    assert_non_null(strstr(said, "1 event had no end: closed when another began, or with what it "
                                 "was begun in"));
    assert_null(strstr(said, "section begin"));
    assert_int_equal(result_value("watch", "faults"), 0);
    assert_int_equal(result_value("watch", "events"), 2);
    assert_int_equal(result_value("watch", "unfinished"), 1);
}

static void what_is_left_open_in_an_event_ends_with_it(void **unused)
{
    (void)unused;
    open_session("Watch");
    capture_stderr_begin();
    gau_event_begin(1);
    gau_section_begin("left");
    gau_event_end(GAU_OK);
    gau_section_end("left");
    close_and_expect(4, 1);
    assert_non_null(strstr(capture_stderr_end(), "2 section begins or ends without a match"));
    assert_int_equal(result_value("watch", "unfinished"), 0);
}

static void errno_is_left_alone(void **unused)
{
    (void)unused;
    open_session("Watch");
    errno = EXDEV;
    gau_event_begin(1);
    assert_int_equal(errno, EXDEV);
    gau_event_end(GAU_OK);
    assert_int_equal(errno, EXDEV);
    close_and_expect(3, 1);
    errno = EXDEV;
    run_event(1, GAU_OK);
    assert_int_equal(errno, EXDEV);
}

enum { THREADS = 4, EVENTS = 500 };

static void *run_thread(void *unused)
{
    for (int i = 0; i < EVENTS; i++)
        run_event(0, i % 2 ? GAU_OK : GAU_REJECT);
    return unused;
}

static void every_thread_has_an_event_of_its_own(void **unused)
{
    pthread_t threads[THREADS];

    (void)unused;
    open_session("Watch CountAuditor:StopAtEventN=501 TimerAuditor:WarmUpEvents=1");
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_thread, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    gau_session_close();
    assert_int_equal(result_value("watch", "faults"), 0);
    assert_int_equal(result_value("watch", "events"), THREADS * EVENTS);
    assert_int_equal(result_value("counts", "events"), 500); /* numbers are unique */
    assert_int_equal(result_value("run", "events"), THREADS * EVENTS);
    assert_int_equal(result_value("run", "accepted"), THREADS * EVENTS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_have_numbers_and_decisions),
        cmocka_unit_test(windows_select_events),
        cmocka_unit_test(no_number_loses_an_event),
        cmocka_unit_test(outside_of_events_no_window_counts),
        cmocka_unit_test(a_window_without_events_is_said),
        cmocka_unit_test(an_event_without_an_end_is_not_accepted),
        cmocka_unit_test(a_section_around_an_event_ends_it),
        cmocka_unit_test(what_is_left_open_in_an_event_ends_with_it),
        cmocka_unit_test(errno_is_left_alone),
        cmocka_unit_test(every_thread_has_an_event_of_its_own),
    };

    return cmocka_run_group_tests_name("events", tests, folder_enter, folder_leave);
}
