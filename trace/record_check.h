/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_RECORDS_H
#define GAUDIT_TRACE_RECORDS_H

#include "trace_reader.h"

/*
 * The numbers of things that have been described. They follow each other, but for those that were
 * in lost blocks, so that a few ranges hold them: one for a whole file, whatever its size.
 */

enum { GAU_TRACE_RANGES = 4096 };

struct gau_trace_ids {
    uint32_t n;
    struct gau_trace_range {
        uint32_t first, last;
    } ranges[GAU_TRACE_RANGES]; /* rising, with gaps between them */
};

/* Shows the records of a block to a visitor, as far as they make sense. */

struct gau_trace_showing {
    const struct gau_trace_visitor *visitor;
    void *user;
    struct gau_trace_damage damage;
    uint32_t resets;   /* of the numbers of stacks, so far */
    bool process_seen; /* there is one in a file */
    struct gau_trace_ids modules, tasks, threads, stacks;
    char texts[2][GAU_TRACE_TEXT_MAX + 1]; /* of the record at hand */
};

/*
 * Shows what is in a block whose checksum was right and which lies at an address for any type. What
 * refers to nothing is put right in place. False: a callback wants no more.
 */
bool gau_trace_show(struct gau_trace_showing *showing, unsigned char *block);

#endif
