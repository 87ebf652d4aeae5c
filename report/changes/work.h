/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_CHANGES_WORK_H
#define GAUDIT_REPORT_CHANGES_WORK_H

#include "branches.h"
#include "change.h"
#include "changes.h"

#include "report/views/page.h"

/*
 * Parts of `gaudit compare A B`.
 */

/* The runs of one side. */
struct gau_changes_side {
    struct gau_timings_set set;
    const char *letter; /* "A", "B" */
    const char *name;   /* of the first folder; borrowed */
    size_t names;       /* folders that were given */
    size_t twice;       /* number from 1 of a run that was given more than once; 0: none was */
};

struct gau_changes {
    struct gau_changes_side a, b;
    struct gau_branches branches; /* of all runs */
    double *values_a, *values_b;  /* room for a value of each run */
    const struct gau_changes_options *options;
    struct gau_page *page;
    struct gau_view_error *error;
};

/* What the table of a page is called; a table that programs may ask for. */
#define GAU_CHANGES_BRANCHES "branches"
#define GAU_CHANGES_FUNCTIONS "functions"
#define GAU_CHANGES_DIFFERENCES "differences"
#define GAU_CHANGES_TOTAL "total"

/* Reads the runs of a side, each once, all of which have a timer. False: see the error. */
bool gau_changes_read(struct gau_changes_side *out, const char *letter,
                      const struct gau_changes_paths *paths, struct gau_view_error *error);

/* Makes branches and room for values. False: no memory, which is told. */
bool gau_changes_join(struct gau_changes *changes);
void gau_changes_clear(struct gau_changes *changes);

/* Adds tables to the page, and writes what options ask for. */
void gau_changes_write(struct gau_changes *changes, void (*add)(struct gau_changes *changes),
                       const char *output);

bool gau_changes_for_people(const struct gau_changes *changes);

/* Each adds a table to the page. */
void gau_changes_add_differences(struct gau_changes *changes);
void gau_changes_add_total(struct gau_changes *changes);
void gau_changes_add_branches(struct gau_changes *changes);
void gau_changes_add_functions(struct gau_changes *changes);

/* The value of a run that the others are compared with; NAN: not known. */
typedef double gau_changes_value(const struct gau_timings *run, const struct gau_timing *row);

/* The change of that value; a run without the branch, or a row of NULL, asks with a NULL row. */
struct gau_change gau_changes_measure(struct gau_changes *changes, const struct gau_timing *row,
                                      gau_changes_value *value);

/* The same of shares: gau_change_of_means(). */
struct gau_change gau_changes_measure_shares(struct gau_changes *changes,
                                             const struct gau_timing *row,
                                             gau_changes_value *value);

/* No memory: sets the error. */
void gau_changes_no_memory(const struct gau_changes *changes);

/* --- tables for people --------------------------------------------------------------------- */

/*
 * A table that is to fit a terminal: names are shortened, then columns left out, in the order of
 * @p optional, then names shortened further.
 */
struct gau_changes_sheet {
    const struct gau_column *columns;
    size_t n_columns;
    const size_t *optional; /* columns */
    size_t n_optional;
    void (*fill)(struct gau_table *table, size_t room, const void *data); /* for names */
    const void *data;
};

/* Sets a text of more columns than @p room without its middle. */
void gau_changes_set_name(struct gau_table *table, size_t column, const char *name, size_t room);

/* Adds the table to the page, filled. NULL: no memory, see the error. */
struct gau_table *gau_changes_add_sheet(const struct gau_changes *changes, const char *name,
                                        const struct gau_changes_sheet *sheet);

/* As letters or as a sign. */
const char *gau_changes_plus_minus(const struct gau_changes *changes);

/* Multiplicity: marks with true what is clear among all, by Holm's correction; NAN is no test. */
bool gau_changes_mark(bool *clear, const double *p, size_t n);

#endif
