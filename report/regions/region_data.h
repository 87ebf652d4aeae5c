/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_REGIONS_REGION_DATA_H
#define GAUDIT_REPORT_REGIONS_REGION_DATA_H

#include "errors/errors.h"
#include "report/symbols/text_pool.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * @file region_data.h
 * What the regions of a run cost per event. Events are not kept: memory does not grow with them,
 * but for files of k4Bench, which are JSON. Files are untrusted input: any content results in
 * regions or one sentence.
 */

/** How the time between two steps is charged to regions. */
enum gau_region_charge {
    GAU_REGION_OF_STEPS,    /**< to that of the step that ends it */
    GAU_REGION_AT_LOCATION, /**< to that of the step before; k4Bench's rule, as is the next */
    GAU_REGION_BY_BIRTH,    /**< to the birth region of the track of the step before */
    GAU_REGION_BY_ORIGIN,   /**< to where the primary ancestor of the track that ends it began */
    GAU_REGION_CHARGES
};

/** A mean over events with its standard error. While events are read: the mean over those that have
 * the value, and the sum of squares of their deviations. */
struct gau_region_mean {
    double mean, error;
};

struct gau_region_row {
    char *name;
    uint64_t seen;                                        /**< events that have the region */
    struct gau_region_mean charges_s[GAU_REGION_CHARGES]; /**< per event */
    double steps, intervals;                              /**< per event */
};

#define GAU_REGION_UNATTRIBUTED "unattributed"
enum { GAU_REGION_NONE = 0 }; /**< its number in files */
#define GAU_REGION_NO_ROW UINT32_MAX

enum { GAU_REGION_NOTES = 20 }; /* the most */

struct gau_region_data {
    /** The largest first; "unattributed" is there in any case, and the last. */
    struct gau_region_row *rows;
    uint32_t n, size;
    struct gau_map by_id; /**< from numbers of regions in the file to indices of rows + 1 */
    uint64_t events;      /**< without warm-up */
    uint64_t first, last; /**< their numbers, see struct gau_region_event */
    struct gau_region_mean wall_s, unaccounted_s;
    double unit_s;                 /**< of the times of events that are read again */
    bool is_k4bench;               /**< which charges at location and by birth */
    bool has_steps;                /**< numbers of steps, of k4Bench of intervals, are known */
    enum gau_region_charge charge; /**< that is shown first */
    double step_ns;                /**< what recording a step costs; NAN: not known */
    uint64_t beyond_wall;          /**< events whose regions have more than 1 us more than their
                                    * wall time */
    uint64_t without_wall;         /**< events that are left out: their wall time is not known */
    uint64_t fallbacks;            /**< tracks whose birth is their first step */
    uint64_t outside, lost, collisions; /**< see struct gau_trace_region_totals */
    char *file;                         /**< that they are from */
    const char *warm_up;                /**< says what is left out */
    json_t *json;                       /**< of k4Bench, with numbers of its names: */
    struct gau_text_pool names;
    struct gau_bump_allocator heap;
    char *notes[GAU_REGION_NOTES]; /**< a line each: what is missing, and hints */
    size_t n_notes;
};

/** What an event has in a region, in the unit of the file. */
struct gau_region_part {
    uint32_t row; /**< GAU_REGION_NO_ROW: one that was not known when all was read first */
    double charges[GAU_REGION_CHARGES], steps, intervals;
};

struct gau_region_event {
    uint64_t number; /**< in order: those of k4Bench, which are signed, count from INT64_MIN on */
    double wall, unaccounted; /**< in the unit of the file */
    size_t n;                 /**< parts, of different regions */
    const struct gau_region_part *parts;
};

/** Called with each event that is not warm-up, in the order of the file. */
typedef void gau_region_take(void *user, const struct gau_region_event *event);

void gau_region_data_clear(struct gau_region_data *data);

/** Whether the file charges time like this. */
bool gau_region_is_charged(const struct gau_region_data *data, enum gau_region_charge charge);

/** The number of an event as a text. */
enum { GAU_REGION_NUMBER_SIZE = 24 };
void gau_region_number_text(char text[GAU_REGION_NUMBER_SIZE], const struct gau_region_data *data,
                            uint64_t number);

/* --- for readers --------------------------------------------------------------------------- */

/** The row of region @p id, which is made if it is new. GAU_REGION_NO_ROW: out of memory. @p name
 * is copied; NULL: it is not known yet. */
uint32_t gau_region_row_of(struct gau_region_data *data, uint32_t id, const char *name);

/** Adds an event to the means. */
void gau_region_data_add(struct gau_region_data *data, const struct gau_region_event *event);

/** When all is read: makes means of all events, in seconds, and orders the rows. False: out of
 * memory. */
bool gau_region_data_finish(struct gau_region_data *data);

/** Adds a copy of a sentence to the notes. False: out of memory. */
bool gau_region_note(struct gau_region_data *data, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

#endif
