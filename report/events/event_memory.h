/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EVENTS_EVENT_MEMORY_H
#define GAUDIT_REPORT_EVENTS_EVENT_MEMORY_H

#include "event_data.h"

#include "report/statistics/statistics.h"

/**
 * @file event_memory.h
 * Memory of the process at the end of events, without warm-up, in MiB, in the order in which they
 * ended. A number that does not exist is NAN. If the events are of several processes there is no
 * use, growth or rise, as the memory of one after the other would be that of neither.
 */

struct gau_event_mean {
    double value, error; /**< the standard error */
};

struct gau_event_memory_use {
    size_t n; /**< events whose memory is known */
    double first, last, highest;
    struct gau_event_mean quarters[2]; /**< of the first and of the last quarter of the events */
};

/** False: out of memory. */
bool gau_event_memory_use_of(struct gau_event_memory_use *use, const struct gau_event_data *data,
                             enum gau_event_memory memory);

/** The memory that may leak: the anonymous one, since pages of files come and go with the page
 * cache; if it is not known, all. */
enum gau_event_memory gau_event_growing_memory(const struct gau_event_data *data);

/** The memory of overlapped events is that of the process with all of them. */
struct gau_event_overlap {
    size_t overlapped, n; /**< of the events whose memory is known */
};

struct gau_event_overlap gau_event_overlap_of(const struct gau_event_data *data);

enum {
    GAU_EVENT_GROWTH_LEAST = 5,   /**< events; of fewer there is no growth */
    GAU_EVENT_GROWTH_MOST = 1500, /**< of more events so many, evenly spaced, are used */
};

struct gau_event_growth {
    struct gau_interval slope; /**< 95 % confidence */
    size_t used, n;            /**< events: used, and known */
};

/** MiB per event, in the order of their ends, or by number in k4Bench's files; or per second, by
 * their starts. False: out of memory. */
bool gau_event_growth_of(struct gau_event_growth *growth, const struct gau_event_data *data,
                         enum gau_event_memory memory, bool per_second);

/** From the end of the event before to the end of this one, so also between the two. */
struct gau_event_rise {
    const struct gau_event_row *row;
    double mib;
};

enum { GAU_EVENT_RISES = 3 };

/** The largest rises, largest first. Returns their number. */
size_t gau_event_rises(struct gau_event_rise rises[GAU_EVENT_RISES],
                       const struct gau_event_data *data, enum gau_event_memory memory);

#endif
