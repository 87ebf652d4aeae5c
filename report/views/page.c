/* SPDX-License-Identifier: Apache-2.0 */
#include "page.h"

#include "document.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct gau_table *gau_page_add(struct gau_page *page, const char *name,
                               const struct gau_column *columns, size_t n_columns)
{
    struct gau_page_table *const items = realloc(page->items, (page->count + 1) * sizeof *items);
    struct gau_page_table added = {.name = strdup(name)};

    if (items)
        page->items = items;
    added.table = gau_table_new(columns, n_columns);
    if (!items || !added.name || !added.table) {
        gau_view_fail(page->error, GAU_VIEW_FAILED, "%s.json: no memory for its view",
                      page->document);
        free(added.name);
        gau_table_free(added.table);
        return NULL;
    }
    gau_table_limit(added.table, page->options->limit);
    items[page->count++] = added;
    return added.table;
}

void gau_page_clear(struct gau_page *page)
{
    for (size_t i = 0; i < page->count; i++) {
        free(page->items[i].name);
        gau_table_free(page->items[i].table);
    }
    free(page->items);
    page->items = NULL;
    page->count = 0;
}

static enum gau_view_status no_such_table(const struct gau_page *page)
{
    char list[512] = "";

    for (size_t i = 0; i < page->count; i++) {
        const size_t used = strlen(list);

        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", page->items[i].name);
    }
    return gau_view_fail(page->error, GAU_VIEW_USAGE, "%s.json has no table '%.*s'; there is: %s",
                         page->document, GAU_VIEW_QUOTE(page->options->table), list);
}

static bool is_wanted(const struct gau_page *page, size_t i)
{
    const enum gau_table_format format = page->options->format;

    if (page->options->table)
        return strcmp(page->items[i].name, page->options->table) == 0;
    if (format == GAU_TABLE_CSV || format == GAU_TABLE_JSON)
        return i == 0;
    return !page->items[i].on_request;
}

enum gau_view_status gau_page_write(const struct gau_page *page, FILE *out)
{
    size_t written = 0;

    if (page->error->status != GAU_VIEW_OK)
        return page->error->status;
    for (size_t i = 0; i < page->count; i++) {
        if (!is_wanted(page, i))
            continue;
        if (written++ > 0)
            fputc('\n', out);
        if (gau_table_write(page->items[i].table, page->options->format, out) != 0)
            return gau_view_fail(page->error, GAU_VIEW_FAILED,
                                 "the view of %s.json cannot be written: %s", page->document,
                                 strerror(errno));
    }
    return written == 0 && page->options->table ? no_such_table(page) : GAU_VIEW_OK;
}
