/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/columns.h"

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

enum { EVENTS, STRIPS, CLUSTERS, IN_CLUSTERS, N_COUNTS };

static const char *const count_names[] = {"events", "strips", "clusters", "strips_in_clusters"};

struct cuts {
    double noise;                  /* standard deviation of a strip */
    double channel, seed, cluster; /* thresholds, in units of noise */
};

struct hit_clusters {
    char *input;
    int64_t max_clusters;
    struct cuts cuts;

    struct gau_columns in, out;
    gau_key scratch;
    uint64_t counts[N_COUNTS];
};

/* Columns, by rising layer, then strip. */
struct strips {
    const double *layer, *strip, *charge;
    size_t n;
};

/* A row of the table. */
struct cluster {
    double layer, position, error, charge, size;
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
            "Largest accepted number of clusters"),
    GAU_PROPERTY_END,
};

static gau_status hit_clusters_initialize(void *self, gau_context *ctx)
{
    struct hit_clusters *const hits = self;

    hits->in = gau_columns_read(ctx, hits->input, GAU_NAMES("layer", "strip", "charge"));
    hits->out =
        gau_columns_make(ctx, ctx->name, GAU_NAMES("layer", "position", "error", "charge", "size"));
    hits->scratch = gau_own_output(ctx, "scratch", GAU_TYPE(struct cluster));
    return GAU_OK;
}

/* --- clusters ------------------------------------------------------------------------------ */

/* The first strip that is not behind the one before it; n if there is none. */
static size_t disorder_in(const struct strips *strips)
{
    for (size_t i = 1; i < strips->n; i++) {
        const double step = strips->layer[i] - strips->layer[i - 1];

        if (step < 0 || (step == 0 && !(strips->strip[i] > strips->strip[i - 1])))
            return i;
    }
    return strips->n;
}

static bool is_on(const struct strips *strips, size_t i, const struct cuts *cuts)
{
    return strips->charge[i] >= cuts->channel * cuts->noise;
}

/* Where the run of neighbouring strips that are on ends. */
static size_t end_of(const struct strips *strips, size_t begin, const struct cuts *cuts)
{
    size_t end = begin + 1;

    while (end < strips->n && is_on(strips, end, cuts) &&
           strips->layer[end] == strips->layer[begin] &&
           strips->strip[end] == strips->strip[end - 1] + 1)
        end++;
    return end;
}

/* The noise of each strip moves the centre by its distance from it, by the charge. */
static double error_of(const struct strips *strips, size_t begin, const struct cluster *cluster,
                       double noise)
{
    double sum = 0;

    if (cluster->size == 1)
        return sqrt(1.0 / 12);
    for (size_t i = begin; i < begin + (size_t)cluster->size; i++) {
        const double d = strips->strip[i] - cluster->position;

        sum += d * d;
    }
    return noise * sqrt(sum) / cluster->charge;
}

static bool make_cluster(struct cluster *out, const struct strips *strips, size_t begin, size_t end,
                         const struct cuts *cuts)
{
    const double size = (double)(end - begin);
    double charge = 0, moment = 0, largest = 0;

    for (size_t i = begin; i < end; i++) {
        charge += strips->charge[i];
        moment += strips->charge[i] * (strips->strip[i] - strips->strip[begin]);
        largest = fmax(largest, strips->charge[i]);
    }
    if (!(largest >= cuts->seed * cuts->noise) ||
        !(charge >= cuts->cluster * cuts->noise * sqrt(size)))
        return false;
    *out = (struct cluster){.layer = strips->layer[begin],
                            .position = strips->strip[begin] + moment / charge,
                            .charge = charge,
                            .size = size};
    out->error = error_of(strips, begin, out, cuts->noise);
    return true;
}

/* By rising layer and position; there is room for one per strip. Returns their number. */
static size_t cluster_all(struct cluster *out, const struct strips *strips, const struct cuts *cuts)
{
    size_t n = 0, next;

    for (size_t i = 0; i < strips->n; i = next) {
        next = is_on(strips, i, cuts) ? end_of(strips, i, cuts) : i + 1;
        if (is_on(strips, i, cuts) && make_cluster(&out[n], strips, i, next, cuts))
            n++;
    }
    return n;
}

/* --- events -------------------------------------------------------------------------------- */

static gau_status read_strips(struct strips *out, const struct hit_clusters *hits, gau_context *ctx)
{
    const double *in[3];
    size_t wrong;

    out->n = gau_columns_get(in, &hits->in, ctx);
    out->layer = in[0];
    out->strip = in[1];
    out->charge = in[2];
    wrong = disorder_in(out);
    if (wrong < out->n)
        return gau_fail(ctx->error, GAU_ERR_FAILED,
                        "row %zu of table '%s': strip %g of layer %g is not behind strip %g of "
                        "layer %g",
                        wrong + 1, hits->input, out->strip[wrong], out->layer[wrong],
                        out->strip[wrong - 1], out->layer[wrong - 1]);
    return GAU_OK;
}

static gau_status hit_clusters_execute(void *self, gau_context *ctx)
{
    struct hit_clusters *const hits = self;
    struct cluster *clusters;
    struct strips strips;
    size_t n;

    GAU_TRY(read_strips(&strips, hits, ctx));
    clusters = gau_store_put(ctx, hits->scratch, strips.n);
    if (!clusters)
        return ctx->error->status;
    n = cluster_all(clusters, &strips, &hits->cuts);
    GAU_TRY(gau_columns_put(&hits->out, clusters, n, sizeof *clusters, ctx));
    hits->counts[EVENTS]++;
    hits->counts[STRIPS] += strips.n;
    hits->counts[CLUSTERS] += n;
    for (size_t i = 0; i < n; i++)
        hits->counts[IN_CLUSTERS] += (uint64_t)clusters[i].size;
    return n <= (uint64_t)hits->max_clusters ? GAU_OK : GAU_REJECT;
}

GAU_COUNTS_ALONE(struct hit_clusters, "hits");

static const gau_class hit_clusters_class = {
    GAU_CLASS("HitClusters", struct hit_clusters,
              "Finds clusters of neighbouring strips above noise."),
    .properties = hit_clusters_properties,
    .initialize = hit_clusters_initialize,
    .merge = merge_counts,
    .finalize = report_counts,
    .algorithm = GAU_ALGORITHM(.execute = hit_clusters_execute),
};
GAU_MODULE(&hit_clusters_class);
