/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_LINT_STATE_H
#define GAUDIT_LINT_STATE_H

#include "names.h"
#include "tally.h"

#include <pthread.h>
#include <stdarg.h>

/*
 * The log of calls: one line is one write() to the end of the file, so that nothing is lost however
 * the process ends, and several processes can share a file. doc/lint.md has the format. Callers
 * hold a lock.
 */
struct gau_lint_log {
    char path[4096]; /* absolute */
    int fd;          /* -1: there is no log */
    uint64_t device, inode;
};

/* Adds to the file, which is made if there is none. NULL, "" or failure: no log. */
void gau_lint_log_open(struct gau_lint_log *log, const char *path);

/*
 * A line: time, process, thread, word, and what the letters of @p format say: d int, u uint64_t,
 * x uint64_t as 0x..., g double, w const char * as a word, s const char * in double quotes, l
 * size_t: what is quoted next has no more bytes.
 */
void gau_lint_log_line(struct gau_lint_log *log, uint64_t now, long tid, const char *word,
                       const char *format, va_list arguments);

/*
 * What the collector knows of the process. One lock for all: calls are checked in the order in
 * which they are logged.
 */

/* A mark that has begun on a thread: an event, or a task if it has a domain. */
struct gau_lint_mark {
    const struct gau_lint_name *name;
    const struct gau_lint_domain *domain;
    bool dropped;   /* begun while paused, hence never recorded */
    bool inherited; /* begun before a fork, by the parent's thread */
};

struct gau_lint_marks {
    struct gau_lint_mark *items;
    size_t n, capacity;
};

struct gau_lint_thread {
    struct gau_lint_thread *next, **link; /* in the list of threads that live, or of spare ones */
    long tid;
    const struct gau_lint_name *name; /* NULL: not named */
    struct gau_lint_marks events, tasks;
    bool in_loop; /* a mark was begun while collection ran */
    bool counted; /* has made a call */
    int rounds;   /* of destructors that have gone by */
};

struct gau_lint_state {
    pthread_mutex_t lock;
    pthread_key_t key; /* notices that a thread ends */
    struct gau_lint_tally tally;
    struct gau_lint_log log;
    struct gau_lint_thread *threads, *spare;
    uint64_t start; /* ns */
    uint64_t n_calls, n_threads;
    uint64_t stacks; /* made so far */
    struct gau_lint_pace control;
    bool paused, controlled; /* controlled: there was a pause or resume */
    bool finished;           /* judged, because the process ends */
};

extern struct gau_lint_state gau_lint;

/* A call of the program, while it is worked on. */
struct gau_lint_call {
    struct gau_lint_thread *thread;
    uint64_t now; /* CLOCK_MONOTONIC, ns */
};

/*
 * Takes the lock. False if the thread is inside already, by an instrumented function that the
 * collector itself or a signal handler called: then the call is to be ignored.
 */
bool gau_lint_enter(struct gau_lint_call *call);
void gau_lint_leave(void);

/* Writes a call to the log, by its name, and counts it; or, with @ in front, what is no call. The
 * format is that of gau_lint_log_line(). */
void gau_lint_write(const struct gau_lint_call *call, const char *word, const char *format, ...);

/* Notes a breach of the contract. The format of the place is that of printf(). */
void gau_lint_breach(const struct gau_lint_call *call, enum gau_lint_kind kind, const char *format,
                     ...) __attribute__((format(printf, 3, 4)));

/*
 * True if one more is within the pace of one per @p interval, where @p burst at once are forgiven;
 * those that are not are not counted.
 */
bool gau_lint_keeps_pace(struct gau_lint_pace *pace, uint64_t now, uint64_t interval,
                         unsigned burst);

uint64_t gau_lint_clock(void);

/* How much of a name goes into a message, in bytes. */
int gau_lint_clipped(const struct gau_lint_name *name);

/* For "%.*s". */
#define GAU_LINT_CLIP(name) gau_lint_clipped(name), (name)->text

#endif
