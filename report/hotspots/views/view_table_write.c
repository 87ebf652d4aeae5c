/* SPDX-License-Identifier: Apache-2.0 */
#include "presets.h"

#include "documents/document.h"
#include "table/number_format.h"
#include "table/utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void fail(const struct gau_hotspots_table *table)
{
    gau_fail_first(table->error, GAU_ERR_IO, "the view of '%.*s' cannot be written: %s",
                   GAU_QUOTE(table->result->folder), strerror(errno));
}

/* --- columns ------------------------------------------------------------------------------- */

enum { COLUMNS_MOST = 40 };

struct columns {
    struct gau_column items[COLUMNS_MOST];
    size_t count;
};

/* In data formats each key has a column. */
static void add_keys(struct columns *columns, const struct gau_hotspots_table *table)
{
    for (size_t i = 0; i < table->query->keys.count; i++) {
        const enum gau_hotspots_key key = table->query->keys.items[i];

        columns->items[columns->count++] =
            (struct gau_column){.name = "",
                                .csv = gau_hotspots_key_names[key].column,
                                .key = gau_hotspots_key_names[key].field,
                                .field = GAU_HOTSPOTS_FIRST_KEY + key,
                                .shown = GAU_IN_DATA_FORMATS};
    }
}

/* Returns whether a key has a column of that name. */
static bool is_there(const struct columns *columns, const struct gau_column *column, bool json)
{
    for (size_t i = 0; i < columns->count; i++) {
        const struct gau_column *const there = &columns->items[i];

        if (json ? strcmp(there->key, column->key) == 0
                 : there->csv && column->csv && strcmp(there->csv, column->csv) == 0)
            return true;
    }
    return false;
}

/* Room for a key with its value, such as "level=3". */
enum { KEY_SIZE = 600 };

static const char *key_text(const struct gau_hotspots_table *table, enum gau_hotspots_key key,
                            char *text, size_t size)
{
    const struct gau_branch_key *const branches = table->query->keys.branches;

    if (key == GAU_HOTSPOTS_LEVEL)
        snprintf(text, size, "level=%u", branches[GAU_BRANCHES_BY_LEVEL].level);
    else if (key == GAU_HOTSPOTS_CHILDREN)
        snprintf(text, size, "children=%s", branches[GAU_BRANCHES_BY_CHILDREN].branch);
    else
        return gau_hotspots_key_names[key].name;
    return text;
}

/* Writes "Task Type / Function" for columns, else "task, function". */
static void join_keys(const struct gau_hotspots_table *table, bool columns, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < table->query->keys.count; i++) {
        const enum gau_hotspots_key key = table->query->keys.items[i];
        const size_t used = strlen(text);
        char room[KEY_SIZE];

        snprintf(text + used, size - used, "%s%s",
                 i == 0    ? ""
                 : columns ? " / "
                           : ", ",
                 columns ? gau_hotspots_key_names[key].column
                         : key_text(table, key, room, sizeof room));
    }
}

static bool is_of_function(const struct gau_column *column)
{
    return column->field >= GAU_HOTSPOTS_MODULE_TEXT && column->field <= GAU_HOTSPOTS_START;
}

/* Those that results without lanes lack. */
static bool is_missing(const struct gau_column *column, const struct gau_samples *profile)
{
    return column->field >= GAU_HOTSPOTS_MIN && column->field <= GAU_HOTSPOTS_MAX &&
           !profile->has_lanes;
}

static void add_columns(struct columns *columns, const struct gau_hotspots_table *table)
{
    const struct gau_hotspots_preset *const preset = table->view->preset;
    const struct gau_hotspots_keys *const keys = &table->query->keys;
    const bool functions = gau_hotspots_keys_have_function(keys, keys->count);
    const bool by_keys = preset->by_any_keys && !gau_hotspots_table_is_read(table);

    if (by_keys)
        add_keys(columns, table);
    for (size_t i = 0; i < preset->n_columns; i++) {
        const struct gau_column *const column = &preset->columns[i];

        if ((preset->by_any_keys && !functions && is_of_function(column)) ||
            is_missing(column, table->result->profile))
            continue;
        if (!by_keys || !is_there(columns, column, table->format == GAU_TABLE_JSON))
            columns->items[columns->count++] = *column;
    }
}

/* Sets what is known of a column only when the table is made. */
static void adjust(struct gau_column *column, struct gau_hotspots_table *table, const char *keys)
{
    enum { BAR_WIDE = 20, BAR_NARROW = 10, TERMINAL_NARROW = 100 };
    const unsigned width = table->options->width;

    if (column->type == GAU_COLUMN_MEASURED && column->unit)
        column->decimals = gau_hotspots_table_decimals(table);
    if (column->type == GAU_COLUMN_BAR)
        column->signs = width && width < TERMINAL_NARROW ? BAR_NARROW : BAR_WIDE;
    if (column->type == GAU_COLUMN_REAL && column->unit && gau_hotspots_table_is_read(table) &&
        column->shown != GAU_IN_DATA_FORMATS)
        table->streams = false; /* because all rows have one unit */
    if (table->view->preset->by_any_keys && column->tree)
        column->name = keys;
}

static void make_columns(struct gau_hotspots_table *table)
{
    struct columns columns = {.count = 0};
    char keys[256 + KEY_SIZE];

    join_keys(table, true, keys, sizeof keys);
    add_columns(&columns, table);
    table->streams = table->query->direction != GAU_HOTSPOTS_LINES_OF;
    for (size_t i = 0; i < columns.count; i++)
        adjust(&columns.items[i], table, keys);
    table->table = gau_table_new(columns.items, columns.count);
}

/* The title ends with "1.234 s +- 0.012 (standard error), 123 samples, 2 threads, 1 process". */
static void set_title(const struct gau_hotspots_table *table,
                      const struct gau_hotspots_grouping *of)
{
    const char *const title = table->view->preset->title;
    const struct gau_hotspots_measure *const all = &of->groups[0].total;
    char time[64], keys[256 + KEY_SIZE];

    join_keys(table, false, keys, sizeof keys);
    gau_hotspots_table_time_text(table, all, time, sizeof time);
    gau_table_title(table->table,
                    "%s%s: %s (standard error), %" PRIu64 " sample%s, %" PRIu64
                    " thread%s, %" PRIu64 " process%s",
                    title ? title : "CPU time by ", title ? "" : keys, time, all->samples,
                    all->samples == 1 ? "" : "s", of->thread_count,
                    of->thread_count == 1 ? "" : "s", of->process_count,
                    of->process_count == 1 ? "" : "es");
}

/* --- JSON ---------------------------------------------------------------------------------- */

static void put_real(FILE *out, const char *key, double value)
{
    char number[GAU_NUMBER_SIZE];

    gau_number_real_text(number, value);
    fprintf(out, "\"%s\": %s, ", key, number);
}

static void put_texts(FILE *out, const char *key, const char *const *texts, size_t count)
{
    fprintf(out, "  \"%s\": [", key);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", out);
        gau_json_text_write(texts[i], out);
    }
    fputs("],\n", out);
}

static void put_text(FILE *out, const char *key, const char *text)
{
    fprintf(out, "  \"%s\": ", key);
    if (text)
        gau_json_text_write(text, out);
    else
        fputs("null", out);
    fputs(",\n", out);
}

static void put_keys(const struct gau_hotspots_table *table)
{
    const char *names[GAU_HOTSPOTS_DEPTH_MAX];

    for (size_t i = 0; i < table->query->keys.count; i++)
        names[i] = gau_hotspots_key_names[table->query->keys.items[i]].name;
    put_texts(table->out, "group_by", names, table->query->keys.count);
}

/* Writes what is above the rows. */
static void begin_json(const struct gau_hotspots_table *table,
                       const struct gau_hotspots_grouping *of)
{
    const struct gau_view_options *const options = table->options;
    FILE *const out = table->out;

    fprintf(out, "{\n  \"schema\": %d,\n", (int)GAU_DOCUMENT_SCHEMA);
    put_text(out, "view", table->view->name);
    if (options->subject)
        put_text(out, "subject", options->subject);
    if (table->view->preset->by_any_keys)
        put_keys(table);
    put_texts(out, "filters", options->filters, options->filter_count);
    put_text(out, "time_filter", options->time_filter);
    if (options->relative_to)
        put_text(out, "relative_to", options->relative_to);
    fputs("  ", out);
    put_real(out, "cpu_s", (double)of->groups[0].total.weight_ns / 1e9);
    put_real(out, "error_s", gau_hotspots_error_s(of->groups[0].total.error_ns));
    fprintf(out,
            "\"samples\": %" PRIu64 ", \"threads\": %" PRIu64 ", \"processes\": %" PRIu64
            ",\n  \"rows\": ",
            of->groups[0].total.samples, of->thread_count, of->process_count);
}

static void end_json(const struct gau_hotspots_table *table)
{
    const struct gau_hotspots_notes *const notes = &table->notes;

    fputs(", \"notes\": [", table->out);
    for (size_t i = 0; i < notes->count; i++) {
        fputs(i ? ",\n    " : "\n    ", table->out);
        gau_json_text_write(notes->items[i].text, table->out);
    }
    fputs("]\n}\n", table->out);
}

/* --- all formats --------------------------------------------------------------------------- */

void gau_hotspots_table_note(struct gau_hotspots_table *table,
                             const struct gau_hotspots_grouping *of)
{
    const struct gau_view_options *const options = table->options;
    char hint[768];

    if (table->result->profile->sample_count == 0 &&
        (options->time_filter || options->filter_count > 0))
        gau_hotspots_note(&table->notes, "there are no rows: filters choose among samples; without "
                                         "them there are the tasks and threads of the whole run");
    if (of->groups[0].total.samples > 0 || table->result->profile->sample_count == 0)
        return;
    gau_hotspots_filter_hint(hint, sizeof hint, &table->query->filter, table->result);
    gau_hotspots_note(&table->notes, "none of the %" PRIu32 " samples passes the filters%s",
                      table->result->profile->sample_count, hint);
}

static void note_whole(struct gau_hotspots_table *table, const struct gau_hotspots_grouping *of)
{
    char time[64];

    table->whole = of->whole;
    table->all_ns = of->groups[0].total.weight_ns;
    gau_hotspots_table_time_text(table, &of->whole, time, sizeof time);
    gau_hotspots_note_detail(&table->notes, "100 %%: '%.*s' with all that is below it, %s",
                             GAU_QUOTE(table->options->relative_to), time);
}

void gau_hotspots_table_begin(struct gau_hotspots_table *table,
                              const struct gau_hotspots_grouping *of)
{
    const struct gau_view_options *const options = table->options;

    table->format = options->format;
    if (options->relative_to)
        note_whole(table, of);
    gau_hotspots_short_names_make(table);
    make_columns(table);
    gau_hotspots_table_note(table, of);
    if (table->format == GAU_TABLE_JSON)
        begin_json(table, of);
    if (!table->table)
        return;
    if (options->delimiter)
        gau_table_delimiter(table->table, options->delimiter);
    gau_view_options_apply(options, table->table);
    set_title(table, of);
    table->measures = table->format == GAU_TABLE_TEXT;
}

bool gau_hotspots_table_again(struct gau_hotspots_table *table)
{
    table->measures = false;
    return table->table && gau_table_restart(table->table);
}

/* Notes are below the table in display formats, and in JSON; else they go to standard error. */
void gau_hotspots_table_end(struct gau_hotspots_table *table)
{
    gau_symbolized_samples_notes(table->result, &table->notes);
    errno = ENOMEM;
    if (table->table)
        gau_hotspots_notes_put(&table->notes, table->table);
    if (!gau_hotspots_table_is_read(table) && !table->options->no_notes)
        gau_hotspots_notes_print(&table->notes);
    if (!table->table || gau_table_write(table->table, table->format, table->out) != 0)
        fail(table);
    if (table->format == GAU_TABLE_JSON)
        end_json(table);
}

void gau_hotspots_table_clear(struct gau_hotspots_table *table)
{
    gau_table_free(table->table);
    gau_hotspots_notes_clear(&table->notes);
    table->table = NULL;
}
