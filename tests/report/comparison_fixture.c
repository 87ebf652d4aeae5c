/* SPDX-License-Identifier: Apache-2.0 */
#include "comparison_fixture.h"

#include "tests/unit/test.h"

#include "tests/unit/temp_folder.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

gau_status compare_status(const char *a, const char *b, enum gau_table_format format,
                          const char *table, gau_error *error)
{
    const struct gau_comparison_request request = {.sides = {{&a, 1}, {&b, 1}}, .output = "out"};
    const struct gau_view_options options = {.format = format, .table = table, .verbose = 1};

    unlink("out");
    return gau_comparison_report(NULL, &request, &options, error);
}

void compare(const char *a, const char *b, enum gau_table_format format, const char *table)
{
    gau_error error = {0};

    if (compare_status(a, b, format, table, &error) != GAU_OK)
        fail_msg("%s", error.message);
}

gau_status history_status(const char *folder, bool by_start, const struct gau_view_options *options,
                          gau_error *error)
{
    const struct gau_comparison_request request = {
        .kind = GAU_HISTORY, .sides = {{&folder, 1}}, .by_start = by_start, .output = "out"};

    return gau_comparison_report(NULL, &request, options, error);
}

void history(const char *folder, bool by_start, const struct gau_view_options *options)
{
    gau_error error = {0};

    if (history_status(folder, by_start, options, &error) != GAU_OK)
        fail_msg("%s", error.message);
}

void refused(const char *a, const char *b, const char *table, gau_status status,
             const char *message)
{
    gau_error error = {0};

    assert_int_equal(compare_status(a, b, GAU_TABLE_TEXT, table, &error), status);
    assert_string_equal(error.message, message);
    assert_int_not_equal(access("out", F_OK), 0);
}

void assert_has(const char *text)
{
    char *const out = folder_read("out");

    if (!strstr(out, text))
        fail_msg("no '%s' in:\n%s", text, out);
    free(out);
}

void assert_has_not(const char *text)
{
    char *const out = folder_read("out");

    if (strstr(out, text))
        fail_msg("'%s' is in:\n%s", text, out);
    free(out);
}

void assert_order(const char *first, const char *second)
{
    char *const out = folder_read("out");
    const char *const one = strstr(out, first), *const two = strstr(out, second);

    if (!one || !two || one > two)
        fail_msg("not '%s' before '%s' in:\n%s", first, second, out);
    free(out);
}
