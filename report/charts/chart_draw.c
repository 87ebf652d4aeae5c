/* SPDX-License-Identifier: Apache-2.0 */
#include "chart.h"

#include "table/number_format.h"
#include "table/svg.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* All lengths are in pixels. */
static const double width = 760, margin = 24, top = 92, font = 12, line = 22, radius = 150;
static const double label = 0.68; /* of the radius: where the text of a slice is */

enum { COLOURS = 10 }; /* the last is that of the others */

/* The colours are those of time logs, which colour-blind readers distinguish, too. */
static const char style[] =
    "<style>\n"
    "text{font-family:'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif;font-size:12px;fill:#222}\n"
    ".title{font-size:18px;font-weight:bold;fill:#111}\n"
    ".sub{fill:#555}\n"
    ".end{text-anchor:end}\n"
    ".middle{text-anchor:middle}\n"
    ".slice{stroke:#fff;stroke-width:1.5}\n"
    ".error{stroke:#333;stroke-width:1.2;fill:none}\n"
    ".c0{fill:#77aadd}\n.c1{fill:#ee8866}\n.c2{fill:#44bb99}\n.c3{fill:#ffaabb}\n"
    ".c4{fill:#bbcc33}\n.c5{fill:#99ddff}\n.c6{fill:#c3a5e0}\n.c7{fill:#aaaa00}\n"
    ".c8{fill:#eedd88}\n.c9{fill:#c8c8c8}\n"
    "</style>\n";

/* Writes as much of the end of a text as fits, since identifiers differ there. */
static void put_end(FILE *out, double x, double y, const char *class, const char *text, double room)
{
    const char *const blank = strrchr(text, ' '), *const last = blank ? blank : text;
    const char *rest = text, *fits;
    char shortened[1024];

    while (gau_svg_width(rest, SIZE_MAX, font) > room - font && *rest)
        rest += strcspn(rest + 1, " ") + 1;
    if (gau_svg_width(text, SIZE_MAX, font) <= room) {
        gau_svg_label(out, x, y, class, text);
        return;
    }
    if (!*rest) { /* one long name */
        const size_t glyphs = gau_svg_fit(&fits, last, font, room - 2 * font);

        snprintf(shortened, sizeof shortened, "%s%.*s\u2026", blank ? "\u2026" : "",
                 (int)(fits - last), last);
        gau_svg_label(out, x, y, class, glyphs ? shortened : "");
        return;
    }
    snprintf(shortened, sizeof shortened, "\u2026%s", rest);
    gau_svg_label(out, x, y, class, shortened);
}

static double share_of(const struct gau_chart *chart, size_t i)
{
    return chart->whole_s > 0 ? chart->items[i].value_s / chart->whole_s : 0;
}

static int colour_of(const struct gau_chart *chart, size_t i)
{
    return chart->items[i].label[0] == '[' ? COLOURS - 1 : (int)(i % (COLOURS - 1));
}

int gau_chart_decimals(double error)
{
    return (int)fmin(fmax(1 - floor(log10(error)), 1), 6);
}

/* Writes "47.5 %" or "47.5 \u00b1 1.6 %". */
static void share_text(char *text, size_t size, const struct gau_chart *chart, size_t i, bool error)
{
    const double share = 100 * share_of(chart, i), shown = 100 * chart->items[i].share_error;

    if (error && shown > 0)
        snprintf(text, size, "%.*f \u00b1 %.*f %%", gau_chart_decimals(shown), share,
                 gau_chart_decimals(shown), shown);
    else
        snprintf(text, size, "%.1f %%", share);
}

static void put_hint(FILE *out, const struct gau_chart *chart, size_t i)
{
    char share[64], time[40], error[40];

    share_text(share, sizeof share, chart, i, true);
    gau_quantity_text(time, sizeof time, chart->items[i].value_s, "s");
    fputs("<title>", out);
    gau_svg_text(out, chart->items[i].label);
    fprintf(out, "\n%s, %s", share, time);
    if (chart->items[i].error_s > 0)
        fprintf(out, " \u00b1 %s",
                gau_quantity_text(error, sizeof error, chart->items[i].error_s, "s"));
    fputs("</title>", out);
}

static void begin_picture(FILE *out, const struct gau_chart *chart, double height)
{
    gau_svg_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width);
    gau_svg_put(out, "\" height=\"", height);
    gau_svg_put(out, "\" viewBox=\"0 0 ", width);
    gau_svg_put(out, " ", height);
    fprintf(out, "\">\n%s", style);
    gau_svg_put(out, "<rect width=\"", width);
    gau_svg_put(out, "\" height=\"", height);
    fputs("\" fill=\"#fff\"/>\n", out);
    gau_svg_label(out, margin, 34, "title", chart->title);
    put_end(out, margin, 58, "sub", chart->note, width - 2 * margin);
}

/* --- a pie --------------------------------------------------------------------------------- */

/* A text with its middle on that part of the radius is inside of a slice if all its corners are. If
 * not, only the key has it. Angles are clockwise from the top. */
static bool has_room(const char *text, double a, double b, double part)
{
    const double full_circle = 2 * acos(-1.0), x = part * radius * sin((a + b) / 2),
                 y = part * radius * cos((a + b) / 2);
    const double half = gau_svg_width(text, SIZE_MAX, font) / 2 + 2;

    for (int corner = 0; corner < 4; corner++) {
        const double right = x + (corner & 1 ? half : -half),
                     up = y + (corner & 2 ? font : -font) / 2;
        double angle = atan2(right, up);

        angle += angle < a ? full_circle : 0;
        if (angle < a || angle > b || hypot(right, up) > radius)
            return false;
    }
    return true;
}

/* @p from and @p to are parts of the circle, clockwise from the top. */
static void put_slice(FILE *out, const struct gau_chart *chart, size_t i, double from, double to)
{
    const double x = margin + radius, y = top + radius, full_circle = 2 * acos(-1.0);
    const double a = full_circle * from, b = full_circle * to;
    char text[64];

    fprintf(out, "<path class=\"slice c%d\" d=\"", colour_of(chart, i));
    if (to - from > 0.999999) { /* an arc cannot end where it began */
        gau_svg_put(out, "M", x);
        gau_svg_put(out, " ", y - radius);
        gau_svg_put(out, "a", radius);
        gau_svg_put(out, " ", radius);
        gau_svg_put(out, " 0 1 1 0 ", 2 * radius);
        gau_svg_put(out, "a", radius);
        gau_svg_put(out, " ", radius);
        gau_svg_put(out, " 0 1 1 0 ", -2 * radius);
    } else {
        gau_svg_put(out, "M", x);
        gau_svg_put(out, " ", y);
        gau_svg_put(out, "L", x + radius * sin(a));
        gau_svg_put(out, " ", y - radius * cos(a));
        gau_svg_put(out, "A", radius);
        gau_svg_put(out, " ", radius);
        gau_svg_put(out, to - from > 0.5 ? " 0 1 1 " : " 0 0 1 ", x + radius * sin(b));
        gau_svg_put(out, " ", y - radius * cos(b));
    }
    fputs("z\">", out);
    put_hint(out, chart, i);
    fputs("</path>\n", out);
    share_text(text, sizeof text, chart, i, false);
    if (has_room(text, a, b, label))
        gau_svg_label(out, x + label * radius * sin((a + b) / 2),
                      y - label * radius * cos((a + b) / 2) + 4, "middle", text);
}

static void put_key(FILE *out, const struct gau_chart *chart, size_t i, double y)
{
    const double x = 2 * margin + 2 * radius + 16;
    char text[64];

    fprintf(out, "<rect class=\"c%d\"", colour_of(chart, i));
    gau_svg_put(out, " x=\"", x);
    gau_svg_put(out, "\" y=\"", y - 11);
    fputs("\" width=\"14\" height=\"14\"/>\n", out);
    share_text(text, sizeof text, chart, i, true);
    gau_svg_label(out, x + 122, y, "end", text);
    put_end(out, x + 132, y, "", chart->items[i].label, width - margin - x - 132);
}

static void draw_pie(const struct gau_chart *chart, FILE *out)
{
    const double rows = (double)chart->n * line;
    double from = 0;

    begin_picture(out, chart, top + fmax(2 * radius, rows) + margin);
    for (size_t i = 0; i < chart->n; i++) {
        const double to = from + share_of(chart, i);

        put_slice(out, chart, i, from, to);
        put_key(out, chart, i, top + 12 + (double)i * line);
        from = to;
    }
    fputs("</svg>\n", out);
}

/* --- bars ---------------------------------------------------------------------------------- */

static void put_bar(FILE *out, const struct gau_chart *chart, size_t i, double longest)
{
    const double left = 280, room = width - left - margin - 120, y = top + (double)i * line;
    const double scale = longest > 0 ? room / longest : 0, length = share_of(chart, i) * scale;
    const double error = chart->items[i].share_error * scale;
    char text[64];

    put_end(out, left - 10, y + 13, "end", chart->items[i].label, left - 10 - margin);
    fprintf(out, "<rect class=\"c%d\"", colour_of(chart, i) == COLOURS - 1 ? COLOURS - 1 : 0);
    gau_svg_put(out, " x=\"", left);
    gau_svg_put(out, "\" y=\"", y);
    gau_svg_put(out, "\" width=\"", fmax(length, 0.5));
    gau_svg_put(out, "\" height=\"", line - 5);
    fputs("\">", out);
    put_hint(out, chart, i);
    fputs("</rect>\n", out);
    if (error > 0) {
        gau_svg_put(out, "<path class=\"error\" d=\"M", left + fmax(length - error, 0));
        gau_svg_put(out, " ", y + (line - 5) / 2);
        gau_svg_put(out, "H", left + length + error);
        gau_svg_put(out, "m0 -4v8M", left + fmax(length - error, 0));
        gau_svg_put(out, " ", y + (line - 5) / 2 - 4);
        fputs("v8\"/>\n", out);
    }
    share_text(text, sizeof text, chart, i, true);
    gau_svg_label(out, left + length + error + 8, y + 13, "", text);
}

static void draw_bars(const struct gau_chart *chart, FILE *out)
{
    double longest = 0;

    for (size_t i = 0; i < chart->n; i++)
        longest = fmax(longest, share_of(chart, i) + chart->items[i].share_error);
    begin_picture(out, chart, top + (double)chart->n * line + margin);
    for (size_t i = 0; i < chart->n; i++)
        put_bar(out, chart, i, longest);
    fputs("</svg>\n", out);
}

void gau_chart_draw(const struct gau_chart *chart, FILE *out)
{
    (chart->shape == GAU_CHART_PIE ? draw_pie : draw_bars)(chart, out);
}
