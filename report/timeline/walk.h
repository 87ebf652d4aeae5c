/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_WALK_H
#define GAUDIT_REPORT_TIMELINE_WALK_H

#include "scene.h"

/* An entry of the log, and the number of its label. */
struct gau_timeline_visit {
    struct gau_timeline_group *group;
    const struct gau_log_entry *entry;
    uint32_t label;
};

/* Reads all logs. @p visit returns false to end that. False: see the error. */
bool gau_timeline_walk(struct gau_timeline *scene,
                       bool (*visit)(struct gau_timeline *scene,
                                     const struct gau_timeline_visit *visit));

/* Whether the entry is one of those that the options ask for, whatever its time. */
bool gau_timeline_is_wanted(struct gau_timeline *scene, const struct gau_timeline_visit *visit);

/* Seconds of a moment, from its ticks where these fit: six digits of seconds are not many. */
double gau_timeline_seconds(const struct gau_timeline_group *group, uint64_t ticks, double s);

#endif
