/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TESTS_REPORT_REGION_FIXTURE_H
#define GAUDIT_TESTS_REPORT_REGION_FIXTURE_H

#include "trace/trace_writer.h"

/* Files of regions as jobs leave them behind. A tick is 2 ns. */

enum { TICKS_PER_MS = 500000 };

extern struct gau_trace_writer regions_writer;

/* Begins regions.gtr, or another one, in the current folder. */
void regions_begin(const char *name, enum gau_trace_content content);
void regions_end(void);

void regions_add_name(uint32_t region, const char *name);

/* Adds an event with @p n regions, whose sums are in ms, not in ticks. */
struct gau_trace_region_event *regions_add_event(uint32_t worker, uint64_t number, double wall_ms,
                                                 uint32_t n, const struct gau_trace_region_sum *ms);
void regions_add_totals(uint64_t events, bool ended);
void regions_add_facts(struct gau_trace_region_totals facts);

/* A whole file: ECal (1) and HCal (2) in the events 1, 2, 3 of worker 0 and 4, 5 of worker 1. */
void regions_add_whole(void);

#endif
