/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_TRACE_READER_H
#define GAUDIT_TRACE_TRACE_READER_H

#include "trace_format.h"

#include <stdbool.h>

/**
 * @file trace_reader.h
 * Reads a trace file. Nothing in it is trusted: for any content, what the visitor gets obeys the
 * contract below. The file may still grow, or shrink, while it is read.  */

/** A text of a record; it ends with NUL after `size` bytes, but may hold others. */
struct gau_trace_text {
    const char *data;
    uint32_t size;
};

/** What is in a list of entries. */
struct gau_timeline_counts {
    uint64_t entries;
    uint64_t pairs;  /* begins and intervals */
    uint64_t events; /* that began */
};

/** Types of sub-items of Realm's background-work profile, as it numbers them. */
enum gau_trace_rbwp_type {
    GAU_TRACE_RBWP_HANDLER,   /* of active messages */
    GAU_TRACE_RBWP_CHANNEL,   /* of transfers */
    GAU_TRACE_RBWP_OPERATION, /* of dependent partitioning */
    GAU_TRACE_RBWP_REAP,      /* of a GPU */
    GAU_TRACE_RBWP_TYPES
};

/** What a background-work profile says of a work item or a sub-item. */
struct gau_trace_rbwp_name {
    bool is_sub;
    uint8_t type;    /* enum gau_trace_rbwp_type, or any other; of a sub-item */
    uint16_t number; /* of a work item: its slot */
};

/** A background-work profile as a whole. */
struct gau_trace_rbwp {
    uint32_t level;                          /* 1: work items only; 2: also sub-items */
    uint32_t node;                           /* rank */
    bool is_closed;                          /* false: the names are missing */
    bool is_cut;                             /* it was closed, but its end is missing */
    uint64_t items;                          /* described */
    uint64_t subs[GAU_TRACE_RBWP_TYPES + 1]; /* described, by type; the last: of unknown types */
    uint32_t threads;
    uint64_t records, gpu_work; /* the first include the second */
    uint64_t faults;            /* calls of `fault` */
    uint64_t missing_numbers;   /* of blocks, below the largest; perhaps none was lost */
};

/**
 * Called with the records in the order of the file. Callbacks may be NULL. Their arguments are
 * valid until they return. A callback that returns false ends the reading.
 *
 * Numbers of modules, tasks, threads and stacks were defined before, or are 0. A reference to
 * something that was never defined, since its block was lost, becomes 0 and is counted in
 * gau_trace_damage. Where 0 would mean something else, the record is only counted: totals of
 * threads and tasks, the unloading of a module. (The address in an unknown module becomes 0, too.)
 * No number is larger than GAU_TRACE_ID_MAX. A caller's stack has a smaller number than its
 * callee's.
 *
 * The process comes once at most; modules and task types once, the first definition counts; stacks
 * once between resets; threads again when their name or clock changes. A reset in a lost block
 * comes before the next block. Lists have at least one entry. Regions come again, and may come
 * after the events that refer to them; those of an event rise. Fields that are enumerations here,
 * or 0 or 1, have no other value; flags may have unnamed bits.
 *
 * Branches and lanes come once, a branch has a smaller number than those below it. Lists of entries
 * can be decoded, see timeline_entries.h, and nothing ends that was not open. The lane of a list,
 * and the branches of entries, may be undefined, since their block was lost; the lane may also be
 * defined later. Numbers of branches may have any value.
 */
struct gau_trace_visitor {
    bool (*process)(void *user, const struct gau_trace_process *process,
                    struct gau_trace_text command, struct gau_trace_text note);
    bool (*module)(void *user, const struct gau_trace_module *module, const uint8_t *build_id,
                   struct gau_trace_text path);
    bool (*module_unloaded)(void *user, const struct gau_trace_module_unloaded *unloaded);
    bool (*task_type)(void *user, const struct gau_trace_task_type *type,
                      struct gau_trace_text domain, struct gau_trace_text name);
    bool (*thread)(void *user, const struct gau_trace_thread *thread, struct gau_trace_text name);
    bool (*thread_totals)(void *user, const struct gau_trace_thread_totals *totals);
    bool (*stacks)(void *user, uint32_t first, const struct gau_trace_stack *stacks,
                   uint32_t count);
    bool (*stacks_reset)(void *user);
    bool (*samples)(void *user, uint32_t thread, const struct gau_trace_sample *samples,
                    uint32_t count);
    bool (*task_totals)(void *user, uint32_t thread, const struct gau_trace_task_total *totals,
                        uint32_t count);
    bool (*pause)(void *user, const struct gau_trace_pause *pause);
    bool (*process_totals)(void *user, const struct gau_trace_process_totals *totals);
    bool (*events)(void *user, uint32_t worker, const struct gau_trace_event *events,
                   uint32_t count);
    bool (*event_totals)(void *user, const struct gau_trace_event_totals *totals);
    bool (*result)(void *user, const struct gau_trace_result *result, struct gau_trace_text name,
                   struct gau_trace_text note);
    bool (*region_name)(void *user, const struct gau_trace_region_name *region,
                        struct gau_trace_text name);
    bool (*region_event)(void *user, const struct gau_trace_region_event *event);
    bool (*region_totals)(void *user, const struct gau_trace_region_totals *totals);
    bool (*branch)(void *user, const struct gau_trace_branch *branch, struct gau_trace_text name);
    bool (*lane)(void *user, const struct gau_trace_lane *lane, struct gau_trace_text name);
    bool (*entries)(void *user, const struct gau_trace_entry_list *list);
    /* The same list, for who needs no single entry: the check has counted them. */
    bool (*entry_counts)(void *user, const struct gau_trace_entry_list *list,
                         const struct gau_timeline_counts *counts);
    bool (*timeline_totals)(void *user, const struct gau_trace_timeline_totals *totals);

    /* Of the file: a block, before its records, at @p offset, as large as it is there; a record,
     * after its callback. Not @p valid: it was counted as invalid. */
    bool (*block)(void *user, const struct gau_trace_block *block, uint64_t offset);
    bool (*record)(void *user, const struct gau_trace_record *record, bool valid);

    /* Only of a background-work profile of Realm: a descriptor; each violation of the format, with
     * the offset in the file, one line; and the whole, at the end. Its blocks come in the order of
     * their sequence numbers, and what `block` gets counts them anew. */
    bool (*rbwp_name)(void *user, const struct gau_trace_rbwp_name *name,
                      struct gau_trace_text text);
    bool (*fault)(void *user, uint64_t offset, const char *text);
    bool (*rbwp)(void *user, const struct gau_trace_rbwp *profile);

    /* Lists are not decoded, and count as valid: it takes most of the time, and who reads blocks or
     * sizes a second time needs none of it. `entries` and `entry_counts` are not called. */
    bool skips_entries;
};

/** The function after the texts of a task type. NULL if the type has only its name. */
struct gau_trace_task_function *gau_trace_function_of(const struct gau_trace_task_type *type);

/** The damage of a file that could be read nevertheless. */
struct gau_trace_damage {
    uint64_t blocks;          /* complete ones that were read */
    uint64_t missing;         /* gaps in their numbers, in blocks */
    uint64_t bytes_skipped;   /* that belong to no complete block */
    uint64_t tail_bytes;      /* of these, at the end of the file: a block that was being written */
    uint64_t invalid_records; /* invalid, in complete blocks */
    uint64_t faults;          /* of a background-work profile, for which nothing is left out */
    uint64_t dangling_references; /* references to undefined numbers */
    uint64_t unknown;   /* records of unknown types, and blocks that cannot be decompressed */
    uint64_t misplaced; /* complete blocks behind one with a larger number, or with the same */
    uint64_t misplaced_bytes; /* the part of `bytes_skipped` that they are */
    uint32_t lost_lanes;      /* have lists, but no definition in the file */
    uint32_t lost_lane;       /* the first of them */
};

enum gau_trace_status {
    GAU_TRACE_OK = 0,
    GAU_TRACE_STOPPED,    /* a callback ended the reading */
    GAU_TRACE_NO_FILE,    /* cannot be opened or read */
    GAU_TRACE_NO_TRACE,   /* it is not a trace file */
    GAU_TRACE_NO_VERSION, /* of a later version than this reader */
    GAU_TRACE_NO_MEMORY,
};

/**
 * Reads the file at @p path, a trace file or a background-work profile of Realm, which looks like a
 * timeline (see rbwp_reader.h); its header has the magic of the profile. @p header and @p damage
 * are filled in as far as reading got, and may be NULL. On failure, @p message is one line with the
 * reason, without the path; it may be NULL if
 * @p size is 0.
 *
 * An empty file is from a process that ended just after creating it: there are no records, and the
 * version in the header is 0.
 */
enum gau_trace_status gau_trace_read(const char *path, const struct gau_trace_visitor *visitor,
                                     void *user, struct gau_trace_header *header,
                                     struct gau_trace_damage *damage, char *message, size_t size);

/** Whether the file at @p path has the magic of a background-work profile of Realm. */
bool gau_trace_is_rbwp(const char *path);

#endif
