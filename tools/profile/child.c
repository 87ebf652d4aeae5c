/* SPDX-License-Identifier: Apache-2.0 */
#include "child.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* --- signals ------------------------------------------------------------------------------- */

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { N_SIGNALS = sizeof signals / sizeof *signals };

/* For the handler, which knows nothing else. */
static volatile pid_t child;
static volatile sig_atomic_t early; /* a signal from before there was a child */

/* The terminal sends to the child itself. */
static void pass_on(int number, siginfo_t *info, void *context)
{
    const int error = errno;

    (void)context;
    if (info->si_code == SI_USER || info->si_code == SI_QUEUE) {
        if (child)
            kill(child, number);
        else
            early = number;
    }
    errno = error;
}

/* What is ignored, as by nohup, stays ignored, by the child too. */
static void catch_signals(struct sigaction *old)
{
    struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART};

    sigemptyset(&action.sa_mask);
    for (int i = 0; i < N_SIGNALS; i++)
        if (sigaction(signals[i], NULL, &old[i]) == 0 && old[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
}

static void restore_signals(const struct sigaction *old)
{
    for (int i = 0; i < N_SIGNALS; i++)
        sigaction(signals[i], &old[i], NULL);
}

/* --- running ------------------------------------------------------------------------------- */

/* As long as its end is not taken note of, no other process gets its number. */
static int wait_for(pid_t pid)
{
    siginfo_t info;
    int status = 0;

    while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        continue;
    child = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static int start(int *status, const struct gau_words *words)
{
    pid_t pid;
    const int error = posix_spawn(&pid, words->texts[0], NULL, NULL, words->texts, environ);

    if (error)
        return error;
    child = pid;
    if (early)
        kill(pid, early);
    *status = wait_for(pid);
    return 0;
}

gau_status gau_child_run(int *status, const struct gau_words *words, gau_error *err)
{
    struct sigaction old[N_SIGNALS];
    int error;

    if (words->no_memory)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for a command line");
    fflush(NULL);
    early = 0;
    catch_signals(old);
    error = start(status, words);
    restore_signals(old);
    if (error)
        return gau_fail(err, GAU_ERR_IO, "'%.*s' cannot be run: %s", GAU_QUOTE(words->texts[0]),
                        strerror(error));
    return GAU_OK;
}

/* --- reading ------------------------------------------------------------------------------- */

static char *command_text(const struct gau_words *words)
{
    char *text = NULL;
    size_t size;
    FILE *const out = words->no_memory ? NULL : open_memstream(&text, &size);

    if (!out)
        return NULL;
    gau_words_print(words, out);
    fputs(" </dev/null 2>/dev/null", out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static char *read_all(FILE *in)
{
    enum { SIZE = 1 << 20 };
    char *const text = malloc(SIZE + 1);

    if (text)
        text[fread(text, 1, SIZE, in)] = '\0';
    return text;
}

char *gau_child_output(const struct gau_words *words)
{
    char *const command = command_text(words);
    FILE *const in = command ? popen(command, "r") : NULL;
    char *text = NULL;

    if (in) {
        text = read_all(in);
        pclose(in);
    }
    free(command);
    return text;
}
