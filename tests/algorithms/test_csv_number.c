/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "algorithms/csv/csv.h"
#include "algorithms/csv/short_number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static locale_t c_locale;

/* As a field before another one, and as the last of its row. Returns whether it was taken. */
static bool assert_taken_as(double expected, const char *text)
{
    const size_t length = strlen(text);
    char row[128];
    int n_taken = 0;

    for (int is_last = 0; is_last < 2; is_last++) {
        const char *at = row;
        double value = -1;

        snprintf(row, sizeof row, "%s%s\n0123456789,12345", text, is_last ? "" : ",678");
        if (!gau_csv_take_number(&value, &at, row + length + (is_last ? 0 : 4))) {
            assert_ptr_equal(at, row);
            continue;
        }
        n_taken++;
        assert_ptr_equal(at, row + length + !is_last);
        if (memcmp(&value, &expected, sizeof value) != 0)
            fail_msg("'%s': %.17g instead of %.17g", text, value, expected);
    }
    assert_int_not_equal(n_taken, 1);
    return n_taken > 0;
}

static void assert_as_strtod(const char *text)
{
    double value = -1;
    const double expected = strtod(text, NULL);

    if (!gau_csv_number(&value, text, strlen(text), c_locale) ||
        memcmp(&value, &expected, sizeof value) != 0)
        fail_msg("'%s': %.17g instead of %.17g", text, value, expected);
    assert_taken_as(expected, text);
}

static const char *const hard[] = {
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
    /* the even one of two neighbours that are equally near */
    "9007199254740993e0",
    "9007199254740995",
    "4503599627370496.5",
    "4503599627370497.5",
    "4503599627370498.5",
    "9007199254740991.5",
    "36028797018963970e-1",
    "1801439850948198500e-2",
    "5629499534213120625e-4",
    "5629499534213121875e-4",
    /* ... and numbers next to them */
    "9007199254740993000001e-6",
    "4503599627370497501e-3",
    "4503599627370497499e-3",
    /* where the first 64 bits of the power do not decide, or those of the product */
    "9007199254740993e23",
    "7205759403792794e-1",
    "1448997445238699e-15",
    "6250000000000000001e-19",
    "8533e68",
    "4104e55",
    "10160490e-112",
    "30078505129381147446e-10",
    "1090544144181609348671888949248",
    "5e-20",
    "67e14",
    "985e15",
    "7693e-42",
    "9223372036854775807",
    "9223372036854775808",
    "9999999999999999999",
    "18446744073709551615",
    "9999999999999999999e-327",
    "9999999999999999999e289",
    /* the largest and the smallest normal number, and what is beyond */
    "1797693134862315708e290",
    "1797693134862315807e290",
    "17976931348623157e292",
    "22250738585072014e-324",
    "2225073858507201383e-326",
    "22250738585072011e-324",
    "22250738585072009e-324",
    "5e-324",
    "2470328229206232721e-342",
    "2470328229206232720e-342",
    "3e-324",
    "1e-342",
    "1e-343",
    "1e308",
    "1e-308",
    "1e-307",
};

static void numbers_are_what_strtod_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(hard); i++)
        assert_as_strtod(hard[i]);
}

static void short_numbers_are_taken_from_a_row(void **state)
{
    static const char *const texts[] = {
        "0",
        "-0",
        "7",
        "1234567",
        "-1234567",
        "1.",
        "12345.",
        "1234567.",
        "0.5",
        "-0.5",
        "1.234567",
        "12.34567",
        "123456.7",
        "1234567.8",
        "-0.849742",
        "0.00123457",
        "1.23456789012345",
        "1234567.12345678",
        "0.00000000000001",
        "9999999.99999999",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (!assert_taken_as(strtod(texts[i], NULL), texts[i]))
            fail_msg("'%s' is not taken", texts[i]);
}

static uint64_t next_random(uint64_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 7;
    *x ^= *x << 17;
    return *x;
}

/* Short and long ones, with and without point and exponent. */
static void random_text(char *text, uint64_t *x, int n_digits, int exponents)
{
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
        sprintf(text, "e%d", (int)(next_random(x) % (uint64_t)exponents) - exponents / 2);
}

/* Any bits of a double; with all digits, or fewer. */
static void random_bits(char *text, uint64_t *x, int digits)
{
    double value;

    do {
        const uint64_t bits = next_random(x);

        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    sprintf(text, "%.*g", digits, value);
}

/* In the middle of two neighbours below 2^64: exactly, or with one more in its last digit. */
static void random_middle(char *text, uint64_t *x)
{
    const uint64_t odd = (UINT64_C(1) << 53) + 2 * (next_random(x) >> 12) + 1;
    const int shift = (int)(next_random(x) % 10);

    sprintf(text, "%llu", (unsigned long long)((odd << shift) + next_random(x) % 2));
}

/* With a half behind the point, as 2^53 / 2 and more are exact only to a half. */
static void random_half(char *text, uint64_t *x)
{
    const uint64_t whole = (UINT64_C(1) << 52) + (next_random(x) >> 12);

    sprintf(text, "%llu.%d", (unsigned long long)whole, 49 + (int)(next_random(x) % 3));
}

/* One of six kinds. */
static void random_number(char *text, uint64_t *x, int kind)
{
    if (kind == 0)
        random_text(text, x, 1 + (int)(next_random(x) % 8), 20);
    else if (kind == 1)
        random_text(text, x, 1 + (int)(next_random(x) % 22), 60);
    else if (kind == 2)
        random_text(text, x, 1 + (int)(next_random(x) % 19), 660);
    else if (kind == 3)
        random_bits(text, x, 6 + (int)(next_random(x) % 12));
    else if (kind == 4)
        random_middle(text, x);
    else
        random_half(text, x);
}

static int n_random = 400000;

static void random_numbers_are_what_strtod_says(void **state)
{
    uint64_t x = 88172645463325252u;
    char text[64];

    (void)state;
    for (int i = 0; i < n_random; i++) {
        random_number(text, &x, i % 6);
        if (isfinite(strtod(text, NULL)))
            assert_as_strtod(text);
    }
}

static void what_is_no_number_is_refused(void **state)
{
    static const char *const texts[] = {"",     "-",    "+",      ".",     "e5",
                                        "1e",   "1e+",  "1x",     "nan",   "inf",
                                        "-inf", "0x10", "1 2",    "1e999", "17976931348623159e292",
                                        "1,5",  "--1",  "1.2.3",  "1e5.5", "1:2",
                                        "1/2",  "1.5/", "12\x80", "\xB0",  "00000000000000000000x",
                                        " 1",   "1 ",   "1e1e1",  "١",     "1_000"};
    char longest[600];
    double value = 7;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (gau_csv_number(&value, texts[i], strlen(texts[i]), c_locale) ||
            (!strchr(texts[i], ',') && assert_taken_as(7, texts[i])))
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

/* "all": ten million random numbers */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_what_strtod_says),
        cmocka_unit_test(short_numbers_are_taken_from_a_row),
        cmocka_unit_test(random_numbers_are_what_strtod_says),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(whole_numbers_have_64_bits),
    };
    int status;

    if (argc > 1 && strcmp(argv[1], "all") == 0)
        n_random = 10000000;
    c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    status = cmocka_run_group_tests_name("csv_number", tests, NULL, NULL);
    freelocale(c_locale);
    return status;
}
