/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* SI_KERNEL, wait4() */
#include "child_process.h"

#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- signals ------------------------------------------------------------------------------- */

/* What a process does with signals: restored for the program, and afterwards for us. */
struct signals {
    sigset_t waited_for, mask; /* the mask, and the held signals that end us */
    struct sigaction child;
};

static bool is_ignored(int number)
{
    struct sigaction action;

    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* Signals are not handled but waited for, together with the end of the program. Ignored signals, as
 * under nohup, stay ignored for the program, too. */
static void hold_signals(struct signals *signals)
{
    static const int passed_on[] = {SIGUSR1, SIGUSR2, SIGALRM, SIGTSTP, SIGCONT};
    struct sigaction fresh = {.sa_handler = SIG_DFL};

    sigemptyset(&fresh.sa_mask);
    sigaction(SIGCHLD, &fresh,
              &signals->child); /* if ignored, the exit status of the program would be lost */
    sigemptyset(&signals->waited_for);
    gau_signals_hold();
    gau_signals_add(&signals->waited_for);
    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++)
        if (!is_ignored(passed_on[i]))
            sigaddset(&signals->waited_for, passed_on[i]);
    sigaddset(&signals->waited_for, SIGCHLD);
    sigprocmask(SIG_BLOCK, &signals->waited_for, &signals->mask);
}

static void restore_signals(const struct signals *signals)
{
    sigaction(SIGCHLD, &signals->child, NULL);
    sigprocmask(SIG_SETMASK, &signals->mask, NULL);
    gau_signals_release();
}

/* The shell waits for us, so it must see that the program was stopped. SIGSTOP stops the program
 * only. */
static void stop_too(int number)
{
    sigset_t set;

    if (number != SIGTSTP && number != SIGTTIN && number != SIGTTOU)
        return;
    sigemptyset(&set);
    sigaddset(&set, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &set, NULL); /* stops here */
    if (number == SIGTSTP)
        sigprocmask(SIG_BLOCK, &set, NULL);
}

/* The terminal sends its signals to the program, too; SIGPIPE is caused by our own output. */
static void pass_on(const struct gau_child *child, const sigset_t *waited_for)
{
    siginfo_t info;

    if (sigwaitinfo(waited_for, &info) <= 0 || info.si_signo == SIGCHLD)
        return;
    gau_signals_note(info.si_signo);
    if (info.si_code != SI_KERNEL && info.si_pid != getpid())
        kill(child->pid, info.si_signo);
}

/* --- running ------------------------------------------------------------------------------- */

/* The pipe returns why the program could not be executed, as a negative number if it could not be
 * prepared; executing it closes the pipe. */
static _Noreturn void execute_child(const struct gau_child *child, int pipe,
                                    const struct signals *signals)
{
    int error;
    ssize_t n;

    sigaction(SIGCHLD, &signals->child, NULL);
    gau_signals_restore();
    errno = 0;
    if (!child->prepare || child->prepare(child->user)) {
        if (child->path)
            execv(child->path, child->argv);
        else
            execvp(child->argv[0], child->argv);
        error = errno;
    } else {
        error = -(errno ? errno : ENOMEM);
    }
    n = write(pipe, &error, sizeof error);
    _exit(n == (ssize_t)sizeof error ? GAU_CHILD_CANNOT_EXECUTE : GAU_CHILD_FAILED);
}

static int wait_for_error(int pipe)
{
    int error = 0;
    ssize_t n;

    do
        n = read(pipe, &error, sizeof error);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof error ? error : 0;
}

/* The process number of the program is not reused before it has been waited for. */
static void wait_for_end(struct gau_child *child, const sigset_t *waited_for)
{
    static const struct timespec no_time;
    int status = 0;
    siginfo_t info;

    for (;;) {
        const pid_t pid = wait4(child->pid, &status, WNOHANG | WUNTRACED, &child->used);

        if (pid == 0)
            pass_on(child, waited_for);
        else if (pid == child->pid && WIFSTOPPED(status))
            stop_too(WSTOPSIG(status));
        else
            break;
    }
    while (sigtimedwait(waited_for, &info, &no_time) > 0)
        gau_signals_note(
            info.si_signo); /* the signal that ended it must not end us before the report */
    child->wait_status = status;
    child->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static gau_status cannot_run(struct gau_child *child, gau_error *err)
{
    if (child->problem < 0) {
        child->status = GAU_CHILD_FAILED;
        return gau_fail(err, GAU_ERR_IO, "cannot prepare the start of '%.*s': %s",
                        GAU_QUOTE(child->argv[0]), strerror(-child->problem));
    }
    child->status = child->problem == ENOENT ? GAU_CHILD_NOT_FOUND : GAU_CHILD_CANNOT_EXECUTE;
    return gau_fail(err, GAU_ERR_IO, "cannot run '%.*s': %s", GAU_QUOTE(child->argv[0]),
                    strerror(child->problem));
}

static bool open_pipe(int ends[2])
{
    return pipe(ends) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

gau_status gau_child_run(struct gau_child *child, gau_error *err)
{
    struct signals signals;
    int ends[2];

    child->status = GAU_CHILD_FAILED;
    if (!open_pipe(ends))
        return gau_fail(err, GAU_ERR_IO, "cannot create a pipe: %s", strerror(errno));
    fflush(NULL);
    hold_signals(&signals);
    child->pid = fork();
    if (child->pid == 0)
        execute_child(child, ends[1], &signals);
    close(ends[1]);
    child->problem = wait_for_error(ends[0]);
    close(ends[0]);
    if (child->pid > 0 && !child->problem && child->started)
        child->started(child->user);
    if (child->pid > 0)
        wait_for_end(child, &signals.waited_for);
    restore_signals(&signals);
    if (child->pid < 0)
        return gau_fail(err, GAU_ERR_IO, "cannot create a process");
    return child->problem ? cannot_run(child, err) : GAU_OK;
}

/* --- reading ------------------------------------------------------------------------------- */

char *gau_child_output(const struct gau_argv *words)
{
    enum { SIZE = 1 << 20 };
    char *const line = gau_argv_text(words), *text = NULL;
    struct gau_argv command = {0};
    FILE *in = NULL;

    if (line)
        gau_argv_add(&command, "%s </dev/null 2>/dev/null", line);
    if (command.count > 0)
        in = popen(command.texts[0], "r");
    if (in) {
        text = malloc(SIZE + 1);
        if (text)
            text[fread(text, 1, SIZE, in)] = '\0';
        pclose(in);
    }
    gau_argv_clear(&command);
    free(line);
    return text;
}
