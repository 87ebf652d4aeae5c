/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_SHOW_RECORDS_H
#define GAUDIT_TRACE_SHOW_RECORDS_H

#include "timeline_entries.h"
#include "trace_ids.h"
#include "trace_reader.h"

/* Passes the valid records of a block to a visitor. */

struct gau_trace_show_state {
    const struct gau_trace_visitor *visitor;
    void *user;
    struct gau_trace_damage damage;
    uint32_t resets;   /* of stack numbers, so far */
    bool process_seen; /* a file has one */
    struct gau_trace_ids modules, tasks, threads, stacks;
    struct gau_trace_ids branches, lanes;  /* branches by their number + 1 */
    struct gau_trace_ids used_lanes;       /* had lists before they were defined */
    char texts[2][GAU_TRACE_TEXT_MAX + 1]; /* of the record at hand */
};

/*
 * Passes the records of a block, which is not compressed, to the visitor. The block's checksum was
 * right, and its address is aligned for any type. Undefined references are replaced in place.
 * Returns false if a callback ended the reading.
 */
bool gau_trace_show(struct gau_trace_show_state *state, unsigned char *block);

/* Counts the lanes that were not defined: after the last block. */
void gau_trace_show_end(struct gau_trace_show_state *state);

/* --- timeline_entries.c -------------------------------------------------------------------- */

/* Whether the entries of a list, whose sizes were checked, are whole: they can be decoded, end at
 * the stamp that the list says, and nothing ends that is not open. @p counts is right if they are.
 */
bool gau_timeline_check(const struct gau_trace_entry_list *list,
                        struct gau_timeline_counts *counts);

#endif
