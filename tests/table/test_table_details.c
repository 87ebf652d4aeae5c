/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tests/table/written_table.h"

#include "table/table.h"

#include <stdlib.h>

static const struct gau_column columns[] = {{.name = "Branch", .key = "name"}};

static void check(struct gau_table *table, enum gau_table_format format, const char *expected)
{
    char *const text = written_table(table, format);

    assert_string_equal(text, expected);
    free(text);
}

/* A table without columns whose lines below are two details, a line, and another detail. */
static struct gau_table *explained(size_t width, bool verbose)
{
    struct gau_table *const table = gau_table_new(columns, 0);

    gau_table_wrap(table, width);
    if (verbose)
        gau_table_verbose(table);
    gau_table_detail(table, "share: of all", "share: of all of %d branches", 2);
    gau_table_detail(table, NULL, "one clock");
    gau_table_footer(table, "warning: closed");
    gau_table_detail(table, "", "times are in seconds");
    return table;
}

static void details_are_one_line_unless_a_text_is_verbose(void **state)
{
    static const char all[] = "share: of all of 2 branches\none clock\nwarning: closed\n"
                              "times are in seconds\n";

    (void)state;
    check(explained(0, true), GAU_TABLE_TEXT, all);
    check(explained(0, false), GAU_TABLE_TEXT,
          "share: of all; one clock; -v explains more\nwarning: closed\n");
    check(explained(42, false), GAU_TABLE_TEXT,
          "share: of all; one clock; -v explains more\nwarning: closed\n");
    check(explained(41, false), GAU_TABLE_TEXT,
          "share: of all; -v explains more\nwarning: closed\n");
    check(explained(20, false), GAU_TABLE_TEXT, "-v explains more\nwarning: closed\n");
    check(explained(0, false), GAU_TABLE_MARKDOWN,
          "share: of all of 2 branches\n\none clock\n\nwarning: closed\n\n"
          "times are in seconds\n\n");
}

static void details_that_fit_need_no_more(void **state)
{
    struct gau_table *const table = gau_table_new(columns, 0);

    (void)state;
    gau_table_detail(table, NULL, "one clock");
    gau_table_detail(table, NULL, "100 %%: Event");
    check(table, GAU_TABLE_TEXT, "one clock; 100 %: Event\n");
}

static void the_last_table_has_the_details_of_all(void **state)
{
    struct gau_table *const first = explained(0, false), *const last = gau_table_new(columns, 0);

    (void)state;
    gau_table_detail(last, "p: of a test", "p: of a test of all rows");
    gau_table_detail(last, "share: of all", "share: of all of 3 branches");
    gau_table_move_briefs(last, first);
    check(first, GAU_TABLE_TEXT, "warning: closed\n");
    check(last, GAU_TABLE_TEXT, "share: of all; one clock; p: of a test; -v explains more\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(details_are_one_line_unless_a_text_is_verbose),
        cmocka_unit_test(details_that_fit_need_no_more),
        cmocka_unit_test(the_last_table_has_the_details_of_all),
    };

    return cmocka_run_group_tests_name("table_details", tests, NULL, NULL);
}
