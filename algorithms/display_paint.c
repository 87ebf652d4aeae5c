/* SPDX-License-Identifier: Apache-2.0 */
#include "display_page.h"

#include "table/number.h"
#include "table/svg.h"

#include <math.h>

const char *const gau_display_calo_colours[GAU_DISPLAY_CALOS] = {"#009e73", "#e69f00"};

double gau_display_arrow_base(const struct gau_display_page *page)
{
    return page->n_rings * page->ring + (page->n_rings > 0 ? 2 : 1) * GAU_DISPLAY_GAP;
}

double gau_display_margin(const struct gau_display_page *page)
{
    return gau_display_arrow_base(page) + GAU_DISPLAY_ARROW + GAU_DISPLAY_BADGE + 4;
}

void gau_display_number(FILE *out, double value)
{
    gau_svg_number(out, round(value * 10) / 10);
}

void gau_display_number_text(char text[GAU_DISPLAY_NUMBER_SIZE], int digits, double value)
{
    char number[GAU_NUMBER_SIZE];

    gau_number_digits_text(number, digits, fabs(value));
    snprintf(text, GAU_DISPLAY_NUMBER_SIZE, "%s%s", value < 0 ? "−" : "", number);
}

void gau_display_put(FILE *out, char command, double x, double y)
{
    fputc(command, out);
    gau_display_number(out, x);
    fputc(' ', out);
    gau_display_number(out, y);
}

static void write_glyphs(FILE *out, const struct gau_display_text *style, const char *text)
{
    if (style->room <= 0 || gau_svg_width(text, style->size) <= style->room) {
        gau_svg_text(out, text);
        return;
    }
    gau_svg_text_part(out, text, gau_svg_fit(text, style->size, style->room - style->size));
    fputs("…", out);
}

void gau_display_write(FILE *out, const struct gau_display_text *style, const char *text)
{
    fputs("<text x=\"", out);
    gau_display_number(out, style->x);
    fputs("\" y=\"", out);
    gau_display_number(out, style->y);
    fputs("\" font-size=\"", out);
    gau_display_number(out, style->size);
    fprintf(out, "\" text-anchor=\"%s\" fill=\"%s\"%s>", style->anchor, style->colour,
            style->bold ? " font-weight=\"bold\"" : "");
    write_glyphs(out, style, text);
    fputs("</text>\n", out);
}

void gau_display_arrow(FILE *out, struct gau_display_labels *labels,
                       const struct gau_display_point *from,
                       const struct gau_display_point *direction)
{
    const double length = GAU_DISPLAY_ARROW, head = 9, half = 5;
    const double dx = direction->x, dy = direction->y;
    const double neck_x = from->x + (length - head) * dx, neck_y = from->y + (length - head) * dy;

    fputs("<path d=\"", out);
    gau_display_put(out, 'M', from->x, from->y);
    gau_display_put(out, 'L', neck_x, neck_y);
    gau_display_put(out, 'L', neck_x - half * dy, neck_y + half * dx);
    gau_display_put(out, 'L', from->x + length * dx, from->y + length * dy);
    gau_display_put(out, 'L', neck_x + half * dy, neck_y - half * dx);
    gau_display_put(out, 'L', neck_x, neck_y);
    fputs("z\"/>\n", out);
    gau_display_block(
        labels, &(struct gau_display_point){from->x + length / 2 * dx, from->y + length / 2 * dy},
        &(struct gau_display_point){half * 2 + 8, half * 2 + 8});
}

void gau_display_badge(FILE *out, struct gau_display_labels *labels,
                       const struct gau_display_point *at, const struct gau_display_point *step,
                       size_t number)
{
    const struct gau_display_point size = {GAU_DISPLAY_BADGE, GAU_DISPLAY_BADGE};
    struct gau_display_point place = *at;
    char text[24];

    if (!gau_display_place(&place, labels, &size, step))
        return;
    snprintf(text, sizeof text, "%zu", number);
    fputs("<circle cx=\"", out);
    gau_display_number(out, place.x);
    fputs("\" cy=\"", out);
    gau_display_number(out, place.y);
    fprintf(out, "\" r=\"%d\" fill=\"" GAU_DISPLAY_MUON "\"/>\n", GAU_DISPLAY_BADGE / 2 - 1);
    gau_display_write(out,
                      &(struct gau_display_text){.x = place.x,
                                                 .y = place.y + 5,
                                                 .size = 14,
                                                 .anchor = "middle",
                                                 .colour = "#ffffff",
                                                 .bold = true},
                      text);
}

const char *gau_display_colour(const struct gau_display_particle *particle)
{
    if (particle->charge == 0)
        return GAU_DISPLAY_NEUTRAL;
    return particle->charge > 0 ? GAU_DISPLAY_POSITIVE : GAU_DISPLAY_NEGATIVE;
}

void gau_display_bar(FILE *out, const struct gau_display_point *at, double length, const char *name)
{
    fputs("<path fill=\"none\" stroke=\"" GAU_DISPLAY_INK "\" stroke-width=\"1.5\" d=\"", out);
    gau_display_put(out, 'M', at->x, at->y - 4);
    fputs("v8m0-4h", out);
    gau_display_number(out, length);
    fputs("m0-4v8\"/>\n", out);
    gau_display_write(
        out,
        &(struct gau_display_text){
            .x = at->x, .y = at->y - 8, .size = 14, .anchor = "start", .colour = GAU_DISPLAY_INK},
        name);
}
