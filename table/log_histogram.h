/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_LOG_HISTOGRAM_H
#define GAUDIT_TABLE_LOG_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

/*
 * A histogram of whole numbers with bins of constant relative width, of fixed size: 32 bins per
 * factor of two (the idea is HdrHistogram's). Values below 64 have a bin each; above, a bin is
 * 1/32 of its lower edge wide at the most, so its middle is within 1.6 % of every value in it.
 * The last bin has everything from 2^45 on (3 hours at 3 GHz).
 */

enum { GAU_LOG_BITS = 5, GAU_LOG_MAX_EXPONENT = 44 };
enum {
    GAU_LOG_BINS = ((GAU_LOG_MAX_EXPONENT - GAU_LOG_BITS) << GAU_LOG_BITS) + (2 << GAU_LOG_BITS)
};

/* The leading one and the five bits behind it, with the exponent in front. */
static inline size_t gau_log_bin(uint64_t value)
{
    /* 0 for values with a bin each. */
    const unsigned shift =
        (63u ^ (unsigned)__builtin_clzll(value | 1u << GAU_LOG_BITS)) - GAU_LOG_BITS;

    if (__builtin_expect(shift > GAU_LOG_MAX_EXPONENT - GAU_LOG_BITS, 0))
        return GAU_LOG_BINS - 1;
    return ((size_t)shift << GAU_LOG_BITS) + (size_t)(value >> shift);
}

/* The smallest value of a bin. */
static inline uint64_t gau_log_edge(size_t bin)
{
    const unsigned shift = bin >= (2u << GAU_LOG_BITS) ? (unsigned)(bin >> GAU_LOG_BITS) - 1 : 0;

    return (uint64_t)(bin - ((size_t)shift << GAU_LOG_BITS)) << shift;
}

/* The middle of a bin, which represents its values. */
static inline double gau_log_middle(size_t bin)
{
    const double low = (double)gau_log_edge(bin), high = (double)gau_log_edge(bin + 1);

    return high - low > 1 ? (low + high) / 2 : low;
}

#endif
