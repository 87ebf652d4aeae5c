/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_SAMPLING_KERNEL_CLOCKS_H
#define GAUDIT_COLLECTOR_SAMPLING_KERNEL_CLOCKS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * The kernel's clocks that interrupt threads. Times are nanoseconds of CPU time of the thread.
 */

struct gau_kernel_clock_event {
    uint64_t period_ns; /* until the first signal, and from then on */
    bool trap;          /* SIGTRAP; else SIGPROF */
    bool kernel;        /* time in the kernel counts */
};

/* Returns a file descriptor, or a negative errno. Counting starts with
 * gau_kernel_clock_start_event(). */
int gau_kernel_clock_open_event(pid_t tid, const struct gau_kernel_clock_event *event);
void gau_kernel_clock_start_event(int fd);
void gau_kernel_clock_set_event(int fd, uint64_t period_ns);

/* False if the program has closed it, or opened a file of its own under that number. */
bool gau_kernel_clock_has_event(int fd);
void gau_kernel_clock_stop_event(int fd); /* does nothing in that case; likewise: */
void gau_kernel_clock_close_event(int fd);

/* Returns the number of a timer, or a negative errno. */
int gau_kernel_clock_open_timer(pid_t tid);

/* The first signal after @p first_ns, further ones every @p period_ns; 0: none. */
void gau_kernel_clock_set_timer(int timer, uint64_t first_ns, uint64_t period_ns);
void gau_kernel_clock_close_timer(int timer);

/* True if a signal comes from one of these. */
bool gau_kernel_clock_is_ours(int number, const siginfo_t *info);

/* True if the kernel does not end programs that block SIGTRAP. */
bool gau_kernel_clock_can_trap(void);

#endif
