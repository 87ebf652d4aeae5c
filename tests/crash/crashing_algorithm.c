/* SPDX-License-Identifier: Apache-2.0 */
#include "ways.h"

#include <gaudit/gaudit.h>

#include <stdatomic.h>

/*
 * Crash: crashes in a section of an event, or in a step of the job, as soon as a number of others
 * have begun a later event, which they never end.
 */

struct crashing {
    char *way;  /* see ways.h */
    char *step; /* in which it crashes */
    int64_t event;
    int64_t others;
};

static atomic_int waiting;

static gau_status run_step(const struct crashing *self, const char *step)
{
    if (strcmp(self->step, step) == 0)
        crash(self->way);
    return GAU_OK;
}

static gau_status crashing_initialize(void *self, gau_context *ctx)
{
    (void)ctx;
    return run_step(self, "initialize");
}

static gau_status crashing_finalize(void *self, gau_context *ctx)
{
    (void)ctx;
    return run_step(self, "finalize");
}

static gau_status crashing_destroy(void *self, gau_context *ctx)
{
    (void)ctx;
    return run_step(self, "destroy");
}

static gau_status crashing_execute(void *self, gau_context *ctx)
{
    const struct crashing *const c = self;

    if (ctx->event < (uint64_t)c->event || strcmp(c->step, "execute") != 0)
        return GAU_OK;
    if (ctx->event > (uint64_t)c->event) {
        atomic_fetch_add(&waiting, 1);
        for (;;)
            pause();
    }
    while (atomic_load(&waiting) < c->others)
        usleep(1000);
    {
        GAU_SECTION("inner");

        crash(c->way);
    }
    return GAU_OK;
}

static const gau_property properties[] = {
    GAU_STRING(struct crashing, way, "Way", "pointer", "How"),
    GAU_STRING(struct crashing, step, "Step", "execute", "When"),
    GAU_INT(struct crashing, event, "Event", 1, 1, INT64_MAX, "", "In which event"),
    GAU_INT(struct crashing, others, "Others", 0, 0, 64, "", "Workers that are in a later one"),
    GAU_PROPERTY_END,
};

static const gau_class crashing_class = {
    GAU_CLASS("Crash", struct crashing, "Crashes."),
    .properties = properties,
    .initialize = crashing_initialize,
    .finalize = crashing_finalize,
    .algorithm = GAU_ALGORITHM(.execute = crashing_execute),
    .destroy = crashing_destroy,
};
GAU_MODULE(&crashing_class);
