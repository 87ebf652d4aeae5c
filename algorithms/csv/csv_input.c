/* SPDX-License-Identifier: Apache-2.0 */
#include "csv_input.h"
#include "algorithms/common/columns.h"

#include <inttypes.h>
#include <string.h>

/**
 * @file csv_input.c
 * CsvInput: events from files of comma-separated values (RFC 4180), one file per table.
 *
 *     <input type="CsvInput" name="Events">
 *       <property name="Files" value="events=hlt/events.csv, muons=hlt/muons.csv"/>
 *       <property name="Key" value="evt"/>
 *     </input>
 *
 * Files: a list of TABLE=PATH, or PATH alone: the table is then called as the file, up to its first
 * dot. The first line of a file has the names of the columns; blanks around names are removed. A
 * component reads column "pt" of table "muons" as "muons.pt". Paths cannot contain commas, names of
 * tables no dots. Only regular files are read, in blocks: what is in
 * memory is the rows of the events that are being worked on.
 *
 * Key: the column that joins the tables, of whole numbers that never fall (else the job fails, with
 * file and line). Rows with the same key belong to one event. The first table defines the events; a
 * key that another table does not have gives an empty table; rows of other tables with a key that
 * the first does not have are left out, counted and reported. Without Key every row of the first
 * table is an event, and the n-th rows of all files belong together.
 *
 * Merge: the number of consecutive events of the files that become one, with the rows of all of
 * them; the last one of a pass may be of fewer; 0: all of a pass.
 *
 * A column holds numbers or text, depending on its first row; Text names columns ("kind" or
 * "muons.kind") that hold text although their first row is a number. Fields may be in quotes, with
 * "" for a quote, also over several lines; blanks around fields without quotes are removed; lines
 * may end in CR LF; empty lines and a byte order mark of UTF-8 are skipped.
 *
 * A row is bad if its quotes are wrong, it has too few or too many columns, its key is not a whole
 * number, it has a NUL byte or more than 1 MiB, or a value of a column *that some component reads*
 * is not a finite decimal number ("nan" and an empty field are not). Values of unread columns are
 * not checked. OnBadRow=Fail ends the job with file and line, behind the event before the row; Skip
 * leaves the row out, counts it and reports how many there were, and the first. A row left out for
 * its quotes, columns or key makes no event; one left out for a value leaves its event without this
 * row.
 *
 * Repeat: how often the files are read, one pass after the other; 0: without end (then -n ends the
 * job). Rows that are left out are counted in every pass.
 *
 * What it found is the document "csv": per table its rows in events, rows skipped, and rows whose
 * key has no event.
 */

static const char *const policies[] = {"Fail", "Skip", NULL};

static const gau_property csv_input_properties[] = {
    GAU_STRINGS(struct gau_csv_input, files, "Files", "",
                "Files to read, as TABLE=PATH; the first one defines the events"),
    GAU_STRING(struct gau_csv_input, key, "Key", "",
               "Column that joins the tables; empty: every row is an event"),
    GAU_STRINGS(struct gau_csv_input, text, "Text", "",
                "Columns that hold text although their first row is a number"),
    GAU_INT(struct gau_csv_input, merge, "Merge", 1, 0, INT64_MAX, "",
            "Number of events in the files that are merged into one; 0: all"),
    GAU_INT(struct gau_csv_input, repeat, "Repeat", 1, 0, INT64_MAX, "",
            "Number of times that the files are read; 0: endlessly"),
    GAU_ENUM(struct gau_csv_input, on_bad_row, "OnBadRow", GAU_CSV_FAIL, policies,
             "Treatment of malformed rows"),
    GAU_PROPERTY_END,
};

/* --- collecting the rows of an event ------------------------------------------------------- */

static gau_status keep_pending(struct gau_csv_batch *batch, const struct gau_csv_row *row,
                               gau_error *err)
{
    GAU_TRY(gau_array_reserve(&batch->rows, &batch->capacity, batch->n_rows + 1, sizeof *row, err));
    GAU_TRY(gau_array_reserve(&batch->text, &batch->room, batch->length + row->length, 1, err));
    memcpy(batch->text + batch->length, row->text, row->length);
    batch->length += row->length;
    batch->rows[batch->n_rows++] = *row;
    return GAU_OK;
}

/* Advances to the next row. The event is complete without it, even if there is something wrong. */
static void look_ahead(struct gau_csv_input *csv, struct gau_csv_table *table)
{
    gau_error wrong;
    const gau_status status = gau_csv_table_advance(table, &wrong);

    if (status >= 0 || csv->ahead < 0)
        return;
    csv->ahead = status;
    csv->ahead_error = wrong;
}

/* The rows of a key. Rows with a smaller one belong to no event. */
static gau_status collect_rows(struct gau_csv_input *csv, size_t index, int64_t key, gau_error *err)
{
    struct gau_csv_table *const table = &csv->tables[index];

    while (table->has_pending && table->pending_key < key) {
        table->unclaimed++;
        GAU_TRY(gau_csv_table_advance(table, err));
    }
    while (table->has_pending && table->pending_key == key) {
        table->rows++;
        if (table->n_read > 0)
            GAU_TRY(keep_pending(&csv->batches[index], &table->pending, err));
        look_ahead(csv, table);
    }
    return GAU_OK;
}

/* What is left in the other tables has no event. A pass without an event is the last. */
static gau_status finish_pass(struct gau_csv_input *csv, gau_error *err)
{
    for (size_t i = 1; i < csv->n_tables; i++) {
        struct gau_csv_table *const table = &csv->tables[i];

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

static gau_status collect_key(struct gau_csv_input *csv, gau_error *err)
{
    const int64_t key = csv->tables[0].pending_key;

    for (size_t i = 0; i < csv->n_tables; i++)
        GAU_TRY(collect_rows(csv, i, key, err));
    return GAU_OK;
}

static gau_status next_event(struct gau_csv_input *csv, gau_error *err)
{
    enum { EVERY = 1024 };

    if (csv->ahead < 0)
        return gau_fail(err, csv->ahead, "%s", csv->ahead_error.message);
    while (!csv->ended && !csv->tables[0].has_pending)
        GAU_TRY(finish_pass(csv, err));
    if (csv->ended)
        return GAU_END;
    for (size_t i = 0; i < csv->n_tables; i++)
        csv->batches[i].n_rows = csv->batches[i].length = 0;
    GAU_TRY(collect_key(csv, err));
    for (int64_t n = 1; n != csv->merge && csv->tables[0].has_pending && csv->ahead >= 0; n++)
        GAU_TRY(collect_key(csv, err));
    csv->pass_events++;
    if (++csv->events % EVERY == 0)
        estimate(csv);
    return GAU_OK;
}

/* --- reading: one worker at a time --------------------------------------------------------- */

static gau_status hand_over(const struct gau_csv_batch *batch, gau_context *ctx)
{
    struct gau_csv_row *const rows = gau_store_put(ctx, batch->rows_key, batch->n_rows);
    char *const text = gau_store_put(ctx, batch->text_key, batch->length);

    if (!rows || !text)
        return ctx->error->status;
    if (batch->n_rows > 0)
        memcpy(rows, batch->rows, batch->n_rows * sizeof *rows);
    if (batch->length > 0)
        memcpy(text, batch->text, batch->length);
    return GAU_OK;
}

static gau_status csv_input_read(void *self, gau_context *ctx)
{
    struct gau_csv_input *const csv = self;
    const gau_status status = next_event(csv, ctx->error);

    if (status != GAU_OK)
        return status;
    for (size_t i = 0; i < csv->n_tables; i++)
        if (csv->tables[i].n_read > 0)
            GAU_TRY(hand_over(&csv->batches[i], ctx));
    return GAU_OK;
}

static uint64_t csv_input_count(const void *self)
{
    return __atomic_load_n(&((const struct gau_csv_input *)self)->estimate, __ATOMIC_RELAXED);
}

/* --- decoding: in parallel ----------------------------------------------------------------- */

static gau_status put_column(const struct gau_csv_column *column, const union gau_csv_value *values,
                             size_t n_rows, size_t stride, gau_context *ctx)
{
    void *const data = gau_store_put(ctx, column->key, n_rows);
    gau_string_id *const strings = data;
    double *const numbers = data;

    if (!data)
        return ctx->error->status;
    for (size_t i = 0; i < n_rows; i++) {
        if (column->is_text)
            strings[i] = values[i * stride].id;
        else
            numbers[i] = values[i * stride].number;
    }
    return GAU_OK;
}

/* Rows of values, without bad rows. */
static gau_status decode_rows(union gau_csv_value *values, size_t *n_good,
                              const struct gau_csv_input *csv, size_t index, gau_context *ctx)
{
    const struct gau_csv_table *const table = &csv->tables[index];
    const struct gau_csv_batch *const batch = &csv->batches[index];
    size_t n_rows;
    const struct gau_csv_row *const rows = gau_store_get(ctx, batch->rows_key, &n_rows);
    const char *text = gau_store_get(ctx, batch->text_key, NULL);

    *n_good = 0;
    for (size_t i = 0; i < n_rows; text += rows[i++].length) {
        const gau_status status = gau_csv_table_decode(values + *n_good * table->n_read, table,
                                                       text, &rows[i], csv->c, ctx);

        *n_good += status == GAU_OK;
        if (status < 0 && (status != GAU_ERR_SYNTAX || table->policy == GAU_CSV_FAIL))
            return status;
        if (status < 0)
            gau_csv_bad_rows_add(&csv->bad_rows[ctx->worker * csv->n_tables + index],
                                 rows[i].number, ctx->error);
    }
    return GAU_OK;
}

static gau_status decode_table(const struct gau_csv_input *csv, size_t index, gau_context *ctx)
{
    const struct gau_csv_table *const table = &csv->tables[index];
    union gau_csv_value *values;
    size_t n_rows;

    gau_store_get(ctx, csv->batches[index].rows_key, &n_rows);
    values = gau_store_put(ctx, csv->batches[index].values_key, n_rows * table->n_read);
    if (!values)
        return ctx->error->status;
    GAU_TRY(decode_rows(values, &n_rows, csv, index, ctx));
    for (size_t i = 0; i < table->n_columns; i++)
        if (table->columns[i].is_read)
            GAU_TRY(put_column(&table->columns[i], values++, n_rows, table->n_read, ctx));
    return GAU_OK;
}

static gau_status csv_input_decode(void *self, gau_context *ctx)
{
    const struct gau_csv_input *const csv = self;

    for (size_t i = 0; i < csv->n_tables; i++)
        if (csv->tables[i].n_read > 0)
            GAU_TRY(decode_table(csv, i, ctx));
    return GAU_OK;
}

/* --- reporting ----------------------------------------------------------------------------- */

static void report_table(gau_result *result, const struct gau_csv_table *table, uint64_t bad_values,
                         const gau_context *ctx)
{
    gau_result_row(result);
    gau_result_text(result, "table", table->name);
    gau_result_text(result, "file", table->reader.path);
    gau_result_integer(result, "rows", "", (int64_t)(table->rows - bad_values));
    gau_result_integer(result, "skipped", "", (int64_t)table->bad_rows.skipped);
    gau_result_integer(result, "without_event", "", (int64_t)table->unclaimed);
    if (table->bad_rows.skipped > 0)
        gau_warning(ctx, "table '%s': bad rows skipped: %" PRIu64 "; the first: %s", table->name,
                    table->bad_rows.skipped, table->bad_rows.first);
    if (table->unclaimed > 0)
        gau_warning(ctx, "table '%s': rows without an event in the first table: %" PRIu64,
                    table->name, table->unclaimed);
}

static gau_status csv_input_finalize(void *self, gau_context *ctx)
{
    struct gau_csv_input *const csv = self;
    gau_result *const result = gau_result_open(ctx, "csv");

    gau_result_table(result, "tables");
    for (size_t i = 0; i < csv->n_tables; i++) {
        const uint64_t malformed = csv->tables[i].bad_rows.skipped;

        for (uint32_t w = 0; w < gau_worker_count(ctx); w++)
            gau_csv_bad_rows_merge(&csv->tables[i].bad_rows, &csv->bad_rows[w * csv->n_tables + i]);
        report_table(result, &csv->tables[i], csv->tables[i].bad_rows.skipped - malformed, ctx);
    }
    gau_result_end(result);
    return GAU_OK;
}

static const gau_class csv_input_class = {
    GAU_CLASS("CsvInput", struct gau_csv_input,
              "Reads events from files of comma-separated values."),
    .properties = csv_input_properties,
    .initialize = gau_csv_input_initialize,
    .start = gau_csv_input_start,
    .finalize = csv_input_finalize,
    .release = gau_csv_input_release,
    .input =
        GAU_INPUT(.read = csv_input_read, .decode = csv_input_decode, .count = csv_input_count),
};
GAU_MODULE(&csv_input_class);
