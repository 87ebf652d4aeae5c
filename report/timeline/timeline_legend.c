/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_page.h"

#include "table/svg.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void gau_timeline_put(const struct gau_timeline_page *page, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    for (; *format; format++)
        if (*format == '@')
            gau_svg_number(page->out, va_arg(args, double));
        else if (*format == '$')
            gau_svg_text(page->out, va_arg(args, const char *));
        else
            putc(*format, page->out);
    va_end(args);
}

void gau_timeline_put_text(const struct gau_timeline_page *page, double x, double y,
                           const char *class, const char *text)
{
    gau_timeline_put(page, "<text class=\"$\" x=\"@\" y=\"@\">$</text>\n", class, x, y, text);
}

/* --- the legend ---------------------------------------------------------------------------- */

/* All lengths are in pixels. */
static const double swatch = 12, space = 6, between = 20, line_height = 18, widest = 240,
                    least_seen = 2;

/* Describes where the next item is put. */
struct legend {
    const struct gau_timeline_page *page;
    bool draws;
    double x, y; /* from the left margin, and the top of the legend */
};

static void put_item(struct legend *legend, unsigned colour, const char *text)
{
    const char *rest;
    const size_t fits = gau_svg_fit(&rest, text, GAU_TIMELINE_FONT, widest);
    const double width = swatch + space + gau_svg_width(text, fits, GAU_TIMELINE_FONT) +
                         (*rest ? GAU_TIMELINE_FONT : 0);
    const struct gau_timeline_page *const page = legend->page;

    if (legend->x > 0 && legend->x + width > GAU_TIMELINE_WIDTH) {
        legend->x = 0;
        legend->y += line_height;
    }
    if (legend->draws) {
        fprintf(page->out, "<rect class=\"c%u\"", colour);
        gau_timeline_put(page, " x=\"@\" y=\"@\" width=\"@\" height=\"@\"/>\n",
                         GAU_TIMELINE_LEFT + legend->x, page->y + legend->y, swatch, swatch);
        gau_timeline_put(page, "<text class=\"legend\" x=\"@\" y=\"@\">",
                         GAU_TIMELINE_LEFT + legend->x + swatch + space,
                         page->y + legend->y + swatch - 2);
        gau_svg_text_part(page->out, text, fits);
        fprintf(page->out, "%s</text>\n", *rest ? "\u2026" : "");
    }
    legend->x += width + between;
}

/* A colour is seen if its bars are together wide enough. */
static unsigned colours_seen(const struct gau_timeline *scene)
{
    double widths[GAU_TIMELINE_EVENTS + 1] = {0};
    unsigned seen = 0;

    for (uint32_t i = 0; i < scene->n_groups; i++)
        for (uint32_t row = 0; row < scene->groups[i].n_rows; row++)
            for (uint32_t n = 0; n < scene->groups[i].rows[row].count; n++) {
                const struct gau_timeline_bar *const bar = &scene->groups[i].rows[row].bars[n];

                widths[bar->colour] += bar->right - bar->left;
            }
    for (unsigned i = 0; i < sizeof widths / sizeof *widths; i++)
        seen |= (unsigned)(widths[i] >= least_seen) << i;
    return seen;
}

double gau_timeline_legend(const struct gau_timeline_page *page, bool draws)
{
    const struct gau_timeline *const scene = page->scene;
    const unsigned seen = colours_seen(scene);
    struct legend legend = {.page = page, .draws = draws};

    if (seen >> GAU_TIMELINE_EVENTS & 1)
        put_item(&legend, GAU_TIMELINE_EVENTS, "events");
    for (uint32_t i = 0; i < scene->n_ranked; i++) {
        const char *const label = scene->labels.items[scene->ranked[i]];

        if (seen >> i & 1)
            put_item(&legend, i, label[0] ? label : "(no label)");
    }
    if (seen >> GAU_TIMELINE_OTHERS & 1)
        put_item(&legend, GAU_TIMELINE_OTHERS, "others");
    return legend.y + line_height + 4;
}
