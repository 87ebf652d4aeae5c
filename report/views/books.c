/* SPDX-License-Identifier: Apache-2.0 */
#include "columns.h"
#include "page.h"

#include "table/number.h"

#include <inttypes.h>
#include <math.h>

enum column { WORKER, LOOP, EVENT, INPUT, WAITING, MERGE, REST, REST_SHARE, AUDITORS, N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {
    [WORKER] = COUNT("Worker", "worker"),
    [LOOP] = MEASURED("Loop", "loop_s", 1),
    [EVENT] = MEASURED("Events", "event_s", 1),
    [INPUT] = MEASURED("Input", "input_s", 1),
    [WAITING] = MEASURED("Waiting", "waiting_s", 1),
    [MERGE] = MEASURED("Merging", "merge_s", 1),
    [REST] = MEASURED("[unaccounted]", "unaccounted_s", 1),
    [REST_SHARE] = PERCENTAGE("", "unaccounted_percent", 2),
    [AUDITORS] = MEASURED("of which [auditors]", "auditors_s", 1),
};

/* What may be left over: 0.1 % and a microsecond per event; 0.1 ms, as first events touch memory.
 */
static double allowance(double loop, double events)
{
    return fmax(1e-3 * loop + 1e-6 * events, 1e-4);
}

/* The rest is computed from what is shown beside it: it cannot disagree. */
static double rest_of(const double book[N_COLUMNS])
{
    return book[LOOP] - book[EVENT] - book[INPUT] - book[WAITING] - book[MERGE];
}

static void read_book(const struct gau_fields *row, double out[N_COLUMNS])
{
    for (size_t i = LOOP; i <= MERGE; i++)
        out[i] = gau_fields_real(row, columns[i].key);
    out[AUDITORS] = gau_fields_real_or_null(row, columns[AUDITORS].key);
    out[REST] = rest_of(out);
}

static void set_book(struct gau_table *table, const double book[N_COLUMNS])
{
    for (size_t i = LOOP; i <= REST; i++)
        gau_table_set_real(table, i, book[i]);
    if (book[LOOP] > 0)
        gau_table_set_real(table, REST_SHARE, 100 * book[REST] / book[LOOP]);
    gau_table_set_real(table, AUDITORS, book[AUDITORS]);
}

static void check_rest(struct gau_table *table, const char *whose, const double book[N_COLUMNS],
                       double events)
{
    char rest[64], allowed[64];

    if (fabs(book[REST]) <= allowance(book[LOOP], events))
        return;
    gau_quantity_text(rest, sizeof rest, book[REST], "s");
    gau_quantity_text(allowed, sizeof allowed, allowance(book[LOOP], events), "s");
    gau_table_footer(table, "warning: the books of %s do not close: %s unaccounted, %s allowed",
                     whose, rest, allowed);
}

/* The file's own rest must be that of its entries. */
static void check_entry(struct gau_table *table, int64_t worker, double written,
                        const double book[N_COLUMNS])
{
    char rest[64];

    if (fabs(written - book[REST]) <= 1e-9 + 1e-6 * fabs(book[LOOP]))
        return;
    gau_quantity_text(rest, sizeof rest, written, "s");
    gau_table_footer(table,
                     "warning: the file has %s unaccounted for worker %" PRId64
                     ", which is not what its entries leave",
                     rest, worker);
}

static void add_book(struct gau_table *table, const struct gau_fields *row, double events,
                     double sum[N_COLUMNS])
{
    const int64_t worker = gau_fields_count(row, "worker");
    const double written = gau_fields_real(row, "unaccounted_s");
    double book[N_COLUMNS] = {0};
    char whose[48];

    read_book(row, book);
    gau_table_row(table, 0);
    gau_table_set_integer(table, WORKER, worker);
    set_book(table, book);
    for (size_t i = LOOP; i < N_COLUMNS; i++)
        sum[i] += book[i];
    check_entry(table, worker, written, book);
    snprintf(whose, sizeof whose, "worker %" PRId64, worker);
    check_rest(table, whose, book, events);
}

/* The events of one worker are in its row if the file has them; else those of all are the bound. */
static double events_of(const struct gau_fields *row, double events)
{
    return gau_fields_have(row, "events") ? (double)gau_fields_count(row, "events") : events;
}

static void add_sum(struct gau_table *table, const double sum[N_COLUMNS], double events)
{
    gau_table_total(table);
    gau_table_set_text(table, WORKER, "all");
    set_book(table, sum);
    check_rest(table, "all workers", sum, events);
}

void gau_view_books(struct gau_page *page, double events)
{
    const json_t *const rows = gau_fields_table(&page->fields, "books", true);
    struct gau_table *const table = gau_page_add(page, "books", columns, N_COLUMNS);
    double sum[N_COLUMNS] = {0}, all = 0;

    if (!table)
        return;
    gau_table_title(table, "Books: where the time of each worker went");
    for (size_t i = 0; i < json_array_size(rows) && page->error->status == GAU_VIEW_OK; i++) {
        const struct gau_fields row = gau_fields_row(&page->fields, "books", rows, i);

        add_book(table, &row, events_of(&row, events), sum);
        all += events_of(&row, 0);
    }
    page->items[page->count - 1].on_request = json_array_size(rows) == 0; /* of a program */
    if (json_array_size(rows) > 1)
        add_sum(table, sum, all > 0 ? all : events);
    gau_table_footer(table, "[auditors] is estimated: calls times calibrated cost; it is part of "
                            "the other columns");
}
