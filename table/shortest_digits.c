/* SPDX-License-Identifier: Apache-2.0 */
#include "shortest_digits.h"

#include "powers_of_ten.h"

#include <stdbool.h>
#include <string.h>

/* R. Giulietti, The Schubfach way to render doubles (2022); names and numbers of figures are his.
 */

/* An upper part of a product and the lower part. */
struct product {
    uint64_t high, low;
};

static struct product multiply(uint64_t a, uint64_t b)
{
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (uint32_t)middle;

    return (struct product){.high = a1 * b1 + (middle >> 32) + (other >> 32), .low = a * b};
}

/* Returns g * c / 2^128, whose last bit is set if it is not exact. */
static uint64_t round_to_odd(const struct gau_power_of_ten *g, uint64_t c)
{
    const uint64_t carry = multiply(g->low, c).high;
    const struct product upper = multiply(g->high, c);
    const uint64_t low = upper.low + carry;

    return (upper.high + (low < carry)) | (low > 1);
}

/* Integer quotients, rounded down: the logarithms of 2^q, of 3/4 * 2^q, and of 10^k. */
static int divide_by_power(int value, unsigned power)
{
    return value >= 0 ? value >> power : -((-value - 1) >> power) - 1;
}

static int log10_of_power(int q, bool three_quarters)
{
    return divide_by_power(q * 1262611 - (three_quarters ? 524031 : 0), 22);
}

static int log2_of_power_of_ten(int k)
{
    return divide_by_power(k * 1741647, 19);
}

static struct gau_decimal without_zeros(uint64_t digits, int power)
{
    while (digits % 10 == 0) {
        digits /= 10;
        power++;
    }
    return (struct gau_decimal){.digits = digits, .power = power};
}

/* The numbers that read back as c * 2^q lie between two others; all of them times four. */
static struct gau_decimal shorten(uint64_t c, int q, bool is_power_of_two)
{
    const int k = log10_of_power(q, is_power_of_two);
    const unsigned h = (unsigned)(q + log2_of_power_of_ten(-k) + 1);
    const struct gau_power_of_ten *const g = &gau_powers_of_ten[-k - GAU_LEAST_POWER_OF_TEN];
    const uint64_t value = round_to_odd(g, 4 * c << h);
    const uint64_t lower = round_to_odd(g, (4 * c - 2 + is_power_of_two) << h) + c % 2;
    const uint64_t upper = round_to_odd(g, (4 * c + 2) << h) - c % 2;
    const uint64_t s = value / 4, tens = s / 10, middle = 4 * s + 2;
    bool below, above;

    if (s >= 10) { /* one digit less may do */
        below = lower <= 40 * tens;
        above = 40 * tens + 40 <= upper;
        if (below != above)
            return without_zeros(tens + above, k + 1);
    }
    below = lower <= 4 * s;
    above = 4 * s + 4 <= upper;
    if (below != above)
        return without_zeros(s + above, k);
    return without_zeros(s + (value > middle || (value == middle && s % 2 != 0)), k);
}

struct gau_decimal gau_shortest_digits(double value)
{
    enum { FRACTION = 52, BIAS = 1023 + FRACTION };
    uint64_t bits, c;
    int exponent, q;

    memcpy(&bits, &value, sizeof bits);
    c = bits & ((UINT64_C(1) << FRACTION) - 1);
    exponent = (int)(bits >> FRACTION & 0x7FF);
    q = (exponent ? exponent : 1) - BIAS;
    if (exponent)
        c |= UINT64_C(1) << FRACTION;
    if (q <= 0 && q > -FRACTION - 1 && (c & ((UINT64_C(1) << -q) - 1)) == 0)
        return without_zeros(c >> -q, 0);
    return shorten(c, q, exponent > 1 && c == UINT64_C(1) << FRACTION);
}
