/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SAMPLES_SAMPLES_BUILDER_H
#define GAUDIT_REPORT_SAMPLES_SAMPLES_BUILDER_H

#include "samples.h"

#include "report/symbols/text_pool.h"

/* Maps the numbers of a file to those of the profile. */
struct gau_id_map {
    uint32_t *items;
    uint32_t count, size;
};

struct gau_building {
    struct gau_samples profile; /* first: the rest goes with it */
    struct gau_bump_allocator heap;
    struct gau_text_pool texts;
    uint32_t process_size, module_size, thread_size, task_size, stack_size;
    uint32_t sample_size, total_size, pause_size;
    struct gau_map stack_map, task_map, total_map;
    struct gau_id_map modules, threads, tasks, stacks, lanes; /* of the file that is being read;
                                                                 lanes: 1 has tasks, 2 others */
    struct gau_trace_open *open;                              /* room for what is open in a lane */
    const struct gau_trace_visitor *visitor;                  /* one of the two below */
    bool failed;                                              /* out of memory */
};

/* Adds what a file has to the profile. False: out of memory. */
bool gau_building_read(struct gau_building *building, const char *path);

/* Returns the number in the profile; 0 for 0 and what is unknown. */
uint32_t gau_numbers_get(const struct gau_id_map *numbers, uint32_t number);

/* Sets it; those before that were not set are 0. False: out of memory. */
bool gau_numbers_set(struct gau_id_map *numbers, uint32_t number, uint32_t value);

/* Of the visitor: lane_visitor.c. */
bool gau_building_add_lane(void *user, const struct gau_trace_lane *lane,
                           struct gau_trace_text name);
bool gau_building_add_entries(void *user, const struct gau_trace_entry_list *list);
bool gau_building_count_entries(void *user, const struct gau_trace_entry_list *list,
                                const struct gau_timeline_counts *counts);
bool gau_building_add_timeline_totals(void *user, const struct gau_trace_timeline_totals *totals);

extern const struct gau_trace_visitor gau_building_visitor, gau_building_totals_visitor;

#endif
