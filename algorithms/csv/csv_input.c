/* SPDX-License-Identifier: Apache-2.0 */
#include "csv_input.h"
#include "algorithms/common/columns.h"
#include "short_number.h"

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

static uint64_t csv_input_count(const void *self)
{
    return __atomic_load_n(&((const struct gau_csv_input *)self)->estimate, __ATOMIC_RELAXED);
}

/* --- reading and decoding: in parallel ----------------------------------------------------- */

static gau_status csv_input_read(void *self, gau_context *ctx)
{
    struct gau_csv_input *const csv = self;
    struct gau_csv_batch *const batches = gau_csv_batches_of(csv, ctx);

    for (size_t i = 0; i < csv->n_tables; i++) {
        struct gau_csv_batch *const batch = &batches[i];

        batch->begin = batch->end;
        batch->end = batch->ends[batch->next++];
        batch->rows_read += batch->end - batch->begin;
    }
    return GAU_OK;
}

/* Values of the rows of the event, without bad rows; a column has @p stride of them. */
static gau_status decode_rows(size_t *n_good, struct gau_csv_batch *batch, size_t stride,
                              const struct gau_csv_table *table, locale_t c, gau_context *ctx)
{
    *n_good = 0;
    for (size_t i = batch->begin; i < batch->end; i++) {
        const struct gau_csv_kept_row *const kept = &batch->rows[i];
        const struct gau_csv_row row = {.text = batch->text + kept->begin,
                                        .length = kept->length,
                                        .line = kept->line};
        const struct gau_csv_cells cells = {batch->values, stride, *n_good};
        const gau_status status = gau_csv_table_decode(&cells, table, &row, c, ctx);

        *n_good += status == GAU_OK;
        if (status < 0 && (status != GAU_ERR_SYNTAX || table->policy == GAU_CSV_FAIL))
            return status;
        if (status < 0)
            gau_csv_bad_rows_add(&batch->bad_rows, kept->number, ctx->error);
    }
    return GAU_OK;
}

static gau_status decode_table(const struct gau_csv_table *table, struct gau_csv_batch *batch,
                               locale_t c, gau_context *ctx)
{
    const size_t stride = batch->end - batch->begin;
    size_t n;

    GAU_TRY(gau_array_reserve(&batch->values, &batch->values_capacity, stride * table->n_read,
                              sizeof *batch->values, ctx->error));
    GAU_TRY(decode_rows(&n, batch, stride, table, c, ctx));
    return gau_store_lend(ctx, table->read_keys, table->n_read, batch->values,
                          stride * sizeof *batch->values, n);
}

static gau_status csv_input_decode(void *self, gau_context *ctx)
{
    const struct gau_csv_input *const csv = self;
    struct gau_csv_batch *const batches = gau_csv_batches_of(csv, ctx);

    for (size_t i = 0; i < csv->n_tables; i++)
        if (csv->tables[i].n_read > 0)
            GAU_TRY(decode_table(&csv->tables[i], &batches[i], csv->c, ctx));
    return GAU_OK;
}

/* --- reporting ----------------------------------------------------------------------------- */

static void report_table(gau_result *result, const struct gau_csv_table *table,
                         const gau_context *ctx)
{
    gau_result_row(result);
    gau_result_text(result, "table", table->name);
    gau_result_text(result, "file", table->reader.path);
    gau_result_integer(result, "rows", "", (int64_t)table->rows);
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

    gau_result_merge(result, "tables: table key");
    gau_result_table(result, "tables");
    for (size_t i = 0; i < csv->n_tables; i++) {
        struct gau_csv_table *const table = &csv->tables[i];

        for (size_t k = i; k < csv->n_batches; k += csv->n_tables) {
            table->rows += csv->batches[k].rows_read - csv->batches[k].bad_rows.skipped;
            gau_csv_bad_rows_merge(&table->bad_rows, &csv->batches[k].bad_rows);
        }
        report_table(result, table, ctx);
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
    .input = GAU_INPUT(.take = gau_csv_input_take, .read = csv_input_read,
                       .decode = csv_input_decode, .count = csv_input_count),
};
GAU_MODULE(&csv_input_class);
