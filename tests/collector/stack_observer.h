/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_COLLECTOR_STACK_OBSERVER_H
#define TESTS_COLLECTOR_STACK_OBSERVER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Takes stacks in a signal handler and compares them with the shadow stack of the thread.
 */
struct observed {
    uint64_t samples;
    uint64_t complete; /* to the beginning of the thread */
    uint64_t found;    /* all functions of the shadow stack, in their order */
    uint64_t frames_by_cfi, frames_by_frame_pointer, frames;
    uint64_t missed[32]; /* where the thread was in samples that were not both */
    unsigned n_missed;
};

/* Starts and stops watching the calling thread. */
void observer_attach(void);
void observer_detach(void);

/* A handler for any signal; SA_SIGINFO. Threads that are not watched pass. */
void observer_handler(int signal, siginfo_t *info, void *context);

/* What the calling thread has seen since it was attached. */
const struct observed *observer_seen(void);

/* Installs the handler; @p flags as for sigaction(). */
void observer_install(int signal, int flags);

/* Prints what was seen, and where something was missed. */
void observer_print(const char *what, const struct observed *seen);

/* At least @p per_mille of the samples were complete, and found all. */
bool observer_is_good(const struct observed *seen, double per_mille);

#endif
