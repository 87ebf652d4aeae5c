/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_VIEWS_PRESETS_H
#define GAUDIT_REPORT_HOTSPOTS_VIEWS_PRESETS_H

#include "report/hotspots/grouping.h"
#include "view_table.h"

/* A view is a grouping and its columns. */

/** Writes a view of samples, by its preset. */
gau_view_write gau_hotspots_write;

struct gau_hotspots_preset {
    const char *keys;  /* unless --group-by says others */
    const char *title; /* NULL: it is made of the keys, or of the subject */
    enum gau_hotspots_direction direction;
    bool by_any_keys; /* data formats have a column for each key, and CSV has only rows of innermost
                         groups */
    bool top_down;
    bool has_sentence;                /* a text begins with where most of the time is */
    uint32_t levels;                  /* groups below these have no rows; 0: all have */
    const struct gau_column *columns; /* of fields */
    size_t n_columns;
    /* Fills in further data of a group, but not of [others]. NULL: there is none. */
    void (*fill)(struct gau_hotspots_table *table, const struct gau_hotspots_grouping *grouping,
                 const struct gau_hotspots_group *group);
    /* Adds rows behind the last, or is NULL. */
    void (*finish)(struct gau_hotspots_table *table, const struct gau_hotspots_grouping *grouping);
};

/* Writes the rows of a grouping. @p all is that of all samples of the subject, which its time is a
 * part of; NULL: no subject. */
void gau_hotspots_tree_write(struct gau_hotspots_table *table,
                             const struct gau_hotspots_grouping *grouping,
                             const struct gau_hotspots_grouping *all);

/* Writes the lines of the query's subject, whose own time is @p self. */
void gau_hotspots_lines_write(struct gau_hotspots_table *table,
                              const struct gau_hotspots_grouping *grouping,
                              const struct gau_hotspots_measure *self);

/* These fill rows of modules, threads, tasks and calls, and add rows without samples. */
void gau_hotspots_fill_module(struct gau_hotspots_table *table,
                              const struct gau_hotspots_grouping *grouping,
                              const struct gau_hotspots_group *group);
void gau_hotspots_fill_thread(struct gau_hotspots_table *table,
                              const struct gau_hotspots_grouping *grouping,
                              const struct gau_hotspots_group *group);
void gau_hotspots_fill_task(struct gau_hotspots_table *table,
                            const struct gau_hotspots_grouping *grouping,
                            const struct gau_hotspots_group *group);
void gau_hotspots_fill_call(struct gau_hotspots_table *table,
                            const struct gau_hotspots_grouping *grouping,
                            const struct gau_hotspots_group *group);
void gau_hotspots_finish_threads(struct gau_hotspots_table *table,
                                 const struct gau_hotspots_grouping *grouping);
void gau_hotspots_finish_tasks(struct gau_hotspots_table *table,
                               const struct gau_hotspots_grouping *grouping);

/* --- the FUNCTION argument of a view ------------------------------------------------------- */

enum { GAU_HOTSPOTS_SUBJECTS_MAX = 20 }; /* more are not shown */

struct gau_hotspots_matches {
    const struct gau_hotspots_group
        *items[GAU_HOTSPOTS_SUBJECTS_MAX]; /* the longest total time first */
    uint32_t count, matches;               /* how many are shown, and how many there are */
    struct gau_hotspots_grouping all; /* of samples that the filter lets pass, by these functions */
};

/**
 * Finds functions by name, with or without namespaces and template arguments; if there are none of
 * that name, by shell pattern. @p query has the filter. False: there are none, or out of memory;
 * see @p error. `all` is to be cleared in any case.
 */
bool gau_hotspots_matches_find(struct gau_hotspots_matches *subjects,
                               struct gau_symbolized_samples *result, const char *name,
                               const struct gau_hotspots_query *query, gau_error *error);

/** Sets "fit: 1.200 s ± 0.010 with what it calls, 0.800 s ± 0.010 itself", or how many there are.
 */
void gau_hotspots_matches_title(struct gau_hotspots_table *table, const char *what,
                                const struct gau_hotspots_matches *subjects);

#endif
