/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "documents/views/views.h"
#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "timing_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Views of a timer with many branches: they compare names, which the linker's --wrap counts, and
 * with twice as many branches they do so about twice as often.
 */

static size_t comparisons;

int __real_strcmp(const char *left, const char *right);
int __wrap_strcmp(const char *left, const char *right);

int __wrap_strcmp(const char *left, const char *right)
{
    comparisons++;
    return __real_strcmp(left, right);
}

enum { MOST = 2000, NAME = 16 };

/* Writes a timer with @p n algorithms below each of two roots, which have the same names. */
static void write_timer(int n)
{
    static char names[MOST][NAME];
    static struct scene_row rows[2 * MOST + 2];
    const struct scene_timer timer = {rows, 2 * n + 2, rows, 2 * n + 2};

    rows[0] = (struct scene_row){0, -1, "Event", "Event", "Event", 1, n, 0, 0};
    rows[1] = (struct scene_row){1, -1, "Background", "Background", "Background", 1, n, 0, 0};
    for (int i = 0; i < n; i++) {
        snprintf(names[i], NAME, "Alg%d", i);
        for (int k = 0; k < 2; k++)
            rows[2 * i + k + 2] = (struct scene_row){
                2 * i + k + 2, k, rows[k].root, names[i], names[i], i + 1ll, 1, 1, 0};
    }
    scene_write_timer("r", "timer", &timer);
}

static size_t count_comparisons(const struct gau_view_options *options)
{
    gau_error error = {0};

    comparisons = 0;
    if (report_view(&gau_view_timing, "r", options, "out", &error) != GAU_OK)
        fail_msg("%s", error.message);
    return comparisons;
}

static void twice_as_many_branches_need_twice_as_many_comparisons(void **state)
{
    static const struct gau_view_options cases[] = {
        {0},
        {.sort = "name"},
        {.sort = "self"},
        {.relative_to = "Alg5"},
        {.group_by = "algorithm"},
        {.group_by = "algorithm", .sort = "name"},
        {.group_by = "component-class"},
        {.group_by = "level=1"},
        {.group_by = "children=Event"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t few, many;

        write_timer(MOST / 2);
        few = count_comparisons(&cases[i]);
        write_timer(MOST);
        many = count_comparisons(&cases[i]);
        if (few < MOST || many > 5 * few / 2)
            fail_msg("case %zu: %zu comparisons, and %zu with twice as many branches", i, few,
                     many);
    }
}

static void assert_line(const char *text, const char *name)
{
    char line[64];

    snprintf(line, sizeof line, "\n%s  ", name);
    if (!strstr(text, line))
        fail_msg("there is no '%s' in %s", name, text);
}

static void groups_of_one_name_show_their_root_unless_it_is_the_main_one(void **state)
{
    static const char *const sort_keys[] = {NULL, "name", "calls"};

    (void)state;
    write_timer(20);
    for (size_t i = 0; i < COUNT_OF(sort_keys); i++) {
        const struct gau_view_options options = {.group_by = "algorithm", .sort = sort_keys[i]};
        char *text;

        count_comparisons(&options);
        text = folder_read("out");
        for (int n = 0; n < 20; n++) {
            char name[64];

            snprintf(name, sizeof name, "Alg%d", n);
            assert_line(text, name);
            snprintf(name, sizeof name, "Alg%d (Background)", n);
            assert_line(text, name);
        }
        assert_line(text, "Event");
        assert_line(text, "Background");
        free(text);
    }
}

/* Texts that are shared where they are equal, and bins with more calls than 32 bits hold. */
static void names_and_large_counts_are_those_of_the_document(void **state)
{
    static const struct scene_row rows[] = {
        {0, -1, "Event", "Event", "Event", 5000000000, 8, 4, 0},
        {1, 0, "Event", "A fit", "fit", 5000000000, 2, 2, 0},
        {2, 0, "Event", "B", "another", 5000000000, 1, 1, 0},
        {3, 0, "Event", "C", "b", 3, 1, 1, 0},
    };
    const struct scene_timer timer = {rows, COUNT_OF(rows), NULL, 0};
    char *text;

    (void)state;
    scene_write_timer("r", "timer", &timer);
    count_comparisons(&(struct gau_view_options){.format = GAU_TABLE_CSV});
    text = folder_read("out");
    assert_non_null(strstr(text, "1,0,1,fit,A fit,Class,5000000000,"));
    assert_non_null(strstr(text, "2,0,1,another,B,Class,5000000000,"));
    assert_non_null(strstr(text, "3,0,1,b,C,Class,3,"));
    free(text);
    count_comparisons(&(struct gau_view_options){0});
    text = folder_read("out");
    assert_null(strstr(text, "warning"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twice_as_many_branches_need_twice_as_many_comparisons),
        cmocka_unit_test(groups_of_one_name_show_their_root_unless_it_is_the_main_one),
        cmocka_unit_test(names_and_large_counts_are_those_of_the_document),
    };

    return cmocka_run_group_tests_name("timing_many", tests, folder_enter, folder_leave);
}
