/* SPDX-License-Identifier: Apache-2.0 */
#include "info_tables.h"

#include "documents/column_macros.h"
#include "documents/document.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *const gau_info_table_names[] = {
    [GAU_INFO_FILE_TABLE] = "files",   [GAU_INFO_RECORD_TABLE] = "records",
    [GAU_INFO_LANE_TABLE] = "lanes",   [GAU_INFO_ITEM_TABLE] = "items",
    [GAU_INFO_BLOCK_TABLE] = "blocks", [GAU_INFO_LIST_TABLE] = "lists",
    [GAU_INFO_TABLES] = NULL,
};

/* --- what files are, as data --------------------------------------------------------------- */

#define FILE_LIST(COLUMN)                                             \
    COLUMN(FILE_NAME, {.name = "file", .key = "file"})                \
    COLUMN(CONTENT, {.name = "content", .key = "content"})            \
    COLUMN(VERSION, DATA("version", GAU_COLUMN_INTEGER))              \
    COLUMN(PID, DATA("pid", GAU_COLUMN_INTEGER))                      \
    COLUMN(BEGAN, {.name = "began", .key = "began"})                  \
    COLUMN(DURATION, DATA("duration_s", GAU_COLUMN_REAL))             \
    COLUMN(ENDED, DATA("ended", GAU_COLUMN_INTEGER))                  \
    COLUMN(BYTES, DATA("bytes", GAU_COLUMN_INTEGER))                  \
    COLUMN(BLOCKS, DATA("blocks", GAU_COLUMN_INTEGER))                \
    COLUMN(COMPRESSED, DATA("compressed_blocks", GAU_COLUMN_INTEGER)) \
    COLUMN(RAW, DATA("raw_bytes", GAU_COLUMN_INTEGER))                \
    COLUMN(MISSING, DATA("missing_blocks", GAU_COLUMN_INTEGER))       \
    COLUMN(SKIPPED, DATA("skipped_bytes", GAU_COLUMN_INTEGER))        \
    COLUMN(TAIL, DATA("tail_bytes", GAU_COLUMN_INTEGER))              \
    COLUMN(INVALID, DATA("invalid_records", GAU_COLUMN_INTEGER))      \
    COLUMN(DANGLING, DATA("dangling_references", GAU_COLUMN_INTEGER)) \
    COLUMN(UNKNOWN, DATA("unknown", GAU_COLUMN_INTEGER))              \
    COLUMN(SAMPLES, DATA("samples", GAU_COLUMN_INTEGER))              \
    COLUMN(EVENTS, DATA("events", GAU_COLUMN_INTEGER))                \
    COLUMN(BRANCHES, DATA("branches", GAU_COLUMN_INTEGER))            \
    COLUMN(DROPPED, DATA("dropped_lists", GAU_COLUMN_INTEGER))        \
    COLUMN(DROPPED_BYTES, DATA("dropped_bytes", GAU_COLUMN_INTEGER))  \
    COLUMN(DETAIL, DATA("detail", GAU_COLUMN_INTEGER))                \
    COLUMN(WRITER, DATA("writer_cpu_s", GAU_COLUMN_REAL))             \
    COLUMN(LOST_LANES, DATA("lost_lanes", GAU_COLUMN_INTEGER))

enum { FILE_LIST(GAU_COLUMN_ID) FILE_COLUMNS };

static const struct gau_column file_columns[FILE_COLUMNS] = {FILE_LIST(GAU_COLUMN_ROW)};

static void set_damage(struct gau_table *table, const struct gau_trace_damage *damage)
{
    gau_info_set_count(table, BLOCKS, damage->blocks);
    gau_info_set_count(table, MISSING, damage->missing);
    gau_info_set_count(table, SKIPPED, damage->bytes_skipped);
    gau_info_set_count(table, TAIL, damage->tail_bytes);
    gau_info_set_count(table, INVALID, damage->invalid_records);
    gau_info_set_count(table, DANGLING, damage->dangling_references);
    gau_info_set_count(table, UNKNOWN, damage->unknown);
    gau_info_set_count(table, LOST_LANES, damage->lost_lanes);
}

static void add_file(struct gau_table *table, const struct gau_trace_info *info)
{
    char start[64];

    gau_info_start_text(start, sizeof start, info);
    gau_table_row(table, 0);
    gau_table_set_text(table, FILE_NAME, gau_result_shown(info->path));
    gau_table_set_text(table, CONTENT, gau_info_content_name(&info->header));
    gau_table_set_integer(table, VERSION, info->header.version);
    gau_table_set_integer(table, PID, info->header.pid);
    gau_table_set_text(table, BEGAN, info->header.version ? start : NULL);
    gau_table_set_real(table, DURATION, gau_info_duration(info));
    gau_table_set_integer(table, ENDED, info->ended);
    gau_info_set_count(table, BYTES, info->bytes);
    gau_info_set_count(table, COMPRESSED, info->packed);
    gau_info_set_count(table, RAW, info->raw_bytes);
    set_damage(table, &info->damage);
    gau_info_set_count(table, SAMPLES, info->samples);
    gau_info_set_count(table, EVENTS, info->events);
    if (info->has_timeline) {
        gau_info_set_count(table, BRANCHES, info->branches);
        gau_info_set_count(table, DROPPED, info->timeline.dropped);
        gau_info_set_count(table, DROPPED_BYTES, info->timeline.dropped_bytes);
        gau_table_set_integer(table, DETAIL, info->timeline.detail);
    }
    if (info->has_writer)
        gau_table_set_real(table, WRITER, (double)info->writer_ns / 1e9);
}

/* --- records ------------------------------------------------------------------------------- */

#define RECORD_LIST(COLUMN)                             \
    COLUMN(RECORD_FILE, DATA("file", GAU_COLUMN_TEXT))  \
    COLUMN(TYPE, COUNT("Type", "type"))                 \
    COLUMN(RECORD, {.name = "Record", .key = "record"}) \
    COLUMN(COUNTED, COUNT("Count", "count"))            \
    COLUMN(BAD, COUNT("Invalid", "invalid"))            \
    COLUMN(RECORD_BYTES, COUNT("Bytes", "bytes"))

enum { RECORD_LIST(GAU_COLUMN_ID) RECORD_COLUMNS };

static const struct gau_column record_columns[RECORD_COLUMNS] = {RECORD_LIST(GAU_COLUMN_ROW)};

static void add_records(struct gau_table *table, const struct gau_trace_info *info)
{
    for (uint32_t type = 0; type < GAU_INFO_TYPES; type++) {
        if (info->types[type].count == 0)
            continue;
        gau_table_row(table, 0);
        gau_table_set_text(table, RECORD_FILE, gau_result_shown(info->path));
        if (type != GAU_INFO_UNKNOWN)
            gau_table_set_integer(table, TYPE, type);
        gau_table_set_text(table, RECORD, gau_info_type_name(type));
        gau_info_set_count(table, COUNTED, info->types[type].count);
        gau_info_set_count(table, BAD, info->types[type].invalid);
        gau_info_set_count(table, RECORD_BYTES, info->types[type].bytes);
    }
}

/* --- lanes --------------------------------------------------------------------------------- */

#define LANE_LIST(COLUMN)                                                            \
    COLUMN(LANE_FILE, DATA("file", GAU_COLUMN_TEXT))                                 \
    COLUMN(LANE, COUNT("Lane", "lane"))                                              \
    COLUMN(KIND, {.name = "Kind", .key = "kind"})                                    \
    COLUMN(NUMBER, COUNT("No.", "number"))                                           \
    COLUMN(LANE_NAME, {.name = "Name", .key = "name", .rank = 4, .shortened = true}) \
    COLUMN(ENTRIES, COUNT("Entries", "entries"))                                     \
    COLUMN(LISTS, COUNT("Lists", "lists"), [LISTS].rank = 3)                         \
    COLUMN(LANE_BYTES, COUNT("Bytes", "bytes"))                                      \
    COLUMN(PER_PAIR, {.name = "B/pair",                                              \
                      .key = "bytes_per_pair",                                       \
                      .rank = 1,                                                     \
                      .type = GAU_COLUMN_REAL,                                       \
                      .decimals = 1})                                                \
    COLUMN(LANE_MISSING, COUNT("Missing", "missing_lists"))                          \
    COLUMN(FROM, SECONDS("From", "from_s"))                                          \
    COLUMN(TO, SECONDS("To", "to_s"), [TO].rank = 2, [TO].with_before = true)

enum { LANE_LIST(GAU_COLUMN_ID) LANE_COLUMNS };

static const struct gau_column lane_columns[LANE_COLUMNS] = {LANE_LIST(GAU_COLUMN_ROW)};

static void add_lane(struct gau_table *table, const struct gau_trace_info *info,
                     const struct gau_info_lane *lane, const char *kind)
{
    gau_table_row(table, 0);
    gau_table_set_text(table, LANE_FILE, gau_result_shown(info->path));
    gau_table_set_text(table, KIND, kind);
    gau_info_set_count(table, ENTRIES, lane->entries);
    gau_info_set_count(table, LISTS, lane->lists);
    gau_info_set_count(table, LANE_BYTES, lane->bytes);
    if (lane->pairs > 0)
        gau_table_set_real(table, PER_PAIR, (double)lane->bytes / (double)lane->pairs);
    if (lane->times.known) {
        gau_table_set_real(table, FROM, gau_info_seconds(info, lane->times.first));
        gau_table_set_real(table, TO, gau_info_seconds(info, lane->times.last));
    }
}

static void add_lanes(struct gau_table *table, const struct gau_trace_info *info)
{
    static const char *const kinds[] = {[0] = "not known",
                                        [GAU_TRACE_LANE_WORKER] = "worker",
                                        [GAU_TRACE_LANE_THREAD] = "thread",
                                        [GAU_TRACE_LANE_TASKS] = "tasks",
                                        [GAU_TRACE_LANE_EXTERNAL] = "external"};
    char others[48];

    for (uint32_t i = 0; i < info->n_lanes; i++) {
        const struct gau_info_lane *const lane = &info->lanes[i];

        add_lane(table, info, lane, kinds[lane->kind]);
        gau_table_set_integer(table, LANE, lane->lane);
        if (lane->kind)
            gau_table_set_integer(table, NUMBER, lane->number);
        gau_table_set_text(table, LANE_NAME, lane->name[0] ? lane->name : NULL);
        gau_info_set_count(table, LANE_MISSING, lane->missing);
    }
    if (info->n_other_lanes == 0)
        return;
    snprintf(others, sizeof others, "[%" PRIu64 " others]", info->n_other_lanes);
    add_lane(table, info, &info->other_lanes, others);
}

/* --- all of it ----------------------------------------------------------------------------- */

struct writing {
    const struct gau_view_options *options;
    FILE *out;
    gau_error *error;
    bool any; /* something was written */
};

static bool is_streamed(enum gau_info_table which)
{
    return which == GAU_INFO_BLOCK_TABLE || which == GAU_INFO_LIST_TABLE ||
           which == GAU_INFO_ITEM_TABLE;
}

static struct gau_table *make_table(const struct writing *w, enum gau_info_table which)
{
    const bool lines = gau_table_format_is_display(w->options->format);
    struct gau_table *const table =
        is_streamed(which)               ? gau_info_table_new(which)
        : which == GAU_INFO_RECORD_TABLE ? gau_table_new(record_columns, RECORD_COLUMNS)
        : which == GAU_INFO_LANE_TABLE   ? gau_table_new(lane_columns, LANE_COLUMNS)
        : lines                          ? gau_info_lines_new()
                                         : gau_table_new(file_columns, FILE_COLUMNS);

    if (table)
        gau_view_options_apply(w->options, table);
    else
        gau_fail_memory(w->error, "table of trace files");
    return table;
}

static void add_rows(const struct writing *w, struct gau_table *table, enum gau_info_table which,
                     const struct gau_trace_info *info)
{
    const bool display = gau_table_format_is_display(w->options->format);

    if (which == GAU_INFO_RECORD_TABLE)
        add_records(table, info);
    else if (which == GAU_INFO_LANE_TABLE)
        add_lanes(table, info);
    else if (which == GAU_INFO_FILE_TABLE)
        (display ? gau_info_lines_add : add_file)(table, info);
    else
        gau_info_rows_add(table, which, info, w->options->format, display ? NULL : w->out,
                          w->error);
}

/* Takes the table. */
static void put_table(struct writing *w, struct gau_table *table)
{
    if (gau_table_write(table, w->options->format, w->out) != 0)
        gau_fail_first(w->error, GAU_ERR_IO, "the table cannot be written: %s", strerror(errno));
    gau_table_free(table);
    w->any = true;
}

static bool has_rows(const struct gau_trace_info *info, enum gau_info_table which)
{
    return which == GAU_INFO_FILE_TABLE || (which == GAU_INFO_RECORD_TABLE && info->raw_bytes) ||
           (which == GAU_INFO_BLOCK_TABLE && info->damage.blocks) ||
           (which == GAU_INFO_ITEM_TABLE && info->is_rbwp && info->rbwp.is_closed) ||
           ((which == GAU_INFO_LANE_TABLE || which == GAU_INFO_LIST_TABLE) && info->n_lanes);
}

enum { LANES_SHOWN = 8 };

static void title_table(struct gau_table *table, enum gau_info_table which,
                        const struct gau_trace_info *info)
{
    static const char *const titles[GAU_INFO_TABLES] = {
        [GAU_INFO_RECORD_TABLE] = "Records",
        [GAU_INFO_LANE_TABLE] = "Lanes",
        [GAU_INFO_ITEM_TABLE] = "Items",
        [GAU_INFO_BLOCK_TABLE] = "Blocks",
        [GAU_INFO_LIST_TABLE] = "Lists of entries",
    };

    if (which != GAU_INFO_FILE_TABLE)
        gau_table_title(table, "%s of %s", titles[which], gau_result_shown(info->path));
    else if (info->header.version == 0)
        gau_table_title(table, "%s: empty", gau_result_shown(info->path));
    else if (info->is_rbwp)
        gau_table_title(table,
                        "%s: Realm background-work profile, version %u, level %" PRIu32
                        ", node %" PRIu32,
                        gau_result_shown(info->path), info->header.version, info->rbwp.level,
                        info->rbwp.node);
    else
        gau_table_title(table, "%s: %s of process %" PRIu32 ", format version %u",
                        gau_result_shown(info->path), gau_info_content_name(&info->header),
                        info->header.pid, info->header.version);
}

/* In a display format: rows that are many come twice, for their widths first. */
static void show_table(struct writing *w, enum gau_info_table which,
                       const struct gau_trace_info *info)
{
    struct gau_table *const table = make_table(w, which);

    if (!table)
        return;
    if (w->any)
        fputc('\n', w->out);
    title_table(table, which, info);
    if (which == GAU_INFO_LANE_TABLE && w->options->verbose == 0)
        gau_table_limit(table, LANES_SHOWN);
    add_rows(w, table, which, info);
    if (is_streamed(which) && gau_table_restart(table))
        gau_info_rows_add(table, which, info, w->options->format, w->out, w->error);
    put_table(w, table);
}

static void show_file(struct writing *w, enum gau_info_table wanted,
                      const struct gau_trace_info *info)
{
    for (int i = 0; i < GAU_INFO_TABLES && w->error->status != GAU_ERR_MEMORY; i++) {
        const enum gau_info_table which = (enum gau_info_table)i;

        if (wanted == GAU_INFO_ANY_TABLE
                ? has_rows(info, which) && (!is_streamed(which) || w->options->verbose > 0)
                : which == wanted)
            show_table(w, which, info);
    }
}

void gau_trace_info_write(char *const *paths, size_t count, enum gau_info_table which,
                          const struct gau_view_options *options, FILE *out, gau_error *error)
{
    struct writing w = {.options = options, .out = out, .error = error};
    const bool display = gau_table_format_is_display(options->format);
    const enum gau_info_table only = which == GAU_INFO_ANY_TABLE ? GAU_INFO_FILE_TABLE : which;
    struct gau_table *const table = display ? NULL : make_table(&w, only);

    for (size_t i = 0; i < count && (display || table); i++) {
        struct gau_trace_info info;
        gau_error reason = {0};

        gau_trace_info_read(&info, paths[i], &reason);
        if (reason.status != GAU_OK)
            gau_fail_first(error, reason.status, "%s", reason.message);
        else if (display)
            show_file(&w, which, &info);
        else
            add_rows(&w, table, only, &info);
        gau_trace_info_clear(&info);
    }
    if (table)
        put_table(&w, table);
}
