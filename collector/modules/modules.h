/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_MODULES_H
#define GAUDIT_COLLECTOR_MODULES_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The modules of the process, and those it had: programs load one library where another has been.
 * They are looked at from time to time, and whenever one may be gone.
 */

enum { GAU_MODULE_BUILD_ID_MAX = 64 };

struct gau_loaded_module {
    uint32_t id;         /* 1, 2, 3, ... */
    uint32_t flags;      /* GAU_TRACE_MODULE_... */
    uint64_t start, end; /* addresses, [start, end) */
    uint64_t bias;
    uint64_t seen_ns;            /* CLOCK_MONOTONIC */
    uint64_t gone_ns;            /* 0: still there */
    const uint8_t *eh_frame_hdr; /* NULL: none */
    uint64_t eh_frame_hdr_size;
    uint32_t build_id_size;
    uint8_t build_id[GAU_MODULE_BUILD_ID_MAX];
    char path[]; /* absolute; "[vdso]" */
};

/*
 * Looks at what is loaded now; true if anything has changed. Takes the lock of the loader for a
 * moment: not for signal handlers. Threads may call it at once.
 */
bool gau_loaded_modules_scan(void);

/*
 * In the child after a fork() by one thread of several: another may have been in the loader, whose
 * lock nobody gives back then. It is not asked before gau_loaded_modules_wait() has returned, which
 * in such a child may never be; what the parent knew is known. To be called without locks.
 */
void gau_loaded_modules_doubt(void);
void gau_loaded_modules_wait(void);

/* Number of modules ever seen; modules 1 to this can be had, and never move. */
uint32_t gau_loaded_modules_count(void);
const struct gau_loaded_module *gau_loaded_modules_get(uint32_t id);

/* How many are gone; rises as soon as one is. */
uint32_t gau_loaded_modules_removals(void);

/* That which was at @p address at @p time_ns; NULL: none that is known. Not for handlers. */
const struct gau_loaded_module *gau_loaded_modules_at(uint64_t address, uint64_t time_ns);

/* For unwinding, also in a signal handler, between calls of gau_reader_guard_enter() and leave().
 * False: there is none, or it has no tables. */
struct gau_module_tables {
    uint64_t start, end;
    const uint8_t *eh_frame_hdr;
};
bool gau_loaded_modules_tables(uint64_t address, struct gau_module_tables *tables);

#endif
