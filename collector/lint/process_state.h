/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_LINT_PROCESS_STATE_H
#define GAUDIT_COLLECTOR_LINT_PROCESS_STATE_H

#include "lint_names.h"
#include "violations.h"

#include <pthread.h>
#include <stdarg.h>

/*
 * The log of calls. Each line is one write() at the end of the file, so that nothing is lost
 * however the process ends, and processes can share a file. doc/itt.md has the format. Callers
 * hold a lock.
 */
struct gau_lint_log {
    char path[4096]; /* absolute */
    int fd;          /* -1: there is no log */
    uint64_t device, inode;
};

/* Appends to the file, which is created if there is none. NULL, "" or failure: no log. */
void gau_lint_log_open(struct gau_lint_log *log, const char *path);

/*
 * Writes a line: time, process, thread, word, and arguments by the letters of @p format: d int, u
 * uint64_t, x uint64_t as 0x..., g double, w const char * as a word, s const char * in double
 * quotes, l size_t: limit in bytes of the next quoted text.
 */
void gau_lint_log_line(struct gau_lint_log *log, uint64_t now, long tid, const char *word,
                       const char *format, va_list arguments);

/*
 * The state of the process. One lock for all: calls are checked in the order in which they are
 * logged.
 */

/* A mark that has begun on a thread: an event, or a task if it has a domain. */
struct gau_lint_mark {
    const struct gau_lint_name *name;
    const struct gau_lint_domain *domain;
    uintptr_t caller; /* that began it */
    bool dropped;     /* begun while paused, hence never recorded */
    bool inherited;   /* begun before a fork, by the parent's thread */
};

struct gau_lint_marks {
    struct gau_lint_mark *items;
    size_t n, capacity;
};

struct gau_lint_thread {
    struct gau_lint_thread *next; /* in the list of all, which only grows */
    bool alive;                   /* else the block is free */
    long tid;
    const struct gau_lint_name *name; /* NULL: not named */
    struct gau_lint_marks events, tasks;
    bool in_loop; /* a mark was begun while collection ran */
    bool counted; /* has made a call */
    int rounds;   /* of destructors so far */
};

struct gau_lint_state {
    pthread_mutex_t lock;
    pthread_key_t key; /* its destructor notices ends of threads */
    struct gau_lint_violations violations;
    struct gau_lint_log log;
    struct gau_lint_thread *threads;
    uint64_t start; /* ns */
    uint64_t n_calls, n_threads;
    uint64_t stacks; /* made so far */
    struct gau_lint_rate_limit control;
    bool paused, controlled; /* controlled: there was a pause or resume */
    bool finished;           /* checked, because the process ends */
};

extern struct gau_lint_state gau_lint;

/* A call of the program in progress. */
struct gau_lint_call {
    struct gau_lint_thread *thread;
    uint64_t now;     /* CLOCK_MONOTONIC, ns */
    uintptr_t caller; /* address behind the call in the program; 0: not by a call */
};

/*
 * Takes the lock. False if the thread is inside already, through an instrumented function that the
 * collector or a signal handler called: the call is to be ignored.
 */
bool gau_lint_enter(struct gau_lint_call *call, uintptr_t caller);
void gau_lint_leave(void);

/* The same for a call in a domain; returns our record of it. NULL: the call is to be ignored. */
struct gau_lint_domain *gau_lint_enter_in(struct gau_lint_call *call, const gau_itt_domain *domain,
                                          uintptr_t caller);

/* Logs a call by its name, and counts it. A word with @ in front is no call. The format is that of
 * gau_lint_log_line(). */
void gau_lint_write(const struct gau_lint_call *call, const char *word, const char *format, ...);

/* Records a violation of the contract of ITT. The format of the place is that of printf(). */
void gau_lint_violation(const struct gau_lint_call *call, enum gau_lint_rule rule,
                        const char *format, ...) __attribute__((format(printf, 3, 4)));

/* How many bytes of a name go into a message. */
int gau_lint_clipped(const struct gau_lint_name *name);

/* For "%.*s". */
#define GAU_LINT_CLIP(name) gau_lint_clipped(name), (name)->text

/* --- rules -------------------------------------------------------------------------------- */

/*
 * The contract of ITT. Each function checks a call, and records violations; doc/itt.md lists them.
 * All between gau_lint_enter() and gau_lint_leave().
 */

/* How long names may be, in bytes; ITT sets no limit. */
enum { GAU_LINT_LONGEST_NAME = 255 };

/* The program requests the object of that name; @p what: "event", "domain", ... */
void gau_lint_named(const struct gau_lint_call *call, const char *what,
                    const struct gau_lint_name *name);

/* The same for objects made before the collector was loaded. */
void gau_lint_shown(const struct gau_lint_call *call, const char *what,
                    const struct gau_lint_name *name);

/* Begins a task of the domain; NULL: an event. */
void gau_lint_begin(const struct gau_lint_call *call, const struct gau_lint_domain *domain,
                    const struct gau_lint_name *name);
void gau_lint_end_event(const struct gau_lint_call *call, const struct gau_lint_name *name);

/* The name of the task that ends next in the domain; "" if none is open there. */
const char *gau_lint_task_on(const struct gau_lint_call *call,
                             const struct gau_lint_domain *domain);
void gau_lint_end_task(const struct gau_lint_call *call, const struct gau_lint_domain *domain);

/* For marks without order: points, regions, overlapped tasks. */
void gau_lint_span(const struct gau_lint_call *call, const char *what,
                   const struct gau_lint_name *name);
void gau_lint_point(const struct gau_lint_call *call, const char *what,
                    const struct gau_lint_name *name);

/* @p id may be NULL. */
void gau_lint_begin_frame(const struct gau_lint_call *call, struct gau_lint_domain *domain,
                          const gau_itt_id *id);
void gau_lint_end_frame(const struct gau_lint_call *call, struct gau_lint_domain *domain,
                        const gau_itt_id *id);
void gau_lint_submit_frame(const struct gau_lint_call *call, struct gau_lint_domain *domain);

void gau_lint_control(const struct gau_lint_call *call, bool pause);

void gau_lint_rename(const struct gau_lint_call *call, const struct gau_lint_name *name);

/* The flags of a domain, which the program must not change; @p own is our record of it. */
void gau_lint_check_flags(const struct gau_lint_call *call, struct gau_lint_domain *own,
                          const gau_itt_domain *domain);

/* At the end of the calling thread: its open marks. */
void gau_lint_check_thread_end(const struct gau_lint_call *call);

/* At the end of the process: open frames, flags. */
void gau_lint_check_process_end(const struct gau_lint_call *call);

#endif
