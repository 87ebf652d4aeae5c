/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_TIMELINE_TRACE_H
#define GAUDIT_REPORT_TIMELINE_TIMELINE_TRACE_H

#include "timeline_layout.h"

/* A trace file in a picture. {0} is empty. */

enum {
    GAU_TIMELINE_TRACKS = 64, /* rows of intervals of a lane */
    GAU_TIMELINE_PATH = 300,  /* bytes of the longest branch identifier that is shown */
};

struct gau_timeline_trace {
    struct gau_lanes lanes;
    struct gau_lanes_clock clock; /* of the first reading */
    uint64_t zero_ns; /* of CLOCK_MONOTONIC, of rank 0 if there are ranks; 0: not known */
    struct gau_timeline_lane {
        bool parent_found;         /* the wanted entry, in this reading */
        uint32_t background_depth; /* rows of its background items */
        uint32_t background_first; /* row of the first of them */
        uint32_t n_tracks;
        uint64_t tracks[GAU_TIMELINE_TRACKS]; /* ticks: the end of the last interval of each */
        uint32_t groups[GAU_TIMELINE_INTERVALS + 1]; /* number of the group + 1; 0: not known */
    } * items;                                       /* by index */
    uint32_t count, size;
    bool event_found; /* the wanted one; in this lane, from the first tick to the last: */
    uint32_t event_lane;
    uint64_t event_from, event_to;
};

void gau_timeline_trace_clear(struct gau_timeline_trace *trace);

/* After the first reading, when the clock is known: sets the times of the file's groups, which
 * begin at @p first, and puts them in order. */
void gau_timeline_finish_groups(struct gau_timeline *scene, struct gau_timeline_trace *trace,
                                uint32_t first);

/* Sets the seconds of a group's ranges by their ticks. */
void gau_timeline_set_times(struct gau_timeline_group *group);

/* After the first reading: lets the ranks of an MPI job begin when they did, not all at 0. False:
 * out of memory. */
bool gau_timeline_align_ranks(struct gau_timeline *scene);

/* Returns the lane whose background items begin in that row; NULL: none, or no other may have
 * some. */
const struct gau_lane *gau_timeline_background_lane(const struct gau_timeline_trace *trace,
                                                    uint32_t row);

/* Returns the lane of a group; NULL: of a log, or the file has become another one. */
const struct gau_lane *gau_timeline_lane_of(const struct gau_timeline_group *group);

/* Writes the name of a group's lane, such as "worker 0". */
void gau_timeline_lane_name(char *text, size_t size, const struct gau_timeline *scene,
                            const struct gau_timeline_group *group);

/* Writes the heading of a group: that name, after the name of its file if there are several. */
void gau_timeline_heading(char text[GAU_TIMELINE_PATH], const struct gau_timeline *scene,
                          const struct gau_timeline_group *group);

/* Writes what is in front of a row, the first being 0: its depth, or the worker or thread whose
 * background items these are; "": nothing. */
void gau_timeline_row_name(char text[GAU_TIMELINE_PATH], const struct gau_timeline_group *group,
                           uint32_t row);

/* The name of an entry, as a bar has it. Returns @p text, or a text of the pool. */
const char *gau_timeline_name(char text[GAU_TIMELINE_PATH], const struct gau_timeline *scene,
                              const struct gau_timeline_group *group,
                              const struct gau_timeline_bar *bar);

/* Its branch identifier: the names below the root; if there is no room, the last of them. Or its
 * name. */
const char *gau_timeline_path(char text[GAU_TIMELINE_PATH], const struct gau_timeline *scene,
                              const struct gau_timeline_group *group,
                              const struct gau_timeline_bar *bar);

#endif
