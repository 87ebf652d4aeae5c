/* SPDX-License-Identifier: Apache-2.0 */
#include "generator_strips.h"

#include "distributions.h"

enum { LAYERS = 8, STRIPS = 1024, MAX_CROSSINGS = 256, ADC_MAX = 255 };

static const double noise = 1.5, threshold = 3, spread = 0.4;

struct crossing {
    double layer, position;
};

struct strip_event {
    double charge[LAYERS][STRIPS];
    struct crossing crossings[MAX_CROSSINGS * LAYERS];
    size_t n_crossings, n_strips;
};

/* --- signals ------------------------------------------------------------------------------- */

static void leave_charge(double charge[STRIPS], double position, struct gau_random *random)
{
    const double deviate = gau_random_normal(random);
    const double all = 30 - 3 * log(deviate * deviate);
    const int middle = (int)floor(position + 0.5);

    for (int i = middle - 2; i <= middle + 2; i++)
        if (i >= 0 && i < STRIPS)
            charge[i] += all * gau_gauss_between(i - 0.5, i + 0.5, position, spread);
}

static void cross(struct strip_event *event, struct gau_random *random)
{
    const double first = gau_random_between(random, 0, STRIPS - 1),
                 slope = gau_random_between(random, -5, 5);

    for (int layer = 0; layer < LAYERS; layer++) {
        const double position = first + slope * layer;

        if (position < 0 || position > STRIPS - 1)
            return;
        leave_charge(event->charge[layer], position, random);
        event->crossings[event->n_crossings++] = (struct crossing){layer, position};
    }
}

/* --- noise --------------------------------------------------------------------------------- */

/* Strips without a signal have no noise that matters but that above threshold: only this is made,
 * where it is. */
static void add_noise(double charge[STRIPS], struct gau_random *random)
{
    const double t = threshold / noise, p = 0.5 * erfc(t / sqrt(2));

    for (int i = 0; i < STRIPS; i++)
        if (charge[i] > 0)
            charge[i] = fmax(charge[i] + noise * gau_random_normal(random), 1e-3);
    for (size_t i = gau_random_trials(random, p) - 1; i < STRIPS;
         i += gau_random_trials(random, p)) {
        const double above = noise * gau_random_tail(random, t);

        if (charge[i] == 0)
            charge[i] = above;
    }
}

static double read_out(double charge)
{
    return charge < threshold ? 0 : fmin(floor(charge), ADC_MAX);
}

static void make_event(struct strip_event *event, const struct gau_strip_generator *generator,
                       uint64_t number)
{
    struct gau_random random = gau_random_for(generator->seed ^ UINT64_C(0x5354524950), number);
    const size_t n = gau_random_poisson(&random, generator->crossings);

    *event = (struct strip_event){.n_crossings = 0};
    for (size_t i = 0; i < n && i < MAX_CROSSINGS; i++)
        cross(event, &random);
    for (int layer = 0; layer < LAYERS; layer++) {
        add_noise(event->charge[layer], &random);
        for (int i = 0; i < STRIPS; i++)
            event->n_strips += read_out(event->charge[layer][i]) > 0;
    }
}

/* --- the store ----------------------------------------------------------------------------- */

void gau_strip_generator_declare(struct gau_strip_generator *generator, gau_context *ctx)
{
    generator->layer = gau_store_output_column(ctx, "strips", "layer", GAU_TYPE(double));
    generator->strip = gau_store_output_column(ctx, "strips", "strip", GAU_TYPE(double));
    generator->charge = gau_store_output_column(ctx, "strips", "charge", GAU_TYPE(double));
    generator->true_layer = gau_store_output_column(ctx, "truth_strips", "layer", GAU_TYPE(double));
    generator->true_position =
        gau_store_output_column(ctx, "truth_strips", "position", GAU_TYPE(double));
}

static gau_status put_strips(const struct gau_strip_generator *generator,
                             const struct strip_event *event, gau_context *ctx)
{
    double *layer = gau_store_put(ctx, generator->layer, event->n_strips),
           *strip = gau_store_put(ctx, generator->strip, event->n_strips),
           *charge = gau_store_put(ctx, generator->charge, event->n_strips);

    if (!layer || !strip || !charge)
        return ctx->error->status;
    for (int k = 0; k < LAYERS; k++)
        for (int i = 0; i < STRIPS; i++) {
            const double adc = read_out(event->charge[k][i]);

            if (adc == 0)
                continue;
            *layer++ = k;
            *strip++ = i;
            *charge++ = adc;
        }
    return GAU_OK;
}

static gau_status put_truth(const struct gau_strip_generator *generator,
                            const struct strip_event *event, gau_context *ctx)
{
    double *const layer = gau_store_put(ctx, generator->true_layer, event->n_crossings),
                  *const position =
                      gau_store_put(ctx, generator->true_position, event->n_crossings);

    if (!layer || !position)
        return ctx->error->status;
    for (size_t i = 0; i < event->n_crossings; i++) {
        layer[i] = event->crossings[i].layer;
        position[i] = event->crossings[i].position;
    }
    return GAU_OK;
}

gau_status gau_strip_generator_put(const struct gau_strip_generator *generator, gau_context *ctx)
{
    const bool is_checked = gau_store_is_read(ctx, generator->true_layer) ||
                            gau_store_is_read(ctx, generator->true_position);
    struct strip_event event;

    if (!is_checked && !gau_store_is_read(ctx, generator->layer) &&
        !gau_store_is_read(ctx, generator->strip) && !gau_store_is_read(ctx, generator->charge))
        return GAU_OK;
    make_event(&event, generator, ctx->event);
    GAU_TRY(put_strips(generator, &event, ctx));
    return is_checked ? put_truth(generator, &event, ctx) : GAU_OK;
}
