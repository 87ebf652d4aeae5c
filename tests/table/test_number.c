/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "table/number_format.h"
#include "table/powers_of_ten.h"
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

/* --- shortest numbers ---------------------------------------------------------------------- */

static bool is_same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Returns the digits of a number, without its sign, its point, its exponent and zeros at its ends.
 */
static size_t count_digits(const char *text)
{
    size_t all = 0, zeros = 0;

    for (const char *c = text; *c && *c != 'e'; c++) {
        if (*c < '0' || *c > '9' || (*c == '0' && all == 0))
            continue;
        all++;
        zeros = *c == '0' ? zeros + 1 : 0;
    }
    return all - zeros;
}

/* The text is that of "%.15g", "%.16g" or "%.17g": the first that is read as the same. Only below
 * the normal numbers, and where the distance of neighbours changes, another may have fewer digits.
 */
static void assert_shortest(double value)
{
    char text[GAU_NUMBER_SIZE], wanted[64] = "";

    for (int digits = 15; digits <= 17; digits++) {
        snprintf(wanted, sizeof wanted, "%.*g", digits, value);
        if (is_same(strtod(wanted, NULL), value))
            break;
    }
    gau_number_text(text, value);
    if (strcmp(text, wanted) == 0)
        return;
    if (!is_same(strtod(text, NULL), value) || count_digits(text) >= count_digits(wanted))
        fail_msg("%a is '%s', not '%s'", value, text, wanted);
}

static uint64_t next_number(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static double double_of(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return isfinite(value) ? value : 0;
}

static void a_number_has_the_shortest_text_that_reads_back_the_same(void **state)
{
    uint64_t seed = 88172645463325252u;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        const uint64_t drawn = next_number(&seed);

        assert_shortest(double_of(drawn));                         /* all of them */
        assert_shortest(double_of(drawn >> 12));                   /* below the normal ones */
        assert_shortest((double)(drawn >> (18 + i % 40)) / 1e9);   /* whole nanoseconds */
        assert_shortest((double)(drawn >> (18 + i % 40)) * 3e-10); /* ticks */
        assert_shortest((double)(drawn >> (i % 64)));              /* whole numbers */
        assert_shortest((double)(drawn >> 40) / 1000);             /* few digits */
    }
}

/* Every power of two has a neighbour at half the distance; every power of ten, and what is beside.
 */
static void numbers_at_the_edges_have_the_shortest_text(void **state)
{
    (void)state;
    for (uint64_t exponent = 0; exponent < 0x7FF; exponent++) {
        const double power = double_of(exponent << 52);

        assert_shortest(power);
        assert_shortest(-power);
        assert_shortest(nextafter(power, (double)INFINITY));
        assert_shortest(nextafter(power, 0));
    }
    for (int exponent = -323; exponent <= 308; exponent++) {
        char text[16];
        double power;

        snprintf(text, sizeof text, "1e%d", exponent);
        power = strtod(text, NULL);
        assert_shortest(power);
        assert_shortest(nextafter(power, (double)INFINITY));
        assert_shortest(nextafter(power, 0));
    }
}

static void hard_numbers_have_the_known_text(void **state)
{
    static const struct {
        double value;
        const char *text, *real;
    } cases[] = {
        {0.0, "0", "0.0"},
        {-0.0, "-0", "-0.0"},
        {2, "2", "2.0"},
        {0.1, "0.1", "0.1"},
        {0.1 + 0.2, "0.30000000000000004", "0.30000000000000004"},
        {0x1p-1074, "5e-324", "5e-324"},
        {0x1p-1022, "2.2250738585072014e-308", "2.2250738585072014e-308"},
        {0x1.fffffffffffffp+1023, "1.7976931348623157e+308", "1.7976931348623157e+308"},
        {9007199254740991, "9007199254740991", "9007199254740991.0"},
        {9007199254740992, "9007199254740992", "9007199254740992.0"},
        {9007199254740994, "9007199254740994", "9007199254740994.0"},
        {1e14, "100000000000000", "100000000000000.0"},
        {1e15, "1e+15", "1e+15"},
        {1e22, "1e+22", "1e+22"},
        {1e23, "1e+23", "1e+23"},
        {9.5367431640625e-07, "9.5367431640625e-07", "9.5367431640625e-07"},
        {0.0001, "0.0001", "0.0001"},
        {0.00001, "1e-05", "1e-05"},
        {2e-44, "2e-44", "2e-44"},
        {5e-322, "5e-322", "5e-322"},
        {0x1p89, "6.189700196426902e+26", "6.189700196426902e+26"},
    };
    char text[GAU_NUMBER_SIZE];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        gau_number_text(text, cases[i].value);
        assert_string_equal(text, cases[i].text);
        gau_number_real_text(text, cases[i].value);
        assert_string_equal(text, cases[i].real);
    }
}

/* To one bit: each is rounded up. Ten times a number of 128 bits has three or four bits more. */
static void each_power_of_ten_is_ten_times_the_one_before(void **state)
{
    (void)state;
    for (size_t i = 1; i < GAU_POWERS_OF_TEN; i++) {
        const struct gau_power_of_ten *const now = &gau_powers_of_ten[i], *const last = now - 1;
        const uint64_t lower = 10 * (last->low & UINT32_MAX);
        const uint64_t middle = 10 * (last->low >> 32) + (lower >> 32);
        const uint64_t upper = 10 * (last->high & UINT32_MAX) + (middle >> 32);
        const uint64_t highest = 10 * (last->high >> 32) + (upper >> 32);
        const unsigned bits = highest >> 35 ? 4 : 3;
        const uint64_t low = middle << 32 | (lower & UINT32_MAX);
        const uint64_t high = highest << 32 | (upper & UINT32_MAX);
        const uint64_t wanted = low >> bits | high << (64 - bits);

        assert_int_equal(now->high, high >> bits | highest >> 32 << (64 - bits));
        assert_in_range(wanted + 1 - now->low, 0, 2);
    }
    assert_int_equal(gau_powers_of_ten[-GAU_LEAST_POWER_OF_TEN].high, UINT64_C(1) << 63);
    assert_int_equal(gau_powers_of_ten[-GAU_LEAST_POWER_OF_TEN].low, 0);
}

static void merged_ranges_are_that_of_all_numbers(void **state)
{
    static const double numbers[] = {4, -0.5, 0, 16, 2};

    (void)state;
    for (size_t split = 0; split <= COUNT_OF(numbers); split++) {
        struct gau_range all = {0}, parts[2] = {{0}};

        for (size_t i = 0; i < COUNT_OF(numbers); i++) {
            gau_range_add(&all, numbers[i]);
            gau_range_add(&parts[i >= split], numbers[i]);
        }
        gau_range_merge(&parts[0], &parts[1]);
        assert_true(parts[0].least == all.least && parts[0].most == all.most);
        assert_true(fabs(parts[0].log_sum - all.log_sum) < 1e-12);
        assert_int_equal(parts[0].count, all.count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_are_rounded_up_to_a_power_of_ten_gain_a_digit),
        cmocka_unit_test(a_number_has_the_shortest_text_that_reads_back_the_same),
        cmocka_unit_test(numbers_at_the_edges_have_the_shortest_text),
        cmocka_unit_test(hard_numbers_have_the_known_text),
        cmocka_unit_test(each_power_of_ten_is_ten_times_the_one_before),
        cmocka_unit_test(merged_ranges_are_that_of_all_numbers),
    };

    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
