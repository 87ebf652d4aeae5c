/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_ALGORITHMS_DEFAULT_DETECTOR_H
#define TESTS_ALGORITHMS_DEFAULT_DETECTOR_H

#include "tests/unit/test.h"

#include "algorithms/common/random.h"
#include "algorithms/generator/muon_events.h"

/* The detector of the defaults, without scattering if @p thickness is 0. */
struct tracker {
    double volumes[9], sigma_rphi[9], sigma_z[9], sigma_r[9], thickness[9];
    struct gau_tracker_generator generator;
};

static inline void tracker_build(struct tracker *tracker, double thickness)
{
    static const double volumes[] = {7, 8, 9, 12, 13, 14, 16, 17, 18},
                        across[] = {0.015, 0.025, 0.04}, along[] = {0.016, 0.35, 3.1};
    struct gau_detector *const detector = &tracker->generator.detector;

    *tracker = (struct tracker){.generator = {.efficiency = 1}};
    for (size_t i = 0; i < 9; i++) {
        tracker->volumes[i] = volumes[i];
        tracker->sigma_rphi[i] = across[i / 3];
        tracker->sigma_z[i] = i % 3 == 1 ? along[i / 3] : 0;
        tracker->sigma_r[i] = i % 3 == 1 ? 0 : along[i / 3];
        tracker->thickness[i] = thickness;
    }
    detector->volumes = (gau_numbers){tracker->volumes, 9};
    detector->sigma_rphi = (gau_numbers){tracker->sigma_rphi, 9};
    detector->sigma_z = (gau_numbers){tracker->sigma_z, 9};
    detector->sigma_r = (gau_numbers){tracker->sigma_r, 9};
    detector->thickness = (gau_numbers){tracker->thickness, 9};
    detector->field = 2;
}

static inline struct gau_tracker_particle any_particle(struct gau_random *random, double min_pt)
{
    const double pt = gau_random_power(random, 3, min_pt, 50),
                 eta = gau_random_between(random, -2.3, 2.3),
                 phi = gau_random_between(random, -GAU_PI, GAU_PI);

    return (struct gau_tracker_particle){.q = gau_random_unit(random) < 0.5 ? -1 : 1,
                                         .px = pt * cos(phi),
                                         .py = pt * sin(phi),
                                         .pz = pt * sinh(eta),
                                         .vx = 0.02 * gau_random_normal(random),
                                         .vy = 0.02 * gau_random_normal(random),
                                         .vz = 40 * gau_random_normal(random)};
}

#endif
