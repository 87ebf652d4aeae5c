/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_TIMELINE_LAYOUT_H
#define GAUDIT_REPORT_TIMELINE_TIMELINE_LAYOUT_H

#include "log_reader.h"
#include "timeline.h"

#include "report/symbols/text_pool.h"

/*
 * What is in the picture. The logs are read twice: first for the range of times and depths, then to
 * make bars. So only bars are kept.
 *
 * Entries that are narrower than a part of a pixel are joined with neighbours as near as that.
 */

enum { GAU_TIMELINE_ROWS = 300 }; /* of a picture, about; also the most groups */
#define GAU_TIMELINE_WIDTH 1100.0 /* of the drawing without its margins, in pixels */

/* One entry, or some that are joined. */
struct gau_timeline_bar {
    double left, right; /* pixels from the left edge of the drawing */
    double start_s;
    double busy_s; /* without gaps between joined ones */
    uint64_t entries;
    uint32_t label;   /* number of its text; of joined ones that of the longest */
    double longest_s; /* and its duration */
};

struct gau_timeline_row {
    struct gau_timeline_bar *bars;
    uint32_t count, size;
};

/* The same instant in ticks and in seconds. */
struct gau_timeline_instant {
    uint64_t ticks;
    double s;
};

/* One run of one thread: ids in a log begin again when another run adds to it. */
struct gau_timeline_group {
    const struct gau_timeline_file *file;
    uint32_t run;                           /* of that file, from 1 */
    struct gau_timeline_instant begin, end; /* of all entries */
    uint32_t least_depth, most_depth;       /* likewise */
    struct gau_timeline_row *rows;          /* the first is of least_depth */
    uint32_t n_rows;                        /* 0: it is not drawn */
};

struct gau_timeline {
    const struct gau_timeline_options *options;
    const struct gau_timeline_files *files;
    struct gau_view_error *error;
    struct gau_timeline_group *groups;
    uint32_t n_groups, n_drawn;
    struct gau_bump_allocator heap;
    struct gau_text_pool labels; /* numbered from 1 in the order of their appearance */
    double from_s, to_s;         /* what is drawn */
    uint64_t entries;            /* drawn */
    uint64_t joined;             /* of those */
    uint64_t left_out;           /* not drawn: there are no rows for them */
    uint64_t cut;                /* logs whose last line is not complete */
};

/* False: see the error. Cleared in any case. */
bool gau_timeline_make(struct gau_timeline *scene);
void gau_timeline_clear(struct gau_timeline *scene);

#endif
