/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "algorithms/common/random.h"
#include "algorithms/tracking/angle_series.h"
#include "algorithms/tracking/helix.h"

/* Curvature radii from 0.5 m on, of both signs, also straight. */
static struct gau_helix any_helix(struct gau_random *random)
{
    const double kind = gau_random_unit(random);

    return (struct gau_helix){.d0 = gau_random_between(random, -5, 5),
                              .z0 = gau_random_between(random, -200, 200),
                              .phi = gau_random_between(random, -GAU_PI, GAU_PI),
                              .cot_theta = gau_random_between(random, -5, 5),
                              .curvature = kind < 0.1   ? 0
                                           : kind < 0.2 ? 1e-9 * gau_random_normal(random)
                                                        : gau_random_between(random, -2e-3, 2e-3)};
}

static void assert_near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("%.17g instead of %.17g", found, expected);
}

static void assert_same(const struct gau_helix *found, const struct gau_helix *expected,
                        double tolerance)
{
    assert_near(found->d0, expected->d0, tolerance);
    assert_near(found->z0, expected->z0, tolerance);
    assert_near(gau_angle(found->phi - expected->phi), 0, tolerance);
    assert_near(found->cot_theta, expected->cot_theta, tolerance);
    assert_near(1000 * found->curvature, 1000 * expected->curvature, tolerance);
}

/* --- arcs ---------------------------------------------------------------------------------- */

static void assert_ratio(double found, long double expected)
{
    if (!(fabsl(found / expected - 1) <= 1e-15L))
        fail_msg("%.17g instead of %.17Lg", found, expected);
}

/* By long double, where x - sin x loses digits unless x is large. */
static void ratios_of_arcs_are_right_to_the_last_places(void **state)
{
    static const double edges[] = {0.45, 0.5, 0.6, 1};
    struct gau_random random = gau_random_for(2, 1);

    (void)state;
    for (int i = 0; i < 20000; i++) {
        const double scale = i % 2 ? 1 : pow(10, gau_random_between(&random, -8, 0));
        const double x =
            i < (int)COUNT_OF(edges) ? edges[i] : scale * gau_random_between(&random, -1, 1);

        assert_ratio(gau_sine_ratio(x), sinl(x) / x);
        assert_ratio(gau_arctangent_ratio(x), atanl(x) / x);
        assert_ratio(gau_arcsine_ratio(x), asinl(x) / x);
        if (fabs(x) > 0.1)
            assert_near(gau_sine_excess(x), (double)((x - sinl(x)) / ((long double)x * x * x)),
                        3e-15);
    }
    assert_ratio(gau_sine_ratio(0), 1);
    assert_ratio(gau_arctangent_ratio(0), 1);
    assert_ratio(gau_arcsine_ratio(0), 1);
    assert_ratio(gau_sine_excess(0), 1 / 6.0L);
    assert_ratio(gau_arcsine_ratio(-1), 1.57079632679489661923L);
}

/* --- helices ------------------------------------------------------------------------------- */

static void a_place_on_a_helix_is_found_again(void **state)
{
    struct gau_random random = gau_random_for(1, 1);

    (void)state;
    for (int i = 0; i < 20000; i++) {
        const struct gau_helix helix = any_helix(&random);
        const double s = gau_random_between(&random, 0, 1000);
        const struct gau_point place = gau_helix_at(&helix, s);
        const struct gau_on_helix found = gau_helix_project(&helix, place.x, place.y);

        assert_near(found.s, s, 1e-9);
        assert_near(found.left, 0, 1e-9);
        assert_near(place.z, helix.z0 + helix.cot_theta * s, 1e-9);
    }
}

static void left_is_to_the_left(void **state)
{
    struct gau_random random = gau_random_for(1, 2);

    (void)state;
    for (int i = 0; i < 2000; i++) {
        const struct gau_helix helix = any_helix(&random);
        const double s = gau_random_between(&random, 0, 800),
                     angle = helix.phi + helix.curvature * s,
                     left = gau_random_between(&random, -50, 50);
        const struct gau_point place = gau_helix_at(&helix, s);
        const struct gau_on_helix found =
            gau_helix_project(&helix, place.x - left * sin(angle), place.y + left * cos(angle));

        assert_near(found.s, s, 1e-9);
        assert_near(found.left, left, 1e-9);
    }
}

static void a_helix_begins_where_it_is_closest_to_the_beam(void **state)
{
    struct gau_random random = gau_random_for(1, 3);

    (void)state;
    for (int i = 0; i < 2000; i++) {
        const struct gau_helix helix = any_helix(&random);
        const struct gau_point begin = gau_helix_at(&helix, 0);

        assert_near(hypot(begin.x, begin.y), fabs(helix.d0), 1e-12);
        for (double s = -30; s <= 30; s += 7) {
            const struct gau_point place = gau_helix_at(&helix, s);

            assert_true(hypot(place.x, place.y) >= fabs(helix.d0) - 1e-12);
        }
    }
}

static void a_helix_is_known_from_any_place_on_it(void **state)
{
    struct gau_random random = gau_random_for(1, 4);

    (void)state;
    for (int i = 0; i < 5000; i++) {
        const struct gau_helix helix = any_helix(&random);
        const double s = gau_random_between(&random, 0, 1000);
        const struct gau_point place = gau_helix_at(&helix, s);
        const struct gau_helix found = gau_helix_through(&place, helix.phi + helix.curvature * s,
                                                         helix.cot_theta, helix.curvature);

        assert_same(&found, &helix, 1e-8);
    }
}

static void a_radius_has_its_azimuth_and_length(void **state)
{
    struct gau_random random = gau_random_for(1, 5);

    (void)state;
    for (int i = 0; i < 5000; i++) {
        const struct gau_helix helix = any_helix(&random);
        const double r = gau_random_between(&random, 10, 900);
        const struct gau_point place = gau_helix_at(&helix, gau_helix_length(&helix, r));

        assert_near(hypot(place.x, place.y), r, 1e-8);
    }
}

static void slopes_are_derivatives(void **state)
{
    struct gau_random random = gau_random_for(1, 6);
    const double steps[] = {1e-3, 1e-6, 1e-9};

    (void)state;
    for (int i = 0; i < 2000; i++) {
        const struct gau_helix helix = any_helix(&random);
        const double s = gau_random_between(&random, 1, 1000);
        const struct gau_point place = gau_helix_at(&helix, s);
        const struct gau_helix_slopes slopes = gau_helix_slopes(&helix, s);

        for (int p = 0; p < 3; p++) {
            struct gau_helix up = helix, down = helix;
            struct gau_on_helix a, b;
            double scale;

            *(p == 0 ? &up.d0 : p == 1 ? &up.phi : &up.curvature) += steps[p];
            *(p == 0 ? &down.d0 : p == 1 ? &down.phi : &down.curvature) -= steps[p];
            a = gau_helix_project(&up, place.x, place.y);
            b = gau_helix_project(&down, place.x, place.y);
            scale = (p == 0 ? 1 : p == 1 ? s : s * s) + 10;
            /* a helix that moves to the left leaves what stays on its right */
            assert_near(-(a.left - b.left) / (2 * steps[p]), slopes.left[p], 1e-5 * scale);
            assert_near(-(a.s - b.s) / (2 * steps[p]), slopes.forward[p], 1e-5 * scale);
        }
    }
}

static void charge_and_field_give_the_curvature(void **state)
{
    (void)state;
    /* the radius of 1 GeV in 2 T is 1667.8 mm; positive particles turn right */
    assert_near(gau_curvature_of(1, 2), -1 / 1667.8204759907602, 1e-15);
    assert_near(gau_q_pt_of(gau_curvature_of(-0.3, 3.8), 3.8), -0.3, 1e-15);
}

/* --- the circle fit ------------------------------------------------------------------------ */

static void sample(struct gau_measured *points, size_t n, const struct gau_helix *helix,
                   double first, double step)
{
    for (size_t i = 0; i < n; i++) {
        const struct gau_point place = gau_helix_at(helix, first + step * (double)i);

        points[i] = (struct gau_measured){place.x, place.y, place.z, 1 + (double)i, 2};
    }
}

static void a_fit_to_a_helix_is_exact(void **state)
{
    struct gau_random random = gau_random_for(2, 1);

    (void)state;
    for (int i = 0; i < 5000; i++) {
        const struct gau_helix helix = any_helix(&random);
        struct gau_helix found = {0};
        struct gau_measured points[10];

        sample(points, 10, &helix, 30, 100);
        assert_true(gau_fit_circle(&found, points, 10));
        assert_same(&found, &helix, 1e-9);
        assert_true(gau_fit_circle(&found, points + 2, 3));
        assert_same(&found, &helix, 1e-7);
    }
}

/* The mean of many is right, and an error of a point is seen as much smaller. */
static void a_fit_to_blurred_points_is_unbiased(void **state)
{
    struct gau_random random = gau_random_for(2, 2);
    const struct gau_helix helix = {
        .d0 = 0.1, .z0 = 20, .phi = 1, .cot_theta = 0.7, .curvature = 4e-4};
    double d0 = 0, phi = 0, curvature = 0;
    const int n = 2000;

    (void)state;
    for (int i = 0; i < n; i++) {
        struct gau_helix found = {0};
        struct gau_measured points[10];

        sample(points, 10, &helix, 30, 100);
        for (int k = 0; k < 10; k++) {
            points[k].x += 0.02 * gau_random_normal(&random);
            points[k].y += 0.02 * gau_random_normal(&random);
        }
        assert_true(gau_fit_circle(&found, points, 10));
        assert_near(found.curvature, helix.curvature, 2e-6);
        d0 += (found.d0 - helix.d0) / n;
        phi += (found.phi - helix.phi) / n;
        curvature += (found.curvature - helix.curvature) / n;
    }
    assert_near(d0, 0, 0.003);
    assert_near(phi, 0, 2e-5);
    assert_near(curvature, 0, 3e-8);
}

static void points_without_a_circle_are_refused(void **state)
{
    const struct gau_measured ring[] = {{1, 0, 0, 1, 1}, {0, 1, 5, 1, 1}, {-1, 0, 9, 1, 1}};
    struct gau_helix helix = {.d0 = 7};

    (void)state;
    assert_false(gau_fit_circle(&helix, ring, 2));
    assert_false(gau_fit_circle(&helix, ring, 3));
    assert_true(helix.d0 == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratios_of_arcs_are_right_to_the_last_places),
        cmocka_unit_test(a_place_on_a_helix_is_found_again),
        cmocka_unit_test(left_is_to_the_left),
        cmocka_unit_test(a_helix_begins_where_it_is_closest_to_the_beam),
        cmocka_unit_test(a_helix_is_known_from_any_place_on_it),
        cmocka_unit_test(a_radius_has_its_azimuth_and_length),
        cmocka_unit_test(slopes_are_derivatives),
        cmocka_unit_test(charge_and_field_give_the_curvature),
        cmocka_unit_test(a_fit_to_a_helix_is_exact),
        cmocka_unit_test(a_fit_to_blurred_points_is_unbiased),
        cmocka_unit_test(points_without_a_circle_are_refused),
    };

    return cmocka_run_group_tests_name("helix", tests, NULL, NULL);
}
