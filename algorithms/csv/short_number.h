/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_CSV_SHORT_NUMBER_H
#define GAUDIT_ALGORITHMS_CSV_SHORT_NUMBER_H

#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Short decimal numbers, eight characters at once. */

/* Bytes that can be read behind a text; the first of them is a line's end. */
enum { GAU_CSV_BEHIND_TEXT = 16 };

/*
 * The highest bit of each byte that is no digit, up to the first of them that is no point either;
 * of a digit, @p values has the value. Only such a byte carries something into the next one.
 */
static inline uint64_t gau_csv_other_bytes(uint64_t values)
{
    return ((values + UINT64_C(0x7676767676767676)) | values) & UINT64_C(0x8080808080808080);
}

static inline uint64_t gau_csv_load_values(const char *at)
{
    uint64_t bytes;

    memcpy(&bytes, at, sizeof bytes);
    return bytes ^ UINT64_C(0x3030303030303030);
}

/* Of eight digits, the first of which is in the lowest byte: pairs, fours, all of them. */
static inline uint64_t gau_csv_number_of_digits(uint64_t values)
{
    const uint64_t pairs = 10 * values + (values >> 8), every_fourth = UINT64_C(0xFF000000FF);

    return ((pairs & every_fourth) * (100 + (UINT64_C(1000000) << 32)) +
            ((pairs >> 16) & every_fourth) * (1 + (UINT64_C(10000) << 32))) >>
           32;
}

/* The digits in the first @p bits of these; not 0. */
static inline uint64_t gau_csv_number_of_first(uint64_t values, unsigned bits)
{
    return gau_csv_number_of_digits(values << (64 - bits));
}

/* Of other_bytes(): the bits before the first of them. */
static inline unsigned gau_csv_bits_before(uint64_t others)
{
    return others ? (unsigned)__builtin_ctzll(others) & 56 : 64;
}

/*
 * The number of at most 15 digits at @p at, without a sign, of which the point is in the first
 * eight characters, if there is one. Returns its end; NULL: it is none of these.
 */
static inline const char *gau_csv_take_short(double *out, const char *at)
{
    static const uint64_t whole_powers[] = {1,      10,      100,      1000,     10000,
                                            100000, 1000000, 10000000, 100000000};
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6, 1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
    const uint64_t values = gau_csv_load_values(at), others = gau_csv_other_bytes(values);
    const unsigned whole = gau_csv_bits_before(others);
    uint64_t digits, before;
    unsigned bits;

    if (whole == 0 || whole == 64)
        return NULL;
    if ((values >> whole & 0xFF) != ('.' ^ '0')) {
        *out = (double)(int64_t)gau_csv_number_of_first(values, whole);
        return at + whole / 8;
    }
    before = (UINT64_C(1) << whole) - 1;
    bits = gau_csv_bits_before(others & (others - 1));
    digits = gau_csv_number_of_first((values & before) | (values >> 8 & ~before), bits - 8);
    if (bits == 64) {
        const uint64_t more = gau_csv_load_values(at + 8);
        const unsigned more_bits = gau_csv_bits_before(gau_csv_other_bytes(more));

        if (more_bits > 0)
            digits =
                digits * whole_powers[more_bits / 8] + gau_csv_number_of_first(more, more_bits);
        bits += more_bits;
    }
    *out = (double)(int64_t)digits / powers[(bits - whole) / 8 - 1];
    return at + bits / 8;
}

/*
 * gau_csv_number() for the field at *at, which moves behind its comma, if this is a short number
 * without anything around it, as nearly all are, in a text that bytes follow. False: *at stays.
 */
static inline bool gau_csv_take_number(double *out, const char **at, const char *end)
{
    const bool is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && FLT_EVAL_METHOD == 0;
    const bool negative = **at == '-';
    double value = 0;
    const char *const stop = is_little ? gau_csv_take_short(&value, *at + negative) : NULL;
    uint64_t bits;

    if (!stop || (*stop != ',' && stop != end))
        return false;
    memcpy(&bits, &value, sizeof bits);
    bits ^= (uint64_t)negative << 63; /* not a branch, which half of all numbers take */
    memcpy(out, &bits, sizeof bits);
    *at = stop + (stop != end);
    return true;
}

#endif
