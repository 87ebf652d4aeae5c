/* SPDX-License-Identifier: Apache-2.0 */
#include "csv_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- opening ------------------------------------------------------------------------------- */

static const char *equals_of(const char *file)
{
    const char *const equals = strchr(file, '='), *const slash = strchr(file, '/');

    return equals && !(slash && slash < equals) ? equals : NULL;
}

/* "muons" of "muons=hlt/muons.csv" and of "hlt/muons.csv"; the caller frees it. */
static char *table_name_of(const char *file)
{
    const char *const equals = equals_of(file), *const slash = strrchr(file, '/');
    const char *const begin = !equals && slash ? slash + 1 : file;
    size_t length = equals ? (size_t)(equals - file) : strcspn(begin, ".");

    while (length > 0 && begin[length - 1] == ' ')
        length--;
    return strndup(begin, length);
}

static gau_status check_table_name(const struct gau_csv_input *csv, const char *file,
                                   gau_error *err)
{
    const char *const name = csv->tables[csv->n_tables].name;

    if (!*name)
        return gau_fail(err, GAU_ERR_SYNTAX, "Files: '%.*s' has no name for its table (TABLE=PATH)",
                        GAU_QUOTE(file));
    if (strchr(name, '.'))
        return gau_fail(err, GAU_ERR_SYNTAX, "Files: the name of table '%.*s' has a dot",
                        GAU_QUOTE(name));
    for (size_t i = 0; i < csv->n_tables; i++)
        if (strcmp(csv->tables[i].name, name) == 0)
            return gau_fail(err, GAU_ERR_DUPLICATE, "Files: two tables are called '%.*s'",
                            GAU_QUOTE(name));
    return GAU_OK;
}

static gau_status open_table(struct gau_csv_input *csv, const char *file, gau_error *err)
{
    const char *const equals = equals_of(file);
    const char *path = equals ? equals + 1 : file;
    struct gau_csv_table *const table = &csv->tables[csv->n_tables];
    gau_status status;

    path += strspn(path, " ");
    *table = (struct gau_csv_table){.policy = (enum gau_csv_policy)csv->on_bad_row};
    table->name = table_name_of(file);
    if (!table->name)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (name)");
    status = check_table_name(csv, file, err);
    csv->n_tables++;
    GAU_TRY(status);
    GAU_TRY(gau_csv_table_open(table, path, csv->key, err));
    return GAU_OK;
}

static gau_status open_tables(struct gau_csv_input *csv, gau_error *err)
{
    if (csv->files.count == 0)
        return gau_fail(err, GAU_ERR_RANGE, "Files: no file is given (TABLE=PATH)");
    csv->tables = calloc(csv->files.count, sizeof *csv->tables);
    if (!csv->tables)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (%zu tables)", csv->files.count);
    for (size_t i = 0; i < csv->files.count; i++)
        GAU_TRY(open_table(csv, csv->files.items[i], err));
    return GAU_OK;
}

/* --- columns ------------------------------------------------------------------------------- */

/* "kind" is that column of all tables, "muons.kind" of one. */
static bool means(const char *text, const struct gau_csv_table *table, const char *column)
{
    const size_t length = strlen(table->name);

    return strcmp(text, column) == 0 ||
           (strncmp(text, table->name, length) == 0 && text[length] == '.' &&
            strcmp(text + length + 1, column) == 0);
}

static size_t make_text(struct gau_csv_input *csv, const char *text)
{
    size_t n = 0;

    for (size_t i = 0; i < csv->n_tables; i++)
        for (size_t k = 0; k < csv->tables[i].n_columns; k++)
            if (means(text, &csv->tables[i], csv->tables[i].columns[k].name)) {
                csv->tables[i].columns[k].is_text = true;
                n++;
            }
    return n;
}

static gau_type_info type_of(struct gau_csv_column *column, const struct gau_csv_table *table,
                             locale_t c)
{
    if (!column->is_text && !table->has_pending)
        return *GAU_TYPE_ANY;
    column->is_text =
        column->is_text || gau_csv_table_guess(table, (size_t)(column - table->columns), c);
    return column->is_text ? *GAU_TYPE(gau_string_id) : *GAU_TYPE(double);
}

static void declare_table(struct gau_csv_input *csv, size_t index, gau_context *ctx)
{
    struct gau_csv_table *const table = &csv->tables[index];
    char name[64];

    for (size_t i = 0; i < table->n_columns; i++) {
        const gau_type_info type = type_of(&table->columns[i], table, csv->c);

        table->columns[i].key =
            gau_store_output_column(ctx, table->name, table->columns[i].name, &type);
    }
    snprintf(name, sizeof name, "CsvInput scratch %zu", index);
    table->scratch_key = gau_store_output(ctx, name, GAU_TYPE(char));
}

static gau_status declare_tables(struct gau_csv_input *csv, gau_context *ctx)
{
    for (size_t i = 0; i < csv->text.count; i++)
        if (make_text(csv, csv->text.items[i]) == 0)
            return gau_fail(ctx->error, GAU_ERR_UNKNOWN, "Text: no table has a column '%.*s'",
                            GAU_QUOTE(csv->text.items[i]));
    for (size_t i = 0; i < csv->n_tables; i++)
        declare_table(csv, i, ctx);
    return GAU_OK;
}

gau_status gau_csv_input_initialize(void *self, gau_context *ctx)
{
    struct gau_csv_input *const csv = self;

    GAU_TRY(open_tables(csv, ctx->error));
    csv->batches = calloc(gau_worker_count(ctx) * csv->n_tables, sizeof *csv->batches);
    csv->c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!csv->batches || csv->c == (locale_t)0)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (%zu tables)", csv->n_tables);
    csv->n_batches = gau_worker_count(ctx) * csv->n_tables;
    return declare_tables(csv, ctx);
}

gau_status gau_csv_input_start(void *self, gau_context *ctx)
{
    struct gau_csv_input *const csv = self;

    for (size_t i = 0; i < csv->n_tables; i++) {
        struct gau_csv_table *const table = &csv->tables[i];

        table->n_read = 0;
        for (size_t k = 0; k < table->n_columns; k++) {
            table->columns[k].is_read = gau_store_is_read(ctx, table->columns[k].key);
            table->read_keys[table->n_read] = table->columns[k].key;
            table->n_read += table->columns[k].is_read;
        }
    }
    return GAU_OK;
}

void gau_csv_input_release(void *self)
{
    struct gau_csv_input *const csv = self;

    for (size_t i = 0; i < csv->n_tables; i++)
        gau_csv_table_close(&csv->tables[i]);
    for (size_t i = 0; i < csv->n_batches; i++) {
        free(csv->batches[i].rows);
        free(csv->batches[i].text);
        free(csv->batches[i].ends);
        free(csv->batches[i].values);
    }
    free(csv->tables);
    free(csv->batches);
    if (csv->c != (locale_t)0)
        freelocale(csv->c);
}
