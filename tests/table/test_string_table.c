/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "framework/src/store/event_store.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int open_symbols(void **state)
{
    *state = gau_string_table_new();
    return *state ? 0 : -1;
}

static int close_symbols(void **state)
{
    gau_string_table_free(*state);
    return 0;
}

static void equal_texts_are_equal_numbers(void **state)
{
    struct gau_string_table *const strings = *state;
    const gau_string_id g = gau_string_table_intern(strings, "Global", 1, NULL);

    assert_int_equal(gau_string_table_intern(strings, "G", 1, NULL), g);
    assert_int_not_equal(gau_string_table_intern(strings, "T", 1, NULL), g);
    assert_string_equal(gau_string_table_text(strings, g), "G");
    assert_string_equal(
        gau_string_table_text(strings, gau_string_table_intern(strings, "", 0, NULL)), "");
    assert_null(gau_string_table_text(strings, 1000));
    assert_null(gau_string_table_text(strings, GAU_NO_STRING));
}

static void a_long_text_has_room(void **state)
{
    struct gau_string_table *const strings = *state;
    const size_t length = 300000;
    char *text = malloc(length + 1);
    gau_string_id id;

    assert_non_null(text);
    memset(text, 'x', length);
    text[length] = '\0';
    id = gau_string_table_intern(strings, text, length, NULL);
    assert_string_equal(gau_string_table_text(strings, id), text);
    assert_int_not_equal(gau_string_table_intern(strings, text, length - 1, NULL), id);
    free(text);
}

static void the_number_of_symbols_has_a_limit(void **state)
{
    struct gau_string_table *const strings = *state;
    gau_error err = {0};
    char text[16];

    for (uint32_t i = 0; i < GAU_STRINGS_MAX; i++) {
        const int length = snprintf(text, sizeof text, "%u", i);

        if (gau_string_table_intern(strings, text, (size_t)length, &err) != i)
            fail_msg("text %u got another number", i);
    }
    assert_int_equal(gau_string_table_intern(strings, "drop", 4, &err), GAU_NO_STRING);
    assert_string_equal(err.message, "more than 1048576 different texts; 'drop' is one too many");
    assert_int_equal(gau_string_table_intern(strings, "77", 2, NULL), 77);
    assert_string_equal(gau_string_table_text(strings, 1048575), "1048575");
}

enum { THREADS = 4, TEXTS = 3000 };

struct crowd {
    struct gau_string_table *strings;
    gau_string_id numbers[THREADS][TEXTS];
};

struct member {
    struct crowd *crowd;
    int index;
};

/* Everybody adds the same texts, from a start of his own. */
static void *intern_all(void *user)
{
    const struct member *member = user;
    char text[16];

    for (int i = 0; i < TEXTS; i++) {
        const int which = (i + member->index * TEXTS / THREADS) % TEXTS;
        const int length = snprintf(text, sizeof text, "text %d", which);

        member->crowd->numbers[member->index][which] =
            gau_string_table_intern(member->crowd->strings, text, (size_t)length, NULL);
    }
    return NULL;
}

static void threads_agree_on_symbols(void **unused)
{
    struct crowd *crowd = calloc(1, sizeof *crowd);
    struct member members[THREADS];
    pthread_t threads[THREADS];
    char text[16];

    (void)unused;
    assert_non_null(crowd);
    assert_non_null(crowd->strings = gau_string_table_new());
    for (int i = 0; i < THREADS; i++) {
        members[i] = (struct member){.crowd = crowd, .index = i};
        assert_int_equal(pthread_create(&threads[i], NULL, intern_all, &members[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < TEXTS; i++) {
        snprintf(text, sizeof text, "text %d", i);
        assert_string_equal(gau_string_table_text(crowd->strings, crowd->numbers[0][i]), text);
        for (int k = 1; k < THREADS; k++)
            assert_int_equal(crowd->numbers[k][i], crowd->numbers[0][i]);
    }
    assert_null(gau_string_table_text(crowd->strings, TEXTS));
    gau_string_table_free(crowd->strings);
    free(crowd);
}

#define WITH_SYMBOLS(test) cmocka_unit_test_setup_teardown(test, open_symbols, close_symbols)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SYMBOLS(equal_texts_are_equal_numbers),
        WITH_SYMBOLS(a_long_text_has_room),
        WITH_SYMBOLS(the_number_of_symbols_has_a_limit),
        cmocka_unit_test(threads_agree_on_symbols),
    };

    return cmocka_run_group_tests_name("symbols", tests, NULL, NULL);
}
