/* SPDX-License-Identifier: Apache-2.0 */
#include "number_format.h"

#include "shortest_digits.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each row is a unit of values and one that displays them. Of one base the largest comes first. */
static const struct unit {
    const char *base, *shown;
    double factor;
} units[] = {
    {"s", "s", 1},          {"s", "ms", 1e3},      {"s", "us", 1e6},      {"s", "ns", 1e9},
    {"ns", "s", 1e-9},      {"ns", "ms", 1e-6},    {"ns", "us", 1e-3},    {"ns", "ns", 1},
    {"bytes", "TB", 1e-12}, {"bytes", "GB", 1e-9}, {"bytes", "MB", 1e-6}, {"bytes", "kB", 1e-3},
    {"bytes", "B", 1},      {"percent", "%", 1},
};

enum { N_UNITS = sizeof units / sizeof *units };

/* snprintf() uses the decimal point of the program's locale, which this replaces. */
static void remove_point(char *text)
{
    char *const comma = strchr(text, ',');

    if (comma)
        *comma = '.';
}

static void fixed(char text[GAU_NUMBER_SIZE], int decimals, double value)
{
    snprintf(text, GAU_NUMBER_SIZE, "%.*f", decimals, value);
    remove_point(text);
}

void gau_number_fixed_text(char text[GAU_NUMBER_SIZE], int decimals, double value)
{
    if (!(fabs(value) < 1e20)) {
        snprintf(text, GAU_NUMBER_SIZE, "%.*e", decimals, value);
        remove_point(text);
        return;
    }
    fixed(text, decimals, value);
    if (text[0] == '-' && !text[strspn(text, "-0.")])
        fixed(text, decimals, 0);
}

/* --- significant digits -------------------------------------------------------------------- */

/* Powers of ten that doubles represent exactly. */
static const double powers[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

enum { FEW_DIGITS = 6 };

/* Writes @p value as digits * 10^(power + 1 - @p n), with n digits. Returns false if a double is
 * not precise enough, because the value is too close to the middle between two, or out of range. */
static bool get_digits(double value, int n, uint32_t *digits, int *power)
{
    double scaled = 0, whole;
    int exponent;

    if (n < 1 || n > FEW_DIGITS || !(value > 1e-12 && value < 1e12))
        return false;
    frexp(value, &exponent);
    *power = (int)floor(0.30103 * (exponent - 1));
    for (int i = 0; i < 2; i++) {
        const int shift = n - 1 - *power;

        scaled = shift >= 0 ? value * powers[shift] : value / powers[-shift];
        if (scaled < powers[n])
            break;
        ++*power;
    }
    whole = floor(scaled);
    if (scaled < powers[n - 1] || scaled >= powers[n] || fabs(scaled - whole - 0.5) < 1e-6)
        return false;
    *digits = (uint32_t)whole + (scaled - whole > 0.5);
    if (*digits >= (uint32_t)powers[n]) {
        *digits /= 10;
        ++*power;
    }
    return true;
}

/* Writes digits * 10^(power + 1 - @p n) as "%.*g" does with that precision, which leaves out the
 * zeros at the end. */
static void put_digits(char *text, uint64_t digits, int n, int power, int precision)
{
    const bool plain = power >= -4 && power < precision;
    const int before = !plain ? 1 : power < 0 ? 0 : power + 1; /* digits before the point */
    char all[20];

    for (; n > 1 && digits % 10 == 0 && n > before; n--)
        digits /= 10;
    for (int i = n; i-- > 0; digits /= 10)
        all[i] = "0123456789"[digits % 10];
    for (int i = 0; i < before; i++)
        *text++ = (char)(i < n ? all[i] : '0');
    if (before == 0)
        *text++ = '0';
    if (n > before)
        *text++ = '.';
    for (int i = power + 1; plain && i < 0; i++)
        *text++ = '0';
    for (int i = before; i < n; i++)
        *text++ = all[i];
    if (!plain) {
        *text++ = 'e';
        *text++ = power < 0 ? '-' : '+';
        if (abs(power) >= 100)
            *text++ = (char)('0' + abs(power) / 100);
        *text++ = (char)('0' + abs(power) / 10 % 10);
        *text++ = (char)('0' + abs(power) % 10);
    }
    *text = '\0';
}

void gau_number_digits_text(char text[GAU_NUMBER_SIZE], int digits, double value)
{
    uint32_t all;
    int power;

    if (get_digits(value, digits, &all, &power)) { /* this is several times as fast as snprintf() */
        put_digits(text, all, digits, power, digits);
        return;
    }
    snprintf(text, GAU_NUMBER_SIZE, "%.*g", digits, value);
    remove_point(text);
}

void gau_number_text(char text[GAU_NUMBER_SIZE], double value)
{
    struct gau_decimal shortest;
    int n = 1;

    if (signbit(value))
        *text++ = '-';
    if (fpclassify(value) == FP_ZERO) {
        strcpy(text, "0");
        return;
    }
    shortest = gau_shortest_digits(fabs(value));
    for (uint64_t rest = shortest.digits / 10; rest > 0; rest /= 10)
        n++;
    put_digits(text, shortest.digits, n, shortest.power + n - 1, n > 15 ? n : 15);
}

void gau_number_real_text(char text[GAU_NUMBER_SIZE], double value)
{
    size_t length;

    gau_number_text(text, value);
    length = strlen(text);
    if (!text[strcspn(text, ".e")])
        snprintf(text + length, GAU_NUMBER_SIZE - length, ".0");
}

/* --- scales -------------------------------------------------------------------------------- */

/* Returns the power of ten that a number begins with: 3 for 1000 to 9999. */
static int magnitude(double value)
{
    return (int)floor(log10(value) + 1e-12);
}

void gau_range_add(struct gau_range *range, double value)
{
    const double size = fabs(value);

    if (size <= 0)
        return;
    range->least = range->count ? fmin(range->least, size) : size;
    range->most = fmax(range->most, size);
    range->log_sum += log(size);
    range->count++;
}

void gau_range_merge(struct gau_range *range, const struct gau_range *other)
{
    if (other->count == 0)
        return;
    range->least = range->count ? fmin(range->least, other->least) : other->least;
    range->most = fmax(range->most, other->most);
    range->log_sum += other->log_sum;
    range->count += other->count;
}

/* Returns NULL if the unit stays as it is; see gau_scale_choose(). */
static const struct unit *choose_unit(const char *base, const struct gau_range *range, bool shared)
{
    const double least = range->least, most = range->most;
    const double middle = range->count ? exp(range->log_sum / (double)range->count) : 0;
    const struct unit *best = NULL;

    for (size_t i = 0; i < N_UNITS; i++) {
        if (strcmp(units[i].base, base) != 0 || (most <= 0 && fabs(units[i].factor - 1) > 0))
            continue;
        if (best && most * best->factor >= 1 &&
            (shared ? middle * best->factor >= 0.1
                    : least * best->factor >= 0.01 || most * units[i].factor >= 1e5))
            return best;
        best = &units[i];
    }
    return best;
}

static const double exponent_from = 1e15; /* numbers from it on have an exponent */

/* The largest value gets four digits, the smallest two, unless that is more than eight in all. */
static int choose_decimals(double least, double most)
{
    const int front = most >= 1 ? magnitude(most) + 1 : 1;
    int decimals;

    if (most <= 0)
        return 0;
    if (most >= exponent_from || most < 1e-4)
        return -1;
    if (most >= 1e9)
        return 0;
    decimals = 3 - magnitude(most);
    if (decimals < 1 - magnitude(least))
        decimals = 1 - magnitude(least);
    if (decimals > 8 - front)
        decimals = 8 - front;
    return decimals < 0 ? 0 : decimals;
}

struct gau_scale gau_scale_choose(const char *unit, const struct gau_range *range, bool shared)
{
    const struct unit *const known = choose_unit(unit, range, shared);

    return (struct gau_scale){.unit = known ? known->shown : unit,
                              .factor = known ? known->factor : 1};
}

void gau_scale_set_decimals(struct gau_scale *scale, const struct gau_range *range, double step)
{
    const double factor = scale->factor;
    const int most = step > 0 ? -magnitude(step * factor) : 0;

    scale->decimals = choose_decimals(range->least * factor, range->most * factor);
    if (step <= 0)
        return;
    if (scale->decimals > most || (scale->decimals < 0 && range->most * factor < 1))
        scale->decimals = most;
    if (scale->decimals < 0)
        scale->decimals = 0;
}

/* Returns true if a non-zero number was rounded to zero. */
static bool value_vanished(const char *text, double value)
{
    return (value < 0 || value > 0) && !text[strspn(text, "-0.")];
}

void gau_scale_text(char text[GAU_NUMBER_SIZE], const struct gau_scale *scale, double value)
{
    const double scaled = value * scale->factor;

    if (scale->decimals < 0 || fabs(scaled) >= exponent_from) {
        gau_number_digits_text(text, 4, scaled);
        return;
    }
    fixed(text, scale->decimals, scaled);
    if (!value_vanished(text, scaled))
        return;
    snprintf(text, GAU_NUMBER_SIZE, "%s%.*f", scaled < 0 ? ">-" : "<", scale->decimals,
             pow(10, -scale->decimals));
    remove_point(text);
}

/* "2.900" becomes "2.9", "3." becomes "3"; exponents are unchanged. */
static void strip_zeros(char *text)
{
    size_t n = strlen(text);

    if (!strchr(text, '.') || strchr(text, 'e'))
        return;
    while (text[n - 1] == '0')
        text[--n] = '\0';
    if (text[n - 1] == '.')
        text[n - 1] = '\0';
}

char *gau_quantity_text(char *text, size_t size, double value, const char *unit)
{
    const struct gau_range range = {.least = fabs(value), .most = fabs(value)};
    const struct gau_scale scale = gau_scale_choose(unit ? unit : "", &range, false);
    const double scaled = value * scale.factor;
    char number[GAU_NUMBER_SIZE];

    if (!isfinite(value)) {
        snprintf(text, size, "-");
        return text;
    }
    if (fabs(scaled) >= 9999.5 && fabs(scaled) < 1e15) /* because "%.4g" would write "1e+04" */
        fixed(number, 0, scaled);
    else
        gau_number_digits_text(number, 4, scaled);
    strip_zeros(number);
    snprintf(text, size, "%s%s%s", number, scale.unit[0] ? " " : "", scale.unit);
    return text;
}
