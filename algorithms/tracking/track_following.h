/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_TRACKING_TRACK_FOLLOWING_H
#define GAUDIT_ALGORITHMS_TRACKING_TRACK_FOLLOWING_H

#include "detector.h"
#include "tracks.h"

/*
 * The hits of an event, sorted into cells of radius (shells around the beam) and azimuth. The
 * memory is kept from event to event.
 */
enum { GAU_GRID_SHELL_WIDTH = 20 /* mm */, GAU_GRID_MAX_SHELLS = 64 };

struct gau_grid_hit {
    double x, y, z, r, phi;
    uint32_t row;    /* in the table of hits */
    uint32_t volume; /* place in the lists of the detector */
    uint32_t layer;  /* differs between all layers of all volumes */
    uint32_t owner;  /* a number of its user; 0 at first */
};

struct gau_grid {
    struct gau_grid_hit *hits, *unsorted;
    size_t n, capacity, unsorted_capacity;
    uint32_t *begins; /* per cell, and one more: the first of its hits */
    size_t cells_capacity;
    size_t n_shells, n_sectors;
    double sectors_per_radian;
    struct {
        double low, high;
    } z[GAU_GRID_MAX_SHELLS]; /* per shell: smallest and largest |z| of its hits */
    double width;             /* of a shell; mm */
    double max_z;             /* largest |z| of a hit; mm */
};

gau_status gau_grid_fill(struct gau_grid *grid, const struct gau_detector *detector,
                         const struct gau_hits *hits, gau_context *ctx);
void gau_grid_release(struct gau_grid *grid);

/* Sectors within reach of an azimuth, which is between -2 pi and 2 pi; each once. */
struct gau_sectors {
    size_t first, count;
};

struct gau_sectors gau_grid_sectors(const struct gau_grid *grid, double azimuth, double reach);

/* The hits of the i-th of these sectors in a shell. */
static inline struct gau_grid_hit *gau_grid_cell(const struct gau_grid *grid, size_t shell,
                                                 const struct gau_sectors *sectors, size_t i,
                                                 struct gau_grid_hit **end)
{
    const size_t sector = (sectors->first + i) & (grid->n_sectors - 1);
    const uint32_t *const begins = &grid->begins[shell * grid->n_sectors + sector];

    *end = grid->hits + begins[1];
    return grid->hits + begins[0];
}

/*
 * Collects the hits along a helix that begins as a doublet of hits and the beam line.
 *
 * A Kalman filter (R. Fruehwirth, Nucl. Instrum. Methods A 262 (1987) 444) follows the difference
 * between the track and the helix through the doublet: in the xy plane displacement, angle and
 * curvature, along the beam displacement and slope. Matter in the layers blurs the angles.
 */
struct gau_follow_settings {
    double beam_width;   /* of the beam line, standard deviation; mm */
    double max_chi2;     /* of a hit, two degrees of freedom */
    double third_radius; /* within which there must be a third hit; mm */
};

struct gau_candidate {
    double score; /* sum of max_chi2 - chi2 over the hits */
    uint32_t n_hits;
    uint32_t hits[GAU_TRACK_MAX_HITS]; /* in the grid, from the beam line outwards */
};

/* The helix through the beam line and two hits, b being farther away. */
struct gau_helix gau_doublet(const struct gau_grid_hit *a, const struct gau_grid_hit *b);

/* Without a third hit in time, these are all. */
void gau_follow(struct gau_candidate *out, const struct gau_grid *grid,
                const struct gau_detector *detector, const struct gau_follow_settings *settings,
                const uint32_t doublet[2]);

#endif
