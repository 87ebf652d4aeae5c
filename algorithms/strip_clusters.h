/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_STRIP_CLUSTERS_H
#define GAUDIT_ALGORITHMS_STRIP_CLUSTERS_H

#include <stddef.h>

/*
 * Clusters of neighbouring strips of a detector; charges and noise in the same unit, positions in
 * strips.
 */

struct gau_strips {
    const double *layer, *strip, *charge; /* by rising layer, then strip */
    size_t n;
};

struct gau_strip_cuts {
    double noise;                  /* standard deviation of a strip */
    double channel, seed, cluster; /* thresholds, in units of noise */
};

struct gau_strip_cluster {
    double layer, position, error, charge;
    size_t size;
};

/* The first strip that is not behind the one before it; n if there is none. */
size_t gau_strips_disorder(const struct gau_strips *strips);

/*
 * The clusters, by rising layer and position; @p out has room for one per strip. Returns their
 * number.
 */
size_t gau_strip_cluster_all(struct gau_strip_cluster *out, const struct gau_strips *strips,
                             const struct gau_strip_cuts *cuts);

#endif
