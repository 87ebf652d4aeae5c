/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_IDS_H
#define GAUDIT_TRACE_IDS_H

#include <stdbool.h>
#include <stdint.h>

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

enum gau_trace_ids_result {
    GAU_TRACE_IDS_ADDED,
    GAU_TRACE_IDS_KNOWN, /* all or some of them; nothing was added */
    GAU_TRACE_IDS_FULL,  /* there are too many gaps */
};

enum gau_trace_ids_result gau_trace_ids_add(struct gau_trace_ids *ids, uint32_t first,
                                            uint32_t last);
bool gau_trace_ids_has(const struct gau_trace_ids *ids, uint32_t id);

#endif
