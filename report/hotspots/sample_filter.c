/* SPDX-License-Identifier: Apache-2.0 */
#include "sample_filter.h"

#include "documents/document.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FILTERS_MAX = 256 };

/* --- reading ------------------------------------------------------------------------------- */

static bool read_condition(struct gau_hotspots_condition *condition, const char *text,
                           gau_error *error)
{
    const size_t length = strcspn(text, "=");
    const bool wanted = length == 0 || text[length - 1] != '!';

    if (!text[length] || length == 0) {
        gau_fail_first(error, GAU_ERR_USAGE,
                       "a filter is KEY=PATTERN or KEY!=PATTERN, such as 'function=fit*', not "
                       "'%.*s'",
                       GAU_QUOTE(text));
        return false;
    }
    condition->wanted = wanted;
    condition->pattern = text + length + 1;
    if (!gau_hotspots_key_find(&condition->key, text, wanted ? length : length - 1, error))
        return false;
    if (condition->key == GAU_HOTSPOTS_LEVEL || condition->key == GAU_HOTSPOTS_CHILDREN)
        gau_fail_first(error, GAU_ERR_USAGE, "a filter takes no %s: filter by task, or algorithm",
                       gau_hotspots_key_names[condition->key].name);
    return error->status == GAU_OK;
}

bool gau_hotspots_filter_read(struct gau_hotspots_filter *filter, const char *const *texts,
                              size_t count, gau_error *error)
{
    *filter = (struct gau_hotspots_filter){.to_ns = UINT64_MAX};
    if (count == 0)
        return true;
    if (count > FILTERS_MAX) {
        gau_fail_first(error, GAU_ERR_USAGE, "there are %zu filters; %d are the most", count,
                       (int)FILTERS_MAX);
        return false;
    }
    filter->conditions = calloc(count, sizeof *filter->conditions);
    filter->cache = calloc(1, sizeof *filter->cache);
    if (!filter->conditions || !filter->cache) {
        gau_fail_memory(error, "filters");
        return false;
    }
    for (size_t i = 0; i < count; i++)
        if (!read_condition(&filter->conditions[filter->count++], texts[i], error))
            return false;
    return true;
}

void gau_hotspots_filter_clear(struct gau_hotspots_filter *filter)
{
    if (filter->cache)
        gau_map_clear(filter->cache);
    free(filter->cache);
    free(filter->conditions);
    *filter = (struct gau_hotspots_filter){0};
}

/* --- times --------------------------------------------------------------------------------- */

bool gau_hotspots_filter_times(struct gau_hotspots_filter *filter, const char *text,
                               const struct gau_symbolized_samples *result, gau_error *error)
{
    double from_s, to_s;

    if (!gau_times_read(&from_s, &to_s, text, error))
        return false;
    filter->from_ns = from_s > 0 ? result->start_ns + (uint64_t)llround(from_s * 1e9) : 0;
    filter->to_ns = isfinite(to_s) ? result->start_ns + (uint64_t)llround(to_s * 1e9) : UINT64_MAX;
    return true;
}

/* --- matching ------------------------------------------------------------------------------ */

/* An equal text matches, since brackets in a name are not meant as a set of letters. */
static bool matches_pattern(const char *pattern, const char *text)
{
    return strcmp(pattern, text) == 0 || fnmatch(pattern, text, 0) == 0;
}

/* Some values have other texts that may match, too. */
static bool matches_other(struct gau_symbolized_samples *result,
                          const struct gau_hotspots_condition *condition, uint64_t value)
{
    const struct gau_samples *const profile = result->profile;
    char number[16];

    switch (condition->key) {
    case GAU_HOTSPOTS_MODULE:
        return value &&
               matches_pattern(condition->pattern,
                               gau_symbolizer_module_path(result->symbols, (uint32_t)value));
    case GAU_HOTSPOTS_SOURCE_FILE:
        return value && matches_pattern(condition->pattern,
                                        gau_symbolizer_file(result->symbols, (uint32_t)value));
    case GAU_HOTSPOTS_THREAD:
        snprintf(number, sizeof number, "%" PRIu32, profile->threads[value].tid);
        return matches_pattern(condition->pattern, profile->threads[value].name) ||
               matches_pattern(condition->pattern, number);
    case GAU_HOTSPOTS_PROCESS:
        snprintf(number, sizeof number, "%" PRIu32, profile->processes[value].header.pid);
        return matches_pattern(condition->pattern, number);
    case GAU_HOTSPOTS_TASK:
        return value && matches_pattern(condition->pattern, profile->tasks[value].name);
    case GAU_HOTSPOTS_ALGORITHM:
    case GAU_HOTSPOTS_CLASS:
    case GAU_HOTSPOTS_LEVEL:
    case GAU_HOTSPOTS_CHILDREN:
    case GAU_HOTSPOTS_FUNCTION:
    case GAU_HOTSPOTS_CALLSTACK:
    case GAU_HOTSPOTS_SOURCE_LINE: break;
    }
    return false;
}

static bool matches_value(struct gau_symbolized_samples *result,
                          const struct gau_hotspots_condition *condition, uint64_t value)
{
    char room[GAU_HOTSPOTS_TEXT_SIZE];

    return matches_pattern(condition->pattern,
                           gau_hotspots_text(result, condition->key, value, room, sizeof room)) ||
           matches_other(result, condition, value);
}

static bool matches_stack(struct gau_symbolized_samples *result,
                          const struct gau_hotspots_condition *condition, uint32_t stack)
{
    struct gau_hotspots_walk walk = {.stack = stack};
    struct gau_source_frame frame;

    while (gau_hotspots_walk_next(&walk, result, &frame))
        if (matches_value(result, condition,
                          gau_hotspots_frame_value(result, &frame, GAU_HOTSPOTS_CALLSTACK)))
            return true;
    return false;
}

/* The result is kept for each value, as this is called for each sample. Keys of the map are no
 * hashes: lines and numbers of files, of which there are no more than 2^24, leave room for the
 * condition. */
static bool rule_holds(const struct gau_hotspots_filter *filter, size_t number,
                       struct gau_symbolized_samples *result,
                       const struct gau_hotspots_place *place)
{
    const struct gau_hotspots_condition *const condition = &filter->conditions[number];
    const bool is_stack = condition->key == GAU_HOTSPOTS_CALLSTACK;
    const uint64_t value =
        is_stack ? place->stack : gau_hotspots_value(result, place, condition->key);
    const uint64_t key = value ^ (uint64_t)number << 56;
    uint32_t step = 0;
    uint32_t cached = gau_map_next(filter->cache, key, &step);

    if (!cached) {
        cached = 1 + (is_stack ? matches_stack(result, condition, place->stack)
                               : matches_value(result, condition, value));
        gau_map_add(filter->cache, key, cached); /* if out of memory, it is computed again */
    }
    return cached == 2;
}

bool gau_hotspots_filter_passes(const struct gau_hotspots_filter *filter,
                                struct gau_symbolized_samples *result,
                                const struct gau_hotspots_place *place)
{
    unsigned required = 0, found = 0; /* bits: keys with "="; those that match */

    for (size_t i = 0; i < filter->count; i++) {
        const struct gau_hotspots_condition *const condition = &filter->conditions[i];
        const bool held = rule_holds(filter, i, result, place);

        if (!condition->wanted && held)
            return false;
        if (condition->wanted) {
            required |= 1u << condition->key;
            found |= held ? 1u << condition->key : 0;
        }
    }
    return required == found;
}
