/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "algorithms/transport/shower.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* One particle at a time through a slab of lead, against what the formulas say. */

static const struct gau_material vacuum = {HUGE_VAL, 0}, lead = {5.612, 7.43};
static struct gau_tubes tubes;
static struct gau_shower shower;

enum { N = 20000 };

static const double cut = 20;

/* A slab of that many radiation lengths. */
static void begin_slab(double thickness)
{
    tubes.tubes[0] =
        (struct gau_tube){.r_max = 1000, .z_min = -1000, .z_max = 1000, .material = &vacuum};
    tubes.tubes[1] = (struct gau_tube){.r_max = 900,
                                       .z_min = 10,
                                       .z_max = 10 + thickness * lead.x0,
                                       .material = &lead,
                                       .region = 1};
    tubes.n = 2;
    gau_tubes_make_grid(&tubes);
    shower.tubes = &tubes;
    shower.cut = cut;
    shower.max_step = 0.5;
}

static void shoot(bool is_photon, double energy, uint64_t number)
{
    gau_error err;

    gau_shower_begin(&shower, gau_random_for(11, number));
    assert_int_equal(gau_shower_add(&shower,
                                    (struct gau_particle){.direction = {0, 0, 1},
                                                          .energy = energy,
                                                          .is_photon = is_photon},
                                    &err),
                     GAU_OK);
    assert_int_equal(gau_shower_transport(&shower, &err), GAU_OK);
}

static void assert_mean(double sum, double sum2, double expected)
{
    const double mean = sum / N, error = sqrt((sum2 / N - mean * mean) / N);

    if (!(fabs(mean - expected) < 4 * error))
        fail_msg("the mean is %g +- %g, not %g", mean, error, expected);
}

static void photons_convert_after_nine_sevenths_of_a_radiation_length(void **state)
{
    double converted = 0;

    (void)state;
    begin_slab(0.8);
    for (uint64_t i = 0; i < N; i++) {
        shoot(true, 1000, i);
        converted += shower.deposit[1] > 0;
    }
    assert_mean(converted, converted, 1 - exp(-0.8 * 7 / 9));
}

/* The electron has less than the share y with the probability 9/7 (y - 2/3 y^2 + 4/9 y^3), which is
 * 0.2274 at the cut; the positron, too. Such a pair is one track. */
static void pairs_share_the_energy(void **state)
{
    double n = 0, small = 0;

    (void)state;
    begin_slab(5e-3);
    for (uint64_t i = 0; i < N * 100; i++) {
        shoot(true, 5 * cut, i);
        n += shower.deposit[1] > 0;
        small += shower.deposit[1] > 0 && shower.tracks == 2;
    }
    assert_true(n > 5000);
    if (fabs(small / n - 2 * 0.2274) > 4 * 0.5 / sqrt(n))
        fail_msg("%g of %g pairs have one track", small, n);
}

/* The integral of (4/3 - 4/3 y + y^2) / y from the cut on. */
static void electrons_radiate_what_the_spectrum_says(void **state)
{
    const double energy = 10000, y = cut / energy, thickness = 0.02;
    const double rate = 4.0 / 3 * log(1 / y) - 4.0 / 3 * (1 - y) + (1 - y * y) / 2;
    double n = 0, n2 = 0;

    (void)state;
    begin_slab(thickness);
    for (uint64_t i = 0; i < N; i++) {
        shoot(false, energy, i);
        n += (double)(shower.tracks - 1);
        n2 += (double)((shower.tracks - 1) * (shower.tracks - 1));
    }
    assert_mean(n, n2, thickness * rate);
}

/* The critical energy per radiation length, and what photons below the cut would have. New charged
 * particles add little in a thin slab. */
static void electrons_lose_what_is_below_the_cut_continuously(void **state)
{
    const double energy = 10000, y = cut / energy, thickness = 0.01;
    const double loss = lead.critical + energy * (4.0 / 3 * y - 2.0 / 3 * y * y + y * y * y / 3);
    double deposit = 0;

    (void)state;
    begin_slab(thickness);
    for (uint64_t i = 0; i < N; i++) {
        shoot(false, energy, i);
        deposit += shower.deposit[1];
        assert_true(fabs(shower.deposit[1] + shower.escaped - energy) < 1e-9);
    }
    if (fabs(deposit / N / thickness - loss) > 0.01 * loss)
        fail_msg("%g MeV per radiation length, not %g", deposit / N / thickness, loss);
}

/* Without photons above the cut the path is what the continuous loss allows: Cut is E. */
static void electrons_stop_when_they_have_reached_the_cut(void **state)
{
    double deposit = 0;

    (void)state;
    begin_slab(100);
    for (uint64_t i = 0; i < 100; i++) {
        shoot(false, 1.001 * cut, i);
        assert_true(shower.escaped == 0);
        deposit += shower.deposit[1];
        assert_true(shower.moments[1] / shower.moments[0] < 0.001);
    }
    assert_true(fabs(deposit - 100 * 1.001 * cut) < 1e-9);
}

static void the_maximum_is_that_of_a_gamma_distribution(void **state)
{
    (void)state;
    /* t^3 exp(-t / 2): mean 8, variance 16, maximum at 6 */
    shower.moments[0] = 5;
    shower.moments[1] = 5 * 8.0;
    shower.moments[2] = 5 * (16.0 + 64);
    assert_true(fabs(gau_shower_maximum(&shower) - 6) < 1e-12);
    gau_shower_begin(&shower, gau_random_for(1, 1));
    assert_true(gau_shower_maximum(&shower) == 0);
}

static int release(void **state)
{
    (void)state;
    free(shower.waiting);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(photons_convert_after_nine_sevenths_of_a_radiation_length),
        cmocka_unit_test(pairs_share_the_energy),
        cmocka_unit_test(electrons_radiate_what_the_spectrum_says),
        cmocka_unit_test(electrons_lose_what_is_below_the_cut_continuously),
        cmocka_unit_test(electrons_stop_when_they_have_reached_the_cut),
        cmocka_unit_test(the_maximum_is_that_of_a_gamma_distribution),
    };

    return cmocka_run_group_tests_name("showers", tests, NULL, release);
}
