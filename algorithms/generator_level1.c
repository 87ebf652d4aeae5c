/* SPDX-License-Identifier: Apache-2.0 */
#include "generator_calo.h"

#include "distributions.h"
#include "raw_bank.h"

enum { WIDTH = 4, N_ETA = GAU_CALO_ETA / WIDTH, N_PHI = GAU_CALO_PHI / WIDTH };

static const double tower_step = 0.5, tower_min = 1;
static const double muon_min = 5, dimuon_min = 2.5, sum_min = 60;

struct towers {
    double et[N_ETA][N_PHI]; /* 0: below the smallest */
    size_t n;
    double sum;
};

/* --- towers -------------------------------------------------------------------------------- */

static double tower_at(const struct gau_calo_event *event, int i, int k)
{
    double et = 0;

    for (int a = 0; a < WIDTH; a++)
        for (int b = 0; b < WIDTH; b++)
            et += event->cells[WIDTH * i + a][WIDTH * k + b] / cosh(gau_calo_eta(WIDTH * i + a));
    et = floor(et / tower_step) * tower_step;
    return et >= tower_min ? et : 0;
}

static void make_towers(struct towers *towers, const struct gau_calo_event *event)
{
    *towers = (struct towers){.n = 0};
    for (int i = 0; i < N_ETA; i++)
        for (int k = 0; k < N_PHI; k++) {
            towers->et[i][k] = tower_at(event, i, k);
            towers->sum += towers->et[i][k];
            towers->n += towers->et[i][k] > 0;
        }
}

static gau_status put_towers(const struct gau_calo_generator *generator,
                             const struct towers *towers, gau_context *ctx)
{
    double *out[3];
    size_t n = 0;

    GAU_TRY(gau_columns_open(out, &generator->towers, towers->n, ctx));
    for (int i = 0; i < N_ETA; i++)
        for (int k = 0; k < N_PHI; k++) {
            if (towers->et[i][k] == 0)
                continue;
            out[0][n] = towers->et[i][k];
            out[1][n] = gau_calo_eta(WIDTH * i + (WIDTH - 1) / 2.0);
            out[2][n++] = gau_calo_phi(WIDTH * k + (WIDTH - 1) / 2.0);
        }
    return GAU_OK;
}

/* --- the bank ------------------------------------------------------------------------------ */

static struct gau_level1 summary_of(const struct towers *towers, const struct gau_muon *muons,
                                    size_t n)
{
    struct gau_level1 level1 = {.sum_et = towers->sum};

    for (size_t i = 0; i < n && i < GAU_BANK_MUONS; i++) {
        size_t at = level1.n_muons++;

        for (; at > 0 && level1.muon_pt[at - 1] < muons[i].pt; at--)
            level1.muon_pt[at] = level1.muon_pt[at - 1];
        level1.muon_pt[at] = muons[i].pt;
    }
    level1.decisions = (uint32_t)(n > 0 && level1.muon_pt[0] >= muon_min) |
                       (uint32_t)(n > 1 && level1.muon_pt[1] >= dimuon_min) << 1 |
                       (uint32_t)(towers->sum >= sum_min) << 2;
    return level1;
}

static gau_status put_bank(const struct gau_calo_generator *generator,
                           const struct gau_level1 *level1, gau_context *ctx)
{
    struct gau_random random = gau_random_for(generator->seed ^ UINT64_C(0x42414e4b), ctx->event);
    uint8_t bytes[GAU_BANK_SIZE_MAX];
    const size_t size = gau_bank_encode(bytes, level1);
    uint8_t *const bank = gau_store_put(ctx, generator->bank, size);

    if (!bank)
        return ctx->error->status;
    if (gau_random_unit(&random) < generator->damaged_banks) {
        const uint64_t bit = gau_random_next(&random) % (8 * size);

        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    for (size_t i = 0; i < size; i++)
        bank[i] = bytes[i];
    return GAU_OK;
}

/* --- the store ----------------------------------------------------------------------------- */

void gau_level1_declare(struct gau_calo_generator *generator, gau_context *ctx)
{
    generator->towers = gau_columns_make(ctx, "towers", GAU_NAMES("et", "eta", "phi"));
    generator->bank = gau_store_output(ctx, "raw_l0", GAU_TYPE(uint8_t));
}

bool gau_level1_is_read(const struct gau_calo_generator *generator, const gau_context *ctx)
{
    return gau_columns_are_read(&generator->towers, ctx) || gau_store_is_read(ctx, generator->bank);
}

gau_status gau_level1_put(const struct gau_calo_generator *generator,
                          const struct gau_calo_event *event, const struct gau_muon *muons,
                          size_t n, gau_context *ctx)
{
    struct towers towers;
    struct gau_level1 level1;

    make_towers(&towers, event);
    level1 = summary_of(&towers, muons, n);
    GAU_TRY(put_towers(generator, &towers, ctx));
    return put_bank(generator, &level1, ctx);
}
