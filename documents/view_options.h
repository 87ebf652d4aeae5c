/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_VIEW_OPTIONS_H
#define GAUDIT_DOCUMENTS_VIEW_OPTIONS_H

/* How a view of documents is asked for. */

#include "errors/errors.h"
#include "table/table.h"

#include <jansson.h>

struct gau_page;
struct gau_view_export;
struct gau_page_comparison;
struct gau_shared_samples;

/* Options of the view "graph"; {0} is what PerfGraph prints. */
struct gau_graph_options {
    size_t levels;        /* that are shown, of the root alone (1) on; 0: those of PerfGraph, or all
                           * in data formats */
    bool heaviest_branch; /* with this table */
    size_t heaviest_sections; /* with that number of sections of this table */
};

/* Options of the view "timeline"; {0} is all of the log. */
struct gau_timeline_options {
    size_t max_depth;        /* only down to this depth; 0: all */
    size_t event;            /* only "Event N" and what is in it; 0: all */
    const char *children_of; /* only what is in the first entry of this label or, of digits, id;
                              * NULL: all */
};

/* Groups of samples with a smaller part of the time are one row. */
struct gau_percent_limit {
    bool given; /* false: 0.5 in display formats, 0 in data formats */
    double percent;
};

/*
 * The options of all views: each takes some, and the command refuses the others. {0} is what
 * `gaudit run` prints. Texts are borrowed.
 */
struct gau_view_options {
    enum gau_table_format format; /* data formats hold one table: the first of the view */
    const char *sort;             /* key; NULL: as the view sorts */
    const char *table; /* only this table, such as "loop_times"; NULL: as the view chooses */
    size_t limit;      /* rows of a table or group, items of a picture; 0: as the view does */
    size_t most_rows;  /* of a table of samples, which has the heaviest groups of all levels; 0:
                        * any number */
    bool sentence;     /* only the sentence that the view begins with, or what has most of the time
                        * instead of the table */
    struct gau_percent_limit percent_limit;
    const char *inlines;     /* "merge", "callers" or "hide", see symbolized_samples.h; NULL: as the
                              * view     does */
    bool all_frames;         /* call stacks as they are, without [gaudit] */
    const char *group_by;    /* keys of branches, see branch_key.h, or of samples, see group_keys.h;
                              * NULL: those of the view */
    const char *relative_to; /* the branch, or the branches of that name, whose time is 100 %; NULL:
                                all that is shown */
    const char *const *filters; /* of samples, see sample_filter.h */
    size_t filter_count;
    const char *time_filter; /* FROM:TO in seconds; NULL: all */
    const char *subject;     /* what the view is asked about: a function, an event; or NULL */
    const char *delimiter;   /* of CSV; NULL: a comma */
    bool debuginfod;         /* asks servers for debug information */
    bool all;                /* also rows that nothing happened on */
    struct gau_graph_options graph;
    struct gau_timeline_options timeline;
    const struct gau_page_comparison *comparison; /* html: of the result with others; or NULL */
    struct gau_shared_samples
        *samples; /* that views of one folder share; NULL: each opens its own */
    const struct gau_view_export *export; /* one of the view, instead of tables; NULL: none */
    bool no_notes;                        /* data formats print none to standard error */
    bool wide;                            /* all columns of tables, however wide these are */
    int verbose;                          /* above 0: a text has all details of its tables */
    const char *all_columns_by;           /* what makes a user see them; NULL: "--wide" */
    int colour;                           /* enum gau_colour, which is asked for */
    bool has_colour;                      /* tables of a text are written in colour */
    unsigned width;        /* that tables are limited to; 0: lines are as long as they are */
    bool unicode;          /* letters such as "±" may be written */
    size_t *failed_checks; /* timing: instead of times, whether they can be true; checks that fail
                            * are added to this. NULL: the times */
    void (*add)(struct gau_page *page,
                const char *folder); /* more tables of the summary; or NULL */
};

/* Sets width, letters and colour for an output on @p out; NULL: a file of its own, which is not
 * limited, and has no colour. */
void gau_view_options_set_screen(struct gau_view_options *options, FILE *out);

/* Says that the table is shown like that. */
void gau_view_options_apply(const struct gau_view_options *options, struct gau_table *table);

/*
 * Reads a time range, FROM:TO in seconds, such as "1.5:20", "5:" or ":5"; what is not given is 0
 * and INFINITY. Any other text is an error of usage.
 */
bool gau_times_read(double *from_s, double *to_s, const char *text, gau_error *error);

#endif
