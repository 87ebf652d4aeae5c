/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tests/table/written_table.h"

#include "table/table.h"

#include <stdlib.h>
#include <string.h>

static const struct gau_column columns[] = {
    {.name = "Branch", .key = "name", .tree = true},
    {.name = "Total", .key = "total_s", .unit = "s", .type = GAU_COLUMN_REAL},
    {.name = "Hidden", .key = "hidden", .shown = GAU_IN_DATA_FORMATS},
};

enum { NAME, TIME, N_COLUMNS = sizeof columns / sizeof *columns };

/* A name in a table. */
static char *shown(const char *name)
{
    struct gau_table *const table = gau_table_new(columns, 1);
    char *text, *cell;

    gau_table_row(table, 0);
    gau_table_set_text(table, NAME, name);
    text = written_table(table, GAU_TABLE_LATEX);
    cell = strstr(text, "\\midrule\n") + strlen("\\midrule\n");
    cell = strndup(cell, (size_t)(strstr(cell, " \\\\\n") - cell));
    free(text);
    return cell;
}

/* --- tests --------------------------------------------------------------------------------- */

static void a_table_has_the_rules_of_booktabs(void **state)
{
    struct gau_table *const table = gau_table_new(columns, N_COLUMNS);
    char *text;

    (void)state;
    gau_table_title(table, "Time & more");
    gau_table_row(table, 0);
    gau_table_set_text(table, NAME, "Event");
    gau_table_set_real(table, TIME, 2);
    gau_table_row(table, 1);
    gau_table_set_text(table, NAME, "Fit_1");
    gau_table_set_real(table, TIME, -1);
    gau_table_total(table);
    gau_table_set_text(table, NAME, "all");
    gau_table_footer(table, "100 %% of 2 s");
    gau_table_footer(table, "clock tsc");
    text = written_table(table, GAU_TABLE_LATEX);
    assert_string_equal(text, "% needs \\usepackage{booktabs}\n"
                              "\\begin{table}[htbp]\n\\centering\n"
                              "\\caption{Time \\& more}\n"
                              "\\begin{tabular}{lr}\n\\toprule\n"
                              "Branch & Total {[}s{]} \\\\\n\\midrule\n"
                              "Event & 2 \\\\\n"
                              "\\quad Fit\\_1 & $-$1 \\\\\n"
                              "\\midrule\nall &  \\\\\n"
                              "\\bottomrule\n\\end{tabular}\n"
                              "\n\\par\\smallskip\\footnotesize\\raggedright\n"
                              "100 \\% of 2 s\n\\par\nclock tsc\n"
                              "\\end{table}\n");
    free(text);
}

static void nothing_in_a_name_is_a_command(void **state)
{
    static const char *const names[][2] = {
        {"a_b", "a\\_b"},
        {"50% & #1 $x$", "50\\% \\& \\#1 \\$x\\$"},
        {"{x}", "\\{x\\}"},
        {"\\input{/etc/passwd}", "\\textbackslash{}input\\{/etc/passwd\\}"},
        {"~^", "\\textasciitilde{}\\textasciicircum{}"},
        {"a<b>|\"", "a\\textless{}b\\textgreater{}\\textbar{}\\textquotedbl{}"},
        {"[others]*", "{[}others{]}{*}"}, /* would be an argument of the line break before */
        {"a--b ``c''", "a{-}{-}b {`}{`}c{'}{'}"}, /* would be joined */
        {"M\xC3\xBCon", "M\xC3\xBCon"},
        {"\xFF", "\xEF\xBF\xBD"},
        {"a\nb\x01", "a\\textbackslash{}x0ab\\textbackslash{}x01"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *const text = shown(names[i][0]);

        assert_string_equal(text, names[i][1]);
        free(text);
    }
}

static void rows_beyond_the_limit_are_counted(void **state)
{
    struct gau_table *const table = gau_table_new(columns, N_COLUMNS);
    char *text;

    (void)state;
    for (int i = 0; i < 3; i++)
        gau_table_row(table, 0);
    gau_table_limit(table, 1);
    text = written_table(table, GAU_TABLE_LATEX);
    assert_non_null(strstr(text, "\\ldots{} and 2 more\n"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_has_the_rules_of_booktabs),
        cmocka_unit_test(nothing_in_a_name_is_a_command),
        cmocka_unit_test(rows_beyond_the_limit_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
