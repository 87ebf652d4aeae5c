/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_HOTSPOTS_H
#define GAUDIT_REPORT_HOTSPOTS_HOTSPOTS_H

/**
 * @file hotspots.h
 * Views of the samples of a result folder: what `gaudit report hotspots DIR` and its relatives
 * print.
 */

#include "report/views/views.h"

enum gau_hotspots_format {
    GAU_HOTSPOTS_TEXT = GAU_TABLE_TEXT,
    GAU_HOTSPOTS_CSV = GAU_TABLE_CSV, /* with the columns of VTune */
    GAU_HOTSPOTS_JSON = GAU_TABLE_JSON,
    GAU_HOTSPOTS_MARKDOWN = GAU_TABLE_MARKDOWN,
    GAU_HOTSPOTS_LATEX = GAU_TABLE_LATEX,
    /* A line per stack and its time in microseconds, as for flame graphs. */
    GAU_HOTSPOTS_FOLDED = GAU_TABLE_EXCEL + 1,
};

/** What is written to. {0}: a file. */
struct gau_hotspots_terminal {
    unsigned width; /* columns of a terminal; 0: lines are as long as they are */
    bool unicode;
};

/** {0} is the default. Texts are borrowed. */
struct gau_hotspots_options {
    enum gau_hotspots_format format;
    const char *subject;  /* of views of one function: its name */
    const char *group_by; /* keys.h; NULL: those of the view */
    const char *const *filters;
    size_t filter_count;
    const char *time_filter; /* filter.h */
    const char *sort;        /* grouping.h */
    size_t limit;            /* rows of each group; 0: all */
    const char *delimiter;   /* of CSV; NULL: a comma */
    bool excel;              /* CSV is for spreadsheets */
    bool debuginfod;
    struct gau_hotspots_terminal screen;
};

/** Which options a view supports; the command refuses others. */
enum {
    GAU_HOTSPOTS_TAKES_GROUP_BY = 1,
    GAU_HOTSPOTS_TAKES_SORT = 2,
    GAU_HOTSPOTS_TAKES_SUBJECT = 4, /* and needs it */
    GAU_HOTSPOTS_TAKES_FOLDED = 8,
};

struct gau_hotspots_preset;

struct gau_hotspots_view {
    const char *name;
    unsigned takes;
    const struct gau_hotspots_preset *preset; /* presets.h */
};

/** The view of that name; NULL: there is none. */
const struct gau_hotspots_view *gau_hotspots_view_find(const char *name);

/** All of them; the last has no name. */
extern const struct gau_hotspots_view gau_hotspots_views[];

/** What the file that @p output is on can show: is it a terminal, and which. */
struct gau_hotspots_terminal gau_hotspots_screen_of(FILE *output);

/**
 * Writes a view of a result folder to the file @p output, which is replaced, or for NULL to
 * standard output. After a failure to read nothing is written.
 */
enum gau_view_status gau_hotspots_report(const char *folder, const struct gau_hotspots_view *view,
                                         const struct gau_hotspots_options *options,
                                         const char *output, struct gau_view_error *error);

/** Adds the quality of the samples to the page of a folder's summary, if there are any. */
struct gau_page;
void gau_hotspots_add_sampling(struct gau_page *page, const char *folder);

/** "comma", "tab", "semicolon", "colon", or itself; refused if it cannot delimit. */
bool gau_hotspots_delimiter_read(const char **out, const char *text, struct gau_view_error *error);

#endif
