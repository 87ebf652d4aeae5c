/* SPDX-License-Identifier: Apache-2.0 */
#include "temp_folder.h"
#include "test.h"

#include "documents/document.h"
#include "documents/document_rows.h"

#include <stdlib.h>
#include <string.h>

/* Documents that are read a row at a time: what is kept, and what is left to gau_document_load().
 */

struct seen {
    char text[200]; /* the rows, each with its table */
    size_t refused; /* the number of the row that is not taken */
};

static bool note_row(void *user, const char *table, size_t number, const json_t *row)
{
    struct seen *const seen = user;
    char *const text = json_dumps(row, JSON_COMPACT);
    const size_t used = strlen(seen->text);

    snprintf(seen->text + used, sizeof seen->text - used, "%s%zu%s ", table, number, text);
    free(text);
    return number != seen->refused;
}

static const char *const tables[] = {"a", "b", NULL};

/* Returns what is left of a document of that text, to be freed; NULL: it was not read. */
static char *read_rows(struct seen *seen, const char *text)
{
    json_t *document;
    char *rest;

    folder_write("timer.json", text);
    document = gau_document_load_rows(".", "timer", tables, note_row, seen);
    rest = document ? json_dumps(document, JSON_COMPACT) : NULL;
    json_decref(document);
    return rest;
}

static void rows_are_taken_and_the_first_of_a_table_stays(void **state)
{
    static const struct {
        const char *text, *rows, *rest;
    } cases[] = {
        {" { \"x\" : 1 , \"a\" : [ ] , \"y\":[{\"a\":[1]},2] } \n", "",
         "{\"x\":1,\"a\":[],\"y\":[{\"a\":[1]},2]}"},
        {"{\"a\":[{\"n\":1}],\"z\":\"]}\\\"\",\"b\":[\n{\"s\":\"}\\\\\"},\n{\"l\":[[1],{}]} , {}]}",
         "a0{\"n\":1} b0{\"s\":\"}\\\\\"} b1{\"l\":[[1],{}]} b2{} ",
         "{\"a\":[{\"n\":1}],\"z\":\"]}\\\"\",\"b\":[{\"s\":\"}\\\\\"}]}"},
        {"{\"a\":null,\"b\":-1.5e3}", "", "{\"a\":null,\"b\":-1500.0}"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct seen seen = {.refused = SIZE_MAX};
        char *const rest = read_rows(&seen, cases[i].text);

        assert_non_null(rest);
        assert_string_equal(rest, cases[i].rest);
        assert_string_equal(seen.text, cases[i].rows);
        free(rest);
    }
}

/* Among them all that the parser refuses: what it says is said of the whole document. */
static void what_is_not_such_a_document_is_not_read(void **state)
{
    static const char *const texts[] = {
        "",
        "[]",
        "{}",
        "{",
        "{\"a\"",
        "{\"a\":[",
        "{\"a\":[{",
        "{\"a\":[{}",
        "{\"a\":[{}]",
        "{\"a\":[{},]}",
        "{\"a\":[,{}]}",
        "{\"a\":[{} {}]}",
        "{\"a\":[{}}",
        "{\"a\":[1]}",
        "{\"a\":[{},1]}",
        "{\"a\":[{\"n\":1,\"n\":2}]}",
        "{\"a\":[{}],\"a\":[]}",
        "{\"\\u0061\":[{}]}",
        "{\"a\":[{]]}",
        "{\"a\":[{\"s\":\"\xFF\"}]}",
        "{\"a\":[{\"n\":01}]}",
        "{\"x\":1e999,\"a\":[]}",
        "{\"x\":tru}",
        "{\"x\":1,}",
        "{\"x\" 1}",
        "{\"x\":1} {}",
        "{\"x\":\"",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct seen seen = {.refused = SIZE_MAX};

        if (read_rows(&seen, texts[i]))
            fail_msg("'%s' was read", texts[i]);
    }
    assert_null(gau_document_load_rows("nowhere", "timer", tables, note_row, NULL));
}

static void no_row_is_taken_after_one_that_was_refused(void **state)
{
    struct seen seen = {.refused = 1};

    (void)state;
    assert_null(read_rows(&seen, "{\"a\":[{},{},{}],\"b\":[{}]}"));
    assert_string_equal(seen.text, "a0{} a1{} ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_taken_and_the_first_of_a_table_stays),
        cmocka_unit_test(what_is_not_such_a_document_is_not_read),
        cmocka_unit_test(no_row_is_taken_after_one_that_was_refused),
    };

    return cmocka_run_group_tests_name("document_rows", tests, folder_enter, folder_leave);
}
