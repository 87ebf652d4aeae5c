/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_JOB_SECTION_FRAMES_H
#define GAUDIT_SRC_JOB_SECTION_FRAMES_H

#include <gaudit/section.h>

/*
 * The sections that are open in a thread, innermost last. An end is matched with its frame, so
 * whatever order ends come in, every before gets its after.
 */

enum { GAU_MAX_FRAMES = 1 << 20 };

struct gau_section_frame {
    gau_branch branch; /* GAU_NO_BRANCH: not audited; GAU_ROOT_EVENT: an event, see event.h */
    gau_branch parent; /* the branch of this thread after its end */
    uint32_t number;   /* of the section; 0 if it has none */
    uint32_t serial;   /* never that of an earlier frame at this index */
};

/* A section that was begun by name before: chosen by the address of the name, and right if the text
 * is the same. */
enum { GAU_CACHED_NAMES = 256 };

struct gau_cached_name {
    const char *text; /* as the section has it; NULL: none */
    uint32_t number;
    gau_branch branch; /* the one it had last */
};

static inline uint32_t gau_cached_name_index(const char *name)
{
    const uintptr_t address = (uintptr_t)name;

    return (uint32_t)(address ^ address >> 8) % GAU_CACHED_NAMES;
}

struct gau_section_frames {
    struct gau_section_frame *items;
    uint32_t count, capacity;
    uint32_t serial;
    uint32_t pending_ends; /* begun by name and closed before their end was called */
    uint64_t beyond;       /* begun by name beyond GAU_MAX_FRAMES, or when out of memory */
};

/*
 * An item of background work of which it is not known yet whether it will be withdrawn; it is the
 * innermost frame. Its begin is only noted. Meanwhile the capacity of the frames is 0, so that the
 * fast path of sections is not taken.
 */
struct gau_pending_item {
    uint32_t capacity; /* of the frames; 0: there is no such item */
    uint64_t timestamp, cpu_ns;
    uint32_t n_work; /* external work that was reported in it, and is passed on afterwards */
    struct gau_pending_work {
        gau_branch branch;
        uint64_t start_ns, stop_ns;
    } work[8];
};

/* Never 0, which marks frames that are ended by name: it is odd. */
static inline uint32_t gau_frames_next_serial(struct gau_section_frames *frames)
{
    frames->serial = (frames->serial | 1) + 2;
    return frames->serial;
}

static inline bool gau_frames_any(const struct gau_section_frames *frames)
{
    return (frames->count | frames->beyond) != 0;
}

#endif
