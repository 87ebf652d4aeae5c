/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_LIVE_PRINT_LIVE_PRINT_H
#define GAUDIT_AUDITORS_LIVE_PRINT_LIVE_PRINT_H

#include "auditors/common/private_fd.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- section_stack.c ------------------------------------------------------------------------ */

/*
 * What LivePrintAuditor prints, and when. Its input are begins and ends of sections, times, and the
 * state of the terminal; its output is text. It reads no clock and opens no file, so tests can
 * replay any run.
 *
 * The text is that of the live print of MOOSE's PerfGraph. The sections of one thread are a stack;
 * it is updated when a section has ended, and when TimeLimit has passed since the last update.
 * Threads have a stack each, and share the screen.
 */

enum {
    LIVE_PRINT_COLUMN = 90,  /* of the bracket before the seconds, counted from 0 */
    LIVE_PRINT_TEXT = 1000,  /* characters of a message that are shown */
    LIVE_PRINT_DOTS = 500,   /* in a line that is written anew for each of them */
    LIVE_PRINT_LINE = 16384, /* bytes: the longest line */
};

/* The open sections of a thread. Zeroed at first but for the number; used by the print alone. */
struct live_print_thread {
    uint32_t number; /* shown */
    bool listed, changed;
    struct live_print_open *bottom, *top;
    struct live_print_thread *next; /* of those with open sections */
    uint64_t updated_ns, foreign_writes;
};

/* A section begins or ends; each end belongs to the innermost section of its thread. */
struct live_print_entry {
    const char *text; /* message; outlives the print */
    uint64_t number;  /* shown after the text; 0: none */
    uint64_t ns;
    uint64_t foreign_writes;          /* changes whenever anything else was printed */
    int64_t memory_MB;                /* resident, of 10^6 bytes */
    struct live_print_thread *thread; /* outlives the print, as does ... */
    struct live_print_open *open;     /* ... where what begins is kept until its end */
    bool begins;
    bool no_dots; /* neither message nor dots, only the result */
};

/* A section that is open; used by the print alone. */
struct live_print_open {
    struct live_print_entry began;
    struct live_print_open *below, *above; /* in its thread */
    uint64_t lines;     /* printed when it began, or when it was last printed itself */
    const char *prefix; /* of its line */
    unsigned depth, dots, columns;
    bool printed;
};

struct live_print_settings {
    uint64_t time_limit_ns; /* not 0 */
    int64_t memory_limit_MB;
    bool all;      /* print each result */
    bool several;  /* there are several threads: each line shows which one it is of */
    bool colour;   /* escape sequences for faint text and yellow numbers */
    bool rewrites; /* a line that may go on is ended, and rewritten in place: other output begins in
                      a line of its own */
    void (*write)(void *user, const char *text, size_t length); /* each call is one line or a
                                                                   part of one */
    void *user;
};

struct live_print_stack;

/* NULL: out of memory. The calls below allocate nothing. */
struct live_print_stack *gau_live_print_stack_new(const struct live_print_settings *settings,
                                                  uint64_t now_ns);
void gau_live_print_stack_free(struct live_print_stack *stack);

/* When the next update is due, if no section ends before. */
uint64_t gau_live_print_due(const struct live_print_stack *stack);

/*
 * An update: its begin, the entries since the last one, its end. @p foreign_writes is as in the
 * entries, @p columns the width of the terminal, 0 if that is unknown.
 */
void gau_live_print_update_begin(struct live_print_stack *stack, uint64_t now_ns,
                                 uint64_t foreign_writes, unsigned columns);
void gau_live_print_replay(struct live_print_stack *stack, const struct live_print_entry *entry);
void gau_live_print_update_end(struct live_print_stack *stack);

/* Ends a line that is not ended. */
void gau_live_print_end(struct live_print_stack *stack);

/* --- text_line.c ---------------------------------------------------------------------------- */

/* A line that is being put together. What has no room is left out. */
struct live_print_line {
    size_t length;
    unsigned columns; /* of the text so far, a character each; without escape sequences */
    char text[LIVE_PRINT_LINE];
};

void gau_live_print_line_put(struct live_print_line *line, const char *text);
void gau_live_print_line_repeat(struct live_print_line *line, char c, size_t n);

/*
 * A message of the user: control characters and invalid UTF-8 become '?', so that it cannot control
 * the terminal; at most LIVE_PRINT_TEXT characters.
 */
void gau_live_print_line_message(struct live_print_line *line, const char *text);

/* An escape sequence, which has no columns. */
void gau_live_print_line_escape(struct live_print_line *line, const char *sequence);

/* --- ring_buffer.c -------------------------------------------------------------------------- */

/*
 * Beginnings and ends of sections on their way from the threads of the program to the one that
 * prints. A lock is held while an entry is copied.
 *
 * A begin reserves room for its end, too: the end of an accepted section is never refused. The
 * entries of one thread keep their order.
 */

enum { LIVE_PRINT_RING = 10000 };

struct live_print_ring;

/* NULL: out of memory. */
struct live_print_ring *gau_live_print_ring_new(void);

/* @p forked: in a child of fork(), where the lock may be held by a thread of the parent. */
void gau_live_print_ring_free(struct live_print_ring *ring, bool forked);

/* False: there is no room for a begin, and its end must not follow. An end wakes the printing
 * thread. */
bool gau_live_print_ring_put(struct live_print_ring *ring, const struct live_print_entry *entry);

/* The thread that prints asks how many entries were put so far, and for the next; false if there
 * is none. */
uint64_t gau_live_print_ring_count(struct live_print_ring *ring);
bool gau_live_print_ring_get(struct live_print_ring *ring, struct live_print_entry *entry,
                             uint64_t count);

/* Waits until a section has ended since it was called last, until @p due_ns or until the ring is
 * closed; false then. */
bool gau_live_print_ring_wait(struct live_print_ring *ring, uint64_t due_ns);
void gau_live_print_ring_close(struct live_print_ring *ring);

/* --- live_print_terminal.c ------------------------------------------------------------------ */

/*
 * Standard error, with detection of writes by other code or processes.
 *
 * For a terminal, and for a pipe that is also standard output, inotify reports each write(). For a
 * file, its size is compared. Foreign writes to anything else, or during a write of ours, are
 * missed.
 */

struct live_print_terminal {
    enum { LIVE_PRINT_UNKNOWN, LIVE_PRINT_WATCHED, LIVE_PRINT_FILE } method;
    struct descriptor watch;
    bool terminal;           /* that understands escape sequences */
    bool colour;             /* which is wanted, too */
    bool broken;             /* nothing can be written any more */
    uint64_t foreign_writes; /* a counter: grows with each detected foreign write */
    uint64_t own_writes;     /* twice the number; odd while one goes on */
    int64_t size;            /* of the file, at the last check */
};

void gau_live_print_terminal_open(struct live_print_terminal *c);
void gau_live_print_terminal_close(struct live_print_terminal *c);

/* The counter of foreign writes; for all threads. */
uint64_t gau_live_print_terminal_foreign_writes(struct live_print_terminal *c);

/* Width of the terminal; 0: not known. */
unsigned gau_live_print_terminal_columns(const struct live_print_terminal *c);

/*
 * Between these, threads of this process that use standard output or error through stdio wait, if
 * that is the same terminal. If a thread holds a stream itself, this gives up after some
 * milliseconds.
 */
void gau_live_print_terminal_hold(const struct live_print_terminal *c, bool held[2]);
void gau_live_print_terminal_release(const bool held[2]);

/* One write(); after a failure nothing is written any more, silently. */
void gau_live_print_terminal_write(void *terminal, const char *text, size_t length);

#endif
