/* SPDX-License-Identifier: Apache-2.0 */
#include "default_detector.h"

#include <stdio.h>
#include <string.h>

static const struct gau_tracker_particle straight = {.q = 1, .px = 300, .py = 400, .vz = 3};

/* In which layers a particle was seen, such as "8.2 8.4 ". */
static const char *path_of(const struct gau_tracker_hit *hits, size_t n)
{
    static char text[400];
    char one[20];

    text[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        snprintf(one, sizeof one, "%g.%g ", hits[i].volume, hits[i].layer);
        strcat(text, one);
    }
    return text;
}

static const char *fly(double eta)
{
    static struct gau_tracker_hit hits[GAU_TRACKER_LAYERS_CROSSED];
    struct gau_random random = gau_random_for(1, 1);
    struct gau_tracker_particle particle = straight;
    struct tracker tracker;

    particle.pz = 500 * sinh(eta);
    tracker_build(&tracker, 0);
    return path_of(hits, gau_tracker_fly(hits, &tracker.generator, &particle, &random));
}

static void a_particle_crosses_the_layers_in_its_way(void **state)
{
    (void)state;
    assert_string_equal(fly(0), "8.2 8.4 8.6 8.8 13.2 13.4 13.6 13.8 17.2 17.4 ");
    assert_string_equal(fly(1.5), "8.2 8.4 8.6 8.8 13.2 13.4 13.6 14.2 18.6 18.8 ");
    assert_string_equal(fly(-1.5), "8.2 8.4 8.6 8.8 13.2 13.4 13.6 12.12 16.8 16.6 ");
    assert_string_equal(fly(2.3), "8.2 8.4 9.2 9.4 9.6 14.2 14.4 14.6 14.8 14.10 14.12 ");
    assert_string_equal(fly(7), "");
}

static void hits_are_where_the_particle_flies(void **state)
{
    struct gau_random random = gau_random_for(2, 1);
    struct tracker tracker;

    (void)state;
    tracker_build(&tracker, 0);
    for (int i = 0; i < 1000; i++) {
        const struct gau_tracker_particle p = any_particle(&random, 0.5);
        const struct gau_point vertex = {p.vx, p.vy, p.vz};
        const double pt = hypot(p.px, p.py);
        const struct gau_helix helix =
            gau_helix_through(&vertex, atan2(p.py, p.px), p.pz / pt, gau_curvature_of(p.q / pt, 2));
        struct gau_tracker_hit hits[GAU_TRACKER_LAYERS_CROSSED];
        const size_t n = gau_tracker_fly(hits, &tracker.generator, &p, &random);

        for (size_t k = 0; k < n; k++) {
            const struct gau_on_helix place = gau_helix_project(&helix, hits[k].x, hits[k].y);
            const size_t volume = gau_detector_volume(&tracker.generator.detector, hits[k].volume);
            const struct gau_hit_variance variance =
                gau_hit_variance(&tracker.generator.detector, volume, &helix,
                                 hypot(hits[k].x, hits[k].y));
            const double z = hits[k].z - helix.z0 - helix.cot_theta * place.s;

            assert_true(fabs(place.left) < 6 * sqrt(variance.left));
            assert_true(fabs(z) < 6 * sqrt(variance.z) + 0.2);
        }
    }
}

static void scattering_is_as_large_as_it_should_be(void **state)
{
    const struct gau_tracker_particle particle = {.q = 1, .px = 1};
    struct gau_random random = gau_random_for(3, 1);
    struct tracker with, without;
    double sum2 = 0;
    const int n = 4000;

    (void)state;
    tracker_build(&with, 0.02);
    tracker_build(&without, 0);
    for (int i = 0; i < n; i++) {
        struct gau_tracker_hit bent[GAU_TRACKER_LAYERS_CROSSED], free[GAU_TRACKER_LAYERS_CROSSED];

        gau_tracker_fly(bent, &with.generator, &particle, &random);
        gau_tracker_fly(free, &without.generator, &particle, &random);
        sum2 += pow(bent[1].y - free[1].y, 2) / n;
    }
    /* 13.6 mrad sqrt(0.02) over 40 mm, and twice the resolution of 0.015 mm */
    assert_true(fabs(sqrt(sum2) / hypot(40 * 0.0136 * sqrt(0.02), 0.015 * sqrt(2)) - 1) < 0.05);
}

static void layers_miss_particles_now_and_then(void **state)
{
    struct gau_random random = gau_random_for(4, 1);
    struct tracker tracker;
    size_t n = 0;

    (void)state;
    tracker_build(&tracker, 0.02);
    tracker.generator.efficiency = 0.9;
    for (int i = 0; i < 1000; i++) {
        struct gau_tracker_hit hits[GAU_TRACKER_LAYERS_CROSSED];

        n += gau_tracker_fly(hits, &tracker.generator, &straight, &random);
    }
    assert_in_range(n, 9000 - 150, 9000 + 150); /* five standard deviations of 30 */
}

static void noise_is_in_the_layers(void **state)
{
    struct gau_random random = gau_random_for(5, 1);
    size_t forward = 0;

    (void)state;
    for (int i = 0; i < 4800; i++) {
        const struct gau_tracker_hit hit = gau_tracker_noise(&random);
        const double r = hypot(hit.x, hit.y);

        assert_true(r > 29.9 && r < 1020.1 && fabs(hit.z) < 2950.1 && hit.particle == 0);
        if (hit.volume == 7 || hit.volume == 12 || hit.volume == 16)
            assert_true(hit.z <= -600);
        forward += hit.volume == 9 || hit.volume == 14 || hit.volume == 18;
    }
    assert_in_range(forward, 1900 - 170, 1900 + 170); /* 19 of 48 layers */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_particle_crosses_the_layers_in_its_way),
        cmocka_unit_test(hits_are_where_the_particle_flies),
        cmocka_unit_test(scattering_is_as_large_as_it_should_be),
        cmocka_unit_test(layers_miss_particles_now_and_then),
        cmocka_unit_test(noise_is_in_the_layers),
    };

    return cmocka_run_group_tests_name("generator_tracker", tests, NULL, NULL);
}
