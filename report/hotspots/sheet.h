/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_SHEET_H
#define GAUDIT_REPORT_HOTSPOTS_SHEET_H

#include "hotspots.h"
#include "result.h"

/**
 * @file sheet.h
 * The table of a view, in the format that is asked for. A row has data in numbered slots: texts,
 * whole numbers, times ... Columns show them: numbers first and names last for people, so that
 * names may be long; the columns of VTune first for programs.
 */

/** A sampled CPU time. */
struct gau_hot_measure {
    uint64_t samples, weight_ns;
    double error_ns;
    uint64_t whole_ns;     /* of which it is a part; 0: that is not told */
    double share_error_ns; /* of the part, over the whole */
};

/** What a column shows of its slot. */
enum gau_hot_show {
    GAU_HOT_SHOW_TEXT,
    GAU_HOT_SHOW_RIGHT, /* a text, at the right for people */
    GAU_HOT_SHOW_TREE,  /* a text, indented by the depth of the row */
    GAU_HOT_SHOW_COUNT,
    GAU_HOT_SHOW_REAL,
    GAU_HOT_SHOW_SECONDS, /* not sampled; people see all such columns in one unit */
    GAU_HOT_SHOW_TIME, /* of a measure; people see it with its error, and nothing of no samples */
    GAU_HOT_SHOW_ERROR,
    GAU_HOT_SHOW_SHARE,
    GAU_HOT_SHOW_SHARE_ERROR,
    GAU_HOT_SHOW_SAMPLES,
    GAU_HOT_SHOW_DEPTH, /* of the row, from 0 on */
};

enum { GAU_HOT_SLOTS = 12, GAU_HOT_SHEET_COLUMNS = 40 };

struct gau_hot_heading {
    enum gau_hot_show show;
    unsigned slot;
    const char *label;  /* for people; NULL: they do not see it */
    const char *column; /* in CSV; NULL: not for programs */
    const char *field;  /* in JSON */
};

struct gau_hot_sheet {
    struct gau_hot_result *result;
    const struct gau_hot_options *options;
    const char *view;                                              /* its name */
    const struct gau_hot_heading *headings[GAU_HOT_SHEET_COLUMNS]; /* of columns of the table */
    size_t count;
    struct gau_table *table; /* NULL: no memory */
    unsigned depth;          /* of the last row */
    struct gau_hot_notes notes;
    FILE *out;
    struct gau_view_error *error;
};

/** Free it with the next but one. */
void gau_hot_sheet_begin(struct gau_hot_sheet *sheet, const struct gau_hot_heading *headings,
                         size_t count);

/** Writes it with what is to be known of the result. @p all is what the rows are parts of. */
void gau_hot_sheet_write(struct gau_hot_sheet *sheet, const struct gau_hot_measure *all);
void gau_hot_sheet_clear(struct gau_hot_sheet *sheet);

/** Whether it is for people; else for programs. */
bool gau_hot_sheet_is_read(const struct gau_hot_sheet *sheet);

/* The cells of a new row. What is not set is empty. */
void gau_hot_sheet_row(struct gau_hot_sheet *sheet, unsigned depth);
void gau_hot_sheet_text(struct gau_hot_sheet *sheet, unsigned slot, const char *text);
void gau_hot_sheet_count(struct gau_hot_sheet *sheet, unsigned slot, uint64_t value);
void gau_hot_sheet_real(struct gau_hot_sheet *sheet, unsigned slot, double value);
void gau_hot_sheet_measure(struct gau_hot_sheet *sheet, unsigned slot,
                           const struct gau_hot_measure *measure);

/** As letters or as signs. */
const char *gau_hot_sheet_plus_minus(const struct gau_hot_sheet *sheet);

/** "1.234 s ± 0.012", as a table for people has it. */
void gau_hot_sheet_time_text(const struct gau_hot_sheet *sheet,
                             const struct gau_hot_measure *measure, char *text, size_t size);

/** Texts of a function in four slots from @p slot on: module, all of its name, source file, start.
 */
void gau_hot_sheet_function(struct gau_hot_sheet *sheet, unsigned slot, uint32_t number);

/** The line above the table, for people. */
void gau_hot_sheet_title(struct gau_hot_sheet *sheet, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

/** "1.234 s ± 0.012, 123 samples": what most titles end with. */
const char *gau_hot_sheet_sum_text(const struct gau_hot_sheet *sheet,
                                   const struct gau_hot_measure *all, char *text, size_t size);

#endif
