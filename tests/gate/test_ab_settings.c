/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tools/ab/ab.h"

#include <stdlib.h>
#include <string.h>

/* All words of a kind, each in brackets. */
static const char *joined(const struct gau_argv *words)
{
    static char text[256];

    text[0] = '\0';
    for (size_t i = 0; i < words->count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "[%s]", words->texts[i]);
    return text;
}

static void settings_are_words_with_quotes(void **state)
{
    static const struct {
        const char *text, *sets, *env;
    } rights[] = {
        {"", "", ""},
        {"  \t\n ", "", ""},
        {"A.B=1", "[A.B=1]", ""},
        {" A.B=1  C.D=x=y env:E=f ", "[A.B=1][C.D=x=y]", "[E=f]"},
        {"A.B='a b'\"c d\"e", "[A.B=a bc de]", ""},
        {"'A.B=it'\\''s'", "[A.B=it's]", ""},
        {"A.B=\"a\\\"b\\\\c\" C.D='a\\b'", "[A.B=a\"b\\c][C.D=a\\b]", ""},
        {"A.B=a\\ b", "[A.B=a b]", ""},
        {"A.B= env:C=", "[A.B=]", "[C=]"},
        {"A.B.C=1.5", "[A.B.C=1.5]", ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rights); i++) {
        struct gau_ab_settings settings;
        gau_error err = {0};

        assert_int_equal(gau_ab_settings_read(&settings, rights[i].text, &err), GAU_OK);
        assert_string_equal(joined(&settings.sets), rights[i].sets);
        assert_string_equal(joined(&settings.env), rights[i].env);
        gau_ab_settings_clear(&settings);
    }
}

static void wrong_settings_are_refused(void **state)
{
    static const struct {
        const char *text, *message;
    } wrongs[] = {
        {"A", "'A' is neither NAME.PROPERTY=VALUE nor env:NAME=VALUE"},
        {"A=1", "'A=1' is neither NAME.PROPERTY=VALUE nor env:NAME=VALUE"},
        {"A=1.5", "'A=1.5' is neither NAME.PROPERTY=VALUE nor env:NAME=VALUE"},
        {"''", "'' is neither NAME.PROPERTY=VALUE nor env:NAME=VALUE"},
        {"env:", "'env:' is not env:NAME=VALUE"},
        {"env:A", "'env:A' is not env:NAME=VALUE"},
        {"env:=A", "'env:=A' is not env:NAME=VALUE"},
        {"A.B='", "a quote is not closed in 'A.B=''"},
        {"A.B=\"x\\\"", "a quote is not closed in 'A.B=\"x\\\"'"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        struct gau_ab_settings settings;
        gau_error err = {0};

        assert_int_equal(gau_ab_settings_read(&settings, wrongs[i].text, &err), GAU_ERR_USAGE);
        assert_string_equal(err.message, wrongs[i].message);
    }
}

static void the_environment_is_set_and_unset(void **state)
{
    struct gau_ab_settings settings;
    gau_error err = {0};

    (void)state;
    setenv("TEST_AWAY", "here", 1);
    assert_int_equal(gau_ab_settings_read(&settings, "env:TEST_NEW='a b' env:TEST_AWAY=", &err), 0);
    assert_true(gau_ab_settings_apply(&settings));
    assert_string_equal(getenv("TEST_NEW"), "a b");
    assert_null(getenv("TEST_AWAY"));
    assert_string_equal(joined(&settings.env), "[TEST_NEW=a b][TEST_AWAY=]");
    gau_ab_settings_clear(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_are_words_with_quotes),
        cmocka_unit_test(wrong_settings_are_refused),
        cmocka_unit_test(the_environment_is_set_and_unset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
