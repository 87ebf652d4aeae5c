/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include "captured_stderr.h"
#include "temp_folder.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct nothing {
    char nothing;
};

/* --- algorithms that fail ------------------------------------------------------------------ */

static void the_smallest_failing_event_is_reported(void **unused)
{
    (void)unused;
    for (uint32_t threads = 1; threads <= 4; threads++)
        for (int round = 0; round < 20; round++) {
            struct job job;

            job_begin(&job);
            job_input(&job, "100");
            job_script(&job, NULL, "A", "aaaaaaee");
            job_script(&job, NULL, "B", "aaaaaaaee");
            job.settings.workers = threads;
            assert_int_equal(job_run(&job), GAU_ERR_FAILED);
            assert_string_equal(job.error.message, "job.xml:2: A: event 7: event 7 is bad");
            assert_int_equal(job.summary.exit_status, 4);
            job_end(&job);
        }
}

/*
 * Event 7 fails, and so does every later one. Event 7 fails only when a later one is over, which is
 * another worker's and has waited for it. Whatever worker gets which numbers, this comes to an end.
 */
enum { EARLIER = 7 };
enum meeting { ALONE, EARLIER_IS_IN_FLIGHT, LATER_IS_OVER };
static atomic_int meeting;

static bool wait_for(enum meeting state)
{
    const uint64_t end = gau_clock_ns() + UINT64_C(60000000000);

    while (atomic_load(&meeting) < (int)state) {
        if (gau_clock_ns() > end)
            return false;
        sched_yield();
    }
    return true;
}

static gau_status meeting_execute(void *self, gau_context *ctx)
{
    const bool earlier = ctx->event == EARLIER;

    (void)self;
    if (ctx->event < EARLIER)
        return GAU_OK;
    if (earlier)
        atomic_store(&meeting, EARLIER_IS_IN_FLIGHT);
    if (!wait_for(earlier ? LATER_IS_OVER : EARLIER_IS_IN_FLIGHT))
        return gau_fail(ctx->error, GAU_ERR_FAILED, "event %d waits in vain", (int)ctx->event);
    return gau_fail(ctx->error, GAU_ERR_FAILED, "event %d fails", (int)ctx->event);
}

static void meeting_end(void *self, const gau_context *ctx)
{
    (void)self;
    if (ctx->event > EARLIER)
        atomic_store(&meeting, LATER_IS_OVER);
}

static const gau_class meeting_class = {
    GAU_CLASS("Meeting", struct nothing, "Fails in two events at the same time."),
    .algorithm = GAU_ALGORITHM(.execute = meeting_execute),
};
static const gau_class meeting_end_class = {
    GAU_CLASS("MeetingEnd", struct nothing, "Ends it."),
    .auditor = GAU_AUDITOR(.end_event = meeting_end),
};

/* Many events, so that no worker has all of them. */
static gau_node *build_meeting(struct job *job, bool input)
{
    gau_node *node;

    meeting = ALONE;
    job_begin(job);
    job_class(job, &meeting_class);
    job_class(job, &meeting_end_class);
    node = job_add(job, NULL, GAU_NODE_ALGORITHM, "Meeting", NULL);
    job_auditor(job, "MeetingEnd", NULL);
    if (input)
        job_input(job, "100000");
    job->settings.events = 100000;
    job->settings.workers = 2;
    return node;
}

static void of_two_events_that_fail_the_smaller_one_is_reported(void **unused)
{
    (void)unused;
    for (int round = 0; round < 40; round++) {
        struct job job;

        build_meeting(&job, round % 2);
        assert_int_equal(job_run(&job), GAU_ERR_FAILED);
        assert_string_equal(job.error.message, "job.xml:1: Meeting: event 7: event 7 fails");
        job_end(&job);
    }
}

static void of_tolerated_errors_the_smallest_event_is_reported(void **unused)
{
    (void)unused;
    for (int round = 0; round < 2; round++) {
        struct job job;

        job_set(&job, build_meeting(&job, round % 2), "OnError", "Reject");
        capture_stderr_begin();
        job_run(&job);
        assert_string_equal(capture_stderr_end(),
                            "gaudit: warning: Meeting: 99994 errors, the first in "
                            "event 7: event 7 fails\n");
        assert_int_equal(job.status, GAU_OK);
        assert_int_equal(job.summary.accepted, 6);
        job_end(&job);
    }
}

static void errors_are_counted_over_all_workers(void **unused)
{
    (void)unused;
    for (uint32_t threads = 1; threads <= 3; threads++)
        for (int max = 9; max <= 10; max++) {
            struct job job;
            gau_node *node;
            char text[8];

            job_begin(&job);
            job_input(&job, "100");
            node = job_script(&job, NULL, "A", "aaaeaaaaaa");
            snprintf(text, sizeof text, "%d", max);
            job_set(&job, node, "ErrorMax", text);
            job.settings.workers = threads;
            capture_stderr_begin();
            job_run(&job);
            assert_non_null(
                strstr(capture_stderr_end(),
                       max == 10 ? "gaudit: warning: A: 10 errors, the first in event 4: event "
                                   "4 is bad\n"
                                 : "gaudit: warning: A: 10 errors, the first in event "));
            assert_int_equal(job.status, max == 10 ? GAU_OK : GAU_ERR_FAILED);
            if (max == 10)
                assert_int_equal(job.summary.accepted, 90);
            job_end(&job);
        }
}

/* Not with the text of an earlier error. */
static void an_error_without_a_text_gets_that_of_its_status(void **unused)
{
    struct job job;
    gau_node *node;

    (void)unused;
    job_begin(&job);
    node = job_script(&job, NULL, "A", "e");
    job_set(&job, node, "OnError", "Reject");
    job_script(&job, NULL, "B", "am");
    capture_stderr_begin();
    job.settings.events = 9;
    assert_int_equal(job_run(&job), GAU_ERR_FAILED);
    capture_stderr_end();
    assert_string_equal(job.error.message,
                        "job.xml:2: B: event 2: the component reported a failure");
    job_end(&job);
}

static void what_an_accepted_event_said_is_no_text_of_an_error(void **unused)
{
    static const struct {
        const char *a, *b, *message;
    } cases[] = {
        {"tm", "a", "job.xml:1: A: event 2: the component reported a failure"},
        {"tam", "a", "job.xml:1: A: event 3: the component reported a failure"},
        {"t", "m", "job.xml:2: B: event 1: the component reported a failure"},
    };

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct job job;

        job_begin(&job);
        job_script(&job, NULL, "A", cases[i].a);
        job_script(&job, NULL, "B", cases[i].b);
        job.settings.events = 9;
        assert_int_equal(job_run(&job), GAU_ERR_FAILED);
        assert_string_equal(job.error.message, cases[i].message);
        job_end(&job);
    }
}

static gau_status talker_execute(void *self, gau_context *ctx)
{
    (void)self;
    (void)gau_fail(ctx->error, GAU_ERR_FAILED, "nothing is wrong");
    return GAU_OK;
}

static gau_status talker_stop(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    return GAU_ERR_FAILED;
}

static const gau_class talker_class = {
    GAU_CLASS("Talker", struct nothing, "Talks."),
    .stop = talker_stop,
    .algorithm = GAU_ALGORITHM(.execute = talker_execute),
};

static void what_the_last_event_said_is_no_text_of_a_step_of_life(void **unused)
{
    struct job job;

    (void)unused;
    job_begin(&job);
    job_class(&job, &talker_class);
    job_add(&job, NULL, GAU_NODE_ALGORITHM, "Talker", "T");
    job.settings.events = 1;
    assert_int_equal(job_run(&job), GAU_ERR_FAILED);
    assert_string_equal(job.error.message, "job.xml:1: T: the component reported a failure");
    job_end(&job);
}

static void an_algorithm_returns_ok_reject_or_an_error(void **unused)
{
    static const struct {
        const char *decisions, *message;
    } cases[] = {{"ar0", "job.xml:1: A: event 3: execute returned 'no more events', which is "
                         "neither ok, reject nor an error"},
                 {"7", "job.xml:1: A: event 1: execute returned 'unknown status', which is "
                       "neither ok, reject nor an error"}};

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct job job;

        job_begin(&job);
        job_script(&job, NULL, "A", cases[i].decisions);
        job_auditor(&job, "CallLog", "D");
        job.settings.events = 9;
        assert_int_equal(job_run(&job), GAU_ERR_STATE);
        assert_string_equal(job.error.message, cases[i].message);
        assert_int_equal(job.summary.exit_status, 4);
        assert_non_null(strstr(call_log_text(), "D) A ee!\n"));
        job_end(&job);
    }
}

/* --- interruption -------------------------------------------------------------------------- */

struct interrupter {
    int64_t at;
    bool fails;
};

static gau_app *interrupted;

static const gau_property interrupter_properties[] = {
    GAU_INT(struct interrupter, at, "At", 1, 0, INT64_MAX, "", "Event"),
    GAU_BOOL(struct interrupter, fails, "Fails", false, "And fails there"),
    GAU_PROPERTY_END,
};

static gau_status interrupter_execute(void *self, gau_context *ctx)
{
    const struct interrupter *const interrupter = self;

    if ((int64_t)ctx->event != interrupter->at)
        return GAU_OK;
    gau_app_interrupt(interrupted, SIGINT);
    return interrupter->fails ? GAU_ERR_FAILED : GAU_OK;
}

static gau_status interrupter_finalize(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    call_log_note("finalized");
    return GAU_OK;
}

static const gau_class interrupter_class = {
    GAU_CLASS("Interrupter", struct interrupter, "Presses Ctrl-C."),
    .finalize = interrupter_finalize,
    .properties = interrupter_properties,
    .algorithm = GAU_ALGORITHM(.execute = interrupter_execute),
};

static void an_interrupted_job_ends_in_order(void **unused)
{
    (void)unused;
    for (uint32_t threads = 1; threads <= 3; threads++) {
        struct job job;
        gau_node *node;

        job_begin(&job);
        job_class(&job, &interrupter_class);
        node = job_add(&job, NULL, GAU_NODE_ALGORITHM, "Interrupter", NULL);
        job_set(&job, node, "At", "5");
        job_script(&job, NULL, "A", "a"); /* is still run in event 5 */
        job_set(&job, job_auditor(&job, "CallLog", "D"), "StopAtEventN", "6");
        job_input(&job, "1000000000");
        job.settings.workers = threads;
        job_make(&job);
        interrupted = job.app;
        assert_int_equal(gau_app_run(job.app, &job.summary, &job.error), GAU_OK);
        assert_int_equal(job.summary.exit_status, 128 + SIGINT);
        assert_int_equal(job.summary.signal, SIGINT);
        assert_true(job.summary.events >= 5 && job.summary.accepted == job.summary.events);
        if (threads == 1)
            assert_int_equal(job.summary.events, 5);
        assert_non_null(strstr(call_log_text(), "D) Event aa\nfinalized\n"));
        job_end(&job);
    }
}

static void a_failure_counts_more_than_an_interruption(void **unused)
{
    struct job job;
    gau_node *node;
    char *record;

    (void)unused;
    job_begin(&job);
    job_class(&job, &interrupter_class);
    node = job_add(&job, NULL, GAU_NODE_ALGORITHM, "Interrupter", NULL);
    job_set(&job, node, "Fails", "true");
    job.settings.events = 10;
    job.settings.output = "out";
    job_make(&job);
    interrupted = job.app;
    assert_int_equal(gau_app_run(job.app, &job.summary, &job.error), GAU_ERR_FAILED);
    assert_int_equal(job.summary.exit_status, 4);
    assert_int_equal(job.summary.signal, SIGINT);
    record = folder_read("out/run.json");
    assert_non_null(strstr(record, "\"exit_status\": 4,"));
    assert_non_null(strstr(record, "\"status\": \"failed\""));
    free(record);
    job_end(&job);
}

static void a_job_can_be_interrupted_before_it_runs_and_while_it_skips(void **unused)
{
    for (int k = 0; k < 2; k++) {
        struct job job;

        (void)unused;
        job_begin(&job);
        job_input(&job, "1000000000000");
        job.settings.skip = k ? 1000000000000 : 0;
        job_make(&job);
        gau_app_interrupt(job.app, SIGTERM);
        assert_int_equal(gau_app_run(job.app, &job.summary, &job.error), GAU_OK);
        assert_int_equal(job.summary.exit_status, 128 + SIGTERM);
        assert_int_equal(job.summary.events, 0);
        job_end(&job);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_failing_event_is_reported),
        cmocka_unit_test(of_two_events_that_fail_the_smaller_one_is_reported),
        cmocka_unit_test(of_tolerated_errors_the_smallest_event_is_reported),
        cmocka_unit_test(errors_are_counted_over_all_workers),
        cmocka_unit_test(an_error_without_a_text_gets_that_of_its_status),
        cmocka_unit_test(what_an_accepted_event_said_is_no_text_of_an_error),
        cmocka_unit_test(what_the_last_event_said_is_no_text_of_a_step_of_life),
        cmocka_unit_test(an_algorithm_returns_ok_reject_or_an_error),
        cmocka_unit_test(an_interrupted_job_ends_in_order),
        cmocka_unit_test_setup_teardown(a_failure_counts_more_than_an_interruption, folder_enter,
                                        folder_leave),
        cmocka_unit_test(a_job_can_be_interrupted_before_it_runs_and_while_it_skips),
    };

    return cmocka_run_group_tests_name("errors", tests, NULL, NULL);
}
