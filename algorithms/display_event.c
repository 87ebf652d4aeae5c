/* SPDX-License-Identifier: Apache-2.0 */
#include "display_event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- tracks and muons ---------------------------------------------------------------------- */

/* The columns of one event; NULL where there is none. */
struct view {
    const double *pt, *eta, *phi, *charge, *d0, *z0, *x, *y, *z;
    size_t n;
};

static struct view open_view(const struct gau_display_rows *rows, const gau_context *ctx)
{
    struct view view = {.eta = gau_store_numbers(ctx, rows->eta, NULL),
                        .phi = gau_store_numbers(ctx, rows->phi, NULL),
                        .charge = gau_store_numbers(ctx, rows->charge, NULL),
                        .d0 = gau_store_numbers(ctx, rows->d0, NULL),
                        .z0 = gau_store_numbers(ctx, rows->z0, NULL),
                        .x = gau_store_numbers(ctx, rows->x, NULL),
                        .y = gau_store_numbers(ctx, rows->y, NULL),
                        .z = gau_store_numbers(ctx, rows->z, NULL)};

    view.pt = gau_store_numbers(ctx, rows->pt, &view.n);
    return view;
}

static struct gau_helix helix_of(const struct view *view, size_t i,
                                 const struct gau_display_inputs *inputs)
{
    const double charge = view->charge ? view->charge[i] : 0, cot_theta = sinh(view->eta[i]),
                 curvature = gau_curvature_of(charge / view->pt[i], inputs->field);
    struct gau_helix helix = {.phi = view->phi[i], .cot_theta = cot_theta, .curvature = curvature};

    if (view->x) {
        const struct gau_point place = {view->x[i] * inputs->length_unit - inputs->beam_x,
                                        view->y[i] * inputs->length_unit - inputs->beam_y,
                                        view->z[i] * inputs->length_unit};

        return gau_helix_through(&place, helix.phi, cot_theta, curvature);
    }
    if (view->d0) {
        helix.d0 = view->d0[i];
        helix.z0 = view->z0[i];
    }
    return helix;
}

/* What is not a number makes the sum none. Turns of less than a micrometre are not drawn. */
static bool is_sound(const struct gau_display_particle *particle)
{
    const struct gau_helix *const helix = &particle->helix;

    return particle->pt > 0 && fabs(helix->curvature) < 1e3 && fabs(helix->phi) < 1e6 &&
           isfinite(particle->pt + helix->d0 + helix->z0 + helix->cot_theta + particle->eta);
}

static bool is_inside(const struct gau_helix *helix, const struct gau_display_wall *wall)
{
    return fabs(helix->d0) < wall->radius && fabs(helix->z0) < wall->half_length;
}

static int by_falling_pt(const void *a, const void *b)
{
    const struct gau_display_particle *const first = a, *const second = b;

    if (first->pt != second->pt)
        return first->pt > second->pt ? -1 : 1;
    return first->row < second->row ? -1 : 1;
}

static gau_status take_particles(struct gau_display_particles *out, size_t most,
                                 const struct gau_display_rows *rows,
                                 const struct gau_display_inputs *inputs, gau_context *ctx)
{
    const struct view view = open_view(rows, ctx);
    size_t n = 0;

    out->count = (struct gau_display_count){.table = rows->table,
                                            .select = &rows->select,
                                            .made = view.pt != NULL};
    out->items = calloc(view.n + 1, sizeof *out->items);
    if (!out->items)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "no memory for a picture");
    for (size_t i = 0; view.pt && i < view.n; i++) {
        const double charge = view.charge ? view.charge[i] : 0;
        struct gau_display_particle particle = {.pt = view.pt[i],
                                                .eta = view.eta[i],
                                                .phi = view.phi[i],
                                                .charge = (charge > 0) - (charge < 0),
                                                .located = view.x || view.d0,
                                                .row = i};

        if (!gau_selection_has(&rows->selection, i, ctx))
            continue;
        out->count.rows++;
        particle.helix = helix_of(&view, i, inputs);
        if (!is_sound(&particle))
            out->count.damaged++;
        else if (!is_inside(&particle.helix, &inputs->wall))
            out->count.outside++;
        else
            out->items[n++] = particle;
    }
    qsort(out->items, n, sizeof *out->items, by_falling_pt);
    out->n_items = n;
    out->count.drawn = n < most ? n : most;
    return GAU_OK;
}

/* A muon that does not know where it begins may have been made of a track that does. */
static void locate_muons(struct gau_display_particles *muons,
                         const struct gau_display_particles *tracks)
{
    for (size_t i = 0; i < muons->count.drawn; i++) {
        struct gau_display_particle *const muon = &muons->items[i];

        for (size_t k = 0; k < tracks->n_items && !muon->located; k++) {
            const struct gau_display_particle *const track = &tracks->items[k];

            if (track->located && track->pt == muon->pt && track->eta == muon->eta &&
                track->phi == muon->phi)
                *muon = *track;
        }
    }
}

/* --- the calorimeter ----------------------------------------------------------------------- */

static void add_cell(struct gau_display_calo *calo, double et, double eta, double phi)
{
    static const double pi = 3.14159265358979323846;
    const double turn = (gau_angle(phi) + pi) / (2 * pi),
                 part = (eta + GAU_DISPLAY_MAX_ETA) / (2 * GAU_DISPLAY_MAX_ETA);
    const int around = (int)fmin(turn * GAU_DISPLAY_PHI, GAU_DISPLAY_PHI - 1),
              along = (int)(part * GAU_DISPLAY_ETA);

    calo->sum += et;
    calo->around[around] += et;
    calo->along[sin(phi) >= 0][along] += et;
    calo->count.drawn++;
}

static void take_cells(struct gau_display_calo *calo, const struct gau_display_cells *cells,
                       const gau_context *ctx)
{
    size_t n;
    const double *const values = gau_store_numbers(ctx, cells->value, &n),
                        *const eta = gau_store_numbers(ctx, cells->eta, NULL),
                        *const phi = gau_store_numbers(ctx, cells->phi, NULL);

    calo->count = (struct gau_display_count){.table = cells->table,
                                             .select = &cells->select,
                                             .made = values != NULL};
    for (size_t i = 0; values && i < n; i++) {
        const double et = cells->transverse ? values[i] : values[i] / cosh(eta[i]);

        if (!gau_selection_has(&cells->selection, i, ctx))
            continue;
        calo->count.rows++;
        /* Sums of what passes here are finite. */
        if (!isfinite(eta[i]) || !(fabs(et) < 1e15) || !(fabs(phi[i]) < 1e6))
            calo->count.damaged++;
        else if (!(fabs(eta[i]) < GAU_DISPLAY_MAX_ETA))
            calo->count.outside++;
        else
            add_cell(calo, et, eta[i], phi[i]);
    }
}

/* --- hits ---------------------------------------------------------------------------------- */

/* Of too many, every second, third ... one stays. */
static void thin_out(struct gau_display_count *count, struct gau_point *items, size_t n)
{
    const size_t step = (n + GAU_DISPLAY_HITS - 1) / GAU_DISPLAY_HITS;

    for (size_t i = 0; i < n; i += step)
        items[count->drawn++] = items[i];
}

static gau_status take_hits(struct gau_display_event *event,
                            const struct gau_display_inputs *inputs, gau_context *ctx)
{
    size_t n, kept = 0;
    const double *const x = gau_store_numbers(ctx, inputs->hit[0], &n),
                        *const y = gau_store_numbers(ctx, inputs->hit[1], NULL),
                        *const z = gau_store_numbers(ctx, inputs->hit[2], NULL);

    event->hits = (struct gau_display_count){.table = inputs->hits, .made = x != NULL, .rows = n};
    event->hit_items = calloc(n + 1, sizeof *event->hit_items);
    if (!event->hit_items)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "no memory for a picture");
    for (size_t i = 0; x && i < n; i++) {
        if (!isfinite(x[i]) || !isfinite(y[i]) || !isfinite(z[i]))
            event->hits.damaged++;
        else if (hypot(x[i], y[i]) > inputs->wall.radius || fabs(z[i]) > inputs->wall.half_length)
            event->hits.outside++;
        else
            event->hit_items[kept++] = (struct gau_point){x[i], y[i], z[i]};
    }
    thin_out(&event->hits, event->hit_items, kept);
    return GAU_OK;
}

/* --- the rest ------------------------------------------------------------------------------ */

static gau_status take_vertices(struct gau_display_event *event,
                                const struct gau_display_inputs *inputs, gau_context *ctx)
{
    size_t n;
    const double *const z = gau_store_numbers(ctx, inputs->vertex, &n),
                        *const errors = gau_store_numbers(ctx, inputs->vertex_error, NULL);
    struct gau_display_count *const count = &event->vertices;

    *count = (struct gau_display_count){.table = inputs->vertices, .made = z != NULL, .rows = n};
    event->vertex_items = calloc(GAU_DISPLAY_VERTICES, sizeof *event->vertex_items);
    if (!event->vertex_items)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "no memory for a picture");
    for (size_t i = 0; z && i < n; i++) {
        const double error = errors ? errors[i] : 0;

        if (!isfinite(z[i]) || !(error >= 0 && error < HUGE_VAL))
            count->damaged++;
        else if (!(fabs(z[i]) < inputs->wall.half_length))
            count->outside++;
        else if (count->drawn < GAU_DISPLAY_VERTICES)
            event->vertex_items[count->drawn++] = (struct gau_display_vertex){z[i], error};
    }
    return GAU_OK;
}

static double first_of(gau_key key, const gau_context *ctx)
{
    size_t n;
    const double *const values = gau_store_numbers(ctx, key, &n);

    return n > 0 ? values[0] : (double)NAN;
}

static void take_masses(struct gau_display_event *event, const struct gau_display_inputs *inputs,
                        const gau_context *ctx)
{
    size_t n;
    const double *const masses = gau_store_numbers(ctx, inputs->mass_key, &n);

    for (size_t i = 0; i < n && event->n_masses < GAU_DISPLAY_MASSES; i++)
        if (isfinite(masses[i]))
            event->masses[event->n_masses++] = masses[i];
}

gau_status gau_display_event_open(struct gau_display_event *event,
                                  const struct gau_display_inputs *inputs, gau_context *ctx)
{
    *event = (struct gau_display_event){.event = ctx->event};
    event->run = first_of(inputs->run, ctx);
    event->number = first_of(inputs->number, ctx);
    take_masses(event, inputs, ctx);
    for (int i = 0; i < GAU_DISPLAY_CALOS; i++)
        take_cells(&event->calos[i], &inputs->calos[i], ctx);
    GAU_TRY(take_particles(&event->tracks, GAU_DISPLAY_TRACKS, &inputs->tracks, inputs, ctx));
    GAU_TRY(take_particles(&event->muons, GAU_DISPLAY_MUONS, &inputs->muons, inputs, ctx));
    locate_muons(&event->muons, &event->tracks);
    GAU_TRY(take_particles(&event->level1, GAU_DISPLAY_MUONS, &inputs->level1, inputs, ctx));
    GAU_TRY(take_hits(event, inputs, ctx));
    return take_vertices(event, inputs, ctx);
}

void gau_display_event_close(struct gau_display_event *event)
{
    free(event->tracks.items);
    free(event->muons.items);
    free(event->level1.items);
    free(event->hit_items);
    free(event->vertex_items);
    *event = (struct gau_display_event){0};
}
