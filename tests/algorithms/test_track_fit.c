/* SPDX-License-Identifier: Apache-2.0 */
#include "default_detector.h"

#include "algorithms/common/pulls.h"
#include "algorithms/tracking/tracks.h"

static struct gau_helix helix_of(const struct gau_tracker_particle *p, double field)
{
    const double pt = hypot(p->px, p->py);
    const struct gau_point vertex = {p->vx, p->vy, p->vz};

    return gau_helix_through(&vertex, atan2(p->py, p->px), p->pz / pt,
                             gau_curvature_of(p->q / pt, field));
}

/* A track of these hits that begins near the helix. */
static void prepare(struct gau_track *track, struct gau_fit_hit *out,
                    const struct gau_tracker_hit *hits, size_t n, const struct tracker *tracker)
{
    track->n_hits = (uint32_t)n;
    for (size_t i = 0; i < n; i++) {
        track->hits[i] = (uint32_t)i;
        out[i] =
            (struct gau_fit_hit){hits[i].x, hits[i].y, hits[i].z,
                                 gau_detector_volume(&tracker->generator.detector, hits[i].volume)};
    }
}

static void a_fit_without_noise_is_exact(void **state)
{
    struct gau_random random = gau_random_for(1, 1);
    struct tracker tracker;

    (void)state;
    tracker_build(&tracker, 0.02);
    for (int i = 0; i < 1000; i++) {
        const struct gau_tracker_particle particle = any_particle(&random, 0.5);
        const struct gau_helix helix = helix_of(&particle, 2);
        struct gau_fit_hit hits[10];
        struct gau_track track = {.helix = helix, .n_hits = 10};

        for (int k = 0; k < 10; k++) {
            const struct gau_point place = gau_helix_at(&helix, 35 + 80 * k);

            hits[k] = (struct gau_fit_hit){place.x, place.y, place.z, (size_t)(1 + 3 * (k / 4))};
        }
        track.helix.d0 += 0.1;
        track.helix.z0 -= 1;
        track.helix.phi += 1e-3;
        track.helix.cot_theta += 1e-3;
        track.helix.curvature *= 1.02;
        assert_true(gau_fit_track(&track, hits, &tracker.generator.detector));
        assert_true(fabs(track.helix.d0 - helix.d0) < 1e-9);
        assert_true(fabs(track.helix.z0 - helix.z0) < 1e-9);
        assert_true(fabs(gau_angle(track.helix.phi - helix.phi)) < 1e-9);
        assert_true(fabs(track.helix.cot_theta - helix.cot_theta) < 1e-9);
        assert_true(fabs(track.q_pt * hypot(particle.px, particle.py) - particle.q) < 1e-9);
        assert_true(track.chi2 < 1e-9);
        assert_int_equal(track.ndof, 15);
    }
}

/* Pulls of many particles through the detector; chi2 must be what its degrees of freedom say. */
static void check_pulls(double thickness, double min_pt)
{
    struct gau_pulls counts[GAU_PULLS_COUNT] = {0};
    struct gau_random random = gau_random_for(2, 1);
    struct tracker tracker;
    double chi2 = 0, ndof = 0;

    tracker_build(&tracker, thickness);
    for (int i = 0; i < 4000; i++) {
        const struct gau_tracker_particle p = any_particle(&random, min_pt);
        const struct gau_true_particle truth = {p.q, p.px, p.py, p.pz, p.vx, p.vy, p.vz, true};
        struct gau_tracker_hit seen[GAU_TRACKER_LAYERS_CROSSED];
        const size_t n = gau_tracker_fly(seen, &tracker.generator, &p, &random);
        struct gau_fit_hit hits[GAU_TRACK_MAX_HITS];
        struct gau_track track = {.helix = helix_of(&p, 2)};
        double pulls[GAU_PULLS_COUNT];

        assert_in_range(n, 7, 20);
        prepare(&track, hits, seen, n, &tracker);
        assert_true(gau_fit_track(&track, hits, &tracker.generator.detector));
        gau_pulls_of(pulls, &track, &truth, 2);
        for (int k = 0; k < GAU_PULLS_COUNT; k++)
            gau_pulls_add(&counts[k], pulls[k]);
        chi2 += track.chi2;
        ndof += track.ndof;
    }
    for (int i = 0; i < GAU_PULLS_COUNT; i++) {
        const double mean = gau_exact_sum_value(&counts[i].sum) / 4000,
                     width = sqrt(gau_exact_sum_value(&counts[i].sum2) / 4000);

        assert_true(counts[i].entries == 4000 && counts[i].outside < 8);
        if (!(fabs(mean) < 0.08 && width > 0.93 && width < 1.07))
            fail_msg("pull %d: mean %g, width %g", i, mean, width);
    }
    assert_true(fabs(chi2 / ndof - 1) < 0.03);
}

static void pulls_are_one_wide_without_scattering(void **state)
{
    (void)state;
    check_pulls(0, 0.5);
}

static void pulls_are_one_wide_with_scattering(void **state)
{
    (void)state;
    check_pulls(0.02, 1);
}

static void two_hits_are_no_track(void **state)
{
    const struct gau_fit_hit hits[] = {{32, 0, 0, 1}, {72, 1, 0, 1}};
    struct gau_track track = {.helix = {.curvature = 1e-4}, .chi2 = 7, .n_hits = 2};
    struct tracker tracker;

    (void)state;
    tracker_build(&tracker, 0.02);
    assert_false(gau_fit_track(&track, hits, &tracker.generator.detector));
    assert_true(track.chi2 == 7 && track.covariance[0][0] == 0);
}

static void three_times_the_same_hit_is_no_track(void **state)
{
    const struct gau_fit_hit hits[] = {{32, 0, 0, 1}, {32, 0, 0, 1}, {32, 0, 0, 1}};
    struct gau_track track = {.helix = {.curvature = 1e-4}, .chi2 = 7, .n_hits = 3};
    struct tracker tracker;

    (void)state;
    tracker_build(&tracker, 0.02);
    assert_false(gau_fit_track(&track, hits, &tracker.generator.detector));
    assert_true(track.chi2 == 7 && track.covariance[0][0] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fit_without_noise_is_exact),
        cmocka_unit_test(pulls_are_one_wide_without_scattering),
        cmocka_unit_test(pulls_are_one_wide_with_scattering),
        cmocka_unit_test(two_hits_are_no_track),
        cmocka_unit_test(three_times_the_same_hit_is_no_track),
    };

    return cmocka_run_group_tests_name("track_fit", tests, NULL, NULL);
}
