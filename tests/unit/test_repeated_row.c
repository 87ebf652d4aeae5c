/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "documents/repeated_row.h"

#include <stdlib.h>
#include <string.h>

/* Rows whose values are set: what is taken is what the parser makes of the same text. */

static const char first[] = "{\"n\":1,\"r\":0.5,\"s\":\"Hlt\",\"none\":null,\"l\":[[1,2],[3,4]]}";

static json_t *parse(const char *text, size_t size)
{
    return json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
}

static struct gau_repeated_row begin(const char *text)
{
    struct gau_repeated_row repeated = {0};

    gau_repeated_row_replace(&repeated, parse(text, strlen(text)));
    assert_non_null(repeated.row);
    return repeated;
}

static void end(struct gau_repeated_row *repeated)
{
    gau_repeated_row_replace(repeated, NULL);
    free(repeated->members);
}

/* Returns whether a text is taken. It lies in memory of its size, so that sanitizers see what is
 * read behind it. */
static bool is_taken(struct gau_repeated_row *repeated, const char *text, size_t size)
{
    char *const exact = memcpy(malloc(size + !size), text, size);
    const bool taken = gau_repeated_row_set(repeated, exact, size);
    json_t *const expected = parse(exact, size);

    if (taken && !expected)
        fail_msg("'%.*s' is no JSON", (int)size, text);
    if (taken && !json_equal(repeated->row, expected)) {
        json_dumpf(repeated->row, stderr, JSON_COMPACT);
        fail_msg("'%.*s' is not what was read", (int)size, text);
    }
    json_decref(expected);
    free(exact);
    return taken;
}

static void a_row_with_the_same_members_is_taken(void **state)
{
    static const char *const texts[] = {
        "{\"n\":1,\"r\":0.5,\"s\":\"Hlt\",\"none\":null,\"l\":[[1,2],[3,4]]}",
        "{\"n\":-20,\"r\":-0.0,\"s\":\"\",\"none\":null,\"l\":[]}",
        "{\"n\":0,\"r\":1.25e-7,\"s\":\"\xCE\xBC \x7F\",\"none\":null,\"l\":[[5,6]]}",
        "{\"n\":-0,\"r\":1E+20,\"s\":\"}],\",\"none\":null,\"l\":[[7,8],[9,-10],[0,11]]}",
        "{\"n\":123456789012345678,\"r\":4e0,\"s\":\"'\",\"none\":null,\"l\":[[7,8],[9,10]]}",
        "{\"n\":1,\"r\":0.1234567890123456789,\"s\":\"a\",\"none\":null,\"l\":[[7,8]]}",
        "{\"n\":1,\"r\":5e-324,\"s\":\"a\",\"none\":null,\"l\":[[7,8]]}",
        "{ \"n\" : 1 , \"r\" : 0.5 ,\n\"s\"\t:\r\"a\" , \"none\" : null , \"l\" : [ [ 7 , 8 ] ] }",
    };
    struct gau_repeated_row repeated = begin(first);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (!is_taken(&repeated, texts[i], strlen(texts[i])))
            fail_msg("'%s' was not taken", texts[i]);
    end(&repeated);
}

/* Rows, each with a text that is for the parser, which may take it or not. */
static const struct {
    const char *first, *text;
} others[] = {
    {"{\"n\":1}", "{}"},
    {"{\"n\":1}", ""},
    {"{\"n\":1}", "{\"n\":1"},
    {"{\"n\":1}", "{\"n\":1]"},
    {"{\"n\":1}", "{\"n\":1,\"m\":1}"},
    {"{\"n\":1,\"m\":1}", "{\"n\":1}"},
    {"{\"n\":1,\"m\":1}", "{\"m\":1,\"n\":1}"},
    {"{\"n\":1}", "{\"nn\":1}"},
    {"{\"nn\":1}", "{\"n\":1}"},
    {"{\"a long name of a member\":1}", "{\"a\":1}"},
    {"{\"n\":1}", "{\"n\":1} "},
    {"{\"n\":1}", "{\"n\":1}}"},
    {"{\"n\":1}", "{\"n\" 1}"},
    {"{\"n\":1}", "{\"n\":1.0}"},
    {"{\"n\":1}", "{\"n\":1e1}"},
    {"{\"n\":1}", "{\"n\":null}"},
    {"{\"n\":1}", "{\"n\":01}"},
    {"{\"n\":1}", "{\"n\":+1}"},
    {"{\"n\":1}", "{\"n\":-}"},
    {"{\"n\":1}", "{\"n\":}"},
    {"{\"n\":1}", "{\"n\":9223372036854775807}"},
    {"{\"n\":1}", "{\"n\":9223372036854775808}"},
    {"{\"r\":1.5}", "{\"r\":1}"},
    {"{\"r\":1.5}", "{\"r\":1.}"},
    {"{\"r\":1.5}", "{\"r\":.5}"},
    {"{\"r\":1.5}", "{\"r\":01.5}"},
    {"{\"r\":1.5}", "{\"r\":1.5e}"},
    {"{\"r\":1.5}", "{\"r\":1e+}"},
    {"{\"r\":1.5}", "{\"r\":1e999}"},
    {"{\"r\":1.5}", "{\"r\":0x1.8}"},
    {"{\"r\":1.5}", "{\"r\":nan}"},
    {"{\"r\":1.5}", "{\"r\":inf}"},
    {"{\"r\":1.5}", "{\"r\":1.5f}"},
    {"{\"r\":1.5}", "{\"r\":null}"},
    {"{\"s\":\"\"}", "{\"s\":\"a\\n\"}"},
    {"{\"s\":\"\"}", "{\"s\":\"a\nb\"}"},
    {"{\"s\":\"\"}", "{\"s\":\"\xFF\"}"},
    {"{\"s\":\"\"}", "{\"s\":\"a}"},
    {"{\"s\":\"\"}", "{\"s\":1}"},
    {"{\"s\":\"\"}", "{\"s\":a}"},
    {"{\"s\":null}", "{\"s\":nul}"},
    {"{\"s\":null}", "{\"s\":nulll}"},
    {"{\"s\":null}", "{\"s\":1}"},
    {"{\"b\":true}", "{\"b\":true}"},
    {"{\"b\":{}}", "{\"b\":{}}"},
    {"{\"l\":[]}", "{\"l\":1}"},
    {"{\"l\":[]}", "{\"l\":[1]}"},
    {"{\"l\":[1]}", "{\"l\":[1]}"},
    {"{\"l\":[]}", "{\"l\":[[1,2],]}"},
    {"{\"l\":[]}", "{\"l\":[[1,2] [1,2]]}"},
    {"{\"l\":[]}", "{\"l\":[[1]]}"},
    {"{\"l\":[]}", "{\"l\":[[1,2,3]]}"},
    {"{\"l\":[[1,2,3]]}", "{\"l\":[[1,2]]}"},
    {"{\"l\":[]}", "{\"l\":[[1,2.5]]}"},
    {"{\"l\":[[1,2.5]]}", "{\"l\":[[1,2.5]]}"},
    {"{\"l\":[]}", "{\"l\":[[1,2]}"},
    {"{\"l\":[]}", "{\"l\":[,[1,2]]}"},
    {"{\"a\\\\b\":1}", "{\"a\\b\":1}"},
    {"{\"a\\nb\":1}", "{\"a\nb\":1}"},
    {"{\"a\\\"b\":1}", "{\"a\"b\":1}"},
    {"{}", "{}"},
};

static void another_row_is_not_taken(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        struct gau_repeated_row repeated = begin(others[i].first);

        if (is_taken(&repeated, others[i].text, strlen(others[i].text)))
            fail_msg("'%s' was taken after '%s'", others[i].text, others[i].first);
        end(&repeated);
    }
}

/* Each letter of a row is left out, replaced, and has another in front. */
static void what_is_taken_of_damaged_rows_is_what_the_parser_reads(void **state)
{
    static const char letters[] = "\"\\{}[],:.-+eE019nx \n\x01\xC3";
    const size_t size = sizeof first - 1;
    struct gau_repeated_row repeated = begin(first);
    size_t taken = 0;

    (void)state;
    for (size_t at = 0; at < size; at++)
        for (size_t letter = 0; letter < sizeof letters; letter++) { /* NUL, too */
            char text[sizeof first + 1];

            memcpy(text, first, at);
            text[at] = letters[letter];
            memcpy(text + at + 1, first + at, size - at);
            taken += is_taken(&repeated, text, size + 1);
            memcpy(text + at + 1, first + at + 1, size - at - 1);
            taken += is_taken(&repeated, text, size);
            memcpy(text + at, first + at + 1, size - at - 1);
            taken += is_taken(&repeated, text, size - 1);
        }
    assert_true(taken > 100);
    end(&repeated);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_with_the_same_members_is_taken),
        cmocka_unit_test(another_row_is_not_taken),
        cmocka_unit_test(what_is_taken_of_damaged_rows_is_what_the_parser_reads),
    };

    return cmocka_run_group_tests_name("repeated_row", tests, NULL, NULL);
}
