/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall() */
#include "job_fixture.h"

#include "captured_stderr.h"
#include "framework/src/job/app_state.h"

#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A clock that runs backwards while events are processed. */
extern const gau_module gau_module_timer;

/* Ahead until it is set back: a machine that was started a minute ago has no earlier time than
 * zero. */
static volatile time_t ahead_s = 1000;

/* In place of that of the C library. */
int clock_gettime(clockid_t id, struct timespec *now)
{
    const int status = (int)syscall(SYS_clock_gettime, id, now);

    now->tv_sec += ahead_s;
    return status;
}

struct setter {
    int64_t unused;
};

static gau_status setter_execute(void *self, gau_context *ctx)
{
    (void)self;
    if (ctx->event == 5)
        ahead_s = 0;
    return GAU_OK;
}

static const gau_class setter_class = {
    GAU_CLASS("Setter", struct setter, "Sets the clock back."),
    .algorithm = GAU_ALGORITHM(.execute = setter_execute),
};

static void a_clock_that_runs_backwards_is_an_error(void **state)
{
    struct job job;

    (void)state;
    job_begin(&job);
    job_class(&job, gau_module_timer.classes[0]);
    job_class(&job, &setter_class);
    job_add(&job, NULL, GAU_NODE_ALGORITHM, "Setter", "A");
    job_add(&job, NULL, GAU_NODE_AUDITOR, "TimerAuditor", "TimerAuditor");
    job.settings.events = 10;
    capture_stderr_begin();
    job_run(&job);
    capture_stderr_end();
    assert_int_equal(job.status, GAU_ERR_STATE);
    assert_non_null(strstr(job.error.message, "the clock ran backwards over the event loop, by "));
    assert_int_equal(job.summary.exit_status, 5);
    assert_int_equal(job.summary.events, 10);
    assert_true(job.summary.loop_s <= 0);
    job_end(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_clock_that_runs_backwards_is_an_error)};

    return cmocka_run_group_tests_name("a clock that runs backwards", tests, NULL, NULL);
}
