/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "table/number.h"
#include "table/table.h"

#include <stdlib.h>

/* Numbers as people read them, alone and in tables. */

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
    assert_string_equal(whole, "X [GeV]\n-------\n  1e+10\n      1\n");
    free(whole);
    gau_table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_are_rounded_up_to_a_power_of_ten_gain_a_digit),
    };

    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
