/* SPDX-License-Identifier: Apache-2.0 */
#include "display_page.h"

#include <math.h>

/*
 * The beam line where the vertices are, stretched: vertices with their errors above it, below it
 * where tracks come from.
 */

enum { LEFT = 660, RIGHT = 1368 };

/* The axis reaches so far to both sides: all vertices, or where there are none, all tracks. */
static double reach_of(const struct gau_display_event *event)
{
    double reach = 10;

    for (size_t i = 0; i < event->vertices.drawn; i++)
        reach = fmax(reach, fabs(event->vertex_items[i].z));
    for (size_t i = 0; i < event->tracks.count.drawn && event->vertices.drawn == 0; i++)
        reach = fmax(reach, fabs(event->tracks.items[i].helix.z0));
    return reach * 1.08;
}

static double x_of(double z, double reach)
{
    return (LEFT + RIGHT) / 2.0 + z / reach * (RIGHT - LEFT) / 2.0;
}

static void draw_axis(FILE *out, double reach, double y)
{
    const double step = gau_display_round_number(reach / 2.5);
    const int most = (int)(reach / step);
    struct gau_display_text style = {
        .y = y + 34, .size = 13, .anchor = "middle", .colour = GAU_DISPLAY_FAINT};

    fputs("<path stroke=\"" GAU_DISPLAY_FAINT "\" d=\"", out);
    gau_display_put(out, 'M', LEFT, y);
    gau_display_put(out, 'L', RIGHT, y);
    for (int i = -most; i <= most; i++) {
        gau_display_put(out, 'M', x_of(i * step, reach), y + 14);
        fputs("v5", out);
    }
    fputs("\"/>\n", out);
    for (int i = -most; i <= most; i++) {
        char text[GAU_DISPLAY_NUMBER_SIZE];

        gau_display_number_text(text, 4, i * step);
        style.x = x_of(i * step, reach);
        gau_display_write(out, &style, text);
    }
}

static void draw_origins(FILE *out, const struct gau_display_particles *particles, double reach,
                         double y)
{
    for (size_t i = 0; i < particles->count.drawn; i++) {
        const double z = particles->items[i].helix.z0;

        if (fabs(z) > reach || !particles->items[i].located)
            continue;
        gau_display_put(out, 'M', x_of(z, reach), y);
        fputs("v10", out);
    }
}

static void draw_vertices(FILE *out, const struct gau_display_event *event, double reach, double y)
{
    fputs("<g fill=\"" GAU_DISPLAY_VERTEX "\" stroke=\"" GAU_DISPLAY_VERTEX "\">\n<path d=\"", out);
    for (size_t i = 0; i < event->vertices.drawn; i++) {
        const struct gau_display_vertex *const vertex = &event->vertex_items[i];

        gau_display_put(out, 'M', x_of(fmax(vertex->z - vertex->error, -reach), reach), y - 11);
        gau_display_put(out, 'L', x_of(fmin(vertex->z + vertex->error, reach), reach), y - 11);
    }
    fputs("\"/>\n<path stroke=\"none\" d=\"", out);
    for (size_t i = 0; i < event->vertices.drawn; i++) {
        gau_display_put(out, 'M', x_of(event->vertex_items[i].z, reach), y - 2);
        fputs("l-4-9 4-9 4 9z", out);
    }
    fputs("\"/>\n</g>\n", out);
}

double gau_display_beam_line(const struct gau_display_page *page, double top)
{
    const struct gau_display_event *const event = page->event;
    const double reach = reach_of(event), y = top + 42;
    const struct gau_display_text caption = {.x = 650,
                                             .y = top + 8,
                                             .size = 15,
                                             .anchor = "start",
                                             .colour = GAU_DISPLAY_INK,
                                             .bold = true};

    gau_display_write(page->out, &caption,
                      "The beam line: vertices, below it origins of tracks; z [mm]");
    draw_axis(page->out, reach, y);
    fputs("<path stroke=\"" GAU_DISPLAY_POSITIVE "\" d=\"", page->out);
    draw_origins(page->out, &event->tracks, reach, y + 2);
    fputs("\"/>\n<path stroke-width=\"2.5\" stroke=\"" GAU_DISPLAY_MUON "\" d=\"", page->out);
    draw_origins(page->out, &event->muons, reach, y + 2);
    fputs("\"/>\n", page->out);
    draw_vertices(page->out, event, reach, y);
    return y + 44;
}
