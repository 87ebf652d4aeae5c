/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_TIMELINE_LAYOUT_H
#define GAUDIT_REPORT_TIMELINE_TIMELINE_LAYOUT_H

#include "lane_reader.h"
#include "timeline.h"
#include "timeline_files.h"

#include "report/samples/clocks_of_ranks.h"
#include "report/symbols/text_pool.h"

/*
 * What is in the picture. The files are read twice: first for the range of times and depths, then
 * to make bars. So only bars are kept.
 *
 * Entries that are narrower than a part of a pixel are joined with neighbours as near as that. For
 * data they are joined only if there are too many.
 */

enum { GAU_TIMELINE_ROWS = 300 }; /* of a picture, about; also the most groups */
#define GAU_TIMELINE_WIDTH 1100.0 /* of the drawing without its margins, in pixels */

/* Colours: each of the labels with most time has its own. */
enum { GAU_TIMELINE_RANKS = 9, GAU_TIMELINE_OTHERS = GAU_TIMELINE_RANKS, GAU_TIMELINE_EVENTS };

/* What is said of an entry. Of one in a log only the label is known. */
struct gau_timeline_facts {
    uint32_t label;  /* number of its text */
    uint32_t branch; /* of a lane */
    uint64_t event;  /* that it is in, or is; 0: none, or not known */
    uint64_t cpu_ns; /* UINT64_MAX: not known */
    int32_t status;
    uint32_t flags; /* as in struct gau_lane_entry */
};

/* One entry, or some that are joined. */
struct gau_timeline_bar {
    double left, right; /* pixels from the left edge of the drawing */
    double busy_s;      /* without gaps between joined ones */
    uint64_t entries;
    uint64_t errors;                   /* entries that ended with one */
    uint64_t lists;                    /* that are missing, of a gap; 0: all that follow */
    uint32_t colour;                   /* rank of its label, or one of those above */
    double longest_s, longest_start_s; /* the longest one: its duration, its begin */
    struct gau_timeline_facts facts;   /* of that */
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

/* An entry as files hand it over. */
struct gau_timeline_item {
    uint32_t depth, row; /* from 1; the row is the depth, but for rows that are shared */
    struct gau_timeline_instant start, end;
    bool is_event, is_gap;
    uint64_t lists; /* that are missing, of a gap */
    struct gau_timeline_facts facts;
};

/* Which entries of lanes a group has. */
enum gau_timeline_part {
    GAU_TIMELINE_CALLS,
    GAU_TIMELINE_BACKGROUND, /* of all workers, in rows of their own */
    GAU_TIMELINE_INTERVALS,  /* in as many rows as overlap */
};

/* One lane; or one run in a log of one thread: another run may add to it. */
struct gau_timeline_group {
    const struct gau_timeline_file *file;
    const struct gau_timeline_trace *trace; /* NULL: of a log */
    uint32_t lane;                          /* index */
    enum gau_timeline_part part;
    uint32_t run;                           /* of a log, from 1 */
    bool is_read;                           /* has entries */
    struct gau_timeline_instant begin, end; /* of all entries */
    struct gau_timeline_instant from, to;   /* of those that are wanted */
    uint32_t least_depth, most_depth;       /* likewise; the least is greater: there are none */
    struct gau_timeline_row *rows;          /* the first is of least_depth */
    uint32_t n_rows;                        /* 0: it is not drawn */
    struct gau_timeline_row gaps;           /* where lists are missing, over all rows */
};

struct gau_timeline {
    const struct gau_view_options *options;
    const struct gau_timeline_files *files;
    gau_error *error;
    struct gau_timeline_group *groups; /* those of a file follow each other */
    uint32_t n_groups, n_drawn;
    struct gau_timeline_trace *traces; /* one for each file; empty ones of logs */
    bool draws;                        /* in the second reading */
    bool is_refused;                   /* nothing is shown */
    struct gau_bump_allocator heap;
    struct gau_text_pool labels; /* numbered from 1 in the order of their appearance */
    double *weights;             /* time of each label, in all files, but for events */
    uint32_t n_weights, weights_size;
    uint32_t ranked[GAU_TIMELINE_RANKS]; /* labels with most time first */
    uint32_t n_ranked;
    bool event_found, parent_found; /* those that are wanted */
    double from_s, to_s;            /* what is drawn */
    double narrow;                  /* see timeline_joining.c; 0: nothing is joined */
    size_t most_bars;               /* 0: any number; then bars are as narrow as in a picture */
    size_t bars;                    /* without gaps */
    uint64_t entries;               /* drawn */
    uint64_t joined;                /* of those */
    uint64_t left_out;              /* not drawn: there are no rows for them */
    uint64_t early;                 /* begin before the run, and are cut at its begin */
    uint64_t open_ends;             /* lanes that may have gone on */
    uint64_t cut;                   /* logs whose last line is not complete */
    uint64_t errors;                /* entries that ended with one, of those that are drawn */
    char clock_notes[GAU_RANK_CLOCK_NOTES][200];
    int n_clock_notes;
};

typedef bool gau_timeline_visit(struct gau_timeline *scene, struct gau_timeline_group *group,
                                const struct gau_timeline_item *item, bool is_wanted);

/* --- the files: log_walk.c, timeline_trace.c ------------------------------------------------- */

/* These visit all entries of a file, which may have new groups in the first reading. False: see the
 * error, or a visit failed. */
bool gau_timeline_walk_log(struct gau_timeline *scene, const struct gau_timeline_file *file,
                           gau_timeline_visit *visit);
bool gau_timeline_walk_trace(struct gau_timeline *scene, const struct gau_timeline_file *file,
                             gau_timeline_visit *visit);

/* Returns the first group of a file, or behind the last. */
static inline uint32_t gau_timeline_first_group(const struct gau_timeline *scene,
                                                const struct gau_timeline_file *file)
{
    uint32_t first = 0;

    while (first < scene->n_groups && scene->groups[first].file != file)
        first++;
    return first;
}

/* --- timeline_colours.c: colours of labels, the same whatever part of the files is drawn ------ */

/* Adds the time of an entry to that of its label; false: out of memory. */
bool gau_timeline_weigh(struct gau_timeline *scene, const struct gau_timeline_item *item);

/* Ranks the labels after all entries have been weighed. */
void gau_timeline_rank(struct gau_timeline *scene);
uint32_t gau_timeline_colour(const struct gau_timeline *scene, uint32_t label);

/* --- timeline_errors.c: what is asked for is not there --------------------------------------- */

/* Fails with "'a' has FORMAT", or "'a' and 2 more have FORMAT". */
void gau_timeline_refuse(struct gau_timeline *scene, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

/* Checks that the wanted event, or entry, is there. False: see the error. */
bool gau_timeline_check_wanted(struct gau_timeline *scene);

/* Fails because nothing is drawn of any run. Returns false. */
bool gau_timeline_refuse_depth(struct gau_timeline *scene, size_t wanted);

static inline bool gau_timeline_is_drawn(const struct gau_timeline_group *group, size_t wanted)
{
    return group->least_depth <= group->most_depth && group->least_depth <= wanted;
}

/* --- timeline_notes.c ------------------------------------------------------------------------ */

bool gau_timeline_has_lanes(const struct gau_timeline *scene);

/* What a picture calls what it has bars of: a log has entries, one for each call; in a lane begin
 * and end are entries. */
const char *gau_timeline_noun(const struct gau_timeline *scene, uint64_t n);

/* --- timeline_joining.c ---------------------------------------------------------------------- */

#define GAU_TIMELINE_NARROW 0.75 /* pixels, in a picture */

/* Adds a bar at the end of a row, or joins it with the last. False: out of memory. */
bool gau_timeline_put_bar(struct gau_timeline *scene, struct gau_timeline_row *row,
                          const struct gau_timeline_bar *bar, bool is_gap);

/* --- timeline_layout.c ----------------------------------------------------------------------- */

/* Makes what is drawn. False: see the error. To be cleared in any case. */
bool gau_timeline_make(struct gau_timeline *scene);
void gau_timeline_clear(struct gau_timeline *scene);

#endif
