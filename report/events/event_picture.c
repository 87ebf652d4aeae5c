/* SPDX-License-Identifier: Apache-2.0 */
#include "event_view.h"

#include "event_memory.h"
#include "event_plot.h"
#include "event_statistics.h"

#include "table/number_format.h"
#include "table/svg.h"

#include <math.h>
#include <string.h>

/* In pixels: three plots, one below the other. */
static const double width = 760, height = 760, margin = 24, left = 84, bottom = 150;
static const double tops[] = {104, 334, 564};

enum { STEPS = 650, TIME = GAU_EVENT_N_MEMORIES }; /* pixels from left to right; not a memory */

/* The colours are those of time logs: also colour-blind readers distinguish them. */
static const char style[] =
    "<style>\n"
    "text{font-family:'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif;font-size:12px;fill:#222}\n"
    ".title{font-size:18px;font-weight:bold;fill:#111}\n"
    ".sub{fill:#555}\n"
    ".end{text-anchor:end}\n"
    ".middle{text-anchor:middle}\n"
    "path{fill:none;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}\n"
    ".axis{stroke:#999;stroke-width:1}\n.grid{stroke:#e4e4e4;stroke-width:1}\n"
    ".median{stroke:#333;stroke-dasharray:4 4}\n.bar{fill:#77aadd}\n"
    ".dots{stroke-width:3}\n.m0{stroke:#77aadd}\n.m1{stroke:#ee8866}\n.m2{stroke:#44bb99}\n.m3{"
    "stroke:#77aadd}\n"
    "</style>\n";

struct drawing {
    FILE *out;
    const struct gau_event_data *data;
    struct gau_event_times wall;
    double first, last; /* numbers of events: the left and the right end */
};

static struct gau_event_plot begin_plot(FILE *out, size_t nth, const char *title, double most,
                                        const char *unit)
{
    struct gau_event_plot plot = {
        .out = out, .left = left, .top = tops[nth], .width = STEPS, .height = bottom};

    gau_event_plot_begin(&plot, title, most, unit);
    return plot;
}

/* --- by event ------------------------------------------------------------------------------ */

static double value_of(const struct gau_event_row *row, int what)
{
    if (row->marks & GAU_EVENT_WARM_UP)
        return (double)NAN;
    return what == TIME ? row->time_s : row->end_mib[what];
}

/* What the events of one pixel have. */
struct pixel {
    double least, most, last;
    size_t n;
};

static void set_pixels(struct pixel pixels[STEPS], const struct drawing *d, int what)
{
    const double range = d->last > d->first ? d->last - d->first : 1;

    memset(pixels, 0, STEPS * sizeof *pixels);
    for (size_t i = 0; i < d->data->n; i++) {
        const struct gau_event_row *const row = &d->data->rows[i];
        const double value = value_of(row, what),
                     part = (gau_event_number(d->data, row) - d->first) / range;
        struct pixel *const pixel = &pixels[(size_t)(fmin(fmax(part, 0), 1) * (STEPS - 1))];

        if (isnan(value))
            continue;
        pixel->least = pixel->n == 0 ? value : fmin(pixel->least, value);
        pixel->most = pixel->n == 0 ? value : fmax(pixel->most, value);
        pixel->last = value;
        pixel->n++;
    }
}

static void put_events(const struct drawing *d, const struct gau_event_plot *plot)
{
    char first[GAU_NUMBER_SIZE], last[GAU_NUMBER_SIZE];

    gau_number_text(first, d->first);
    gau_number_text(last, d->last);
    gau_event_plot_ends(plot, first, last, "event");
}

/* Each pixel from the least to the most of its events. */
static void put_ranges(const struct drawing *d, const struct gau_event_plot *plot,
                       const struct pixel pixels[STEPS])
{
    for (int i = 0; i < STEPS; i++) {
        if (pixels[i].n == 0)
            continue;
        gau_svg_put(d->out, "M", left + i);
        gau_svg_put(d->out, " ", gau_event_plot_y(plot, pixels[i].least));
        gau_svg_put(d->out, "V", gau_event_plot_y(plot, pixels[i].most));
    }
}

static void draw_times(const struct drawing *d)
{
    struct pixel pixels[STEPS];
    const struct gau_event_plot plot =
        begin_plot(d->out, 0, "Time (dashed: median)", d->wall.values_s[GAU_EVENT_MAXIMUM], "s");

    set_pixels(pixels, d, TIME);
    fprintf(d->out, "<path class=\"m%d%s\" d=\"", TIME, d->wall.n < STEPS ? " dots" : "");
    put_ranges(d, &plot, pixels);
    fputs("\"/>\n", d->out);
    gau_event_plot_line(&plot, "median", d->wall.values_s[GAU_EVENT_MEDIAN]);
    put_events(d, &plot);
}

static void put_line(const struct drawing *d, const struct gau_event_plot *plot,
                     const struct pixel pixels[STEPS])
{
    const char *command = "M";

    for (int i = 0; i < STEPS; i++) {
        if (pixels[i].n == 0)
            continue;
        gau_svg_put(d->out, command, left + i);
        gau_svg_put(d->out, " ", gau_event_plot_y(plot, pixels[i].last));
        command = "L";
    }
}

/* Events that follow each other may be of different processes: no line joins them. */
static void draw_memory_line(const struct drawing *d, const struct gau_event_plot *plot, int memory)
{
    const bool is_of_many = gau_event_has_processes(d->data);
    struct pixel pixels[STEPS];
    const double x = left + 220 + 150 * memory;

    set_pixels(pixels, d, memory);
    fprintf(d->out, "<path class=\"m%d%s\" d=\"", memory, is_of_many ? " dots" : "");
    (is_of_many ? put_ranges : put_line)(d, plot, pixels);
    gau_svg_put(d->out, "M", x - 26);
    gau_svg_put(d->out, " ", plot->top - 16);
    fputs("h20\"/>\n", d->out);
    gau_svg_label(d->out, x, plot->top - 12, "", gau_event_memory_names[memory]);
}

static void draw_memory(const struct drawing *d)
{
    double most = 0;
    struct gau_event_plot plot;

    for (size_t i = 0; i < d->data->n; i++)
        for (int memory = 0; memory < GAU_EVENT_N_MEMORIES; memory++)
            most = fmax(most, value_of(&d->data->rows[i], memory));
    plot = begin_plot(d->out, 1, "Memory after events", most, "MiB");
    for (int memory = 0; memory < GAU_EVENT_N_MEMORIES; memory++)
        draw_memory_line(d, &plot, memory);
    put_events(d, &plot);
}

/* --- histogram ----------------------------------------------------------------------------- */

/* Every third one, but for both edges of a gap; there is room for two bins from the last. */
static bool is_edge_labelled(const struct gau_event_histogram *histogram, size_t i)
{
    const size_t from = i > 2 ? i - 2 : 1;

    if (i == 0 || i + 2 >= histogram->n)
        return i == 0;
    if (histogram->is_gap[i] || histogram->is_gap[i - 1])
        return i > 1;
    for (size_t near = from; near <= i + 2; near++)
        if (histogram->is_gap[near] || histogram->is_gap[near - 1])
            return false;
    return i % 3 == 0;
}

static void put_bar(const struct drawing *d, const struct gau_event_plot *plot,
                    const struct gau_event_histogram *histogram, size_t i)
{
    const double step = STEPS / (double)histogram->n, x = left + step * (double)i;
    const double bottom_y = plot->top + bottom; /* one event is seen, too */
    const double y = histogram->counts[i] > 0
                         ? fmin(gau_event_plot_y(plot, (double)histogram->counts[i]), bottom_y - 1)
                         : bottom_y;
    char low[64], high[64];

    gau_svg_put(d->out, "<rect class=\"bar\" x=\"", x + 1);
    gau_svg_put(d->out, "\" y=\"", y);
    gau_svg_put(d->out, "\" width=\"", step - 2);
    gau_svg_put(d->out, "\" height=\"", bottom_y - y);
    fprintf(d->out, "\"><title>%s to %s: %zu</title></rect>\n",
            gau_quantity_text(low, sizeof low, histogram->edges_s[i], "s"),
            gau_quantity_text(high, sizeof high, histogram->edges_s[i + 1], "s"),
            histogram->counts[i]);
    if (histogram->is_gap[i])
        gau_svg_label(d->out, x + step / 2, bottom_y - 6, "sub middle", "...");
    if (is_edge_labelled(histogram, i))
        gau_svg_label(d->out, x, bottom_y + 18,
                      i == 0 || histogram->is_gap[i - 1] ? "sub"
                      : histogram->is_gap[i]             ? "sub end"
                                                         : "sub middle",
                      low);
}

static void draw_histogram(const struct drawing *d)
{
    struct gau_event_histogram histogram;
    size_t most = 0;
    struct gau_event_plot plot;
    char text[64];

    gau_event_histogram_fill(&histogram, &d->wall, d->data);
    for (size_t i = 0; i < histogram.n; i++)
        most = histogram.counts[i] > most ? histogram.counts[i] : most;
    plot = begin_plot(d->out, 2,
                      histogram.is_logarithmic ? "Events by time (logarithmic)" : "Events by time",
                      (double)most, "");
    for (size_t i = 0; i < histogram.n; i++)
        put_bar(d, &plot, &histogram, i);
    gau_svg_label(d->out, left + STEPS, plot.top + bottom + 18, "sub end",
                  gau_quantity_text(text, sizeof text, histogram.edges_s[histogram.n], "s"));
}

/* --- the picture --------------------------------------------------------------------------- */

static void put_heading(const struct drawing *d)
{
    char note[256], mean[64], error[64];
    const double *const values = d->wall.values_s;

    snprintf(note, sizeof note, "%zu event%s without warm-up, %s; mean time %s, standard error %s",
             d->wall.n, d->wall.n == 1 ? "" : "s", d->data->warm_up,
             gau_quantity_text(mean, sizeof mean, values[GAU_EVENT_MEAN], "s"),
             isnan(values[GAU_EVENT_ERROR])
                 ? "unknown"
                 : gau_quantity_text(error, sizeof error, values[GAU_EVENT_ERROR], "s"));
    gau_svg_put(d->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width);
    gau_svg_put(d->out, "\" height=\"", height);
    gau_svg_put(d->out, "\" viewBox=\"0 0 ", width);
    gau_svg_put(d->out, " ", height);
    fprintf(d->out, "\">\n%s<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", style);
    gau_svg_label(d->out, margin, 34, "title", "Time and memory of events");
    gau_svg_label(d->out, margin, 58, "sub", note);
}

static void set_ends(struct drawing *d)
{
    d->first = INFINITY;
    d->last = -INFINITY;
    for (size_t i = 0; i < d->data->n; i++) {
        const double number = gau_event_number(d->data, &d->data->rows[i]);

        if (d->data->rows[i].marks & GAU_EVENT_WARM_UP)
            continue;
        d->first = fmin(d->first, number);
        d->last = fmax(d->last, number);
    }
}

void gau_event_picture_draw(const struct gau_event_data *data, FILE *out, gau_error *error)
{
    struct drawing d = {.out = out, .data = data};

    if (!gau_event_times_of(&d.wall, data, false)) {
        gau_fail_memory(error, "picture of '%.*s'", GAU_QUOTE(data->file));
        return;
    }
    if (d.wall.n == 0) {
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' has no time to draw", GAU_QUOTE(data->file));
        return;
    }
    set_ends(&d);
    put_heading(&d);
    draw_times(&d);
    draw_memory(&d);
    draw_histogram(&d);
    fputs("</svg>\n", out);
}
