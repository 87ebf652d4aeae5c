/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_REGION_REGION_TRACKS_H
#define GAUDIT_AUDITORS_REGION_REGION_TRACKS_H

#include <gaudit/region.h>

/*
 * What the regions of an event cost: the time between two steps, an interval, is charged to
 * regions in four ways. N steps have N - 1 intervals.
 *
 * k4Bench's ways, which its files have. They charge an interval to the step at which it begins:
 * - at location: to the region of that step;
 * - by birth: to the region where its track was born. That is where the last step of the parent was
 *   so far; without such a step, the region that the volume of production itself is in; or, if the
 *   track did not begin, the region of its first step, a fallback.
 *
 * Ours, which charge an interval to the step that ends it, whose work it is:
 * - of steps: to the region of that step;
 * - by origin: to the region where the primary ancestor of its track was produced.
 *
 * One thread uses the tracks of its event; times are in ticks.
 */

struct region_sums {
    uint64_t at_location, by_birth, of_steps, by_origin;
    uint64_t intervals; /* charged at location */
    uint64_t births;    /* charged by birth */
    uint64_t steps;     /* all, also the first */
};

/* A track of the event. */
struct region_track {
    uint64_t track;
    uint32_t event;                 /* serial; another one: there is no track */
    gau_region birth, last, origin; /* GAU_REGION_UNKNOWN: not known */
};

#define GAU_REGION_UNKNOWN UINT32_MAX

struct region_tracks {
    struct region_sums *sums; /* per region, GAU_MAX_REGIONS + 1 of them */
    gau_region last_region;   /* the largest with sums in this event */
    struct region_track *tracks;
    struct region_track *current; /* of the last step; never NULL */
    uint64_t mask;                /* open addressing, at most half full */
    uint32_t serial;              /* of the event */
    uint32_t n_tracks;            /* of the event */
    uint32_t fallbacks;
    uint64_t
        lost; /* steps and begins of tracks without room, of all events: as if no track was known */
    struct region_track none;
    bool stepped; /* in this event */
    uint64_t last_time;
    gau_region last_location, last_birth;
};

/* False: out of memory; then there is nothing to end. */
bool gau_region_tracks_begin(struct region_tracks *tracks);
void gau_region_tracks_end(struct region_tracks *tracks);

/* An event begins: sums and tracks are empty. */
void gau_region_tracks_clear(struct region_tracks *tracks);

void gau_region_track_begin(struct region_tracks *tracks, uint64_t track, uint64_t parent,
                            gau_volume volume);
void gau_region_track_end(struct region_tracks *tracks, uint64_t track);

/* A step of @p track ends at @p now, which began in @p region. Track 0: none is known. */
void gau_region_step(struct region_tracks *tracks, uint64_t now, uint64_t track, gau_region region);

#endif
