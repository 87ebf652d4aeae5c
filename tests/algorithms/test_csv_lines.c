/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "algorithms/csv/plain_row.h"

#include <stdlib.h>

/* Lines that are scanned eight characters at once, beside a loop over characters. */

enum { ROOM = 4096, LONGEST = 2000 };

static bool scan_slowly(size_t *length, uint32_t *columns, const char *text)
{
    *columns = 1;
    for (*length = 0; text[*length] != '\n'; ++*length) {
        if (text[*length] == '"' || text[*length] == '\0')
            return false;
        *columns += text[*length] == ',';
    }
    return true;
}

/* A longer line may be refused. */
static void check_line(const char *text)
{
    size_t length = 7777, slow_length;
    uint32_t columns = 7777, slow_columns;
    const bool plain = scan_slowly(&slow_length, &slow_columns, text);
    const bool found = gau_csv_scan_line(&length, &columns, text, ROOM);

    if (found || slow_length < LONGEST)
        assert_int_equal(found, plain);
    assert_int_equal(length, found ? slow_length : 7777);
    assert_int_equal(columns, found ? slow_columns : 7777);
}

/* What stands behind the line's end has no part in it. */
static void each_character_may_stand_anywhere(void **state)
{
    static char text[ROOM];

    (void)state;
    for (int around = 0; around < 3; around++)
        for (int c = 0; c < 256; c++)
            for (size_t end = 0; end < 26; end++)
                for (size_t at = 0; at < 34; at++) {
                    memset(text, "5,\xAC"[around], sizeof text);
                    text[end] = '\n';
                    text[at] = (char)c;
                    text[40] = '\n';
                    check_line(text);
                }
}

static void any_two_characters_may_stand_together(void **state)
{
    static char text[ROOM];

    (void)state;
    for (int pair = 0; pair < 65536; pair++) {
        memset(text, '5', sizeof text);
        text[3] = text[9] = (char)(pair & 255);
        text[4] = text[10] = (char)(pair >> 8);
        text[13] = '\n';
        check_line(text);
    }
}

static void lines_of_commas_may_be_long(void **state)
{
    static char text[ROOM];

    (void)state;
    for (int around = 0; around < 2; around++)
        for (size_t end = 0; end < ROOM - 8; end++) {
            memset(text, "5,"[around], sizeof text);
            text[end] = '\n';
            check_line(text);
        }
}

/* Nothing is read behind the room, which the address sanitizer sees. */
static void a_line_that_does_not_end_is_none(void **state)
{
    size_t length;
    uint32_t columns;

    (void)state;
    for (size_t room = 0; room < 3000; room++) {
        char *const text = malloc(room ? room : 1);

        assert_non_null(text);
        memset(text, ',', room);
        assert_false(gau_csv_scan_line(&length, &columns, text, room));
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_character_may_stand_anywhere),
        cmocka_unit_test(any_two_characters_may_stand_together),
        cmocka_unit_test(lines_of_commas_may_be_long),
        cmocka_unit_test(a_line_that_does_not_end_is_none),
    };

    return cmocka_run_group_tests_name("csv lines", tests, NULL, NULL);
}
