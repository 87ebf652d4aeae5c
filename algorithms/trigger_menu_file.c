/* SPDX-License-Identifier: Apache-2.0 */
#include "csv.h"
#include "grow.h"
#include "trigger_menu.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- the paths ----------------------------------------------------------------------------- */

static gau_status add_path(struct gau_menu *menu, gau_symbol name, gau_error *err)
{
    GAU_TRY(gau_grow(&menu->paths, &menu->capacity, menu->n_paths + 1, sizeof *menu->paths, err));
    menu->paths[menu->n_paths++] = (struct gau_menu_path){.name = name};
    return GAU_OK;
}

/* Symbols are small numbers. */
static gau_status reach_symbol(struct gau_menu *menu, gau_symbol name, gau_error *err)
{
    const size_t before = menu->n_symbols;

    GAU_TRY(gau_grow(&menu->of_symbol, &menu->n_symbols, (size_t)name + 1, sizeof *menu->of_symbol,
                     err));
    for (size_t i = before; i < menu->n_symbols; i++)
        menu->of_symbol[i] = 0;
    return GAU_OK;
}

static gau_status path_of(size_t *out, struct gau_menu *menu, gau_symbol name, gau_error *err)
{
    GAU_TRY(reach_symbol(menu, name, err));
    if (menu->of_symbol[name] == 0) {
        GAU_TRY(add_path(menu, name, err));
        menu->of_symbol[name] = (uint32_t)menu->n_paths;
    }
    *out = menu->of_symbol[name] - 1;
    return GAU_OK;
}

/* --- the file ------------------------------------------------------------------------------ */

struct reading {
    struct gau_csv_table table;
    size_t index_column, path_column;
};

static gau_status find_column(size_t *out, const struct gau_csv_table *table, const char *name,
                              gau_error *err)
{
    const struct gau_csv_column *const column = gau_csv_table_find(table, name);

    if (!column)
        return gau_fail(err, GAU_ERR_UNKNOWN, "%s: has no column '%s'", table->reader.path, name);
    *out = (size_t)(column - table->columns);
    return GAU_OK;
}

static struct gau_csv_field field_of(const struct gau_csv_table *table, size_t column)
{
    const char *at = gau_csv_text(&table->reader, &table->pending);
    const char *const end = at + table->pending.length;

    for (size_t i = 0; i < column; i++)
        gau_csv_take_field(&at, end);
    return gau_csv_take_field(&at, end);
}

static gau_status begin_menu(struct gau_menu *menu, const struct gau_csv_table *table,
                             gau_error *err)
{
    if (menu->n_menus > 0 && menu->numbers[menu->n_menus - 1] == table->pending_key)
        return GAU_OK;
    if (menu->n_menus == GAU_MENU_MAX)
        return gau_fail(err, GAU_ERR_IO, "%s:%" PRIu64 ": more than %d menus", table->reader.path,
                        table->pending.line, GAU_MENU_MAX);
    menu->numbers[menu->n_menus++] = table->pending_key;
    return GAU_OK;
}

static gau_status read_row(struct gau_menu *menu, const struct reading *reading, gau_context *ctx)
{
    const struct gau_csv_table *const table = &reading->table;
    const struct gau_csv_field path = field_of(table, reading->path_column),
                               index = field_of(table, reading->index_column);
    gau_symbol name;
    int64_t bit;
    uint64_t menu_bit;
    size_t i;

    GAU_TRY(begin_menu(menu, table, ctx->error));
    if (!gau_csv_whole(&bit, index.text, index.length) || bit < 0)
        return gau_fail(ctx->error, GAU_ERR_IO,
                        "%s:%" PRIu64 ": column 'index': '%.*s' is not the number of a bit",
                        table->reader.path, table->pending.line,
                        index.length < 120 ? (int)index.length : 120, index.text);
    if (path.length == 0 || path.escaped)
        return gau_fail(ctx->error, GAU_ERR_IO, "%s:%" PRIu64 ": column 'path': not a name",
                        table->reader.path, table->pending.line);
    name = gau_store_symbol(ctx, path.text, path.length);
    if (name == GAU_NO_SYMBOL)
        return ctx->error->status;
    GAU_TRY(path_of(&i, menu, name, ctx->error));
    menu_bit = UINT64_C(1) << (menu->n_menus - 1);
    if (menu->paths[i].menus & menu_bit)
        return gau_fail(ctx->error, GAU_ERR_IO,
                        "%s:%" PRIu64 ": path '%.*s' is in menu %" PRId64 " already",
                        table->reader.path, table->pending.line,
                        path.length < 120 ? (int)path.length : 120, path.text, table->pending_key);
    menu->paths[i].menus |= menu_bit;
    return GAU_OK;
}

static gau_status read_rows(struct gau_menu *menu, struct reading *reading, const char *file,
                            gau_context *ctx)
{
    GAU_TRY(gau_csv_table_open(&reading->table, file, "menu", ctx->error));
    GAU_TRY(find_column(&reading->index_column, &reading->table, "index", ctx->error));
    GAU_TRY(find_column(&reading->path_column, &reading->table, "path", ctx->error));
    while (reading->table.has_pending) {
        GAU_TRY(read_row(menu, reading, ctx));
        GAU_TRY(gau_csv_table_advance(&reading->table, ctx->error));
    }
    if (menu->n_paths == 0)
        return gau_fail(ctx->error, GAU_ERR_IO, "%s: has no path", file);
    return GAU_OK;
}

gau_status gau_menu_read(struct gau_menu *menu, const char *file, gau_context *ctx)
{
    struct reading reading = {.table.reader.fd = -1, .table.policy = GAU_CSV_FAIL};
    const gau_status status = read_rows(menu, &reading, file, ctx);

    gau_csv_table_close(&reading.table);
    return status < 0 ? status : GAU_OK;
}

void gau_menu_free(struct gau_menu *menu)
{
    free(menu->paths);
    free(menu->of_symbol);
    *menu = (struct gau_menu){0};
}
