/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tools/common/argument_list.h"

#include <stdlib.h>

/* A shell that reads the text has the same words. */
static void words_are_quoted_for_a_shell(void **state)
{
    static const struct {
        const char *words[3], *text;
    } cases[] = {
        {{"run"}, "run"},
        {{"./a-b_c", "x,y:z+1@2%3", "--n=4"}, "./a-b_c x,y:z+1@2%3 --n=4"},
        {{"run", "", "x"}, "run '' x"},
        {{""}, "''"},
        {{"run", "a b"}, "run 'a b'"},
        {{"run", "it's"}, "run 'it'\\''s'"},
        {{"run", "$HOME", "*;~"}, "run '$HOME' '*;~'"},
        {{"A=1", "A=1"}, "'A=1' A=1"}, /* in front it would be an assignment */
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct gau_argv words = {0};
        char *text;

        for (size_t w = 0; w < COUNT_OF(cases[i].words) && cases[i].words[w]; w++)
            gau_argv_add(&words, "%s", cases[i].words[w]);
        text = gau_argv_text(&words);
        assert_string_equal(text, cases[i].text);
        free(text);
        gau_argv_clear(&words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_are_quoted_for_a_shell)};

    return cmocka_run_group_tests_name("argument list", tests, NULL, NULL);
}
