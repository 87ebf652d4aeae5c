/* SPDX-License-Identifier: Apache-2.0 */
#include "display_page.h"

#include "table/number.h"

#include <math.h>

/* The x-y view: x to the right, y up, the beam line in the middle. */

static const double pi = 3.14159265358979323846;

enum { CENTRE_X = 322, CENTRE_Y = 396, HALF = 292 };

struct view {
    const struct gau_display_page *page;
    FILE *out;
    double scale; /* per mm */
    double edge;  /* radius of the tracker on the page */
};

static void put(const struct view *view, char command, const struct gau_display_point *place)
{
    gau_display_put(view->out, command, CENTRE_X + place->x * view->scale,
                    CENTRE_Y - place->y * view->scale);
}

static struct gau_display_point on_circle(double radius, double phi)
{
    return (struct gau_display_point){CENTRE_X + radius * cos(phi), CENTRE_Y - radius * sin(phi)};
}

/* --- the detector -------------------------------------------------------------------------- */

static void draw_circle(const struct view *view, double radius)
{
    fprintf(view->out, "<circle cx=\"%d\" cy=\"%d\" r=\"", CENTRE_X, CENTRE_Y);
    gau_display_number(view->out, radius);
    fputs("\"/>\n", view->out);
}

static void draw_detector(const struct view *view)
{
    const struct gau_display_layers *const layers = view->page->layers;

    fputs("<g fill=\"none\" stroke=\"" GAU_DISPLAY_LAYER "\" stroke-width=\"1\">\n", view->out);
    for (size_t i = 0; i < layers->barrels.count; i++)
        if (layers->barrels.items[i] <= view->page->inputs->wall.radius)
            draw_circle(view, layers->barrels.items[i] * view->scale);
    fputs("</g>\n<g fill=\"none\" stroke=\"#9aa2ab\" stroke-width=\"1.5\">\n", view->out);
    draw_circle(view, view->edge);
    for (int i = 0; i < view->page->n_rings; i++)
        draw_circle(view, view->edge + GAU_DISPLAY_GAP + i * view->page->ring);
    fprintf(view->out, "<path d=\"M%d %dh8m-4-4v8\"/>\n</g>\n", CENTRE_X - 4, CENTRE_Y);
}

static void draw_towers(const struct view *view, int ring)
{
    const struct gau_display_calo *const calo = &view->page->event->calos[ring];
    const double base = view->edge + GAU_DISPLAY_GAP + ring * view->page->ring,
                 width = 2 * pi / GAU_DISPLAY_PHI;

    fprintf(view->out, "<path fill=\"%s\" d=\"", gau_display_calo_colours[ring]);
    for (int i = 0; i < GAU_DISPLAY_PHI; i++) {
        const double length = calo->around[i] * view->page->per_gev, low = -pi + (i + 0.08) * width,
                     high = -pi + (i + 0.92) * width;
        const struct gau_display_point corners[] = {on_circle(base, low),
                                                    on_circle(base + length, low),
                                                    on_circle(base + length, high),
                                                    on_circle(base, high)};

        if (length < 0.5)
            continue;
        for (int k = 0; k < 4; k++)
            gau_display_put(view->out, k ? 'L' : 'M', corners[k].x, corners[k].y);
        fputc('z', view->out);
    }
    fputs("\"/>\n", view->out);
}

/* --- the event ----------------------------------------------------------------------------- */

static void draw_hits(const struct view *view)
{
    const struct gau_display_event *const event = view->page->event;

    fputs("<path fill=\"none\" stroke=\"" GAU_DISPLAY_FAINT
          "\" stroke-width=\"2.4\" stroke-linecap=\"round\" d=\"",
          view->out);
    for (size_t i = 0; i < event->hits.drawn; i++) {
        put(view, 'M', &(struct gau_display_point){event->hit_items[i].x, event->hit_items[i].y});
        fputs("h0", view->out);
    }
    fputs("\"/>\n", view->out);
}

static void draw_track(const struct view *view, const struct gau_display_particle *particle,
                       const struct gau_display_wall *wall)
{
    const double length = gau_display_length(&particle->helix, wall);
    const struct gau_display_arc arc = gau_display_arc(&particle->helix, length);
    const double radius = arc.radius * view->scale;

    put(view, 'M', &arc.from);
    if (radius < 1e6) {
        fputc('A', view->out);
        gau_display_number(view->out, radius);
        fputc(' ', view->out);
        gau_display_number(view->out, radius);
        fprintf(view->out, " 0 0 %d ", !arc.left); /* y goes down on the page */
        put(view, ' ', &arc.to);
    } else {
        put(view, 'L', &arc.to);
    }
}

/* Those of one charge; the stiffest on top. */
static void draw_tracks(const struct view *view, int charge)
{
    const struct gau_display_particles *const tracks = &view->page->event->tracks;
    const struct gau_display_particle like = {.charge = charge};

    fprintf(view->out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\" d=\"",
            gau_display_colour(&like));
    for (size_t i = tracks->count.drawn; i-- > 0;)
        if (tracks->items[i].charge == charge)
            draw_track(view, &tracks->items[i], &view->page->inputs->wall);
    fputs("\"/>\n", view->out);
}

/* To the edge of the picture, whatever ends are in between. */
static void draw_muons(const struct view *view)
{
    const struct gau_display_particles *const muons = &view->page->event->muons;
    const struct gau_display_wall wall = {
        (view->edge + gau_display_arrow_base(view->page)) / view->scale, HUGE_VAL};

    fputs("<path fill=\"none\" stroke=\"" GAU_DISPLAY_MUON "\" stroke-width=\"3\" d=\"", view->out);
    for (size_t i = 0; i < muons->count.drawn; i++)
        draw_track(view, &muons->items[i], &wall);
    fputs("\"/>\n", view->out);
}

static void draw_level1(const struct view *view, struct gau_display_labels *labels)
{
    const struct gau_display_particles *const level1 = &view->page->event->level1;

    fputs("<g fill=\"" GAU_DISPLAY_LEVEL1 "\" stroke=\"" GAU_DISPLAY_LEVEL1
          "\" stroke-width=\"2\">\n",
          view->out);
    for (size_t i = 0; i < level1->count.drawn; i++) {
        const double phi = level1->items[i].phi;
        const struct gau_display_point from =
            on_circle(view->edge + gau_display_arrow_base(view->page), phi);

        gau_display_arrow(view->out, labels, &from,
                          &(struct gau_display_point){cos(phi), -sin(phi)});
    }
    fputs("</g>\n", view->out);
}

static void number_muons(const struct view *view, struct gau_display_labels *labels)
{
    const struct gau_display_particles *const muons = &view->page->event->muons;
    const double radius = view->edge + gau_display_arrow_base(view->page);
    const struct gau_display_wall wall = {radius / view->scale, HUGE_VAL};

    for (size_t i = 0; i < muons->count.drawn && i < GAU_DISPLAY_LISTED; i++) {
        const struct gau_helix *const helix = &muons->items[i].helix;
        const struct gau_point end = gau_helix_at(helix, gau_display_length(helix, &wall));
        const double phi = atan2(end.y, end.x);
        const struct gau_display_point at = on_circle(radius + GAU_DISPLAY_ARROW +
                                                          GAU_DISPLAY_BADGE / 2.0 + 2,
                                                      phi),
                                       step = {3 * sin(phi), 3 * cos(phi)};

        gau_display_badge(view->out, labels, &at, &step, i + 1);
    }
}

/* --- around it ----------------------------------------------------------------------------- */

static void draw_scales(const struct view *view)
{
    const double length = gau_display_round_number(view->page->inputs->wall.radius);
    const int bottom = CENTRE_Y + HALF;
    char name[64];

    gau_quantity_text(name, sizeof name, length / 1000, "m");
    gau_display_bar(view->out, &(struct gau_display_point){24, bottom}, length * view->scale, name);
    if (view->page->per_gev > 0) {
        const double et = gau_display_round_number(view->page->ring / view->page->per_gev);

        char energy[GAU_NUMBER_SIZE];

        gau_quantity_text(energy, sizeof energy, et, "GeV");
        snprintf(name, sizeof name, "towers: %s", energy);
        gau_display_bar(view->out, &(struct gau_display_point){24, bottom - 40},
                        et * view->page->per_gev, name);
    }
}

void gau_display_along_beam(const struct gau_display_page *page)
{
    const double edge = HALF - gau_display_margin(page);
    const struct view view = {page, page->out, edge / page->inputs->wall.radius, edge};
    struct gau_display_labels labels = {.n = 0};
    const struct gau_display_text caption = {
        .x = 24, .y = 94, .size = 15, .anchor = "start", .colour = GAU_DISPLAY_INK, .bold = true};

    gau_display_write(page->out, &caption,
                      "Along the beam: x to the right, y up; not to scale outside of the tracker");
    draw_detector(&view);
    for (int i = 0; i < page->n_rings; i++)
        draw_towers(&view, i);
    draw_tracks(&view, 0);
    draw_tracks(&view, -1);
    draw_tracks(&view, 1);
    draw_hits(&view);
    draw_muons(&view);
    draw_level1(&view, &labels);
    number_muons(&view, &labels);
    draw_scales(&view);
}
