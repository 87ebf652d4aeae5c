/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/random.h"

#include <gaudit/gaudit.h>

/**
 * @file prescaler.c
 * Prescaler: accepts one event in Keep, on average.
 *
 *     <algorithm type="Prescaler" name="OneInTen"><property name="Keep" value="10"/></algorithm>
 *
 * The choice is a hash of the event number and Seed: the same events are accepted in every run, in
 * any order and by any number of workers. Two prescalers of the same Keep and Seed accept the same
 * events; give each a Seed of its own where they should be independent.
 */

struct prescaler {
    int64_t keep, seed;
};

static const gau_property prescaler_properties[] = {
    GAU_INT(struct prescaler, keep, "Keep", 1, 1, INT64_MAX, "", "Accept one event in this many"),
    GAU_INT(struct prescaler, seed, "Seed", 0, 0, INT64_MAX, "",
            "Seed; another one selects other events"),
    GAU_PROPERTY_END,
};

static gau_status prescaler_execute(void *self, gau_context *ctx)
{
    const struct prescaler *const prescaler = self;
    const uint64_t hash = gau_random_for((uint64_t)prescaler->seed, ctx->event).state;

    return hash % (uint64_t)prescaler->keep == 0 ? GAU_OK : GAU_REJECT;
}

static const gau_class prescaler_class = {
    GAU_CLASS("Prescaler", struct prescaler, "Accepts a fixed fraction of the events."),
    .properties = prescaler_properties,
    .algorithm = GAU_ALGORITHM(.execute = prescaler_execute),
};
GAU_MODULE(&prescaler_class);
