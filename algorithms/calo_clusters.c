/* SPDX-License-Identifier: Apache-2.0 */
#include "calo_grid.h"
#include "columns.h"
#include "exact_sum.h"
#include "select.h"

#include <gaudit/gaudit.h>

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
 * 3. From the largest maximum on, a cluster takes the cells up to Reach cells away from its
 *    maximum that no cluster before it has taken. A maximum that was taken itself makes none.
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

struct calo_clusters {
    char *input;
    gau_strings select;
    double max_eta, cell_eta, cell_phi;
    int64_t reach, max_clusters;
    int negative;
    struct gau_calo_cuts cuts;

    struct gau_selection selection;
    struct gau_calo_grid grid;
    gau_key energy, eta, phi;
    gau_key out_et, out_energy, out_eta, out_phi, out_cells;
    uint64_t events, hits, n_negative, outside, clusters;
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
             "What becomes of hits of negative energy"),
    GAU_INT(struct calo_clusters, max_clusters, "MaxClusters", INT64_MAX, 0, INT64_MAX, "",
            "Most clusters that are accepted"),
    GAU_PROPERTY_END,
};

static gau_status calo_clusters_initialize(void *self, gau_context *ctx)
{
    struct calo_clusters *const calo = self;

    calo->energy = gau_store_column(ctx, calo->input, "energy", GAU_TYPE(double));
    calo->eta = gau_store_column(ctx, calo->input, "eta", GAU_TYPE(double));
    calo->phi = gau_store_column(ctx, calo->input, "phi", GAU_TYPE(double));
    calo->out_et = gau_store_output_column(ctx, ctx->name, "et", GAU_TYPE(double));
    calo->out_energy = gau_store_output_column(ctx, ctx->name, "energy", GAU_TYPE(double));
    calo->out_eta = gau_store_output_column(ctx, ctx->name, "eta", GAU_TYPE(double));
    calo->out_phi = gau_store_output_column(ctx, ctx->name, "phi", GAU_TYPE(double));
    calo->out_cells = gau_store_output_column(ctx, ctx->name, "cells", GAU_TYPE(double));
    calo->cuts.reach = (int)calo->reach;
    calo->cuts.drop_negative = calo->negative == 1;
    GAU_TRY(gau_selection_open(&calo->selection, &calo->select, calo->input, "", ctx));
    if (!gau_calo_grid_open(&calo->grid, calo->max_eta, calo->cell_eta, calo->cell_phi))
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "no memory for a grid of cells");
    return GAU_OK;
}

static void calo_clusters_release(void *self)
{
    struct calo_clusters *const calo = self;

    gau_selection_close(&calo->selection);
    gau_calo_grid_close(&calo->grid);
}

static void fill(struct calo_clusters *calo, const gau_context *ctx)
{
    size_t n;
    const double *const energy = gau_store_numbers(ctx, calo->energy, &n),
                        *const eta = gau_store_numbers(ctx, calo->eta, NULL),
                        *const phi = gau_store_numbers(ctx, calo->phi, NULL);

    n = GAU_ROWS(n, eta, phi);
    gau_calo_grid_clear(&calo->grid);
    for (size_t i = 0; i < n; i++) {
        if (!gau_selection_has(&calo->selection, i, ctx))
            continue;
        calo->hits++;
        calo->n_negative += energy[i] < 0;
        calo->outside += !gau_calo_grid_add(&calo->grid, energy[i], eta[i], phi[i], &calo->cuts);
    }
}

static gau_status put(const struct calo_clusters *calo, gau_context *ctx)
{
    const struct gau_calo_grid *const grid = &calo->grid;
    double *const et = gau_store_put(ctx, calo->out_et, grid->n_clusters),
                  *const energy = gau_store_put(ctx, calo->out_energy, grid->n_clusters),
                  *const eta = gau_store_put(ctx, calo->out_eta, grid->n_clusters),
                  *const phi = gau_store_put(ctx, calo->out_phi, grid->n_clusters),
                  *const cells = gau_store_put(ctx, calo->out_cells, grid->n_clusters);

    if (!et || !energy || !eta || !phi || !cells)
        return ctx->error->status;
    for (uint32_t i = 0; i < grid->n_clusters; i++) {
        et[i] = grid->clusters[i].et;
        energy[i] = grid->clusters[i].energy;
        eta[i] = grid->clusters[i].eta;
        phi[i] = grid->clusters[i].phi;
        cells[i] = grid->clusters[i].cells;
    }
    return GAU_OK;
}

static gau_status calo_clusters_execute(void *self, gau_context *ctx)
{
    struct calo_clusters *const calo = self;

    fill(calo, ctx);
    gau_calo_grid_cluster(&calo->grid, &calo->cuts);
    GAU_TRY(put(calo, ctx));
    calo->events++;
    calo->clusters += calo->grid.n_clusters;
    for (uint32_t i = 0; i < calo->grid.n_clusters; i++)
        gau_exact_sum_add(&calo->et, calo->grid.clusters[i].et);
    return calo->grid.n_clusters <= (uint64_t)calo->max_clusters ? GAU_OK : GAU_REJECT;
}

static void calo_clusters_merge(void *self, void *other)
{
    struct calo_clusters *const all = self;
    const struct calo_clusters *const more = other;

    all->events += more->events;
    all->hits += more->hits;
    all->n_negative += more->n_negative;
    all->outside += more->outside;
    all->clusters += more->clusters;
    gau_exact_sum_merge(&all->et, &more->et);
}

static gau_status calo_clusters_finalize(void *self, gau_context *ctx)
{
    const struct calo_clusters *const calo = self;
    gau_result *const result = gau_result_open(ctx, "calo");

    gau_result_integer(result, "events", "", (int64_t)calo->events);
    gau_result_integer(result, "hits", "", (int64_t)calo->hits);
    gau_result_integer(result, "negative", "", (int64_t)calo->n_negative);
    gau_result_integer(result, "outside", "", (int64_t)calo->outside);
    gau_result_integer(result, "clusters", "", (int64_t)calo->clusters);
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
