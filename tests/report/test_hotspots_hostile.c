/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspots_fixture.h"

#include "table/utf8.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

enum { MS = 1000000, LONG = 4000, DEEP = 70000 };

static char long_name[LONG + 1];

static const char *const names[] = {
    "line\nbreak",
    "comma,semi;colon",
    "quote\"backslash\\",
    "\x1b[31mred\x1b[0m",
    "bad \xff\xc3 bytes",
    "tab\tpipe|<b>*_`",
    "=1+1",
    " ",
    long_name,
    "\xC2\x9B"
    "31m",
};

enum { N_NAMES = sizeof names / sizeof *names };

static void hostile_scene(void)
{
    memset(long_name, 'x', LONG);
    scene_open("samples.gtr", 7);
    scene_thread(1, "\x1b]0;title\x07,\"\n");
    scene_module(1, "/no\nwhere/\x1b[2J,;\"\xff");
    scene_stack(1, 0, 1, 0x10);
    for (uint32_t i = 0; i < N_NAMES; i++) {
        scene_task(i + 1, "d\n", names[i]);
        scene_sample(1, 1, i + 1, i * MS, MS);
    }
    scene_end();
}

static char *view(enum gau_table_format format, const struct gau_view_export *export)
{
    const struct gau_view_options options = {.format = format,
                                             .export = export,
                                             .group_by = "task,module,thread,function,callstack"};

    hostile_scene();
    return hotspots_view(&options);
}

/* Nothing that a terminal obeys but the end of a line. */
static void assert_harmless(const char *text)
{
    while (*text) {
        const size_t length = gau_utf8_length(text);
        const unsigned char first = (unsigned char)text[0];

        assert_true(length > 0);
        assert_true(first == '\n' || (first >= 0x20 && first != 0x7f));
        assert_false(first == 0xC2 && (unsigned char)text[1] < 0xA0);
        text += length;
    }
}

static size_t count(const char *text, char wanted)
{
    size_t n = 0;

    for (; *text; text++)
        n += *text == wanted;
    return n;
}

static void text_shows_what_it_is_harmlessly(void **state)
{
    char *const text = view(GAU_TABLE_TEXT, NULL);

    (void)state;
    assert_harmless(text);
    assert_non_null(strstr(text, "line\\x0abreak"));
    assert_non_null(strstr(text, "\\x1b[31mred"));
    assert_non_null(strstr(text, long_name)); /* never cut when it is no terminal */
    free(text);
}

static void a_terminal_gets_no_line_longer_than_itself(void **state)
{
    static const unsigned widths[] = {40, 60, 80, 120};

    (void)state;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        const struct gau_view_options options = {.group_by = "task,callstack",
                                                 .width = widths[i],
                                                 .unicode = i % 2};
        char *text, *line, *rest;

        hostile_scene();
        text = hotspots_view(&options);
        assert_harmless(text);
        rest = strchr(strchr(text, '\n') + 1, '\n') + 1; /* below the title */
        while ((line = strtok_r(rest, "\n", &rest)) && strncmp(line, "there", 5) != 0)
            assert_true(strstr(line, "Task Type") || gau_utf8_width(line) <= widths[i]);
        free(text);
        remove("samples.gtr");
    }
}

static void csv_has_a_line_per_row_and_a_cell_per_column(void **state)
{
    char *const text = view(GAU_TABLE_CSV, NULL);
    char *line, *rest = text;
    size_t columns = 0, lines = 0;

    (void)state;
    assert_harmless(text);
    while ((line = strtok_r(rest, "\n", &rest))) {
        size_t n = 1;
        bool quoted = false;

        for (const char *at = line; *at; at++) {
            quoted ^= *at == '"';
            n += *at == ',' && !quoted;
        }
        assert_false(quoted);
        columns = columns ? columns : n;
        assert_int_equal(n, columns);
        lines++;
    }
    assert_int_equal(lines, 1 + N_NAMES);
    free(text);
}

static void json_can_be_read_and_has_the_names(void **state)
{
    char *const text = view(GAU_TABLE_JSON, NULL);
    json_error_t error;
    json_t *const document = json_loads(text, 0, &error);
    const json_t *rows;
    size_t found = 0, n_tasks = 0;

    (void)state;
    assert_non_null(document);
    rows = json_object_get(document, "rows");
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *const row = json_array_get(rows, i);
        const char *const name = json_string_value(json_object_get(row, "task"));

        if (json_integer_value(json_object_get(row, "depth")) > 0)
            continue;
        n_tasks++;
        for (size_t k = 0; k < N_NAMES; k++)
            found += strcmp(names[k], name) == 0;
    }
    assert_int_equal(n_tasks, N_NAMES);
    assert_int_equal(found, N_NAMES - 1); /* all that are UTF-8 */
    json_decref(document);
    free(text);
}

static void markdown_has_a_line_per_row(void **state)
{
    char *const text = view(GAU_TABLE_MARKDOWN, NULL);

    (void)state;
    assert_harmless(text);
    assert_null(strstr(text, "<b>"));
    assert_non_null(strstr(text, "tab\\\\x09pipe\\|\\<b\\>\\*\\_\\`"));
    free(text);
}

static void folded_stacks_have_no_stray_semicolons(void **state)
{
    char *const text = view(GAU_TABLE_TEXT, &gau_hotspots_folded);

    (void)state;
    assert_harmless(text);
    assert_int_equal(count(text, '\n'), N_NAMES);
    assert_int_equal(count(text, ';'), 4 * N_NAMES);
    assert_non_null(strstr(text, "comma,semi:colon;"));
    free(text);
}

/* A chain of callers as no program has it. */
static void stacks_without_end_are_cut(void **state)
{
    const struct gau_view_options options = {.format = GAU_TABLE_JSON,
                                             .group_by = "task,callstack"};
    char *text;

    (void)state;
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    for (uint32_t i = 1; i <= DEEP; i++)
        scene_stack(i, i - 1, 0, i);
    scene_sample(1, DEEP, 0, 1, MS);
    scene_end();
    text = hotspots_view(&options);
    assert_true(count(text, '[') < 2 * GAU_HOTSPOTS_FRAMES_MAX + 100);
    free(text);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(text_shows_what_it_is_harmlessly),
        IN_FOLDER(a_terminal_gets_no_line_longer_than_itself),
        IN_FOLDER(csv_has_a_line_per_row_and_a_cell_per_column),
        IN_FOLDER(json_can_be_read_and_has_the_names),
        IN_FOLDER(markdown_has_a_line_per_row),
        IN_FOLDER(folded_stacks_have_no_stray_semicolons),
        IN_FOLDER(stacks_without_end_are_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
