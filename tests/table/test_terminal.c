/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* pseudoterminals */
#include "tests/unit/test.h"

#include "table/terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

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

static void a_pipe_and_a_file_have_colour_only_if_the_user_says_so(void **state)
{
    FILE *const file = tmpfile();

    (void)state;
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    assert_non_null(file);
    assert_false(gau_terminal_has_colour(file, GAU_COLOUR_AUTO));
    assert_false(gau_terminal_has_colour(file, GAU_COLOUR_NEVER));
    assert_true(gau_terminal_has_colour(file, GAU_COLOUR_ALWAYS));
    fclose(file);
}

static bool has_colour_with(FILE *terminal, const char *type, const char *refused)
{
    if (type)
        setenv("TERM", type, 1);
    else
        unsetenv("TERM");
    if (refused)
        setenv("NO_COLOR", refused, 1);
    else
        unsetenv("NO_COLOR");
    assert_false(gau_terminal_has_colour(terminal, GAU_COLOUR_NEVER));
    assert_true(gau_terminal_has_colour(terminal, GAU_COLOUR_ALWAYS));
    return gau_terminal_has_colour(terminal, GAU_COLOUR_AUTO);
}

static void a_terminal_has_colour_unless_its_type_or_the_user_says_no(void **state)
{
    const int other_end = posix_openpt(O_RDWR | O_NOCTTY);
    FILE *terminal;

    (void)state;
    if (other_end < 0)
        skip(); /* there are no pseudoterminals */
    assert_int_equal(grantpt(other_end), 0);
    assert_int_equal(unlockpt(other_end), 0);
    terminal = fdopen(open(ptsname(other_end), O_RDWR | O_NOCTTY), "w");
    assert_non_null(terminal);
    assert_true(has_colour_with(terminal, "xterm", NULL));
    assert_true(has_colour_with(terminal, "xterm", ""));
    assert_false(has_colour_with(terminal, "xterm", "1"));
    assert_false(has_colour_with(terminal, "xterm", "0"));
    assert_false(has_colour_with(terminal, "dumb", NULL));
    assert_false(has_colour_with(terminal, "", NULL));
    assert_false(has_colour_with(terminal, NULL, NULL));
    setenv("OMPI_COMM_WORLD_RANK", "0", 1); /* a rank of Open MPI */
    assert_false(has_colour_with(terminal, "xterm", NULL));
    unsetenv("COLUMNS");
    assert_int_equal(gau_terminal_of(terminal).width, 100);
    unsetenv("OMPI_COMM_WORLD_RANK");
    assert_int_equal(gau_terminal_of(terminal).width, 80);
    fclose(terminal);
    close(other_end);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_terminal_has_100_columns_unless_the_user_says_so),
        cmocka_unit_test(letters_are_those_of_the_locale),
        cmocka_unit_test(a_pipe_and_a_file_have_colour_only_if_the_user_says_so),
        cmocka_unit_test(a_terminal_has_colour_unless_its_type_or_the_user_says_no),
    };

    return cmocka_run_group_tests_name("terminals", tests, NULL, NULL);
}
