/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

/**
 * @file global_event_cut.c
 * GlobalEventCut: rejects events that are too busy to be worth their time.
 *
 *     <algorithm type="GlobalEventCut" name="NotTooBusy">
 *       <property name="Input" value="tracks"/>
 *       <property name="MaxCount" value="500"/>
 *     </algorithm>
 *
 * Accepts an event if table Input has at most MaxCount rows; none counts as 0 rows.
 */

struct global_event_cut {
    char *input;
    int64_t max_count;
    gau_key key;
};

static const gau_property global_event_cut_properties[] = {
    GAU_STRING(struct global_event_cut, input, "Input", "tracks", "Table whose rows are counted"),
    GAU_INT(struct global_event_cut, max_count, "MaxCount", 1000, 0, INT64_MAX, "",
            "Largest accepted number of rows"),
    GAU_PROPERTY_END,
};

static gau_status global_event_cut_initialize(void *self, gau_context *ctx)
{
    struct global_event_cut *const cut = self;

    cut->key = gau_store_table(ctx, cut->input);
    return GAU_OK;
}

static gau_status global_event_cut_execute(void *self, gau_context *ctx)
{
    const struct global_event_cut *const cut = self;

    return gau_store_rows(ctx, cut->key) <= (uint64_t)cut->max_count ? GAU_OK : GAU_REJECT;
}

static const gau_class global_event_cut_class = {
    GAU_CLASS("GlobalEventCut", struct global_event_cut,
              "Rejects events in which a table has too many rows."),
    .properties = global_event_cut_properties,
    .initialize = global_event_cut_initialize,
    .algorithm = GAU_ALGORITHM(.execute = global_event_cut_execute),
};
GAU_MODULE(&global_event_cut_class);
