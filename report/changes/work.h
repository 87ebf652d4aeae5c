/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_CHANGES_WORK_H
#define GAUDIT_REPORT_CHANGES_WORK_H

#include "branches.h"
#include "change.h"
#include "changes.h"

#include "report/views/sheet.h"

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

struct gau_changed_functions;

struct gau_changes {
    struct gau_changes_side a, b;
    struct gau_branches branches;                  /* of all runs */
    double *values_a, *values_b;                   /* room for a value of each run */
    const struct gau_changed_functions *functions; /* NULL: samples were not read */
    const struct gau_changes_options *options;
    struct gau_page *page;
    struct gau_view_error *error;
};

/* What the table of a page is called; a table that programs may ask for. */
#define GAU_CHANGES_BRANCHES "branches"
#define GAU_CHANGES_FUNCTIONS "functions"
#define GAU_CHANGES_DIFFERENCES "differences"
#define GAU_CHANGES_TOTAL "total"

/* A kind of report. */
struct gau_changes_kind {
    const char *const *tables;                    /* that may be asked for; the last is NULL */
    size_t rows_for_people;                       /* of a table, if no limit is given */
    bool (*prepare)(struct gau_changes *changes); /* before runs are joined; or NULL */
    void (*add)(struct gau_changes *changes);     /* adds tables to the page */
};

/* Reads both sides, of which the second may have no paths, and writes what options ask for. */
enum gau_view_status gau_changes_make(const struct gau_changes_kind *kind,
                                      const struct gau_changes_paths sides[2],
                                      const struct gau_changes_options *options, const char *output,
                                      struct gau_view_error *error);

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

/* As letters or as a sign. */
const char *gau_changes_plus_minus(const struct gau_changes *changes);

/* --- chance -------------------------------------------------------------------------------- */

/* Whether a row is more than chance. */
struct gau_changes_mark {
    double p;   /* of no change; NAN: no test was made */
    bool clear; /* it is not chance, also among all rows */
};

/*
 * Marks what is clear by Holm's correction. @p first is that of the first of @p n rows, which are
 * @p stride bytes apart. Returns the number of tests in @p tests; false: no memory.
 */
bool gau_changes_mark(struct gau_changes_mark *first, size_t n, size_t stride, size_t *tests);

#endif
