/* SPDX-License-Identifier: Apache-2.0 */
#include "csv.h"
#include "powers_of_five.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DIGITS = 19, MAX_EXPONENT = 100000, MAX_LENGTH = 500 };

/* A decimal number: digits times ten to the exponent, exact if there are at most MAX_DIGITS. */
struct decimal {
    uint64_t digits;
    size_t n_digits;
    int exponent;
    bool negative;
};

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline const char *take_digits(const char *at, const char *end, struct decimal *decimal)
{
    uint64_t digits = decimal->digits;

    for (; at < end && is_digit(*at); at++)
        digits = 10 * digits + (uint64_t)(*at - '0');
    decimal->digits = digits;
    return at;
}

/* NULL if there is no digit. */
static const char *take_exponent(const char *at, const char *end, struct decimal *decimal)
{
    const bool negative = at < end && *at == '-';
    int exponent = 0;

    at += at < end && (*at == '-' || *at == '+');
    if (at == end || !is_digit(*at))
        return NULL;
    for (; at < end && is_digit(*at); at++)
        if (exponent < MAX_EXPONENT)
            exponent = 10 * exponent + (*at - '0');
    decimal->exponent += negative ? -exponent : exponent;
    return at;
}

/* Of @p n digits those behind leading zeros. */
static size_t significant(const char *at, size_t n)
{
    for (; n > 0 && (*at == '0' || *at == '.'); at++)
        n -= *at == '0';
    return n;
}

/* Returns its end; NULL: there is none. */
static inline const char *take_decimal(struct decimal *decimal, const char *at, const char *end)
{
    const char *begin;

    *decimal = (struct decimal){.negative = at < end && *at == '-'};
    at += at < end && (*at == '-' || *at == '+');
    begin = at;
    at = take_digits(at, end, decimal);
    decimal->n_digits = (size_t)(at - begin);
    if (at < end && *at == '.') {
        const char *const point = at;

        at = take_digits(at + 1, end, decimal);
        decimal->exponent = (int)(point + 1 - at);
        decimal->n_digits += (size_t)(at - point - 1);
    }
    if (decimal->n_digits == 0)
        return NULL;
    if (decimal->n_digits > MAX_DIGITS)
        decimal->n_digits = significant(begin, decimal->n_digits);
    return at < end && (*at == 'e' || *at == 'E') ? take_exponent(at + 1, end, decimal) : at;
}

/* Both factors are exact, so there is one rounding (Clinger, "How to read floating point numbers
 * accurately", PLDI 1990). */
static bool is_easy(const struct decimal *decimal)
{
    return FLT_EVAL_METHOD == 0 && decimal->n_digits <= MAX_DIGITS &&
           decimal->digits <= UINT64_C(1) << DBL_MANT_DIG && decimal->exponent >= -22 &&
           decimal->exponent <= 22;
}

static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static double easy_value(const struct decimal *decimal)
{
    const double digits = (double)decimal->digits;
    const double value = decimal->exponent < 0 ? digits / powers[-decimal->exponent]
                                               : digits * powers[decimal->exponent];

    return decimal->negative ? -value : value;
}

/* --- Eisel and Lemire ---------------------------------------------------------------------- */

struct product {
    uint64_t high, low;
};

static struct product multiply(uint64_t a, uint64_t b)
{
    const uint64_t half = UINT32_MAX;
    const uint64_t low = (a & half) * (b & half), high = (a >> 32) * (b >> 32);
    const uint64_t first = (a >> 32) * (b & half) + (low >> 32);
    const uint64_t second = (a & half) * (b >> 32) + (first & half);

    return (struct product){high + (first >> 32) + (second >> 32), (second << 32) | (low & half)};
}

/* Its first 55 bits are those of the exact product, or else open. */
static struct product approximate(uint64_t digits, int exponent)
{
    const uint64_t undecided = UINT64_MAX >> 55;
    const struct gau_power_of_five *const power =
        &gau_powers_of_five[exponent - GAU_FIRST_POWER_OF_FIVE];
    struct product product = multiply(digits, power->high);

    if ((product.high & undecided) == undecided) {
        const uint64_t more = multiply(digits, power->low).high;

        product.low += more;
        product.high += product.low < more;
    }
    return product;
}

/*
 * Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51 (2021),
 * https://doi.org/10.1002/spe.2984, algorithm 1. False: it does not decide, or the number is not
 * a normal one.
 */
static bool eisel_lemire_value(double *out, const struct decimal *decimal)
{
    enum { BIAS = 1023, LARGEST = 2047, FRACTION = DBL_MANT_DIG - 1 };
    const int q = decimal->exponent;
    int zeros, exponent, shift;
    struct product product;
    uint64_t bits;

    if (decimal->digits == 0 || q < GAU_FIRST_POWER_OF_FIVE || q > GAU_LAST_POWER_OF_FIVE)
        return false;
    zeros = __builtin_clzll(decimal->digits);
    product = approximate(decimal->digits << zeros, q);
    if (product.low == UINT64_MAX && (q < -27 || q > 55))
        return false;
    shift = (int)(product.high >> 63) + 64 - FRACTION - 3;
    bits = product.high >> shift; /* one more than there is room for */
    exponent = ((217706 * q) >> 16) + 63 + (int)(product.high >> 63) - zeros + BIAS;
    if (product.low <= 1 && q >= -4 && q <= 23 && (bits & 3) == 1 && bits << shift == product.high)
        bits--; /* exactly between two numbers: the even one */
    bits = (bits + (bits & 1)) >> 1;
    if (bits >> DBL_MANT_DIG) {
        bits >>= 1;
        exponent++;
    }
    if (exponent <= 0 || exponent >= LARGEST)
        return false;
    bits = (bits & ((UINT64_C(1) << FRACTION) - 1)) | (uint64_t)exponent << FRACTION |
           (uint64_t)decimal->negative << 63;
    memcpy(out, &bits, sizeof bits);
    return true;
}

/* --- all numbers --------------------------------------------------------------------------- */

static inline bool quick_value(double *out, const struct decimal *decimal)
{
    if (is_easy(decimal)) {
        *out = easy_value(decimal);
        return true;
    }
    return decimal->n_digits <= MAX_DIGITS && eisel_lemire_value(out, decimal);
}

static bool hard_value(double *out, const char *text, size_t length, locale_t c)
{
    const locale_t own = uselocale(c);
    char copy[MAX_LENGTH + 1];
    double value;

    memcpy(copy, text, length);
    copy[length] = '\0';
    value = strtod(copy, NULL);
    uselocale(own);
    if (isinf(value))
        return false;
    *out = value;
    return true;
}

bool gau_csv_number(double *out, const char *text, size_t length, locale_t c)
{
    struct decimal decimal;

    if (length > MAX_LENGTH || take_decimal(&decimal, text, text + length) != text + length)
        return false;
    return quick_value(out, &decimal) || hard_value(out, text, length, c);
}

/* --- whole numbers ------------------------------------------------------------------------- */

bool gau_csv_whole(int64_t *out, const char *text, size_t length)
{
    const char *at = text, *const end = text + length;
    const bool negative = at < end && *at == '-';
    const uint64_t limit = (uint64_t)INT64_MAX + negative;
    uint64_t value = 0;

    at += at < end && (*at == '-' || *at == '+');
    if (at == end)
        return false;
    for (; at < end; at++) {
        const uint64_t digit = (uint64_t)(*at - '0');

        if (!is_digit(*at) || value > (limit - digit) / 10)
            return false;
        value = 10 * value + digit;
    }
    *out = negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}
