/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_TRACKING_DETECTOR_H
#define GAUDIT_ALGORITHMS_TRACKING_DETECTOR_H

#include "algorithms/common/columns.h"
#include "helix.h"

/*
 * What a reconstruction knows of a solenoid tracker: the field, and per volume (a part with the
 * same kind of layers) how well a hit is measured and how much matter a layer is. Volumes that
 * measure r are discs, across the beam; the others are barrels, around it.
 *
 * The defaults describe the detector of the TrackML challenge (M. Kiehn et al., EPJ Web Conf. 214
 * (2019) 06037): pixels of 0.05 mm in volumes 7 to 9, short strips in 12 to 14, long ones in 16 to
 * 18; the middle one is the barrel.
 */
struct gau_detector {
    gau_numbers volumes, sigma_rphi, sigma_z, sigma_r, thickness;
    double field;
};

#define GAU_DETECTOR_PROPERTIES(Struct, field_)                                                   \
    GAU_NUMBERS(Struct, field_.volumes, "Volumes", "7,8,9,12,13,14,16,17,18", 0, 1e6, "",         \
                "Numbers of the parts of the detector, as in column volume_id"),                  \
        GAU_NUMBERS(Struct, field_.sigma_rphi, "SigmaRPhi",                                       \
                    "0.015,0.015,0.015,0.025,0.025,0.025,0.04,0.04,0.04", 1e-6, 1e3, "mm",        \
                    "Resolution of hits around the beam, per volume"),                            \
        GAU_NUMBERS(Struct, field_.sigma_z, "SigmaZ", "0,0.016,0,0,0.35,0,0,3.1,0", 0, 1e3, "mm", \
                    "Resolution along the beam, per volume; 0 in discs"),                         \
        GAU_NUMBERS(Struct, field_.sigma_r, "SigmaR", "0.016,0,0.016,0.35,0,0.35,3.1,0,3.1", 0,   \
                    1e3, "mm", "Resolution away from the beam, per volume; 0 in barrels"),        \
        GAU_NUMBERS(Struct, field_.thickness, "Thickness",                                        \
                    "0.02,0.02,0.02,0.02,0.02,0.02,0.02,0.02,0.02", 0, 10, "X0",                  \
                    "Matter of a layer in radiation lengths, per volume"),                        \
        GAU_DOUBLE(Struct, field_.field, "Field", 2, 0.01, 100, "T", "Magnetic field along z")

/* All lists have one number per volume. */
gau_status gau_detector_check(const struct gau_detector *detector, gau_context *ctx);

/* The place of a volume in the lists; that of none: their length. */
size_t gau_detector_volume(const struct gau_detector *detector, double number);

/*
 * Variances of a hit seen along a helix: of the distance to it in the xy plane, and of z where it
 * passes the hit.
 */
struct gau_hit_variance {
    double left, z;
};

struct gau_hit_variance gau_hit_variance(const struct gau_detector *detector, size_t volume,
                                         const struct gau_helix *helix, double r);

static inline double gau_hit_variance_z(const struct gau_detector *detector, size_t volume,
                                        double cot_theta)
{
    const double z = detector->sigma_z.items[volume],
                 radial = cot_theta * detector->sigma_r.items[volume];

    return z * z + radial * radial;
}

/* The variance of z in the volume where it is largest. */
double gau_coarsest_z(const struct gau_detector *detector, double cot_theta);

/*
 * Variance of the angle by which a layer scatters a muon, in a plane of its direction (Highland;
 * Particle Data Group, Phys. Rev. D 110, 030001 (2024), 34.3, without the logarithm).
 */
double gau_scattering(const struct gau_detector *detector, size_t volume,
                      const struct gau_helix *helix);

/* --- hits ---------------------------------------------------------------------------------- */

/* Columns of a table of hits: x, y, z in mm, volume_id, and layer_id, which counts in a volume. */
#define GAU_HIT_COLUMNS GAU_NAMES("x", "y", "z", "volume_id", "layer_id")

struct gau_hits {
    const double *x, *y, *z, *volume, *layer;
    size_t n;
};

struct gau_hits gau_hits_of(const struct gau_columns *columns, const gau_context *ctx);

/* Refuses a hit that is in no volume. */
gau_status gau_hit_volume(size_t *out, const struct gau_detector *detector,
                          const struct gau_hits *hits, size_t i, gau_context *ctx);

#endif
