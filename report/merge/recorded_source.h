/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_MERGE_RECORDED_SOURCE_H
#define GAUDIT_REPORT_MERGE_RECORDED_SOURCE_H

#include "table/map.h"
#include "trace/trace_reader.h"

/* What must be known of the files of events or regions before they are merged. */

/* A result that the events of a file are of. */
struct gau_recorded_part {
    uint32_t first, workers; /* in that file */
    char *name, *note;       /* note: why events are missing; "": none are */
};

/* Regions have other numbers in each file, and are the same if their names are. */
struct gau_recorded_regions {
    struct gau_recorded_region {
        char *name; /* NULL: its definition is lost */
        uint32_t volumes;
    } * items; /* their numbers count from 1 */
    uint32_t n, size;
    struct gau_map by_name;
};

struct gau_recorded_source {
    char *path;
    struct gau_recorded_part *parts;
    uint32_t n, size;
    uint32_t workers; /* more than the largest number of one */
    uint32_t first;   /* number of its worker 0 in the merged file */
    struct gau_trace_header header;
    struct gau_trace_event_totals totals;
    struct gau_trace_region_totals region_totals;
    uint64_t events;        /* that are in the file */
    struct gau_map regions; /* from their numbers to those in the merged file */
    bool is_readable;       /* else its events are left out, and the note says why */
};

/* Reads the file @p path of @p content, that of the result @p name, and adds its regions. @p source
 * takes over the path, is zeroed before, and is to be cleared in any case. False: out of memory. */
bool gau_recorded_source_read(struct gau_recorded_source *source, char *path, const char *name,
                              uint32_t content, struct gau_recorded_regions *regions);
void gau_recorded_source_clear(struct gau_recorded_source *source);
void gau_recorded_regions_clear(struct gau_recorded_regions *regions);

#endif
