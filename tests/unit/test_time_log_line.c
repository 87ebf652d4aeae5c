/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "table/number_format.h"
#include "table/time_log_line.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Lines of a time log, and the labels in them. */

static void labels_have_no_letters_that_mean_something(void **state)
{
    static const struct {
        const char *name, *label;
    } cases[] = {
        {"", ""},
        {"Fit", "Fit"},
        {" two words ", " two words "},
        {"a\tb\nc\rd\x01"
         "e\x7F"
         "f",
         "a_b_c_d_e_f"},
        {"C# and F#", "C_ and F_"},
        {"caf\xC3\xA9", "caf\xC3\xA9"},
        {"\xC2\x85|\xC2\xA0", "_|\xC2\xA0"},                     /* next line; no-break space */
        {"\xF0\x9F\x98\x80\xED\xA0\x80", "\xF0\x9F\x98\x80___"}, /* a surrogate is no character */
        {"\xC3", "_"},
        {"a & $ ^ \\ '", "a & $ ^ \\ '"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char label[GAU_TIME_LOG_LABEL_SIZE];

        gau_time_log_label(label, cases[i].name);
        assert_string_equal(label, cases[i].label);
    }
}

/* A letter as UTF-8, a number of times. */
static void repeat(char *text, const char *letter, size_t n)
{
    text[0] = '\0';
    while (n-- > 0)
        strcat(text, letter);
}

static void labels_of_more_than_100_characters_are_cut(void **state)
{
    static const char *const letters[] = {"x", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(letters); i++) {
        char name[1000], wanted[1000], label[GAU_TIME_LOG_LABEL_SIZE];

        repeat(name, letters[i], 100);
        gau_time_log_label(label, name);
        assert_string_equal(label, name);
        for (size_t n = 101; n <= 200; n += 99) {
            repeat(name, letters[i], n);
            repeat(wanted, letters[i], 97);
            strcat(wanted, "...");
            gau_time_log_label(label, name);
            assert_string_equal(label, wanted);
        }
    }
}

static void a_line_has_room_for_everything(void **state)
{
    const struct gau_time_log_entry entry = {UINT64_MAX - 1, UINT64_MAX, UINT32_MAX,
                                             UINT32_MAX,     0,          0};
    const struct gau_time_log_scale scale = {0, 1.23456e-150};
    char name[1000], label[GAU_TIME_LOG_LABEL_SIZE], line[GAU_TIME_LOG_LINE_SIZE], wanted[2000];
    size_t length;

    (void)state;
    repeat(name, "\xF0\x9F\x98\x80", 100);
    gau_time_log_label(label, name);
    length = gau_time_log_line(line, UINT32_MAX, &entry, &scale, label);
    snprintf(wanted, sizeof wanted,
             "4294967295\t4294967295\t4294967295\t18446744073709551614\t18446744073709551615\t"
             "2.27736e-131\t2.27736e-131\t%s\n",
             name);
    assert_string_equal(line, wanted);
    assert_int_equal(length, strlen(wanted));
}

static void seconds_have_six_digits(void **state)
{
    static const struct {
        uint64_t ticks;
        double tick_s;
        const char *text;
    } cases[] = {
        {0, 1e-9, "0"},
        {2519, 1e-9, "2.519e-06"},
        {251901234, 1e-14, "2.51901e-06"},
        {81979512, 1e-9, "0.0819795"},
        {123456789, 1e-3, "123457"},
        {1234567890, 1e-3, "1.23457e+06"},
        {1, 0.1, "0.1"},
        {5, 1, "5"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct gau_time_log_scale scale = {77, cases[i].tick_s};
        const struct gau_time_log_entry entry = {
            77 + cases[i].ticks, 77 + cases[i].ticks, 0, 1, 0, 0};
        char line[GAU_TIME_LOG_LINE_SIZE], wanted[200];

        gau_time_log_line(line, 1, &entry, &scale, "x");
        snprintf(wanted, sizeof wanted, "1\t0\t1\t%llu\t%llu\t%s\t%s\tx\n",
                 (unsigned long long)entry.start, (unsigned long long)entry.end, cases[i].text,
                 cases[i].text);
        assert_string_equal(line, wanted);
    }
}

/* As printf() has them, where digits end, next to middles and powers of ten, and at random. */
static void is_as_printed(double value)
{
    for (int digits = 1; digits <= 7; digits++) {
        char found[GAU_NUMBER_SIZE], wanted[64];

        gau_number_digits_text(found, digits, value);
        snprintf(wanted, sizeof wanted, "%.*g", digits, value);
        assert_string_equal(found, wanted);
    }
}

static void digits_are_those_of_printf(void **state)
{
    uint64_t random = 1;

    (void)state;
    for (int power = -16; power <= 16; power++)
        for (int digits = 0; digits < 400; digits++) {
            const double value = digits * pow(10, power);

            is_as_printed(value);
            is_as_printed(value * 1000 + 5 * pow(10, power));
            is_as_printed(nextafter(value, 0));
            is_as_printed(nextafter(value, INFINITY));
            is_as_printed(-value);
            random = random * 6364136223846793005 + 1442695040888963407;
            is_as_printed((double)(random >> 20) * pow(10, power - 6));
        }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_have_no_letters_that_mean_something),
        cmocka_unit_test(labels_of_more_than_100_characters_are_cut),
        cmocka_unit_test(a_line_has_room_for_everything),
        cmocka_unit_test(seconds_have_six_digits),
        cmocka_unit_test(digits_are_those_of_printf),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
