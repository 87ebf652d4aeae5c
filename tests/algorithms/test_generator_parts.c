/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/random.h"
#include "algorithms/generator/muon_events.h"
#include "event_fixture.h"
#include "framework/src/job/app_state.h"
#include "framework/src/job/result_documents.h"

#include <math.h>

/* The calorimeter, the strips and level 1 of GeneratorInput. */

extern const gau_module gau_module_generator_input, gau_module_hit_clusters, gau_module_l0_decision;

enum { N = 400 };

/* --- distributions ------------------------------------------------------------------------- */

static void distributions_have_their_moments(void **state)
{
    struct gau_random random = gau_random_for(5, 1);
    double poisson = 0, poisson2 = 0, trials = 0, tail = 0;
    const int n = 100000;

    (void)state;
    for (int i = 0; i < n; i++) {
        const double k = (double)gau_random_poisson(&random, 7), x = gau_random_tail(&random, 2);

        poisson += k;
        poisson2 += k * k;
        trials += (double)gau_random_trials(&random, 0.1);
        assert_true(x >= 2);
        tail += x;
    }
    assert_near(poisson / n, 7, 0.05);
    assert_near(poisson2 / n - pow(poisson / n, 2), 7, 0.2);
    assert_near(trials / n, 10, 0.2);
    /* density at 2, by the integral above: 0.05399 / 0.02275 */
    assert_near(tail / n, 2.3732, 0.01);
    assert_near(gau_gauss_between(-1, 1, 0, 1), 0.6826895, 1e-6);
}

/* --- strips -------------------------------------------------------------------------------- */

static struct {
    uint64_t clusters, true_ones, found;
    double sum2;
} strips;

/* Columns 0, 1: layer and position of clusters; 2, 3: of crossings. */
static void watch_strips(void)
{
    for (size_t i = 0; i < scene_rows(2); i++) {
        double nearest = INFINITY;

        for (size_t k = 0; k < scene_rows(0); k++)
            if (scene_number(0, k) == scene_number(2, i) &&
                fabs(scene_number(1, k) - scene_number(3, i)) < fabs(nearest))
                nearest = scene_number(1, k) - scene_number(3, i);
        strips.true_ones++;
        strips.found += fabs(nearest) < 1;
        strips.sum2 += fabs(nearest) < 1 ? nearest * nearest : 0;
    }
    strips.clusters += scene_rows(0);
}

static void strips_see_the_tracks_that_cross_them(void **state)
{
    struct scene scene;
    gau_node *node;

    (void)state;
    node = scene_begin_with(&scene, &gau_module_generator_input);
    job_set(&scene.job, node, "Crossings", "5");
    node = scene_algorithm(&scene, &gau_module_hit_clusters, "C");
    job_set(&scene.job, node, "Noise", "1.5");
    scene_look(&scene, "C.layer,C.position,truth_strips.layer,truth_strips.position");
    scene_watch(&scene, N, watch_strips);
    scene_end(&scene);
    assert_near((double)strips.true_ones / N, 5 * 8, 2);
    assert_true((double)strips.found > 0.99 * (double)strips.true_ones);
    assert_true(sqrt(strips.sum2 / (double)strips.found) < 0.25);
    /* noise makes few: a strip above 5 x noise alone, or a few together */
    assert_true((double)strips.clusters < 1.02 * (double)strips.true_ones);
}

static struct {
    uint64_t n, below;
} noise;

static void watch_noise(void)
{
    noise.n += scene_rows(0);
    for (size_t i = 0; i < scene_rows(0); i++)
        noise.below += scene_number(0, i) < 3 || scene_number(0, i) != floor(scene_number(0, i));
}

static void strips_without_tracks_have_noise(void **state)
{
    struct scene scene;
    gau_node *node;

    (void)state;
    node = scene_begin_with(&scene, &gau_module_generator_input);
    job_set(&scene.job, node, "Crossings", "0");
    scene_look(&scene, "strips.charge");
    scene_watch(&scene, N, watch_noise);
    scene_end(&scene);
    /* 8 x 1024 strips, of which 2.275 % are above two standard deviations */
    assert_near((double)noise.n / N, 186.4, 5);
    assert_int_equal(noise.below, 0);
}

/* --- the calorimeter ----------------------------------------------------------------------- */

static struct {
    double energy, true_energy, negative, hits;
} calo;

static void watch_calo(void)
{
    for (size_t i = 0; i < scene_rows(0); i++) {
        calo.energy += scene_number(0, i);
        calo.negative += scene_number(0, i) < 0;
        assert_true(fabs(scene_number(0, i)) >= 0.4);
    }
    calo.hits += (double)scene_rows(0);
    for (size_t i = 0; i < scene_rows(1); i++)
        calo.true_energy += scene_number(1, i) * cosh(scene_number(2, i));
}

static void cells_lie_evenly_around_the_middle(void **state)
{
    (void)state;
    for (int cell = 0; cell < GAU_CALO_ETA; cell++)
        assert_near(gau_calo_eta(cell), -gau_calo_eta(GAU_CALO_ETA - 1 - cell), 1e-12);
    for (int cell = 0; cell < GAU_CALO_PHI; cell++)
        assert_near(gau_calo_phi(cell), -gau_calo_phi(GAU_CALO_PHI - 1 - cell), 1e-12);
    assert_near(gau_calo_eta(1) - gau_calo_eta(0), 0.087, 1e-12);
}

static void cells_hold_the_energy_of_showers_and_noise_of_both_signs(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin_with(&scene, &gau_module_generator_input);
    scene_look(&scene, "calo.energy,truth_showers.et,truth_showers.eta");
    scene_watch(&scene, N, watch_calo);
    scene_end(&scene);
    /* a little is lost in cells that are not read out */
    assert_near(calo.energy / calo.true_energy, 0.95, 0.03);
    /* 4896 cells, of which 4.55 % are 0.4 GeV away from 0, half of them below; some are covered */
    assert_near(calo.negative / N, 4896 * 0.0455 / 2, 6);
}

/* --- level 1 ------------------------------------------------------------------------------- */

static uint64_t with_sum;

/* Columns 0: towers.et; 1 to 6: Muon, DiMuon, SumEt, sum_et, muons, muon1_pt; 7: l1.pt */
static void watch_level1(void)
{
    double sum = 0, largest = 0;

    for (size_t i = 0; i < scene_rows(0); i++)
        sum += scene_number(0, i);
    for (size_t i = 0; i < scene_rows(7); i++)
        largest = fmax(largest, scene_number(7, i));
    assert_near(scene_number(4, 0), sum, 0);
    assert_near(scene_number(5, 0), (double)scene_rows(7), 0);
    assert_near(scene_number(6, 0), largest, 0);
    assert_int_equal(scene_number(1, 0) == 1, largest >= 5);
    assert_int_equal(scene_number(3, 0) == 1, sum >= 60);
    with_sum += sum >= 60;
}

static void the_bank_says_what_level_1_has_seen(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin_with(&scene, &gau_module_generator_input);
    scene_algorithm(&scene, &gau_module_l0_decision, "L0");
    scene_look(&scene, "towers.et,L0.Muon,L0.DiMuon,L0.SumEt,L0.sum_et,L0.muons,L0.muon1_pt,l1.pt");
    scene_watch(&scene, N, watch_level1);
    scene_end(&scene);
    assert_in_range(with_sum, 1, N - 1);
}

static void a_damaged_bank_is_an_error_that_can_be_tolerated(void **state)
{
    struct scene scene;
    gau_node *node;
    int64_t decoded;

    (void)state;
    node = scene_begin_with(&scene, &gau_module_generator_input);
    job_set(&scene.job, node, "DamagedBanks", "0.25");
    node = scene_algorithm(&scene, &gau_module_l0_decision, "L0");
    job_set(&scene.job, node, "OnError", "Reject");
    job_set(&scene.job, node, "ErrorMax", "100000");
    scene_watch(&scene, N, NULL);
    decoded = json_integer_value(
        json_object_get(gau_results_document(scene.job.app->results, 0, NULL), "events"));
    assert_in_range(decoded, N * 0.65, N * 0.85);
    scene_end(&scene);
}

/* --- all parts ----------------------------------------------------------------------------- */

static double first_strips, first_cells;

static void remember(void)
{
    first_strips = first_cells = 0;
    for (size_t i = 0; i < scene_rows(0); i++)
        first_strips += scene_number(0, i) * (double)(i + 1);
    for (size_t i = 0; i < scene_rows(1); i++)
        first_cells += scene_number(1, i) * (double)(i + 1);
}

static void look_at(const char *columns, const char *seed)
{
    struct scene scene;
    gau_node *const node = scene_begin_with(&scene, &gau_module_generator_input);

    job_set(&scene.job, node, "Seed", seed);
    scene_look(&scene, columns);
    scene_watch(&scene, 3, remember);
    scene_end(&scene);
}

static void a_part_depends_on_seed_and_number_only(void **state)
{
    double a, b;

    (void)state;
    look_at("strips.charge,calo.energy", "1");
    a = first_strips;
    b = first_cells;
    look_at("strips.charge,calo.energy,hits.x,towers.et,truth_strips.layer,muons.pt", "1");
    assert_true(first_strips == a && first_cells == b);
    look_at("strips.charge", "1");
    assert_true(first_strips == a);
    look_at("strips.charge,calo.energy", "2");
    assert_true(first_strips != a && first_cells != b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distributions_have_their_moments),
        cmocka_unit_test(strips_see_the_tracks_that_cross_them),
        cmocka_unit_test(strips_without_tracks_have_noise),
        cmocka_unit_test(cells_lie_evenly_around_the_middle),
        cmocka_unit_test(cells_hold_the_energy_of_showers_and_noise_of_both_signs),
        cmocka_unit_test(the_bank_says_what_level_1_has_seen),
        cmocka_unit_test(a_damaged_bank_is_an_error_that_can_be_tolerated),
        cmocka_unit_test(a_part_depends_on_seed_and_number_only),
    };

    return cmocka_run_group_tests_name("generator parts", tests, NULL, NULL);
}
