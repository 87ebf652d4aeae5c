/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tests/unit/allocations.h"
#include "tests/unit/captured_stderr.h"
#include "tests/unit/temp_folder.h"

#include <gaudit/section.h>
#include <gaudit/session.h>

#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Every allocation of a program that is audited fails once: the program runs on, and there is one
 * warning, or the auditing is as good without it.
 */

static int finished;

static void work(void)
{
    GAU_SECTION("work");
    gau_section_begin("named");
    gau_section_end("named");
}

static void *run_thread(void *unused)
{
    work();
    return unused;
}

/* What a program does between opening and closing; as many threads as it wants. */
static void run_program(void)
{
    pthread_t thread;

    work();
    if (pthread_create(&thread, NULL, run_thread, NULL) == 0)
        pthread_join(thread, NULL);
    finished++;
}

static size_t count_lines(const char *text, const char *begin)
{
    size_t n = 0;

    for (const char *at = text; (at = strstr(at, begin)); at++)
        n += at == text || at[-1] == '\n';
    return n;
}

/* The line above the results is none. */
static size_t messages_in(const char *text)
{
    return count_lines(text, "gaudit: ") - count_lines(text, "gaudit: results of process ");
}

/* One run in which allocation @p n fails; false: there are no more. */
static bool fail_one(uint64_t n, size_t *silent)
{
    gau_error err = {0}, seen = {0};
    const char *failed, *warnings;
    gau_session *session;
    gau_status status;

    capture_stderr_begin();
    allocations_fail_at(n);
    session = gau_session_open("session.xml", &err);
    run_program();
    status = session ? gau_session_snapshot(&seen) : GAU_OK;
    gau_session_close();
    failed = allocations_failed_call();
    allocations_fail_at(0);
    warnings = capture_stderr_end();
    if (!session && !strstr(err.message, "out of memory") &&
        !strstr(err.message, "no address space"))
        fail_msg("%s number %d: '%s'", failed, (int)n, err.message);
    if (status < 0 && !strstr(seen.message, "memory") && !strstr(seen.message, "address space"))
        fail_msg("%s number %d: snapshot: '%s'", failed, (int)n, seen.message);
    if (messages_in(warnings) > 1)
        fail_msg("%s number %d: more than one warning: %s", failed, (int)n, warnings);
    if (!failed && (!session || status < 0 || messages_in(warnings) > 0))
        fail_msg("nothing fails, but: %s%s%s", err.message, seen.message, warnings);
    *silent += session && status >= 0 && messages_in(warnings) == 0;
    return failed;
}

static void fail_each(void)
{
    const int before = finished;
    size_t silent = 0;
    uint64_t n = 0;

    do
        if (system("rm -rf out out-*") != 0)
            fail_msg("cannot remove the results");
    while (fail_one(++n, &silent));
    assert_int_equal(finished, before + (int)n);
    assert_true(n > 50);
    printf("%d allocations, of which auditing can do without %d\n", (int)n - 1, (int)silent - 1);
}

static void a_session_that_prints_survives_every_failing_allocation(void **unused)
{
    (void)unused;
    unsetenv("GAUDIT_RESULT");
    fail_each();
}

static void a_session_that_writes_survives_every_failing_allocation(void **unused)
{
    (void)unused;
    setenv("GAUDIT_RESULT", "out", 1);
    fail_each();
}

static int set_up(void **state)
{
    json_set_alloc_funcs(malloc, free); /* the counted ones */
    if (folder_enter(state) != 0)
        return -1;
    folder_write("session.xml", "<job maxBranches='64'><auditor type='Watch'/>"
                                "<auditor type='CountAuditor'/></job>");
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_that_prints_survives_every_failing_allocation),
        cmocka_unit_test(a_session_that_writes_survives_every_failing_allocation),
    };

    return cmocka_run_group_tests_name("memory of a session", tests, set_up, folder_leave);
}
