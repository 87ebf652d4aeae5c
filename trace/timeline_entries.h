/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_TIMELINE_ENTRIES_H
#define GAUDIT_TRACE_TIMELINE_ENTRIES_H

#include "trace_format.h"

#include <stdbool.h>
#include <string.h>

/**
 * @file timeline_entries.h
 * The entries of a lane, and how they are coded.
 *
 * A number has 1 to 9 bytes: as many ones as bytes follow the first, and a zero, are the lowest
 * bits of it; the number has the others, the low ones first. Of 9 bytes, the first is 255.
 *
 * An entry begins with a number: ticks since the entry before, times 4, plus its form. A begin is
 * followed by the number of its branch, a plain end by nothing. Anything else is followed by a byte
 * with its code, times 4, plus how many numbers follow, less 1: readers skip unknown codes. Numbers
 * that may be negative are 2n, or -2n-1 if n is below 0.
 */

enum { GAU_ENTRY_MAX = 48 }; /* bytes of an entry, and 8 more may be written over */

enum gau_entry_form {
    GAU_ENTRY_FORM_BEGIN,
    GAU_ENTRY_FORM_ACCEPTED, /* the innermost ends, accepted */
    GAU_ENTRY_FORM_REJECTED, /* the same, rejected */
    GAU_ENTRY_FORM_CODE,
};

enum gau_entry_code {
    GAU_ENTRY_EVENT = 1,      /* number less that of the lane's last: the root Event begins */
    GAU_ENTRY_END = 2,        /* status, flags: the innermost ends */
    GAU_ENTRY_NOT_CALLED = 3, /* branch, status, flags: used again, or skipped */
    GAU_ENTRY_INTERVAL = 4,   /* branch, its end less the stamp, ticks that it took; of no stack */
    GAU_ENTRY_CPU = 5,        /* ns of CPU time, of what ends next */
};

/* The flags of an outcome, as GAU_OUTCOME_... of <gaudit/auditor.h>. */
enum {
    GAU_ENTRY_ERROR = 1,
    GAU_ENTRY_REUSED = 2,
    GAU_ENTRY_SKIPPED = 4,
    GAU_ENTRY_ABORTED = 8,
    GAU_ENTRY_UNFINISHED = 16,
};

/* --- writing: these return the end of what they wrote -------------------------------------- */

static inline uint8_t *gau_entry_put(uint8_t *at, uint64_t number)
{
    uint32_t more;
    uint64_t bits;

    if (__builtin_expect(number >> 56 != 0, 0)) {
        *at = 255;
        memcpy(at + 1, &number, sizeof number);
        return at + 9;
    }
    /* Bytes behind the first, one for 7 bits: 37 / 256 is a bit more than 1 / 7. */
    more = (63 - (uint32_t)__builtin_clzll(number | 1)) * 37 >> 8;
    bits = ((2 * number + 1) << more) - 1; /* ones below a zero below the number */
    memcpy(at, &bits, sizeof bits);
    return at + more + 1;
}

static inline uint64_t gau_entry_zigzag(int64_t number)
{
    return (uint64_t)number << 1 ^ (uint64_t)(number >> 63);
}

static inline uint8_t *gau_entry_begin(uint8_t *at, uint64_t ticks, uint32_t branch)
{
    return gau_entry_put(gau_entry_put(at, ticks << 2 | GAU_ENTRY_FORM_BEGIN), branch);
}

/* @p form: accepted or rejected. */
static inline uint8_t *gau_entry_end(uint8_t *at, uint64_t ticks, enum gau_entry_form form)
{
    return gau_entry_put(at, ticks << 2 | form);
}

/* The first part of an entry with a code; its numbers follow. */
static inline uint8_t *gau_entry_code(uint8_t *at, uint64_t ticks, enum gau_entry_code code,
                                      uint32_t numbers)
{
    at = gau_entry_put(at, ticks << 2 | GAU_ENTRY_FORM_CODE);
    *at = (uint8_t)(code << 2 | (numbers - 1));
    return at + 1;
}

/* --- reading ------------------------------------------------------------------------------- */

enum gau_timeline_what {
    GAU_TIMELINE_BEGIN,
    GAU_TIMELINE_END,
    GAU_TIMELINE_NOT_CALLED,
    GAU_TIMELINE_INTERVAL,
    GAU_TIMELINE_CPU,
};

struct gau_timeline_entry {
    enum gau_timeline_what what;
    uint32_t branch; /* of a begin, what was not called, an interval */
    uint64_t stamp;  /* ticks */
    uint64_t start;  /* ticks, of an interval; its end is `stop` */
    uint64_t stop;
    uint64_t event;  /* the last that began in the lane, with this entry */
    uint64_t cpu_ns; /* of GAU_TIMELINE_CPU */
    int32_t status; /* of an end, or what was not called; 0: accepted, 1: rejected, else an error */
    uint32_t flags; /* likewise: GAU_ENTRY_... */
};

/* A position in a list; set it up with gau_timeline_entries(). */
struct gau_timeline_cursor {
    const uint8_t *at, *end;
    uint64_t stamp, event;
    bool
        damaged; /* they are not what the writer writes; never in lists that the reader passes on */
};

/** The bytes of the entries of a list. */
static inline const uint8_t *gau_timeline_bytes(const struct gau_trace_entry_list *list)
{
    return (const uint8_t *)(list->open + list->depth);
}

/** The beginning of a list. */
struct gau_timeline_cursor gau_timeline_entries(const struct gau_trace_entry_list *list);

/** The next entry; those with unknown codes are left out. False: there are no more, or they are
 * damaged. */
bool gau_timeline_next(struct gau_timeline_cursor *cursor, struct gau_timeline_entry *entry);

#endif
