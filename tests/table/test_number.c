/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "table/number_format.h"
#include "table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers in display formats, alone and in tables. */

/* All digits nine, and something behind: the next power of ten. */
static void numbers_that_are_rounded_up_to_a_power_of_ten_gain_a_digit(void **state)
{
    static const struct {
        double value;
        const char *quantity, *digits;
    } cases[] = {
        {9.9996, "10 GeV", "10"},
        {99.997, "100 GeV", "100"},
        {999.96, "1000 GeV", "1000"},
        {9999.6, "10000 GeV", "1e+04"},
        {0.099998, "0.1 GeV", "0.1"},
        {9.9994, "9.999 GeV", "9.999"},
        {-9.9996, "-10 GeV", "-10"},
        {9.9998e-6, "1e-05 GeV", "1e-05"},
        {9999.6e-8, "0.0001 GeV", "0.0001"},
    };
    static const struct gau_column column = {
        .name = "X", .key = "x", .unit = "GeV", .type = GAU_COLUMN_REAL};
    struct gau_table *const table = gau_table_new(&column, 1);
    char *whole = NULL, text[64];
    size_t size;
    FILE *const out = open_memstream(&whole, &size);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_string_equal(gau_quantity_text(text, sizeof text, cases[i].value, "GeV"),
                            cases[i].quantity);
        gau_number_digits_text(text, 4, cases[i].value);
        assert_string_equal(text, cases[i].digits);
    }
    gau_table_row(table, 0);
    gau_table_set_real(table, 0, 9.9996e9);
    gau_table_row(table, 0);
    gau_table_set_real(table, 0, 0.99996);
    assert_int_equal(gau_table_write(table, GAU_TABLE_TEXT, out), 0);
    fclose(out);
    assert_string_equal(whole, "   X [GeV]\n----------\n9999600000\n         1\n");
    free(whole);
    gau_table_free(table);
}

/* The shortest of 15, 16 and 17 digits that is read as the same, however it is made. */
static void assert_shortest(double value)
{
    char text[GAU_NUMBER_SIZE], wanted[64] = "";

    for (int digits = 15; digits <= 17; digits++) {
        snprintf(wanted, sizeof wanted, "%.*g", digits, value);
        if (memcmp(&(double){strtod(wanted, NULL)}, &value, sizeof value) == 0)
            break;
    }
    gau_number_text(text, value);
    assert_string_equal(text, wanted);
}

static void whole_nanoseconds_have_the_same_text_as_other_numbers(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (double value = 1e-6; value < 1e7; value *= 10) {
        assert_shortest(value);
        assert_shortest(nextafter(value, 0));
        assert_shortest(nextafter(value, 1e9));
        assert_shortest(-value);
    }
    for (int i = 0; i < 20000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        assert_shortest((double)(seed >> (18 + i % 40)) / 1e9);
        assert_shortest((double)(seed >> (18 + i % 40)) / 1e9 + 1e-10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_are_rounded_up_to_a_power_of_ten_gain_a_digit),
        cmocka_unit_test(whole_nanoseconds_have_the_same_text_as_other_numbers),
    };

    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
