/* SPDX-License-Identifier: Apache-2.0 */
#include "display_page.h"

#include "table/number.h"

#include <math.h>

/* The r-z view: z to the right, the beam line in the middle, r up where y >= 0, else down. */

enum { CENTRE_X = 1014, HALF = 366, TOP = 104, TALLEST = 200 };

struct view {
    const struct gau_display_page *page;
    FILE *out;
    double scale;                 /* per mm */
    double centre;                /* of the view, from the top */
    struct gau_display_wall edge; /* of the tracker, on the page */
};

static void put(const struct view *view, char command, const struct gau_display_point *place)
{
    gau_display_put(view->out, command, CENTRE_X + place->x * view->scale,
                    view->centre - place->y * view->scale);
}

/* So far around the tracker, on the page. */
static struct gau_display_wall around(const struct view *view, double distance)
{
    return (struct gau_display_wall){view->edge.radius + distance,
                                     view->edge.half_length + distance};
}

/* --- the detector -------------------------------------------------------------------------- */

static void draw_box(const struct view *view, const struct gau_display_wall *box)
{
    fputs("<rect x=\"", view->out);
    gau_display_number(view->out, CENTRE_X - box->half_length);
    fputs("\" y=\"", view->out);
    gau_display_number(view->out, view->centre - box->radius);
    fputs("\" width=\"", view->out);
    gau_display_number(view->out, 2 * box->half_length);
    fputs("\" height=\"", view->out);
    gau_display_number(view->out, 2 * box->radius);
    fputs("\"/>\n", view->out);
}

static void draw_layers(const struct view *view)
{
    const struct gau_display_layers *const layers = view->page->layers;
    const struct gau_display_wall *const wall = &view->page->inputs->wall;

    fputs("<path fill=\"none\" stroke=\"" GAU_DISPLAY_LAYER "\" d=\"", view->out);
    for (int side = -1; side <= 1; side += 2) {
        for (size_t i = 0; i < layers->barrels.count; i++) {
            const double r = side * fmin(layers->barrels.items[i], wall->radius),
                         z = fmin(layers->barrel_lengths.items[i], wall->half_length);

            put(view, 'M', &(struct gau_display_point){-z, r});
            put(view, 'L', &(struct gau_display_point){z, r});
        }
        for (size_t i = 0; i < layers->discs.count; i++) {
            const double z = fmin(layers->discs.items[i], wall->half_length),
                         inner = side * fmin(layers->disc_inner.items[i], wall->radius),
                         outer = side * fmin(layers->disc_outer.items[i], wall->radius);

            for (int end = -1; end <= 1; end += 2) {
                put(view, 'M', &(struct gau_display_point){end * z, inner});
                put(view, 'L', &(struct gau_display_point){end * z, outer});
            }
        }
    }
    fputs("\"/>\n", view->out);
}

static void draw_detector(const struct view *view)
{
    draw_layers(view);
    fputs("<g fill=\"none\" stroke=\"#9aa2ab\" stroke-width=\"1.5\">\n", view->out);
    draw_box(view, &view->edge);
    for (int i = 0; i < view->page->n_rings; i++) {
        const struct gau_display_wall box = around(view, GAU_DISPLAY_GAP + i * view->page->ring);

        draw_box(view, &box);
    }
    fputs("</g>\n<path stroke=\"#9aa2ab\" stroke-width=\"1\" d=\"", view->out);
    gau_display_put(view->out, 'M', CENTRE_X - view->edge.half_length, view->centre);
    gau_display_put(view->out, 'L', CENTRE_X + view->edge.half_length, view->centre);
    fputs("\"/>\n", view->out);
}

/* Lines of equal pseudorapidity, named in the upper half; names are where nothing else may be. */
static void draw_eta(const struct view *view, struct gau_display_labels *labels)
{
    const double base = gau_display_arrow_base(view->page);
    const struct gau_display_wall end = around(view, base),
                                  outside = around(view, base + GAU_DISPLAY_ARROW + 10);
    struct gau_display_text style = {.size = 13, .anchor = "middle", .colour = GAU_DISPLAY_FAINT};

    for (int i = -5; i <= 5; i++) {
        const double eta = i / 2.0;
        const struct gau_display_point to = gau_display_at_eta(&end, eta),
                                       name = gau_display_at_eta(&outside, eta);
        struct gau_display_point place = {CENTRE_X + name.x, view->centre - name.y};
        char text[GAU_DISPLAY_NUMBER_SIZE];

        fputs("<path fill=\"none\" stroke=\"#9aa2ab\" stroke-dasharray=\"1 4\" d=\"", view->out);
        gau_display_put(view->out, 'M', CENTRE_X + to.x, view->centre - to.y);
        gau_display_put(view->out, 'L', CENTRE_X, view->centre);
        gau_display_put(view->out, 'L', CENTRE_X + to.x, view->centre + to.y);
        fputs("\"/>\n", view->out);
        gau_display_number_text(text, 3, eta);
        if (i == 0)
            snprintf(text, sizeof text, "η = 0");
        if (!gau_display_place(&place, labels, &(struct gau_display_point){36, 18},
                               &(struct gau_display_point){0, 0}))
            continue;
        style.x = place.x;
        style.y = place.y + 4;
        gau_display_write(view->out, &style, text);
    }
}

static void draw_tower(const struct view *view, const struct gau_display_wall *box, int bin,
                       double length)
{
    const double width = 2 * GAU_DISPLAY_MAX_ETA / GAU_DISPLAY_ETA,
                 low = -GAU_DISPLAY_MAX_ETA + (bin + 0.06) * width,
                 high = -GAU_DISPLAY_MAX_ETA + (bin + 0.94) * width;
    const struct gau_display_point from = gau_display_at_eta(box, low),
                                   to = gau_display_at_eta(box, high),
                                   middle = gau_display_at_eta(box, (low + high) / 2);
    const double up = length > 0 ? 1 : -1, size = fabs(length);

    if (middle.y >= box->radius) { /* in the barrel */
        gau_display_put(view->out, 'M', CENTRE_X + from.x, view->centre - up * box->radius);
        gau_display_put(view->out, 'L', CENTRE_X + from.x,
                        view->centre - up * (box->radius + size));
        gau_display_put(view->out, 'L', CENTRE_X + to.x, view->centre - up * (box->radius + size));
        gau_display_put(view->out, 'L', CENTRE_X + to.x, view->centre - up * box->radius);
    } else {
        const double base = middle.x, end = middle.x + copysign(size, middle.x);

        gau_display_put(view->out, 'M', CENTRE_X + base, view->centre - up * from.y);
        gau_display_put(view->out, 'L', CENTRE_X + end, view->centre - up * from.y);
        gau_display_put(view->out, 'L', CENTRE_X + end, view->centre - up * to.y);
        gau_display_put(view->out, 'L', CENTRE_X + base, view->centre - up * to.y);
    }
    fputc('z', view->out);
}

static void draw_towers(const struct view *view, int ring)
{
    const struct gau_display_calo *const calo = &view->page->event->calos[ring];
    const struct gau_display_wall box = around(view, GAU_DISPLAY_GAP + ring * view->page->ring);

    fprintf(view->out, "<path fill=\"%s\" d=\"", gau_display_calo_colours[ring]);
    for (int upper = 0; upper < 2; upper++)
        for (int i = 0; i < GAU_DISPLAY_ETA; i++) {
            const double length = calo->along[upper][i] * view->page->per_gev;

            if (length >= 0.5)
                draw_tower(view, &box, i, upper ? length : -length);
        }
    fputs("\"/>\n", view->out);
}

/* --- the event ----------------------------------------------------------------------------- */

static void draw_hits(const struct view *view)
{
    const struct gau_display_event *const event = view->page->event;

    fputs("<path fill=\"none\" stroke=\"" GAU_DISPLAY_FAINT
          "\" stroke-width=\"2\" stroke-linecap=\"round\" d=\"",
          view->out);
    for (size_t i = 0; i < event->hits.drawn; i++) {
        const struct gau_point *const hit = &event->hit_items[i];
        const double r = hypot(hit->x, hit->y);

        put(view, 'M', &(struct gau_display_point){hit->z, hit->y >= 0 ? r : -r});
        fputs("h0", view->out);
    }
    fputs("\"/>\n", view->out);
}

static size_t draw_track(const struct view *view, const struct gau_helix *helix,
                         const struct gau_display_wall *wall,
                         struct gau_display_step steps[GAU_DISPLAY_STEPS])
{
    const size_t n = gau_display_profile(steps, helix, gau_display_length(helix, wall));

    for (size_t i = 0; i < n; i++)
        put(view, steps[i].jump ? 'M' : 'L', &steps[i].at);
    return n;
}

static void draw_tracks(const struct view *view, int charge)
{
    const struct gau_display_particles *const tracks = &view->page->event->tracks;
    const struct gau_display_particle like = {.charge = charge};
    struct gau_display_step steps[GAU_DISPLAY_STEPS];

    fprintf(view->out, "<path fill=\"none\" stroke=\"%s\" d=\"", gau_display_colour(&like));
    for (size_t i = tracks->count.drawn; i-- > 0;)
        if (tracks->items[i].charge == charge)
            draw_track(view, &tracks->items[i].helix, &view->page->inputs->wall, steps);
    fputs("\"/>\n", view->out);
}

/* The direction on the page of a line from the middle to @p place. */
static struct gau_display_point direction_to(const struct gau_display_point *place)
{
    const double length = hypot(place->x, place->y);

    if (length == 0)
        return (struct gau_display_point){0, -1};
    return (struct gau_display_point){place->x / length, -place->y / length};
}

/* A number beside the end of a muon; it moves along the edge of the view. */
static void number_muon(const struct view *view, struct gau_display_labels *labels,
                        const struct gau_display_point *end, size_t number)
{
    const double distance = GAU_DISPLAY_ARROW + GAU_DISPLAY_BADGE / 2.0 + 2;
    const struct gau_display_point on_page = {end->x * view->scale, end->y * view->scale},
                                   direction = direction_to(&on_page),
                                   at = {CENTRE_X + on_page.x + distance * direction.x,
                                         view->centre - on_page.y + distance * direction.y};
    const double top = around(view, gau_display_arrow_base(view->page)).radius - 1;
    const struct gau_display_point step = {fabs(on_page.y) >= top ? 3 : 0,
                                           fabs(on_page.y) >= top ? 0 : 3};

    gau_display_badge(view->out, labels, &at, &step, number);
}

static void draw_muons(const struct view *view, struct gau_display_labels *labels)
{
    const struct gau_display_particles *const muons = &view->page->event->muons;
    const struct gau_display_wall on_page = around(view, gau_display_arrow_base(view->page)),
                                  wall = {on_page.radius / view->scale,
                                          on_page.half_length / view->scale};
    struct gau_display_point ends[GAU_DISPLAY_MUONS];
    struct gau_display_step steps[GAU_DISPLAY_STEPS];

    fputs("<path fill=\"none\" stroke=\"" GAU_DISPLAY_MUON "\" stroke-width=\"3\" d=\"", view->out);
    for (size_t i = 0; i < muons->count.drawn; i++) {
        const size_t n = draw_track(view, &muons->items[i].helix, &wall, steps);

        ends[i] = steps[n - 1].at;
    }
    fputs("\"/>\n", view->out);
    for (size_t i = 0; i < muons->count.drawn && i < GAU_DISPLAY_LISTED; i++)
        number_muon(view, labels, &ends[i], i + 1);
}

static void draw_level1(const struct view *view, struct gau_display_labels *labels)
{
    const struct gau_display_particles *const level1 = &view->page->event->level1;
    const struct gau_display_wall box = around(view, gau_display_arrow_base(view->page));

    fputs("<g fill=\"" GAU_DISPLAY_LEVEL1 "\" stroke=\"" GAU_DISPLAY_LEVEL1
          "\" stroke-width=\"2\">\n",
          view->out);
    for (size_t i = 0; i < level1->count.drawn; i++) {
        struct gau_display_point place = gau_display_at_eta(&box, level1->items[i].eta), direction;

        if (sin(level1->items[i].phi) < 0)
            place.y = -place.y;
        direction = direction_to(&place);
        gau_display_arrow(view->out, labels,
                          &(struct gau_display_point){CENTRE_X + place.x, view->centre - place.y},
                          &direction);
    }
    fputs("</g>\n", view->out);
}

static void draw_vertices(const struct view *view)
{
    const struct gau_display_event *const event = view->page->event;

    fputs("<path fill=\"none\" stroke=\"" GAU_DISPLAY_VERTEX "\" stroke-width=\"2\" d=\"",
          view->out);
    for (size_t i = 0; i < event->vertices.drawn; i++) {
        gau_display_put(view->out, 'M', CENTRE_X + event->vertex_items[i].z * view->scale,
                        view->centre - 5);
        fputs("v10", view->out);
    }
    fputs("\"/>\n", view->out);
}

static void draw_scale(const struct view *view)
{
    const double length = gau_display_round_number(view->page->inputs->wall.radius);
    char name[GAU_NUMBER_SIZE];

    gau_quantity_text(name, sizeof name, length / 1000, "m");
    gau_display_bar(view->out,
                    &(struct gau_display_point){GAU_DISPLAY_WIDTH - 20 - length * view->scale, 104},
                    length * view->scale, name);
}

double gau_display_rz(const struct gau_display_page *page)
{
    const struct gau_display_wall *const wall = &page->inputs->wall;
    const double margin = gau_display_margin(page),
                 scale = fmin((HALF - margin) / wall->half_length, TALLEST / wall->radius),
                 radius = wall->radius * scale, length = wall->half_length * scale;
    const struct view view = {page, page->out, scale, TOP + radius + margin, {radius, length}};
    struct gau_display_labels labels = {.n = 0};
    const struct gau_display_text caption = {
        .x = 650, .y = 94, .size = 15, .anchor = "start", .colour = GAU_DISPLAY_INK, .bold = true};

    gau_display_write(page->out, &caption,
                      "From the side: z to the right, r up where y ≥ 0, else down");
    draw_scale(&view);
    draw_detector(&view);
    draw_eta(&view, &labels);
    for (int i = 0; i < page->n_rings; i++)
        draw_towers(&view, i);
    draw_tracks(&view, 0);
    draw_tracks(&view, -1);
    draw_tracks(&view, 1);
    draw_hits(&view);
    draw_vertices(&view);
    draw_level1(&view, &labels);
    draw_muons(&view, &labels);
    return view.centre + radius + margin;
}
