/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_MODULES_MODULES_H
#define GAUDIT_COLLECTOR_MODULES_MODULES_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The modules of the process, also unloaded ones: programs load one library where another has been.
 * They are scanned from time to time, and whenever one may have been unloaded.
 */

enum { GAU_MODULE_BUILD_ID_MAX = 64 };

struct gau_loaded_module {
    uint32_t id;         /* 1, 2, 3, ... */
    uint32_t flags;      /* GAU_TRACE_MODULE_... */
    uint64_t start, end; /* addresses, [start, end) */
    uint64_t bias;
    uint64_t seen_ns;            /* CLOCK_MONOTONIC */
    uint64_t unloaded_ns;        /* 0: still loaded */
    const uint8_t *eh_frame_hdr; /* NULL: none */
    uint64_t eh_frame_hdr_size;
    uint32_t build_id_size;
    uint8_t build_id[GAU_MODULE_BUILD_ID_MAX];
    char path[]; /* absolute; "[vdso]" */
};

/*
 * Scans the loaded modules; true if anything has changed. Takes the loader's lock: not for signal
 * handlers. Threads may call it concurrently.
 */
bool gau_loaded_modules_scan(void);

/*
 * In the child after a fork() by one thread of several: another may have held the loader's lock,
 * which is never released then. The loader is not queried before gau_loaded_modules_wait() returns,
 * which in such a child may be never. The modules of the parent stay known. To be called without
 * locks.
 */
void gau_loaded_modules_doubt(void);
void gau_loaded_modules_wait(void);

/* Number of modules ever seen; modules 1 to this are available and never move. */
uint32_t gau_loaded_modules_count(void);
const struct gau_loaded_module *gau_loaded_modules_get(uint32_t id);

/* How many were unloaded; increased at once. */
uint32_t gau_loaded_modules_removals(void);

/* The module at @p address at @p time_ns; NULL if none is known. Not for signal handlers. */
const struct gau_loaded_module *gau_loaded_modules_at(uint64_t address, uint64_t time_ns);

/* For unwinding, also in a signal handler, between gau_reader_guard_enter() and leave(). False if
 * there is no module, or it has no tables. */
struct gau_module_tables {
    uint64_t start, end;
    const uint8_t *eh_frame_hdr;
};
bool gau_loaded_modules_tables(uint64_t address, struct gau_module_tables *tables);

#endif
