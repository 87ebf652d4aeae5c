/* SPDX-License-Identifier: Apache-2.0 */
#include "presets.h"

#include "report/views/document.h"
#include "table/number.h"
#include "table/utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void fail(const struct gau_hot_sheet *sheet)
{
    gau_view_fail(sheet->error, GAU_VIEW_FAILED, "the view of '%.*s' cannot be written: %s",
                  GAU_VIEW_QUOTE(sheet->result->folder), strerror(errno));
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

static void put_keys(const struct gau_hot_sheet *sheet)
{
    const char *names[GAU_HOT_DEPTH_MAX];

    for (size_t i = 0; i < sheet->query->keys.count; i++)
        names[i] = gau_hot_key_name(sheet->query->keys.items[i]);
    put_texts(sheet->out, "group_by", names, sheet->query->keys.count);
}

/* What is above the rows. */
static void begin_json(const struct gau_hot_sheet *sheet, const struct gau_hot_grouping *of)
{
    const struct gau_hot_options *const options = sheet->options;
    FILE *const out = sheet->out;

    fprintf(out, "{\n  \"schema\": %d,\n", (int)GAU_DOCUMENT_SCHEMA);
    put_text(out, "view", sheet->view->name);
    if (options->subject)
        put_text(out, "subject", options->subject);
    if (sheet->view->preset->by_any_keys)
        put_keys(sheet);
    put_texts(out, "filters", options->filters, options->filter_count);
    put_text(out, "time_filter", options->time_filter);
    fputs("  ", out);
    put_real(out, "cpu_s", (double)of->groups[0].weight_ns / 1e9);
    put_real(out, "error_s", gau_hot_error_s(of->groups[0].error_ns));
    fprintf(out,
            "\"samples\": %" PRIu64 ", \"threads\": %" PRIu64 ", \"processes\": %" PRIu64
            ",\n  \"rows\": ",
            of->groups[0].samples, of->thread_count, of->process_count);
}

static void end_json(const struct gau_hot_sheet *sheet)
{
    const struct gau_hot_notes *const notes = &sheet->notes;

    fputs(", \"notes\": [", sheet->out);
    for (size_t i = 0; i < notes->count; i++) {
        fputs(i ? ",\n    " : "\n    ", sheet->out);
        gau_json_text_write(notes->items[i], sheet->out);
    }
    fputs("]\n}\n", sheet->out);
}

/* --- all formats --------------------------------------------------------------------------- */

void gau_hot_sheet_note(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *of)
{
    if (of->groups[0].samples == 0 && sheet->result->profile->sample_count > 0)
        gau_hot_note(&sheet->notes, "none of the %" PRIu32 " samples passes the filters",
                     sheet->result->profile->sample_count);
}

void gau_hot_sheet_begin(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *of)
{
    const struct gau_hot_options *const options = sheet->options;

    sheet->format = options->excel ? GAU_TABLE_EXCEL : (enum gau_table_format)options->format;
    gau_hot_sheet_columns(sheet);
    gau_hot_sheet_note(sheet, of);
    if (sheet->format == GAU_TABLE_JSON)
        begin_json(sheet, of);
    if (!sheet->table)
        return;
    if (options->delimiter)
        gau_table_delimiter(sheet->table, options->delimiter);
    gau_table_fit(sheet->table, options->screen.width);
    gau_table_colours(sheet->table, options->screen.colours);
    gau_hot_sheet_title(sheet, of);
    sheet->measures = sheet->format == GAU_TABLE_TEXT;
}

bool gau_hot_sheet_again(struct gau_hot_sheet *sheet)
{
    sheet->measures = false;
    return sheet->table && gau_table_restart(sheet->table);
}

/* Notes are below the table for people, and in JSON; else they go to standard error. */
void gau_hot_sheet_end(struct gau_hot_sheet *sheet)
{
    gau_hot_result_notes(sheet->result, &sheet->notes);
    errno = ENOMEM;
    for (size_t i = 0; sheet->table && i < sheet->notes.count; i++)
        gau_table_footer(sheet->table, "%s", sheet->notes.items[i]);
    if (!gau_hot_sheet_is_read(sheet))
        gau_hot_notes_tell(&sheet->notes);
    if (!sheet->table || gau_table_write(sheet->table, sheet->format, sheet->out) != 0)
        fail(sheet);
    if (sheet->format == GAU_TABLE_JSON)
        end_json(sheet);
}

void gau_hot_sheet_clear(struct gau_hot_sheet *sheet)
{
    gau_table_free(sheet->table);
    gau_hot_notes_clear(&sheet->notes);
    sheet->table = NULL;
}
