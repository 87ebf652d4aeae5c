/* SPDX-License-Identifier: Apache-2.0 */
#include "muon_events.h"

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

static void cross_layers(struct strip_event *event, struct gau_random *random)
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
        cross_layers(event, &random);
    for (int layer = 0; layer < LAYERS; layer++) {
        add_noise(event->charge[layer], &random);
        for (int i = 0; i < STRIPS; i++)
            event->n_strips += read_out(event->charge[layer][i]) > 0;
    }
}

/* --- the store ----------------------------------------------------------------------------- */

void gau_strip_generator_declare(struct gau_strip_generator *generator, gau_context *ctx)
{
    generator->strips = gau_columns_make(ctx, "strips", GAU_NAMES("layer", "strip", "charge"));
    generator->truth = gau_columns_make(ctx, "truth_strips", GAU_NAMES("layer", "position"));
}

static gau_status put_strips(const struct gau_strip_generator *generator,
                             const struct strip_event *event, gau_context *ctx)
{
    double *out[3];
    size_t n = 0;

    GAU_TRY(gau_columns_open(out, &generator->strips, event->n_strips, ctx));
    for (int k = 0; k < LAYERS; k++)
        for (int i = 0; i < STRIPS; i++) {
            const double adc = read_out(event->charge[k][i]);

            if (adc == 0)
                continue;
            out[0][n] = k;
            out[1][n] = i;
            out[2][n++] = adc;
        }
    return GAU_OK;
}

gau_status gau_strip_generator_put(const struct gau_strip_generator *generator, gau_context *ctx)
{
    const bool is_checked = gau_columns_are_read(&generator->truth, ctx);
    struct strip_event event;

    if (!is_checked && !gau_columns_are_read(&generator->strips, ctx))
        return GAU_OK;
    make_event(&event, generator, ctx->event);
    GAU_TRY(put_strips(generator, &event, ctx));
    return is_checked ? gau_columns_put(&generator->truth, event.crossings, event.n_crossings,
                                        sizeof *event.crossings, ctx)
                      : GAU_OK;
}
