/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_SCENE_H
#define GAUDIT_REPORT_TIMELINE_SCENE_H

#include "files.h"
#include "log.h"
#include "timeline.h"

#include "report/symbols/texts.h"

/*
 * What is in the picture. The logs are read twice: first to know which times, depths and names
 * there are, then to make bars, so that only bars are kept.
 *
 * Entries that are narrower than a part of a pixel are joined with neighbours as near as that.
 */

enum {
    GAU_TIMELINE_ROWS = 300,    /* of a picture, about */
    GAU_TIMELINE_GROUPS = 1000, /* that are looked at */
    GAU_TIMELINE_COLOURS = 10,
    GAU_TIMELINE_CYCLES = 64, /* depths whose colours are chosen apart */
};

/* One entry, or some that are joined. */
struct gau_timeline_bar {
    double left, right;            /* pixels from the left edge of the drawing */
    double start_s, end_s, busy_s; /* busy: without gaps between joined ones */
    uint64_t entries;
    uint32_t label; /* number of its text; of joined ones that with the most time, about */
    double lead_s;  /* how much more time that has than the others */
};

struct gau_timeline_row {
    struct gau_timeline_bar *bars;
    uint32_t count, size;
};

/* What is known of a label. */
struct gau_timeline_label {
    bool seen;      /* and so the colour is chosen */
    uint8_t colour; /* 0 to GAU_TIMELINE_COLOURS - 1 */
    bool shown;     /* some bar has room for it */
    double busy_s;  /* of all entries in the picture */
};

/* The same moment in ticks and in seconds. */
struct gau_timeline_moment {
    uint64_t ticks;
    double s;
};

/* One run of one thread: ids in a log begin again when another run adds to it. */
struct gau_timeline_group {
    const struct gau_timeline_file *file;
    uint32_t run;                           /* of that file, from 1 */
    struct gau_timeline_moment first, last; /* of all entries */
    bool any;                               /* some are wanted */
    struct gau_timeline_moment begin, end;  /* of those */
    uint32_t least_depth, most_depth;       /* of those */
    struct gau_timeline_row *rows;          /* the first is of least_depth */
    uint32_t n_rows;
};

struct gau_timeline {
    const struct gau_timeline_options *options;
    const struct gau_timeline_files *files;
    struct gau_view_error *error;
    double width; /* of the drawing, in pixels */
    struct gau_timeline_group *groups;
    uint32_t n_groups, n_drawn; /* those with wanted entries */
    struct gau_heap heap;
    struct gau_texts labels;                /* numbered from 1 in the order of their appearance */
    struct gau_timeline_label *label_facts; /* by number; 0 is the empty one */
    uint32_t n_facts, facts_size;
    uint32_t cycles[GAU_TIMELINE_CYCLES];        /* labels seen first at these depths */
    bool searching;                              /* for children_of, and what is in it */
    uint32_t above_group, above_id, above_depth; /* of the entry whose children are wanted */
    bool inside;                                 /* the last entry is below it */
    double from_s, to_s;                         /* what is drawn */
    uint64_t entries, joined, bars; /* drawn; those of them that are joined; bars they are in */
    uint64_t too_deep;              /* not drawn: there are no rows for them */
    uint64_t backwards;             /* end before they begin */
    uint64_t more_runs;             /* entries of runs beyond the most */
    uint64_t cut;                   /* logs whose last line is not complete */
};

/* False: see the error. Cleared in any case. */
bool gau_timeline_make(struct gau_timeline *scene);
void gau_timeline_clear(struct gau_timeline *scene);

#endif
