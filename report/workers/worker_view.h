/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_WORKERS_WORKER_VIEW_H
#define GAUDIT_REPORT_WORKERS_WORKER_VIEW_H

#include "worker_times.h"

/** How workers spent a run, as tables or a picture. */
GAU_VIEW_DECLARATION(workers)

/* All files of a view; names are in the scene. */
struct gau_workers_report {
    const struct gau_view_options *options;
    const struct gau_timeline_files *files;
    gau_error *error;
    struct gau_bump_allocator heap;
    struct gau_timeline scene;
    struct gau_worker_times *items;
    uint32_t n;
};

/* --- worker_names.c -------------------------------------------------------------------------- */

enum { GAU_WORKER_NAME = 200 };

/* Writes "worker 0", the name of a thread, or that of a processor. */
void gau_worker_lane_name(char text[GAU_WORKER_NAME], const struct gau_workers_report *report,
                          const struct gau_worker_times *times, uint32_t lane);

/* Returns "worker", "thread", "tasks" or "processor". */
const char *gau_worker_lane_kind(const struct gau_worker_times *times, uint32_t lane);

/* Writes which of several files it is; "" if there is only one. */
void gau_worker_file_name(char text[GAU_WORKER_NAME], const struct gau_workers_report *report,
                          const struct gau_worker_times *times);

/* Returns the lane that is shown below another; UINT32_MAX is before the first and behind the last.
 */
uint32_t gau_worker_next(const struct gau_worker_times *times, uint32_t lane);

/* --- worker_tables.c, worker_picture.c ------------------------------------------------------- */

void gau_worker_tables_write(const struct gau_workers_report *report, FILE *out);
void gau_worker_picture_draw(const struct gau_workers_report *report, FILE *out);

#endif
