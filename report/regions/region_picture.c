/* SPDX-License-Identifier: Apache-2.0 */
#include "region_bins.h"
#include "region_view.h"

#include "report/events/event_plot.h"
#include "table/number_format.h"
#include "table/svg.h"

#include <math.h>
#include <stdlib.h>

/* In pixels. */
static const double width = 760, margin = 24, left = 84, top = 104, depth = 300, line = 22;
static const double legend = 470; /* the y of its first line */

enum {
    BINS = 650,                     /* at most; also the width of the plot */
    UNACCOUNTED = GAU_REGION_AREAS, /* above the areas of regions */
    N_AREAS,
    LEGEND_COLUMNS = 2
};

/* The colours are those of time logs, also for colour-blind readers. */
static const char style[] =
    "<style>\n"
    "text{font-family:'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif;font-size:12px;fill:#222}\n"
    ".title{font-size:18px;font-weight:bold;fill:#111}\n"
    ".sub{fill:#555}\n"
    ".end{text-anchor:end}\n"
    ".middle{text-anchor:middle}\n"
    ".axis{fill:none;stroke:#999;stroke-width:1}\n.grid{fill:none;stroke:#e4e4e4;stroke-width:1}\n"
    ".wall{fill:none;stroke:#111;stroke-width:1.2;stroke-dasharray:4 3}\n"
    ".c0{fill:#77aadd}\n.c1{fill:#ee8866}\n.c2{fill:#44bb99}\n.c3{fill:#ffaabb}\n"
    ".c4{fill:#bbcc33}\n.c5{fill:#99ddff}\n.c6{fill:#c3a5e0}\n.c7{fill:#eedd88}\n"
    ".c8{fill:#c8c8c8}\n.c9{fill:#8c8c8c}\n.c10{fill:#f0f0f0;stroke:#bbb;stroke-width:.4}\n"
    "</style>\n";

struct drawing {
    const struct gau_region_data *data;
    struct gau_region_bins bins;
    double bottoms[BINS]; /* of the next area */
    struct gau_event_plot plot;
};

/* --- bins ---------------------------------------------------------------------------------- */

/* Areas have no negative heights. */
static double height_in(const struct drawing *d, size_t i, int area)
{
    const struct gau_region_bin *const bin = &d->bins.bins[i];

    return fmax(area == UNACCOUNTED ? bin->unaccounted_s : bin->areas_s[d->data->charge][area], 0);
}

/* Returns the highest value that is drawn. */
static double highest_of(const struct drawing *d)
{
    double most = 0;

    for (size_t i = 0; i < d->bins.n; i++) {
        double height = 0;

        for (int area = 0; area < N_AREAS; area++)
            height += height_in(d, i, area);
        most = fmax(most, fmax(height, d->bins.bins[i].wall_s));
    }
    return most;
}

/* --- the plot ------------------------------------------------------------------------------ */

static double x_of(const struct drawing *d, size_t i)
{
    return left + BINS * (double)i / (double)d->bins.n;
}

static void put_point(const struct drawing *d, const char *command, double value)
{
    gau_svg_put(d->plot.out, command, gau_event_plot_y(&d->plot, value));
}

/* Bins from @p from up to, not including, @p to, all of which have events. */
static void put_area_part(const struct drawing *d, int area, size_t from, size_t to)
{
    gau_svg_put(d->plot.out, "M", x_of(d, from));
    for (size_t i = from; i < to; i++) {
        put_point(d, i == from ? " " : "V", d->bottoms[i] + height_in(d, i, area));
        gau_svg_put(d->plot.out, "H", x_of(d, i + 1));
    }
    for (size_t i = to; i-- > from;) {
        put_point(d, "V", d->bottoms[i]);
        gau_svg_put(d->plot.out, "H", x_of(d, i));
    }
    fputs("z", d->plot.out);
}

static void put_wall_part(const struct drawing *d, size_t from, size_t to)
{
    gau_svg_put(d->plot.out, "M", x_of(d, from));
    for (size_t i = from; i < to; i++) {
        put_point(d, i == from ? " " : "V", d->bins.bins[i].wall_s);
        gau_svg_put(d->plot.out, "H", x_of(d, i + 1));
    }
}

/* Of the wall time if @p area is N_AREAS. */
static void put_parts(const struct drawing *d, int area)
{
    for (size_t from = 0, to; from < d->bins.n; from = to + 1) {
        for (to = from; to < d->bins.n && d->bins.bins[to].n > 0; to++)
            ;
        if (to > from && area == N_AREAS)
            put_wall_part(d, from, to);
        else if (to > from)
            put_area_part(d, area, from, to);
    }
}

static void put_areas(struct drawing *d)
{
    for (int area = 0; area < N_AREAS; area++) {
        fprintf(d->plot.out, "<path class=\"c%d\" d=\"", area);
        put_parts(d, area);
        fputs("\"/>\n", d->plot.out);
        for (size_t i = 0; i < d->bins.n; i++)
            d->bottoms[i] += height_in(d, i, area);
    }
    fputs("<path class=\"wall\" d=\"", d->plot.out);
    put_parts(d, N_AREAS);
    fputs("\"/>\n", d->plot.out);
}

static void put_ends(const struct drawing *d)
{
    char first[GAU_REGION_NUMBER_SIZE], last[GAU_REGION_NUMBER_SIZE], what[64] = "event";

    if (d->bins.width > 1)
        snprintf(what, sizeof what, "event; a column is the mean of %llu numbers",
                 (unsigned long long)d->bins.width);
    gau_region_number_text(first, d->data, d->data->first);
    gau_region_number_text(last, d->data, d->data->last);
    gau_event_plot_ends(&d->plot, first, last, what);
}

/* --- the legend ---------------------------------------------------------------------------- */

/* Returns the mean time, and names the area. */
static double describe_area(const struct gau_region_data *data, int area, const char **name)
{
    if (area != UNACCOUNTED)
        return gau_region_area(data, data->charge, area, name);
    *name = "[unaccounted]";
    return data->unaccounted_s.mean;
}

static bool has_area(const struct gau_region_data *data, int area)
{
    return area == UNACCOUNTED || gau_region_has_area(data, area);
}

static void put_name(const struct drawing *d, double x, double y, const char *name, double room)
{
    const char *rest;
    const size_t glyphs = gau_svg_fit(&rest, name, 12, room);

    gau_svg_put(d->plot.out, "<text x=\"", x);
    gau_svg_put(d->plot.out, "\" y=\"", y);
    fputs("\">", d->plot.out);
    gau_svg_text_part(d->plot.out, name, glyphs);
    fputs(*rest ? "\u2026</text>\n" : "</text>\n", d->plot.out);
}

/* A mark, a name, and a time with its share at the right end. */
static void put_entry(const struct drawing *d, size_t i, int area, const char *name, double time_s)
{
    const double step = (double)BINS / LEGEND_COLUMNS, room = step - 30;
    const double x = left + step * (double)(i % LEGEND_COLUMNS),
                 y = legend + line * floor((double)i / LEGEND_COLUMNS);
    char text[64];

    if (area == N_AREAS)
        gau_svg_put(d->plot.out, "<path class=\"wall\" d=\"M", x);
    else
        gau_svg_put(d->plot.out, "<rect x=\"", x);
    gau_svg_put(d->plot.out, area == N_AREAS ? " " : "\" y=\"", y - (area == N_AREAS ? 4 : 10));
    if (area == N_AREAS)
        fputs("h14\"/>\n", d->plot.out);
    else
        fprintf(d->plot.out, "\" width=\"14\" height=\"12\" class=\"c%d\"/>\n", area);
    put_name(d, x + 20, y, name, room - 20 - 120);
    gau_svg_label(d->plot.out, x + room - 56, y, "end",
                  gau_quantity_text(text, sizeof text, time_s, "s"));
    snprintf(text, sizeof text, "%.1f %%", 100 * time_s / d->data->wall_s.mean);
    gau_svg_label(d->plot.out, x + room, y, "end", text);
}

static void put_legend(const struct drawing *d)
{
    size_t n = 0;

    for (int area = 0; area < N_AREAS; area++) {
        const char *name;
        const double time_s = describe_area(d->data, area, &name);

        if (has_area(d->data, area))
            put_entry(d, n++, area, name, time_s);
    }
    put_entry(d, n, N_AREAS, "wall time", d->data->wall_s.mean);
}

/* --- the picture --------------------------------------------------------------------------- */

static double height_of(const struct gau_region_data *data)
{
    size_t n = 1;

    for (int area = 0; area < N_AREAS; area++)
        n += has_area(data, area);
    return legend + line * ceil((double)n / LEGEND_COLUMNS);
}

static void put_heading(const struct drawing *d)
{
    FILE *const out = d->plot.out;
    char note[256];

    snprintf(note, sizeof note, "%llu event%s without warm-up, %s; time %s",
             (unsigned long long)d->data->events, d->data->events == 1 ? "" : "s", d->data->warm_up,
             d->data->is_k4bench ? "at location" : "of steps");
    gau_svg_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width);
    gau_svg_put(out, "\" height=\"", height_of(d->data));
    gau_svg_put(out, "\" viewBox=\"0 0 ", width);
    gau_svg_put(out, " ", height_of(d->data));
    fprintf(out, "\">\n%s<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", style);
    gau_svg_label(out, margin, 34, "title", "Time of regions in events");
    gau_svg_label(out, margin, 58, "sub", note);
}

static void draw_all(struct drawing *d)
{
    const double most = highest_of(d);

    put_heading(d);
    gau_event_plot_begin(&d->plot, "Time per event", most, "s");
    put_areas(d);
    put_ends(d);
    put_legend(d);
    fputs("</svg>\n", d->plot.out);
}

void gau_region_picture_draw(struct gau_region_data *data, FILE *out, gau_error *error)
{
    struct drawing *d;

    if (!(data->wall_s.mean > 0) || isinf(data->wall_s.mean)) {
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' has no time to draw", GAU_QUOTE(data->file));
        return;
    }
    d = calloc(1, sizeof *d);
    if (!d) {
        gau_fail_memory(error, "picture of '%.*s'", GAU_QUOTE(data->file));
        return;
    }
    d->data = data;
    d->plot = (struct gau_event_plot){
        .out = out, .left = left, .top = top, .width = BINS, .height = depth};
    if (gau_region_bins_read(&d->bins, data, BINS, error) == GAU_OK)
        draw_all(d);
    gau_region_bins_clear(&d->bins);
    free(d);
}
