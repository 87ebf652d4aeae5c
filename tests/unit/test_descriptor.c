/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "auditors/common/private_fd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Descriptors of ours in a program that counts on its own. */

static void the_program_gets_the_numbers_that_it_would_get_without_us(void **state)
{
    const int wanted = open("/dev/null", O_RDONLY | O_CLOEXEC);
    struct descriptor d;
    int found;

    (void)state;
    close(wanted);
    assert_true(gau_private_fd_take(&d, open("/proc/self/statm", O_RDONLY)));
    found = open("/dev/null", O_RDONLY | O_CLOEXEC);
    assert_int_equal(found, wanted);
    assert_true(d.fd >= 100);
    assert_true(gau_private_fd_is_ours(&d));
    assert_int_equal(fcntl(d.fd, F_GETFD), FD_CLOEXEC);
    gau_private_fd_close(&d);
    assert_int_equal(d.fd, -1);
    assert_false(gau_private_fd_is_ours(&d));
    close(found);
}

static void what_could_not_be_opened_is_none(void **state)
{
    struct descriptor d;

    (void)state;
    assert_false(gau_private_fd_take(&d, open("nowhere/at/all", O_RDONLY | O_CLOEXEC)));
    assert_int_equal(errno, ENOENT);
    assert_int_equal(d.fd, -1);
    gau_private_fd_close(&d);
}

/* The program closes all it does not know, and uses the number again. */
static void a_number_that_the_program_has_taken_is_left_alone(void **state)
{
    static const char *const paths[] = {"/proc/self/statm", "/dev/zero"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        struct descriptor d;
        int theirs;

        assert_true(gau_private_fd_take(&d, open("/proc/self/statm", O_RDONLY | O_CLOEXEC)));
        close(d.fd);
        assert_false(gau_private_fd_is_ours(&d));
        theirs = open(paths[i], O_RDONLY | O_CLOEXEC);
        assert_int_equal(dup2(theirs, d.fd), d.fd);
        close(theirs);
        theirs = d.fd;
        errno = 7;
        assert_false(gau_private_fd_is_ours(&d));
        assert_int_equal(errno, 7);
        gau_private_fd_close(&d);
        assert_int_equal(close(theirs), 0);
    }
}

/* All of them are one file to fstat(). */
static void descriptors_without_a_file_are_distinguished(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct descriptor d;
        int theirs, number;

        assert_true(gau_private_fd_take(&d, inotify_init1(IN_NONBLOCK | IN_CLOEXEC)));
        number = d.fd;
        assert_true(gau_private_fd_is_ours(&d));
        theirs = i ? eventfd(1, EFD_CLOEXEC) : inotify_init1(IN_CLOEXEC);
        assert_int_equal(dup2(theirs, number), number);
        assert_false(gau_private_fd_is_ours(&d));
        gau_private_fd_close(&d);
        assert_int_equal(close(number), 0);
        close(theirs);
    }
}

/* In a child, for it is without standard streams. */
static int in_a_small_process(void)
{
    const struct rlimit few = {20, 20};
    struct descriptor d;

    close(0), close(1), close(2);
    if (setrlimit(RLIMIT_NOFILE, &few) != 0)
        return 1;
    if (!gau_private_fd_take(&d, open("/proc/self/statm", O_RDONLY | O_CLOEXEC)) || d.fd < 10)
        return 2;
    gau_private_fd_close(&d);
    for (int i = 3; i < 20; i++)
        if (fcntl(i, F_GETFD) < 0)
            dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), i), close(0);
    errno = 0;
    if (gau_private_fd_take(&d, open("/proc/self/statm", O_RDONLY | O_CLOEXEC)) || errno == 0)
        return 3;
    return fcntl(0, F_GETFD) < 0 && fcntl(1, F_GETFD) < 0 && fcntl(2, F_GETFD) < 0 ? 0 : 4;
}

static void none_is_a_standard_stream_however_few_there_may_be(void **state)
{
    const pid_t child = fork();
    int status;

    (void)state;
    if (child == 0)
        _exit(in_a_small_process());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_program_gets_the_numbers_that_it_would_get_without_us),
        cmocka_unit_test(what_could_not_be_opened_is_none),
        cmocka_unit_test(a_number_that_the_program_has_taken_is_left_alone),
        cmocka_unit_test(descriptors_without_a_file_are_distinguished),
        cmocka_unit_test(none_is_a_standard_stream_however_few_there_may_be),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
