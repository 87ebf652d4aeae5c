/* SPDX-License-Identifier: Apache-2.0 */
#include "page.h"

#include "table/number.h"
#include "table/svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* In pixels. */
static const double font = 11, gap = 0.6, thinnest = 0.75, legend_gap = 34, legend_line = 18;

/* Ten colours for all kinds of sight, on which dark text is read: Paul Tol's light scheme and a
 * violet, in an order in which neighbours differ. */
static const char *const paints[] = {"#77aadd", "#ee8866", "#44bb99", "#ffaabb", "#bbcc33",
                                     "#99ddff", "#c3a5e0", "#aaaa00", "#eedd88", "#c8c8c8"};

_Static_assert(sizeof paints / sizeof *paints == GAU_TIMELINE_COLOURS, "a paint per colour");

void gau_timeline_put_paints(FILE *out)
{
    for (int i = 0; i < GAU_TIMELINE_COLOURS; i++)
        fprintf(out, ".c%d{fill:%s}\n", i, paints[i]);
}

static unsigned colour_of(const struct gau_timeline_page *page, uint32_t label)
{
    return page->scene->label_facts[label].colour;
}

/* --- bars ---------------------------------------------------------------------------------- */

/* What is shown when the mouse is on a bar. */
static void hint(const struct gau_timeline_page *page, const struct gau_timeline_bar *bar)
{
    const char *const label = page->scene->labels.items[bar->label];
    char busy[40], start[GAU_NUMBER_SIZE];

    gau_quantity_text(busy, sizeof busy, bar->busy_s, "s");
    gau_number_digits_text(start, 9, bar->start_s);
    fputs("<title>", page->out);
    if (bar->entries > 1)
        fprintf(page->out, "%" PRIu64 " entries, most of all: ", bar->entries);
    gau_svg_text(page->out, label);
    fprintf(page->out, "\n%s from %s s</title>", busy, start);
}

/* How many characters of the label the bar has room for, and whether these are all. */
static size_t fit(const struct gau_timeline_page *page, const struct gau_timeline_bar *bar,
                  bool *all)
{
    enum { LEAST_PART = 5, LEAST_ROOM = 8, ALL = 1000 };
    const char *const label = page->scene->labels.items[bar->label];
    const double room = bar->right - bar->left - 6;
    size_t part;

    *all = false;
    if (room < LEAST_ROOM || page->row < font + 2 || bar->entries > 1)
        return 0;
    *all = gau_svg_width(label, font) <= room;
    if (*all)
        return ALL;
    part = gau_svg_fit(label, font, room - font); /* with dots */
    return part < LEAST_PART ? 0 : part;
}

static void put_label(const struct gau_timeline_page *page, const struct gau_timeline_bar *bar)
{
    bool all;
    const size_t fitting = fit(page, bar, &all);

    if (fitting == 0)
        return;
    fprintf(page->out, "<text class=\"%s\" x=\"", all ? "label" : "part");
    gau_svg_number(page->out, all ? (bar->left + bar->right) / 2 : bar->left + 4);
    fputs("\" y=\"", page->out);
    gau_svg_number(page->out, page->row / 2 + font * 0.28);
    fputs("\">", page->out);
    gau_svg_text_part(page->out, page->scene->labels.items[bar->label], fitting);
    fputs(all ? "</text>\n" : "\u2026</text>\n", page->out);
}

/* Bars that are joined are the paler, the more of them is gaps. */
static void put_bar(const struct gau_timeline_page *page, const struct gau_timeline_bar *bar)
{
    const double width = fmax(bar->right - bar->left - gap, thinnest);
    const double span_s = bar->end_s - bar->start_s;

    fprintf(page->out, "<path class=\"c%u\"", colour_of(page, bar->label));
    if (bar->entries > 1 && bar->busy_s < 0.95 * span_s) {
        fputs(" opacity=\"", page->out);
        gau_svg_number(page->out, 0.3 + 0.7 * bar->busy_s / span_s);
        fputc('"', page->out);
    }
    fputs(" d=\"M", page->out);
    gau_svg_number(page->out, bar->left);
    fputs(" 0h", page->out);
    gau_svg_number(page->out, width);
    fputc('v', page->out);
    gau_svg_number(page->out, page->row - 2);
    fputs("h-", page->out);
    gau_svg_number(page->out, width);
    fputs("z\">", page->out);
    hint(page, bar);
    fputs("</path>\n", page->out);
    put_label(page, bar);
}

void gau_timeline_put_row(struct gau_timeline_page *page, const struct gau_timeline_row *row,
                          uint32_t depth)
{
    char text[32];

    snprintf(text, sizeof text, "%" PRIu32, depth);
    if (page->row >= 9)
        gau_timeline_put_text(page, page->left - 8, page->y + page->row / 2 + 3, "depth", text);
    fputs("<g transform=\"translate(", page->out);
    gau_svg_number(page->out, page->left);
    fputc(' ', page->out);
    gau_svg_number(page->out, page->y);
    fputs(")\">\n", page->out);
    for (uint32_t i = 0; i < row->count; i++)
        put_bar(page, &row->bars[i]);
    fputs("</g>\n", page->out);
    page->y += page->row;
}

/* --- the legend ---------------------------------------------------------------------------- */

static void note_shown(const struct gau_timeline_page *page, const struct gau_timeline_row *row)
{
    for (uint32_t i = 0; i < row->count; i++) {
        bool all;

        fit(page, &row->bars[i], &all);
        if (all)
            page->scene->label_facts[row->bars[i].label].shown = true;
    }
}

/* Puts it among the others, most time first; those with least drop out. */
static void insert(struct gau_timeline_page *page, uint32_t label)
{
    const struct gau_timeline_label *const facts = page->scene->label_facts;
    uint32_t at = page->n_legend;

    while (at > 0 && facts[page->legend[at - 1].label].busy_s < facts[label].busy_s)
        at--;
    if (at == GAU_TIMELINE_LEGEND)
        return;
    page->n_legend += page->n_legend < GAU_TIMELINE_LEGEND;
    for (uint32_t i = page->n_legend - 1; i > at; i--)
        page->legend[i] = page->legend[i - 1];
    page->legend[at].label = label;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = ((const struct gau_timeline_legend *)a)->label,
                   y = ((const struct gau_timeline_legend *)b)->label;

    return (x > y) - (x < y);
}

/* What took no visible time is not in it. */
static void choose(struct gau_timeline_page *page)
{
    const struct gau_timeline *const scene = page->scene;
    const double least_s = 0.01 * (scene->to_s - scene->from_s);

    for (uint32_t i = 1; i < scene->n_facts; i++)
        if (scene->label_facts[i].busy_s > least_s && !scene->label_facts[i].shown)
            insert(page, i);
    qsort(page->legend, page->n_legend, sizeof *page->legend, by_number);
}

void gau_timeline_lay_out_legend(struct gau_timeline_page *page)
{
    const struct gau_timeline *const scene = page->scene;
    double x = 0, y = 0;

    for (uint32_t i = 0; i < scene->n_groups; i++)
        for (uint32_t row = 0; row < scene->groups[i].n_rows; row++)
            note_shown(page, &scene->groups[i].rows[row]);
    choose(page);
    for (uint32_t i = 0; i < page->n_legend; i++) {
        const double width =
            gau_svg_width(scene->labels.items[page->legend[i].label], font) + legend_gap;

        if (x > 0 && x + width > scene->width) {
            x = 0;
            y += legend_line;
        }
        page->legend[i].x = x;
        page->legend[i].y = y;
        x += width;
    }
    page->legend_height = page->n_legend ? y + legend_line + 6 : 0;
}

void gau_timeline_put_legend(const struct gau_timeline_page *page, double y)
{
    for (uint32_t i = 0; i < page->n_legend; i++) {
        const struct gau_timeline_legend *const item = &page->legend[i];

        fprintf(page->out, "<rect class=\"c%u\" width=\"11\" height=\"11\" x=\"",
                colour_of(page, item->label));
        gau_svg_number(page->out, page->left + item->x);
        fputs("\" y=\"", page->out);
        gau_svg_number(page->out, y + item->y);
        fputs("\"/>\n", page->out);
        gau_timeline_put_text(page, page->left + item->x + 16, y + item->y + 10, "name",
                              page->scene->labels.items[item->label]);
    }
}
