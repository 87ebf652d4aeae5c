/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/columns.h"
#include "csv_input.h"
#include "plain_row.h"
#include "short_number.h"

#include <string.h>

/* What a worker takes under the lock of the input: rows of some events, without their values. */

/* --- collecting the rows of an event ------------------------------------------------------- */

/* A row of a batch, whose text stays where it was read until it is copied: see copy_rows(). It is
 * only counted if no column of the table is read. */
static inline gau_status keep_pending(struct gau_csv_batch *batch,
                                      const struct gau_csv_table *table, gau_error *err)
{
    const struct gau_csv_row *const row = &table->pending;

    if (table->n_read > 0) {
        const char *const uncopied = batch->uncopied ? batch->uncopied : row->text;
        const size_t begin = batch->copied + (size_t)(row->text - uncopied);
        const size_t length = begin + row->length + 1;

        GAU_TRY(gau_array_reserve(&batch->rows, &batch->capacity, batch->n_rows + 1,
                                  sizeof *batch->rows, err));
        GAU_TRY(
            gau_array_reserve(&batch->text, &batch->room, length + GAU_CSV_BEHIND_TEXT, 1, err));
        batch->rows[batch->n_rows] =
            (struct gau_csv_kept_row){begin, row->length, row->line, row->number};
        batch->uncopied = uncopied;
        batch->length = length;
    }
    batch->n_rows++;
    return GAU_OK;
}

/* Rows that follow each other in the file are copied together, with their lines' ends. The last of
 * them may be the last of the file, and have none. */
static void copy_rows(struct gau_csv_batch *batch)
{
    if (!batch->uncopied)
        return;
    memcpy(batch->text + batch->copied, batch->uncopied, batch->length - batch->copied - 1);
    batch->text[batch->length - 1] = '\n';
    batch->copied = batch->length;
    batch->uncopied = NULL;
}

/* The key of a row that is not the first of a pass. False: there is something wrong with it. */
static bool read_next_key(int64_t *key, const struct gau_csv_table *table, const char *text,
                          size_t length)
{
    const struct gau_csv_row row = {.text = text, .length = length};
    const struct gau_csv_field field = gau_csv_field_of(&row, table->key_column);

    return gau_csv_whole(key, field.text, field.length) && *key >= table->pending_key;
}

/* Advances where the next row is a good one of a plain line. False: nothing was done. */
static inline bool advance_plainly(struct gau_csv_table *table)
{
    struct gau_csv_reader *const reader = &table->reader;
    const char *const text = reader->text + reader->next;
    int64_t key = table->ordinal + 1;
    size_t line, length;
    uint32_t columns;

    if (!gau_csv_scan_line(&line, &columns, text, reader->end - reader->next) ||
        columns != table->n_columns)
        return false;
    length = line - (line > 0 && text[line - 1] == '\r');
    if (length == 0 || (table->key_column != SIZE_MAX && !read_next_key(&key, table, text, length)))
        return false;
    reader->next += line + 1;
    table->ordinal++;
    table->pending.text = text;
    table->pending.length = length;
    table->pending.line = reader->line++;
    table->pending.number = ++reader->number;
    table->pending_key = key;
    return true;
}

/* Advances to any row. Other text may then be where that of the rows before was. */
static void advance_anyhow(struct gau_csv_input *csv, struct gau_csv_table *table,
                           struct gau_csv_batch *batch)
{
    gau_error wrong;
    gau_status status;

    copy_rows(batch);
    status = gau_csv_table_advance(table, &wrong);
    if (status >= 0 || csv->ahead < 0)
        return;
    csv->ahead = status;
    csv->ahead_error = wrong;
}

/* Advances to the next row. The event is complete without it, even if there is something wrong. */
static inline void look_ahead(struct gau_csv_input *csv, struct gau_csv_table *table,
                              struct gau_csv_batch *batch)
{
    if (!advance_plainly(table))
        advance_anyhow(csv, table, batch);
}

/* The rows of a key. Rows with a smaller one belong to no event. */
static gau_status collect_rows(struct gau_csv_input *csv, struct gau_csv_table *table,
                               struct gau_csv_batch *batch, int64_t key, gau_error *err)
{
    while (table->has_pending && table->pending_key < key) {
        copy_rows(batch); /* what follows is not in the batch */
        table->unclaimed++;
        GAU_TRY(gau_csv_table_advance(table, err));
    }
    while (table->has_pending && table->pending_key == key) {
        GAU_TRY(keep_pending(batch, table, err));
        look_ahead(csv, table, batch);
    }
    return GAU_OK;
}

/* What is left in the other tables has no event. A pass without an event is the last. */
static gau_status finish_pass(struct gau_csv_input *csv, struct gau_csv_batch *batches,
                              gau_error *err)
{
    for (size_t i = 1; i < csv->n_tables; i++) {
        struct gau_csv_table *const table = &csv->tables[i];

        copy_rows(&batches[i]);
        for (; table->has_pending; table->unclaimed++)
            GAU_TRY(gau_csv_table_advance(table, err));
    }
    csv->pass++;
    csv->ended = csv->pass_events == 0 || (csv->repeat > 0 && csv->pass >= csv->repeat);
    csv->pass_events = 0;
    for (size_t i = 0; i < csv->n_tables && !csv->ended; i++)
        GAU_TRY(gau_csv_table_rewind(&csv->tables[i], err));
    return GAU_OK;
}

/* From the share of the first file that was read. Without an end of passes there is none. */
static void estimate(struct gau_csv_input *csv)
{
    const struct gau_csv_reader *const reader = &csv->tables[0].reader;
    const size_t ahead_of_rows = reader->end - reader->next;
    const double done =
        (double)csv->pass * (double)reader->size + (double)(reader->read - ahead_of_rows);
    const double all = (double)csv->repeat * (double)reader->size;

    if (done > 0 && all > 0)
        __atomic_store_n(&csv->estimate, (uint64_t)((double)csv->events * all / done),
                         __ATOMIC_RELAXED);
}

static inline gau_status collect_key(struct gau_csv_input *csv, struct gau_csv_batch *batches,
                                     size_t n_tables, gau_error *err)
{
    const int64_t key = csv->tables[0].pending_key;

    for (size_t i = 0; i < n_tables; i++)
        GAU_TRY(collect_rows(csv, &csv->tables[i], &batches[i], key, err));
    return GAU_OK;
}

static inline gau_status end_event(struct gau_csv_batch *batch, gau_error *err)
{
    GAU_TRY(gau_array_reserve(&batch->ends, &batch->ends_capacity, batch->n_ends + 1,
                              sizeof *batch->ends, err));
    batch->ends[batch->n_ends++] = batch->n_rows;
    return GAU_OK;
}

/* The next event, behind those that are in the batches. */
static inline gau_status add_event(struct gau_csv_input *csv, struct gau_csv_batch *batches,
                                   size_t n_tables, gau_error *err)
{
    enum { EVERY = 1024 };

    if (csv->ahead < 0)
        return gau_fail(err, csv->ahead, "%s", csv->ahead_error.message);
    while (!csv->ended && !csv->tables[0].has_pending)
        GAU_TRY(finish_pass(csv, batches, err));
    if (csv->ended)
        return GAU_END;
    GAU_TRY(collect_key(csv, batches, n_tables, err));
    for (int64_t n = 1; n != csv->merge && csv->tables[0].has_pending && csv->ahead >= 0; n++)
        GAU_TRY(collect_key(csv, batches, n_tables, err));
    for (size_t i = 0; i < n_tables; i++)
        GAU_TRY(end_event(&batches[i], err));
    csv->pass_events++;
    if (++csv->events % EVERY == 0)
        estimate(csv);
    return GAU_OK;
}

/* --- taking events: one worker at a time --------------------------------------------------- */

static inline size_t text_of(const struct gau_csv_batch *batches, size_t n)
{
    size_t length = 0;

    for (size_t i = 0; i < n; i++)
        length += batches[i].length;
    return length;
}

/* Adds up to @p most events, *n. */
static inline gau_status add_events(uint64_t *n, struct gau_csv_input *csv,
                                    struct gau_csv_batch *batches, size_t n_tables, uint64_t most,
                                    gau_error *err)
{
    enum { MUCH = 256 * 1024 }; /* bytes of rows, and those of one more event */

    for (*n = 0; *n < most && text_of(batches, n_tables) < MUCH; ++*n) {
        const gau_status status = add_event(csv, batches, n_tables, err);

        if (status != GAU_OK)
            return status;
    }
    return GAU_OK;
}

/* Failures behind an event are those of the next one. Loops over tables are left out of the code
 * for one table, which is where events are small. */
gau_status gau_csv_input_take(void *self, uint64_t *n, gau_context *ctx)
{
    struct gau_csv_input *const csv = self;
    struct gau_csv_batch *const batches = gau_csv_batches_of(csv, ctx);
    gau_status status;

    for (size_t i = 0; i < csv->n_tables; i++) {
        batches[i].n_rows = batches[i].length = batches[i].n_ends = 0;
        batches[i].next = batches[i].end = batches[i].copied = 0;
        batches[i].uncopied = NULL;
    }
    status = csv->n_tables == 1 ? add_events(n, csv, batches, 1, *n, ctx->error)
                                : add_events(n, csv, batches, csv->n_tables, *n, ctx->error);
    for (size_t i = 0; i < csv->n_tables; i++)
        copy_rows(&batches[i]);
    if (status < 0) {
        csv->ahead = status;
        csv->ahead_error = *ctx->error;
    }
    return *n > 0 ? GAU_OK : status;
}
