/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_REPORT_HOTSPOTS_FIXTURE_H
#define TESTS_REPORT_HOTSPOTS_FIXTURE_H

#include "report/hotspots/grouping.h"
#include "report/hotspots/hotspots.h"
#include "trace_fixture.h"

/*
 * A small result in the working directory, without symbols: functions are called by addresses.
 *
 *     task "Fit" 0x10 called by 0x40:      5 samples of 10 ms, on thread "main"
 *     task "Fit" 0x20 called by 0x40:      1 sample of 20 ms
 *     task "Sort" 0x20 called by 0x50:     2 samples of 10 ms, on thread "helper"
 *     outside any, code of no module:      1 sample of 10 ms
 */
void hotspots_scene(void);

/* The samples of the working directory by those options; it must succeed. */
struct hotspots {
    struct gau_symbolized_samples result;
    struct gau_hotspots_query query;
    struct gau_hotspots_grouping grouping;
};

void hotspots_group(struct hotspots *all, const struct gau_view_options *options);
void hotspots_clear(struct hotspots *all);

/* The view as text; to be freed. It must succeed. */
char *hotspots_view(const struct gau_view_options *options);

#endif
