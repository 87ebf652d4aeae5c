/* SPDX-License-Identifier: Apache-2.0 */
#include "generator.h"

#include "random.h"

struct event {
    struct gau_tracker_particle particles[GAU_TRACKER_PARTICLES];
    double vertices[GAU_TRACKER_VERTICES];
    size_t n_particles, n_vertices;
};

/* --- columns ------------------------------------------------------------------------------- */

gau_status gau_tracker_generator_declare(struct gau_tracker_generator *generator, gau_context *ctx)
{
    generator->hits = gau_columns_make(ctx, "hits", GAU_HIT_COLUMNS);
    generator->particles =
        gau_columns_make(ctx, "truth_particles",
                         GAU_NAMES("particle_id", "q", "px", "py", "pz", "vx", "vy", "vz"));
    generator->true_hits = gau_columns_make(ctx, "truth_hits", GAU_NAMES("particle_id"));
    generator->true_vertices = gau_columns_make(ctx, "truth_vertices", GAU_NAMES("z"));
    generator->event = gau_own_output(ctx, "tracker", GAU_TYPE(struct event));
    generator->scratch = gau_own_output(ctx, "hits", GAU_TYPE(struct gau_tracker_hit));
    return gau_detector_check(&generator->detector, ctx);
}

bool gau_tracker_generator_is_read(const struct gau_tracker_generator *generator,
                                   const gau_context *ctx)
{
    return gau_columns_are_read(&generator->hits, ctx) ||
           gau_columns_are_read(&generator->particles, ctx) ||
           gau_columns_are_read(&generator->true_hits, ctx) ||
           gau_columns_are_read(&generator->true_vertices, ctx);
}

/* Unless nobody reads it. */
static gau_status put_table(const struct gau_columns *columns, const double *rows, size_t n,
                            size_t size, gau_context *ctx)
{
    return gau_columns_are_read(columns, ctx) ? gau_columns_put(columns, rows, n, size, ctx)
                                              : GAU_OK;
}

/* --- particles ----------------------------------------------------------------------------- */

static void add(struct event *event, const struct gau_tracker_particle *vertex, double pt,
                double eta, double phi, double charge)
{
    struct gau_tracker_particle *const particle = &event->particles[event->n_particles];

    if (event->n_particles == GAU_TRACKER_PARTICLES)
        return;
    *particle = *vertex;
    particle->id = (double)++event->n_particles;
    particle->q = charge;
    particle->px = pt * cos(phi);
    particle->py = pt * sin(phi);
    particle->pz = pt * sinh(eta);
}

static void make_vertex(struct event *event, const struct gau_tracker_generator *generator,
                        const struct gau_muon *muons, size_t n, struct gau_random *random)
{
    const struct gau_tracker_particle vertex = {
        .vx = generator->beam_width * gau_random_normal(random),
        .vy = generator->beam_width * gau_random_normal(random),
        .vz = generator->beam_length * gau_random_normal(random)};
    const size_t others = gau_random_poisson(random, generator->tracks);

    event->vertices[event->n_vertices++] = vertex.vz;
    for (size_t i = 0; i < n; i++)
        add(event, &vertex, muons[i].pt, muons[i].eta, muons[i].phi, muons[i].charge);
    for (size_t i = 0; i < others; i++) {
        const double pt = gau_random_power(random, 3, 0.5, 20),
                     eta = gau_random_between(random, -2.4, 2.4),
                     phi = gau_random_between(random, -GAU_PI, GAU_PI);

        add(event, &vertex, pt, eta, phi, gau_random_unit(random) < 0.5 ? -1 : 1);
    }
}

static gau_status put_particles(const struct gau_tracker_generator *generator,
                                const struct event *event, gau_context *ctx)
{
    GAU_TRY(put_table(&generator->particles, &event->particles[0].id, event->n_particles,
                      sizeof *event->particles, ctx));
    return put_table(&generator->true_vertices, event->vertices, event->n_vertices,
                     sizeof *event->vertices, ctx);
}

/* --- hits ---------------------------------------------------------------------------------- */

/* R. Durstenfeld, Commun. ACM 7 (1964) 420. */
static void shuffle(struct gau_tracker_hit *hits, size_t n, struct gau_random *random)
{
    for (size_t i = n; i > 1; i--) {
        const size_t k = gau_random_next(random) % i;
        const struct gau_tracker_hit hit = hits[k];

        hits[k] = hits[i - 1];
        hits[i - 1] = hit;
    }
}

static gau_status put_hits(const struct gau_tracker_generator *generator, const struct event *event,
                           struct gau_random *random, gau_context *ctx)
{
    const size_t n_noise = gau_random_poisson(random, generator->noise);
    struct gau_tracker_hit *const hits =
        gau_store_put(ctx, generator->scratch,
                      event->n_particles * GAU_TRACKER_LAYERS_CROSSED + n_noise);
    size_t n = 0;

    if (!hits)
        return ctx->error->status;
    for (size_t i = 0; i < event->n_particles; i++) {
        const size_t end = n + gau_tracker_fly(hits + n, generator, &event->particles[i], random);

        for (; n < end; n++)
            hits[n].particle = event->particles[i].id;
    }
    for (size_t i = 0; i < n_noise; i++)
        hits[n++] = gau_tracker_noise(random);
    shuffle(hits, n, random);
    GAU_TRY(put_table(&generator->hits, &hits->x, n, sizeof *hits, ctx));
    return put_table(&generator->true_hits, &hits->particle, n, sizeof *hits, ctx);
}

gau_status gau_tracker_generator_put(const struct gau_tracker_generator *generator,
                                     const struct gau_muon *muons, size_t n, gau_context *ctx)
{
    /* another stream than those of the other parts */
    struct gau_random random = gau_random_for(generator->seed ^ 0x747261636b657273, ctx->event);
    struct event *event;
    size_t others;

    event = gau_store_put(ctx, generator->event, 1);
    if (!event)
        return ctx->error->status;
    make_vertex(event, generator, muons, n, &random);
    others = gau_random_poisson(&random, generator->vertices);
    for (size_t i = 0; i < others && event->n_vertices < GAU_TRACKER_VERTICES; i++)
        make_vertex(event, generator, NULL, 0, &random);
    GAU_TRY(put_particles(generator, event, ctx));
    return put_hits(generator, event, &random, ctx);
}
