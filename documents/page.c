/* SPDX-License-Identifier: Apache-2.0 */
#include "page.h"

#include "document.h"

#include "table/heap.h"
#include "table/number_format.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns NULL if out of memory. */
static struct gau_page_table *add_item(struct gau_page *page, const char *name)
{
    char *const copy = strdup(name);

    if (!copy || !gau_array_grow(&page->items, page->count, &page->size, sizeof *page->items)) {
        free(copy);
        return NULL;
    }
    page->items[page->count] = (struct gau_page_table){.name = copy};
    return &page->items[page->count++];
}

void gau_page_fail_memory(const struct gau_page *page)
{
    gau_fail_memory(page->error, "view of %s.json", page->document);
}

struct gau_table *gau_page_add(struct gau_page *page, const char *name,
                               const struct gau_column *columns, size_t n_columns)
{
    struct gau_table *const table = gau_table_new(columns, n_columns);
    struct gau_page_table *const item = table ? add_item(page, name) : NULL;

    if (!item) {
        gau_table_free(table);
        gau_page_fail_memory(page);
        return NULL;
    }
    gau_table_limit(table, page->options->limit);
    gau_view_options_apply(page->options, table);
    return item->table = table;
}

void gau_page_add_text(struct gau_page *page, const char *name, char *text)
{
    struct gau_page_table *const item = add_item(page, name);

    if (item) {
        item->text = text;
        return;
    }
    free(text);
    gau_page_fail_memory(page);
}

void gau_page_clear(struct gau_page *page)
{
    for (size_t i = 0; i < page->count; i++) {
        free(page->items[i].name);
        gau_table_free(page->items[i].table);
        free(page->items[i].text);
    }
    free(page->items);
    page->items = NULL;
    page->count = page->size = 0;
}

static gau_status no_such_table(const struct gau_page *page)
{
    char list[512] = "";

    for (size_t i = 0; i < page->count; i++)
        gau_view_list(list, sizeof list, page->items[i].name);
    return gau_fail_first(page->error, GAU_ERR_USAGE, "%s has no table '%.*s'; there is: %s",
                          page->document, GAU_QUOTE(page->options->table), list);
}

static bool is_wanted(const struct gau_page *page, size_t i)
{
    if (page->options->table)
        return strcmp(page->items[i].name, page->options->table) == 0;
    return gau_table_format_is_display(page->options->format) ? !page->items[i].on_request : i == 0;
}

static bool write_item(const struct gau_page *page, const struct gau_page_table *item, FILE *out)
{
    if (item->text)
        return fputs(item->text, out) >= 0;
    return gau_table_write(item->table, page->options->format, out) == 0;
}

/* A text ends with one line for the details of all its tables. */
static void move_briefs(const struct gau_page *page)
{
    struct gau_table *last = NULL;

    for (size_t i = 0; i < page->count; i++) {
        struct gau_table *const table = page->items[i].table;

        if (!table || !is_wanted(page, i))
            continue;
        if (last)
            gau_table_move_briefs(table, last);
        last = table;
    }
}

gau_status gau_page_write(const struct gau_page *page, FILE *out)
{
    size_t written = 0;

    if (page->error->status != GAU_OK)
        return page->error->status;
    move_briefs(page);
    for (size_t i = 0; i < page->count; i++) {
        if (!is_wanted(page, i))
            continue;
        if (written++ > 0 && !page->items[i].text)
            fputc('\n', out);
        if (!write_item(page, &page->items[i], out))
            return gau_fail_first(page->error, GAU_ERR_IO,
                                  "the view of %s.json cannot be written: %s", page->document,
                                  strerror(errno));
    }
    return written == 0 && page->options->table ? no_such_table(page) : GAU_OK;
}

void gau_page_put(const struct gau_page *page, const char *output)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    if (out)
        gau_page_write(page, out);
    if (!out || fclose(out) != 0 || !text)
        gau_fail_memory(page->error, "%s", page->document);
    if (page->error->status == GAU_OK)
        gau_output_put(text, size, output, page->error);
    free(text);
}

/* --- columns ------------------------------------------------------------------------------- */

void gau_columns_set_whole(struct gau_column *columns, size_t n, double whole_s)
{
    for (size_t i = 0; i < n && isfinite(whole_s); i++)
        if (columns[i].unit && strcmp(columns[i].unit, "s") == 0)
            columns[i].whole = whole_s;
}

/* --- facts --------------------------------------------------------------------------------- */

#define COLUMNS(COLUMN)                                                                      \
    COLUMN(LABEL, {.name = "", .key = "", .shown = GAU_IN_DISPLAY_FORMATS})                  \
    COLUMN(SHOWN, {.name = "", .key = "", .shown = GAU_IN_DISPLAY_FORMATS, .wrapped = true}) \
    COLUMN(NAME, {.name = "name", .key = "name", .shown = GAU_IN_DATA_FORMATS})              \
    COLUMN(VALUE, {.name = "value", .key = "value", .shown = GAU_IN_DATA_FORMATS})           \
    COLUMN(UNIT, {.name = "unit", .key = "unit", .shown = GAU_IN_DATA_FORMATS})

enum column { COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

static const char *const units[] = {
    "s",   "s2",  "ms",  "us",  "ns", "bytes", "percent", "eV",  "keV", "MeV",
    "GeV", "TeV", "mm2", "mm",  "cm", "um",    "m",       "rad", "deg", "T",
    "Hz",  "kHz", "MHz", "GHz", "mb", "ub",    "nb",      "pb",  "fb",
};

const char *gau_key_unit(const char *key, size_t *length)
{
    const char *const last = strrchr(key, '_');

    for (size_t i = 0; last && last > key && i < sizeof units / sizeof *units; i++) {
        if (strcmp(last + 1, units[i]) == 0) {
            *length = (size_t)(last - key);
            return units[i];
        }
    }
    *length = strlen(key);
    return "";
}

/* Returns a string as it is, anything else as JSON, to be freed; NULL if out of memory. */
static char *value_text(const json_t *value)
{
    return json_is_string(value) ? strdup(json_string_value(value))
                                 : json_dumps(value, JSON_ENCODE_ANY);
}

/* Returns the value as display formats show it, to be freed; NULL if out of memory. */
static char *shown_text(const json_t *value, const char *unit)
{
    char text[GAU_NUMBER_SIZE + 32];

    if (json_is_null(value))
        return strdup("-");
    if (json_is_real(value) && strcmp(unit, "GeV") == 0 && fabs(json_real_value(value)) > 0 &&
        fabs(json_real_value(value)) < 1e9) {
        snprintf(text, sizeof text, "%.6f GeV", json_real_value(value)); /* GeV are shown to the keV
                                                                          */
        return strdup(text);
    }
    if (json_is_real(value))
        return strdup(gau_quantity_text(text, sizeof text, json_real_value(value), unit));
    if (json_is_integer(value) && strcmp(unit, "bytes") == 0)
        return strdup(gau_quantity_text(text, sizeof text, json_number_value(value), unit));
    if (!json_is_integer(value))
        return value_text(value);
    snprintf(text, sizeof text, "%" PRId64 "%s%s", (int64_t)json_integer_value(value),
             unit[0] ? " " : "", unit);
    return strdup(text);
}

struct gau_facts_table gau_facts_table_add(struct gau_page *page, const char *name)
{
    return (struct gau_facts_table){.page = page,
                                    .table = gau_page_add(page, name, columns, N_COLUMNS)};
}

void gau_page_set(struct gau_page *page, struct gau_table *table, size_t column,
                  enum gau_column_type type, const json_t *value)
{
    char *text;

    if (!value || json_is_null(value))
        return;
    if (json_is_real(value) || (json_is_integer(value) && type == GAU_COLUMN_REAL)) {
        gau_table_set_real(table, column, json_number_value(value));
        return;
    }
    if (json_is_integer(value)) {
        gau_table_set_integer(table, column, json_integer_value(value));
        return;
    }
    text = value_text(value);
    if (!text)
        gau_page_fail_memory(page);
    gau_table_set_text(table, column, text);
    free(text);
}

/* Data formats have the number of the rows of a table. */
static void set_value(const struct gau_facts_table *facts, const json_t *value)
{
    if (json_is_object(json_array_get(value, 0)))
        gau_table_set_integer(facts->table, VALUE, (int64_t)json_array_size(value));
    else
        gau_page_set(facts->page, facts->table, VALUE, GAU_COLUMN_TEXT, value);
}

void gau_facts_table_put(const struct gau_facts_table *facts, const char *label, const char *key,
                         const json_t *value, const char *shown)
{
    size_t length;
    const char *const unit = gau_key_unit(key, &length);
    char *const name = strndup(key, length);
    char *const readable = shown ? strdup(shown) : shown_text(value, unit);

    if (!name || !readable) {
        gau_page_fail_memory(facts->page);
    } else if (facts->table) {
        gau_table_row(facts->table, 0);
        gau_table_set_text(facts->table, LABEL, label ? label : name);
        gau_table_set_text(facts->table, SHOWN, readable);
        gau_table_set_text(facts->table, NAME, name);
        set_value(facts, value);
        gau_table_set_text(facts->table, UNIT, unit);
    }
    free(name);
    free(readable);
}
