/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_UNWIND_TABLE_CURSOR_H
#define GAUDIT_COLLECTOR_UNWIND_TABLE_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * A position in unwind tables, with their end. Reads after the end return 0 and set `failed`, which
 * callers check after reading everything.
 */
struct gau_table_cursor {
    const uint8_t *at, *end;
    bool failed;
};

static inline size_t gau_table_cursor_left(const struct gau_table_cursor *c)
{
    return (size_t)(c->end - c->at);
}

static inline void gau_table_cursor_fail(struct gau_table_cursor *c)
{
    c->failed = true;
    c->at = c->end;
}

static inline void gau_table_cursor_skip(struct gau_table_cursor *c, uint64_t size)
{
    if (size > gau_table_cursor_left(c))
        gau_table_cursor_fail(c);
    else
        c->at += size;
}

/* Reads 1, 2, 4 or 8 bytes, little-endian as the supported processors. */
static inline uint64_t gau_table_cursor_unsigned(struct gau_table_cursor *c, size_t size)
{
    uint64_t value = 0;

    if (size > gau_table_cursor_left(c)) {
        gau_table_cursor_fail(c);
        return 0;
    }
    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)c->at[i] << (8 * i);
    c->at += size;
    return value;
}

static inline int64_t gau_table_cursor_signed(struct gau_table_cursor *c, size_t size)
{
    const unsigned spare = (unsigned)(64 - 8 * size);

    return (int64_t)(gau_table_cursor_unsigned(c, size) << spare) >> spare;
}

static inline uint8_t gau_table_cursor_byte(struct gau_table_cursor *c)
{
    return (uint8_t)gau_table_cursor_unsigned(c, 1);
}

static inline uint64_t gau_table_cursor_uleb(struct gau_table_cursor *c)
{
    uint64_t value = 0;
    uint8_t byte;
    unsigned shift = 0;

    do {
        byte = gau_table_cursor_byte(c);
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    return value;
}

static inline int64_t gau_table_cursor_sleb(struct gau_table_cursor *c)
{
    uint64_t value = 0;
    uint8_t byte;
    unsigned shift = 0;

    do {
        byte = gau_table_cursor_byte(c);
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    if (shift < 64 && (byte & 0x40))
        value |= ~(uint64_t)0 << shift;
    return (int64_t)value;
}

#endif
