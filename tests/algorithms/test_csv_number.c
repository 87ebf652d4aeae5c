/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "algorithms/csv/csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static locale_t c_locale;

static void assert_as_strtod(const char *text)
{
    double value = -1;
    const double expected = strtod(text, NULL);

    if (!gau_csv_number(&value, text, strlen(text), c_locale) ||
        memcmp(&value, &expected, sizeof value) != 0)
        fail_msg("'%s': %.17g instead of %.17g", text, value, expected);
}

static void numbers_are_what_strtod_says(void **state)
{
    static const char *const texts[] = {
        "0",
        "-0",
        "+1",
        "1.",
        ".5",
        "1e5",
        "1E-5",
        "1e22",
        "1e23",
        "-1e-22",
        "1e-23",
        "9007199254740992",
        "9007199254740993",
        "9007199254740993e1",
        "18446744073709551616",
        "0.1",
        "123456789012345678901234567890",
        "1.7976931348623157e308",
        "4.9e-324",
        "1e-400",
        "2.2250738585072011e-308",
        "0e999999999999",
        "0.000000000000000000000000000001",
        "000000000000000000000000000001.5",
        "1e+05",
        "179769313486231570000000000000e279",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        assert_as_strtod(texts[i]);
}

static uint64_t next_random(uint64_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 7;
    *x ^= *x << 17;
    return *x;
}

/* Short and long ones, with and without point and exponent. */
static void random_text(char *text, uint64_t *x)
{
    const int n_digits = 1 + (int)(next_random(x) % 22);
    const int point = (int)(next_random(x) % 24);

    if (next_random(x) % 2)
        *text++ = '-';
    for (int i = 0; i < n_digits; i++) {
        if (i == point)
            *text++ = '.';
        *text++ = (char)('0' + next_random(x) % 10);
    }
    *text = '\0';
    if (next_random(x) % 2)
        sprintf(text, "e%d", (int)(next_random(x) % 60) - 30);
}

static void random_numbers_are_what_strtod_says(void **state)
{
    uint64_t x = 88172645463325252u;
    char text[64];

    (void)state;
    for (int i = 0; i < 300000; i++) {
        random_text(text, &x);
        assert_as_strtod(text);
    }
    for (int i = 0; i < 100000; i++) {
        const uint64_t bits = next_random(&x);
        double value;

        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        snprintf(text, sizeof text, "%.*g", 6 + i % 12, value);
        if (isfinite(strtod(text, NULL)))
            assert_as_strtod(text);
    }
}

static void what_is_no_number_is_refused(void **state)
{
    static const char *const texts[] = {"",    "-",     "+",     ".",   "e5",    "1e",
                                        "1e+", "1x",    "nan",   "inf", "-inf",  "0x10",
                                        "1 2", "1e999", "1,5",   "--1", "1.2.3", "1e5.5",
                                        " 1",  "1 ",    "1e1e1", "١",   "1_000"};
    char longest[600];
    double value = 7;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (gau_csv_number(&value, texts[i], strlen(texts[i]), c_locale))
            fail_msg("'%s' was read as %g", texts[i], value);
    memset(longest, '1', sizeof longest);
    assert_false(gau_csv_number(&value, longest, sizeof longest, c_locale));
    assert_true(value == 7);
}

static void whole_numbers_have_64_bits(void **state)
{
    static const char *const wrongs[] = {"",
                                         "-",
                                         "1.0",
                                         "1e3",
                                         "x",
                                         "9223372036854775808",
                                         "-9223372036854775809",
                                         "99999999999999999999"};
    int64_t value = 0;

    (void)state;
    assert_true(gau_csv_whole(&value, "9223372036854775807", 19));
    assert_true(value == INT64_MAX);
    assert_true(gau_csv_whole(&value, "-9223372036854775808", 20));
    assert_true(value == INT64_MIN);
    assert_true(gau_csv_whole(&value, "+42", 3));
    assert_true(value == 42);
    for (size_t i = 0; i < COUNT_OF(wrongs); i++)
        assert_false(gau_csv_whole(&value, wrongs[i], strlen(wrongs[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_what_strtod_says),
        cmocka_unit_test(random_numbers_are_what_strtod_says),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(whole_numbers_have_64_bits),
    };
    int status;

    c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    status = cmocka_run_group_tests_name("csv_number", tests, NULL, NULL);
    freelocale(c_locale);
    return status;
}
