/* SPDX-License-Identifier: Apache-2.0 */
/* Makes events with numbers that rise from 0 to 1. */
#include <gaudit/gaudit.h>

struct instance { /* one for all workers */
    int64_t events, rows;
    gau_key value;
};

static const gau_property properties[] = {
    GAU_INT(struct instance, events, "Events", 1000, 0, INT64_MAX, "", "Number of events"),
    GAU_INT(struct instance, rows, "Rows", 2, 0, 1000, "", "Numbers in an event"),
    GAU_PROPERTY_END,
};

static gau_status initialize(void *self, gau_context *ctx)
{
    struct instance *mine = self;

    mine->value = gau_store_output_column(ctx, "new_component", "value", GAU_TYPE(double));
    return GAU_OK;
}

/* Called by one worker at a time. */
static gau_status read_event(void *self, gau_context *ctx)
{
    const struct instance *mine = self;

    return ctx->event <= (uint64_t)mine->events ? GAU_OK : GAU_END;
}

/* Called by the worker of the event, at the same time as by others: only reads the instance. */
static gau_status decode_event(void *self, gau_context *ctx)
{
    const struct instance *mine = self;
    double *value = gau_store_put(ctx, mine->value, (size_t)mine->rows);
    const double first = (double)(ctx->event - 1);

    if (!value)
        return GAU_ERR_MEMORY;
    for (int64_t i = 0; i < mine->rows; i++)
        value[i] = (first + ((double)i + 0.5) / (double)mine->rows) / (double)mine->events;
    return GAU_OK;
}

static uint64_t count_events(const void *self)
{
    return (uint64_t)((const struct instance *)self)->events;
}

static const gau_class component = {
    GAU_CLASS("NewComponent", struct instance, "Makes events with rising numbers"),
    .properties = properties,
    .initialize = initialize,
    .input = GAU_INPUT(.read = read_event, .decode = decode_event, .count = count_events),
};
GAU_MODULE(&component);
