/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_TRACE_IDS_H
#define GAUDIT_TRACE_TRACE_IDS_H

#include <stdbool.h>
#include <stdint.h>

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

enum gau_trace_ids_result {
    GAU_TRACE_IDS_ADDED,
    GAU_TRACE_IDS_KNOWN, /* all or some were known; nothing was added */
    GAU_TRACE_IDS_FULL,  /* there are too many gaps */
};

bool gau_trace_has_id(const struct gau_trace_ids *ids, uint32_t id);

/* All from @p first to @p last. */
enum gau_trace_ids_result gau_trace_add_ids(struct gau_trace_ids *ids, uint32_t first,
                                            uint32_t last);

#endif
