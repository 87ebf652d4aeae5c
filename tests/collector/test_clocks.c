/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* F_GETFD, pipe2() */
#include "collector/sampling/kernel_clocks.h"

#include "tests/unit/test.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The program may have closed the event, and reused its number for a file of its own. */
static void a_file_of_the_program_is_not_closed_in_place_of_an_event(void **state)
{
    int ends[2];
    char byte = 0;

    (void)state;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    assert_false(gau_kernel_clock_has_event(ends[1]));
    gau_kernel_clock_close_event(ends[1]);
    assert_int_equal(write(ends[1], "x", 1), 1);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    close(ends[0]);
    close(ends[1]);
}

static void an_event_is_closed(void **state)
{
    const struct gau_kernel_clock_event event = {.period_ns = 1000000000};
    const int fd = gau_kernel_clock_open_event(getpid(), &event);

    (void)state;
    if (fd < 0)
        skip(); /* there are none here */
    assert_true(fd >= 1000);
    assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    assert_true(gau_kernel_clock_has_event(fd));
    gau_kernel_clock_close_event(fd);
    assert_int_equal(fcntl(fd, F_GETFD), -1);
}

/* Signals that the program sends itself, and its own timers, are not ours. */
static void signals_of_others_are_not_ours(void **state)
{
    static const struct {
        int number, code, value;
    } others[] = {{SIGPROF, SI_USER, 0},           {SIGPROF, SI_TKILL, 0},
                  {SIGPROF, SI_QUEUE, 0x67617564}, {SIGPROF, SI_TIMER, 1},
                  {SIGTRAP, SI_KERNEL, 0},         {SIGTRAP, TRAP_BRKPT, 0x67617564},
                  {SIGTRAP, SI_USER, 0},           {SIGPROF, SI_KERNEL, 0},
                  {SIGTRAP, POLL_IN + 5, 0}};

    (void)state;
    for (unsigned i = 0; i < COUNT_OF(others); i++) {
        siginfo_t info = {.si_signo = others[i].number, .si_code = others[i].code};

        info.si_value.sival_int = others[i].value;
        assert_false(gau_kernel_clock_is_ours(others[i].number, &info));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_of_the_program_is_not_closed_in_place_of_an_event),
        cmocka_unit_test(an_event_is_closed),
        cmocka_unit_test(signals_of_others_are_not_ours),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
