/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_GROUP_KEYS_H
#define GAUDIT_REPORT_HOTSPOTS_GROUP_KEYS_H

/**
 * @file group_keys.h
 * What samples are grouped and filtered by. A sample has one value, a number, for each key but the
 * call stack, which is a list of functions.
 */

#include "symbolized_samples.h"

enum gau_hotspots_key {
    GAU_HOTSPOTS_TASK,      /* the innermost task type that was open */
    GAU_HOTSPOTS_ALGORITHM, /* these: what its branch belongs to, see branch_groups.h */
    GAU_HOTSPOTS_CLASS,
    GAU_HOTSPOTS_LEVEL,
    GAU_HOTSPOTS_CHILDREN,
    GAU_HOTSPOTS_FUNCTION,    /* the innermost function; an inlined one is one */
    GAU_HOTSPOTS_MODULE,      /* the program, library or plugin that the function is in */
    GAU_HOTSPOTS_SOURCE_FILE, /* where the code is, not where its function begins */
    GAU_HOTSPOTS_SOURCE_LINE,
    GAU_HOTSPOTS_THREAD,
    GAU_HOTSPOTS_PROCESS,
    GAU_HOTSPOTS_CALLSTACK, /* the callers; if the function is no key before it, from the function
                               on */
};

enum {
    GAU_HOTSPOTS_KEYS = GAU_HOTSPOTS_CALLSTACK + 1,
    GAU_HOTSPOTS_DEPTH_MAX = GAU_HOTSPOTS_KEYS,
    GAU_HOTSPOTS_FRAMES_MAX = 1000, /* of a call stack; what is beyond is not shown */
};

/** The names of a key: as users write it, "source-file"; as VTune heads its columns, "Source File";
 * in JSON. */
struct gau_hotspots_key_names {
    const char *name, *column, *field;
};
extern const struct gau_hotspots_key_names gau_hotspots_key_names[GAU_HOTSPOTS_KEYS];

/** The keys of a grouping, outermost first. */
struct gau_hotspots_keys {
    enum gau_hotspots_key items[GAU_HOTSPOTS_DEPTH_MAX];
    size_t count;
    struct gau_branch_key branches[GAU_BRANCH_KEYS]; /* with the values of those of branches */
};

/** Returns whether the key groups by branches, and then sets what it groups them by. */
static inline bool gau_hotspots_key_is_of_branches(enum gau_hotspots_key key,
                                                   enum gau_branch_key_kind *kind)
{
    *kind = (enum gau_branch_key_kind)((int)key - GAU_HOTSPOTS_ALGORITHM);
    return key >= GAU_HOTSPOTS_ALGORITHM && key <= GAU_HOTSPOTS_CHILDREN;
}

/**
 * Reads "task,function". Refuses unknown keys, the same one twice, and keys after the call stack;
 * the error lists the keys.
 */
bool gau_hotspots_keys_read(struct gau_hotspots_keys *keys, const char *text, gau_error *error);

/**
 * Groups the branches of the result for a key, whose values are known from then on. False: the
 * result does not say what its branches are, or has no such branch; see @p error.
 */
bool gau_hotspots_group_branches(struct gau_symbolized_samples *result,
                                 const struct gau_branch_key *key, gau_error *error);

/**
 * Sets which tasks are in branches of that name or identifier, or below them; NULL: which are
 * branches. @p within is by task, and lives as long as the result. False: see @p error, as above.
 */
bool gau_hotspots_tasks_within(const bool **within, struct gau_symbolized_samples *result,
                               const char *branch, gau_error *error);

/**
 * Sets the identifier of the branch of each task; NULL: it is none. @p paths is by task, and lives
 * as long as the result, which may have no branches. False: see @p error.
 */
bool gau_hotspots_task_paths(const char ***paths, struct gau_symbolized_samples *result,
                             gau_error *error);

/** Returns whether one of the first @p count keys is the function. */
bool gau_hotspots_keys_have_function(const struct gau_hotspots_keys *keys, size_t count);

/** Finds the key whose name has @p length bytes at @p name; false: there is none, see @p error. */
bool gau_hotspots_key_find(enum gau_hotspots_key *key, const char *name, size_t length,
                           gau_error *error);

/** Where a sample was taken: samples with the same place are in the same group. */
struct gau_hotspots_place {
    uint32_t stack, task, thread;
};

/**
 * Returns the value of a sample for a key; not for the call stack. Values of one key are equal if
 * and only if they are shown as one group: functions, modules of the symbolizer, threads ... of the
 * profile; a source line is file << 32 | line.
 */
uint64_t gau_hotspots_value(struct gau_symbolized_samples *result,
                            const struct gau_hotspots_place *place, enum gau_hotspots_key key);

/** Returns the value of one frame for the keys function, module, source file and source line. */
uint64_t gau_hotspots_frame_value(struct gau_symbolized_samples *result,
                                  const struct gau_source_frame *frame, enum gau_hotspots_key key);

/** Room for any text that has to be put together. */
enum { GAU_HOTSPOTS_TEXT_SIZE = 16384 };

/**
 * Returns the displayed text of a value, in bytes of no particular encoding; of the call stack it
 * is a function. It may be in @p room.
 */
const char *gau_hotspots_text(const struct gau_symbolized_samples *result,
                              enum gau_hotspots_key key, uint64_t value, char *room, size_t size);

/** The name of samples in no task, "[Outside any task]". */
extern const char gau_hotspots_outside[];

#endif
