/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EVENTS_K4BENCH_EVENTS_H
#define GAUDIT_REPORT_EVENTS_K4BENCH_EVENTS_H

#include "event_data.h"

/**
 * @file k4bench_events.h
 * LABEL_events.json of k4Bench, schema 1: accepted and refused as its own loader does. Event number
 * 0 is its warm-up. Memory below 0 is not
 * known, nor is what is not finite.
 */

/** @p data is empty, and is for the caller to clear. */
gau_status gau_k4bench_events_read(struct gau_event_data *data, const char *path, gau_error *error);

#endif
