/* SPDX-License-Identifier: Apache-2.0 */
#include "event_fixture.h"
#include "framework/src/job/app_state.h"
#include "framework/src/job/result_documents.h"
#include "tests/unit/temp_folder.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern const gau_module gau_module_trigger_menu;

static const char menu[] = "menu,index,path\n1,0,HLT_Mu8_v1\n1,1,HLT_Jet40_v1\n1,2,HLT_All_v1\n"
                           "7,0,HLT_Mu8_v2\n7,1,HLT_All_v1\n";

static gau_node *trigger(struct scene *scene, const char *paths)
{
    gau_node *const node = scene_algorithm(scene, &gau_module_trigger_menu, "T");

    job_set(&scene->job, node, "Menu", "menu.csv");
    job_set(&scene->job, node, "Paths", paths);
    return node;
}

static void give(const char *const *accepted, size_t n)
{
    scene_texts("hlt_accept", "path", accepted, n);
}

static void an_event_is_accepted_if_a_path_matches(void **state)
{
    static const char *const accepted[] = {"HLT_Jet40_v1", "HLT_All_v1"};
    static const struct {
        const char *paths;
        bool accepts;
    } cases[] = {{"*", true},           {"HLT_Mu*", false},           {"HLT_Mu*,HLT_Jet??_*", true},
                 {"HLT_Mu8_v2", false}, {"HLT_Mu[0-9]_v[12]", false}, {"HLT_All*", true}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct scene scene;

        scene_begin(&scene);
        give(accepted, 2);
        trigger(&scene, cases[i].paths);
        if (scene_accepts(&scene) != cases[i].accepts)
            fail_msg("%s", cases[i].paths);
        scene_end(&scene);
    }
}

static void an_event_without_paths_is_rejected(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    give((const char *const[]){NULL}, 0);
    trigger(&scene, "*");
    assert_false(scene_accepts(&scene));
    scene_end(&scene);
}

static void decisions_are_compared(void **state)
{
    static const char *const accepted[] = {"HLT_Mu8_v1"};
    static const char *const expected[] = {
        "{\"ours\": \"yes\", \"recorded\": \"HLT_Mu*\", \"both\": 1, \"only_ours\": 0, "
        "\"only_recorded\": 0, \"neither\": 0}",
        "{\"ours\": \"no\", \"recorded\": \"HLT_Mu8_v?\", \"both\": 0, \"only_ours\": 0, "
        "\"only_recorded\": 1, \"neither\": 0}",
        "{\"ours\": \"yes\", \"recorded\": \"HLT_Jet*\", \"both\": 0, \"only_ours\": 1, "
        "\"only_recorded\": 0, \"neither\": 0}",
        "{\"ours\": \"no\", \"recorded\": \"HLT_All*\", \"both\": 0, \"only_ours\": 0, "
        "\"only_recorded\": 0, \"neither\": 1}"};
    struct scene scene;
    const json_t *rows;

    (void)state;
    scene_begin(&scene);
    give(accepted, 1);
    SCENE_NUMBERS("yes", "mass", 91, 3);
    scene_numbers("no", "mass", NULL, 0);
    job_set(&scene.job, trigger(&scene, "*"), "Compare",
            "yes=HLT_Mu*, no=HLT_Mu8_v?, yes=HLT_Jet*, no=HLT_All*");
    assert_true(scene_accepts(&scene));
    rows = json_object_get(gau_results_document(scene.job.app->results, 0, NULL), "comparison");
    assert_int_equal(json_array_size(rows), 4);
    for (size_t i = 0; i < 4; i++) {
        char *const text = json_dumps(json_array_get(rows, i), 0);

        assert_string_equal(text, expected[i]);
        free(text);
    }
    scene_end(&scene);
}

static void paths_are_listed(void **state)
{
    static const char *const accepted[] = {"HLT_Mu8_v1", "HLT_Jet40_v1", "HLT_All_v1"};
    static const char expected[] = "[{\"path\": \"HLT_Mu8_v1\", \"events\": 1}, "
                                   "{\"path\": \"HLT_All_v1\", \"events\": 1}]";
    struct scene scene;
    char *text;

    (void)state;
    scene_begin(&scene);
    give(accepted, 3);
    job_set(&scene.job, trigger(&scene, "HLT_[AM]*"), "List", "true");
    assert_true(scene_accepts(&scene));
    text =
        json_dumps(json_object_get(gau_results_document(scene.job.app->results, 0, NULL), "paths"),
                   0);
    assert_string_equal(text, expected);
    free(text);
    scene_end(&scene);
}

static pthread_barrier_t both;

static void meet(void)
{
    pthread_barrier_wait(&both);
}

/* The events of two workers wait for each other, so that each worker has one. */
static void counts_of_workers_are_summed(void **state)
{
    static const char *const accepted[] = {"HLT_Mu8_v1"};
    struct scene scene;
    const json_t *document;
    gau_node *node;
    char *text;

    (void)state;
    pthread_barrier_init(&both, NULL, 2);
    scene_begin(&scene);
    give(accepted, 1);
    SCENE_NUMBERS("yes", "mass", 91);
    node = trigger(&scene, "*");
    job_set(&scene.job, node, "Compare", "yes=HLT_Mu*");
    job_set(&scene.job, node, "List", "true");
    scene_look(&scene, "");
    scene.job.settings.workers = 2;
    scene_watch(&scene, 2, meet);
    document = gau_results_document(scene.job.app->results, 0, NULL);
    assert_int_equal(json_integer_value(json_object_get(document, "events")), 2);
    assert_int_equal(json_integer_value(json_object_get(document, "accepted")), 2);
    text = json_dumps(json_array_get(json_object_get(document, "paths"), 0), 0);
    assert_string_equal(text, "{\"path\": \"HLT_Mu8_v1\", \"events\": 2}");
    free(text);
    text = json_dumps(json_array_get(json_object_get(document, "comparison"), 0), 0);
    assert_non_null(strstr(text, "\"both\": 2, "));
    free(text);
    scene_end(&scene);
    pthread_barrier_destroy(&both);
}

static void fails(const char *const *accepted, size_t n, const char *property, const char *value,
                  const char *message)
{
    struct scene scene;
    gau_node *node;

    scene_begin(&scene);
    give(accepted, n);
    node = trigger(&scene, "*");
    if (property)
        job_set(&scene.job, node, property, value);
    assert_string_equal(scene_failure(&scene), message);
    scene_end(&scene);
}

static void wrong_patterns_are_refused(void **state)
{
    static const char *const accepted[] = {"HLT_Mu8_v1"};
    char many[300] = "A";

    (void)state;
    for (int i = 0; i < 64; i++)
        strcat(many, ",A");
    fails(accepted, 1, "Paths", many, "job.xml:2: T: 65 patterns; at most 63 are possible");
    fails(accepted, 1, "Compare", "HLT_Mu*",
          "job.xml:2: T: Compare: 'HLT_Mu*' is not TABLE=PATTERN");
    fails(accepted, 1, "Compare", "none=HLT_Mu*", "job.xml:2: T: there is no table 'none'");
    fails(accepted, 1, "Input", "paths",
          "job.xml:2: T: Input: 'paths' is not a column (TABLE.COLUMN)");
}

static void patterns_that_match_no_path_are_refused(void **state)
{
    static const char *const accepted[] = {"HLT_Mu8_v1"};

    (void)state;
    fails(accepted, 1, "Paths", "HLT_Mu8_v?, HLT_Mv8_v1",
          "job.xml:2: T: Paths: 'HLT_Mv8_v1' matches no path in 'menu.csv'");
    fails(accepted, 1, "Compare", "hlt_accept=HLT_Mv*",
          "job.xml:2: T: Compare: 'HLT_Mv*' matches no path in 'menu.csv'");
}

static void wrong_menus_are_refused(void **state)
{
    static const char *const accepted[] = {"HLT_Mu8_v1"}, *const unknown[] = {"HLT_Mu9_v1"};

    (void)state;
    folder_write("no_path.csv", "menu,index\n1,0\n");
    folder_write("no_name.csv", "path\nHLT_All_v1\n\"\"\n");
    folder_write("no_row.csv", "path\n");
    fails(accepted, 1, "Menu", "", "job.xml:2: T: Menu: the name of a file is missing");
    fails(accepted, 1, "Menu", "missing.csv",
          "job.xml:2: T: missing.csv: No such file or directory");
    fails(accepted, 1, "Menu", "no_path.csv", "job.xml:2: T: no_path.csv: has no column 'path'");
    fails(accepted, 1, "Menu", "no_name.csv",
          "job.xml:2: T: no_name.csv:3: column 'path': not a name");
    fails(accepted, 1, "Menu", "no_row.csv",
          "job.xml:2: T: Paths: '*' matches no path in 'no_row.csv'");
    fails(unknown, 1, NULL, NULL, "job.xml:2: T: event 1: path 'HLT_Mu9_v1' is not in 'menu.csv'");
}

static int set_up(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    folder_write("menu.csv", menu);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_is_accepted_if_a_path_matches),
        cmocka_unit_test(an_event_without_paths_is_rejected),
        cmocka_unit_test(decisions_are_compared),
        cmocka_unit_test(paths_are_listed),
        cmocka_unit_test(counts_of_workers_are_summed),
        cmocka_unit_test(wrong_patterns_are_refused),
        cmocka_unit_test(patterns_that_match_no_path_are_refused),
        cmocka_unit_test(wrong_menus_are_refused),
    };

    return cmocka_run_group_tests_name("trigger menu", tests, set_up, folder_leave);
}
