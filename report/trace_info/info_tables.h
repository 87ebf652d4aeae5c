/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TRACE_INFO_INFO_TABLES_H
#define GAUDIT_REPORT_TRACE_INFO_INFO_TABLES_H

#include "trace_info.h"

#include "documents/view_options.h"

/** The tables, in the order of their names. Blocks, lists, and the items of a background-work
 * profile, have a row for each in the file. */
enum gau_info_table {
    GAU_INFO_FILE_TABLE,
    GAU_INFO_RECORD_TABLE,
    GAU_INFO_LANE_TABLE,
    GAU_INFO_ITEM_TABLE,
    GAU_INFO_BLOCK_TABLE,
    GAU_INFO_LIST_TABLE,
    GAU_INFO_TABLES,
    GAU_INFO_ANY_TABLE = -1,
};

/** "files", "records", ...; ends with NULL. */
extern const char *const gau_info_table_names[];

/**
 * Writes what is in the files. Display formats have for each file what it is, records and lanes,
 * and if the options are verbose all blocks and lists; data formats one table, that of all files.
 * Only @p which, if it is not any. Files that cannot be read are left out; the first is the error.
 */
void gau_trace_info_write(char *const *paths, size_t count, enum gau_info_table which,
                          const struct gau_view_options *options, FILE *out, gau_error *error);

/* --- what the sources of this folder share ------------------------------------------------- */

/* Sets a whole number, as large as a cell can hold. */
static inline void gau_info_set_count(struct gau_table *table, size_t column, uint64_t value)
{
    gau_table_set_integer(table, column, value < INT64_MAX ? (int64_t)value : INT64_MAX);
}

/* An empty table of blocks, lists or items. NULL: out of memory. */
struct gau_table *gau_info_table_new(enum gau_info_table which);

/* Adds the rows of the file, and writes and drops them if they are many: to @p out, or for NULL
 * only their widths are kept. A file that has become unreadable is an error. */
void gau_info_rows_add(struct gau_table *table, enum gau_info_table which,
                       const struct gau_trace_info *info, enum gau_table_format format, FILE *out,
                       gau_error *error);

/* When the file began, in the zone of the reader. */
void gau_info_start_text(char *text, size_t size, const struct gau_trace_info *info);

/* A table of lines for display, and those of the file. */
struct gau_table *gau_info_lines_new(void);
void gau_info_lines_add(struct gau_table *table, const struct gau_trace_info *info);

/* Of a background-work profile: how many sub-items of which types there are, and the table of its
 * items. */
void gau_info_subs_text(char *text, size_t size, const struct gau_trace_info *info);
struct gau_table *gau_info_items_new(void);
void gau_info_item_add(struct gau_table *table, const struct gau_trace_info *info,
                       const struct gau_trace_rbwp_name *item, const char *name);

/* Three things that may be missing or wrong, "" if nothing is: lists that the queue of the writer
 * had no room for, blocks that it made and that are not in the file, and the rest. */
void gau_info_dropped_text(char *text, size_t size, const struct gau_trace_info *info);
void gau_info_lost_text(char *text, size_t size, const struct gau_trace_info *info);
void gau_info_damage_text(char *text, size_t size, const struct gau_trace_info *info);

#endif
