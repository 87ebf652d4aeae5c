/* SPDX-License-Identifier: Apache-2.0 */
#include "event_fixture.h"

#include <math.h>

/* TrackSelection and MuonMatch on a handful of tracks. */

extern const gau_module gau_module_track_selection, gau_module_muon_match, gau_module_threshold;

/* --- TrackSelection ------------------------------------------------------------------------ */

static void a_track_of_a_file_is_moved_to_the_beam_line(void **state)
{
    struct scene scene;
    gau_node *node;

    (void)state;
    scene_begin(&scene);
    SCENE_NUMBERS("tracks", "pt", 2, 0.5);
    SCENE_NUMBERS("tracks", "eta", 0, 1);
    SCENE_NUMBERS("tracks", "phi", 0, 3.14159265358979 / 2);
    SCENE_NUMBERS("tracks", "charge", 1, -1);
    SCENE_NUMBERS("tracks", "x", 0.0009, 0.0011); /* m */
    SCENE_NUMBERS("tracks", "y", 0.0022, 0.0022);
    SCENE_NUMBERS("tracks", "z", 0.01, -0.05);
    node = scene_algorithm(&scene, &gau_module_track_selection, "T");
    job_set(&scene.job, node, "LengthUnit", "1000");
    job_set(&scene.job, node, "BeamX", "0.7");
    job_set(&scene.job, node, "BeamY", "2");
    job_set(&scene.job, node, "Constant", "0.03");
    job_set(&scene.job, node, "Scattering", "0.08");
    scene_look(&scene, "T.pt,T.charge,T.d0,T.z0,T.z0_error");
    assert_true(scene_accepts(&scene));
    assert_int_equal(scene_rows(0), 2);
    assert_near(scene_number(2, 0), 0.2, 1e-9);  /* along x: d0 is y - BeamY */
    assert_near(scene_number(2, 1), -0.4, 1e-9); /* along y: d0 is BeamX - x */
    assert_near(scene_number(3, 0), 10, 1e-9);
    assert_near(scene_number(3, 1), -50, 1e-9);
    assert_near(scene_number(4, 0), 0.05, 1e-12); /* 0.03 and 0.08 / 2 */
    assert_near(scene_number(4, 1), hypot(0.03, 0.16 * pow(cosh(1), 1.5)), 1e-12);
    scene_end(&scene);
}

static void each_cut_removes_its_track(void **state)
{
    struct scene scene;
    gau_node *node;

    (void)state;
    scene_begin(&scene);
    /* good, pt, eta, d0, z0, chi2, good */
    SCENE_NUMBERS("found", "pt", 5, 0.4, 5, 5, 5, 5, 1);
    SCENE_NUMBERS("found", "eta", 1, 1, -2.6, 1, 1, 1, -2.5);
    SCENE_NUMBERS("found", "phi", 0, 0, 0, 0, 0, 0, 3);
    SCENE_NUMBERS("found", "charge", 1, 1, 1, 1, 1, 1, -1);
    SCENE_NUMBERS("found", "d0", 0, 0, 0, -1.1, 0, 0, 1);
    SCENE_NUMBERS("found", "z0", 0, 0, 0, 0, 151, 0, -150);
    SCENE_NUMBERS("found", "z0_error", 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.7);
    SCENE_NUMBERS("found", "chi2", 9, 9, 9, 9, 9, 31, 30);
    SCENE_NUMBERS("found", "ndof", 10, 10, 10, 10, 10, 10, 10);
    node = scene_algorithm(&scene, &gau_module_track_selection, "T");
    job_set(&scene.job, node, "Input", "found");
    job_set(&scene.job, node, "MinPt", "0.5");
    job_set(&scene.job, node, "MaxEta", "2.5");
    job_set(&scene.job, node, "MaxD0", "1");
    job_set(&scene.job, node, "MaxZ0", "150");
    job_set(&scene.job, node, "MaxChi2", "3");
    job_set(&scene.job, node, "MinTracks", "3");
    scene_look(&scene, "T.pt,T.z0_error,T.charge");
    assert_false(scene_accepts(&scene));
    assert_int_equal(scene_rows(0), 2);
    assert_near(scene_number(0, 0), 5, 0);
    assert_near(scene_number(0, 1), 1, 0);
    assert_near(scene_number(1, 1), 0.7, 0);
    scene_end(&scene);
}

static void a_table_without_places_is_refused(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    SCENE_NUMBERS("tracks", "pt", 2);
    SCENE_NUMBERS("tracks", "eta", 0);
    SCENE_NUMBERS("tracks", "phi", 0);
    SCENE_NUMBERS("tracks", "charge", 1);
    SCENE_NUMBERS("tracks", "z0", 1);
    scene_algorithm(&scene, &gau_module_track_selection, "T");
    assert_string_equal(
        scene_failure(&scene),
        "job.xml:2: T: table 'tracks' has no column 'd0'; it has: pt, eta, phi, charge, z0");
    scene_end(&scene);
}

/* --- MuonMatch ----------------------------------------------------------------------------- */

static void give_muons(void)
{
    SCENE_NUMBERS("l1", "vid", -81, -86, -81);
    SCENE_NUMBERS("l1", "pt", 10, 50, 20);
    SCENE_NUMBERS("l1", "eta", 1, 1, -1);
    SCENE_NUMBERS("l1", "phi", 3.1, 3.1, 0);
}

static gau_node *match(struct scene *scene)
{
    gau_node *const node = scene_algorithm(scene, &gau_module_muon_match, "M");

    job_set(&scene->job, node, "Select", "vid=-81");
    scene_look(scene, "M.pt,M.charge,M.delta_r,M.level1_pt");
    return node;
}

static void the_nearest_track_that_is_hard_enough_is_taken(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    give_muons();
    SCENE_NUMBERS("tracks", "pt", 9, 2, 30, 12);
    SCENE_NUMBERS("tracks", "eta", 1.1, 1, -1, -1.29);
    SCENE_NUMBERS("tracks", "phi", -3.1, 3.1, 0.25, 0); /* the first beyond the seam */
    SCENE_NUMBERS("tracks", "charge", 1, 1, -1, 1);
    job_set(&scene.job, match(&scene), "Count", "2");
    assert_true(scene_accepts(&scene));
    assert_int_equal(scene_rows(0), 2);
    assert_near(scene_number(0, 0), 9, 0); /* the closest pair first */
    assert_near(scene_number(2, 0), hypot(0.1, 2 * 3.14159265358979324 - 6.2), 1e-9);
    assert_near(scene_number(3, 0), 10, 0);
    assert_near(scene_number(0, 1), 30, 0);
    assert_near(scene_number(2, 1), 0.25, 1e-12);
    scene_end(&scene);
}

static void a_track_is_matched_once(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    SCENE_NUMBERS("l1", "vid", -81, -81);
    SCENE_NUMBERS("l1", "pt", 10, 10);
    SCENE_NUMBERS("l1", "eta", 0, 0.1);
    SCENE_NUMBERS("l1", "phi", 0, 0);
    SCENE_NUMBERS("tracks", "pt", 9, 9);
    SCENE_NUMBERS("tracks", "eta", 0.08, 0.35);
    SCENE_NUMBERS("tracks", "phi", 0, 0);
    SCENE_NUMBERS("tracks", "charge", 1, -1);
    job_set(&scene.job, match(&scene), "Count", "2");
    /* the second muon has the first track; the other is 0.35 away from the first muon */
    assert_false(scene_accepts(&scene));
    assert_int_equal(scene_rows(0), 1);
    assert_near(scene_number(2, 0), 0.02, 1e-12);
    scene_end(&scene);
}

/* --- Threshold with its conditions --------------------------------------------------------- */

static void threshold(const char *property, const char *value, bool accepts, size_t rows)
{
    struct scene scene;
    gau_node *node;

    scene_begin(&scene);
    give_muons();
    node = scene_algorithm(&scene, &gau_module_threshold, "T");
    job_set(&scene.job, node, "Column", "l1.pt");
    job_set(&scene.job, node, "Select", "vid=-82|-81");
    job_set(&scene.job, node, "Output", "out");
    job_set(&scene.job, node, property, value);
    scene_look(&scene, "out.value");
    assert_int_equal(scene_accepts(&scene), accepts);
    assert_int_equal(scene_rows(0), rows);
    scene_end(&scene);
}

static void a_threshold_looks_at_selected_rows_only(void **state)
{
    (void)state;
    threshold("Min", "15", true, 1);
    threshold("Min", "10", true, 2);
    threshold("Min", "30", false, 0); /* there is 50, but of another kind */
    threshold("Count", "3", false, 0);
}

static void a_threshold_can_be_on_the_sum(void **state)
{
    struct scene scene;
    gau_node *node;

    (void)state;
    scene_begin(&scene);
    give_muons();
    node = scene_algorithm(&scene, &gau_module_threshold, "T");
    job_set(&scene.job, node, "Column", "l1.pt");
    job_set(&scene.job, node, "Select", "vid=-81");
    job_set(&scene.job, node, "Sum", "true");
    job_set(&scene.job, node, "Min", "30");
    job_set(&scene.job, node, "Output", "out");
    scene_look(&scene, "out.value");
    assert_true(scene_accepts(&scene));
    assert_near(scene_number(0, 0), 30, 0);
    scene_end(&scene);
}

static void refuse(const char *select, const char *message)
{
    struct scene scene;
    gau_node *node;

    scene_begin(&scene);
    give_muons();
    node = scene_algorithm(&scene, &gau_module_threshold, "T");
    job_set(&scene.job, node, "Column", "l1.pt");
    job_set(&scene.job, node, "Select", select);
    assert_string_equal(scene_failure(&scene), message);
    scene_end(&scene);
}

static void conditions_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    refuse("vid", "job.xml:2: T: Select: 'vid' is not COLUMN=VALUE");
    refuse("vid=1,vid=1,vid=1,vid=1,vid=1,vid=1,vid=1,vid=1,vid=1,vid=1,vid=1,vid=1,vid=1,vid=1,"
           "vid=1,vid=1,vid=1",
           "job.xml:2: T: Select: 17 conditions; at most 16 are possible");
    refuse("=3", "job.xml:2: T: Select: '=3' is not COLUMN=VALUE");
    refuse("vid=1|2|3|4|5|6|7|8|9",
           "job.xml:2: T: Select: '1|2|3|4|5|6|7|8|9' has more than 8 values");
    refuse("vie=3", "job.xml:2: T: table 'l1' has no column 'vie'; it has: vid, pt, eta, phi; did "
                    "you mean 'vid'?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_track_of_a_file_is_moved_to_the_beam_line),
        cmocka_unit_test(each_cut_removes_its_track),
        cmocka_unit_test(a_table_without_places_is_refused),
        cmocka_unit_test(the_nearest_track_that_is_hard_enough_is_taken),
        cmocka_unit_test(a_track_is_matched_once),
        cmocka_unit_test(a_threshold_looks_at_selected_rows_only),
        cmocka_unit_test(a_threshold_can_be_on_the_sum),
        cmocka_unit_test(conditions_that_make_no_sense_are_refused),
    };

    return cmocka_run_group_tests_name("track tools", tests, NULL, NULL);
}
