/* SPDX-License-Identifier: Apache-2.0 */
#include "worker_view.h"

#include "table/number_format.h"
#include "table/svg.h"

#include <inttypes.h>
#include <math.h>

/* In pixels. */
static const double width = 860, margin = 24, left = 150, plot_width = 620, plot_height = 220,
                    heading = 104, bar = 22, axis = 44, legend = 30, between = 30;

enum { LANES = 40 }; /* that have a bar; the others are counted */

/* From the bottom up. */
static const struct area {
    enum gau_worker_category category;
    const char *class, *name;
} areas[] = {
    {GAU_WORKER_BUSY, "busy", "busy"},
    {GAU_WORKER_INPUT, "input", "input"},
    {GAU_WORKER_BACKGROUND, "background", "background"},
    {GAU_WORKER_WAITING, "waiting", "waiting"},
    {GAU_WORKER_UNKNOWN, "unknown", "unknown"},
    {GAU_WORKER_IDLE, "idle", "idle"},
};

enum { AREAS = sizeof areas / sizeof *areas };

/* The colours are those of timelines, also for colour-blind readers. */
static const char style[] =
    "<style>\n"
    "text{font-family:'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif;font-size:12px;fill:#222}\n"
    ".title{font-size:18px;font-weight:bold;fill:#111}\n"
    ".sub{fill:#555}\n.end{text-anchor:end}\n.middle{text-anchor:middle}\n"
    "path,rect{shape-rendering:crispEdges}\n"
    ".axis{fill:none;stroke:#999;stroke-width:1}\n"
    ".grid{fill:none;stroke:#222;stroke-opacity:.12;stroke-width:1}\n"
    ".busy{fill:#77aadd}\n.input{fill:#ee8866}\n.background{fill:#eedd88}\n"
    ".waiting{fill:#ffaabb}\n.unknown{fill:#8c8c8c}\n.idle{fill:#f0f0f0}\n"
    "</style>\n";

struct drawing {
    FILE *out;
    const struct gau_workers_report *report;
    const struct gau_worker_times *times;
    double top; /* of the part of this file; of its plot: */
    double plot;
};

static void put_path(const struct drawing *d, const char *class, double x, double y,
                     const char *command, double length)
{
    fprintf(d->out, "<path class=\"%s\" d=\"", class);
    gau_svg_put(d->out, "M", x);
    gau_svg_put(d->out, " ", y);
    gau_svg_put(d->out, command, length);
    fputs("\"/>\n", d->out);
}

/* What does not fit ends with an ellipsis. */
static void put_text(const struct drawing *d, double x, double y, const char *class,
                     const char *text, double size, double room)
{
    const char *rest;
    const size_t glyphs = gau_svg_fit(&rest, text, size, room);

    gau_svg_put(d->out, "<text x=\"", x);
    gau_svg_put(d->out, "\" y=\"", y);
    fprintf(d->out, "\" class=\"%s\">", class);
    gau_svg_text_part(d->out, text, glyphs);
    fputs(*rest ? "\u2026</text>\n" : "</text>\n", d->out);
}

/* --- lanes over time ----------------------------------------------------------------------- */

/* Returns 1, 2 or 5 times a power of ten, at most @p most of which are in the span. */
static double choose_step(double span, double most)
{
    const double power = pow(10, floor(log10(span / most))), factor = span / most / power;

    return power * (factor <= 1.0001 ? 1 : factor <= 2.0001 ? 2 : factor <= 5.0001 ? 5 : 10);
}

static double x_of(const struct drawing *d, uint32_t bin)
{
    const uint64_t span = d->times->to - d->times->from, at = bin * d->times->width;

    return left + plot_width * (double)(at < span ? at : span) / (double)span;
}

static double y_of(const struct drawing *d, double lanes)
{
    return d->plot + plot_height * (1 - lanes / (d->times->n > 0 ? d->times->n : 1));
}

/* The lanes of the first @p n areas, the mean of a bin. */
static double height_of(const struct drawing *d, uint32_t bin, size_t n)
{
    const struct gau_worker_times *const times = d->times;
    const uint64_t from = bin * times->width, end = from + times->width,
                   span = times->to - times->from;
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += times->bins[bin][areas[i].category];
    return (double)sum / (double)((end < span ? end : span) - from);
}

static void put_area(const struct drawing *d, size_t area)
{
    const uint32_t n = d->times->n_bins;

    fprintf(d->out, "<path class=\"%s\" d=\"", areas[area].class);
    gau_svg_put(d->out, "M", x_of(d, 0));
    for (uint32_t i = 0; i < n; i++) {
        gau_svg_put(d->out, i == 0 ? " " : "V", y_of(d, height_of(d, i, area + 1)));
        gau_svg_put(d->out, "H", x_of(d, i + 1));
    }
    for (uint32_t i = n; i-- > 0;) {
        gau_svg_put(d->out, "V", y_of(d, height_of(d, i, area)));
        gau_svg_put(d->out, "H", x_of(d, i));
    }
    fputs("z\"/>\n", d->out);
}

static void put_scales(const struct drawing *d)
{
    const struct gau_lanes_clock *const clock = &d->times->trace->lanes.clock;
    const double from = gau_lanes_seconds(clock, d->times->from),
                 to = gau_lanes_seconds(clock, d->times->to), step = choose_step(to - from, 8),
                 first = ceil(from / step - 1e-6),
                 lanes = d->times->n > 8 ? choose_step(d->times->n, 8) : 1;
    const double bottom = d->plot + plot_height;
    char text[64];

    for (int i = 0; i * lanes <= d->times->n; i++) {
        put_path(d, i == 0 ? "axis" : "grid", left, y_of(d, i * lanes), "h", plot_width);
        snprintf(text, sizeof text, "%.0f", i * lanes);
        gau_svg_label(d->out, left - 8, y_of(d, i * lanes) + 4, "end", text);
    }
    for (int i = 0; i < 20 && (first + i) * step <= to + 1e-6 * step; i++) {
        const double x = left + plot_width * ((first + i) * step - from) / (to - from);

        put_path(d, "axis", x, bottom, "v", 5);
        gau_number_digits_text(text, 9,
                               fabs((first + i) * step) < step / 2 ? 0 : (first + i) * step);
        gau_svg_label(d->out, x, bottom + 18, "middle", text);
    }
    gau_svg_label(d->out, left + plot_width / 2, bottom + 34, "sub middle", "run time (s)");
}

static void put_plot(const struct drawing *d)
{
    char text[100], step[40];

    for (size_t i = 0; i < AREAS && d->times->n > 0; i++)
        put_area(d, i);
    gau_quantity_text(step, sizeof step, gau_worker_seconds(d->times, d->times->width), "s");
    snprintf(text, sizeof text, "%ss: the mean of each %s", gau_worker_noun(d->times), step);
    gau_svg_label(d->out, left, d->plot - 10, "", text);
    put_scales(d);
}

/* --- each lane ----------------------------------------------------------------------------- */

static void put_lane(const struct drawing *d, double y, uint32_t index)
{
    const struct gau_worker_lane *const lane = &d->times->lanes[index];
    const double run = (double)(d->times->to - d->times->from);
    char text[GAU_WORKER_NAME];
    double x = left;

    gau_worker_lane_name(text, d->report, d->times, index);
    put_text(d, left - 8, y + 13, "end", text, 12, left - 8 - margin);
    for (size_t i = 0; i < AREAS; i++) {
        const double part = (double)lane->ticks[areas[i].category] / run;

        if (part <= 0)
            continue;
        fprintf(d->out, "<rect class=\"%s\"", areas[i].class);
        gau_svg_put(d->out, " x=\"", x);
        gau_svg_put(d->out, "\" y=\"", y);
        gau_svg_put(d->out, "\" width=\"", plot_width * part);
        gau_svg_put(d->out, "\" height=\"", bar - 5);
        snprintf(text, sizeof text, "%s: %.1f %%", areas[i].name, 100 * part);
        fprintf(d->out, "\"><title>%s</title></rect>\n", text);
        x += plot_width * part;
    }
    snprintf(text, sizeof text, "%.1f %%",
             100 * (double)lane->ticks[gau_worker_working(d->times)] / run);
    gau_svg_label(d->out, left + plot_width + 8, y + 13, "", text);
}

static uint32_t lanes_of(const struct gau_worker_times *times)
{
    return times->n_lanes < LANES ? times->n_lanes : LANES;
}

static void put_lanes(const struct drawing *d, double y)
{
    uint32_t lane = UINT32_MAX;
    char text[64];

    for (uint32_t i = 0; i < lanes_of(d->times); i++) {
        lane = gau_worker_next(d->times, lane);
        put_lane(d, y + bar * i, lane);
    }
    snprintf(text, sizeof text, "%" PRIu32 " more lanes are not drawn", d->times->n_lanes - LANES);
    if (d->times->n_lanes > LANES)
        gau_svg_label(d->out, left, y + bar * LANES + 13, "sub", text);
}

/* The share of all lanes that count together stands behind each name. */
static void put_legend(const struct drawing *d, double y)
{
    const double whole = (double)d->times->n * (double)(d->times->to - d->times->from);
    double x = margin;
    char text[64];

    for (size_t i = 0; i < AREAS; i++) {
        const double share =
            whole > 0 ? 100 * (double)d->times->all.ticks[areas[i].category] / whole : 0;

        if (areas[i].category == GAU_WORKER_UNKNOWN && share <= 0)
            continue;
        gau_svg_put(d->out, "<rect x=\"", x);
        gau_svg_put(d->out, "\" y=\"", y - 10);
        fprintf(d->out, "\" width=\"14\" height=\"12\" class=\"%s\"/>\n", areas[i].class);
        snprintf(text, sizeof text, "%s %.1f %%", areas[i].name, share);
        gau_svg_label(d->out, x + 20, y, "", text);
        x += 142;
    }
}

/* --- the picture --------------------------------------------------------------------------- */

static double height_of_file(const struct gau_worker_times *times)
{
    return heading + plot_height + axis + bar * (lanes_of(times) + (times->n_lanes > LANES)) +
           legend + between;
}

static void put_file(const struct drawing *d)
{
    const struct gau_lanes_clock *const clock = &d->times->trace->lanes.clock;
    const double bars = d->plot + plot_height + axis;
    char sentence[200], name[GAU_WORKER_NAME], note[400], from[40], to[40];

    gau_worker_sentence(sentence, sizeof sentence, d->times);
    gau_worker_file_name(name, d->report, d->times);
    snprintf(note, sizeof note, "%s, from %s to %s", name[0] ? name : d->times->file->source,
             gau_quantity_text(from, sizeof from, gau_lanes_seconds(clock, d->times->from), "s"),
             gau_quantity_text(to, sizeof to, gau_lanes_seconds(clock, d->times->to), "s"));
    put_text(d, margin, d->top + 34, "title", sentence, 18, width - 2 * margin);
    put_text(d, margin, d->top + 58, "sub", note, 12, width - 2 * margin);
    put_plot(d);
    gau_svg_label(d->out, left + plot_width + 8, bars - 8, "sub",
                  d->times->of_background ? "background" : "busy");
    put_lanes(d, bars);
    put_legend(d, d->top + height_of_file(d->times) - between);
}

void gau_worker_picture_draw(const struct gau_workers_report *report, FILE *out)
{
    struct drawing d = {.out = out, .report = report};
    double height = 0;

    for (uint32_t i = 0; i < report->n; i++)
        height += height_of_file(&report->items[i]);
    gau_svg_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width);
    gau_svg_put(out, "\" height=\"", height);
    gau_svg_put(out, "\" viewBox=\"0 0 ", width);
    gau_svg_put(out, " ", height);
    fprintf(out, "\">\n%s<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", style);
    for (uint32_t i = 0; i < report->n; i++) {
        d.times = &report->items[i];
        d.plot = d.top + heading;
        put_file(&d);
        d.top += height_of_file(d.times);
    }
    fputs("</svg>\n", out);
}
