/* SPDX-License-Identifier: Apache-2.0 */
#include "report/charts/flame_graph.h"

#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

/* Adds the frames of a path such as "A/B/C". */
static uint32_t add(struct gau_flame_tree *tree, const char *path, double self_s)
{
    uint32_t frame = 0;

    if (tree->count == 0)
        gau_flame_tree_add(tree, 0, "all", 3, false);
    for (; *path; path += *path == '/') {
        const size_t length = strcspn(path, "/");

        frame = gau_flame_tree_add(tree, frame, path, length, path[0] == 'f');
        assert_int_not_equal(frame, 0);
        path += length;
    }
    tree->frames[frame].self_s += self_s;
    return frame;
}

static char *draw(struct gau_flame_tree *tree)
{
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    assert_non_null(out);
    assert_true(gau_flame_tree_place(tree));
    gau_flame_graph_draw(tree, "a note", out);
    fclose(out);
    return text;
}

static size_t count_of(const char *text, const char *what)
{
    size_t n = 0;

    while ((text = strstr(text, what))) {
        text += strlen(what);
        n++;
    }
    return n;
}

static void assert_placed(const struct gau_flame_frame *frame, double total, double x, double width)
{
    assert_float_equal(frame->total_s, total, 1e-12);
    assert_float_equal(frame->x, x, 1e-12);
    assert_float_equal(frame->width, width, 1e-12);
}

static void times_are_added_up_and_the_widest_sibling_is_first(void **state)
{
    struct gau_flame_tree tree = {0};
    const uint32_t light = add(&tree, "A/f1", 1), heavy = add(&tree, "A/f2", 2);
    const uint32_t a = add(&tree, "A", 1), b = add(&tree, "B", 6), deep = add(&tree, "A/f2/f3", 0);

    (void)state;
    assert_int_equal(add(&tree, "A/f2", 0), heavy); /* the same frame again */
    free(draw(&tree));
    assert_placed(&tree.frames[0], 10, 0, 1);
    assert_placed(&tree.frames[b], 6, 0, 0.6);
    assert_placed(&tree.frames[a], 4, 0.6, 0.4);
    assert_placed(&tree.frames[heavy], 2, 0.6, 0.2);
    assert_placed(&tree.frames[light], 1, 0.8, 0.1);
    assert_placed(&tree.frames[deep], 0, 0.6, 0);
    gau_flame_tree_clear(&tree);
}

static void siblings_of_one_time_are_in_the_order_of_their_names(void **state)
{
    struct gau_flame_tree tree = {0};
    const uint32_t b = add(&tree, "B", 1), a = add(&tree, "A", 1);

    (void)state;
    free(draw(&tree));
    assert_placed(&tree.frames[a], 1, 0, 0.5);
    assert_placed(&tree.frames[b], 1, 0.5, 0.5);
    gau_flame_tree_clear(&tree);
}

static void a_branch_and_a_function_of_one_name_are_two_frames(void **state)
{
    struct gau_flame_tree tree = {0};
    uint32_t branch, function;

    (void)state;
    gau_flame_tree_add(&tree, 0, "all", 3, false);
    branch = gau_flame_tree_add(&tree, 0, "fit", 3, false);
    function = gau_flame_tree_add(&tree, 0, "fit", 3, true);
    assert_int_not_equal(branch, function);
    assert_int_not_equal(gau_flame_tree_add(&tree, 0, "fit", 2, true), function);
    gau_flame_tree_clear(&tree);
}

static void narrow_frames_are_not_drawn_but_counted(void **state)
{
    struct gau_flame_tree tree = {0};
    char *text;

    (void)state;
    add(&tree, "A", 998);
    add(&tree, "B", 1.2);
    add(&tree, "C", 0.5);
    add(&tree, "D/f", 0.3); /* the share of D is that of both */
    add(&tree, "E", 0);     /* nothing is not left out */
    text = draw(&tree);
    assert_int_equal(count_of(text, "<g>"), 2);
    assert_non_null(
        strstr(text, ">3 frames of less than 0.1 % each, together 0.08 %, are not drawn<"));
    free(text);
    gau_flame_tree_clear(&tree);
}

static void deep_frames_are_not_drawn_but_counted(void **state)
{
    struct gau_flame_tree tree = {0};
    char path[1001], *text;

    (void)state;
    for (size_t i = 0; i < 500; i++)
        memcpy(path + 2 * i, "f/", 3);
    path[999] = '\0';
    add(&tree, path, 1);
    text = draw(&tree);
    assert_int_equal(count_of(text, "<g class=\"f\">"), 60);
    assert_non_null(strstr(text, ">440 frames are below the 60 levels that are drawn<"));
    free(text);
    gau_flame_tree_clear(&tree);
}

static void names_are_text(void **state)
{
    struct gau_flame_tree tree = {0};
    char *text;

    (void)state;
    add(&tree, "<script>&\"\033[31m", 1);
    text = draw(&tree);
    assert_non_null(strstr(text, "&lt;script&gt;&amp;&quot;"));
    assert_null(strstr(text, "<script"));
    assert_null(strchr(text, '\033'));
    free(text);
    gau_flame_tree_clear(&tree);
}

static void the_error_of_a_share_is_shown(void **state)
{
    struct gau_flame_tree tree = {0};
    const uint32_t a = add(&tree, "A", 3);
    char *text;

    (void)state;
    add(&tree, "B", 1);
    tree.frames[a].variance = 0.02 * 0.02;
    text = draw(&tree);
    assert_non_null(strstr(text, "<title>A\n3 s, 75.0 \u00b1 2.0 %</title>"));
    assert_non_null(strstr(text, "<title>B\n1 s, 25.0 %</title>"));
    free(text);
    free(tree.order);
    tree.frames[a].variance = 0.0002 * 0.0002;
    tree.frames[0].total_s = tree.frames[1].total_s = tree.frames[2].total_s = 0;
    text = draw(&tree); /* not "0.0" */
    assert_non_null(strstr(text, "<title>A\n3 s, 75.000 \u00b1 0.020 %</title>"));
    free(text);
    gau_flame_tree_clear(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_added_up_and_the_widest_sibling_is_first),
        cmocka_unit_test(siblings_of_one_time_are_in_the_order_of_their_names),
        cmocka_unit_test(a_branch_and_a_function_of_one_name_are_two_frames),
        cmocka_unit_test(narrow_frames_are_not_drawn_but_counted),
        cmocka_unit_test(deep_frames_are_not_drawn_but_counted),
        cmocka_unit_test(names_are_text),
        cmocka_unit_test(the_error_of_a_share_is_shown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
