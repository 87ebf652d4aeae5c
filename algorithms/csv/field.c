/* SPDX-License-Identifier: Apache-2.0 */
#include "csv.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* --- numbers ------------------------------------------------------------------------------- */

enum { MAX_DIGITS = 19, MAX_EXPONENT = 100000, MAX_LENGTH = 500 };

/* A decimal number: digits times ten to the exponent, exact if there were at most MAX_DIGITS. */
struct decimal {
    uint64_t digits;
    int n_digits, exponent;
    bool negative;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *take_digits(const char *at, const char *end, struct decimal *decimal)
{
    for (; at < end && is_digit(*at); at++) {
        if (decimal->n_digits < MAX_DIGITS)
            decimal->digits = 10 * decimal->digits + (uint64_t)(*at - '0');
        decimal->n_digits += decimal->digits > 0;
    }
    return at;
}

/* NULL if there is no digit. */
static const char *take_exponent(const char *at, const char *end, struct decimal *decimal)
{
    const bool negative = at < end && *at == '-';
    int exponent = 0;

    at += at < end && (*at == '-' || *at == '+');
    if (at == end)
        return NULL;
    for (; at < end && is_digit(*at); at++)
        if (exponent < MAX_EXPONENT)
            exponent = 10 * exponent + (*at - '0');
    decimal->exponent += negative ? -exponent : exponent;
    return at;
}

static bool read_decimal(struct decimal *decimal, const char *at, const char *end)
{
    const char *begin, *point = NULL;

    decimal->negative = at < end && *at == '-';
    at += at < end && (*at == '-' || *at == '+');
    begin = at;
    at = take_digits(at, end, decimal);
    if (at < end && *at == '.') {
        point = at + 1;
        at = take_digits(point, end, decimal);
        decimal->exponent = (int)(point - at);
    }
    if (at - begin - (point != NULL) == 0)
        return false;
    if (at < end && (*at == 'e' || *at == 'E'))
        at = take_exponent(at + 1, end, decimal);
    return at == end;
}

/* Both factors are exact, so there is one rounding (Clinger, "How to read floating point numbers
 * accurately", PLDI 1990). */
static bool is_easy(const struct decimal *decimal)
{
    return FLT_EVAL_METHOD == 0 && decimal->n_digits <= MAX_DIGITS &&
           decimal->digits <= UINT64_C(1) << DBL_MANT_DIG && decimal->exponent >= -22 &&
           decimal->exponent <= 22;
}

static double easy_value(const struct decimal *decimal)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const double digits = (double)decimal->digits;
    const double value = decimal->exponent < 0 ? digits / powers[-decimal->exponent]
                                               : digits * powers[decimal->exponent];

    return decimal->negative ? -value : value;
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
    struct decimal decimal = {0};

    if (length > MAX_LENGTH || !read_decimal(&decimal, text, text + length))
        return false;
    if (!is_easy(&decimal))
        return hard_value(out, text, length, c);
    *out = easy_value(&decimal);
    return true;
}

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

/* --- fields -------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct gau_csv_field quoted(const char **at, const char *end)
{
    struct gau_csv_field field = {.text = *at + 1};
    const char *close = field.text;

    while ((close = memchr(close, '"', (size_t)(end - close))) && close + 1 < end &&
           close[1] == '"') {
        field.escaped = true;
        close += 2;
    }
    if (!close)
        close = end;
    field.length = (size_t)(close - field.text);
    *at = close + 2 < end ? close + 2 : end;
    return field;
}

struct gau_csv_field gau_csv_take_field(const char **at, const char *end)
{
    const char *begin = *at, *stop;

    if (begin < end && *begin == '"')
        return quoted(at, end);
    stop = begin < end ? memchr(begin, ',', (size_t)(end - begin)) : NULL;
    *at = stop ? stop + 1 : end;
    if (!stop)
        stop = end;
    while (begin < stop && is_blank(*begin))
        begin++;
    while (stop > begin && is_blank(stop[-1]))
        stop--;
    return (struct gau_csv_field){.text = begin, .length = (size_t)(stop - begin)};
}

size_t gau_csv_unescape(char *out, const struct gau_csv_field *field)
{
    size_t length = 0;

    for (size_t i = 0; i < field->length; i++) {
        out[length++] = field->text[i];
        i += field->text[i] == '"';
    }
    return length;
}
