/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* pseudoterminals */
#include "tests/unit/test.h"

#include "tools/common/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Ctrl-C as a terminal sends it: to its foreground processes, of which the program is none. */

static bool leave_terminal(void *user)
{
    (void)user;
    return setsid() > 0;
}

/* In the foreground of the terminal. Ends with the status of the program. */
static _Noreturn void run_in(const char *terminal)
{
    static const char script[] = "trap 'exit 3' INT; trap 'exit 7' TERM; echo ready; "
                                 "while :; do sleep 0.01; done";
    struct gau_argv line = {0};
    struct gau_child child = {.prepare = leave_terminal};
    gau_error error = {0};
    int fd;

    setsid();
    fd = open(terminal, O_RDWR); /* the first of a session is its own */
    if (fd < 0 || dup2(fd, STDIN_FILENO) < 0 || dup2(fd, STDOUT_FILENO) < 0)
        _exit(GAU_CHILD_FAILED);
    gau_argv_add_all(&line, "sh", "-c", script, NULL);
    child.argv = line.texts;
    gau_child_run(&child, &error);
    _exit(child.status);
}

static void read_until(int terminal, const char *end)
{
    char text[256] = "";
    size_t length = 0;

    while (!strstr(text, end)) {
        assert_true(length + 1 < sizeof text);
        assert_int_equal(read(terminal, text + length, 1), 1);
        text[++length] = '\0';
    }
}

/* The terminal shows ^C when it has sent the signal; SIGTERM is taken after that. */
static void signals_of_the_terminal_are_not_passed_on(void **state)
{
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    int status;
    pid_t pid;

    (void)state;
    if (terminal < 0)
        skip(); /* there are no pseudoterminals */
    assert_int_equal(grantpt(terminal), 0);
    assert_int_equal(unlockpt(terminal), 0);
    pid = fork();
    if (pid == 0)
        run_in(ptsname(terminal));
    read_until(terminal, "ready");
    assert_int_equal(write(terminal, "\003", 1), 1);
    read_until(terminal, "^C");
    kill(pid, SIGTERM);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 7); /* SIGTERM alone */
    close(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(signals_of_the_terminal_are_not_passed_on)};

    return cmocka_run_group_tests_name("child process", tests, NULL, NULL);
}
