/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_CSV_PLAIN_ROW_H
#define GAUDIT_ALGORITHMS_CSV_PLAIN_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * Rows of one short line without a quote, as nearly all are, eight characters at once. These are
 * compared as one number, without a loop over bytes: gcc 12 makes code of such a loop at -O3 that
 * counts wrong.
 */

static inline uint64_t gau_csv_eight(unsigned char c)
{
    return UINT64_C(0x0101010101010101) * c;
}

/* The highest bit of each byte of these eight that is not zero, and any other bits. The seven bits
 * below are added apart, so that nothing is carried into the next byte. */
static inline uint64_t gau_csv_set_bytes(uint64_t bytes)
{
    return ((bytes & gau_csv_eight(0x7F)) + gau_csv_eight(0x7F)) | bytes;
}

/* The highest bit of each byte that is this character, and no other bit. */
static inline uint64_t gau_csv_bytes_equal(uint64_t bytes, char c)
{
    return ~gau_csv_set_bytes(bytes ^ gau_csv_eight((unsigned char)c)) & gau_csv_eight(0x80);
}

/* One in each byte that is no comma. */
static inline uint64_t gau_csv_no_commas(uint64_t bytes)
{
    return gau_csv_set_bytes(bytes ^ gau_csv_eight(',')) >> 7 & gau_csv_eight(1);
}

/* The same where none is a comma with its highest bit set. */
static inline uint64_t gau_csv_no_plain_commas(uint64_t bytes)
{
    const uint64_t others = (bytes ^ gau_csv_eight(',')) & gau_csv_eight(0x7F);

    return (others + gau_csv_eight(0x7F)) >> 7 & gau_csv_eight(1);
}

/* False: none of these is a line's end, a quote or a NUL, which have no bit but those of these two
 * characters, as few others, or a comma with its highest bit set. */
static inline bool gau_csv_is_special(uint64_t bytes)
{
    return (((bytes & ~gau_csv_eight('"' | '\n')) - gau_csv_eight(1)) & gau_csv_eight(0x80)) != 0;
}

/* The first @p n, 0 to 7, of these eight bytes, and bytes that are no character. */
static inline uint64_t gau_csv_first_bytes(uint64_t bytes, unsigned n)
{
    const bool is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

    return bytes | (is_little ? UINT64_MAX << (8 * n) : UINT64_MAX >> (8 * n));
}

/* Of bytes_equal(), not 0: how many bytes are before the first. */
static inline unsigned gau_csv_bytes_before(uint64_t equal)
{
    const bool is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

    return (unsigned)(is_little ? __builtin_ctzll(equal) : __builtin_clzll(equal)) / 8;
}

/*
 * The length, without its end, and the columns of the line at @p text. False: it has a quote or a
 * NUL, it is long, or it ends in the last bytes of the @p room or not there; out is as it was.
 */
static inline bool gau_csv_scan_line(size_t *length, uint32_t *columns, const char *text,
                                     size_t room)
{
    enum { MOST = 8 * 254 }; /* of each eight bytes, one is counted in a byte */
    const size_t end = room < MOST ? room : MOST;
    uint64_t others = 0, bytes = 0, ends = 0;
    size_t i;

    for (i = 0; i + 8 <= end; i += 8) {
        memcpy(&bytes, text + i, 8);
        if (!gau_csv_is_special(bytes)) {
            others += gau_csv_no_plain_commas(bytes);
            continue;
        }
        ends = gau_csv_bytes_equal(bytes, '\n');
        if (ends)
            bytes = gau_csv_first_bytes(bytes, gau_csv_bytes_before(ends));
        if (gau_csv_bytes_equal(bytes, '"') | gau_csv_bytes_equal(bytes, '\0'))
            return false;
        if (ends)
            break;
        others += gau_csv_no_commas(bytes);
    }
    if (!ends)
        return false;
    others += gau_csv_no_commas(bytes);
    *length = i + gau_csv_bytes_before(ends);
    others = (others & UINT64_C(0x00FF00FF00FF00FF)) + (others >> 8 & UINT64_C(0x00FF00FF00FF00FF));
    *columns = (uint32_t)(i + 8 - (others * UINT64_C(0x0001000100010001) >> 48)) + 1;
    return true;
}

#endif
