/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BASE_COLLECTION_STATE_H
#define GAUDIT_COLLECTOR_BASE_COLLECTION_STATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * The state of the collection in this process: all may ask; collector_lifecycle.c and
 * preload/load.c change it.
 */

enum gau_collection_phase {
    GAU_COLLECTION_NOT_YET,
    GAU_COLLECTION_BEGINNING,
    GAU_COLLECTION_RUNNING,
    GAU_COLLECTION_ENDED
};

struct gau_collection_state {
    atomic_int phase;
    _Atomic pid_t pid;        /* of the process that the state belongs to */
    atomic_bool preloaded;    /* the collector began before the program: it sees all threads */
    bool follows_fork;        /* the process was made by fork() from a recorded one */
    atomic_ulong *unrecorded; /* number of unrecorded children; in memory shared with them */
};

extern struct gau_collection_state gau_collection_state __attribute__((visibility("hidden")));

bool gau_collection_running(void);
bool gau_collection_preloaded(void);
bool gau_collection_follows_fork(void);

/* True in a child that shares or copied our memory but is not recorded: of vfork(), _Fork(),
 * clone(). It is left alone. */
bool gau_collection_is_foreign(void);

/* CLOCK_MONOTONIC in nanoseconds. */
uint64_t gau_collection_clock(void);

/* The same clock without pauses of the collection; durations are measured with it. */
uint64_t gau_collection_time(void);

/* Both of one reading. While paused, both are those of the moment when the pause began. */
struct gau_collection_now {
    uint64_t time_ns, clock_ns;
};

struct gau_collection_now gau_collection_now(void);
bool gau_collection_paused(void);

/* Stops and restarts that clock. With the lock of the life cycle held. */
void gau_collection_stop_time(void);
void gau_collection_resume_time(void);

/* Counts the clients of ITT in the program. */
void gau_collection_count_init(void);
uint64_t gau_collection_inits(void);

/* Counts processes made by fork() that are not recorded because the kernel refused a file or a
 * thread. The counter is in memory shared with the process that began; that one reports it. */
void gau_collection_count_unrecorded(void);
uint64_t gau_collection_unrecorded_children(void);

#endif
