/* SPDX-License-Identifier: Apache-2.0 */
#include "report/hotspots/hotspots.h"

#include "documents/views/views.h"
#include "table/utf8.h"

#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"
#include "trace_fixture.h"

#include <stdlib.h>
#include <string.h>

static const struct gau_view *const views[] = {GAU_HOTSPOTS_VIEWS(GAU_VIEW_ADDRESS) NULL};

/*
 * Views of a result whose modules, threads and tasks have names that mean something to terminals,
 * to CSV, JSON, Markdown and Graphviz.
 */

enum { MS = 1000000, LONG = 4000, DEEP = 5000 };

static char long_name[LONG + 1];

static const char *const hostile[] = {
    "line\nbreak",
    "comma,semi;colon",
    "quote\"];back\\slash\\",
    "\x1b[31mred\x1b[0m",
    "bad \xff\xc3 bytes",
    "tab\tpipe|<b>*_`\\",
    "\\",
    "\"",
    long_name,
    "\xC2\x9Bred",
};

enum { N_HOSTILE = sizeof hostile / sizeof *hostile };

static void write_scene(void)
{
    memset(long_name, 'x', LONG);
    scene_open("samples.gtr", 7);
    for (uint32_t i = 1; i <= N_HOSTILE; i++) {
        scene_module(i, hostile[i - 1]);
        scene_thread(i, hostile[i - 1]);
        scene_task(i, hostile[i - 1], hostile[i - 1]);
        scene_stack(i, i - 1, i, 0x10 * i);
        scene_sample(i, i, i, i * 10 * MS, MS);
        scene_wall(i, i, 1, MS, MS);
    }
    for (uint32_t i = N_HOSTILE + 1; i <= DEEP; i++)
        scene_stack(i, i - 1, 1, 0x10 + i % 3);
    scene_sample(1, DEEP, 1, 900 * MS, MS);
    scene_end();
}

static char *view(const char *name, enum gau_table_format format)
{
    const struct gau_view_options options = {.format = format, .subject = "func@*"};
    gau_error error = {0};

    report_view(gau_view_find(views, name), ".", &options, "view", &error);
    assert_string_equal(error.message, "");
    return folder_read("view");
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

static const char *const names[] = {"top-down", "callers", "lines",       "modules",
                                    "threads",  "tasks",   "dependencies"};

enum { N_NAMES = sizeof names / sizeof *names };

static void no_view_obeys_names(void **state)
{
    static const enum gau_table_format formats[] = {GAU_TABLE_TEXT, GAU_TABLE_CSV,
                                                    GAU_TABLE_MARKDOWN};

    (void)state;
    write_scene();
    for (size_t i = 0; i < N_NAMES; i++) {
        for (size_t j = 0; j < sizeof formats / sizeof *formats; j++) {
            char *const text = view(names[i], formats[j]);

            assert_harmless(text);
            free(text);
        }
    }
}

static void json_is_json_with_any_names(void **state)
{
    (void)state;
    write_scene();
    for (size_t i = 0; i < N_NAMES; i++) {
        char *const text = view(names[i], GAU_TABLE_JSON);
        json_t *const document = json_loads(text, 0, NULL);

        assert_non_null(document);
        assert_true(json_array_size(json_object_get(document, "rows")) > 0);
        json_decref(document);
        free(text);
    }
}

static void the_summary_does_not_obey_names(void **state)
{
    const struct gau_view_options options = {.add = gau_hotspots_add_sampling};
    gau_error error = {0};
    char *text;

    (void)state;
    write_scene();
    report_view(&gau_view_summary, ".", &options, "view", &error);
    assert_string_equal(error.message, "");
    text = folder_read("view");
    assert_harmless(text);
    free(text);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(no_view_obeys_names),
        TEST(json_is_json_with_any_names),
        TEST(the_summary_does_not_obey_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
