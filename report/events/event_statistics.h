/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EVENTS_EVENT_STATISTICS_H
#define GAUDIT_REPORT_EVENTS_EVENT_STATISTICS_H

#include "event_data.h"

#include "report/statistics/statistics.h"

/**
 * @file event_statistics.h
 * What the events of a run say together; all of it without warm-up. A number that does not exist is
 * NAN.
 */

/** Statistics of a time: constant, name, key. */
#define GAU_EVENT_STATISTICS(X)                              \
    X(MEAN, "mean", "mean")                                  \
    X(ERROR, "standard error", "standard_error")             \
    X(MEDIAN, "median", "median")                            \
    X(P95, "95th percentile", "p95")                         \
    X(P99, "99th percentile", "p99")                         \
    X(MINIMUM, "minimum", "min")                             \
    X(MAXIMUM, "maximum", "max")                             \
    X(DEVIATION, "standard deviation", "standard_deviation") \
    X(TRIMMED, "mean without the slowest 5 %", "trimmed_mean")

#define GAU_EVENT_STATISTIC_ID(id, ...) GAU_EVENT_##id,
enum gau_event_statistic {
    GAU_EVENT_STATISTICS(GAU_EVENT_STATISTIC_ID) GAU_EVENT_N_STATISTICS,
};

/** Below this number of events there is no trimmed mean. */
enum { GAU_EVENT_TRIMMED_LEAST = 20 };

struct gau_event_times {
    size_t n;
    double values_s[GAU_EVENT_N_STATISTICS];
};

/** Of the times that are known, wall or @p cpu. False: out of memory. */
bool gau_event_times_of(struct gau_event_times *times, const struct gau_event_data *data, bool cpu);

/**
 * The rows with the longest times, longest first, of equal ones the first. Returns their number, at
 * most @p most; (size_t)-1: out of memory.
 */
size_t gau_event_slowest(const struct gau_event_row **rows, size_t most,
                         const struct gau_event_data *data);

/**
 * Times in bins of one width, or if the longest is ten times the shortest, of one width in the
 * logarithm. The bins are as narrow as their number allows, which is at most 20, and 4 + sqrt(n)
 * for few events. Empty bins that follow each other are one.
 */
enum { GAU_EVENT_BINS = 20 };

struct gau_event_histogram {
    size_t n; /**< bins; 0: no events */
    bool is_logarithmic;
    bool has_gaps; /**< bins that are several, and empty */
    double edges_s[GAU_EVENT_BINS + 1];
    size_t counts[GAU_EVENT_BINS];
    bool is_gap[GAU_EVENT_BINS];
};

void gau_event_histogram_fill(struct gau_event_histogram *histogram,
                              const struct gau_event_times *times,
                              const struct gau_event_data *data);

#endif
