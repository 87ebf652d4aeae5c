/* SPDX-License-Identifier: Apache-2.0 */
#include "sheet.h"

#include "visit.h"

#include "report/views/document.h"
#include "table/json_text.h"
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

/* --- terminals ----------------------------------------------------------------------------- */

/* One line, cut to the width. Returns what follows it. */
static const char *put_line(const char *line, const struct gau_hot_screen *screen, FILE *out)
{
    const char *const end = line + strcspn(line, "\n");
    const char *const dots = screen->unicode ? "\u2026" : "...";
    const size_t room = screen->width - (screen->unicode ? 1 : 3);
    const char *cut = line, *at = line;
    size_t width = 0;

    while (at < end) {
        struct gau_glyph glyph;

        at = gau_glyph_next(&glyph, at);
        width += glyph.width;
        if (width <= room)
            cut = at;
    }
    if (width <= screen->width)
        cut = end;
    fwrite(line, 1, (size_t)(cut - line), out);
    fprintf(out, "%s\n", cut < end ? dots : "");
    return *end ? end + 1 : end;
}

/* Names stand last: what is cut is their end. */
static void write_screen(struct gau_hot_sheet *sheet)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const stream = open_memstream(&text, &size);
    const bool done = stream && gau_table_write(sheet->table, GAU_TABLE_TEXT, stream) == 0;

    if (!done || fclose(stream) != 0)
        fail(sheet);
    else
        for (const char *at = text; *at;)
            at = put_line(at, &sheet->options->screen, sheet->out);
    if (!done && stream)
        fclose(stream);
    free(text);
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

static void write_json(struct gau_hot_sheet *sheet, const struct gau_hot_measure *all)
{
    FILE *const out = sheet->out;

    fprintf(out, "{\n  \"schema\": %d,\n", (int)GAU_DOCUMENT_SCHEMA);
    put_text(out, "view", sheet->view);
    if (sheet->options->subject)
        put_text(out, "subject", sheet->options->subject);
    put_texts(out, "filters", sheet->options->filters, sheet->options->filter_count);
    put_text(out, "time_filter", sheet->options->time_filter);
    fputs("  ", out);
    put_real(out, "cpu_s", (double)all->weight_ns / 1e9);
    put_real(out, "error_s", all->error_ns / 1e9);
    fprintf(out, "\"samples\": %" PRIu64 ",\n  \"notes\": [", all->samples);
    for (size_t i = 0; i < sheet->notes.count; i++) {
        fputs(i ? ",\n    " : "\n    ", out);
        gau_json_text_write(sheet->notes.items[i], out);
    }
    fputs("],\n  \"rows\": ", out);
    if (gau_table_write(sheet->table, GAU_TABLE_JSON, out) != 0)
        fail(sheet);
    fputs("}\n", out);
}

/* --- all of them --------------------------------------------------------------------------- */

static void write_plain(struct gau_hot_sheet *sheet, enum gau_table_format format)
{
    if (gau_table_write(sheet->table, format, sheet->out) != 0)
        fail(sheet);
}

static void write_text(struct gau_hot_sheet *sheet)
{
    if (sheet->options->screen.width)
        write_screen(sheet);
    else
        write_plain(sheet, GAU_TABLE_TEXT);
    for (size_t i = 0; i < sheet->notes.count; i++) {
        char *const clean = gau_hot_clean(sheet->notes.items[i]);

        fprintf(sheet->out, "%s%s\n", i ? "" : "\n", clean ? clean : "");
        free(clean);
    }
}

void gau_hot_sheet_write(struct gau_hot_sheet *sheet, const struct gau_hot_measure *all)
{
    if (all->samples == 0 && sheet->result->profile->sample_count > 0)
        gau_hot_note(&sheet->notes, "none of the %" PRIu32 " samples passes the filters",
                     sheet->result->profile->sample_count);
    gau_hot_result_notes(sheet->result, &sheet->notes);
    if (!sheet->table) {
        errno = ENOMEM;
        fail(sheet);
        return;
    }
    for (size_t i = 0; sheet->options->format == GAU_HOT_MARKDOWN && i < sheet->notes.count; i++)
        gau_table_footer(sheet->table, "%s", sheet->notes.items[i]);
    if (!gau_hot_sheet_is_read(sheet))
        gau_hot_notes_tell(&sheet->notes);
    switch (sheet->options->format) {
    case GAU_HOT_TEXT: write_text(sheet); break;
    case GAU_HOT_MARKDOWN: write_plain(sheet, GAU_TABLE_MARKDOWN); break;
    case GAU_HOT_CSV: write_plain(sheet, gau_hot_csv_format(sheet->options)); break;
    case GAU_HOT_JSON: write_json(sheet, all); break;
    case GAU_HOT_FOLDED:
    case GAU_HOT_DOT: break;
    }
}
