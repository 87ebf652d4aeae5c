/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_HOTSPOTS_H
#define GAUDIT_REPORT_HOTSPOTS_HOTSPOTS_H

/**
 * @file hotspots.h
 * Views of the samples of a result folder: what `gaudit report hotspots DIR` and its relatives
 * print.
 */

#include "documents/views/views.h"

/**
 * Exports: what other programs read instead of a table, a row each: its name, X of its writer
 * gau_hotspots_write_X(); what it is, for the help; the keys of its groups, unless --group-by says
 * others, with the outermost caller first.
 */
#define GAU_HOTSPOTS_EXPORTS(ROW) ROW(folded, "hotspots: stacks for flame graphs", "task,callstack")

struct gau_hotspots_table;
struct gau_hotspots_query;

struct gau_hotspots_export {
    const char *name, *keys;
    void (*write)(struct gau_hotspots_table *table, struct gau_hotspots_query *query);
};

/** In the order of the rows. */
extern const struct gau_hotspots_export gau_hotspots_exports[];

/** Which options a view supports; the command refuses others. */
enum {
    GAU_HOTSPOTS_TAKES_GROUP_BY = 1,
    GAU_HOTSPOTS_TAKES_SORT = 2,
    GAU_HOTSPOTS_TAKES_SUBJECT = 4, /* and needs it */
    GAU_HOTSPOTS_TAKES_EXPORT = 8,
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

/**
 * Writes a view of a result folder to the file @p output, which is replaced, or for NULL to
 * standard output. After a failure to read nothing is written.
 */
gau_status gau_hotspots_report(const char *folder, const struct gau_hotspots_view *view,
                               const struct gau_view_options *options, const char *output,
                               gau_error *error);

/** Adds the quality of the samples to the page of a folder's summary, if there are any. */
struct gau_page;
void gau_hotspots_add_sampling(struct gau_page *page, const char *folder);

/** "comma", "tab", "semicolon", "colon", or itself; refused if it cannot delimit. */
bool gau_hotspots_delimiter_read(const char **out, const char *text, gau_error *error);

#endif
