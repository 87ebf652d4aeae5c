/* SPDX-License-Identifier: Apache-2.0 */
#include "info_tables.h"

#include "documents/column_macros.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The tables that have a row for each block or list of a file: rows are dropped when they have been
 * written, so that memory does not depend on the file. Columns have no units that suit all rows. */

#define BLOCK_LIST(COLUMN)                            \
    COLUMN(BLOCK_FILE, DATA("file", GAU_COLUMN_TEXT)) \
    COLUMN(BLOCK, COUNT("Block", "block"))            \
    COLUMN(OFFSET, COUNT("Offset", "offset"))         \
    COLUMN(BYTES, COUNT("Bytes", "bytes"))            \
    COLUMN(CODEC, {.name = "Codec", .key = "codec"})  \
    COLUMN(RAW, COUNT("Raw bytes", "raw_bytes"))      \
    COLUMN(RECORDS, {.name = "Records", .key = "records", .wrapped = true})

enum { BLOCK_LIST(GAU_COLUMN_ID) BLOCK_COLUMNS };

static const struct gau_column block_columns[BLOCK_COLUMNS] = {BLOCK_LIST(GAU_COLUMN_ROW)};

/* Seconds with all that the clock can say, in one unit for any number of rows. */
#define INSTANT(name_, key_)                                               \
    {                                                                      \
        .name = name_, .key = key_, .type = GAU_COLUMN_REAL, .decimals = 6 \
    }

#define LIST_LIST(COLUMN)                            \
    COLUMN(LIST_FILE, DATA("file", GAU_COLUMN_TEXT)) \
    COLUMN(LIST_BLOCK, COUNT("Block", "block"))      \
    COLUMN(LANE, COUNT("Lane", "lane"))              \
    COLUMN(LIST, COUNT("List", "list"))              \
    COLUMN(ENTRIES, COUNT("Entries", "entries"))     \
    COLUMN(LIST_BYTES, COUNT("Bytes", "bytes"))      \
    COLUMN(FROM, INSTANT("From [s]", "from_s"))      \
    COLUMN(TO, INSTANT("To [s]", "to_s"))            \
    COLUMN(DEPTH, COUNT("Depth", "depth"))

enum { LIST_LIST(GAU_COLUMN_ID) LIST_COLUMNS };

static const struct gau_column list_columns[LIST_COLUMNS] = {LIST_LIST(GAU_COLUMN_ROW)};

struct adding {
    struct gau_table *table;
    const struct gau_trace_info *info;
    enum gau_table_format format;
    FILE *out;
    struct gau_trace_block block; /* the one at hand */
    uint64_t offset;              /* of it */
    bool any;                     /* there is one */
    uint64_t types[GAU_INFO_TYPES];
};

struct gau_table *gau_info_table_new(enum gau_info_table which)
{
    return which == GAU_INFO_BLOCK_TABLE  ? gau_table_new(block_columns, BLOCK_COLUMNS)
           : which == GAU_INFO_ITEM_TABLE ? gau_info_items_new()
                                          : gau_table_new(list_columns, LIST_COLUMNS);
}

/* --- blocks -------------------------------------------------------------------------------- */

/* "branch: 1, entries of a lane: 20" */
static void types_text(char *text, size_t size, const struct adding *a)
{
    size_t length = 0;

    snprintf(text, size, "none");
    for (uint32_t type = 0; type < GAU_INFO_TYPES; type++)
        if (a->types[type] > 0 && length < size)
            length +=
                (size_t)snprintf(text + length, size - length, "%s%s: %" PRIu64,
                                 length > 0 ? ", " : "", gau_info_type_name(type), a->types[type]);
}

static void set_codec(struct gau_table *table, uint16_t codec)
{
    if (codec == GAU_TRACE_UNCOMPRESSED)
        gau_table_set_text(table, CODEC, "none");
    else if (codec == GAU_TRACE_ZLIB)
        gau_table_set_text(table, CODEC, "zlib");
    else
        gau_table_set_integer(table, CODEC, codec);
}

/* A block is complete when the next one begins. */
static void end_block(struct adding *a)
{
    char text[1024];

    if (!a->any)
        return;
    types_text(text, sizeof text, a);
    gau_table_row(a->table, 0);
    gau_table_set_text(a->table, BLOCK_FILE, a->info->path);
    gau_info_set_count(a->table, BLOCK, a->block.sequence);
    gau_info_set_count(a->table, OFFSET, a->offset);
    gau_table_set_integer(a->table, BYTES, a->block.size);
    set_codec(a->table, a->block.codec);
    gau_table_set_integer(a->table, RAW, a->block.raw_size);
    gau_table_set_text(a->table, RECORDS, text);
    gau_table_stream(a->table, a->format, a->out);
    memset(a->types, 0, sizeof a->types);
}

static bool begin_block(void *user, const struct gau_trace_block *block, uint64_t offset)
{
    struct adding *const a = user;

    end_block(a);
    a->block = *block;
    a->offset = offset;
    a->any = true;
    return true;
}

static bool count_record(void *user, const struct gau_trace_record *record, bool valid)
{
    struct adding *const a = user;

    (void)valid;
    a->types[record->type < GAU_INFO_TYPES ? record->type : GAU_INFO_UNKNOWN]++;
    return true;
}

/* --- lists --------------------------------------------------------------------------------- */

static bool note_block(void *user, const struct gau_trace_block *block, uint64_t offset)
{
    (void)offset;
    ((struct adding *)user)->block = *block;
    return true;
}

static bool add_list(void *user, const struct gau_trace_entry_list *list,
                     const struct gau_timeline_counts *counts)
{
    struct adding *const a = user;

    gau_table_row(a->table, 0);
    gau_table_set_text(a->table, LIST_FILE, a->info->path);
    gau_info_set_count(a->table, LIST_BLOCK, a->block.sequence);
    gau_table_set_integer(a->table, LANE, list->lane);
    gau_info_set_count(a->table, LIST, list->number);
    gau_info_set_count(a->table, ENTRIES, counts->entries);
    gau_table_set_integer(a->table, LIST_BYTES, list->size);
    gau_table_set_real(a->table, FROM, gau_info_seconds(a->info, list->first));
    gau_table_set_real(a->table, TO, gau_info_seconds(a->info, list->last));
    gau_table_set_integer(a->table, DEPTH, list->depth);
    gau_table_stream(a->table, a->format, a->out);
    return true;
}

static bool add_item(void *user, const struct gau_trace_rbwp_name *item, struct gau_trace_text name)
{
    struct adding *const a = user;

    gau_info_item_add(a->table, a->info, item, name.data);
    gau_table_stream(a->table, a->format, a->out);
    return true;
}

void gau_info_rows_add(struct gau_table *table, enum gau_info_table which,
                       const struct gau_trace_info *info, enum gau_table_format format, FILE *out,
                       gau_error *error)
{
    static const struct gau_trace_visitor blocks = {.block = begin_block,
                                                    .record = count_record,
                                                    .skips_entries = true};
    static const struct gau_trace_visitor lists = {.block = note_block, .entry_counts = add_list};
    static const struct gau_trace_visitor items = {.rbwp_name = add_item, .skips_entries = true};
    const bool of_blocks = which == GAU_INFO_BLOCK_TABLE;
    const struct gau_trace_visitor *const visitor = of_blocks                      ? &blocks
                                                    : which == GAU_INFO_ITEM_TABLE ? &items
                                                                                   : &lists;
    struct adding a = {.table = table, .info = info, .format = format, .out = out};
    char message[128] = "";
    const enum gau_trace_status status =
        gau_trace_read(info->path, visitor, &a, NULL, NULL, message, sizeof message);

    if (of_blocks)
        end_block(&a);
    if (status != GAU_TRACE_OK)
        gau_info_fail(info->path, status, message, error);
}
