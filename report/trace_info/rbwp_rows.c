/* SPDX-License-Identifier: Apache-2.0 */
#include "info_tables.h"

#include "documents/column_macros.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What only a background-work profile of Realm has. */

/* Realm and TraceAuditor mean different things by a type, and the file does not say whose it is. */
static const char *const type_names[GAU_TRACE_RBWP_TYPES + 1] = {
    [GAU_TRACE_RBWP_HANDLER] = "type 0 (handler, algorithm)",
    [GAU_TRACE_RBWP_CHANNEL] = "type 1 (channel, input or output)",
    [GAU_TRACE_RBWP_OPERATION] = "type 2 (operation, section)",
    [GAU_TRACE_RBWP_REAP] = "type 3 (GPU reap, waiting)",
    [GAU_TRACE_RBWP_TYPES] = "unknown type",
};

void gau_info_subs_text(char *text, size_t size, const struct gau_trace_info *info)
{
    size_t length = 0;
    uint64_t sum = 0;

    for (int type = 0; type <= GAU_TRACE_RBWP_TYPES; type++)
        sum += info->rbwp.subs[type];
    length = (size_t)snprintf(text, size, "%" PRIu64, sum);
    for (int type = 0; type <= GAU_TRACE_RBWP_TYPES; type++) {
        const uint64_t count = info->rbwp.subs[type];

        if (count > 0 && length < size)
            length += (size_t)snprintf(text + length, size - length, "%s%" PRIu64 " of %s",
                                       strchr(text, ':') ? ", " : ": ", count, type_names[type]);
    }
}

/* --- items --------------------------------------------------------------------------------- */

#define ITEM_LIST(COLUMN)                            \
    COLUMN(ITEM_FILE, DATA("file", GAU_COLUMN_TEXT)) \
    COLUMN(KIND, {.name = "Kind", .key = "kind"})    \
    COLUMN(NUMBER, COUNT("No.", "number"))           \
    COLUMN(TYPE, {.name = "Type", .key = "type"})    \
    COLUMN(NAME, {.name = "Name", .key = "name", .shortened = true})

enum { ITEM_LIST(GAU_COLUMN_ID) ITEM_COLUMNS };

static const struct gau_column columns[ITEM_COLUMNS] = {ITEM_LIST(GAU_COLUMN_ROW)};

struct gau_table *gau_info_items_new(void)
{
    return gau_table_new(columns, ITEM_COLUMNS);
}

void gau_info_item_add(struct gau_table *table, const struct gau_trace_info *info,
                       const struct gau_trace_rbwp_name *item, const char *name)
{
    gau_table_row(table, 0);
    gau_table_set_text(table, ITEM_FILE, info->path);
    gau_table_set_text(table, KIND, item->is_sub ? "sub-item" : "work item");
    gau_table_set_integer(table, NUMBER, item->number);
    if (item->is_sub)
        gau_table_set_text(
            table, TYPE,
            type_names[item->type < GAU_TRACE_RBWP_TYPES ? item->type : GAU_TRACE_RBWP_TYPES]);
    gau_table_set_text(table, NAME, name);
}
