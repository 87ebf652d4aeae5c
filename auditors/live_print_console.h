/* SPDX-License-Identifier: Apache-2.0 */
#ifndef AUDITORS_LIVE_PRINT_CONSOLE_H
#define AUDITORS_LIVE_PRINT_CONSOLE_H

#include "descriptor.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Standard error, and whether somebody else writes there, too.
 *
 * The kernel tells: of a terminal, and of a pipe that standard output goes to as well, each write()
 * by whatever process (inotify); of a file, its size. Of other things nothing is known, and nobody
 * seems to write. A write of somebody else's in the very moment of one of ours may be missed.
 */

struct live_print_console {
    enum { LIVE_PRINT_UNKNOWN, LIVE_PRINT_WATCHED, LIVE_PRINT_FILE } way;
    struct descriptor watch;
    bool terminal;   /* that understands escape sequences */
    bool colour;     /* which is wanted, too */
    bool broken;     /* nothing can be written any more */
    uint64_t others; /* writes of somebody else's: at least one for each change */
    uint64_t turns;  /* odd while a write of ours goes on */
    int64_t size;    /* of the file, when it was looked at last */
};

void live_print_console_open(struct live_print_console *console);
void live_print_console_close(struct live_print_console *console);

/* A number that changes when somebody else has written; of all threads. */
uint64_t live_print_console_others(struct live_print_console *console);

/* Width of the terminal; 0: not known. */
unsigned live_print_console_columns(const struct live_print_console *console);

/*
 * Between these, threads of this process that use standard output or error through stdio wait, if
 * that is the same terminal. For one that holds a stream itself this does not wait for long.
 */
void live_print_console_hold(const struct live_print_console *console, bool held[2]);
void live_print_console_let_go(const bool held[2]);

/* One write(); a failure is for good, and nobody is told. */
void live_print_console_write(void *console, const char *text, size_t length);

#endif
