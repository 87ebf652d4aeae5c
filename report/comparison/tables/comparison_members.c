/* SPDX-License-Identifier: Apache-2.0 */
#include "tables.h"

#include "table/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Tables of a page, each as `gaudit compare A B --format json --table NAME` prints it. */

static bool is_of_rows(const char *name)
{
    return strcmp(name, "branches") == 0 || strcmp(name, "tasks") == 0 ||
           strcmp(name, "functions") == 0;
}

/* Returns the table as JSON, which the caller frees; NULL: see the page's error. */
static char *make_text(const struct gau_page *page, const struct gau_table *table)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    const bool written = out && gau_table_write(table, GAU_TABLE_JSON, out) == 0;

    if (out && fclose(out) == 0 && written)
        return text;
    free(text);
    gau_page_fail_memory(page);
    return NULL;
}

/* Writes the tables of rows as one list, whose rows say what they are. */
static void put_rows(const struct gau_page *page, FILE *out)
{
    const char *before = "";

    fputs("\"rows\": [", out);
    for (uint32_t i = 0; i < page->count; i++) {
        char *const text =
            is_of_rows(page->items[i].name) ? make_text(page, page->items[i].table) : NULL;
        char *const end = text ? strrchr(text, ']') : NULL;

        if (end && strchr(text, '{')) {
            *end = '\0';
            fprintf(out, "%s%s", before, strchr(text, '[') + 1);
            before = ",";
        }
        free(text);
    }
    fputs("]", out);
}

static void put_others(const struct gau_page *page, FILE *out)
{
    for (uint32_t i = 0; i < page->count; i++) {
        char *const text =
            is_of_rows(page->items[i].name) ? NULL : make_text(page, page->items[i].table);

        if (text)
            fprintf(out, ",\n\"%s\": %s", page->items[i].name, text);
        free(text);
    }
}

static void put_notes(const struct gau_page *page, FILE *out)
{
    fputs(",\n\"notes\": {", out);
    for (uint32_t i = 0; i < page->count; i++) {
        const char *note;

        fprintf(out, "%s\"%s\": [", i > 0 ? ", " : "", page->items[i].name);
        for (size_t k = 0; (note = gau_table_footer_at(page->items[i].table, k)); k++) {
            fputs(k > 0 ? ", " : "", out);
            gau_json_text_write(note, out);
        }
        fputs("]", out);
    }
    fputs("}", out);
}

void gau_comparison_members_write(const struct gau_page *page, FILE *out)
{
    if (page->error->status != GAU_OK)
        return;
    put_rows(page, out);
    put_others(page, out);
    put_notes(page, out);
}
