/* SPDX-License-Identifier: Apache-2.0 */
#include "writer.h"

#include <string.h>

enum { TIME, ERROR, SHARE, SAMPLES, NAME, N_COLUMNS };

static void heading(const struct gau_hot_keys *keys, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < keys->count; i++) {
        const size_t used = strlen(text);

        snprintf(text + used, size - used, "%s%s", i ? " / " : "",
                 gau_hot_key_column(keys->items[i]));
    }
}

static struct gau_table *new_table(const struct gau_hot_page *page)
{
    const int decimals = gau_hot_decimals(page->grouping);
    char names[256];
    const struct gau_column columns[N_COLUMNS] = {
        [TIME] = {.name = "CPU Time (s)", .type = GAU_COLUMN_REAL, .decimals = decimals},
        [ERROR] = {.name = "\u00b1", .type = GAU_COLUMN_TEXT, .align = GAU_ALIGN_RIGHT},
        [SHARE] = {.name = "Share (%)", .type = GAU_COLUMN_REAL, .decimals = 1},
        [SAMPLES] = {.name = "Samples", .type = GAU_COLUMN_INTEGER},
        [NAME] = {.name = names, .type = GAU_COLUMN_TEXT, .tree = true},
    };
    struct gau_column keyed[N_COLUMNS];

    heading(&page->query->keys, names, sizeof names);
    for (size_t i = 0; i < N_COLUMNS; i++) {
        keyed[i] = columns[i];
        keyed[i].key = columns[i].name;
    }
    return gau_table_new(keyed, N_COLUMNS);
}

static void add_row(const struct gau_hot_page *page, struct gau_table *table,
                    const struct gau_hot_visit *visit)
{
    const struct gau_hot_group *const group = &visit->group;
    char error[GAU_HOT_ERROR_SIZE], room[GAU_HOT_TEXT_SIZE];

    gau_table_row(table, gau_hot_visit_indent(visit));
    gau_table_set_real(table, TIME, (double)group->weight_ns / 1e9);
    gau_table_set_text(table, ERROR,
                       gau_hot_error_text(group->error_ns, gau_hot_decimals(page->grouping), error,
                                          sizeof error));
    gau_table_set_real(table, SHARE, 100 * gau_hot_share(page->grouping, group));
    gau_table_set_integer(table, SAMPLES, (int64_t)group->samples);
    gau_table_set_text(table, NAME,
                       gau_hot_group_text(page->result, page->query, group, room, sizeof room));
}

void gau_hot_write_markdown(const struct gau_hot_page *page)
{
    struct gau_hot_visit visit = {.grouping = page->grouping};
    struct gau_table *const table = new_table(page);
    char title[512];

    if (!table) {
        gau_hot_no_memory(page);
        return;
    }
    gau_hot_title(page, "\u00b1", title, sizeof title);
    gau_table_title(table, "%s", title);
    while (gau_hot_visit_next(&visit)) {
        add_row(page, table, &visit);
        gau_table_pour(table, GAU_TABLE_MARKDOWN, page->out);
    }
    for (size_t i = 0; i < page->notes->count; i++)
        gau_table_footer(table, "%s", page->notes->items[i]);
    if (gau_table_write(table, GAU_TABLE_MARKDOWN, page->out) != 0)
        gau_hot_no_memory(page);
    gau_table_free(table);
}
