/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "algorithms/generator/muon_events.h"
#include "table/exact_sum.h"

#include <stdlib.h>
#include <string.h>

static const struct gau_generator perfect = {
    .z = 0.3, .jpsi = 0.3, .upsilon = 0.3, .max_eta = 100, .seed = 7};

/* px = pt cos phi, py = pt sin phi, pz = pt sinh eta, e^2 = p^2 + m^2 */
static struct gau_momentum momentum_of(double pt, double eta, double phi, double mass)
{
    const double p = pt * cosh(eta);

    return (struct gau_momentum){.e = sqrt(p * p + mass * mass),
                                 .px = pt * cos(phi),
                                 .py = pt * sin(phi),
                                 .pz = pt * sinh(eta)};
}

static double mass_of(const struct gau_muon *m)
{
    const struct gau_momentum a = momentum_of(m[0].pt, m[0].eta, m[0].phi, GAU_MUON_MASS),
                              b = momentum_of(m[1].pt, m[1].eta, m[1].phi, GAU_MUON_MASS);

    return gau_pair_mass(&a, &b);
}

static double mass_of_angles(const struct gau_muon *m)
{
    const struct gau_angles a = {m[0].pt, m[0].eta, m[0].phi}, b = {m[1].pt, m[1].eta, m[1].phi};

    return gau_pair_mass_of_angles(&a, &b, GAU_MUON_MASS);
}

/* --- the generator ------------------------------------------------------------------------- */

static void an_event_depends_on_seed_and_number_only(void **state)
{
    struct gau_generator other = perfect;
    struct gau_muon a[2] = {{0}}, b[2] = {{0}};

    (void)state;
    assert_int_equal(gau_generate_muons(a, &perfect, 12), 2);
    gau_generate_muons(b, &perfect, 13);
    assert_true(a[0].pt != b[0].pt);
    assert_int_equal(gau_generate_muons(b, &perfect, 12), 2);
    assert_memory_equal(&a[0].pt, &b[0].pt, 3 * sizeof(double));
    assert_true(a[1].pt == b[1].pt && a[1].charge == b[1].charge && a[1].global == b[1].global);
    other.seed = 8;
    gau_generate_muons(b, &other, 12);
    assert_true(a[0].pt != b[0].pt);
}

/* Without resolution the muons have exactly the mass of what decayed. */
static void resonances_are_where_they_should_be(void **state)
{
    int z = 0, jpsi = 0, upsilon = 0, n = 10000;
    struct gau_muon muons[2];

    (void)state;
    for (uint64_t event = 1; event <= (uint64_t)n; event++) {
        double mass;

        assert_int_equal(gau_generate_muons(muons, &perfect, event), 2);
        mass = mass_of_angles(muons);
        z += fabs(mass - GAU_Z_MASS) < GAU_Z_WIDTH / 2;
        jpsi += fabs(mass - GAU_JPSI_MASS) < GAU_JPSI_WIDTH / 2;
        upsilon += fabs(mass - GAU_UPSILON_MASS) < GAU_UPSILON_WIDTH / 2;
        if (fabs(mass - GAU_Z_MASS) < GAU_Z_WIDTH)
            assert_true(muons[0].charge == -muons[1].charge || mass < 120);
    }
    /* half of a Breit-Wigner lies within half a width: 1500 each, of the truncated one 1532;
       five standard deviations are 180 */
    assert_in_range(z, 1532 - 180, 1532 + 180);
    assert_in_range(jpsi, 1532 - 180, 1532 + 180);
    assert_in_range(upsilon, 1532 - 180, 1532 + 180);
}

static void the_continuum_falls(void **state)
{
    const struct gau_generator continuum = {.max_eta = 100, .seed = 3};
    int near = 0, far = 0, same = 0;
    struct gau_muon muons[2];

    (void)state;
    for (uint64_t event = 1; event <= 20000; event++) {
        double mass;

        gau_generate_muons(muons, &continuum, event);
        mass = mass_of_angles(muons);
        assert_true(mass > 1.99 && mass < 120.01);
        near += mass < 4;
        far += mass >= 4 && mass < 8;
        same += muons[0].charge == muons[1].charge;
    }
    /* M^-2.5: each doubling of the mass has 2^-1.5 = 0.3536 of the one before */
    assert_true(fabs((double)far / near - 0.3536) < 0.02);
    assert_true(fabs(same / 20000.0 - 0.35) < 0.02);
}

static void momenta_are_measured_with_resolution(void **state)
{
    struct gau_generator blurred = perfect;
    double sum = 0, sum2 = 0;
    struct gau_muon truth[2], seen[2];
    const int n = 20000;

    (void)state;
    blurred.resolution = 0.02;
    for (uint64_t event = 1; event <= (uint64_t)n; event++) {
        double shift;

        gau_generate_muons(truth, &perfect, event);
        gau_generate_muons(seen, &blurred, event);
        assert_true(seen[0].eta == truth[0].eta && seen[0].phi == truth[0].phi);
        shift = seen[0].pt / truth[0].pt - 1;
        sum += shift;
        sum2 += shift * shift;
    }
    assert_true(fabs(sum / n) < 5 * 0.02 / sqrt(n));
    assert_true(fabs(sqrt(sum2 / n) - 0.02) < 0.0006);
}

static void what_flies_outside_is_lost(void **state)
{
    struct gau_generator narrow = perfect;
    size_t n = 0;

    (void)state;
    narrow.max_eta = 1;
    for (uint64_t event = 1; event <= 2000; event++) {
        struct gau_muon muons[2];
        const size_t seen = gau_generate_muons(muons, &narrow, event);

        n += seen;
        for (size_t i = 0; i < seen; i++)
            assert_true(fabs(muons[i].eta) < 1);
    }
    assert_in_range(n, 500, 3500);
}

/* --- kinematics ---------------------------------------------------------------------------- */

static void both_formulas_of_the_mass_agree(void **state)
{
    struct gau_muon muons[2];

    (void)state;
    for (uint64_t event = 1; event <= 5000; event++) {
        const struct gau_generator central = {.max_eta = 2.4, .seed = 5};

        if (gau_generate_muons(muons, &central, event) == 2)
            assert_true(fabs(mass_of(muons) / mass_of_angles(muons) - 1) < 1e-9);
    }
}

static void a_massless_pair_follows_the_textbook(void **state)
{
    const struct gau_angles a = {20, 0.5, 1}, b = {30, -1.2, -2}, along = {30, 0.5, 1}, rest = {0};

    (void)state;
    assert_true(fabs(gau_pair_mass_of_angles(&a, &b, 0) -
                     sqrt(2 * 20 * 30 * (cosh(1.7) - cos(3)))) < 1e-12);
    assert_true(gau_pair_mass_of_angles(&a, &along, 0) == 0);
    assert_true(fabs(gau_pair_mass_of_angles(&rest, &rest, 0.1) - 0.2) < 1e-15);
}

static void a_negative_square_is_no_mass(void **state)
{
    const struct gau_momentum a = {.e = 1, .pz = 1.0000001}, b = {.e = 2, .pz = 2};

    (void)state;
    assert_true(gau_pair_mass(&a, &b) == 0);
}

/* --- sums ---------------------------------------------------------------------------------- */

static void a_sum_is_exact_in_any_order(void **state)
{
    static const double terms[] = {1e300, 1, 1e-300, -1e300, 4.9e-324, 0.1, -0.1, -1, 0, -0.0};
    struct gau_exact_sum up = {0}, down = {0};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(terms); i++) {
        gau_exact_sum_add(&up, terms[i]);
        gau_exact_sum_add(&down, terms[COUNT_OF(terms) - 1 - i]);
    }
    assert_true(gau_exact_sum_value(&up) == 1e-300);
    assert_true(gau_exact_sum_value(&down) == 1e-300);
    gau_exact_sum_add(&up, -1e-300);
    assert_true(gau_exact_sum_value(&up) == 4.9e-324);
}

static void a_sum_can_be_shared(void **state)
{
    struct gau_exact_sum all = {0}, parts[3] = {{{0}, 0}};
    struct gau_random random = gau_random_for(1, 1);

    (void)state;
    for (int i = 0; i < 30000; i++) {
        const double x =
            ldexp(gau_random_unit(&random) - 0.5, (int)(gau_random_next(&random) % 90));

        gau_exact_sum_add(&all, x);
        gau_exact_sum_add(&parts[gau_random_next(&random) % 3], x);
    }
    gau_exact_sum_merge(&parts[0], &parts[1]);
    gau_exact_sum_merge(&parts[2], &parts[0]);
    assert_true(gau_exact_sum_value(&all) == gau_exact_sum_value(&parts[2]));
}

static void a_sum_of_one_is_this_one(void **state)
{
    struct gau_random random = gau_random_for(2, 1);

    (void)state;
    for (int i = 0; i < 100000; i++) {
        const uint64_t bits = gau_random_next(&random);
        struct gau_exact_sum sum = {0};
        double x;

        memcpy(&x, &bits, sizeof x);
        if (!isfinite(x))
            continue;
        gau_exact_sum_add(&sum, x);
        if (gau_exact_sum_value(&sum) != x)
            fail_msg("%.17g became %.17g", x, gau_exact_sum_value(&sum));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_depends_on_seed_and_number_only),
        cmocka_unit_test(resonances_are_where_they_should_be),
        cmocka_unit_test(the_continuum_falls),
        cmocka_unit_test(momenta_are_measured_with_resolution),
        cmocka_unit_test(what_flies_outside_is_lost),
        cmocka_unit_test(both_formulas_of_the_mass_agree),
        cmocka_unit_test(a_massless_pair_follows_the_textbook),
        cmocka_unit_test(a_negative_square_is_no_mass),
        cmocka_unit_test(a_sum_is_exact_in_any_order),
        cmocka_unit_test(a_sum_can_be_shared),
        cmocka_unit_test(a_sum_of_one_is_this_one),
    };

    return cmocka_run_group_tests_name("generator", tests, NULL, NULL);
}
