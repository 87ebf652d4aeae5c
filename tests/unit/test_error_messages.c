/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include <gaudit/error.h>
#include <string.h>

static void a_report_returns_its_status(void **state)
{
    gau_error err = {0};

    (void)state;
    assert_int_equal(gau_fail(&err, GAU_ERR_RANGE, "%d is too much", 7), GAU_ERR_RANGE);
    assert_string_equal(err.message, "7 is too much");
    /* Flags of distributions may put "./" in front. */
    assert_string_equal(err.file + (strncmp(err.file, "./", 2) == 0 ? 2 : 0),
                        "tests/unit/test_error_messages.c");
}

static void context_is_put_in_front(void **state)
{
    gau_error err = {0};

    (void)state;
    gau_error_wrap(&err, gau_fail(&err, GAU_ERR_SYNTAX, "'x' is not a number"), "job.xml:%d", 3);
    assert_string_equal(err.message, "job.xml:3: 'x' is not a number");
}

static void the_error_is_optional(void **state)
{
    (void)state;
    assert_int_equal(gau_fail(NULL, GAU_ERR_IO, "dropped"), GAU_ERR_IO);
    gau_error_append(NULL, "dropped");
}

static void a_long_message_is_cut_at_the_end_and_says_so(void **state)
{
    gau_error err = {0};
    char text[2 * sizeof err.message];

    (void)state;
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    gau_error_wrap(&err, gau_fail(&err, GAU_ERR_IO, "%s", text), "front");
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
    assert_memory_equal(err.message, "front: aaa", 10);
    assert_string_equal(err.message + sizeof err.message - 5, "a...");
}

static void a_hint_is_appended_whole_or_not_at_all(void **state)
{
    gau_error err = {0};
    char text[sizeof err.message - 8];

    (void)state;
    gau_error_set(&err, GAU_ERR_UNKNOWN, "f", 1, "no 'Mix'");
    gau_error_append(&err, "; did you mean '%s'?", "Max");
    assert_string_equal(err.message, "no 'Mix'; did you mean 'Max'?");
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    gau_error_set(&err, GAU_ERR_UNKNOWN, "f", 1, "%s", text);
    gau_error_append(&err, "; did you mean '%s'?", "Max");
    assert_string_equal(err.message, text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_returns_its_status),
        cmocka_unit_test(context_is_put_in_front),
        cmocka_unit_test(the_error_is_optional),
        cmocka_unit_test(a_long_message_is_cut_at_the_end_and_says_so),
        cmocka_unit_test(a_hint_is_appended_whole_or_not_at_all),
    };

    return cmocka_run_group_tests_name("error", tests, NULL, NULL);
}
