/* SPDX-License-Identifier: Apache-2.0 */
#include "auditor_filter.h"

#include "errors/errors.h"
#include "framework/src/support/choices.h"

#include <fnmatch.h>
#include <inttypes.h>

static gau_status check_count(const char *property, const gau_strings *patterns, gau_error *err)
{
    if (patterns->count <= GAU_MAX_PATTERNS)
        return GAU_OK;
    return gau_fail(err, GAU_ERR_RANGE, "%s: %zu patterns; at most %d are possible", property,
                    patterns->count, GAU_MAX_PATTERNS);
}

gau_status gau_auditor_filter_check(struct gau_auditor_filter *filter, gau_error *err)
{
    if (filter->stop && filter->stop <= filter->start)
        return gau_fail(err, GAU_ERR_RANGE,
                        "StopAtEventN: '%" PRId64 "' leaves no event: the window starts with event "
                        "%" PRId64 " (StartFromEventN) and ends before StopAtEventN",
                        filter->stop, filter->start);
    GAU_TRY(check_count("IncludeAlgorithms", &filter->include, err));
    GAU_TRY(check_count("ExcludeAlgorithms", &filter->exclude, err));
    filter->phase_bits = 0;
    for (size_t i = 0; i < filter->phases.count; i++) {
        int phase;

        GAU_TRY(gau_choice_find(&phase, gau_phase_names, "Phases: ", filter->phases.items[i], err));
        filter->phase_bits |= 1u << phase;
    }
    return GAU_OK;
}

bool gau_auditor_filter_has_event(const struct gau_auditor_filter *filter, uint64_t event,
                                  uint64_t *until)
{
    const uint64_t start = (uint64_t)filter->start;
    const uint64_t stop = filter->stop ? (uint64_t)filter->stop : UINT64_MAX;
    const uint64_t change = event < start ? start : event < stop ? stop : UINT64_MAX;

    if (change < *until)
        *until = change;
    return event >= start && event < stop;
}

/* --- patterns ------------------------------------------------------------------------------ */

static bool is_component(const gau_branch_info *info)
{
    return info->component != GAU_NO_COMPONENT;
}

static bool matches_pattern(const char *pattern, const gau_branch_info *info)
{
    return is_component(info) &&
           (fnmatch(pattern, info->name, 0) == 0 || fnmatch(pattern, info->path, 0) == 0);
}

static bool matches_any(const gau_strings *patterns, const gau_branch_info *info)
{
    for (size_t i = 0; i < patterns->count; i++)
        if (matches_pattern(patterns->items[i], info))
            return true;
    return false;
}

static gau_status check_patterns(const char *property, const gau_strings *patterns,
                                 const struct gau_branch_table *branches, gau_error *err)
{
    for (size_t i = 0; i < patterns->count; i++) {
        struct gau_suggest suggest = gau_suggest_for(patterns->items[i]);
        uint32_t b;

        for (b = 0;
             b < branches->count && !matches_pattern(patterns->items[i], &branches->infos[b]); b++)
            if (is_component(&branches->infos[b]))
                gau_suggest_offer(&suggest, branches->infos[b].name);
        if (b == branches->count)
            return gau_suggest_fail(&suggest, err, GAU_ERR_UNKNOWN,
                                    "%s: '%.*s' matches no component and no branch", property,
                                    GAU_QUOTE(patterns->items[i]));
    }
    return GAU_OK;
}

/* --- states of branches -------------------------------------------------------------------- */

enum gau_filter_state gau_auditor_filter_inherit(const struct gau_auditor_filter *filter,
                                                 enum gau_filter_state parent, uint32_t depth)
{
    if (parent == GAU_FILTER_EXCLUDED_ROOT || parent == GAU_FILTER_EXCLUDED)
        return GAU_FILTER_EXCLUDED;
    if (parent == GAU_FILTER_TOO_DEEP || (filter->max_depth && depth > (uint64_t)filter->max_depth))
        return GAU_FILTER_TOO_DEEP;
    return GAU_FILTER_INCLUDED;
}

enum gau_filter_state gau_auditor_filter_for_program(const struct gau_auditor_filter *filter)
{
    return filter->include.count ? GAU_FILTER_EXCLUDED : GAU_FILTER_INCLUDED;
}

/* Without Include all is selected. Marks what has an included branch below it as
 * GAU_FILTER_ANCESTOR. */
static void mark_included(const struct gau_auditor_filter *filter,
                          const struct gau_branch_table *branches, uint8_t *states)
{
    for (uint32_t b = 0; b < branches->count; b++) {
        const gau_branch_info *const info = &branches->infos[b];
        const bool below =
            info->parent != GAU_NO_BRANCH && states[info->parent] == GAU_FILTER_INCLUDED;

        states[b] = filter->include.count == 0 || below || matches_any(&filter->include, info)
                        ? GAU_FILTER_INCLUDED
                        : GAU_FILTER_EXCLUDED_ROOT;
    }
    for (uint32_t b = branches->count; b-- > 0;) {
        const gau_branch_info *const info = &branches->infos[b];

        if (info->parent == GAU_NO_BRANCH && states[b] == GAU_FILTER_EXCLUDED_ROOT)
            states[b] = GAU_FILTER_ANCESTOR; /* roots are always audited */
        if (info->parent != GAU_NO_BRANCH && states[b] != GAU_FILTER_EXCLUDED_ROOT &&
            states[info->parent] == GAU_FILTER_EXCLUDED_ROOT)
            states[info->parent] = GAU_FILTER_ANCESTOR;
    }
}

gau_status gau_auditor_filter_apply(const struct gau_auditor_filter *filter,
                                    const struct gau_branch_table *branches, uint8_t *states,
                                    gau_error *err)
{
    GAU_TRY(check_patterns("IncludeAlgorithms", &filter->include, branches, err));
    GAU_TRY(check_patterns("ExcludeAlgorithms", &filter->exclude, branches, err));
    mark_included(filter, branches, states);
    for (uint32_t b = 0; b < branches->count; b++) {
        const gau_branch_info *const info = &branches->infos[b];
        enum gau_filter_state inherited;

        if (info->parent == GAU_NO_BRANCH)
            continue;
        inherited = gau_auditor_filter_inherit(filter, states[info->parent], info->depth);
        if (inherited != GAU_FILTER_INCLUDED)
            states[b] = (uint8_t)inherited;
        else if (matches_any(&filter->exclude, info))
            states[b] = GAU_FILTER_EXCLUDED_ROOT;
    }
    return GAU_OK;
}
