/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/columns.h"
#include "algorithms/common/row_selection.h"
#include "table/exact_sum.h"

#include <stdlib.h>

/**
 * @file calo_clusters.c
 * CaloClusters: clusters of energy around local maxima in eta and phi.
 *
 *     <algorithm type="CaloClusters" name="Towers">
 *       <property name="Input" value="calo"/>
 *       <property name="Select" value="det=HB|HE"/>
 *     </algorithm>
 *
 * Input is a table of hits with columns energy (GeV), eta and phi (radians); Select are conditions
 * COLUMN=VALUE or COLUMN=VALUE|VALUE that a hit must meet.
 *
 * Method: that of fixed windows around local maxima, as in the clustering of the calorimeters of
 * LHCb (Breton, Brun, Perret, LHCb-2001-123) and, with windows in eta and phi, of ATLAS (Lampl et
 * al., ATL-LARG-PUB-2008-002).
 * 1. Hits are put on a grid of cells of about CellEta x CellPhi, from -MaxEta to MaxEta; the
 *    energies, and the transverse energies E / cosh(eta), of the hits of a cell are added up. The
 *    grid is a ring in phi: cells at -pi and pi are neighbours.
 * 2. A cell is a maximum if it has at least SeedEt and more than each of its eight neighbours (of
 *    two equal ones that with the smaller eta, then phi, is the larger).
 * 3. From the largest maximum on, a cluster gets the cells up to Reach cells away from its maximum
 * that no earlier cluster has. A maximum that belongs to an earlier cluster makes none.
 * 4. Clusters with at least ClusterEt are kept.
 *
 * Negative energies are real: they are noise below the pedestal. With Negative=Keep (default) they
 * count in the sums of cells and clusters like all others, so that noise averages out and energies
 * are not biased. In the position, the barycentre weighted with transverse energy, a negative
 * weight has no sense: it is that of the hits above zero. Negative=Drop leaves them out entirely,
 * which makes clusters about as much too large as noise is.
 *
 * Makes a table called as the algorithm with columns et, energy, eta, phi, cells, by falling
 * transverse energy of the maxima. Positions have no error of their own: that of a barycentre over
 * cells of size d is below d / sqrt(12). Accepts events with at most MaxClusters clusters.
 *
 * The document "calo" counts events, hits that were selected, those of negative energy and those
 * beyond MaxEta, clusters, and adds up the transverse energy of clusters.
 */

struct cuts {
    double seed_et, cluster_et; /* of a cell that may be a maximum, of a cluster that is kept */
    int reach;                  /* a cluster is the (2 reach + 1)^2 cells around its maximum */
    bool drop_negative;         /* hits below zero are left out */
};

struct cell {
    double et, e;   /* sums of its hits */
    double w, weta; /* sums over hits above zero: et, et x eta */
    double wdphi;   /* ... and et x phi from the middle of the cell */
    uint32_t owner; /* the cluster it belongs to, plus one */
    bool hit;
};

/* The columns of the table come first. */
struct cluster {
    double et, energy, eta, phi, cells;
    uint32_t seed; /* its cell */
};

struct grid {
    double max_eta, step_eta, step_phi;
    uint32_t n_eta, n_phi;
    struct cell *cells; /* all, by eta, then phi */
    uint32_t *touched;  /* those with a hit, in the order of their first */
    uint32_t n_touched;
    struct cluster *clusters; /* by falling et of the maximum, then by cell */
    uint32_t n_clusters;
};

enum { EVENTS, HITS, NEGATIVE, OUTSIDE, CLUSTERS, N_COUNTS };

static const char *const count_names[] = {"events", "hits", "negative", "outside", "clusters"};

struct calo_clusters {
    char *input;
    gau_strings select;
    double max_eta, cell_eta, cell_phi;
    int64_t reach, max_clusters;
    int negative;
    struct cuts cuts;

    struct gau_selection selection;
    struct grid grid;
    struct gau_columns in, out;
    uint64_t counts[N_COUNTS];
    struct gau_exact_sum et;
};

static const char *const choices[] = {"Keep", "Drop", NULL};

static const gau_property calo_clusters_properties[] = {
    GAU_STRING(struct calo_clusters, input, "Input", "calo", "Table of hits"),
    GAU_STRINGS(struct calo_clusters, select, "Select", "",
                "Conditions on hits, such as det=HB|HE; a hit must meet all"),
    GAU_DOUBLE(struct calo_clusters, max_eta, "MaxEta", 3, 0.1, 10, "",
               "Hits beyond this |eta| are left out"),
    GAU_DOUBLE(struct calo_clusters, cell_eta, "CellEta", 0.087, 0.005, 1, "",
               "Size of a cell in eta"),
    GAU_DOUBLE(struct calo_clusters, cell_phi, "CellPhi", 0.087266, 0.005, 1, "rad",
               "Size of a cell in phi"),
    GAU_DOUBLE(struct calo_clusters, cuts.seed_et, "SeedEt", 1, 0.001, HUGE_VAL, "GeV",
               "Transverse energy that a maximum needs"),
    GAU_DOUBLE(struct calo_clusters, cuts.cluster_et, "ClusterEt", 2, 0, HUGE_VAL, "GeV",
               "Transverse energy that a cluster needs"),
    GAU_INT(struct calo_clusters, reach, "Reach", 1, 1, 10, "",
            "Cells that a cluster reaches to each side of its maximum"),
    GAU_ENUM(struct calo_clusters, negative, "Negative", 0, choices,
             "Treatment of hits with negative energy"),
    GAU_INT(struct calo_clusters, max_clusters, "MaxClusters", INT64_MAX, 0, INT64_MAX, "",
            "Largest accepted number of clusters"),
    GAU_PROPERTY_END,
};

static const double pi = 3.14159265358979323846;

/* --- the grid ------------------------------------------------------------------------------ */

/* Cells as close to the wanted size as a whole number of them in -max_eta to max_eta, and around
 * the ring, allows. False: out of memory. */
static bool grid_open(struct grid *grid, double max_eta, double cell_eta, double cell_phi)
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

/* Forgets the hits of the last event. Costs what these hits did. */
static void grid_clear(struct grid *grid)
{
    for (uint32_t i = 0; i < grid->n_touched; i++)
        grid->cells[grid->touched[i]] = (struct cell){0};
    grid->n_touched = 0;
    grid->n_clusters = 0;
}

/* An angle between -pi and pi, pi itself not. */
static double wrapped(double phi)
{
    const double turned = phi - 2 * pi * floor((phi + pi) / (2 * pi));

    return turned >= pi ? -pi : turned;
}

static double middle_of_phi(const struct grid *grid, uint32_t i_phi)
{
    return -pi + (i_phi + 0.5) * grid->step_phi;
}

static uint32_t at_most(double x, uint32_t last)
{
    return x < last ? (uint32_t)x : last;
}

/* False: outside of the grid. phi may be any angle. */
static bool grid_add(struct grid *grid, double energy, double eta, double phi,
                     const struct cuts *cuts)
{
    const double turned = wrapped(phi);
    struct cell *cell;
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
static bool beats(const struct grid *grid, uint32_t a, uint32_t b)
{
    const double x = grid->cells[a].et, y = grid->cells[b].et;

    return x > y || (x == y && a < b);
}

/* The cell so far away from another, or UINT32_MAX outside of the grid. */
static uint32_t neighbour(const struct grid *grid, uint32_t cell, int d_eta, int d_phi)
{
    const int n_phi = (int)grid->n_phi;
    const int i_eta = (int)(cell / grid->n_phi) + d_eta, i_phi = (int)(cell % grid->n_phi) + d_phi;

    if (i_eta < 0 || i_eta >= (int)grid->n_eta)
        return UINT32_MAX;
    return (uint32_t)i_eta * grid->n_phi + (uint32_t)((i_phi % n_phi + n_phi) % n_phi);
}

static bool is_maximum(const struct grid *grid, uint32_t cell, double seed_et)
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
static void find_maxima(struct grid *grid, double seed_et)
{
    for (uint32_t i = 0; i < grid->n_touched; i++) {
        const uint32_t cell = grid->touched[i];
        uint32_t at = grid->n_clusters;

        if (!is_maximum(grid, cell, seed_et))
            continue;
        for (; at > 0 && beats(grid, cell, grid->clusters[at - 1].seed); at--)
            grid->clusters[at] = grid->clusters[at - 1];
        grid->clusters[at] = (struct cluster){.seed = cell};
        grid->n_clusters++;
    }
}

/* --- clusters ------------------------------------------------------------------------------ */

struct sums {
    double w, weta, wdphi; /* the latter from the middle of the seed */
};

static void take_cell(struct cluster *cluster, struct sums *sums, const struct cell *cell,
                      double d_phi)
{
    cluster->et += cell->et;
    cluster->energy += cell->e;
    cluster->cells++;
    sums->w += cell->w;
    sums->weta += cell->weta;
    sums->wdphi += cell->wdphi + cell->w * d_phi;
}

/* Cells of the cluster of a larger maximum are not used again. */
static void collect_cells(struct grid *grid, uint32_t index, int reach)
{
    struct cluster *const cluster = &grid->clusters[index];
    const int around = 2 * reach < (int)grid->n_phi ? reach : ((int)grid->n_phi - 1) / 2;
    struct sums sums = {0};

    for (int d_eta = -reach; d_eta <= reach; d_eta++)
        for (int d_phi = -around; d_phi <= around; d_phi++) {
            const uint32_t at = neighbour(grid, cluster->seed, d_eta, d_phi);
            struct cell *const cell = at == UINT32_MAX ? NULL : &grid->cells[at];

            if (!cell || !cell->hit || cell->owner != 0)
                continue;
            cell->owner = index + 1;
            take_cell(cluster, &sums, cell, d_phi * grid->step_phi);
        }
    cluster->eta = sums.weta / sums.w;
    cluster->phi = wrapped(middle_of_phi(grid, cluster->seed % grid->n_phi) + sums.wdphi / sums.w);
}

static void grid_cluster(struct grid *grid, const struct cuts *cuts)
{
    uint32_t kept = 0;

    grid->n_clusters = 0;
    find_maxima(grid, cuts->seed_et);
    for (uint32_t i = 0; i < grid->n_clusters; i++) {
        if (grid->cells[grid->clusters[i].seed].owner != 0)
            continue;
        collect_cells(grid, i, cuts->reach);
        if (grid->clusters[i].et >= cuts->cluster_et)
            grid->clusters[kept++] = grid->clusters[i];
    }
    grid->n_clusters = kept;
}

/* --- events -------------------------------------------------------------------------------- */

static gau_status calo_clusters_initialize(void *self, gau_context *ctx)
{
    struct calo_clusters *const calo = self;

    calo->in = gau_columns_read(ctx, calo->input, GAU_NAMES("energy", "eta", "phi"));
    calo->out = gau_columns_make(ctx, ctx->name, GAU_NAMES("et", "energy", "eta", "phi", "cells"));
    calo->cuts.reach = (int)calo->reach;
    calo->cuts.drop_negative = calo->negative == 1;
    GAU_TRY(gau_selection_open(&calo->selection, &calo->select, calo->input, "", ctx));
    if (!grid_open(&calo->grid, calo->max_eta, calo->cell_eta, calo->cell_phi))
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (grid of cells)");
    return GAU_OK;
}

static void calo_clusters_release(void *self)
{
    const struct calo_clusters *const calo = self;

    free(calo->grid.cells);
    free(calo->grid.touched);
    free(calo->grid.clusters);
}

static void fill_grid(struct calo_clusters *calo, const gau_context *ctx)
{
    const double *in[3];
    const size_t n = gau_columns_get(in, &calo->in, ctx);

    grid_clear(&calo->grid);
    for (size_t i = 0; i < n; i++) {
        if (!gau_selection_has(&calo->selection, i, ctx))
            continue;
        calo->counts[HITS]++;
        calo->counts[NEGATIVE] += in[0][i] < 0;
        calo->counts[OUTSIDE] += !grid_add(&calo->grid, in[0][i], in[1][i], in[2][i], &calo->cuts);
    }
}

static gau_status calo_clusters_execute(void *self, gau_context *ctx)
{
    struct calo_clusters *const calo = self;
    const struct cluster *const clusters = calo->grid.clusters;
    uint32_t n;

    fill_grid(calo, ctx);
    grid_cluster(&calo->grid, &calo->cuts);
    n = calo->grid.n_clusters;
    GAU_TRY(gau_columns_put(&calo->out, clusters, n, sizeof *clusters, ctx));
    calo->counts[EVENTS]++;
    calo->counts[CLUSTERS] += n;
    for (uint32_t i = 0; i < n; i++)
        gau_exact_sum_add(&calo->et, clusters[i].et);
    return n <= (uint64_t)calo->max_clusters ? GAU_OK : GAU_REJECT;
}

static void calo_clusters_merge(void *self, void *other)
{
    struct calo_clusters *const all = self;
    const struct calo_clusters *const more = other;

    gau_counts_merge(all->counts, more->counts, N_COUNTS);
    gau_exact_sum_merge(&all->et, &more->et);
}

static gau_status calo_clusters_finalize(void *self, gau_context *ctx)
{
    const struct calo_clusters *const calo = self;
    gau_result *const result = gau_result_open(ctx, "calo");

    gau_result_merge(result, "et_sum_GeV sum");
    gau_counts_report(result, calo->counts, count_names, N_COUNTS);
    gau_result_real(result, "et_sum", "GeV", gau_exact_sum_value(&calo->et));
    return GAU_OK;
}

static const gau_class calo_clusters_class = {
    GAU_CLASS("CaloClusters", struct calo_clusters,
              "Finds clusters of energy around local maxima in eta and phi."),
    .properties = calo_clusters_properties,
    .initialize = calo_clusters_initialize,
    .merge = calo_clusters_merge,
    .finalize = calo_clusters_finalize,
    .release = calo_clusters_release,
    .algorithm = GAU_ALGORITHM(.execute = calo_clusters_execute),
};
GAU_MODULE(&calo_clusters_class);
