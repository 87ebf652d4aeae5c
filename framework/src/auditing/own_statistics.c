/* SPDX-License-Identifier: Apache-2.0 */
#include "auditor_service.h"

/* Call statistics that are filled without a call of hooks: on which branches, and when. */

void gau_dispatch_place_statistics(const struct gau_dispatch *dispatch,
                                   const struct gau_auditor_service *svc, uint32_t number,
                                   uint32_t count)
{
    struct gau_thread_stats *const stats = dispatch->listeners[number].statistics;
    const uint64_t bit = gau_listener_bit(number);

    for (gau_branch b = dispatch->announced; b < count; b++) {
        const bool own = svc->listening[b] & bit && !(svc->excluded_roots[b] & bit);
        const uint32_t section = svc->branches->numbers[b];

        for (unsigned kind = 0; kind < GAU_STATS_KINDS; kind++) {
            struct gau_call_stats *const of = &stats->branches[b].kinds[kind];

            of->section = !own ? 0 : section ? section : GAU_STATS_NO_SECTION;
            of->parent = own && section ? svc->branches->infos[b].parent : GAU_STATS_NO_PARENT;
        }
    }
}

void gau_dispatch_select_statistics(struct gau_dispatch *dispatch)
{
    struct gau_thread_stats *found = NULL;
    bool plain = gau_clock_is_tsc(&dispatch->clock) && !(dispatch->mask & dispatch->want_cpu);

    dispatch->plain = plain;
    dispatch->plain_timestamps = dispatch->mask & dispatch->want_timestamps;
    dispatch->single = plain && dispatch->mask && !(dispatch->mask & (dispatch->mask - 1))
                           ? &dispatch->listeners[__builtin_ctzll(dispatch->mask)]
                           : NULL;
    dispatch->others = dispatch->mask;
    for (uint64_t mask = dispatch->mask; mask; mask &= mask - 1) {
        struct gau_thread_stats *const stats =
            dispatch->listeners[__builtin_ctzll(mask)].statistics;

        if (!stats)
            continue;
        plain = plain && !found && stats->all;
        found = stats;
        dispatch->others &= ~(mask & -mask);
    }
    dispatch->statistics = plain ? found : NULL;
    dispatch->only_statistics = dispatch->others ? NULL : dispatch->statistics;
}
