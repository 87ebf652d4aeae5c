/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_PRESETS_H
#define GAUDIT_REPORT_HOTSPOTS_PRESETS_H

#include "grouping.h"
#include "sheet.h"
#include "subjects.h"
#include "visit.h"

/*
 * A view is a grouping and its columns.
 */

struct gau_hot_preset {
    const char *keys;  /* unless --group-by says others */
    const char *title; /* NULL: it is made of the keys, or of the subject */
    enum gau_hot_way way;
    bool by_any_keys; /* programs have a column for each key, and CSV a row for each innermost group
                       * alone */
    bool top_down;
    bool folds;      /* people see what is small as one row */
    uint32_t levels; /* groups below these have no rows; 0: all have */
    const struct gau_hot_heading *headings;
    size_t n_headings;
    /* Fills in what else is known of a group; not of [others]. NULL: nothing. */
    void (*fill)(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping,
                 const struct gau_hot_group *group);
    /* Adds rows behind the last. NULL: none. */
    void (*finish)(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping);
};

/* The rows of a grouping. @p all: of all samples, if that is more. */
struct gau_hot_tree {
    struct gau_hot_sheet *sheet;
    const struct gau_hot_grouping *grouping;
    const struct gau_hot_grouping *all; /* what the subject's time is a part of; NULL: no subject */
    uint64_t longest_ns;                /* fills a bar */
};

void gau_hot_tree_write(struct gau_hot_tree *tree);

/* Those of innermost groups, sorted over all; of call stacks with all callers. */
void gau_hot_tree_write_innermost(struct gau_hot_tree *tree);

/* Cells that all rows of trees have: texts, and times. */
void gau_hot_tree_put(const struct gau_hot_tree *tree, const struct gau_hot_group *group,
                      const char *name);
void gau_hot_tree_measure(const struct gau_hot_tree *tree, const struct gau_hot_measure *total,
                          const struct gau_hot_measure *self);

/* The lines of the query's subject. */
void gau_hot_lines_write(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping,
                         const struct gau_hot_subject *subject);

/* What fills rows of modules, threads, tasks, calls; and adds rows without samples. */
void gau_hot_fill_module(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping,
                         const struct gau_hot_group *group);
void gau_hot_fill_thread(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping,
                         const struct gau_hot_group *group);
void gau_hot_fill_task(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping,
                       const struct gau_hot_group *group);
void gau_hot_fill_call(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping,
                       const struct gau_hot_group *group);
void gau_hot_finish_threads(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping);
void gau_hot_finish_tasks(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping);

#endif
