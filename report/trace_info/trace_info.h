/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TRACE_INFO_TRACE_INFO_H
#define GAUDIT_REPORT_TRACE_INFO_TRACE_INFO_H

#include "errors/errors.h"
#include "table/map.h"
#include "trace/trace_reader.h"

/**
 * @file trace_info.h
 * What is in a trace file, whatever its content: sums, in memory that does not depend on its size.
 */

enum {
    GAU_INFO_UNKNOWN = 0, /**< stands for the records of all types that are not known */
    GAU_INFO_TYPES = GAU_TRACE_RESULT + 1,
    GAU_INFO_FAULTS = 8,   /**< violations of the format that are shown; others are counted */
    GAU_INFO_LANES = 1024, /**< that have sums of their own; the others have one row */
};

/** Times of a file, in ticks of the clock of its totals. */
struct gau_info_times {
    bool known;
    uint64_t first, last;
};

struct gau_info_lane {
    uint32_t lane, kind, number; /**< kind 0: its definition is lost, and so is the number */
    char name[64];               /**< cut */
    uint64_t lists, pairs, entries, bytes;
    uint64_t missing, next; /**< numbers of lists that are not there; that of the next one */
    uint64_t event;         /**< the last */
    struct gau_info_times times;
};

struct gau_trace_info {
    const char *path; /**< borrowed */
    struct gau_trace_header header;
    struct gau_trace_damage damage;
    uint64_t bytes;                     /**< of the file */
    uint64_t packed, packed_bytes;      /**< compressed blocks, and their records */
    uint64_t unpacked_bytes, raw_bytes; /**< the same without compression; of all blocks */
    struct gau_info_count {
        uint64_t count, invalid, bytes;
    } types[GAU_INFO_TYPES];
    uint64_t branches, events, samples;
    uint64_t last_ns; /**< the latest time in nanoseconds; 0: none */
    struct gau_info_times times;
    uint64_t origin; /**< ticks at the start */
    double tick_ns;  /**< 0: not known */
    bool has_end, ended;
    uint64_t writer_ns; /**< CPU time of the thread that writes */
    bool has_writer, has_timeline;
    struct gau_trace_timeline_totals timeline; /**< the last */
    struct gau_info_lane *lanes;               /**< in the order of the file */
    uint32_t n_lanes, lane_room;
    struct gau_info_lane other_lanes; /**< the sum of all others */
    uint64_t n_other_lanes;
    struct gau_map by_lane; /**< to the number in `lanes`, from 1 */
    bool is_rbwp;           /**< a background-work profile of Realm */
    struct gau_trace_rbwp rbwp;
    struct gau_info_fault {
        uint64_t offset;
        char text[160];
    } faults[GAU_INFO_FAULTS];
    uint64_t n_faults; /**< all */
    bool out_of_memory;
};

/** "thread totals", as messages and tables call a type of record; 0: "unknown". */
const char *gau_info_type_name(uint32_t type);

/** What the header says of the content: "timeline". */
const char *gau_info_content_name(const struct gau_trace_header *header);

/** Reads a file. @p info is valid after a failure, too; the caller clears it. */
void gau_trace_info_read(struct gau_trace_info *info, const char *path, gau_error *error);

/** Sets the error of a file that could not be read. */
void gau_info_fail(const char *path, enum gau_trace_status status, const char *message,
                   gau_error *error);
void gau_trace_info_clear(struct gau_trace_info *info);

/** Seconds since the start of the file; not a number if the clock is not known. */
double gau_info_seconds(const struct gau_trace_info *info, uint64_t ticks);

/** How long what is in the file lasts, in seconds since its start; not a number: not known. */
double gau_info_duration(const struct gau_trace_info *info);

#endif
