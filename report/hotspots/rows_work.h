/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_ROWS_WORK_H
#define GAUDIT_REPORT_HOTSPOTS_ROWS_WORK_H

#include "rows.h"

/* What only making rows needs. Lists of rows lie in one array, each after its length. */
struct gau_hot_rows_work {
    struct gau_map map;
    uint32_t row_size;
    uint32_t *pool;
    uint32_t pool_count, pool_size;
    uint32_t *lists; /* by stack: where its list begins; 0: not yet asked for */
    uint32_t *taken; /* by sample: its list, or one of the two below */
    uint32_t *seen;  /* by row: the number of the list that had it last */
    uint32_t seen_count, seen_size, list_number;
    bool failed; /* no memory for some */
};

#define GAU_HOT_ROWS_NONE 0u              /* a neighbour of samples that count */
#define GAU_HOT_ROWS_NO_TIME (UINT32_MAX) /* not even that */

/* Sorts what is below each row, and merges what is beyond the limit. False: no memory. */
bool gau_hot_rows_arrange(struct gau_hot_rows *rows, size_t limit);

/* Standard errors of all rows. False: no memory. */
bool gau_hot_rows_errors(struct gau_hot_rows *rows);

#endif
