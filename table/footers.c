/* SPDX-License-Identifier: Apache-2.0 */
#include "table_internal.h"
#include "utf8.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Takes the text; NULL: memory ran out for it. */
static void add_footer(struct gau_table *table, char *text, bool is_detail)
{
    struct gau_footers *const lines = &table->footers;

    table->incomplete |=
        !text || !gau_array_grow(&lines->items, lines->count, &lines->size, sizeof *lines->items);
    if (table->incomplete)
        free(text);
    else
        lines->items[lines->count++] = (struct gau_footer){text, is_detail};
}

void gau_table_footer(struct gau_table *table, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add_footer(table, gau_format(format, args), false);
    va_end(args);
}

const char *gau_table_footer_at(const struct gau_table *table, size_t i)
{
    return i < table->footers.count ? table->footers.items[i].text : NULL;
}

/* --- details ------------------------------------------------------------------------------- */

static bool is_known(const struct gau_briefs *briefs, const char *text)
{
    for (size_t i = 0; i < briefs->count; i++)
        if (strcmp(briefs->items[i].text, text) == 0)
            return true;
    return false;
}

/* Takes the text. Tables of one output may have details of one kind, which are named once. */
static void add_brief(struct gau_table *table, struct gau_brief brief)
{
    struct gau_briefs *const briefs = &table->briefs;

    table->incomplete |= !brief.text || !gau_array_grow(&briefs->items, briefs->count,
                                                        &briefs->size, sizeof *briefs->items);
    if (table->incomplete || is_known(briefs, brief.text))
        free(brief.text);
    else
        briefs->items[briefs->count++] = brief;
}

void gau_table_detail(struct gau_table *table, const char *brief, const char *format, ...)
{
    va_list args;
    char *text;

    va_start(args, format);
    text = gau_format(format, args);
    va_end(args);
    if (text)
        add_brief(table, (struct gau_brief){strdup(brief ? brief : text), !brief});
    add_footer(table, text, true);
}

void gau_table_verbose(struct gau_table *table)
{
    table->verbose = true;
}

void gau_table_move_briefs(struct gau_table *to, struct gau_table *from)
{
    const struct gau_briefs last = to->briefs;

    to->briefs = from->briefs;
    from->briefs = (struct gau_briefs){0};
    for (size_t i = 0; i < last.count; i++)
        add_brief(to, last.items[i]);
    free(last.items);
}

bool gau_footer_is_shown(const struct gau_table *table, size_t footer)
{
    return table->verbose || !table->footers.items[footer].is_detail;
}

size_t gau_footers_shown(const struct gau_table *table)
{
    size_t n = 0;

    for (size_t i = 0; i < table->footers.count; i++)
        n += gau_footer_is_shown(table, i);
    return n;
}

static void write_briefs(const struct gau_table *table, FILE *out)
{
    enum { MOST = 100 };
    static const char rest[] = "-v explains more";
    const size_t room = table->width > 0 && table->width < MOST ? table->width : MOST;
    size_t used = sizeof rest - 1;
    const char *join = "";
    bool is_all = true;

    for (size_t i = 0; i < table->briefs.count; i++) {
        const struct gau_brief *const brief = &table->briefs.items[i];
        const size_t width = gau_utf8_width(brief->text) + 2;

        is_all &= brief->is_whole && used + width <= room;
        if (!brief->text[0] || used + width > room)
            continue;
        fprintf(out, "%s%s", join, brief->text);
        used += width;
        join = "; ";
    }
    if (!is_all)
        fprintf(out, "%s%s", join, rest);
}

char *gau_briefs_text(const struct gau_table *table)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out =
        table->verbose || table->briefs.count == 0 ? NULL : open_memstream(&text, &size);

    if (out) {
        write_briefs(table, out);
        fclose(out);
    }
    return text;
}

void gau_footers_clear(struct gau_table *table)
{
    for (size_t i = 0; i < table->footers.count; i++)
        free(table->footers.items[i].text);
    for (size_t i = 0; i < table->briefs.count; i++)
        free(table->briefs.items[i].text);
    free(table->footers.items);
    free(table->briefs.items);
}
