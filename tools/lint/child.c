/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* SI_KERNEL */
#include "lint.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Signals are not handled but waited for, together with the end of the program. Those that are
 * ignored, as under nohup, do not come.
 */
static void hold_signals(sigset_t *signals, sigset_t *before)
{
    static const int passed_on[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};

    sigemptyset(signals);
    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++)
        sigaddset(signals, passed_on[i]);
    sigaddset(signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, signals, before);
}

/* The pipe tells why the program could not be executed; executing it closes the pipe. */
static _Noreturn void execute(char **argv, int pipe, const sigset_t *mask)
{
    int error;
    ssize_t n;

    sigprocmask(SIG_SETMASK, mask, NULL);
    execvp(argv[0], argv);
    error = errno;
    n = write(pipe, &error, sizeof error);
    _exit(n == (ssize_t)sizeof error ? GAU_LINT_CANNOT_EXECUTE : GAU_LINT_FAILED);
}

static int wait_for_error(int pipe)
{
    int error = 0;
    ssize_t n;

    do
        n = read(pipe, &error, sizeof error);
    while (n < 0 && errno == EINTR);
    close(pipe);
    return n == (ssize_t)sizeof error ? error : 0;
}

/* What comes from the terminal goes to the program, too, without our help. */
static int wait_for_end(pid_t pid, const sigset_t *signals)
{
    static const struct timespec no_time;
    int status = 0;
    siginfo_t info;

    while (waitpid(pid, &status, WNOHANG) == 0)
        if (sigwaitinfo(signals, &info) > 0 && info.si_signo != SIGCHLD &&
            info.si_code != SI_KERNEL)
            kill(pid, info.si_signo);
    while (sigtimedwait(signals, &info, &no_time) > 0)
        ; /* what ended the program is not to end us before the report */
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static gau_status cannot_run(const char *name, int error, int *status, gau_error *err)
{
    *status = error == ENOENT ? GAU_LINT_NOT_FOUND : GAU_LINT_CANNOT_EXECUTE;
    return gau_fail(err, GAU_ERR_IO, "cannot run '%.*s': %s", GAU_QUOTE(name), strerror(error));
}

gau_status gau_lint_run(char **argv, int *status, gau_error *err)
{
    sigset_t signals, mask;
    int ends[2], error;
    pid_t pid;

    *status = GAU_LINT_FAILED;
    if (pipe(ends) < 0 || fcntl(ends[0], F_SETFD, FD_CLOEXEC) < 0 ||
        fcntl(ends[1], F_SETFD, FD_CLOEXEC) < 0)
        return gau_fail(err, GAU_ERR_IO, "no pipe: %s", strerror(errno));
    signal(SIGCHLD, SIG_DFL); /* if it is ignored, nobody says how the program ended */
    hold_signals(&signals, &mask);
    pid = fork();
    if (pid == 0)
        execute(argv, ends[1], &mask);
    close(ends[1]);
    error = wait_for_error(ends[0]);
    if (pid > 0)
        *status = wait_for_end(pid, &signals);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    if (pid < 0)
        return gau_fail(err, GAU_ERR_IO, "no process can be made");
    return error ? cannot_run(argv[0], error, status, err) : GAU_OK;
}
