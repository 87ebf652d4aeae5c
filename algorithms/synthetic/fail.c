/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

/**
 * @file fail.c
 * Fail: fails, or rejects, in chosen events; accepts the others. It shows what a job does then.
 *
 *     <algorithm type="Fail" name="Trouble">
 *       <property name="Events" value="3, 17"/>
 *       <property name="How" value="Error"/>
 *     </algorithm>
 *
 * Events: numbers of events. Every: also every event whose number is a multiple of it; 0: none.
 */

enum how { HOW_ERROR, HOW_REJECT };

struct fail {
    gau_numbers events;
    int64_t every;
    int how;
};

static const char *const hows[] = {"Error", "Reject", NULL};

static const gau_property fail_properties[] = {
    GAU_NUMBERS(struct fail, events, "Events", "", 1, 9007199254740992.0, "",
                "Numbers of the events that fail or are rejected"),
    GAU_INT(struct fail, every, "Every", 0, 0, INT64_MAX, "",
            "Also in events whose number is a multiple of this; 0: none"),
    GAU_ENUM(struct fail, how, "How", HOW_ERROR, hows, "What happens"),
    GAU_PROPERTY_END,
};

static gau_status fail_initialize(void *self, gau_context *ctx)
{
    const struct fail *const fail = self;

    for (size_t i = 0; i < fail->events.count; i++)
        if (fail->events.items[i] != floor(fail->events.items[i]))
            return gau_fail(ctx->error, GAU_ERR_RANGE, "Events: %g is not the number of an event",
                            fail->events.items[i]);
    return GAU_OK;
}

static bool is_chosen(const struct fail *fail, uint64_t event)
{
    for (size_t i = 0; i < fail->events.count; i++)
        if ((uint64_t)fail->events.items[i] == event)
            return true;
    return fail->every > 0 && event % (uint64_t)fail->every == 0;
}

static gau_status fail_execute(void *self, gau_context *ctx)
{
    const struct fail *const fail = self;

    if (!is_chosen(fail, ctx->event))
        return GAU_OK;
    if (fail->how == HOW_REJECT)
        return GAU_REJECT;
    return gau_fail(ctx->error, GAU_ERR_FAILED, "failure requested");
}

static const gau_class fail_class = {
    GAU_CLASS("Fail", struct fail, "Fails or rejects in chosen events."),
    .properties = fail_properties,
    .initialize = fail_initialize,
    .algorithm = GAU_ALGORITHM(.execute = fail_execute),
};
GAU_MODULE(&fail_class);
