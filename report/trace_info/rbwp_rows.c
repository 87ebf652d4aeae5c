/* SPDX-License-Identifier: Apache-2.0 */
#include "info_tables.h"

#include "documents/column_macros.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What only a background-work profile of Realm has. */

static const char *const type_names[GAU_TRACE_RBWP_TYPES + 1] = {
    [GAU_TRACE_RBWP_HANDLER] = "active-message handler",
    [GAU_TRACE_RBWP_CHANNEL] = "transfer channel",
    [GAU_TRACE_RBWP_OPERATION] = "dependent-partitioning operation",
    [GAU_TRACE_RBWP_REAP] = "GPU reap",
    [GAU_TRACE_RBWP_TYPES] = "unknown type",
};

/* --- lines --------------------------------------------------------------------------------- */

static void put_subs(struct gau_table *table, const struct gau_trace_rbwp *rbwp)
{
    char text[256] = "";
    uint64_t sum = 0;

    for (int type = 0; type <= GAU_TRACE_RBWP_TYPES; type++) {
        const size_t length = strlen(text);
        const uint64_t count = rbwp->subs[type];

        sum += count;
        if (count > 0)
            snprintf(text + length, sizeof text - length, "%s%" PRIu64 " %s%s",
                     length > 0 ? ", " : ": ", count, type_names[type], count == 1 ? "" : "s");
    }
    gau_info_line_put(table, "sub-items", "%" PRIu64 "%s", sum, text);
}

void gau_info_rbwp_lines(struct gau_table *table, const struct gau_trace_info *info)
{
    const struct gau_trace_rbwp *const rbwp = &info->rbwp;

    gau_info_line_put(table, "zero time", "%" PRIu64 " ns since 1970", info->header.start_epoch_ns);
    if (rbwp->is_closed) {
        gau_info_line_put(table, "work items", "%" PRIu64, rbwp->items);
        put_subs(table, rbwp);
    }
    gau_info_line_put(table, "threads", "%" PRIu32, rbwp->threads);
    gau_info_line_put(table, "records", "%" PRIu64 ", %" PRIu64 " of GPU work", rbwp->records,
                      rbwp->gpu_work);
}

void gau_info_fault_lines(struct gau_table *table, const struct gau_trace_info *info)
{
    const uint64_t shown = info->n_faults < GAU_INFO_FAULTS ? info->n_faults : GAU_INFO_FAULTS;

    for (uint64_t i = 0; i < shown; i++)
        gau_info_line_put(table, i == 0 ? "faults" : "", "at %" PRIu64 ": %s",
                          info->faults[i].offset, info->faults[i].text);
    if (info->n_faults > shown)
        gau_info_line_put(table, "", "and %" PRIu64 " more", info->n_faults - shown);
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
