/* SPDX-License-Identifier: Apache-2.0 */
#include "muon_events.h"

/* --- layers -------------------------------------------------------------------------------- */

/* A barrel is at a radius, and has two ends in z; a disc is at a distance from z = 0, with two
 * radii; volume and layer are those where z > 0. */
struct layer {
    double volume, layer, at, low, high;
};

static const struct layer barrels[] = {
    {8, 2, 32, -490, 490},      {8, 4, 72, -490, 490},     {8, 6, 116, -490, 490},
    {8, 8, 172, -490, 490},     {13, 2, 260, -1080, 1080}, {13, 4, 360, -1080, 1080},
    {13, 6, 500, -1080, 1080},  {13, 8, 660, -1080, 1080}, {17, 2, 820, -1080, 1080},
    {17, 4, 1020, -1080, 1080},
};

static const struct layer discs[] = {
    {9, 2, 600, 30, 176},      {9, 4, 700, 30, 176},      {9, 6, 820, 30, 176},
    {9, 8, 960, 30, 176},      {9, 10, 1100, 30, 176},    {14, 2, 1220, 240, 700},
    {18, 2, 1220, 755, 1020},  {9, 12, 1300, 30, 176},    {9, 14, 1500, 30, 176},
    {14, 4, 1500, 240, 700},   {18, 4, 1500, 755, 1020},  {14, 6, 1800, 240, 700},
    {18, 6, 1800, 755, 1020},  {14, 8, 2150, 240, 700},   {18, 8, 2150, 755, 1020},
    {14, 10, 2550, 240, 700},  {18, 10, 2550, 755, 1020}, {14, 12, 2950, 240, 700},
    {18, 12, 2950, 755, 1020},
};

enum { BARRELS = sizeof barrels / sizeof *barrels, DISCS = sizeof discs / sizeof *discs };

/* Volumes 9, 14 and 18 have their mirror images in 7, 12 and 16, where layers count from outside.
 */
static double mirrored_layer(double volume, double layer)
{
    return volume == 9 ? 16 - layer : 14 - layer;
}

/* --- measuring ----------------------------------------------------------------------------- */

/* @p along: z on a barrel, the radius on a disc. */
static struct gau_tracker_hit hit_on(const struct layer *layer, bool is_disc, bool forward,
                                     double azimuth, double along)
{
    const double r = is_disc ? along : layer->at;
    struct gau_tracker_hit hit = {.x = r * cos(azimuth),
                                  .y = r * sin(azimuth),
                                  .z = along,
                                  .volume = layer->volume,
                                  .layer = layer->layer};

    if (is_disc)
        hit.z = forward ? layer->at : -layer->at;
    if (is_disc && !forward) {
        hit.volume -= 2;
        hit.layer = mirrored_layer(layer->volume, layer->layer);
    }
    return hit;
}

static struct gau_tracker_hit measure_hit(const struct gau_tracker_hit *true_hit,
                                          const struct gau_detector *detector, size_t volume,
                                          struct gau_random *random)
{
    const double r = hypot(true_hit->x, true_hit->y), azimuth = atan2(true_hit->y, true_hit->x);
    const double seen =
                     azimuth + detector->sigma_rphi.items[volume] / r * gau_random_normal(random),
                 seen_r = r + detector->sigma_r.items[volume] * gau_random_normal(random);
    struct gau_tracker_hit hit = *true_hit;

    hit.x = seen_r * cos(seen);
    hit.y = seen_r * sin(seen);
    hit.z += detector->sigma_z.items[volume] * gau_random_normal(random);
    return hit;
}

/* --- flying -------------------------------------------------------------------------------- */

/* A particle, and the layers that are still in front of it. */
struct flight {
    const struct gau_tracker_generator *generator;
    struct gau_helix helix;
    size_t barrel, disc;
};

static double length_to_barrel(const struct flight *flight)
{
    const struct gau_helix *const helix = &flight->helix;

    if (flight->barrel == BARRELS || fabs(helix->curvature * barrels[flight->barrel].at / 2) > 0.95)
        return HUGE_VAL;
    return gau_helix_length(helix, barrels[flight->barrel].at);
}

static double length_to_disc(const struct flight *flight)
{
    const struct gau_helix *const helix = &flight->helix;
    const double z =
        flight->disc == DISCS ? HUGE_VAL : copysign(discs[flight->disc].at, helix->cot_theta);
    const double s = (z - helix->z0) / helix->cot_theta;

    return s > 0 && fabs(helix->curvature * s) < 3 ? s : HUGE_VAL;
}

/* True: the layer at *s is hit there; layers are crossed in order. */
static bool pass_layer(struct gau_tracker_hit *out, double *s, struct flight *flight)
{
    const double to_barrel = length_to_barrel(flight), to_disc = length_to_disc(flight);
    const bool is_disc = to_disc < to_barrel;
    const struct layer *layer;
    struct gau_point place;
    double along;

    *s = fmin(to_barrel, to_disc);
    if (*s == (double)HUGE_VAL)
        return false;
    layer = is_disc ? &discs[flight->disc++] : &barrels[flight->barrel++];
    place = gau_helix_at(&flight->helix, *s);
    along = is_disc ? hypot(place.x, place.y) : place.z;
    *out = hit_on(layer, is_disc, flight->helix.cot_theta > 0, atan2(place.y, place.x), along);
    return along > layer->low && along < layer->high;
}

static void scatter(struct flight *flight, double s, size_t volume, struct gau_random *random)
{
    const struct gau_helix *const helix = &flight->helix;
    const struct gau_point place = gau_helix_at(helix, s);
    const double secant2 = 1 + helix->cot_theta * helix->cot_theta;
    const double angle =
        sqrt(gau_scattering(&flight->generator->detector, volume, helix) * secant2);
    const double phi = helix->phi + helix->curvature * s + angle * gau_random_normal(random);
    const double cot = helix->cot_theta + angle * sqrt(secant2) * gau_random_normal(random);

    flight->helix = gau_helix_through(&place, phi, cot, helix->curvature);
}

static struct flight begin_flight(const struct gau_tracker_generator *generator,
                                  const struct gau_tracker_particle *particle)
{
    const double pt = hypot(particle->px, particle->py);
    const struct gau_point vertex = {particle->vx, particle->vy, particle->vz};

    return (struct flight){
        .generator = generator,
        .helix = gau_helix_through(&vertex, atan2(particle->py, particle->px), particle->pz / pt,
                                   gau_curvature_of(particle->q / pt, generator->detector.field))};
}

size_t gau_tracker_fly(struct gau_tracker_hit out[GAU_TRACKER_LAYERS_CROSSED],
                       const struct gau_tracker_generator *generator,
                       const struct gau_tracker_particle *particle, struct gau_random *random)
{
    struct flight flight = begin_flight(generator, particle);
    size_t n = 0;
    double s = 0;

    while (s < (double)HUGE_VAL) {
        struct gau_tracker_hit hit;
        size_t volume;

        if (!pass_layer(&hit, &s, &flight))
            continue;
        volume = gau_detector_volume(&generator->detector, hit.volume);
        if (volume == generator->detector.volumes.count)
            continue;
        if (gau_random_unit(random) < generator->efficiency)
            out[n++] = measure_hit(&hit, &generator->detector, volume, random);
        scatter(&flight, s, volume, random);
    }
    return n;
}

/* Uniform in azimuth and z or r of any layer. */
struct gau_tracker_hit gau_tracker_noise(struct gau_random *random)
{
    const size_t i = gau_random_next(random) % (BARRELS + 2 * DISCS);
    const double azimuth = gau_random_between(random, -GAU_PI, GAU_PI), u = gau_random_unit(random);
    const struct layer *const layer = i < BARRELS ? &barrels[i] : &discs[(i - BARRELS) / 2];

    return hit_on(layer, i >= BARRELS, i % 2 == 0, azimuth,
                  i < BARRELS ? (2 * u - 1) * layer->high
                              : layer->low + u * (layer->high - layer->low));
}

/* --- events -------------------------------------------------------------------------------- */

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

/* Only if it is read. */
static gau_status put_table(const struct gau_columns *columns, const double *rows, size_t n,
                            size_t size, gau_context *ctx)
{
    return gau_columns_are_read(columns, ctx) ? gau_columns_put(columns, rows, n, size, ctx)
                                              : GAU_OK;
}

/* --- particles ----------------------------------------------------------------------------- */

static void add_particle(struct event *event, const struct gau_tracker_particle *vertex, double pt,
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
        add_particle(event, &vertex, muons[i].pt, muons[i].eta, muons[i].phi, muons[i].charge);
    for (size_t i = 0; i < others; i++) {
        const double pt = gau_random_power(random, 3, 0.5, 20),
                     eta = gau_random_between(random, -2.4, 2.4),
                     phi = gau_random_between(random, -GAU_PI, GAU_PI);

        add_particle(event, &vertex, pt, eta, phi, gau_random_unit(random) < 0.5 ? -1 : 1);
    }
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
    struct event *const event = gau_store_put(ctx, generator->event, 1);
    size_t others;

    if (!event)
        return ctx->error->status;
    make_vertex(event, generator, muons, n, &random);
    others = gau_random_poisson(&random, generator->vertices);
    for (size_t i = 0; i < others && event->n_vertices < GAU_TRACKER_VERTICES; i++)
        make_vertex(event, generator, NULL, 0, &random);
    GAU_TRY(put_table(&generator->particles, &event->particles[0].id, event->n_particles,
                      sizeof *event->particles, ctx));
    GAU_TRY(put_table(&generator->true_vertices, event->vertices, event->n_vertices,
                      sizeof *event->vertices, ctx));
    return put_hits(generator, event, &random, ctx);
}
