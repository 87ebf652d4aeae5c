/* SPDX-License-Identifier: Apache-2.0 */
#include "signals.h"

#include "temp_folder.h"

#include "files/file_replace.h"

#include <stddef.h>
#include <time.h>

static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE};
enum { ENDING = sizeof ending / sizeof *ending };

static struct {
    unsigned holds;
    sigset_t before;            /* the mask */
    struct sigaction file_size; /* what SIGXFSZ did before */
    int came;
} signals;

static void replace_handlers(const int *numbers, size_t n, void (*from)(int), void (*to)(int))
{
    for (size_t i = 0; i < n; i++) {
        struct sigaction action;

        if (sigaction(numbers[i], NULL, &action) != 0 || action.sa_handler != from)
            continue;
        action = (struct sigaction){.sa_handler = to};
        sigfillset(&action.sa_mask);
        sigaction(numbers[i], &action, NULL);
    }
}

static void end_process(int number)
{
    gau_replace_abandon();
    gau_temp_folder_abandon();
    signal(number, SIG_DFL);
    raise(number); /* comes when this function returns */
}

void gau_signals_replace(const int *numbers, size_t n, void (*from)(int), void (*to)(int))
{
    replace_handlers(numbers, n, from == SIG_DFL ? end_process : from,
                     to == SIG_DFL ? end_process : to);
}

void gau_signals_begin(void)
{
    const struct sigaction ignored = {.sa_handler = SIG_IGN};

    sigaction(SIGXFSZ, &ignored, &signals.file_size);
    replace_handlers(ending, ENDING, SIG_DFL, end_process);
}

/* --- held ---------------------------------------------------------------------------------- */

void gau_signals_add(sigset_t *set)
{
    for (int i = 0; i < ENDING; i++) {
        struct sigaction action;

        if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(set, ending[i]);
    }
}

void gau_signals_hold(void)
{
    sigset_t set;

    if (signals.holds++ > 0)
        return;
    sigemptyset(&set);
    gau_signals_add(&set);
    sigprocmask(SIG_BLOCK, &set, &signals.before);
}

void gau_signals_release(void)
{
    if (--signals.holds == 0)
        sigprocmask(SIG_SETMASK, &signals.before, NULL);
}

void gau_signals_restore(void)
{
    replace_handlers(ending, ENDING, end_process, SIG_DFL);
    sigaction(SIGXFSZ, &signals.file_size, NULL);
    if (signals.holds > 0)
        sigprocmask(SIG_SETMASK, &signals.before, NULL);
}

void gau_signals_note(int number)
{
    for (int i = 0; i < ENDING; i++)
        if (number == ending[i])
            signals.came = number;
}

int gau_signals_came(void)
{
    static const struct timespec no_time;
    sigset_t set;
    int number;

    sigemptyset(&set);
    gau_signals_add(&set);
    while (signals.holds > 0 && (number = sigtimedwait(&set, NULL, &no_time)) > 0)
        signals.came = number;
    return signals.came;
}

void gau_signals_drop(int number)
{
    static const struct timespec no_time;
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    sigtimedwait(&set, NULL, &no_time);
}
