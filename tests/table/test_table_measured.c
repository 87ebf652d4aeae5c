/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "table/table.h"

#include <math.h>
#include <stdlib.h>

/* Measured values and bars: fields that several columns show. */

enum { TIME = 1, LENGTH, NAME };

static const struct gau_column columns[] = {
    {.name = "Time",
     .key = "",
     .field = TIME,
     .type = GAU_COLUMN_MEASURED,
     .unit = "s",
     .decimals = 2,
     .shown = GAU_IN_DISPLAY_FORMATS},
    {.name = "share",
     .key = "",
     .field = TIME,
     .type = GAU_COLUMN_SHARE,
     .shown = GAU_IN_DISPLAY_FORMATS},
    {.name = "n",
     .key = "",
     .field = TIME,
     .type = GAU_COLUMN_SAMPLES,
     .blank = true,
     .shown = GAU_IN_DISPLAY_FORMATS},
    {.name = "",
     .key = "",
     .field = LENGTH,
     .type = GAU_COLUMN_BAR,
     .signs = 4,
     .shown = GAU_IN_TEXT},
    {.name = "Branch", .csv = "Task Type", .key = "task", .field = NAME},
    {.name = "",
     .csv = "CPU Time",
     .key = "cpu_s",
     .field = TIME,
     .type = GAU_COLUMN_MEASURED,
     .shown = GAU_IN_DATA_FORMATS},
    {.name = "",
     .key = "error_s",
     .field = TIME,
     .type = GAU_COLUMN_ERROR,
     .shown = GAU_IN_DATA_FORMATS},
    {.name = "", .key = "percent", .field = TIME, .type = GAU_COLUMN_SHARE, .shown = GAU_IN_CSV},
    {.name = "",
     .key = "percent_error",
     .field = TIME,
     .type = GAU_COLUMN_SHARE_ERROR,
     .shown = GAU_IN_JSON},
};

static void put_row(struct gau_table *table, unsigned depth, const char *name, double part,
                    struct gau_measured_value time)
{
    gau_table_row(table, depth);
    gau_table_put_measured(table, TIME, &time);
    gau_table_put_real(table, LENGTH, part);
    gau_table_put_text(table, NAME, name);
}

static void check(enum gau_table_format format, bool letters, const char *expected)
{
    struct gau_table *const table = gau_table_new(columns, sizeof columns / sizeof *columns);
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    if (letters)
        gau_table_letters(table);
    put_row(table, 0, "Fit", 1, (struct gau_measured_value){1.234, 0.05, 75, 2.5, 123});
    put_row(table, 1, "Seed", 0.34, (struct gau_measured_value){0.5, 0.0001, 25, 0.1, 50});
    put_row(table, 0, "Idle", 0, (struct gau_measured_value){.error = NAN});
    assert_int_equal(gau_table_write(table, format, out), 0);
    fclose(out);
    gau_table_free(table);
    assert_string_equal(text, expected);
    free(text);
}

static void a_value_has_its_error_and_its_share(void **state)
{
    (void)state;
    check(GAU_TABLE_TEXT, false,
          "           Time   share    n        Branch\n"
          "------------------------------------------\n"
          " 1.23 s +- 0.05  75.0 %  123  ####  Fit\n"
          "0.50 s +- <0.01  25.0 %   50  -     Seed\n"
          "                           0        Idle\n");
}

static void terminals_with_all_letters_have_eighths_of_signs(void **state)
{
    (void)state;
    check(GAU_TABLE_TEXT, true,
          "          Time   share    n        Branch\n"
          "-----------------------------------------\n"
          " 1.23 s \u00b1 0.05  75.0 %  123  \u2588\u2588\u2588\u2588  Fit\n"
          "0.50 s \u00b1 <0.01  25.0 %   50  \u2588\u258d    Seed\n"
          "                          0        Idle\n");
}

/* What is not finite is empty. */
static void data_formats_have_a_column_for_each_number(void **state)
{
    (void)state;
    check(GAU_TABLE_CSV, false,
          "Task Type,CPU Time,error_s,percent\n"
          "Fit,1.234,0.05,75\n"
          "Seed,0.5,0.0001,25\n"
          "Idle,0,,0\n");
    check(GAU_TABLE_JSON, false,
          "[\n"
          "  {\"task\": \"Fit\", \"cpu_s\": 1.234, \"error_s\": 0.05, \"percent_error\": 2.5},\n"
          "  {\"task\": \"Seed\", \"cpu_s\": 0.5, \"error_s\": 0.0001, \"percent_error\": 0.1},\n"
          "  {\"task\": \"Idle\", \"cpu_s\": 0.0, \"error_s\": null, \"percent_error\": 0.0}\n"
          "]\n");
}

static void documents_have_no_bars_and_all_letters(void **state)
{
    (void)state;
    check(GAU_TABLE_MARKDOWN, false,
          "| Time | share | n | Branch |\n"
          "| ---: | ---: | ---: | --- |\n"
          "| 1.23 s \u00b1 0.05 | 75.0 % | 123 | Fit |\n"
          "| 0.50 s \u00b1 \\<0.01 | 25.0 % | 50 | Seed |\n"
          "|  |  | 0 | Idle |\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_has_its_error_and_its_share),
        cmocka_unit_test(terminals_with_all_letters_have_eighths_of_signs),
        cmocka_unit_test(data_formats_have_a_column_for_each_number),
        cmocka_unit_test(documents_have_no_bars_and_all_letters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
