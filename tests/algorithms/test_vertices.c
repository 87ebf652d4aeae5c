/* SPDX-License-Identifier: Apache-2.0 */
#include "event_fixture.h"
#include "framework/src/job/app_state.h"

#include "algorithms/common/random.h"
#include "algorithms/vertexing/vertex_search.h"
#include "framework/src/job/result_documents.h"

#include <math.h>

/* VertexFinder and VertexCheck. */

extern const gau_module gau_module_vertex_finder, gau_module_vertex_check;

static const struct gau_vertex_cuts cuts = {
    .window = 0.5, .cutoff = 3.5, .merge = 2.5, .min_weight = 1.1};

/* --- the method ---------------------------------------------------------------------------- */

static void two_tracks_meet_in_their_weighted_mean(void **state)
{
    struct gau_vertex_track tracks[] = {{.z = 10.2, .error = 0.2, .weight = 1},
                                        {.z = 10, .error = 0.1, .weight = 1}};
    struct gau_vertex found[2];

    (void)state;
    assert_int_equal(gau_vertices_find(found, tracks, 2, &cuts), 1);
    /* (10 / 0.01 + 10.2 / 0.04) / (1 / 0.01 + 1 / 0.04) = 10.04; that a track can be of no vertex
       moves it by 0.0001 */
    assert_near(found[0].z, 10.04, 2e-4);
    assert_near(found[0].error, 1 / sqrt(125), 1e-3);
    assert_near(found[0].weight, 2, 0.02);
}

static void a_single_track_is_no_vertex(void **state)
{
    struct gau_vertex_track tracks[] = {{.z = 0, .error = 0.1, .weight = 1},
                                        {.z = 5, .error = 0.1, .weight = 1}};
    struct gau_vertex found[2];

    (void)state;
    assert_int_equal(gau_vertices_find(found, tracks, 2, &cuts), 0);
    assert_int_equal(gau_vertices_find(found, tracks, 0, &cuts), 0);
}

static void a_far_track_does_not_pull(void **state)
{
    struct gau_vertex_track tracks[] = {{.z = 0, .error = 0.1, .weight = 1},
                                        {.z = 0, .error = 0.1, .weight = 1},
                                        {.z = 0.48, .error = 0.1, .weight = 1}};
    struct gau_vertex found[3];

    (void)state;
    assert_int_equal(gau_vertices_find(found, tracks, 3, &cuts), 1);
    assert_near(found[0].z, 0, 0.002); /* the mean is 0.16 */
    assert_near(found[0].weight, 2, 0.02);
}

static void neighbours_are_two_if_their_tracks_say_so(void **state)
{
    struct gau_vertex_track near[8], far[8];
    struct gau_vertex found[8];

    (void)state;
    for (int i = 0; i < 8; i++) {
        const double spread = 0.02 * (i % 4) - 0.03;

        far[i] =
            (struct gau_vertex_track){.z = spread + (i < 4 ? 0 : 0.8), .error = 0.1, .weight = 1};
        near[i] = far[i];
        near[i].error = 0.8;
    }
    assert_int_equal(gau_vertices_find(found, far, 8, &cuts), 2);
    assert_near(found[0].z, 0, 0.005);
    assert_near(found[1].z, 0.8, 0.005);
    assert_int_equal(gau_vertices_find(found, near, 8, &cuts), 1);
    assert_near(found[0].z, 0.4, 0.01);
}

static void the_order_of_tracks_does_not_matter(void **state)
{
    struct gau_random random = gau_random_for(1, 1);
    struct gau_vertex_track tracks[300], turned[300];
    struct gau_vertex a[300], b[300];
    size_t n;

    (void)state;
    for (int i = 0; i < 300; i++)
        tracks[i] = (struct gau_vertex_track){.z = gau_random_between(&random, -50, 50),
                                              .error = gau_random_between(&random, 0.05, 1),
                                              .weight = gau_random_unit(&random)};
    for (int i = 0; i < 300; i++)
        turned[i] = tracks[(i * 7 + 11) % 300];
    n = gau_vertices_find(a, tracks, 300, &cuts);
    assert_true(n > 10);
    assert_int_equal(gau_vertices_find(b, turned, 300, &cuts), n);
    for (size_t i = 0; i < n; i++)
        assert_true(a[i].z == b[i].z && a[i].error == b[i].error &&
                    (i == 0 || a[i].z > a[i - 1].z));
}

/* Vertices with 2 to 20 tracks of known errors: what is found is as far away as it says. */
static void errors_are_as_large_as_deviations(void **state)
{
    struct gau_random random = gau_random_for(2, 1);
    double sum2 = 0;
    int n = 0;

    (void)state;
    for (int event = 0; event < 4000; event++) {
        const int n_tracks = 2 + event % 19;
        struct gau_vertex_track tracks[20];
        struct gau_vertex found[20];

        for (int i = 0; i < n_tracks; i++) {
            const double error = gau_random_between(&random, 0.05, 0.5);

            tracks[i] = (struct gau_vertex_track){.z = error * gau_random_normal(&random),
                                                  .error = error,
                                                  .weight = 1};
        }
        if (gau_vertices_find(found, tracks, (size_t)n_tracks, &cuts) != 1)
            continue;
        sum2 += pow(found[0].z / found[0].error, 2);
        n++;
    }
    assert_true(n > 3800);
    assert_near(sqrt(sum2 / n), 1, 0.08);
}

/* --- the algorithms ------------------------------------------------------------------------ */

static void give_tracks(void)
{
    SCENE_NUMBERS("tracks", "z0", 10, 10, 0, 10.4, -20, -20, -20);
    SCENE_NUMBERS("tracks", "z0_error", 0.1, 0.1, 0.1, 6, 0.1, 0.1, 0);
    SCENE_NUMBERS("tracks", "d0", 0.01, 0, 0, 0, 3, 3, 0);
}

/* Of the tracks at -20 two are far from the beam line, and the third has no error. */
static void tracks_that_do_not_count_make_no_vertex(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    give_tracks();
    scene_algorithm(&scene, &gau_module_vertex_finder, "V");
    scene_look(&scene, "V.z,V.z_error,V.weight,V.chi2");
    assert_true(scene_accepts(&scene));
    assert_int_equal(scene_rows(0), 1);
    assert_near(scene_number(0, 0), 10, 1e-9);
    assert_near(scene_number(1, 0), 0.1 / sqrt(2), 1e-3);
    assert_near(scene_number(2, 0), 2, 0.01);
    scene_end(&scene);
}

static void an_event_needs_its_vertices(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    give_tracks();
    job_set(&scene.job, scene_algorithm(&scene, &gau_module_vertex_finder, "V"), "MinVertices",
            "2");
    assert_false(scene_accepts(&scene));
    scene_end(&scene);
}

static void is_number(const json_t *document, const char *key, double expected)
{
    const json_t *const value = json_object_get(document, key);

    assert_true(json_is_number(value));
    assert_near(json_number_value(value), expected, 1e-9);
}

/* Found 0, 0.6 and 9; true 0.5, 0.55 and 5: both are matched, one by one with 0.6 and 0. */
static void vertices_are_matched_and_paired(void **state)
{
    static const char *const kinds[] = {"good", "good", "bad", "good"};
    struct scene scene;
    gau_node *node;
    const json_t *document;

    (void)state;
    scene_begin(&scene);
    SCENE_NUMBERS("found", "z", 0, 0.6, 9);
    SCENE_NUMBERS("found", "z_error", 0.25, 0.025, 1);
    SCENE_NUMBERS("truth", "z", 0.05, 0.055, 0.9, 0.5);
    scene_texts("truth", "kind", kinds, 4);
    node = scene_algorithm(&scene, &gau_module_vertex_check, "C");
    job_set(&scene.job, node, "Found", "found");
    job_set(&scene.job, node, "Reference", "truth");
    job_set(&scene.job, node, "LengthUnit", "10");
    job_set(&scene.job, node, "Select", "kind=good");
    assert_true(scene_accepts(&scene));
    document = gau_results_document(scene.job.app->results, 0, NULL);
    is_number(document, "references", 3);
    is_number(document, "found", 3);
    is_number(document, "matched", 2);
    is_number(document, "pairs", 2);
    is_number(document, "pull_mean", ((0.6 - 0.55) / 0.025 + (0 - 0.5) / 0.25) / 2);
    is_number(document, "pull_width", 2);
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_tracks_meet_in_their_weighted_mean),
        cmocka_unit_test(a_single_track_is_no_vertex),
        cmocka_unit_test(a_far_track_does_not_pull),
        cmocka_unit_test(neighbours_are_two_if_their_tracks_say_so),
        cmocka_unit_test(the_order_of_tracks_does_not_matter),
        cmocka_unit_test(errors_are_as_large_as_deviations),
        cmocka_unit_test(tracks_that_do_not_count_make_no_vertex),
        cmocka_unit_test(an_event_needs_its_vertices),
        cmocka_unit_test(vertices_are_matched_and_paired),
    };

    return cmocka_run_group_tests_name("vertices", tests, NULL, NULL);
}
