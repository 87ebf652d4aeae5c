/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/trigger/raw_bank.h"
#include "muon_events.h"

enum { MAX_SHOWERS = 256 };

struct calo_event {
    double cells[GAU_CALO_ETA][GAU_CALO_PHI];
    struct gau_angles showers[MAX_SHOWERS]; /* pt: transverse energy */
    size_t n_showers;
};

static const double cell_eta = 0.087, cell_phi = 2 * GAU_PI / GAU_CALO_PHI;
static const double noise = 0.2, threshold = 0.4, spread = 0.5;

enum { WIDTH = 4, N_ETA = GAU_CALO_ETA / WIDTH, N_PHI = GAU_CALO_PHI / WIDTH };

static const double tower_step = 0.5, tower_min = 1;
static const double muon_min = 5, dimuon_min = 2.5, sum_min = 60;

/* Those from the smallest on. */
struct towers {
    struct {
        double et, eta, phi;
    } rows[N_ETA * N_PHI];
    size_t n;
    double sum;
};

double gau_calo_eta(double cell)
{
    return (cell + 0.5 - GAU_CALO_ETA / 2.0) * cell_eta;
}

double gau_calo_phi(double cell)
{
    return -GAU_PI + (cell + 0.5) * cell_phi;
}

/* --- showers ------------------------------------------------------------------------------- */

static void spread_out(double cells[GAU_CALO_ETA][GAU_CALO_PHI], const struct gau_angles *shower,
                       double energy)
{
    const double x = shower->eta / cell_eta + GAU_CALO_ETA / 2.0,
                 y = (shower->phi + GAU_PI) / cell_phi;
    const int i0 = (int)floor(x), k0 = (int)floor(y);

    for (int i = i0 - 2; i <= i0 + 2; i++) {
        const double part = gau_gauss_between(i, i + 1, x, spread);

        if (i < 0 || i >= GAU_CALO_ETA)
            continue;
        for (int k = k0 - 2; k <= k0 + 2; k++)
            cells[i][(k + GAU_CALO_PHI) % GAU_CALO_PHI] +=
                energy * part * gau_gauss_between(k, k + 1, y, spread);
    }
}

static void shower(struct calo_event *event, struct gau_random *random)
{
    const struct gau_angles truth = {.pt = gau_random_power(random, 3, 2, 100),
                                     .eta = gau_random_between(random, -2.8, 2.8),
                                     .phi = gau_random_between(random, -GAU_PI, GAU_PI)};
    const double energy = truth.pt * cosh(truth.eta);
    const double measured = energy * (1 + 0.8 / sqrt(energy) * gau_random_normal(random));

    spread_out(event->cells, &truth, fmax(measured, 0));
    event->showers[event->n_showers++] = truth;
}

/* Noise of empty cells matters where it is read out: only this is made. */
static void add_noise(double *cells, struct gau_random *random)
{
    const size_t n = (size_t)GAU_CALO_ETA * GAU_CALO_PHI;
    const double t = threshold / noise, p = erfc(t / sqrt(2));

    for (size_t i = 0; i < n; i++)
        if (cells[i] > 0)
            cells[i] += noise * gau_random_normal(random);
    for (size_t i = gau_random_trials(random, p) - 1; i < n; i += gau_random_trials(random, p)) {
        const double size = noise * gau_random_tail(random, t);
        const double energy = gau_random_unit(random) < 0.5 ? -size : size;

        if (cells[i] == 0)
            cells[i] = energy;
    }
}

static void make_event(struct calo_event *event, const struct gau_calo_generator *generator,
                       uint64_t number)
{
    struct gau_random random = gau_random_for(generator->seed ^ UINT64_C(0x43414c4f), number);
    const size_t n = gau_random_poisson(&random, generator->showers);

    *event = (struct calo_event){.n_showers = 0};
    for (size_t i = 0; i < n && i < MAX_SHOWERS; i++)
        shower(event, &random);
    add_noise(&event->cells[0][0], &random);
}

/* --- towers -------------------------------------------------------------------------------- */

static double tower_at(const struct calo_event *event, int i, int k)
{
    double et = 0;

    for (int a = 0; a < WIDTH; a++)
        for (int b = 0; b < WIDTH; b++)
            et += event->cells[WIDTH * i + a][WIDTH * k + b] / cosh(gau_calo_eta(WIDTH * i + a));
    et = floor(et / tower_step) * tower_step;
    return et >= tower_min ? et : 0;
}

static void make_towers(struct towers *towers, const struct calo_event *event)
{
    *towers = (struct towers){.n = 0};
    for (int i = 0; i < N_ETA; i++)
        for (int k = 0; k < N_PHI; k++) {
            towers->rows[towers->n].et = tower_at(event, i, k);
            towers->rows[towers->n].eta = gau_calo_eta(WIDTH * i + (WIDTH - 1) / 2.0);
            towers->rows[towers->n].phi = gau_calo_phi(WIDTH * k + (WIDTH - 1) / 2.0);
            towers->sum += towers->rows[towers->n].et;
            towers->n += towers->rows[towers->n].et > 0;
        }
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

void gau_calo_generator_declare(struct gau_calo_generator *generator, gau_context *ctx)
{
    generator->cells = gau_columns_make(ctx, "calo", GAU_NAMES("energy", "eta", "phi"));
    generator->truth = gau_columns_make(ctx, "truth_showers", GAU_NAMES("et", "eta", "phi"));
    generator->towers = gau_columns_make(ctx, "towers", GAU_NAMES("et", "eta", "phi"));
    generator->bank = gau_store_output(ctx, "raw_l0", GAU_TYPE(uint8_t));
}

static bool is_read_out(double energy)
{
    return fabs(energy) >= threshold;
}

static gau_status put_cells(const struct gau_calo_generator *generator,
                            const struct calo_event *event, gau_context *ctx)
{
    double *out[3];
    size_t n = 0, row = 0;

    for (int i = 0; i < GAU_CALO_ETA; i++)
        for (int k = 0; k < GAU_CALO_PHI; k++)
            n += is_read_out(event->cells[i][k]);
    GAU_TRY(gau_columns_open(out, &generator->cells, n, ctx));
    for (int i = 0; i < GAU_CALO_ETA; i++)
        for (int k = 0; k < GAU_CALO_PHI; k++) {
            if (!is_read_out(event->cells[i][k]))
                continue;
            out[0][row] = event->cells[i][k];
            out[1][row] = gau_calo_eta(i);
            out[2][row++] = gau_calo_phi(k);
        }
    return GAU_OK;
}

static gau_status put_level1(const struct gau_calo_generator *generator,
                             const struct calo_event *event, const struct gau_muon *muons, size_t n,
                             gau_context *ctx)
{
    struct towers towers;
    struct gau_level1 level1;

    make_towers(&towers, event);
    level1 = summary_of(&towers, muons, n);
    GAU_TRY(gau_columns_put(&generator->towers, towers.rows, towers.n, sizeof *towers.rows, ctx));
    return put_bank(generator, &level1, ctx);
}

gau_status gau_calo_generator_put(const struct gau_calo_generator *generator,
                                  const struct gau_muon *muons, size_t n, gau_context *ctx)
{
    const bool cells = gau_columns_are_read(&generator->cells, ctx),
               truth = gau_columns_are_read(&generator->truth, ctx),
               level1 = gau_columns_are_read(&generator->towers, ctx) ||
                        gau_store_is_read(ctx, generator->bank);
    struct calo_event event;

    if (!cells && !truth && !level1)
        return GAU_OK;
    make_event(&event, generator, ctx->event);
    if (cells)
        GAU_TRY(put_cells(generator, &event, ctx));
    if (truth)
        GAU_TRY(gau_columns_put(&generator->truth, event.showers, event.n_showers,
                                sizeof *event.showers, ctx));
    return level1 ? put_level1(generator, &event, muons, n, ctx) : GAU_OK;
}
