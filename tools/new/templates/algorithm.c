/* SPDX-License-Identifier: Apache-2.0 */
/* Accepts events with enough hard muons, and counts them. */
#include <gaudit/gaudit.h>

struct instance { /* one per worker */
    double min_pt;
    int64_t least;
    gau_key pt;
    int64_t events, hard_muons;
};

static const gau_property properties[] = {
    GAU_DOUBLE(struct instance, min_pt, "MinPt", 3, 0, INFINITY, "GeV",
               "Smallest transverse momentum"),
    GAU_INT(struct instance, least, "Least", 1, 1, 1000, "", "Number of muons that is enough"),
    GAU_PROPERTY_END,
};

/* What is read is declared here: gaudit sees that another component writes it. */
static gau_status initialize(void *self, gau_context *ctx)
{
    struct instance *mine = self;

    mine->pt = gau_store_column(ctx, "muons", "pt", GAU_TYPE(double));
    return GAU_OK;
}

/* Called for each event, by its worker. */
static gau_status execute(void *self, gau_context *ctx)
{
    struct instance *mine = self;
    size_t n;
    const double *pt = gau_store_numbers(ctx, mine->pt, &n);
    int64_t hard = 0;

    for (size_t i = 0; i < n; i++)
        hard += pt[i] >= mine->min_pt;
    mine->events++;
    mine->hard_muons += hard;
    return hard >= mine->least ? GAU_OK : GAU_REJECT;
}

/* Adds what the instance of another worker counted. */
static void merge(void *self, void *other)
{
    struct instance *into = self;
    const struct instance *from = other;

    into->events += from->events;
    into->hard_muons += from->hard_muons;
}

static gau_status finalize(void *self, gau_context *ctx)
{
    const struct instance *mine = self;
    gau_result *result = gau_result_open(ctx, "new-component");

    gau_result_integer(result, "events", "", mine->events);
    gau_result_integer(result, "hard_muons", "", mine->hard_muons);
    return GAU_OK;
}

static const gau_class component = {
    GAU_CLASS("NewComponent", struct instance, "Accepts events with enough hard muons"),
    .properties = properties,
    .initialize = initialize,
    .merge = merge,
    .finalize = finalize,
    .algorithm = GAU_ALGORITHM(.execute = execute),
};
GAU_MODULE(&component);
