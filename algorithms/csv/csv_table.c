/* SPDX-License-Identifier: Apache-2.0 */
#include "csv.h"
#include "short_number.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- bad rows ------------------------------------------------------------------------------ */

static gau_status fault_of(const struct gau_csv_reader *reader, const struct gau_csv_row *row,
                           gau_error *err)
{
    static const char *const texts[] = {
        [GAU_CSV_FINE] = "",
        [GAU_CSV_STRAY_QUOTE] = "a quote in the middle of a field (write \"\" for it, in quotes)",
        [GAU_CSV_OPEN_QUOTE] = "a quote that does not end",
        [GAU_CSV_NUL] = "a NUL byte: this is not text, or not UTF-8",
        [GAU_CSV_TOO_LONG] = "the row is longer than 1 MiB",
    };

    if (row->fault == GAU_CSV_FINE)
        return GAU_OK;
    return gau_fail(err, GAU_ERR_IO, "%s:%" PRIu64 ": %s", reader->path, row->line,
                    texts[row->fault]);
}

void gau_csv_bad_rows_add(struct gau_csv_bad_rows *bad_rows, uint64_t number, const gau_error *err)
{
    if (bad_rows->skipped++ == 0 || number < bad_rows->first_number) {
        bad_rows->first_number = number;
        snprintf(bad_rows->first, sizeof bad_rows->first, "%s", err->message);
    }
}

void gau_csv_bad_rows_merge(struct gau_csv_bad_rows *bad_rows, const struct gau_csv_bad_rows *other)
{
    const uint64_t skipped = bad_rows->skipped + other->skipped;

    if (other->skipped && (!bad_rows->skipped || other->first_number < bad_rows->first_number))
        *bad_rows = *other;
    bad_rows->skipped = skipped;
}

/* --- the header ---------------------------------------------------------------------------- */

static bool is_printable(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return false;
    return true;
}

static gau_status check_name(const struct gau_csv_table *table, uint64_t line, gau_error *err)
{
    const char *const path = table->reader.path;
    const char *const name = table->columns[table->n_columns].name;

    if (!*name)
        return gau_fail(err, GAU_ERR_IO, "%s:%" PRIu64 ": column %zu has no name", path, line,
                        table->n_columns + 1);
    if (!is_printable(name))
        return gau_fail(err, GAU_ERR_IO,
                        "%s:%" PRIu64 ": the name of column %zu has a control character", path,
                        line, table->n_columns + 1);
    if (gau_csv_table_find(table, name))
        return gau_fail(err, GAU_ERR_IO, "%s:%" PRIu64 ": two columns are called '%.*s'", path,
                        line, GAU_QUOTE(name));
    return GAU_OK;
}

/* A copy without quotes and without the blanks that some programs leave at the end. */
static char *name_of(const struct gau_csv_field *field)
{
    char *name = malloc(field->length + 1);
    size_t length;

    if (!name)
        return NULL;
    length = gau_csv_unescape(name, field);
    while (length > 0 && (name[length - 1] == ' ' || name[length - 1] == '\t'))
        length--;
    name[length] = '\0';
    return name;
}

static gau_status read_names(struct gau_csv_table *table, const struct gau_csv_row *row,
                             gau_error *err)
{
    const char *at = row->text, *const end = at + row->length;

    for (uint32_t i = 0; i < row->columns; i++) {
        const struct gau_csv_field field = gau_csv_take_field(&at, end);

        table->columns[i] = (struct gau_csv_column){.name = name_of(&field), .key = GAU_NO_KEY};
        if (!table->columns[i].name)
            return gau_fail(err, GAU_ERR_MEMORY, "%s: out of memory (name)", table->reader.path);
        if (check_name(table, row->line, err) < 0) {
            free(table->columns[i].name);
            return err ? err->status : GAU_ERR_IO;
        }
        table->n_columns++;
    }
    return GAU_OK;
}

static gau_status read_header(struct gau_csv_table *table, gau_error *err)
{
    const char *const path = table->reader.path;
    struct gau_csv_row row;
    const gau_status status = gau_csv_next_row(&row, &table->reader, err);

    if (status == GAU_END)
        return gau_fail(err, GAU_ERR_IO, "%s: is empty: there is no header", path);
    GAU_TRY(status);
    GAU_TRY(fault_of(&table->reader, &row, err));
    if (row.columns > GAU_CSV_MAX_COLUMNS)
        return gau_fail(err, GAU_ERR_IO,
                        "%s:%" PRIu64 ": %" PRIu32 " columns; at most %d are possible", path,
                        row.line, row.columns, GAU_CSV_MAX_COLUMNS);
    table->columns = calloc(row.columns, sizeof *table->columns);
    table->read_keys = calloc(row.columns, sizeof *table->read_keys);
    if (!table->columns || !table->read_keys)
        return gau_fail(err, GAU_ERR_MEMORY, "%s: out of memory (%" PRIu32 " columns)", path,
                        row.columns);
    return read_names(table, &row, err);
}

/* --- opening ------------------------------------------------------------------------------- */

struct gau_csv_column *gau_csv_table_find(const struct gau_csv_table *table, const char *name)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (strcmp(table->columns[i].name, name) == 0)
            return &table->columns[i];
    return NULL;
}

static gau_status find_key_column(struct gau_csv_table *table, const char *key, gau_error *err)
{
    const struct gau_csv_column *column;

    table->key_column = SIZE_MAX;
    if (!*key)
        return GAU_OK;
    column = gau_csv_table_find(table, key);
    if (!column)
        return gau_fail(err, GAU_ERR_UNKNOWN, "%s: has no column '%.*s' to be joined by (Key)",
                        table->reader.path, GAU_QUOTE(key));
    table->key_column = (size_t)(column - table->columns);
    return GAU_OK;
}

gau_status gau_csv_table_open(struct gau_csv_table *table, const char *path, const char *key,
                              gau_error *err)
{
    GAU_TRY(gau_csv_open(&table->reader, path, err));
    GAU_TRY(read_header(table, err));
    GAU_TRY(find_key_column(table, key, err));
    return gau_csv_table_advance(table, err);
}

void gau_csv_table_close(struct gau_csv_table *table)
{
    gau_csv_close(&table->reader);
    for (size_t i = 0; i < table->n_columns; i++)
        free(table->columns[i].name);
    free(table->columns);
    free(table->read_keys);
    free(table->name);
    *table = (struct gau_csv_table){0};
}

gau_status gau_csv_table_rewind(struct gau_csv_table *table, gau_error *err)
{
    struct gau_csv_row header;

    gau_csv_rewind(&table->reader);
    GAU_TRY(gau_csv_next_row(&header, &table->reader, err));
    table->ordinal = 0;
    table->has_key = false;
    return gau_csv_table_advance(table, err);
}

/* --- rows ---------------------------------------------------------------------------------- */

struct gau_csv_field gau_csv_field_of(const struct gau_csv_row *row, size_t column)
{
    const char *at = row->text, *const end = at + row->length;

    for (size_t i = 0; i < column; i++)
        gau_csv_take_field(&at, end);
    return gau_csv_take_field(&at, end);
}

static gau_status read_key(int64_t *key, const struct gau_csv_table *table,
                           const struct gau_csv_row *row, gau_error *err)
{
    struct gau_csv_field field;

    if (table->key_column == SIZE_MAX) {
        *key = table->ordinal;
        return GAU_OK;
    }
    field = gau_csv_field_of(row, table->key_column);
    if (gau_csv_whole(key, field.text, field.length))
        return GAU_OK;
    return gau_fail(err, GAU_ERR_IO, "%s:%" PRIu64 ": column '%s': '%.*s' is not a whole number",
                    table->reader.path, row->line, table->columns[table->key_column].name,
                    field.length < 120 ? (int)field.length : 120, field.text);
}

static gau_status check_row(int64_t *key, const struct gau_csv_table *table,
                            const struct gau_csv_row *row, gau_error *err)
{
    GAU_TRY(fault_of(&table->reader, row, err));
    if (row->columns != table->n_columns)
        return gau_fail(err, GAU_ERR_IO,
                        "%s:%" PRIu64 ": %" PRIu32 " column%s, but the header has %zu",
                        table->reader.path, row->line, row->columns, row->columns == 1 ? "" : "s",
                        table->n_columns);
    return read_key(key, table, row, err);
}

static gau_status check_order(const struct gau_csv_table *table, const struct gau_csv_row *row,
                              int64_t key, gau_error *err)
{
    if (!table->has_key || key >= table->pending_key)
        return GAU_OK;
    return gau_fail(err, GAU_ERR_IO,
                    "%s:%" PRIu64 ": column '%s' falls from %" PRId64 " to %" PRId64
                    "; rows must be in rising order",
                    table->reader.path, row->line, table->columns[table->key_column].name,
                    table->pending_key, key);
}

gau_status gau_csv_table_advance(struct gau_csv_table *table, gau_error *err)
{
    struct gau_csv_row row;
    gau_status status;
    int64_t key;

    table->has_pending = false;
    while ((status = gau_csv_next_row(&row, &table->reader, err)) == GAU_OK) {
        gau_error wrong;

        table->ordinal++;
        if (check_row(&key, table, &row, &wrong) < 0) {
            if (table->policy == GAU_CSV_FAIL)
                return gau_fail(err, wrong.status, "%s", wrong.message);
            gau_csv_bad_rows_add(&table->bad_rows, row.number, &wrong);
            continue;
        }
        GAU_TRY(check_order(table, &row, key, err));
        table->pending = row;
        table->pending_key = key;
        table->has_pending = table->has_key = true;
        return GAU_OK;
    }
    return status;
}

bool gau_csv_table_guess(const struct gau_csv_table *table, size_t column, locale_t c)
{
    const struct gau_csv_field field = gau_csv_field_of(&table->pending, column);
    double number;

    return field.length > 0 && !gau_csv_number(&number, field.text, field.length, c);
}

/* --- values -------------------------------------------------------------------------------- */

static gau_status decode_text(gau_string_id *out, const struct gau_csv_field *field,
                              const struct gau_csv_table *table, gau_context *ctx)
{
    const char *text = field->text;
    size_t length = field->length;

    if (field->escaped) {
        char *const scratch = gau_store_put(ctx, table->scratch_key, length);

        if (!scratch)
            return ctx->error->status;
        length = gau_csv_unescape(scratch, field);
        text = scratch;
    }
    *out = gau_store_intern(ctx, text, length);
    return *out == GAU_NO_STRING ? ctx->error->status : GAU_OK;
}

static gau_status no_number(const struct gau_csv_table *table, const struct gau_csv_row *row,
                            const struct gau_csv_column *column, const struct gau_csv_field *field,
                            gau_error *err)
{
    return gau_fail(err, GAU_ERR_SYNTAX,
                    "%s:%" PRIu64 ": column '%s': '%.*s' is not a number; if the column holds "
                    "text, name it in Text",
                    table->reader.path, row->line, column->name,
                    field->length < 120 ? (int)field->length : 120, field->text);
}

/* Its number is not in the common form. */
static gau_status decode_number(double *out, const struct gau_csv_field *field,
                                const struct gau_csv_table *table, const struct gau_csv_row *row,
                                const struct gau_csv_column *column, locale_t c, gau_error *err)
{
    return gau_csv_number(out, field->text, field->length, c)
               ? GAU_OK
               : no_number(table, row, column, field, err);
}

gau_status gau_csv_table_decode(const struct gau_csv_cells *out, const struct gau_csv_table *table,
                                const struct gau_csv_row *row, locale_t c, gau_context *ctx)
{
    const char *at = row->text, *const end = at + row->length;
    double *values = out->values;
    size_t n = 0;

    for (const struct gau_csv_column *column = table->columns; n < table->n_read; column++) {
        double *const cell = &values[out->row];
        const bool is_number = column->is_read && !column->is_text;

        if (!is_number || !gau_csv_take_number(cell, &at, end)) {
            const struct gau_csv_field field = gau_csv_take_field(&at, end);

            if (is_number)
                GAU_TRY(decode_number(cell, &field, table, row, column, c, ctx->error));
            else if (column->is_read)
                GAU_TRY(
                    decode_text((gau_string_id *)(void *)values + out->row, &field, table, ctx));
        }
        n += column->is_read;
        values += column->is_read ? out->stride : 0;
    }
    return GAU_OK;
}
