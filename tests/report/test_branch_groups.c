/* SPDX-License-Identifier: Apache-2.0 */
#include "documents/branch_groups.h"

#include "tests/unit/test.h"

#include <string.h>

/*
 * Event 0
 *   Hlt 1, a sequence
 *     One 2
 *       Fast 3, an algorithm, in which a section "fit" 4 is open, and in it "chi 2" 5
 *     Two 6
 *       Fast 7, the same instance
 *       [excluded] 8
 *   Slow 9
 * Program 10
 *   work 11, a section, in it "inner" 12
 */
static const struct {
    int parent;
    const char *name, *path, *type;
} branches[] = {
    {-1, "Event", "Event", "Root"},
    {0, "Hlt", "Hlt", "Sequence"},
    {1, "One", "Hlt One", "Sequence"},
    {2, "Fast", "Hlt One Fast", "Finder"},
    {3, "fit", "Hlt One Fast fit", "Section"},
    {4, "chi 2", "Hlt One Fast fit chi 2", "Section"},
    {1, "Two", "Hlt Two", "Sequence"},
    {6, "Fast", "Hlt Two Fast", "Finder"},
    {6, "[excluded]", "Hlt Two [excluded]", "Excluded"},
    {0, "Slow", "Slow", "Finder"},
    {-1, "Program", "Program", "Root"},
    {10, "work", "work", "Section"},
    {11, "inner", "work inner", "Section"},
};
enum { N = COUNT_OF(branches) };

static json_t *make_document(void)
{
    json_t *const rows = json_array();

    for (int i = 0; i < N; i++)
        json_array_append_new(rows, json_pack("{si ss ss ss si}", "branch", i, "name",
                                              branches[i].name, "path", branches[i].path, "type",
                                              branches[i].type, "parent", branches[i].parent));
    return json_pack("{si so}", "schema", 2, "branches", rows);
}

struct scene {
    json_t *document;
    struct gau_tree tree;
    gau_error error;
};

static struct scene begin(void)
{
    struct scene scene = {.document = make_document()};
    const struct gau_document_fields fields =
        gau_document_fields_of(scene.document, "itt", &scene.error);

    assert_true(gau_tree_read(&scene.tree, &fields, "branches"));
    return scene;
}

static void end(struct scene *scene)
{
    gau_tree_clear(&scene->tree);
    json_decref(scene->document);
}

static void check(const char *text, const char *const expected[N])
{
    struct scene scene = begin();
    struct gau_branch_key key;
    const char *groups[N];

    assert_true(gau_branch_key_is(text, strlen(text)));
    assert_true(gau_branch_key_read(&key, text, strlen(text), &scene.error));
    assert_true(gau_branch_groups_make(groups, &scene.tree, &key, &scene.error));
    for (int i = 0; i < N; i++)
        assert_string_equal(groups[i], expected[i]);
    end(&scene);
}

static void an_algorithm_is_all_its_branches_and_sections(void **state)
{
    (void)state;
    check("algorithm", (const char *const[N]){"Event", "Hlt", "One", "Fast", "Fast", "Fast", "Two",
                                              "Fast", "Two", "Slow", "Program", "work", "inner"});
}

static void a_class_is_all_components_of_it(void **state)
{
    (void)state;
    check("component-class",
          (const char *const[N]){"Event", "Sequence", "Sequence", "Finder", "Finder", "Finder",
                                 "Sequence", "Finder", "Sequence", "Finder", "Program", "Section",
                                 "Section"});
}

static void what_is_below_a_level_is_the_branch_of_that_level(void **state)
{
    (void)state;
    check("level=1", (const char *const[N]){"Event", "Hlt", "Hlt", "Hlt", "Hlt", "Hlt", "Hlt",
                                            "Hlt", "Hlt", "Slow", "Program", "work", "work"});
    check("level=3",
          (const char *const[N]){"Event", "Hlt", "Hlt One", "Hlt One Fast", "Hlt One Fast",
                                 "Hlt One Fast", "Hlt Two", "Hlt Two Fast", "Hlt Two [excluded]",
                                 "Slow", "Program", "work", "work inner"});
}

#define OTHER "[other branches]"

static void children_are_those_of_an_identifier_or_of_all_branches_of_a_name(void **state)
{
    (void)state;
    check("children=Hlt", (const char *const[N]){"Event", "Hlt", "One", "One", "One", "One", "Two",
                                                 "Two", "Two", OTHER, "Program", OTHER, OTHER});
    check("children=Fast",
          (const char *const[N]){"Event", OTHER, OTHER, "Fast", "fit", "fit", OTHER, "Fast", OTHER,
                                 OTHER, "Program", OTHER, OTHER});
    check("children=Hlt Two",
          (const char *const[N]){"Event", OTHER, OTHER, OTHER, OTHER, OTHER, "Two", "Fast",
                                 "[excluded]", OTHER, "Program", OTHER, OTHER});
}

static void below_branches_is_all_that_is_below_them(void **state)
{
    static const char *const names[] = {"Fast", "Hlt One", "Event", "work inner"};
    static const char expected[][N + 1] = {"...xxx.x.....", "..xxxx.......", "xxxxxxxxxx...",
                                           "............x"};
    struct scene scene = begin();

    (void)state;
    for (size_t name = 0; name < COUNT_OF(names); name++) {
        bool within[N];

        assert_true(gau_branch_mark_within(within, &scene.tree, names[name], &scene.error));
        for (int i = 0; i < N; i++)
            assert_int_equal(within[i], expected[name][i] == 'x');
    }
    end(&scene);
}

static void wrong_keys_get_a_sentence(void **state)
{
    static const struct {
        const char *text, *message;
    } keys[] = {
        {"level=0",
         "'level=0': level=N takes a number from 1 to 999: that of levels below the root"},
        {"level", "'level': level=N takes a number from 1 to 999: that of levels below the root"},
        {"level=1x",
         "'level=1x': level=N takes a number from 1 to 999: that of levels below the root"},
        {"children=", "'children=': children=BRANCH takes the identifier or the name of a branch"},
        {"algorithm=X", "'algorithm=X': 'algorithm' takes no value"},
        {"thing", "branches cannot be grouped by 'thing'; there is: algorithm, component-class, "
                  "level=N, children=BRANCH"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        gau_error error = {0};
        struct gau_branch_key key;

        assert_false(gau_branch_key_read(&key, keys[i].text, strlen(keys[i].text), &error));
        assert_string_equal(error.message, keys[i].message);
        assert_int_equal(error.status, GAU_ERR_USAGE);
    }
    assert_false(gau_branch_key_is("thing", 5));
}

static void an_unknown_branch_gets_a_sentence(void **state)
{
    const struct gau_branch_key key = {.kind = GAU_BRANCHES_BY_CHILDREN, .branch = "Twoo"};
    struct scene scene = begin();
    const char *groups[N];

    (void)state;
    assert_false(gau_branch_groups_make(groups, &scene.tree, &key, &scene.error));
    assert_string_equal(scene.error.message, "there is no branch 'Twoo'; did you mean 'Two'?");
    end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_algorithm_is_all_its_branches_and_sections),
        cmocka_unit_test(a_class_is_all_components_of_it),
        cmocka_unit_test(what_is_below_a_level_is_the_branch_of_that_level),
        cmocka_unit_test(children_are_those_of_an_identifier_or_of_all_branches_of_a_name),
        cmocka_unit_test(below_branches_is_all_that_is_below_them),
        cmocka_unit_test(wrong_keys_get_a_sentence),
        cmocka_unit_test(an_unknown_branch_gets_a_sentence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
