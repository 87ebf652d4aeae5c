/* SPDX-License-Identifier: Apache-2.0 */
#include "detector.h"

#include <math.h>

gau_status gau_detector_check(const struct gau_detector *detector, gau_context *ctx)
{
    const struct {
        const char *name;
        const gau_numbers *numbers;
    } lists[] = {{"SigmaRPhi", &detector->sigma_rphi},
                 {"SigmaZ", &detector->sigma_z},
                 {"SigmaR", &detector->sigma_r},
                 {"Thickness", &detector->thickness}};

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (lists[i].numbers->count != detector->volumes.count)
            return gau_fail(ctx->error, GAU_ERR_RANGE,
                            "%s has %zu numbers, but there are %zu Volumes", lists[i].name,
                            lists[i].numbers->count, detector->volumes.count);
    for (size_t i = 0; i < detector->volumes.count; i++)
        if ((detector->sigma_z.items[i] > 0) == (detector->sigma_r.items[i] > 0))
            return gau_fail(ctx->error, GAU_ERR_RANGE,
                            "of SigmaZ and SigmaR of volume %g exactly one must be 0",
                            detector->volumes.items[i]);
    return GAU_OK;
}

size_t gau_detector_volume(const struct gau_detector *detector, double number)
{
    size_t i = 0;

    while (i < detector->volumes.count && detector->volumes.items[i] != number)
        i++;
    return i;
}

/* The angle between the helix and the direction away from the beam has the sine kappa r / 2. */
struct gau_hit_variance gau_hit_variance(const struct gau_detector *detector, size_t volume,
                                         const struct gau_helix *helix, double r)
{
    const double sine = helix->curvature * r / 2, sine2 = fmin(sine * sine, 1);
    const double rphi = detector->sigma_rphi.items[volume],
                 radial = detector->sigma_r.items[volume];

    return (struct gau_hit_variance){.left = rphi * rphi * (1 - sine2) + radial * radial * sine2,
                                     .z = gau_hit_variance_z(detector, volume, helix->cot_theta)};
}

double gau_coarsest_z(const struct gau_detector *detector, double cot_theta)
{
    double coarsest = 0;

    for (size_t i = 0; i < detector->volumes.count; i++)
        coarsest = fmax(coarsest, gau_hit_variance_z(detector, i, cot_theta));
    return coarsest;
}

double gau_scattering(const struct gau_detector *detector, size_t volume,
                      const struct gau_helix *helix)
{
    const double secant2 = 1 + helix->cot_theta * helix->cot_theta; /* (p / pt)^2 */
    const double slant = detector->sigma_r.items[volume] > 0
                             ? sqrt(secant2) / fabs(helix->cot_theta)
                             : sqrt(secant2);
    const double per_p = 0.0136 * gau_q_pt_of(helix->curvature, detector->field);

    return per_p * per_p / secant2 * detector->thickness.items[volume] * slant;
}

/* --- hits ---------------------------------------------------------------------------------- */

struct gau_hits gau_hits_of(const struct gau_columns *columns, const gau_context *ctx)
{
    const double *in[5];
    const size_t n = gau_columns_get(in, columns, ctx);

    return (struct gau_hits){in[0], in[1], in[2], in[3], in[4], n};
}

gau_status gau_hit_volume(size_t *out, const struct gau_detector *detector,
                          const struct gau_hits *hits, size_t i, gau_context *ctx)
{
    *out = gau_detector_volume(detector, hits->volume[i]);
    if (*out < detector->volumes.count)
        return GAU_OK;
    return gau_fail(ctx->error, GAU_ERR_RANGE, "hit %zu is in volume %g, which is not in Volumes",
                    i + 1, hits->volume[i]);
}
