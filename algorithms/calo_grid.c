/* SPDX-License-Identifier: Apache-2.0 */
#include "calo_grid.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* --- the grid ------------------------------------------------------------------------------ */

bool gau_calo_grid_open(struct gau_calo_grid *grid, double max_eta, double cell_eta,
                        double cell_phi)
{
    size_t n;

    grid->max_eta = max_eta;
    grid->n_eta = (uint32_t)fmax(1, floor(2 * max_eta / cell_eta + 0.5));
    grid->n_phi = (uint32_t)fmax(1, floor(2 * pi / cell_phi + 0.5));
    grid->step_eta = 2 * max_eta / grid->n_eta;
    grid->step_phi = 2 * pi / grid->n_phi;
    n = (size_t)grid->n_eta * grid->n_phi;
    grid->cells = calloc(n, sizeof *grid->cells);
    grid->touched = calloc(n, sizeof *grid->touched);
    grid->clusters = calloc(n, sizeof *grid->clusters);
    return grid->cells && grid->touched && grid->clusters;
}

void gau_calo_grid_close(struct gau_calo_grid *grid)
{
    free(grid->cells);
    free(grid->touched);
    free(grid->clusters);
    *grid = (struct gau_calo_grid){0};
}

void gau_calo_grid_clear(struct gau_calo_grid *grid)
{
    for (uint32_t i = 0; i < grid->n_touched; i++)
        grid->cells[grid->touched[i]] = (struct gau_calo_cell){0};
    grid->n_touched = 0;
    grid->n_clusters = 0;
}

/* An angle between -pi and pi, pi itself not. */
static double wrapped(double phi)
{
    const double turned = phi - 2 * pi * floor((phi + pi) / (2 * pi));

    return turned >= pi ? -pi : turned;
}

static double middle_of_phi(const struct gau_calo_grid *grid, uint32_t i_phi)
{
    return -pi + (i_phi + 0.5) * grid->step_phi;
}

static uint32_t at_most(double x, uint32_t last)
{
    return x < last ? (uint32_t)x : last;
}

bool gau_calo_grid_add(struct gau_calo_grid *grid, double energy, double eta, double phi,
                       const struct gau_calo_cuts *cuts)
{
    const double turned = wrapped(phi);
    struct gau_calo_cell *cell;
    uint32_t i_eta, i_phi, index;
    double et;

    if (!(fabs(eta) < grid->max_eta))
        return false;
    if (energy < 0 && cuts->drop_negative)
        return true;
    i_eta = at_most((eta + grid->max_eta) / grid->step_eta, grid->n_eta - 1);
    i_phi = at_most((turned + pi) / grid->step_phi, grid->n_phi - 1);
    index = i_eta * grid->n_phi + i_phi;
    cell = &grid->cells[index];
    if (!cell->hit)
        grid->touched[grid->n_touched++] = index;
    et = energy / cosh(eta);
    cell->hit = true;
    cell->e += energy;
    cell->et += et;
    if (et > 0) {
        cell->w += et;
        cell->weta += et * eta;
        cell->wdphi += et * (turned - middle_of_phi(grid, i_phi));
    }
    return true;
}

/* --- maxima -------------------------------------------------------------------------------- */

/* More energy; of two equal cells, the first. */
static bool beats(const struct gau_calo_grid *grid, uint32_t a, uint32_t b)
{
    const double x = grid->cells[a].et, y = grid->cells[b].et;

    return x > y || (x == y && a < b);
}

/* The cell so far away from another, or UINT32_MAX outside of the grid. */
static uint32_t neighbour(const struct gau_calo_grid *grid, uint32_t cell, int d_eta, int d_phi)
{
    const int n_phi = (int)grid->n_phi;
    const int i_eta = (int)(cell / grid->n_phi) + d_eta, i_phi = (int)(cell % grid->n_phi) + d_phi;

    if (i_eta < 0 || i_eta >= (int)grid->n_eta)
        return UINT32_MAX;
    return (uint32_t)i_eta * grid->n_phi + (uint32_t)((i_phi % n_phi + n_phi) % n_phi);
}

static bool is_maximum(const struct gau_calo_grid *grid, uint32_t cell, double seed_et)
{
    if (!(grid->cells[cell].et >= seed_et))
        return false;
    for (int d_eta = -1; d_eta <= 1; d_eta++)
        for (int d_phi = -1; d_phi <= 1; d_phi++) {
            const uint32_t other = neighbour(grid, cell, d_eta, d_phi);

            if (other != UINT32_MAX && other != cell && !beats(grid, cell, other))
                return false;
        }
    return true;
}

/* Few, and nearly in order: by insertion. */
static void find_maxima(struct gau_calo_grid *grid, double seed_et)
{
    for (uint32_t i = 0; i < grid->n_touched; i++) {
        const uint32_t cell = grid->touched[i];
        uint32_t at = grid->n_clusters;

        if (!is_maximum(grid, cell, seed_et))
            continue;
        for (; at > 0 && beats(grid, cell, grid->clusters[at - 1].seed); at--)
            grid->clusters[at] = grid->clusters[at - 1];
        grid->clusters[at] = (struct gau_calo_cluster){.seed = cell};
        grid->n_clusters++;
    }
}

/* --- clusters ------------------------------------------------------------------------------ */

struct sums {
    double w, weta, wdphi; /* the latter from the middle of the seed */
};

static void take_cell(struct gau_calo_cluster *cluster, struct sums *sums,
                      const struct gau_calo_cell *cell, double d_phi)
{
    cluster->et += cell->et;
    cluster->energy += cell->e;
    cluster->cells++;
    sums->w += cell->w;
    sums->weta += cell->weta;
    sums->wdphi += cell->wdphi + cell->w * d_phi;
}

/* Cells that a larger maximum has taken already are not taken again. */
static void collect(struct gau_calo_grid *grid, uint32_t index, int reach)
{
    struct gau_calo_cluster *const cluster = &grid->clusters[index];
    const int around = 2 * reach < (int)grid->n_phi ? reach : ((int)grid->n_phi - 1) / 2;
    struct sums sums = {0};

    for (int d_eta = -reach; d_eta <= reach; d_eta++)
        for (int d_phi = -around; d_phi <= around; d_phi++) {
            const uint32_t at = neighbour(grid, cluster->seed, d_eta, d_phi);
            struct gau_calo_cell *const cell = at == UINT32_MAX ? NULL : &grid->cells[at];

            if (!cell || !cell->hit || cell->owner != 0)
                continue;
            cell->owner = index + 1;
            take_cell(cluster, &sums, cell, d_phi * grid->step_phi);
        }
    cluster->eta = sums.weta / sums.w;
    cluster->phi = wrapped(middle_of_phi(grid, cluster->seed % grid->n_phi) + sums.wdphi / sums.w);
}

void gau_calo_grid_cluster(struct gau_calo_grid *grid, const struct gau_calo_cuts *cuts)
{
    uint32_t kept = 0;

    grid->n_clusters = 0;
    find_maxima(grid, cuts->seed_et);
    for (uint32_t i = 0; i < grid->n_clusters; i++) {
        if (grid->cells[grid->clusters[i].seed].owner != 0)
            continue;
        collect(grid, i, cuts->reach);
        if (grid->clusters[i].et >= cuts->cluster_et)
            grid->clusters[kept++] = grid->clusters[i];
    }
    grid->n_clusters = kept;
}
