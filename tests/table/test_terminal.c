/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "table/terminal.h"

#include <stdlib.h>

static unsigned width_with(const char *columns)
{
    FILE *const file = tmpfile();
    unsigned width;

    assert_non_null(file);
    if (columns)
        setenv("COLUMNS", columns, 1);
    else
        unsetenv("COLUMNS");
    width = gau_terminal_of(file).width;
    fclose(file);
    return width;
}

static void what_is_no_terminal_has_100_columns_unless_the_user_says_so(void **state)
{
    (void)state;
    assert_int_equal(width_with(NULL), 100);
    assert_int_equal(width_with("80"), 80);
    assert_int_equal(width_with("10000"), 10000);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(
            width_with((const char *[]){"", "0", "19", "10001", "-80", "80 columns"}[i]), 100);
}

static void letters_are_those_of_the_locale(void **state)
{
    (void)state;
    setenv("LC_ALL", "C", 1);
    assert_false(gau_terminal_of(stdout).unicode);
    setenv("LC_ALL", "en_US.UTF-8", 1);
    assert_true(gau_terminal_of(stdout).unicode);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_terminal_has_100_columns_unless_the_user_says_so),
        cmocka_unit_test(letters_are_those_of_the_locale),
    };

    return cmocka_run_group_tests_name("terminals", tests, NULL, NULL);
}
