/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/transport/experiment.h"
#include "event_fixture.h"

#include <gaudit/region.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ShowerTransport: energy, depth of showers, and what it reports of tracks and steps. */

extern const gau_module gau_module_shower_transport;

enum { ENERGY, ESCAPED, MAXIMUM, TRACKS, STEPS, WORLD };

static gau_node *showers(struct scene *scene, const char *kind, const char *energy,
                         const char *max_eta)
{
    gau_node *const node = scene_algorithm(scene, &gau_module_shower_transport, "S");

    job_set(&scene->job, node, "Particle", kind);
    job_set(&scene->job, node, "MinEnergy", energy);
    job_set(&scene->job, node, "MaxEnergy", energy);
    job_set(&scene->job, node, "MaxEta", max_eta);
    scene_look(scene, "S.energy,S.escaped,S.maximum,S.tracks,S.steps,S.World,S.BeamPipe,S.Tracker,"
                      "S.ECalBarrel,S.ECalEndcap,S.HCal");
    return node;
}

/* Sums of the events of a scene. */
static struct {
    double energy, escaped, maximum, tracks, steps, deposit[GAU_DETECTOR_REGIONS];
    int events;
} sum;

static void watch(void)
{
    double all = scene_number(ESCAPED, 0);

    for (size_t i = 0; i < GAU_DETECTOR_REGIONS; i++) {
        assert_true(scene_number(WORLD + i, 0) >= 0);
        sum.deposit[i] += scene_number(WORLD + i, 0);
        all += scene_number(WORLD + i, 0);
    }
    assert_near(all, scene_number(ENERGY, 0), 1e-12 * scene_number(ENERGY, 0));
    sum.energy += scene_number(ENERGY, 0);
    sum.escaped += scene_number(ESCAPED, 0);
    sum.maximum += scene_number(MAXIMUM, 0);
    sum.tracks += scene_number(TRACKS, 0);
    sum.steps += scene_number(STEPS, 0);
    sum.events++;
}

static void watch_events(const char *kind, const char *energy, const char *max_eta, const char *cut,
                         uint64_t events)
{
    struct scene scene;

    memset(&sum, 0, sizeof sum);
    scene_begin(&scene);
    job_set(&scene.job, showers(&scene, kind, energy, max_eta), "Cut", cut);
    scene_watch(&scene, events, watch);
    assert_int_equal(sum.events, events);
    scene_end(&scene);
}

/* --- energy -------------------------------------------------------------------------------- */

static void all_energy_is_deposited_or_escapes(void **state)
{
    static const char *const energies[] = {"0.2", "1", "7.3", "50", "1000"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(energies); i++) {
        const uint64_t events = i < 3 ? 100 : i < 4 ? 20 : 2;

        watch_events("Photon", energies[i], "2", "5", events);
        watch_events("Electron", energies[i], "2", "20", events);
        assert_near(sum.energy, strtod(energies[i], NULL) * (double)events, 1e-9 * sum.energy);
        assert_true(sum.escaped < 0.01 * sum.energy);
    }
    watch_events("Either", "1", "10", "5", 100);
    assert_true(sum.escaped > 0.2 * sum.energy && sum.escaped < 0.9 * sum.energy);
}

static void most_of_it_is_in_the_calorimeter_in_front(void **state)
{
    (void)state;
    watch_events("Either", "10", "1", "5", 50);
    assert_true(sum.deposit[GAU_IN_ECAL_BARREL] > 0.9 * sum.energy);
    assert_true(sum.deposit[GAU_IN_ECAL_ENDCAP] == 0);
    assert_true(sum.deposit[GAU_IN_TRACKER] < 0.01 * sum.energy);
    assert_true(sum.deposit[GAU_IN_TRACKER] > 0 && sum.deposit[GAU_IN_BEAM_PIPE] > 0);
}

static void events_that_escape_are_rejected(void **state)
{
    struct scene scene;
    gau_node *node;

    (void)state;
    for (int i = 0; i < 2; i++) {
        scene_begin(&scene);
        node = showers(&scene, "Photon", "1", i ? "2" : "10");
        job_set(&scene.job, node, "MaxEscaped", "0.5");
        job_set(&scene.job, node, "Seed", "2");
        assert_int_equal(scene_accepts(&scene), i);
        assert_near(scene_number(ESCAPED, 0), i ? 0 : 1, 0.4);
        scene_end(&scene);
    }
}

/* --- depth --------------------------------------------------------------------------------- */

static double mean_maximum(const char *kind, const char *energy, uint64_t events)
{
    watch_events(kind, energy, "0.5", "5", events);
    return sum.maximum / sum.events;
}

/* By 1 per unit of ln(E), and of photons later by 1: t = ln(E / Ec) -+ 0.5, see the section
 * "Electromagnetic cascades" of the review. It is nearer by about 1, since particles below the cut
 * do not go on. */
static void the_maximum_goes_deeper_with_the_logarithm_of_the_energy(void **state)
{
    const double t1 = mean_maximum("Electron", "1", 300);
    const double t10 = mean_maximum("Electron", "10", 200);
    const double t100 = mean_maximum("Electron", "100", 50);
    const double photon = mean_maximum("Photon", "10", 200);

    (void)state;
    printf("maximum of electrons at %.2f, %.2f, %.2f X0; of photons at %.2f X0\n", t1, t10, t100,
           photon);
    assert_near((t10 - t1) / log(10), 1, 0.1);
    assert_near((t100 - t10) / log(10), 1, 0.15);
    assert_near(photon - t10, 1, 0.3);
    assert_near(t10, log(10000 / 7.43) - 0.5 - 1, 0.3);
}

/* --- tracks and steps ---------------------------------------------------------------------- */

enum { MAX_TRACKS = 100000 };

static struct {
    uint64_t open, begun, steps, of_region[GAU_DETECTOR_REGIONS];
    bool seen[MAX_TRACKS];
    gau_volume began_in; /* the open track, until its first step */
    bool has_begun;
} calls;

static void begin_event(void *self, const gau_context *ctx)
{
    (void)self, (void)ctx;
    memset(&calls, 0, sizeof calls);
}

static void see_begin(void *self, const gau_context *ctx, uint64_t track, uint64_t parent,
                      gau_volume volume)
{
    (void)self, (void)ctx;
    assert_int_equal(calls.open, 0);
    assert_in_range(track, 1, MAX_TRACKS - 1);
    assert_false(calls.seen[track]);
    assert_true(track == 1 ? parent == 0 : parent > 0 && parent < track && calls.seen[parent]);
    calls.seen[track] = true;
    calls.open = track;
    calls.began_in = volume;
    calls.has_begun = true;
    calls.begun++;
}

static void see_step(void *self, const gau_context *ctx, uint64_t track, gau_volume volume,
                     gau_region region)
{
    size_t i = 1;

    (void)self, (void)ctx;
    assert_int_equal(track, calls.open);
    assert_int_equal(region, gau_volume_region(volume));
    assert_true(!calls.has_begun || volume == calls.began_in);
    calls.has_begun = false;
    while (i < GAU_DETECTOR_REGIONS &&
           strcmp(gau_region_name(region), gau_detector_regions[i]) != 0)
        i++;
    calls.of_region[i % GAU_DETECTOR_REGIONS]++;
    calls.steps++;
}

static void see_end(void *self, const gau_context *ctx, uint64_t track)
{
    (void)self, (void)ctx;
    assert_int_equal(track, calls.open);
    calls.open = 0;
}

static const gau_class steps_class = {
    GAU_CLASS("Steps", char, "Looks at steps."),
    .auditor = GAU_AUDITOR(.begin_event = begin_event, .step = see_step, .track_begin = see_begin,
                           .track_end = see_end),
};

/* What is deposited in a region comes of a step there. */
static void compare_calls(void)
{
    assert_int_equal(calls.open, 0);
    assert_int_equal(calls.begun, (uint64_t)scene_number(TRACKS, 0));
    assert_int_equal(calls.steps, (uint64_t)scene_number(STEPS, 0));
    for (size_t i = 0; i < GAU_DETECTOR_REGIONS; i++)
        assert_true(calls.of_region[i] > 0 || scene_number(WORLD + i, 0) == 0);
    watch();
}

static void tracks_and_steps_are_reported_in_order(void **state)
{
    struct scene scene;

    (void)state;
    memset(&sum, 0, sizeof sum);
    scene_begin(&scene);
    showers(&scene, "Either", "20", "2.8");
    job_class(&scene.job, &steps_class);
    job_auditor(&scene.job, "Steps", NULL);
    scene_watch(&scene, 20, compare_calls);
    scene_end(&scene);
}

/* --- properties ---------------------------------------------------------------------------- */

static void energies_in_the_wrong_order_are_an_error(void **state)
{
    struct scene scene;

    (void)state;
    scene_begin(&scene);
    job_set(&scene.job, showers(&scene, "Photon", "1", "1"), "MinEnergy", "2");
    assert_string_equal(scene_failure(&scene),
                        "job.xml:2: S: MaxEnergy is less than MinEnergy: 1 and 2");
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_energy_is_deposited_or_escapes),
        cmocka_unit_test(most_of_it_is_in_the_calorimeter_in_front),
        cmocka_unit_test(events_that_escape_are_rejected),
        cmocka_unit_test(the_maximum_goes_deeper_with_the_logarithm_of_the_energy),
        cmocka_unit_test(tracks_and_steps_are_reported_in_order),
        cmocka_unit_test(energies_in_the_wrong_order_are_an_error),
    };

    return cmocka_run_group_tests_name("shower transport", tests, NULL, NULL);
}
