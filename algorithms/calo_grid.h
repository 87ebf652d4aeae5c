/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_CALO_GRID_H
#define GAUDIT_ALGORITHMS_CALO_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Energies on a grid of cells in pseudorapidity eta and azimuth phi, which is a ring, and clusters
 * around its local maxima. GeV, radians.
 */

struct gau_calo_cuts {
    double seed_et, cluster_et; /* of a cell that may be a maximum, of a cluster that is kept */
    int reach;                  /* a cluster is the (2 reach + 1)^2 cells around its maximum */
    bool drop_negative;         /* hits below zero are left out */
};

struct gau_calo_cell {
    double et, e;   /* sums of its hits */
    double w, weta; /* sums over hits above zero: et, et x eta */
    double wdphi;   /* ... and et x phi from the middle of the cell */
    uint32_t owner; /* the cluster it belongs to, plus one */
    bool hit;
};

struct gau_calo_cluster {
    double et, energy, eta, phi;
    uint32_t cells;
    uint32_t seed; /* its cell */
};

struct gau_calo_grid {
    double max_eta, step_eta, step_phi;
    uint32_t n_eta, n_phi;
    struct gau_calo_cell *cells; /* all, by eta, then phi */
    uint32_t *touched;           /* those with a hit, in the order of their first */
    uint32_t n_touched;
    struct gau_calo_cluster *clusters; /* by falling et of the maximum, then by cell */
    uint32_t n_clusters;
};

/*
 * Cells as close to the wanted size as a whole number of them in -max_eta to max_eta, and around
 * the ring, allows. False: no memory.
 */
bool gau_calo_grid_open(struct gau_calo_grid *grid, double max_eta, double cell_eta,
                        double cell_phi);
void gau_calo_grid_close(struct gau_calo_grid *grid);

/* Forgets the hits of the last event. Costs what these hits did. */
void gau_calo_grid_clear(struct gau_calo_grid *grid);

/* False: outside of the grid. phi may be any angle. */
bool gau_calo_grid_add(struct gau_calo_grid *grid, double energy, double eta, double phi,
                       const struct gau_calo_cuts *cuts);

/* Fills in clusters. Does not allocate. */
void gau_calo_grid_cluster(struct gau_calo_grid *grid, const struct gau_calo_cuts *cuts);

#endif
