/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_VIEWS_VIEW_TABLE_H
#define GAUDIT_REPORT_HOTSPOTS_VIEWS_VIEW_TABLE_H

#include "report/hotspots/grouping.h"
#include "report/hotspots/hotspots.h"

/**
 * @file view_table.h
 * The table of a view, in the format that is asked for. A row has fields, which columns show.
 * Display formats have numbers first and names last, so that names may be long. Data formats have
 * the columns of VTune first.
 */

/** The fields of a row. */
enum gau_hotspots_field {
    /* sampled times */
    GAU_HOTSPOTS_TOTAL = 1,
    GAU_HOTSPOTS_SELF,
    GAU_HOTSPOTS_OF_ALL,
    GAU_HOTSPOTS_HOTTEST_TIME,
    /* texts */
    GAU_HOTSPOTS_NAME,
    GAU_HOTSPOTS_MODULE_TEXT, /* the first of four of a function */
    GAU_HOTSPOTS_FULL,
    GAU_HOTSPOTS_FILE_TEXT,
    GAU_HOTSPOTS_START, /* the last of these */
    GAU_HOTSPOTS_SUBJECT,
    GAU_HOTSPOTS_HOTTEST,
    GAU_HOTSPOTS_DOMAIN,
    GAU_HOTSPOTS_KIND,
    GAU_HOTSPOTS_CALLER_MODULE,
    GAU_HOTSPOTS_CALLEE,
    GAU_HOTSPOTS_PROCESS_TEXT,
    GAU_HOTSPOTS_MODULES,
    GAU_HOTSPOTS_BAR,
    GAU_HOTSPOTS_LINE_TEXT,
    GAU_HOTSPOTS_SOURCE,
    /* other numbers */
    GAU_HOTSPOTS_NOTHING,
    GAU_HOTSPOTS_DEPTH,
    GAU_HOTSPOTS_FUNCTIONS,
    GAU_HOTSPOTS_TID,
    GAU_HOTSPOTS_DROPPED,
    GAU_HOTSPOTS_TRUNCATED,
    GAU_HOTSPOTS_USED,
    GAU_HOTSPOTS_FIRST_SEEN,
    GAU_HOTSPOTS_ENTRIES,
    GAU_HOTSPOTS_WALL,
    GAU_HOTSPOTS_WALL_SELF,
    GAU_HOTSPOTS_RATIO,
    GAU_HOTSPOTS_MIN, /* the first of four of entries of lanes */
    GAU_HOTSPOTS_P50,
    GAU_HOTSPOTS_P99,
    GAU_HOTSPOTS_MAX, /* the last of these */
    GAU_HOTSPOTS_LINE,
    /* the text of each key, from here on */
    GAU_HOTSPOTS_FIRST_KEY,
};

struct gau_hotspots_table {
    struct gau_symbolized_samples *result;
    const struct gau_view_options *options;
    const struct gau_view *view;
    const struct gau_hotspots_query *query;
    enum gau_table_format format;
    struct gau_table *table;           /* NULL: out of memory */
    bool streams;                      /* rows are written when there are many */
    struct gau_hotspots_measure whole; /* of the branches that shares are relative to, and */
    uint64_t all_ns;                   /* of all samples; 0: shares are of what is shown */
    const char **short_names[GAU_HOTSPOTS_KEYS]; /* by value of the key; NULL: texts are whole */
    bool measures;                               /* this is the first of two passes, for widths */
    struct gau_hotspots_notes notes;
    FILE *out;
    gau_error *error;
};

/**
 * Begins the table of the preset. @p of is what all rows are parts of, with the threads and
 * processes in it. To be cleared in any case.
 */
void gau_hotspots_table_begin(struct gau_hotspots_table *table,
                              const struct gau_hotspots_grouping *of);

/** Makes the short names of branches, if the table is for a terminal: an identifier that has lost
 * its middle there may look like another. */
void gau_hotspots_short_names_make(struct gau_hotspots_table *table);

/** Returns the text of a group in display formats, which may be in @p room. */
const char *gau_hotspots_short_name(const struct gau_hotspots_table *table,
                                    const struct gau_hotspots_group *group, char *room,
                                    size_t size);

/** Says in the notes if no sample passes the filters. */
void gau_hotspots_table_note(struct gau_hotspots_table *table,
                             const struct gau_hotspots_grouping *of);

/** Returns whether all rows are to be put once more, now that their widths are known. */
bool gau_hotspots_table_again(struct gau_hotspots_table *table);

/* Writes what has most of the time, the three heaviest groups of the last key with the name of the
 * group that each is in, and the standard errors of their shares: "62 ± 3 % of 270 ms CPU time is
 * in fit_track of VertexFit, 35 ± 3 % in find_seeds of FastTracking (283 samples)". */
void gau_hotspots_sentence_write(const struct gau_hotspots_table *table,
                                 const struct gau_hotspots_grouping *grouping);

/** Writes the rest, with the notes on the result. */
void gau_hotspots_table_end(struct gau_hotspots_table *table);
void gau_hotspots_table_clear(struct gau_hotspots_table *table);

/** Returns whether the format is a display format. */
bool gau_hotspots_table_is_read(const struct gau_hotspots_table *table);

/* Begins a row, whose cells are set by the functions below. What is not set is empty. */
void gau_hotspots_table_row(struct gau_hotspots_table *table, unsigned depth);
void gau_hotspots_table_text(struct gau_hotspots_table *table, enum gau_hotspots_field field,
                             const char *text);
void gau_hotspots_table_count(struct gau_hotspots_table *table, enum gau_hotspots_field field,
                              uint64_t value);
void gau_hotspots_table_real(struct gau_hotspots_table *table, enum gau_hotspots_field field,
                             double value);
/* Sets a time that is a part of @p whole_ns. */
void gau_hotspots_table_measure(struct gau_hotspots_table *table, enum gau_hotspots_field field,
                                const struct gau_hotspots_measure *measure, uint64_t whole_ns);

/** Sets four texts of a function: its module, all of its name, its source file, its start. */
void gau_hotspots_table_function(struct gau_hotspots_table *table, uint32_t number);

/** Sets the text of a source file. */
void gau_hotspots_table_file(struct gau_hotspots_table *table, uint32_t file);

/** Returns @p letters, or @p ascii if the terminal does not have these letters. */
const char *gau_hotspots_table_sign(const struct gau_hotspots_table *table, const char *letters,
                                    const char *ascii);

/** Of gau_hotspots_folded, unless --group-by says others, the outermost caller first. */
#define GAU_HOTSPOTS_FOLDED_KEYS "task,callstack"

/** Writes "1.234 s ± 0.012", as display formats do. */
void gau_hotspots_table_time_text(const struct gau_hotspots_table *table,
                                  const struct gau_hotspots_measure *measure, char *text,
                                  size_t size);

/** Returns the decimals of seconds in display formats, as the interval of samples needs them. */
int gau_hotspots_table_decimals(const struct gau_hotspots_table *table);

/** Returns an error for data formats, rounded to the nanosecond. */
double gau_hotspots_error_s(double error_ns);

#endif
