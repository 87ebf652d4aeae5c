/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_WRITER_WRITER_THREAD_H
#define GAUDIT_COLLECTOR_WRITER_WRITER_THREAD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * The collector's thread, which moves samples to the file. Some calls of kernel and C library are
 * refused to programs with several threads, or act on each thread. For these the writer thread ends
 * for a while.
 */

/* Starts it. Returns 0 or an errno. */
int gau_writer_start(void);

/* Ends it when it wakes: not at once, since the process may end before. */
void gau_writer_stop(void);

/* In the child after a fork: it does not exist, and never did. */
void gau_writer_forget(void);

/* Its thread number; 0 if it has not begun, or has ended. */
pid_t gau_writer_tid(void);

/* CPU time of all writer threads so far, in ns. With the lock of trace_output.h held. */
uint64_t gau_writer_cpu(void);

/* Ends it until gau_writer_return() was called as often. Signals must be blocked meanwhile. False
 * if the process is not recorded. */
bool gau_writer_leave(void);

/* Starts it again. If the kernel refuses the thread, everything is written at the end of the
 * process. */
void gau_writer_return(void);

#endif
