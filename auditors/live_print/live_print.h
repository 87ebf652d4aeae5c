/* SPDX-License-Identifier: Apache-2.0 */
#ifndef AUDITORS_LIVE_PRINT_H
#define AUDITORS_LIVE_PRINT_H

#include "auditors/common/private_fd.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- live_print_stack.c --------------------------------------------------------------------- */

/*
 * What LivePrintAuditor prints, and when: beginnings and ends of sections, the time and what is
 * known of the terminal come in, text goes out. It reads no clock and opens no file, so a test
 * plays any run to it.
 *
 * The text is that of the live print of MOOSE's PerfGraph. Sections of one thread make a stack; a
 * look at it is taken when a section has ended, and when TimeLimit has passed since the last one.
 * Threads have a stack each, and share the screen.
 */

enum {
    LIVE_PRINT_SECTIONS = 10000, /* open at the same time, of all threads; more are not shown */
    LIVE_PRINT_COLUMN = 90,      /* of the bracket before the seconds, counted from 0 */
    LIVE_PRINT_TEXT = 1000,      /* characters of a message that are shown */
    LIVE_PRINT_DOTS = 500,       /* in a line that is written anew for each of them */
    LIVE_PRINT_LINE = 16384,     /* bytes: the longest line */
};

/* A section begins or ends; each end belongs to the innermost section of its thread. */
struct live_print_entry {
    const char *text; /* message; outlives the print */
    uint64_t number;  /* stands behind the text; 0: none */
    uint64_t ns;
    uint64_t others;   /* changes whenever somebody else has printed */
    int64_t memory_MB; /* resident, of 10^6 bytes */
    uint32_t thread;   /* below the number of threads in the settings */
    bool begins;
    bool no_dots; /* neither message nor dots, only the result */
};

struct live_print_settings {
    uint64_t time_limit_ns; /* not 0 */
    int64_t memory_limit_MB;
    uint32_t n_threads;
    bool all;      /* print each result */
    bool several;  /* there are several threads: each line tells which one it is of */
    bool colour;   /* escape sequences for faint text and yellow numbers */
    bool rewrites; /* a line that may go on is ended, and written anew in the place that it has on
                      the terminal: what others print begins in a line of its own */
    void (*write)(void *user, const char *text, size_t length); /* each call is one line or a
                                                                   part of one */
    void *user;
};

struct live_print_stack;

/* NULL: out of memory. No call below needs any. */
struct live_print_stack *gau_live_print_stack_new(const struct live_print_settings *settings,
                                                  uint64_t now_ns);
void gau_live_print_stack_free(struct live_print_stack *stack);

/* When the next look is to be taken, if no section ends before. */
uint64_t gau_live_print_due(const struct live_print_stack *stack);

/*
 * A look: its beginning, what has happened since the last one, its end. @p others is as in the
 * entries, @p columns the width of the terminal, 0 if that is unknown.
 */
void gau_live_print_update_begin(struct live_print_stack *stack, uint64_t now_ns, uint64_t others,
                                 unsigned columns);
void gau_live_print_replay(struct live_print_stack *stack, const struct live_print_entry *entry);
void gau_live_print_update_end(struct live_print_stack *stack);

/* Ends a line that is not ended. */
void gau_live_print_end(struct live_print_stack *stack);

/* --- live_print_line.c ---------------------------------------------------------------------- */

/* A line that is being put together. What has no room is left out. */
struct live_print_line {
    size_t length;
    unsigned columns; /* of the text so far, a character each; without escape sequences */
    char text[LIVE_PRINT_LINE];
};

void gau_live_print_line_put(struct live_print_line *line, const char *text);
void gau_live_print_line_repeat(struct live_print_line *line, char c, size_t n);

/*
 * A message of somebody else's: control characters and what is no UTF-8 become '?', so that it can
 * do nothing to a terminal; at most LIVE_PRINT_TEXT characters.
 */
void gau_live_print_line_message(struct live_print_line *line, const char *text);

/* An escape sequence, which has no columns. */
void gau_live_print_line_escape(struct live_print_line *line, const char *sequence);

/* --- live_print_ring.c ---------------------------------------------------------------------- */

/*
 * Beginnings and ends of sections on their way from the threads of the program to the one that
 * prints. A lock is held for as long as it takes to copy an entry.
 *
 * A beginning takes room for its end, too: the end of what was accepted is never refused. The
 * entries of one thread keep their order.
 */

enum { LIVE_PRINT_RING = 10000 };

struct live_print_ring;

/* NULL: out of memory. */
struct live_print_ring *gau_live_print_ring_new(void);

/* @p forked: in a child of fork(), where the lock may have been taken by a thread of its parent. */
void gau_live_print_ring_free(struct live_print_ring *ring, bool forked);

/* False: there is no room for what begins, and its end must not follow. An end wakes who waits. */
bool gau_live_print_ring_put(struct live_print_ring *ring, const struct live_print_entry *entry);

/* By the thread that prints: how many entries were put so far; and the next of them, false if there
 * is none. */
uint64_t gau_live_print_ring_count(struct live_print_ring *ring);
bool gau_live_print_ring_get(struct live_print_ring *ring, struct live_print_entry *entry,
                             uint64_t count);

/* Waits until a section has ended since it was called last, until @p due_ns or until the ring is
 * closed; false then. */
bool gau_live_print_ring_wait(struct live_print_ring *ring, uint64_t due_ns);
void gau_live_print_ring_close(struct live_print_ring *ring);

/* --- live_print_terminal.c ------------------------------------------------------------------- */

/*
 * Standard error, and whether somebody else writes there, too.
 *
 * The kernel tells: of a terminal, and of a pipe that standard output goes to as well, each write()
 * by whatever process (inotify); of a file, its size. Of other things nothing is known, and nobody
 * seems to write. A write of somebody else's in the very moment of one of ours may be missed.
 */

struct live_print_terminal {
    enum { LIVE_PRINT_UNKNOWN, LIVE_PRINT_WATCHED, LIVE_PRINT_FILE } way;
    struct descriptor watch;
    bool terminal;   /* that understands escape sequences */
    bool colour;     /* which is wanted, too */
    bool broken;     /* nothing can be written any more */
    uint64_t others; /* writes of somebody else's: at least one for each change */
    uint64_t turns;  /* odd while a write of ours goes on */
    int64_t size;    /* of the file, when it was looked at last */
};

void gau_live_print_terminal_open(struct live_print_terminal *console);
void gau_live_print_terminal_close(struct live_print_terminal *console);

/* A number that changes when somebody else has written; of all threads. */
uint64_t gau_live_print_terminal_foreign_writes(struct live_print_terminal *console);

/* Width of the terminal; 0: not known. */
unsigned gau_live_print_terminal_columns(const struct live_print_terminal *console);

/*
 * Between these, threads of this process that use standard output or error through stdio wait, if
 * that is the same terminal. For one that holds a stream itself this does not wait for long.
 */
void gau_live_print_terminal_hold(const struct live_print_terminal *console, bool held[2]);
void gau_live_print_terminal_release(const bool held[2]);

/* One write(); a failure is for good, and nobody is told. */
void gau_live_print_terminal_write(void *console, const char *text, size_t length);

#endif
