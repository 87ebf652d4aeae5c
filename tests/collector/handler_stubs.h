/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TESTS_COLLECTOR_HANDLER_STUBS_H
#define GAUDIT_TESTS_COLLECTOR_HANDLER_STUBS_H

#include "collector/threads/threads.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* What the signal handler asks of the rest of the collector, as a test says. */
extern struct handler_stubs {
    struct gau_thread thread;
    uint32_t depth;     /* of stacks, whose program counters are 1, 2, 3, ... */
    uint64_t now_ns;    /* the collection's clock, */
    uint64_t unwind_ns; /* and how much later it is after a stack */
    bool is_paused, is_clock, is_unknown;
    unsigned stops, kept; /* timers stopped; signals that stay pending */
    struct sigaction of_program;
} handled;

#endif
