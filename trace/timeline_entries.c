/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_entries.h"
#include "show_records.h"

/* --- numbers ------------------------------------------------------------------------------- */

static uint32_t size_of(const uint8_t *at)
{
    return 1 + (uint32_t)__builtin_ctz(~(uint32_t)*at);
}

/* With 9 bytes that can be read. A number has any size, so that a copy of so many bytes would cost
 * more than all else. */
static uint64_t number_at(const uint8_t *at, uint32_t size)
{
    uint64_t bits;

    memcpy(&bits, size == 9 ? at + 1 : at, sizeof bits);
    return size == 9 ? bits : (bits & UINT64_MAX >> (64 - 8 * size)) >> size;
}

static bool take_last(struct gau_timeline_cursor *cursor, uint64_t *number)
{
    const size_t left = (size_t)(cursor->end - cursor->at);
    uint8_t bytes[9] = {0};

    if (left == 0 || size_of(cursor->at) > left)
        return false;
    memcpy(bytes, cursor->at, left);
    *number = number_at(bytes, size_of(bytes));
    cursor->at += size_of(bytes);
    return true;
}

static inline bool take(struct gau_timeline_cursor *cursor, uint64_t *number)
{
    uint32_t size;

    if (cursor->end - cursor->at < 9)
        return take_last(cursor, number);
    size = size_of(cursor->at);
    *number = number_at(cursor->at, size);
    cursor->at += size;
    return true;
}

static int64_t from_zigzag(uint64_t number)
{
    return (int64_t)(number >> 1 ^ -(number & 1));
}

static bool take_branch(struct gau_timeline_cursor *cursor, struct gau_timeline_entry *entry)
{
    uint64_t branch = 0;

    if (!take(cursor, &branch) || branch >= UINT32_MAX)
        return false;
    entry->branch = (uint32_t)branch;
    return true;
}

/* --- entries with a code ------------------------------------------------------------------- */

static bool set_outcome(struct gau_timeline_entry *entry, uint64_t status, uint64_t flags)
{
    const int64_t value = from_zigzag(status);

    entry->status = (int32_t)value;
    entry->flags = (uint32_t)flags;
    return value == entry->status && flags == entry->flags;
}

static bool set_interval(struct gau_timeline_entry *entry, const uint64_t numbers[4])
{
    const uint64_t stop = entry->stamp + (uint64_t)from_zigzag(numbers[1]);

    entry->branch = (uint32_t)numbers[0];
    entry->start = stop - numbers[2];
    entry->stop = stop;
    return numbers[0] < UINT32_MAX && stop <= INT64_MAX && numbers[2] <= stop;
}

/* The numbers of an entry; those that a code of this version does not have are 0. False: one has
 * no such value. */
static bool set_entry(struct gau_timeline_cursor *cursor, struct gau_timeline_entry *entry,
                      uint32_t code, const uint64_t numbers[4])
{
    switch (code) {
    case GAU_ENTRY_EVENT:
        entry->what = GAU_TIMELINE_BEGIN;
        cursor->event += (uint64_t)from_zigzag(numbers[0]);
        return true;
    case GAU_ENTRY_END:
        entry->what = GAU_TIMELINE_END;
        return set_outcome(entry, numbers[0], numbers[1]);
    case GAU_ENTRY_NOT_CALLED:
        entry->what = GAU_TIMELINE_NOT_CALLED;
        entry->branch = (uint32_t)numbers[0];
        return numbers[0] < UINT32_MAX && set_outcome(entry, numbers[1], numbers[2]);
    case GAU_ENTRY_INTERVAL:
        entry->what = GAU_TIMELINE_INTERVAL;
        return set_interval(entry, numbers);
    default:
        entry->what = GAU_TIMELINE_CPU;
        entry->cpu_ns = numbers[0];
        return true;
    }
}

static bool take_code(struct gau_timeline_cursor *cursor, struct gau_timeline_entry *entry,
                      bool *known)
{
    uint64_t numbers[4] = {0};
    uint32_t code;

    if (cursor->at == cursor->end)
        return false;
    code = *cursor->at++;
    for (uint32_t i = 0; i <= (code & 3); i++)
        if (!take(cursor, &numbers[i]))
            return false;
    *known = code >> 2 >= GAU_ENTRY_EVENT && code >> 2 <= GAU_ENTRY_CPU;
    return !*known || set_entry(cursor, entry, code >> 2, numbers);
}

/* --- lists --------------------------------------------------------------------------------- */

struct gau_timeline_cursor gau_timeline_entries(const struct gau_trace_entry_list *list)
{
    const uint8_t *const bytes = gau_timeline_bytes(list);

    return (struct gau_timeline_cursor){bytes, bytes + list->size, list->first, list->event, false};
}

static bool take_entry(struct gau_timeline_cursor *cursor, struct gau_timeline_entry *entry,
                       bool *known)
{
    uint64_t head = 0;

    if (!take(cursor, &head))
        return false;
    *entry = (struct gau_timeline_entry){.stamp = cursor->stamp += head >> 2};
    *known = true;
    switch (head & 3) {
    case GAU_ENTRY_FORM_BEGIN: return take_branch(cursor, entry);
    case GAU_ENTRY_FORM_ACCEPTED: entry->what = GAU_TIMELINE_END; return true;
    case GAU_ENTRY_FORM_REJECTED:
        entry->what = GAU_TIMELINE_END;
        entry->status = 1;
        return true;
    default: return take_code(cursor, entry, known);
    }
}

bool gau_timeline_next(struct gau_timeline_cursor *cursor, struct gau_timeline_entry *entry)
{
    bool known = false;

    while (!known) {
        if (cursor->at == cursor->end || cursor->damaged)
            return false;
        cursor->damaged = !take_entry(cursor, entry, &known) || cursor->stamp > INT64_MAX;
        if (cursor->damaged)
            return false;
    }
    entry->event = cursor->event;
    return true;
}

static bool is_head_right(const struct gau_trace_entry_list *list)
{
    if (list->first > list->last || list->last > INT64_MAX)
        return false;
    for (uint32_t i = 0; i < list->depth; i++)
        if (list->open[i].begin > (i + 1 < list->depth ? list->open[i + 1].begin : list->first))
            return false;
    return true;
}

bool gau_timeline_check(const struct gau_trace_entry_list *list, struct gau_timeline_counts *counts)
{
    struct gau_timeline_cursor cursor = gau_timeline_entries(list);
    struct gau_timeline_entry entry;
    uint64_t event = list->event, entries = 0, pairs = 0, events = 0;
    uint32_t depth = list->depth;

    if (!is_head_right(list))
        return false;
    for (; gau_timeline_next(&cursor, &entry); entries++) {
        if (entry.what == GAU_TIMELINE_BEGIN && ++depth > GAU_TRACE_DEPTH_MAX)
            return false;
        if (entry.what == GAU_TIMELINE_END && depth-- == 0)
            return false;
        pairs += entry.what == GAU_TIMELINE_BEGIN || entry.what == GAU_TIMELINE_INTERVAL;
        events += entry.event != event;
        event = entry.event;
    }
    *counts = (struct gau_timeline_counts){.entries = entries, .pairs = pairs, .events = events};
    return !cursor.damaged && cursor.stamp == list->last;
}
