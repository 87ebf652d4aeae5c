/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_SHEET_H
#define GAUDIT_REPORT_HOTSPOTS_SHEET_H

#include "report/hotspots/grouping.h"
#include "report/hotspots/hotspots.h"

/**
 * @file sheet.h
 * The table of a view, in the format that is asked for. A row has data in slots; columns show them:
 * numbers first and names last for people, so that names may be long; the columns of VTune first
 * for programs.
 */

/** What a row can hold. */
enum gau_hot_slot {
    /* sampled times */
    GAU_HOT_TOTAL,
    GAU_HOT_SELF,
    GAU_HOT_OF_ALL,
    GAU_HOT_HOTTEST_TIME,
    /* texts */
    GAU_HOT_NAME,
    GAU_HOT_MODULE_TEXT,
    GAU_HOT_FULL,
    GAU_HOT_FILE_TEXT,
    GAU_HOT_START,
    GAU_HOT_SUBJECT,
    GAU_HOT_HOTTEST,
    GAU_HOT_DOMAIN,
    GAU_HOT_KIND,
    GAU_HOT_RATIO_TEXT,
    GAU_HOT_CALLER_MODULE,
    GAU_HOT_CALLEE,
    GAU_HOT_PROCESS_TEXT,
    GAU_HOT_MODULES,
    GAU_HOT_BAR,
    GAU_HOT_LINE_TEXT,
    GAU_HOT_SOURCE,
    /* other numbers */
    GAU_HOT_NOTHING,
    GAU_HOT_DEPTH,
    GAU_HOT_FUNCTIONS,
    GAU_HOT_TID,
    GAU_HOT_DROPPED,
    GAU_HOT_TRUNCATED,
    GAU_HOT_USED,
    GAU_HOT_FIRST_SEEN,
    GAU_HOT_ENTRIES,
    GAU_HOT_WALL,
    GAU_HOT_WALL_SELF,
    GAU_HOT_RATIO,
    GAU_HOT_RATIO_ERROR,
    GAU_HOT_LINE,
    /* the text of each key, from here on */
    GAU_HOT_FIRST_KEY,
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
};

struct gau_hot_heading {
    enum gau_hot_show show;
    enum gau_hot_slot slot;
    const char *label;  /* for people; NULL: they do not see it */
    const char *column; /* in CSV; NULL: not there */
    const char *field;  /* in JSON; likewise */
    bool optional;      /* left out where a terminal is narrow */
    bool of_functions;  /* only if functions are a key */
};

enum { GAU_HOT_SHEET_COLUMNS = 40 };

struct gau_hot_sheet {
    struct gau_hot_result *result;
    const struct gau_hot_options *options;
    const struct gau_hot_view *view;
    const struct gau_hot_query *query;
    enum gau_table_format format;
    struct gau_hot_heading headings[GAU_HOT_SHEET_COLUMNS]; /* of the columns of the table */
    size_t count;
    struct gau_table *table; /* NULL: no memory */
    bool streams;            /* rows are written when there are many */
    bool measures;           /* not yet: it is the first of two times */
    struct gau_hot_notes notes;
    FILE *out;
    struct gau_view_error *error;
};

/**
 * Begins the table of the preset. @p of: what all rows are parts of, and the threads and processes
 * in it. Free it with gau_hot_sheet_clear() in any case.
 */
void gau_hot_sheet_begin(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *of);

/** Says in the notes if no sample passes the filters. */
void gau_hot_sheet_note(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *of);

/** Whether all rows are to be put once more: now their widths are known. */
bool gau_hot_sheet_again(struct gau_hot_sheet *sheet);

/** The rest, with what is to be known of the result. */
void gau_hot_sheet_end(struct gau_hot_sheet *sheet);
void gau_hot_sheet_clear(struct gau_hot_sheet *sheet);

/** Whether it is for people; else for programs. */
bool gau_hot_sheet_is_read(const struct gau_hot_sheet *sheet);

/* The cells of a new row. What is not set is empty. */
void gau_hot_sheet_row(struct gau_hot_sheet *sheet, unsigned depth);
void gau_hot_sheet_text(struct gau_hot_sheet *sheet, enum gau_hot_slot slot, const char *text);
void gau_hot_sheet_count(struct gau_hot_sheet *sheet, enum gau_hot_slot slot, uint64_t value);
void gau_hot_sheet_real(struct gau_hot_sheet *sheet, enum gau_hot_slot slot, double value);
/* A time that is a part of @p whole_ns. */
void gau_hot_sheet_measure(struct gau_hot_sheet *sheet, enum gau_hot_slot slot,
                           const struct gau_hot_measure *measure, uint64_t whole_ns);

/** Four texts: of a function module, all of its name, source file, start. */
void gau_hot_sheet_function(struct gau_hot_sheet *sheet, uint32_t number);

/** The text of a source file. */
void gau_hot_sheet_file(struct gau_hot_sheet *sheet, uint32_t file);

/** As letters, or as signs of ASCII. */
const char *gau_hot_sheet_sign(const struct gau_hot_sheet *sheet, const char *letters,
                               const char *ascii);

/** "1.234 s ± 0.012", as a table for people has it. */
void gau_hot_sheet_time_text(const struct gau_hot_sheet *sheet,
                             const struct gau_hot_measure *measure, char *text, size_t size);

/** An error for programs, to the nanosecond. */
double gau_hot_error_s(double error_ns);

enum { GAU_HOT_ERROR_SIZE = 64 };

/** The standard error of a time in seconds, for people: "0.012"; "<0.001" if it is too small for
 * the decimals, but not 0. Returns @p text. */
const char *gau_hot_error_text(double error_ns, int decimals, char *text, size_t size);

#endif
