/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "table/table.h"

#include <stdlib.h>
#include <string.h>

/* Tables on terminals. */

enum { TIME, BAR, NAME, N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {
    {.name = "Time", .key = "time", .align = GAU_ALIGN_RIGHT},
    {.name = "Bar", .key = "bar", .rank = 1},
    {.name = "Branch", .key = "name", .tree = true},
};

static char *written(size_t width, enum gau_table_format format)
{
    struct gau_table *const table = gau_table_new(columns, N_COLUMNS);
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    gau_table_fit(table, width, "--wide");
    gau_table_row(table, 0);
    gau_table_set_text(table, TIME, "12.5 s");
    gau_table_set_text(table, BAR, "##########");
    gau_table_set_text(table, NAME, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN");
    gau_table_row(table, 4);
    gau_table_set_text(table, TIME, "3 s");
    gau_table_set_text(table, NAME, "abcdefghijklm");
    gau_table_row(table, 1);
    gau_table_set_text(table, NAME, "M\xC3\xBCon");
    assert_int_equal(gau_table_write(table, format, out), 0);
    fclose(out);
    gau_table_free(table);
    return text;
}

static void check(size_t width, const char *expected)
{
    char *const text = written(width, GAU_TABLE_TEXT);

    assert_string_equal(text, expected);
    free(text);
}

static void what_fits_is_whole(void **state)
{
    static const char whole[] = "  Time  Bar         Branch\n"
                                "------------------------------------------------------------\n"
                                "12.5 s  ##########  abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN\n"
                                "   3 s                      abcdefghijklm\n"
                                "                      M\xC3\xBCon\n";

    (void)state;
    check(0, whole);
    check(1000, whole);
    check(60, whole);
}

static void names_lose_their_middle_first(void **state)
{
    (void)state;
    check(59, "  Time  Bar         Branch\n"
              "-----------------------------------------------------------\n"
              "12.5 s  ##########  abcdefghijklmnopqrstuvwx...CDEFGHIJKLMN\n"
              "   3 s                      abcdefghijklm\n"
              "                      M\xC3\xBCon\n");
    check(52, "  Time  Bar         Branch\n"
              "----------------------------------------------------\n"
              "12.5 s  ##########  abcdefghijklmnopqrs...EFGHIJKLMN\n"
              "   3 s                      abcdefghijklm\n"
              "                      M\xC3\xBCon\n");
}

static void then_columns_are_left_out_and_names_lose_more(void **state)
{
    (void)state;
    check(51, "  Time  Branch\n"
              "------------------------------------------------\n"
              "12.5 s  abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN\n"
              "   3 s          abcdefghijklm\n"
              "          M\xC3\xBCon\n"
              "------------------------------------------------\n"
              "hidden: Bar (--wide shows them)\n");
    check(24, "  Time  Branch\n"
              "------------------------\n"
              "12.5 s  abcdefgh...JKLMN\n"
              "   3 s          abc...lm\n"
              "          M\xC3\xBCon\n"
              "------------------------\n"
              "hidden: Bar (--wide\n"
              "  shows them)\n");
    check(1, "  Time  Branch\n"
             "--------------------\n"
             "12.5 s  abcdef...LMN\n"
             "   3 s        ab...m\n"
             "          M\xC3\xBCon\n"
             "--------------------\n"
             "hidden:\n"
             "  Bar\n"
             "  (--wide\n"
             "  shows\n"
             "  them)\n");
}

/* Both names are marked; the share goes first. */
static void columns_go_in_their_order_and_marked_names_are_shortened(void **state)
{
    static const struct gau_column marked[] = {
        {.name = "Name", .key = "name", .shortened = true},
        {.name = "Task", .key = "task", .shortened = true},
        {.name = "Share", .key = "share", .rank = 2},
        {.name = "Samples", .key = "samples", .rank = 1},
    };
    struct gau_table *const table = gau_table_new(marked, 4);
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    (void)state;
    gau_table_fit(table, 58, "--wide");
    gau_table_row(table, 0);
    gau_table_set_text(table, 0, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN");
    gau_table_set_text(table, 1, "Fit");
    gau_table_set_text(table, 2, "100.0 %");
    gau_table_set_text(table, 3, "1000000000");
    assert_int_equal(gau_table_write(table, GAU_TABLE_TEXT, out), 0);
    fclose(out);
    assert_string_equal(text, "Name                                      Task  Samples\n"
                              "----------------------------------------------------------\n"
                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN  Fit   1000000000\n"
                              "----------------------------------------------------------\n"
                              "hidden: Share (--wide shows them)\n");
    free(text);
    gau_table_free(table);
}

/* Writes a table with a column, in which names are shortened or texts wrapped, and a number. */
static char *written_texts(const char *const *texts, size_t n, bool wrapped, bool deep)
{
    const struct gau_column two[] = {
        {.name = "Calls", .key = "calls", .type = GAU_COLUMN_INTEGER},
        {.name = "Name", .key = "name", .tree = true, .shortened = !wrapped, .wrapped = wrapped}};
    struct gau_table *const table = gau_table_new(two, 2);
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    gau_table_fit(table, 30, "--wide");
    gau_table_letters(table);
    for (size_t i = 0; i < n; i++) {
        gau_table_row(table, deep ? (unsigned)i : 0);
        gau_table_set_integer(table, 0, 1);
        gau_table_set_text(table, 1, texts[i]);
    }
    assert_int_equal(gau_table_write(table, GAU_TABLE_TEXT, out), 0);
    fclose(out);
    gau_table_free(table);
    return text;
}

static void check_texts(const char *const *texts, size_t n, bool wrapped, bool deep,
                        const char *expected)
{
    char *const text = written_texts(texts, n, wrapped, deep);

    assert_string_equal(text, expected);
    free(text);
}

static void paths_lose_whole_components_of_their_middle(void **state)
{
    static const char *const names[] = {"Event/Reconstruction/Hlt1/VertexFit",
                                        "Event Reconstruction TrackFit",
                                        "std::map<int, a / b>::at(x)"};

    (void)state;
    check_texts(names, 3, false, true,
                "Calls  Name\n"
                "------------------------------\n"
                "    1  Event/\u2026/Hlt1/VertexFit\n"
                "    1    Event \u2026 TrackFit\n"
                "    1      std::map<int\u2026:at(x)\n");
}

/* Their last components are the same, and so are their first letters. */
static void names_that_would_be_the_same_are_shortened_in_another_way(void **state)
{
    static const char *const names[] = {"Event/PatternRecognitionWithSeeds/Fit",
                                        "Event/PatternRecognitionWithTrack/Fit"};
    static const char *const equal[] = {"Event/PatternRecognition/Fit",
                                        "Event/PatternRecognition/Fit"};

    (void)state;
    check_texts(names, 2, false, false,
                "Calls  Name\n"
                "------------------------------\n"
                "    1  Event/PatternR\u2026eeds/Fit\n"
                "    1  Event/PatternR\u2026rack/Fit\n");
    check_texts(equal, 2, false, false,
                "Calls  Name\n"
                "------------------------------\n"
                "    1  Event/\u2026/Fit\n"
                "    1  Event/\u2026/Fit\n");
}

static void texts_go_on_in_further_lines(void **state)
{
    static const char *const texts[] = {"time of all that was called",
                                        "abcdefghijklmnopqrstuvwxyz 1"};

    (void)state;
    check_texts(texts, 2, true, true,
                "Calls  Name\n"
                "------------------------------\n"
                "    1  time of all that was\n"
                "       called\n"
                "    1    abcdefghijklmnopqrstu\n"
                "         vwxyz 1\n");
}

static void bars_are_shorter_before_columns_are_left_out(void **state)
{
    static const struct gau_column bar[] = {
        {.name = "Calls", .key = "calls", .type = GAU_COLUMN_INTEGER},
        {.name = "", .key = "", .type = GAU_COLUMN_BAR, .signs = 30},
        {.name = "p99", .key = "p99", .type = GAU_COLUMN_INTEGER, .rank = 1}};
    struct gau_table *const table = gau_table_new(bar, 3);
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    (void)state;
    for (int i = 1; i <= 2; i++) {
        gau_table_row(table, 0);
        gau_table_set_integer(table, 0, i);
        gau_table_set_real(table, 1, 0.5 * i);
        gau_table_set_integer(table, 2, 7);
    }
    gau_table_fit(table, 24, "--wide");
    assert_int_equal(gau_table_write(table, GAU_TABLE_TEXT, out), 0);
    fclose(out);
    assert_string_equal(text, "Calls                p99\n"
                              "------------------------\n"
                              "    1  ######          7\n"
                              "    2  ############    7\n");
    free(text);
    gau_table_free(table);
}

static void only_text_is_for_terminals(void **state)
{
    char *const narrow = written(20, GAU_TABLE_MARKDOWN);
    char *const wide = written(0, GAU_TABLE_MARKDOWN);

    (void)state;
    assert_string_equal(narrow, wide);
    free(narrow);
    free(wide);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_is_whole),
        cmocka_unit_test(names_lose_their_middle_first),
        cmocka_unit_test(then_columns_are_left_out_and_names_lose_more),
        cmocka_unit_test(columns_go_in_their_order_and_marked_names_are_shortened),
        cmocka_unit_test(paths_lose_whole_components_of_their_middle),
        cmocka_unit_test(names_that_would_be_the_same_are_shortened_in_another_way),
        cmocka_unit_test(texts_go_on_in_further_lines),
        cmocka_unit_test(bars_are_shorter_before_columns_are_left_out),
        cmocka_unit_test(only_text_is_for_terminals),
    };

    return cmocka_run_group_tests_name("table on terminals", tests, NULL, NULL);
}
