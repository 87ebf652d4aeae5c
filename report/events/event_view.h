/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EVENTS_EVENT_VIEW_H
#define GAUDIT_REPORT_EVENTS_EVENT_VIEW_H

#include "event_data.h"

#include "documents/view.h"

/**
 * @file event_view.h
 * Times and memory of single events: tables of what they say together; of each event in data
 * formats; or a picture.
 */
GAU_VIEW_DECLARATION(events)

/** What the view writes of events that were read. */
void gau_event_tables_write(const struct gau_event_data *data,
                            const struct gau_view_options *options, FILE *out, gau_error *error);

struct gau_page;
struct gau_table;
struct gau_column;

/** Adds a table to the page. The limit of the options is not for it: it is of the slowest events.
 * NULL: out of memory, see the page. */
struct gau_table *gau_event_table_add(struct gau_page *page, const char *name,
                                      const struct gau_column *columns, size_t n);

/** Adds the tables of memory: its use, its growth, its largest rises. */
void gau_event_memory_add(struct gau_page *page, const struct gau_event_data *data);

/** Sets a cell of the last row to the number of an event. */
void gau_event_number_set(struct gau_table *table, size_t column, const struct gau_event_data *data,
                          int64_t number);

/** Adds the table of the events themselves, which comes on request or in data formats. Writes to
 * @p out what is too large for the memory. */
void gau_event_rows_add(struct gau_page *page, const struct gau_event_data *data, FILE *out);

/** Writes the same as an object of JSON with an array for each column: @p n rows; NULL: the first.
 */
void gau_event_columns_write(const struct gau_event_data *data,
                             const struct gau_event_row *const *rows, size_t n, FILE *out);

/** "accepted", "rejected" or "failed"; NULL: it is not known. */
const char *gau_event_decision(const struct gau_event_row *row);

/** Writes the picture, as SVG. */
void gau_event_picture_draw(const struct gau_event_data *data, FILE *out, gau_error *error);

#endif
