/* SPDX-License-Identifier: Apache-2.0 */
#include "event_plot.h"

#include "table/number_format.h"
#include "table/svg.h"

#include <math.h>

double gau_event_plot_y(const struct gau_event_plot *plot, double value)
{
    return plot->top + plot->height * (1 - value / plot->most);
}

void gau_event_plot_line(const struct gau_event_plot *plot, const char *class, double value)
{
    fprintf(plot->out, "<path class=\"%s\" d=\"", class);
    gau_svg_put(plot->out, "M", plot->left);
    gau_svg_put(plot->out, " ", gau_event_plot_y(plot, value));
    gau_svg_put(plot->out, "h", plot->width);
    fputs("\"/>\n", plot->out);
}

/* 1, 2 or 5 times a power of ten, at most four in the whole. */
static double step_of(double most)
{
    const double least = most / 4, power = pow(10, floor(log10(least)));

    return power * (least > 5 * power ? 10 : least > 2 * power ? 5 : least > power ? 2 : 1);
}

void gau_event_plot_begin(struct gau_event_plot *plot, const char *title, double most,
                          const char *unit)
{
    double step;
    char text[64];

    plot->most = most > 0 ? 1.05 * most : 1;
    step = step_of(plot->most);
    gau_svg_label(plot->out, plot->left, plot->top - 12, "", title);
    for (int i = 0; i * step <= plot->most; i++) {
        gau_event_plot_line(plot, i == 0 ? "axis" : "grid", i * step);
        gau_svg_label(plot->out, plot->left - 8, gau_event_plot_y(plot, i * step) + 4, "end",
                      i == 0 ? "0" : gau_quantity_text(text, sizeof text, i * step, unit));
    }
}

void gau_event_plot_ends(const struct gau_event_plot *plot, const char *first, const char *last,
                         const char *what)
{
    const double y = plot->top + plot->height + 18;

    gau_svg_label(plot->out, plot->left, y, "sub", first);
    gau_svg_label(plot->out, plot->left + plot->width, y, "sub end", last);
    gau_svg_label(plot->out, plot->left + plot->width / 2, y, "sub middle", what);
}
