/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "table/utf8.h"

#include <string.h>

static const struct sample {
    const char *text;
    size_t invalid; /* offset; the length if all is well */
} samples[] = {
    {"", 0},
    {"tab\tnewline\nreturn\r", 19},
    {"\xc2\xa0\xe2\x82\xac\xf0\x9f\x98\x80", 9},
    {"\xef\xbf\xbd", 3},     /* U+FFFD */
    {"\xf4\x8f\xbf\xbf", 4}, /* U+10FFFF */
    {"a\x01", 1},            /* a control character */
    {"ab\x80", 2},           /* a continuation without a beginning */
    {"ab\xc3", 2},           /* cut */
    {"ab\xe2\x82", 2},       /* cut */
    {"ab\xc3(", 2},          /* not continued */
    {"\xc0\xaf", 0},         /* overlong '/' */
    {"\xe0\x80\xaf", 0},     /* overlong '/' */
    {"\xf0\x80\x80\xaf", 0}, /* overlong '/' */
    {"\xed\xa0\x80", 0},     /* a surrogate */
    {"\xef\xbf\xbe", 0},     /* U+FFFE */
    {"\xf4\x90\x80\x80", 0}, /* beyond U+10FFFF */
    {"\xff", 0},
};

static void the_first_invalid_byte_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++)
        assert_int_equal(gau_utf8_invalid(samples[i].text, strlen(samples[i].text)),
                         samples[i].invalid);
}

static void a_zero_byte_is_not_text(void **state)
{
    (void)state;
    assert_int_equal(gau_utf8_invalid("a\0b", 3), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_invalid_byte_is_found),
        cmocka_unit_test(a_zero_byte_is_not_text),
    };

    return cmocka_run_group_tests_name("utf8", tests, NULL, NULL);
}
