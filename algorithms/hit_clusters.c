/* SPDX-License-Identifier: Apache-2.0 */
#include "columns.h"
#include "strip_clusters.h"

#include <gaudit/gaudit.h>

#include <stdio.h>

/**
 * @file hit_clusters.c
 * HitClusters: clusters of neighbouring strips of a silicon detector.
 *
 *     <algorithm type="HitClusters" name="Clusters">
 *       <property name="Input" value="strips"/>
 *       <property name="Noise" value="1.5"/>
 *     </algorithm>
 *
 * Input is a table of the strips that were read out: layer, strip (its number) and charge (ADC
 * counts), by rising layer, then strip; an event with another order fails.
 *
 * Method: three thresholds in units of the noise, as in the strip tracker of CMS (JINST 9 (2014)
 * P10009, section 3.2). Neighbouring strips with at least Channel x Noise each are a candidate. It
 * is a cluster if one of its strips has at least Seed x Noise, and all n together at least Cluster
 * x Noise x sqrt(n), the noise of their sum.
 *
 * The position is the mean of the numbers of the strips, weighted with charge. Its error is the
 * noise of the strips, passed on: Noise x sqrt(sum (strip - position)^2) / charge; of a single
 * strip it is 1 / sqrt(12). That charge is not shared linearly, and that strips below the first
 * threshold are missing, is not in the error.
 *
 * Makes a table called as the algorithm with columns layer, position, error (in strips), charge
 * (ADC counts) and size (strips). Accepts events with at most MaxClusters clusters. The document
 * "hits" counts events, strips, clusters and strips in clusters.
 */

struct hit_clusters {
    char *input;
    int64_t max_clusters;
    struct gau_strip_cuts cuts;

    gau_key layer, strip, charge, scratch;
    gau_key out_layer, out_position, out_error, out_charge, out_size;
    uint64_t events, strips, clusters, in_clusters;
};

static const gau_property hit_clusters_properties[] = {
    GAU_STRING(struct hit_clusters, input, "Input", "strips", "Table of strips"),
    GAU_DOUBLE(struct hit_clusters, cuts.noise, "Noise", 1, 1e-6, HUGE_VAL, "ADC counts",
               "Standard deviation of the noise of a strip"),
    GAU_DOUBLE(struct hit_clusters, cuts.channel, "Channel", 2, 0.1, HUGE_VAL, "",
               "Charge of each strip, in units of Noise"),
    GAU_DOUBLE(struct hit_clusters, cuts.seed, "Seed", 3, 0.1, HUGE_VAL, "",
               "Charge of at least one strip, in units of Noise"),
    GAU_DOUBLE(struct hit_clusters, cuts.cluster, "Cluster", 5, 0.1, HUGE_VAL, "",
               "Charge of all n strips, in units of Noise x sqrt(n)"),
    GAU_INT(struct hit_clusters, max_clusters, "MaxClusters", INT64_MAX, 0, INT64_MAX, "",
            "Most clusters that are accepted"),
    GAU_PROPERTY_END,
};

static gau_status hit_clusters_initialize(void *self, gau_context *ctx)
{
    struct hit_clusters *const hits = self;
    char scratch[128];

    hits->layer = gau_store_column(ctx, hits->input, "layer", GAU_TYPE(double));
    hits->strip = gau_store_column(ctx, hits->input, "strip", GAU_TYPE(double));
    hits->charge = gau_store_column(ctx, hits->input, "charge", GAU_TYPE(double));
    hits->out_layer = gau_store_output_column(ctx, ctx->name, "layer", GAU_TYPE(double));
    hits->out_position = gau_store_output_column(ctx, ctx->name, "position", GAU_TYPE(double));
    hits->out_error = gau_store_output_column(ctx, ctx->name, "error", GAU_TYPE(double));
    hits->out_charge = gau_store_output_column(ctx, ctx->name, "charge", GAU_TYPE(double));
    hits->out_size = gau_store_output_column(ctx, ctx->name, "size", GAU_TYPE(double));
    snprintf(scratch, sizeof scratch, "%.100s scratch", ctx->name);
    hits->scratch = gau_store_output(ctx, scratch, GAU_TYPE(struct gau_strip_cluster));
    return GAU_OK;
}

static gau_status read_strips(struct gau_strips *out, const struct hit_clusters *hits,
                              gau_context *ctx)
{
    size_t wrong;

    out->layer = gau_store_numbers(ctx, hits->layer, &out->n);
    out->strip = gau_store_numbers(ctx, hits->strip, NULL);
    out->charge = gau_store_numbers(ctx, hits->charge, NULL);
    out->n = GAU_ROWS(out->n, out->strip, out->charge);
    wrong = gau_strips_disorder(out);
    if (wrong < out->n)
        return gau_fail(ctx->error, GAU_ERR_FAILED,
                        "row %zu of table '%s': strip %g of layer %g is not behind strip %g of "
                        "layer %g",
                        wrong + 1, hits->input, out->strip[wrong], out->layer[wrong],
                        out->strip[wrong - 1], out->layer[wrong - 1]);
    return GAU_OK;
}

static gau_status put(const struct hit_clusters *hits, const struct gau_strip_cluster *clusters,
                      size_t n, gau_context *ctx)
{
    double *const layer = gau_store_put(ctx, hits->out_layer, n),
                  *const position = gau_store_put(ctx, hits->out_position, n),
                  *const error = gau_store_put(ctx, hits->out_error, n),
                  *const charge = gau_store_put(ctx, hits->out_charge, n),
                  *const size = gau_store_put(ctx, hits->out_size, n);

    if (!layer || !position || !error || !charge || !size)
        return ctx->error->status;
    for (size_t i = 0; i < n; i++) {
        layer[i] = clusters[i].layer;
        position[i] = clusters[i].position;
        error[i] = clusters[i].error;
        charge[i] = clusters[i].charge;
        size[i] = (double)clusters[i].size;
    }
    return GAU_OK;
}

static gau_status hit_clusters_execute(void *self, gau_context *ctx)
{
    struct hit_clusters *const hits = self;
    struct gau_strip_cluster *clusters;
    struct gau_strips strips;
    size_t n;

    GAU_TRY(read_strips(&strips, hits, ctx));
    clusters = gau_store_put(ctx, hits->scratch, strips.n);
    if (!clusters)
        return ctx->error->status;
    n = gau_strip_cluster_all(clusters, &strips, &hits->cuts);
    GAU_TRY(put(hits, clusters, n, ctx));
    hits->events++;
    hits->strips += strips.n;
    hits->clusters += n;
    for (size_t i = 0; i < n; i++)
        hits->in_clusters += clusters[i].size;
    return n <= (uint64_t)hits->max_clusters ? GAU_OK : GAU_REJECT;
}

static void hit_clusters_merge(void *self, void *other)
{
    struct hit_clusters *const all = self;
    const struct hit_clusters *const more = other;

    all->events += more->events;
    all->strips += more->strips;
    all->clusters += more->clusters;
    all->in_clusters += more->in_clusters;
}

static gau_status hit_clusters_finalize(void *self, gau_context *ctx)
{
    const struct hit_clusters *const hits = self;
    gau_result *const result = gau_result_open(ctx, "hits");

    gau_result_integer(result, "events", "", (int64_t)hits->events);
    gau_result_integer(result, "strips", "", (int64_t)hits->strips);
    gau_result_integer(result, "clusters", "", (int64_t)hits->clusters);
    gau_result_integer(result, "strips_in_clusters", "", (int64_t)hits->in_clusters);
    return GAU_OK;
}

static const gau_class hit_clusters_class = {
    GAU_CLASS("HitClusters", struct hit_clusters,
              "Finds clusters of neighbouring strips above noise."),
    .properties = hit_clusters_properties,
    .initialize = hit_clusters_initialize,
    .merge = hit_clusters_merge,
    .finalize = hit_clusters_finalize,
    .algorithm = GAU_ALGORITHM(.execute = hit_clusters_execute),
};
GAU_MODULE(&hit_clusters_class);
