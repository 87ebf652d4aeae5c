/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tests/table/written_table.h"

#include "table/number_format.h"
#include "table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME, CALLS, TIME, NOTE, N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {
    {.name = "Branch", .key = "name", .tree = true},
    {.name = "Calls", .key = "calls", .type = GAU_COLUMN_INTEGER},
    {.name = "Total", .key = "total_s", .unit = "s", .type = GAU_COLUMN_REAL},
    {.name = "Note", .key = "note"},
};

static void add(struct gau_table *table, unsigned depth, const char *name, int64_t calls,
                double time)
{
    gau_table_row(table, depth);
    gau_table_set_text(table, NAME, name);
    gau_table_set_integer(table, CALLS, calls);
    gau_table_set_real(table, TIME, time);
}

static void check(struct gau_table *table, enum gau_table_format format, const char *expected)
{
    char *const text = written_table(table, format);

    assert_string_equal(text, expected);
    free(text);
}

static struct gau_table *sample(void)
{
    struct gau_table *const table = gau_table_new(columns, N_COLUMNS);

    gau_table_title(table, "Time of %d branches", 2);
    add(table, 0, "Event", 1000, 12.5e-3);
    add(table, 1, "M\xC3\xBCon", 7, 0.3e-3);
    gau_table_set_text(table, NOTE, "a|b");
    gau_table_total(table);
    gau_table_set_text(table, NAME, "all");
    gau_table_set_real(table, TIME, 12.8e-3);
    gau_table_footer(table, "closed");
    return table;
}

static void text_is_aligned_and_a_column_has_one_unit(void **state)
{
    (void)state;
    check(sample(), GAU_TABLE_TEXT,
          "Time of 2 branches\n"
          "\n"
          "Branch  Calls  Total [ms]  Note\n"
          "-------------------------------\n"
          "Event    1000        12.5\n"
          "  M\xC3\xBCon      7         0.3  a|b\n"
          "-------------------------------\n"
          "all                  12.8\n"
          "-------------------------------\n"
          "closed\n");
}

static void programs_get_all_digits_and_no_decoration(void **state)
{
    (void)state;
    check(sample(), GAU_TABLE_CSV,
          "name,calls,total_s,note\n"
          "Event,1000,0.0125,\n"
          "M\xC3\xBCon,7,0.0003,a|b\n");
    check(sample(), GAU_TABLE_JSON,
          "[\n"
          "  {\"name\": \"Event\", \"calls\": 1000, \"total_s\": 0.0125, \"note\": null},\n"
          "  {\"name\": \"M\xC3\xBCon\", \"calls\": 7, \"total_s\": 0.0003, \"note\": \"a|b\"}\n"
          "]\n");
}

static void markdown_escapes_what_would_be_markup(void **state)
{
    (void)state;
    check(sample(), GAU_TABLE_MARKDOWN,
          "### Time of 2 branches\n"
          "\n"
          "| Branch | Calls | Total [ms] | Note |\n"
          "| --- | ---: | ---: | --- |\n"
          "| Event | 1000 | 12.5 |  |\n"
          "| &nbsp;&nbsp;M\xC3\xBCon | 7 | 0.3 | a\\|b |\n"
          "| all |  | 12.8 |  |\n"
          "\n"
          "closed\n"
          "\n");
}

static void columns_are_for_display_or_data_formats(void **state)
{
    static const struct gau_column both[] = {
        {.name = "Shown", .key = "shown", .shown = GAU_IN_DISPLAY_FORMATS},
        {.name = "Read", .key = "read", .shown = GAU_IN_DATA_FORMATS},
    };

    (void)state;
    for (int format = GAU_TABLE_TEXT; format <= GAU_TABLE_CSV; format++) {
        struct gau_table *const table = gau_table_new(both, COUNT_OF(both));

        gau_table_row(table, 0);
        gau_table_set_text(table, 0, "display");
        gau_table_set_text(table, 1, "programs");
        check(table, (enum gau_table_format)format,
              format == GAU_TABLE_CSV ? "read\nprograms\n" : "Shown\n-------\ndisplay\n");
    }
}

/* Two values of a column, and its layout. */
static const struct scale {
    const char *unit;
    double first, second;
    const char *header, *shown[2];
} scales[] = {
    {"s", 2.5, 0.25, "X [s]", {"2.50", "0.25"}},
    {"s", 1234.5678, 1, "X [s]", {"1234.6", "1.0"}},
    {"s", 12.345678, 50e-6, "X [ms]", {"12345.678", "0.050"}},
    {"s", 3e-8, 1e-9, "X [ns]", {"30", "1"}},
    {"s", 2e-6, 0, "X [us]", {"2", "0"}},
    {"s", 0, 0, "X [s]", {"0", "0"}},
    {"s", 500, 1e-9, "X [s]", {"500.00000", "<0.00001"}},
    {"s", -0.002, 0.001, "X [ms]", {"-2", "1"}},
    {"s", 500, -1e-9, "X [s]", {"500.00000", ">-0.00001"}},
    {"ns", 21.5, 2000, "X [us]", {"0.022", "2.000"}},
    {"bytes", 12.5e6, 4096, "X [kB]", {"12500.0", "4.1"}},
    {"percent", 52.345, 0.0057, "X [%]", {"52.3450", "0.0057"}},
    {"GeV", 2.9, 120, "X [GeV]", {"2.9", "120.0"}},
    {"", 1e12, 3, "X", {"1000000000000", "3"}},
    {"", 1e24, 3, "X", {"1e+24", "3"}},
};

static void units_and_digits_suit_the_whole_column(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(scales); i++) {
        const struct gau_column column = {
            .name = "X", .key = "x", .unit = scales[i].unit, .type = GAU_COLUMN_REAL};
        struct gau_table *const table = gau_table_new(&column, 1);
        char *text, *line;

        gau_table_row(table, 0);
        gau_table_set_real(table, 0, scales[i].first);
        gau_table_row(table, 0);
        gau_table_set_real(table, 0, scales[i].second);
        text = written_table(table, GAU_TABLE_TEXT);
        line = strtok(text, "\n");
        assert_string_equal(line + strspn(line, " "), scales[i].header);
        assert_non_null(strtok(NULL, "\n"));
        for (size_t row = 0; row < 2; row++) {
            line = strtok(NULL, "\n");
            assert_string_equal(line + strspn(line, " "), scales[i].shown[row]);
        }
        free(text);
    }
}

/* One row: two columns of a group, one of its own. */
static const struct grouped {
    double values[3];
    const char *text;
} grouped[] = {
    {{90.01384e-6, 0.39e-9, 2e-9}, "A [us]  B [us]  C [ns]\n 90.01  0.0004       2\n"},
    {{5e-6, 0.4e-9, 0}, "A [ns]  B [ns]  C [s]\n  5000     0.4      0\n"},
    {{3, 0.25, 3}, "A [s]  B [s]  C [s]\n    3   0.25      3\n"},
    {{2e-3, 0, 1}, "A [ms]  B [ms]  C [s]\n     2       0      1\n"},
    {{0, 0, 1}, "A [s]  B [s]  C [s]\n    0      0      1\n"},
    {{0.39e-9, 0.04e-9, 1}, "A [ns]  B [ns]  C [s]\n   0.4    <0.1      1\n"},
    {{123.456789e-9, 25e-9, 1}, "A [ns]  B [ns]  C [s]\n 123.5      25      1\n"},
};

static void columns_of_a_group_share_a_unit_and_show_nothing_below_a_step(void **state)
{
    static const struct gau_column ours[] = {
        {.name = "A", .key = "a", .unit = "s", .type = GAU_COLUMN_REAL, .group = 1, .step = 1e-10},
        {.name = "B", .key = "b", .unit = "s", .type = GAU_COLUMN_REAL, .group = 1, .step = 1e-10},
        {.name = "C", .key = "c", .unit = "s", .type = GAU_COLUMN_REAL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(grouped); i++) {
        struct gau_table *const table = gau_table_new(ours, 3);
        char *text, *rule;

        gau_table_row(table, 0);
        for (size_t column = 0; column < 3; column++)
            gau_table_set_real(table, column, grouped[i].values[column]);
        text = written_table(table, GAU_TABLE_TEXT);
        rule = strchr(text, '\n') + 1;
        memmove(rule, strchr(rule, '\n') + 1, strlen(strchr(rule, '\n')));
        assert_string_equal(text, grouped[i].text);
        free(text);
    }
}

static void a_step_leaves_programs_all_digits(void **state)
{
    static const struct gau_column column = {
        .name = "A", .key = "a_s", .unit = "s", .type = GAU_COLUMN_REAL, .group = 1, .step = 1e-10};
    struct gau_table *const table = gau_table_new(&column, 1);

    (void)state;
    gau_table_row(table, 0);
    gau_table_set_real(table, 0, 0.39e-9);
    check(table, GAU_TABLE_CSV, "a_s\n3.9e-10\n");
}

static void a_header_without_a_name_at_the_end_leaves_no_blanks(void **state)
{
    static const struct gau_column ours[] = {{.name = "A", .key = "a"}, {.name = "", .key = ""}};
    struct gau_table *const table = gau_table_new(ours, 2);

    (void)state;
    gau_table_row(table, 0);
    gau_table_set_text(table, 0, "x");
    gau_table_set_text(table, 1, "###");
    check(table, GAU_TABLE_TEXT, "A\n------\nx  ###\n");
}

/* A text cell in each format. */
static const struct quoted {
    const char *text, *shown, *csv, *json;
} quotes[] = {
    {"", "", "\"\"", "\"\""},
    {"say \"a\", b", "say \"a\", b", "\"say \"\"a\"\", b\"", "\"say \\\"a\\\", b\""},
    {"two\nlines", "two\\x0alines", "two\\x0alines", "\"two\\nlines\""},
    {"\x1b[31m", "\\x1b[31m", "\\x1b[31m", "\"\\u001b[31m\""},
    {"\xC2\x9B", "\\x9b", "\\x9b", "\"\\u009b\""},
    {"a\\b", "a\\b", "a\\b", "\"a\\\\b\""},
    {"\xE2\x82\xAC", "\xE2\x82\xAC", "\xE2\x82\xAC", "\"\xE2\x82\xAC\""},
    {"\xFFz", "\xEF\xBF\xBDz", "\xEF\xBF\xBDz", "\"\xEF\xBF\xBDz\""},
    {"\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD", "\xEF\xBF\xBD\xEF\xBF\xBD",
     "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},
    {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD",
     "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
};

static struct gau_table *one_text(const char *text)
{
    static const struct gau_column column = {.name = "", .key = "x"};
    struct gau_table *const table = gau_table_new(&column, 1);

    gau_table_row(table, 0);
    gau_table_set_text(table, 0, text);
    return table;
}

static void texts_are_quoted_as_each_format_wants(void **state)
{
    char expected[128];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(quotes); i++) {
        snprintf(expected, sizeof expected, "%s\n", quotes[i].shown);
        check(one_text(quotes[i].text), GAU_TABLE_TEXT, expected);
        snprintf(expected, sizeof expected, "x\n%s\n", quotes[i].csv);
        check(one_text(quotes[i].text), GAU_TABLE_CSV, expected);
        snprintf(expected, sizeof expected, "[\n  {\"x\": %s}\n]\n", quotes[i].json);
        check(one_text(quotes[i].text), GAU_TABLE_JSON, expected);
    }
}

static void what_is_not_finite_is_an_empty_cell(void **state)
{
    static const struct gau_column column = {.name = "X", .key = "x", .type = GAU_COLUMN_REAL};
    static const char *const expected[] = {"X\n-\n-\n-\n", "x\n\n\n",
                                           "[\n  {\"x\": null},\n  {\"x\": null}\n]\n"};

    (void)state;
    for (int format = GAU_TABLE_TEXT; format <= GAU_TABLE_JSON; format++) {
        struct gau_table *const table = gau_table_new(&column, 1);

        gau_table_row(table, 0);
        gau_table_set_real(table, 0, (double)NAN);
        gau_table_row(table, 0);
        gau_table_set_real(table, 0, (double)INFINITY);
        check(table, (enum gau_table_format)format, expected[format]);
    }
}

static void a_table_without_rows_is_a_table(void **state)
{
    (void)state;
    check(gau_table_new(columns, 2), GAU_TABLE_TEXT, "Branch  Calls\n-------------\n");
    check(gau_table_new(columns, 2), GAU_TABLE_CSV, "name,calls\n");
    check(gau_table_new(columns, 2), GAU_TABLE_JSON, "[]\n");
}

static void a_limit_says_what_it_leaves_out_and_spares_totals(void **state)
{
    struct gau_table *const table = sample();

    (void)state;
    gau_table_limit(table, 1);
    check(table, GAU_TABLE_TEXT,
          "Time of 2 branches\n"
          "\n"
          "Branch  Calls  Total [ms]  Note\n"
          "-------------------------------\n"
          "Event    1000        12.5\n"
          "-------------------------------\n"
          "all                  12.8\n"
          "-------------------------------\n"
          "... and 1 more\n"
          "closed\n");
}

static void a_full_disk_is_noticed(void **state)
{
    (void)state;
    for (int format = GAU_TABLE_TEXT; format <= GAU_TABLE_EXCEL; format++) {
        struct gau_table *const table = sample();
        FILE *const out = fopen("/dev/full", "w");

        assert_non_null(out);
        assert_int_equal(gau_table_write(table, (enum gau_table_format)format, out), -1);
        fclose(out);
        gau_table_free(table);
    }
}

/* On a terminal; elsewhere nothing is broken. */
static void sentences_are_broken_at_blanks(void **state)
{
    static const struct gau_column one[] = {{.name = "N", .key = "n", .type = GAU_COLUMN_INTEGER}};

    (void)state;
    for (size_t width = 0; width <= 20; width += 20) {
        struct gau_table *const table = gau_table_new(one, 1);

        gau_table_wrap(table, width);
        gau_table_title(table, "M\xC3\xBCons and other particles");
        gau_table_row(table, 0);
        gau_table_set_integer(table, 0, 1);
        gau_table_footer(table, "there is a word/which/is/longer/than/a/line and an end");
        check(table, GAU_TABLE_TEXT,
              width ? "M\xC3\xBCons and other\n  particles\n\nN\n-\n1\n-\nthere is a\n"
                      "  word/which/is/longer/than/a/line\n  and an end\n"
                    : "M\xC3\xBCons and other particles\n\nN\n-\n1\n-\n"
                      "there is a word/which/is/longer/than/a/line and an end\n");
    }
}

static void quantities_carry_their_unit(void **state)
{
    char text[64];

    (void)state;
    assert_string_equal(gau_quantity_text(text, sizeof text, 0.01234, "s"), "12.34 ms");
    assert_string_equal(gau_quantity_text(text, sizeof text, -2.6962, "s"), "-2.696 s");
    assert_string_equal(gau_quantity_text(text, sizeof text, 123456, "s"), "123456 s");
    assert_string_equal(gau_quantity_text(text, sizeof text, 20, "percent"), "20 %");
    assert_string_equal(gau_quantity_text(text, sizeof text, 0, "bytes"), "0 B");
    assert_string_equal(gau_quantity_text(text, sizeof text, 2.9, NULL), "2.9");
    assert_string_equal(gau_quantity_text(text, sizeof text, (double)NAN, "s"), "-");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_aligned_and_a_column_has_one_unit),
        cmocka_unit_test(programs_get_all_digits_and_no_decoration),
        cmocka_unit_test(markdown_escapes_what_would_be_markup),
        cmocka_unit_test(columns_are_for_display_or_data_formats),
        cmocka_unit_test(units_and_digits_suit_the_whole_column),
        cmocka_unit_test(columns_of_a_group_share_a_unit_and_show_nothing_below_a_step),
        cmocka_unit_test(a_step_leaves_programs_all_digits),
        cmocka_unit_test(a_header_without_a_name_at_the_end_leaves_no_blanks),
        cmocka_unit_test(texts_are_quoted_as_each_format_wants),
        cmocka_unit_test(what_is_not_finite_is_an_empty_cell),
        cmocka_unit_test(a_table_without_rows_is_a_table),
        cmocka_unit_test(a_limit_says_what_it_leaves_out_and_spares_totals),
        cmocka_unit_test(a_full_disk_is_noticed),
        cmocka_unit_test(sentences_are_broken_at_blanks),
        cmocka_unit_test(quantities_carry_their_unit),
    };

    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
