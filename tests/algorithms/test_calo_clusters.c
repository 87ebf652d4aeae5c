/* SPDX-License-Identifier: Apache-2.0 */
#include "event_fixture.h"

#include <math.h>

/* CaloClusters on hits with a known result. Cells are 0.1 x 2 pi / 60. */

extern const gau_module gau_module_calo_clusters;

static const double pi = 3.14159265358979323846;
static const double step_phi = 2 * 3.14159265358979323846 / 60;

static gau_node *clusters(struct scene *scene)
{
    gau_node *const node = scene_algorithm(scene, &gau_module_calo_clusters, "C");

    job_set(&scene->job, node, "MaxEta", "1");
    job_set(&scene->job, node, "CellEta", "0.1");
    job_set(&scene->job, node, "CellPhi", "0.1047");
    scene_look(scene, "C.et,C.energy,C.eta,C.phi,C.cells");
    return node;
}

/* Middle of a cell: eta from 0 at -1, phi from 0 at -pi. */
static double phi_of(int cell)
{
    return -pi + (cell + 0.5) * step_phi;
}

static void energy_around_a_maximum_is_one_cluster(void **state)
{
    static double eta[] = {0.05, 0.15, 0.05, 0.95}, energy[] = {10, 4, 2, 1}, phi[4];
    const double et0 = 10 / cosh(0.05), et1 = 4 / cosh(0.15), et2 = 2 / cosh(0.05);
    const double sum = et0 + et1 + et2;
    struct scene scene;

    (void)state;
    phi[0] = phi[1] = phi[3] = phi_of(30);
    phi[2] = phi_of(31);
    scene_begin(&scene);
    scene_numbers("calo", "energy", energy, 4);
    scene_numbers("calo", "eta", eta, 4);
    scene_numbers("calo", "phi", phi, 4);
    clusters(&scene);
    assert_true(scene_accepts(&scene));
    assert_int_equal(scene_rows(0), 1); /* the hit of 1 GeV is no maximum: SeedEt */
    assert_near(scene_number(0, 0), sum, 1e-12);
    assert_near(scene_number(1, 0), 16, 1e-12);
    assert_near(scene_number(2, 0), (et0 * 0.05 + et1 * 0.15 + et2 * 0.05) / sum, 1e-12);
    assert_near(scene_number(3, 0), phi_of(30) + et2 / sum * step_phi, 1e-12);
    assert_true(scene_number(4, 0) == 3);
    scene_end(&scene);
}

static void phi_is_a_ring(void **state)
{
    static double eta[] = {0.05, 0.05, 0.05}, energy[] = {10, 10, 5}, phi[3];
    struct scene scene;

    (void)state;
    phi[0] = phi_of(59);
    phi[1] = phi_of(0) + 4 * pi; /* any turn */
    phi[2] = phi_of(1);
    scene_begin(&scene);
    scene_numbers("calo", "energy", energy, 3);
    scene_numbers("calo", "eta", eta, 3);
    scene_numbers("calo", "phi", phi, 3);
    clusters(&scene);
    scene_accepts(&scene);
    /* of two equal neighbours the one with the smaller phi is the maximum: cell 0 */
    assert_int_equal(scene_rows(0), 1);
    assert_near(scene_number(1, 0), 25, 1e-12);
    assert_near(scene_number(3, 0), phi_of(0) + (5 - 10) / 25.0 * step_phi, 1e-12);
    scene_end(&scene);
}

static void the_barycentre_can_be_beyond_the_seam(void **state)
{
    static double eta[] = {0.05, 0.05}, energy[] = {10, 9}, phi[2];
    struct scene scene;

    (void)state;
    phi[0] = pi - 0.001;
    phi[1] = -pi + 0.1; /* in the middle of them: above pi */
    scene_begin(&scene);
    scene_numbers("calo", "energy", energy, 2);
    scene_numbers("calo", "eta", eta, 2);
    scene_numbers("calo", "phi", phi, 2);
    clusters(&scene);
    scene_accepts(&scene);
    assert_int_equal(scene_rows(0), 1);
    assert_near(scene_number(3, 0), -pi + (9 * 0.1 - 10 * 0.001) / 19, 1e-9);
    scene_end(&scene);
}

static void negative_energy(const char *what, double energy, double cells)
{
    static double eta[] = {0.05, 0.15, 0.05}, energies[] = {10, -3, 2}, phi[3];
    struct scene scene;

    phi[0] = phi[1] = phi_of(30);
    phi[2] = phi_of(29);
    scene_begin(&scene);
    scene_numbers("calo", "energy", energies, 3);
    scene_numbers("calo", "eta", eta, 3);
    scene_numbers("calo", "phi", phi, 3);
    job_set(&scene.job, clusters(&scene), "Negative", what);
    scene_accepts(&scene);
    assert_int_equal(scene_rows(0), 1);
    assert_near(scene_number(1, 0), energy, 1e-12);
    assert_true(scene_number(4, 0) == cells);
    /* it has no part in the position, whether it is kept or not */
    assert_near(scene_number(2, 0), 0.05, 1e-12);
    assert_near(scene_number(3, 0), phi_of(30) - 2.0 / 12 * step_phi, 1e-12);
    scene_end(&scene);
}

static void negative_energy_counts_unless_it_is_dropped(void **state)
{
    (void)state;
    negative_energy("Keep", 9, 3);
    negative_energy("Drop", 12, 2);
}

/* Cells 30 and 33 are both maxima; cell 31 and 32 between them go to the larger with Reach 2. */
static void cells_between_two_maxima_belong_to_the_larger(void **state)
{
    static double eta[] = {0.05, 0.05, 0.05, 0.05}, energy[] = {8, 1, 2, 10}, phi[4];
    struct scene scene;

    (void)state;
    for (int i = 0; i < 4; i++)
        phi[i] = phi_of(30 + i);
    scene_begin(&scene);
    scene_numbers("calo", "energy", energy, 4);
    scene_numbers("calo", "eta", eta, 4);
    scene_numbers("calo", "phi", phi, 4);
    job_set(&scene.job, clusters(&scene), "Reach", "2");
    scene_accepts(&scene);
    assert_int_equal(scene_rows(0), 2);
    assert_near(scene_number(1, 0), 13, 1e-12); /* by falling energy of the maxima */
    assert_near(scene_number(1, 1), 8, 1e-12);
    scene_end(&scene);
}

static void a_maximum_that_is_taken_makes_no_cluster(void **state)
{
    static double eta[] = {0.05, 0.05, 0.05}, energy[] = {8, 1, 10}, phi[3];
    struct scene scene;

    (void)state;
    for (int i = 0; i < 3; i++)
        phi[i] = phi_of(30 + i);
    scene_begin(&scene);
    scene_numbers("calo", "energy", energy, 3);
    scene_numbers("calo", "eta", eta, 3);
    scene_numbers("calo", "phi", phi, 3);
    job_set(&scene.job, clusters(&scene), "Reach", "2");
    scene_accepts(&scene);
    assert_int_equal(scene_rows(0), 1);
    assert_near(scene_number(1, 0), 19, 1e-12);
    scene_end(&scene);
}

static void hits_can_be_selected_and_events_can_be_too_busy(void **state)
{
    static const char *const detectors[] = {"HB", "EB", "HE", "HF"};
    static double eta[] = {0.05, 0.05, 0.55, -0.55}, energy[] = {8, 20, 9, 30}, phi[4];
    struct scene scene;
    gau_node *node;

    (void)state;
    for (int i = 0; i < 4; i++)
        phi[i] = phi_of(10 * i);
    scene_begin(&scene);
    scene_numbers("calo", "energy", energy, 4);
    scene_numbers("calo", "eta", eta, 4);
    scene_numbers("calo", "phi", phi, 4);
    scene_texts("calo", "det", detectors, 4);
    node = clusters(&scene);
    job_set(&scene.job, node, "Select", "det=HB|HE");
    job_set(&scene.job, node, "MaxClusters", "1");
    assert_false(scene_accepts(&scene));
    assert_int_equal(scene_rows(0), 2);
    assert_near(scene_number(1, 0) + scene_number(1, 1), 17, 1e-12);
    scene_end(&scene);
}

static void what_is_beyond_the_grid_is_left_out(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    SCENE_NUMBERS("calo", "energy", 50, 5, 50);
    SCENE_NUMBERS("calo", "eta", 1, 0.999999, -1.5);
    SCENE_NUMBERS("calo", "phi", 0.01, 0.01, 0.01);
    clusters(&scene);
    scene_accepts(&scene);
    assert_int_equal(scene_rows(0), 1);
    assert_near(scene_number(1, 0), 5, 1e-12);
    scene_end(&scene);
}

static void a_column_that_is_missing_is_reported_with_its_line(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    SCENE_NUMBERS("calo", "energy", 1);
    SCENE_NUMBERS("calo", "eta", 1);
    clusters(&scene);
    assert_string_equal(scene_failure(&scene),
                        "job.xml:2: C: table 'calo' has no column 'phi'; it has: energy, eta");
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_around_a_maximum_is_one_cluster),
        cmocka_unit_test(phi_is_a_ring),
        cmocka_unit_test(the_barycentre_can_be_beyond_the_seam),
        cmocka_unit_test(negative_energy_counts_unless_it_is_dropped),
        cmocka_unit_test(cells_between_two_maxima_belong_to_the_larger),
        cmocka_unit_test(a_maximum_that_is_taken_makes_no_cluster),
        cmocka_unit_test(hits_can_be_selected_and_events_can_be_too_busy),
        cmocka_unit_test(what_is_beyond_the_grid_is_left_out),
        cmocka_unit_test(a_column_that_is_missing_is_reported_with_its_line),
    };

    return cmocka_run_group_tests_name("calo clusters", tests, NULL, NULL);
}
