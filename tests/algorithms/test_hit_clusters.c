/* SPDX-License-Identifier: Apache-2.0 */
#include "event_fixture.h"

#include <math.h>

/* HitClusters on strips that were charged by hand. Noise is 1. */

extern const gau_module gau_module_hit_clusters;

static gau_node *clusters(struct scene *scene)
{
    gau_node *const node = scene_algorithm(scene, &gau_module_hit_clusters, "C");

    scene_look(scene, "C.layer,C.position,C.error,C.charge,C.size");
    return node;
}

static void the_position_is_weighted_with_charge(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    SCENE_NUMBERS("strips", "layer", 1, 1, 1, 1);
    SCENE_NUMBERS("strips", "strip", 9, 10, 11, 12);
    SCENE_NUMBERS("strips", "charge", 1.9, 10, 20, 10); /* the first is below 2 x noise */
    clusters(&scene);
    assert_true(scene_accepts(&scene));
    assert_int_equal(scene_rows(0), 1);
    assert_near(scene_number(1, 0), 11, 1e-12);
    assert_near(scene_number(2, 0), sqrt(1 + 0 + 1) / 40, 1e-12);
    assert_near(scene_number(3, 0), 40, 1e-12);
    assert_true(scene_number(4, 0) == 3);
    scene_end(&scene);
}

static void a_single_strip_has_the_error_of_its_width(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    SCENE_NUMBERS("strips", "layer", 0);
    SCENE_NUMBERS("strips", "strip", 7);
    SCENE_NUMBERS("strips", "charge", 5);
    clusters(&scene);
    scene_accepts(&scene);
    assert_near(scene_number(1, 0), 7, 0);
    assert_near(scene_number(2, 0), 1 / sqrt(12), 1e-12);
    scene_end(&scene);
}

/* A gap, another layer, a strip below the threshold. */
static void clusters_end_where_strips_are_no_neighbours(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    SCENE_NUMBERS("strips", "layer", 0, 0, 0, 1, 1, 1);
    SCENE_NUMBERS("strips", "strip", 5, 6, 8, 9, 10, 11);
    SCENE_NUMBERS("strips", "charge", 9, 9, 9, 9, 1, 9);
    clusters(&scene);
    scene_accepts(&scene);
    assert_int_equal(scene_rows(0), 4);
    assert_near(scene_number(1, 0), 5.5, 1e-12);
    assert_near(scene_number(1, 1), 8, 0);
    assert_near(scene_number(1, 2), 9, 0);
    assert_near(scene_number(1, 3), 11, 0);
    assert_true(scene_number(0, 1) == 0 && scene_number(0, 2) == 1);
    scene_end(&scene);
}

/* Strips of 2.9: no seed (3). One of 3 and one of 4: 7 is less than 5 sqrt(2) = 7.07. 3.1 and 4:
 * not. */
static void noise_is_no_cluster(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    SCENE_NUMBERS("strips", "layer", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    SCENE_NUMBERS("strips", "strip", 1, 2, 3, 4, 5, 11, 12, 21, 22, 31);
    SCENE_NUMBERS("strips", "charge", 2.9, 2.9, 2.9, 2.9, 2.9, 3, 4, 3.1, 4, 4.9);
    clusters(&scene);
    scene_accepts(&scene);
    assert_int_equal(scene_rows(0), 1);
    assert_near(scene_number(3, 0), 7.1, 1e-12);
    scene_end(&scene);
}

static void too_many_clusters_reject_an_event(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    SCENE_NUMBERS("strips", "layer", 0, 1, 2);
    SCENE_NUMBERS("strips", "strip", 1, 1, 1);
    SCENE_NUMBERS("strips", "charge", 9, 9, 9);
    job_set(&scene.job, clusters(&scene), "MaxClusters", "2");
    assert_false(scene_accepts(&scene));
    assert_int_equal(scene_rows(0), 3);
    scene_end(&scene);
}

static void strips_in_another_order_are_an_error(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    SCENE_NUMBERS("strips", "layer", 2, 2, 2);
    SCENE_NUMBERS("strips", "strip", 3, 4, 4);
    SCENE_NUMBERS("strips", "charge", 9, 9, 9);
    clusters(&scene);
    assert_string_equal(scene_failure(&scene),
                        "job.xml:2: C: event 1: row 3 of table 'strips': strip 4 of layer 2 is not "
                        "behind strip 4 of layer 2");
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_position_is_weighted_with_charge),
        cmocka_unit_test(a_single_strip_has_the_error_of_its_width),
        cmocka_unit_test(clusters_end_where_strips_are_no_neighbours),
        cmocka_unit_test(noise_is_no_cluster),
        cmocka_unit_test(too_many_clusters_reject_an_event),
        cmocka_unit_test(strips_in_another_order_are_an_error),
    };

    return cmocka_run_group_tests_name("hit clusters", tests, NULL, NULL);
}
