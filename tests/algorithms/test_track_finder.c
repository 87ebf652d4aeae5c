/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/job_fixture.h"

#include "algorithms/tracking/tracks.h"
#include "default_detector.h"
#include "tests/unit/allocations.h"
#include "tests/unit/captured_stderr.h"

#include <stdlib.h>
#include <string.h>

/* TrackFinder and TrackFit on events that are made here. */

extern const gau_module gau_module_track_finder, gau_module_track_fit;

enum { MAX_HITS = 4000 };

/* Every event has these hits. */
static struct {
    struct gau_tracker_hit hits[MAX_HITS];
    size_t n;
} scene;

/* What was found in the last event, and what its thread has allocated until then. */
static struct {
    struct gau_track tracks[200];
    size_t n;
    uint64_t allocations, events;
} found;

/* --- components ---------------------------------------------------------------------------- */

struct camera {
    gau_key columns[5];
};

static gau_status camera_initialize(void *self, gau_context *ctx)
{
    static const char *const names[] = {"x", "y", "z", "volume_id", "layer_id"};

    for (int i = 0; i < 5; i++)
        ((struct camera *)self)->columns[i] =
            gau_store_output_column(ctx, "hits", names[i], GAU_TYPE(double));
    return GAU_OK;
}

static gau_status camera_read(void *self, gau_context *ctx)
{
    for (int i = 0; i < 5; i++) {
        double *const column =
            gau_store_put(ctx, ((const struct camera *)self)->columns[i], scene.n);

        if (!column)
            return ctx->error->status;
        for (size_t k = 0; k < scene.n; k++)
            column[k] = (&scene.hits[k].x)[i];
    }
    return GAU_OK;
}

static const gau_class camera_class = {
    GAU_CLASS("Camera", struct camera, "Shows the scene."),
    .initialize = camera_initialize,
    .input = GAU_INPUT(.read = camera_read),
};

struct witness {
    char *tracks;
    gau_key key;
};

static const gau_property witness_properties[] = {
    GAU_STRING(struct witness, tracks, "Tracks", "Finder", "Tracks to check"),
    GAU_PROPERTY_END,
};

static gau_status witness_initialize(void *self, gau_context *ctx)
{
    struct witness *const witness = self;

    witness->key = gau_store_input(ctx, witness->tracks, GAU_TYPE(struct gau_track));
    return GAU_OK;
}

static gau_status witness_execute(void *self, gau_context *ctx)
{
    const struct gau_track *const tracks =
        gau_store_get(ctx, ((const struct witness *)self)->key, &found.n);

    if (found.n > COUNT_OF(found.tracks))
        return GAU_ERR_FAILED;
    if (found.n > 0)
        memcpy(found.tracks, tracks, found.n * sizeof *tracks);
    if (++found.events == 2)
        found.allocations = allocations_of_thread();
    return allocations_of_thread() == found.allocations || found.events < 2 ? GAU_OK : GAU_REJECT;
}

static const gau_class witness_class = {
    GAU_CLASS("Witness", struct witness, "Remembers tracks."),
    .properties = witness_properties,
    .initialize = witness_initialize,
    .algorithm = GAU_ALGORITHM(.execute = witness_execute),
};

/* --- scenes -------------------------------------------------------------------------------- */

static void add_particle(const struct gau_tracker_particle *particle, double thickness,
                         uint64_t event)
{
    struct gau_random random = gau_random_for(1, event);
    struct tracker tracker;

    tracker_build(&tracker, thickness);
    scene.n += gau_tracker_fly(scene.hits + scene.n, &tracker.generator, particle, &random);
}

static void add_particles(size_t n, double min_pt, uint64_t seed)
{
    struct gau_random random = gau_random_for(seed, 1);

    for (size_t i = 0; i < n; i++) {
        const struct gau_tracker_particle particle = any_particle(&random, min_pt);

        add_particle(&particle, 0.02, i);
    }
}

/* A finder, whose MinHits may be set, and a fit of what it finds; the witness checks @p tracks.
 */
static void begin(struct job *job, const char *tracks, const char *min_hits)
{
    gau_node *sequence, *node;

    memset(&found, 0, sizeof found);
    job_begin(job);
    job_class(job, &camera_class);
    job_class(job, &witness_class);
    job_class(job, gau_module_track_finder.classes[0]);
    job_class(job, gau_module_track_fit.classes[0]);
    job_add(job, NULL, GAU_NODE_INPUT, "Camera", NULL);
    sequence = job_sequence(job, NULL, "S");
    sequence->mode = GAU_MODE_ALL;
    node = job_add(job, sequence, GAU_NODE_ALGORITHM, "TrackFinder", "Finder");
    if (min_hits)
        job_set(job, node, "MinHits", min_hits);
    node = job_add(job, sequence, GAU_NODE_ALGORITHM, "TrackFit", "Fit");
    job_set(job, node, "Tracks", "Finder");
    node = job_add(job, sequence, GAU_NODE_ALGORITHM, "Witness", NULL);
    job_set(job, node, "Tracks", tracks);
}

static void run_and_check(const char *tracks, const char *min_hits, uint64_t events,
                          uint64_t accepted)
{
    struct job job;

    begin(&job, tracks, min_hits);
    capture_stderr_begin();
    job_must_run(&job, events);
    capture_stderr_end();
    assert_int_equal(job.summary.accepted, accepted);
    job_end(&job);
}

static int clear(void **state)
{
    (void)state;
    scene.n = 0;
    return 0;
}

/* --- tests --------------------------------------------------------------------------------- */

static void a_particle_is_a_track_with_all_its_hits(void **state)
{
    const struct gau_tracker_particle particle = {0, -1, 3, 4, 2, 0.01, 0.02, 55};

    (void)state;
    add_particle(&particle, 0, 1);
    assert_int_equal(scene.n, 10);
    run_and_check("Fit", NULL, 1, 1);
    assert_int_equal(found.n, 1);
    assert_int_equal(found.tracks[0].n_hits, 10);
    for (uint32_t i = 0; i < 10; i++)
        assert_int_equal(found.tracks[0].hits[i], i);
    assert_true(fabs(found.tracks[0].q_pt + 0.2) < 0.005);
    assert_true(fabs(found.tracks[0].helix.phi - atan2(4, 3)) < 1e-3);
    assert_true(fabs(found.tracks[0].helix.cot_theta - 0.4) < 1e-3);
    assert_true(fabs(found.tracks[0].helix.z0 - 55) < 0.1);
    assert_true(fabs(found.tracks[0].helix.d0) < 0.15);
}

/* Up to numbers of hits and the order in which sums are made. */
static void the_order_of_hits_does_not_matter(void **state)
{
    static struct gau_track before[COUNT_OF(found.tracks)];
    size_t n;

    (void)state;
    add_particles(80, 0.6, 3);
    run_and_check("Finder", NULL, 1, 1);
    n = found.n;
    memcpy(before, found.tracks, sizeof before);
    assert_in_range(n, 78, 80);
    for (size_t i = 0; i < scene.n / 2; i++) {
        const struct gau_tracker_hit hit = scene.hits[i];

        scene.hits[i] = scene.hits[scene.n - 1 - i];
        scene.hits[scene.n - 1 - i] = hit;
    }
    run_and_check("Finder", NULL, 1, 1);
    assert_int_equal(found.n, n);
    for (size_t i = 0; i < n; i++) {
        assert_true(fabs(found.tracks[i].q_pt / before[i].q_pt - 1) < 1e-6);
        assert_int_equal(found.tracks[i].n_hits, before[i].n_hits);
        for (uint32_t k = 0; k < before[i].n_hits; k++)
            assert_int_equal(found.tracks[i].hits[k], scene.n - 1 - before[i].hits[k]);
    }
}

static void tracks_in_the_sectors_around_pi_are_found(void **state)
{
    (void)state;
    for (int i = 0; i < 40; i++) {
        const double phi = GAU_PI + 0.01 * (i - 20), pt = i % 2 ? 0.7 : 5;
        const struct gau_tracker_particle particle = {
            0,      i % 4 < 2 ? 1 : -1, pt * cos(phi), pt * sin(phi), pt * (0.15 * i - 3), 0, 0,
            3.0 * i};

        add_particle(&particle, 0.02, (uint64_t)i);
    }
    run_and_check("Finder", NULL, 1, 1);
    assert_int_equal(found.n, 40);
}

static void too_few_hits_are_no_track(void **state)
{
    const struct gau_tracker_particle particle = {0, 1, 3, 4, 2, 0, 0, 0};

    (void)state;
    add_particle(&particle, 0, 1);
    run_and_check("Finder", "11", 1, 0);
    assert_int_equal(found.n, 0);
    run_and_check("Finder", "10", 1, 1);
    assert_int_equal(found.n, 1);
}

static void what_does_not_come_from_the_beam_is_not_found(void **state)
{
    const struct gau_tracker_particle aside = {0, 1, 3, 4, 2, 8, -6, 0},
                                      far = {0, 1, 3, 4, 0, 0, 0, 300};

    (void)state;
    add_particle(&aside, 0, 1);
    add_particle(&far, 0, 1);
    run_and_check("Finder", NULL, 1, 0);
    assert_int_equal(found.n, 0);
}

static void an_event_without_hits_has_no_tracks(void **state)
{
    (void)state;
    run_and_check("Fit", NULL, 1, 0);
    assert_int_equal(found.n, 0);
}

/* 500 hits anywhere: less than one in a hundred looks like a track. */
static void noise_makes_no_tracks(void **state)
{
    struct gau_random random = gau_random_for(5, 1);

    (void)state;
    for (; scene.n < 500; scene.n++)
        scene.hits[scene.n] = gau_tracker_noise(&random);
    run_and_check("Finder", NULL, 1, 0);
    assert_int_equal(found.n, 0);
}

/* Hits twice as often, as where modules overlap: still one track each. */
static void doubled_hits_make_no_clones(void **state)
{
    size_t n;

    (void)state;
    add_particles(30, 1, 4);
    n = scene.n;
    for (size_t i = 0; i < n; i++) {
        scene.hits[scene.n] = scene.hits[i];
        scene.hits[scene.n++].z += 0.01;
    }
    run_and_check("Finder", NULL, 1, 1);
    assert_int_equal(found.n, 30);
}

static void more_hits_than_a_track_can_have_are_left_out(void **state)
{
    const struct gau_tracker_particle particle = {0, 1, 3, 4, 2, 0, 0, 0};

    (void)state;
    for (uint64_t i = 0; i < 5; i++)
        add_particle(&particle, 0, i);
    assert_int_equal(scene.n, 50);
    run_and_check("Fit", NULL, 1, 1);
    assert_true(found.n >= 1 && found.tracks[0].n_hits == GAU_TRACK_MAX_HITS);
}

static void a_hit_in_no_volume_fails_the_job(void **state)
{
    struct job job;

    (void)state;
    add_particles(1, 1, 1);
    scene.hits[2].volume = 99;
    begin(&job, "Finder", NULL);
    job.settings.events = 1;
    capture_stderr_begin();
    assert_true(job_run(&job) < 0);
    capture_stderr_end();
    assert_non_null(strstr(job.error.message, "hit 3 is in volume 99, which is not in Volumes"));
    job_end(&job);
}

static void a_hit_that_is_not_a_place_fails_the_job(void **state)
{
    struct job job;

    (void)state;
    add_particles(1, 1, 1);
    scene.hits[1].y = (double)NAN;
    begin(&job, "Finder", NULL);
    job.settings.events = 1;
    capture_stderr_begin();
    assert_true(job_run(&job) < 0);
    capture_stderr_end();
    assert_non_null(strstr(job.error.message, "hit 2 is farther than 1 km away"));
    job_end(&job);
}

/* The witness rejects events in which something was allocated since the second one. */
static void events_allocate_nothing(void **state)
{
    (void)state;
    add_particles(50, 0.5, 2);
    run_and_check("Fit", NULL, 30, 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_particle_is_a_track_with_all_its_hits, clear),
        cmocka_unit_test_setup(the_order_of_hits_does_not_matter, clear),
        cmocka_unit_test_setup(tracks_in_the_sectors_around_pi_are_found, clear),
        cmocka_unit_test_setup(too_few_hits_are_no_track, clear),
        cmocka_unit_test_setup(what_does_not_come_from_the_beam_is_not_found, clear),
        cmocka_unit_test_setup(an_event_without_hits_has_no_tracks, clear),
        cmocka_unit_test_setup(noise_makes_no_tracks, clear),
        cmocka_unit_test_setup(doubled_hits_make_no_clones, clear),
        cmocka_unit_test_setup(more_hits_than_a_track_can_have_are_left_out, clear),
        cmocka_unit_test_setup(a_hit_in_no_volume_fails_the_job, clear),
        cmocka_unit_test_setup(a_hit_that_is_not_a_place_fails_the_job, clear),
        cmocka_unit_test_setup(events_allocate_nothing, clear),
    };

    return cmocka_run_group_tests_name("track_finder", tests, NULL, NULL);
}
