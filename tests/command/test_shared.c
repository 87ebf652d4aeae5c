/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tools/common/command_functions.h"

#include <stdbool.h>
#include <string.h>

/* What is of a command though others have an option of that name: formats that are no tables,
 * several numbers of events, a timeline of tasks, which has no details. */
static const struct exception {
    const char *command, *option;
} exceptions[] = {{"show", "format"},
                  {"report", "format"},
                  {"export", "format"},
                  {"accuracy", "events"},
                  {"collect", "timeline"}};

static bool is_exception(const struct gau_command *command, const struct gau_option *option)
{
    for (size_t i = 0; i < COUNT_OF(exceptions); i++)
        if (strcmp(exceptions[i].command, command->name) == 0 &&
            strcmp(exceptions[i].option, option->name) == 0)
            return true;
    return false;
}

/* Also of two that are NULL. */
static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_same(const struct gau_option *a, const struct gau_option *b)
{
    return a->letter == b->letter && is_same_text(a->value, b->value) &&
           is_same_text(a->help, b->help) && is_same_text(a->takes, b->takes) &&
           a->read == b->read && a->least == b->least && a->most == b->most && a->list == b->list;
}

/* Returns how many options the two commands share. */
static size_t check_pair(const struct gau_command *a, const struct gau_command *b)
{
    size_t shared = 0;

    for (const struct gau_option *one = a->options; one && one->help; one++)
        for (const struct gau_option *two = b->options; two && two->help; two++) {
            const bool named = one->name && two->name && strcmp(one->name, two->name) == 0;

            if (!named && one->letter && one->letter == two->letter)
                fail_msg("-%c is --%s of %s, and --%s of %s", one->letter, one->name, a->name,
                         two->name, b->name);
            if (!named || is_exception(a, one) || is_exception(b, two))
                continue;
            shared++;
            if (!is_same(one, two))
                fail_msg("--%s of %s is another than that of %s", one->name, a->name, b->name);
        }
    return shared;
}

static void an_option_is_the_same_in_all_commands(void **state)
{
    size_t shared = 0;

    (void)state;
    for (size_t i = 0; gau_commands[i]; i++)
        for (size_t j = 0; j < i; j++)
            shared += check_pair(gau_commands[j], gau_commands[i]);
    assert_true(shared > 50);
}

static void a_command_has_each_name_and_letter_once(void **state)
{
    (void)state;
    for (size_t i = 0; gau_commands[i]; i++)
        for (const struct gau_option *one = gau_commands[i]->options; one && one->help; one++)
            for (const struct gau_option *two = one + 1; two->help; two++)
                if (one->name && two->name) {
                    assert_string_not_equal(one->name, two->name);
                    assert_false(one->letter && one->letter == two->letter);
                    assert_false(one->letter == 'h' || two->letter == 'h');
                }
}

static void folders_have_an_o_and_files_have_an_O(void **state)
{
    (void)state;
    for (size_t i = 0; gau_commands[i]; i++)
        for (const struct gau_option *row = gau_commands[i]->options; row && row->help; row++) {
            if (row->letter == 'o')
                assert_string_equal(row->value, "DIR");
            if (row->letter == 'O')
                assert_string_equal(row->value, "FILE");
            if (row->name && strncmp(row->name, "output", 6) == 0)
                assert_true(row->letter == 'o' || row->letter == 'O');
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_option_is_the_same_in_all_commands),
        cmocka_unit_test(a_command_has_each_name_and_letter_once),
        cmocka_unit_test(folders_have_an_o_and_files_have_an_O),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
