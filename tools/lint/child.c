/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* SI_KERNEL */
#include "lint.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const int passed_on[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
enum { N_PASSED_ON = sizeof passed_on / sizeof *passed_on };

static volatile sig_atomic_t child;

/* What comes from the terminal goes to the program, too, without our help. */
static void pass_on(int signal, siginfo_t *info, void *context)
{
    const int error = errno;

    (void)context;
    if (info->si_code != SI_KERNEL)
        kill((pid_t)child, signal);
    errno = error;
}

static void pass_signals_on(struct sigaction *before)
{
    struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART};

    for (int i = 0; i < N_PASSED_ON; i++) {
        sigaction(passed_on[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) /* as under nohup */
            sigaction(passed_on[i], &action, NULL);
    }
}

static void restore_signals(const struct sigaction *before)
{
    for (int i = 0; i < N_PASSED_ON; i++)
        sigaction(passed_on[i], &before[i], NULL);
}

static void hold_signals(sigset_t *before)
{
    sigset_t signals;

    sigemptyset(&signals);
    for (int i = 0; i < N_PASSED_ON; i++)
        sigaddset(&signals, passed_on[i]);
    sigprocmask(SIG_BLOCK, &signals, before);
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

static int wait_for_end(pid_t pid)
{
    int status = 0;

    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static gau_status cannot_run(const char *name, int error, int *status, gau_error *err)
{
    *status = error == ENOENT ? GAU_LINT_NOT_FOUND : GAU_LINT_CANNOT_EXECUTE;
    return gau_fail(err, GAU_ERR_IO, "cannot run '%.*s': %s", GAU_QUOTE(name), strerror(error));
}

gau_status gau_lint_run(char **argv, int *status, gau_error *err)
{
    struct sigaction actions[N_PASSED_ON];
    int ends[2], error;
    sigset_t mask;
    pid_t pid;

    *status = GAU_LINT_FAILED;
    if (pipe(ends) < 0 || fcntl(ends[0], F_SETFD, FD_CLOEXEC) < 0 ||
        fcntl(ends[1], F_SETFD, FD_CLOEXEC) < 0)
        return gau_fail(err, GAU_ERR_IO, "no pipe: %s", strerror(errno));
    hold_signals(&mask);
    pid = fork();
    if (pid == 0)
        execute(argv, ends[1], &mask);
    close(ends[1]);
    if (pid < 0) {
        sigprocmask(SIG_SETMASK, &mask, NULL);
        close(ends[0]);
        return gau_fail(err, GAU_ERR_IO, "no process: %s", strerror(errno));
    }
    child = (sig_atomic_t)pid;
    pass_signals_on(actions);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    error = wait_for_error(ends[0]);
    *status = wait_for_end(pid);
    restore_signals(actions);
    return error ? cannot_run(argv[0], error, status, err) : GAU_OK;
}
