/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "table/table.h"
#include "written_table.h"

#include <stdlib.h>
#include <string.h>

/* Texts in colour. */

enum { NAME, RATIO, VERDICT, N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {
    {.name = "Branch", .key = "name", .tree = true},
    {.name = "Ratio", .key = "ratio", .align = GAU_ALIGN_RIGHT, .rank = 1},
    {.name = "Verdict", .key = "verdict"},
};

static void add_row(struct gau_table *table, unsigned depth, const char *name, const char *ratio,
                    const char *verdict)
{
    gau_table_row(table, depth);
    gau_table_set_text(table, NAME, name);
    gau_table_set_text(table, RATIO, ratio);
    gau_table_set_text(table, VERDICT, verdict);
}

/* A table with all that has colour. */
static struct gau_table *new_table(size_t width, bool colour)
{
    struct gau_table *const table = gau_table_new(columns, N_COLUMNS);

    if (colour)
        gau_table_colour(table);
    gau_table_fit(table, width, "--wide");
    gau_table_limit(table, 3);
    gau_table_title(table, "Branches");
    add_row(table, 0, "Finder", "1.20", "slower");
    gau_table_mark(table, VERDICT, GAU_CELL_BAD);
    add_row(table, 1, "M\xC3\xBCon", "0.90", "faster");
    gau_table_mark(table, VERDICT, GAU_CELL_GOOD);
    gau_table_mark(table, RATIO, GAU_CELL_GOOD);
    add_row(table, 0, "Fitter", "1.00", "");
    gau_table_mark(table, VERDICT, GAU_CELL_BAD);
    add_row(table, 0, "Writer", "1.00", "not significant");
    gau_table_footer(table, "FAILED: Finder is above its limit");
    gau_table_footer(table, "passed: all others");
    gau_table_footer(table, "warning: too few runs");
    gau_table_footer(table, "a warning: is plain within a sentence");
    return table;
}

#define BOLD "\033[1m"
#define FAINT "\033[2m"
#define RED "\033[31m"
#define GREEN "\033[32m"
#define YELLOW "\033[33m"
#define END "\033[0m"

static void headings_rules_marked_cells_and_verdicts_have_colour(void **state)
{
    char *const text = written_table(new_table(0, true), GAU_TABLE_TEXT);

    (void)state;
    assert_string_equal(text,
                        "Branches\n\n" BOLD "Branch  Ratio  Verdict" END "\n" FAINT
                        "----------------------" END "\nFinder   1.20  " RED "slower" END "\n"
                        "  M\xC3\xBCon   " GREEN "0.90" END "  " GREEN "faster" END "\n"
                        "Fitter   1.00\n" FAINT "----------------------" END "\n" FAINT
                        "... and 1 more" END "\n" RED "FAILED:" END
                        " Finder is above its limit\n" GREEN "passed:" END " all others\n" YELLOW
                        "warning:" END " too few runs\na warning: is plain within a sentence\n");
    free(text);
}

/* Removes the sequences. */
static void strip_colour(char *text)
{
    char *to = text;

    while (*text) {
        if (*text == '\033')
            text += strcspn(text, "m") + 1;
        else
            *to++ = *text++;
    }
    *to = '\0';
}

static void without_its_sequences_a_text_is_the_plain_one_at_every_width(void **state)
{
    (void)state;
    for (size_t width = 0; width < 80; width++) {
        char *const plain = written_table(new_table(width, false), GAU_TABLE_TEXT);
        char *const coloured = written_table(new_table(width, true), GAU_TABLE_TEXT);

        assert_null(strchr(plain, '\033'));
        assert_non_null(strstr(coloured, RED "FAILED:" END));
        strip_colour(coloured);
        assert_string_equal(coloured, plain);
        free(plain);
        free(coloured);
    }
}

static void the_line_of_hidden_columns_is_faint(void **state)
{
    char *const text = written_table(new_table(20, true), GAU_TABLE_TEXT);

    (void)state;
    assert_non_null(strstr(text, "\n" FAINT "hidden: Ratio\n  (--wide shows\n  them)" END "\n"));
    free(text);
}

static void other_formats_have_no_colour(void **state)
{
    static const enum gau_table_format others[] = {GAU_TABLE_CSV, GAU_TABLE_JSON,
                                                   GAU_TABLE_MARKDOWN, GAU_TABLE_LATEX};

    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char *const text = written_table(new_table(0, true), others[i]);

        assert_null(strchr(text, '\033'));
        free(text);
    }
}

/* A name with a sequence of its own is escaped as it is without colour. */
static void names_cannot_bring_sequences(void **state)
{
    struct gau_table *const table = gau_table_new(columns, N_COLUMNS);
    char *text;

    (void)state;
    gau_table_colour(table);
    add_row(table, 0, "\033[31mred", "1", "");
    gau_table_footer(table, "warning: \033[31mred");
    text = written_table(table, GAU_TABLE_TEXT);
    assert_null(strstr(text, RED));
    assert_non_null(strstr(text, "\\x1b[31mred"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headings_rules_marked_cells_and_verdicts_have_colour),
        cmocka_unit_test(without_its_sequences_a_text_is_the_plain_one_at_every_width),
        cmocka_unit_test(the_line_of_hidden_columns_is_faint),
        cmocka_unit_test(other_formats_have_no_colour),
        cmocka_unit_test(names_cannot_bring_sequences),
    };

    return cmocka_run_group_tests_name("tables in colour", tests, NULL, NULL);
}
