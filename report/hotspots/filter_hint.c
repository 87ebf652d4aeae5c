/* SPDX-License-Identifier: Apache-2.0 */
#include "sample_filter.h"

#include "table/map.h"
#include "table/suggest.h"

#include <stdio.h>

/* A value of the key, once; the text of the nearest one stays in @p best. */
struct offers {
    struct gau_symbolized_samples *result;
    const struct gau_hotspots_condition *condition;
    struct gau_suggest suggest;
    struct gau_map seen;
    char best[256];
};

static void offer_value(struct offers *offers, uint64_t value)
{
    char room[GAU_HOTSPOTS_TEXT_SIZE];
    const char *const before = offers->suggest.best;
    const char *text;
    uint32_t step = 0;

    if (gau_map_next(&offers->seen, value, &step))
        return;
    gau_map_add(&offers->seen, value, 1); /* without memory it is offered again */
    text = gau_hotspots_text(offers->result, offers->condition->key, value, room, sizeof room);
    gau_suggest_offer(&offers->suggest, text);
    if (offers->suggest.best == text)
        snprintf(offers->best, sizeof offers->best, "%s", text);
    if (offers->suggest.best != before)
        offers->suggest.best = offers->best;
}

static void offer_place(struct offers *offers, const struct gau_hotspots_place *place)
{
    struct gau_hotspots_walk walk = {.stack = place->stack};
    struct gau_source_frame frame;

    if (offers->condition->key != GAU_HOTSPOTS_CALLSTACK) {
        offer_value(offers, gau_hotspots_value(offers->result, place, offers->condition->key));
        return;
    }
    while (gau_hotspots_walk_next(&walk, offers->result, &frame))
        offer_value(offers,
                    gau_hotspots_frame_value(offers->result, &frame, GAU_HOTSPOTS_CALLSTACK));
}

/* Returns whether a sample passes the condition alone; if none does, all were offered. */
static bool holds_anywhere(struct offers *offers)
{
    const struct gau_samples *const samples = offers->result->profile;
    struct gau_hotspots_condition condition = *offers->condition;
    struct gau_map cache = {0};
    const struct gau_hotspots_filter alone = {.conditions = &condition,
                                              .count = 1,
                                              .cache = &cache};
    bool holds = false;

    for (uint32_t i = 0; i < samples->sample_count && !holds; i++) {
        const struct gau_samples_sample *const sample = &samples->samples[i];
        const struct gau_hotspots_place place = {.stack = sample->stack,
                                                 .task = sample->task,
                                                 .thread = sample->thread};

        holds = gau_hotspots_filter_passes(&alone, offers->result, &place);
        if (!holds)
            offer_place(offers, &place);
    }
    gau_map_clear(&cache);
    return holds;
}

/* Says when there are samples, if there are none in the times of the filter. */
static void put_times(char *text, size_t size, const struct gau_hotspots_filter *filter,
                      const struct gau_symbolized_samples *result)
{
    const struct gau_samples *const profile = result->profile;
    uint64_t first = UINT64_MAX, last = 0;

    for (uint32_t i = 0; i < profile->sample_count; i++) {
        const uint64_t time_ns = profile->samples[i].time_ns;

        if (time_ns >= filter->from_ns && time_ns < filter->to_ns)
            return;
        first = time_ns < first ? time_ns : first;
        last = time_ns > last ? time_ns : last;
    }
    snprintf(text, size, ": they are from %.3f s to %.3f s",
             1e-9 * (double)(int64_t)(first - result->start_ns),
             1e-9 * (double)(int64_t)(last - result->start_ns));
}

void gau_hotspots_filter_hint(char *text, size_t size, const struct gau_hotspots_filter *filter,
                              struct gau_symbolized_samples *result)
{
    text[0] = '\0';
    for (size_t i = 0; i < filter->count && !text[0]; i++) {
        const struct gau_hotspots_condition *const condition = &filter->conditions[i];
        struct offers offers = {.result = result,
                                .condition = condition,
                                .suggest = gau_suggest_by_words(condition->pattern)};

        if (condition->wanted && !holds_anywhere(&offers))
            snprintf(text, size, ": there is no %s '%.200s'%s%s%s",
                     gau_hotspots_key_names[condition->key].name, condition->pattern,
                     offers.suggest.best ? "; did you mean '" : "", offers.best,
                     offers.suggest.best ? "'?" : "");
        gau_map_clear(&offers.seen);
    }
    if (!text[0])
        put_times(text, size, filter, result);
}
