/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_SHOW_RECORDS_H
#define GAUDIT_TRACE_SHOW_RECORDS_H

#include "trace_reader.h"

/*
 * The numbers that have been defined. They are consecutive, except those in lost blocks, so a few
 * ranges hold them: one for a whole file of any size.
 */

enum { GAU_TRACE_RANGES = 4096 };

struct gau_trace_ids {
    uint32_t n;
    struct gau_trace_range {
        uint32_t first, last;
    } ranges[GAU_TRACE_RANGES]; /* rising, with gaps between them */
};

/* Passes the valid records of a block to a visitor. */

struct gau_trace_show_state {
    const struct gau_trace_visitor *visitor;
    void *user;
    struct gau_trace_damage damage;
    uint32_t resets;   /* of stack numbers, so far */
    bool process_seen; /* a file has one */
    struct gau_trace_ids modules, tasks, threads, stacks;
    char texts[2][GAU_TRACE_TEXT_MAX + 1]; /* of the record at hand */
};

/*
 * Passes the records of a block to the visitor. The block's checksum was right, and its address is
 * aligned for any type. Undefined references are replaced in place. Returns false if a callback
 * ended the reading.
 */
bool gau_trace_show(struct gau_trace_show_state *state, unsigned char *block);

#endif
