/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "auditors/region/region_tracks.h"
#include "draws.h"

#include <string.h>

/* Who is charged for the time between two steps. */

static gau_region world, a, b; /* world is GAU_NO_REGION */
static gau_volume a_volume, b_volume, layer;
static struct region_tracks t;

static int begin(void **unused)
{
    (void)unused;
    a = gau_region_register("A");
    b = gau_region_register("B");
    a_volume = gau_volume_add(a, GAU_NO_VOLUME);
    b_volume = gau_volume_add(b, GAU_NO_VOLUME);
    layer = gau_volume_add(GAU_NO_REGION, b_volume);
    return gau_region_tracks_begin(&t) ? 0 : -1;
}

static int end(void **unused)
{
    (void)unused;
    gau_region_tracks_end(&t);
    return 0;
}

static void step(uint64_t now, uint64_t track, gau_volume volume)
{
    gau_region_step(&t, now, track, gau_volume_region(volume));
}

#define ASSERT_SUMS(region, location, birth, steps_, origin)    \
    do {                                                        \
        assert_int_equal(t.sums[region].at_location, location); \
        assert_int_equal(t.sums[region].by_birth, birth);       \
        assert_int_equal(t.sums[region].of_steps, steps_);      \
        assert_int_equal(t.sums[region].by_origin, origin);     \
    } while (0)

/* The worked example of the facts on k4Bench's plugin, which the plugin itself has run. */
static void the_worked_example(void **unused)
{
    (void)unused;
    gau_region_tracks_clear(&t);
    gau_region_track_begin(&t, 1, 0, a_volume);
    step(10, 1, a_volume);
    step(40, 1, a_volume);
    step(50, 1, layer);
    gau_region_track_end(&t, 1);
    gau_region_track_begin(&t, 2, 1, a_volume);
    step(60, 2, a_volume);
    step(90, 2, GAU_NO_VOLUME);
    gau_region_track_end(&t, 2);
    /* at location: 30 A, 10 A, 10 B, 30 A; by birth 30 A, 10 A, 10 A, 30 B. The same intervals
     * ended with steps in A, B, A, world, and all tracks come from A. */
    ASSERT_SUMS(a, 70, 50, 40, 80);
    ASSERT_SUMS(b, 10, 30, 10, 0);
    ASSERT_SUMS(world, 0, 0, 30, 0);
    assert_int_equal(t.sums[a].intervals, 3);
    assert_int_equal(t.sums[b].intervals, 1);
    assert_int_equal(t.sums[world].intervals, 0);
    assert_int_equal(t.sums[a].births, 3);
    assert_int_equal(t.sums[b].births, 1);
    assert_int_equal(t.sums[a].steps, 3);
    assert_int_equal(t.sums[b].steps, 1);
    assert_int_equal(t.sums[world].steps, 1);
    assert_int_equal(t.fallbacks, 0);
}

static void one_step_has_no_interval(void **unused)
{
    (void)unused;
    gau_region_tracks_clear(&t);
    gau_region_track_begin(&t, 1, 0, a_volume);
    step(10, 1, a_volume);
    ASSERT_SUMS(a, 0, 0, 0, 0);
    assert_int_equal(t.sums[a].intervals, 0);
    assert_int_equal(t.sums[a].steps, 1);
    gau_region_tracks_clear(&t);
    step(20, 1, a_volume); /* the gap between two events is charged to none */
    ASSERT_SUMS(a, 0, 0, 0, 0);
    assert_int_equal(t.fallbacks, 1);
}

static void after_a_backward_clock_the_next_interval_is_longer(void **unused)
{
    (void)unused;
    gau_region_tracks_clear(&t);
    step(50, 1, a_volume);
    step(40, 1, a_volume);
    step(70, 1, a_volume);
    ASSERT_SUMS(a, 30, 30, 30, 30);
    assert_int_equal(t.sums[a].intervals, 2);
}

/* A birth lasts until the end of the track; what the parent's last step was lasts longer. */
static void tracks_are_born_where_their_parent_was_last(void **unused)
{
    (void)unused;
    gau_region_tracks_clear(&t);
    gau_region_track_begin(&t, 5, 0, b_volume); /* makes no step */
    gau_region_track_begin(&t, 6, 5, a_volume); /* as a primary one */
    step(0, 6, b_volume);
    step(1, 6, a_volume);
    gau_region_track_end(&t, 6);
    gau_region_track_begin(&t, 7, 6, b_volume); /* in A, where its parent ended */
    step(3, 7, b_volume);
    step(6, 7, b_volume);
    gau_region_track_begin(&t, 7, 6, b_volume); /* goes on after it was suspended */
    step(10, 7, b_volume);
    gau_region_track_end(&t, 7);
    step(15, 7, b_volume); /* a birth of its own */
    step(21, 7, b_volume);
    /* 1 and 2 by 6 of A, 3 and 4 and 5 by 7 of A, 6 by 7 of B */
    ASSERT_SUMS(a, 2, 15, 1, 0);
    ASSERT_SUMS(b, 19, 6, 20, 21);
    assert_int_equal(t.fallbacks, 1);
}

/* The volume of production counts itself, not those above it. */
static void inside_a_region_a_primary_track_is_unattributed(void **unused)
{
    (void)unused;
    gau_region_tracks_clear(&t);
    gau_region_track_begin(&t, 1, 0, layer);
    step(0, 1, layer);
    step(5, 1, layer);
    ASSERT_SUMS(b, 5, 0, 5, 5);
    ASSERT_SUMS(world, 0, 5, 0, 0);
    assert_int_equal(t.fallbacks, 0);
}

static void steps_without_a_track_are_born_where_they_are(void **unused)
{
    (void)unused;
    gau_region_tracks_clear(&t);
    step(0, 0, a_volume);
    step(3, 0, b_volume);
    step(8, 0, a_volume);
    ASSERT_SUMS(a, 3, 3, 5, 5);
    ASSERT_SUMS(b, 5, 5, 3, 3);
    assert_int_equal(t.fallbacks, 0);
    assert_int_equal(t.n_tracks, 0);
}

/* More tracks than there is room at first. */
static void all_tracks_of_an_event_are_kept(void **unused)
{
    enum { TRACKS = 100000 };

    (void)unused;
    for (int event = 0; event < 2; event++) {
        gau_region_tracks_clear(&t);
        for (uint64_t track = 1; track <= TRACKS; track++) {
            gau_region_track_begin(&t, track << 20, (track - 1) << 20, track == 1 ? a_volume : 0);
            step(track, track << 20, a_volume);
        }
        for (uint64_t track = 1; track <= TRACKS; track++)
            step(TRACKS + track, track << 20, b_volume);
        assert_int_equal(t.n_tracks, TRACKS);
        assert_int_equal(t.fallbacks, 0);
        ASSERT_SUMS(a, TRACKS, 2 * TRACKS - 1, TRACKS - 1, 2 * TRACKS - 1);
        ASSERT_SUMS(b, TRACKS - 1, 0, TRACKS, 0);
    }
}

/* --- any order of calls against the rules as they are written ----------------------------------
 */

enum { N_TRACKS = 6, N_REGIONS = 4, UNKNOWN = -1 };

/* k4Bench's rules, with a map as an array; regions by number, a track 0 is none. */
struct model {
    int birth[N_TRACKS], last[N_TRACKS], origin[N_TRACKS];
    bool first;
    uint64_t at, location[N_REGIONS], by[N_REGIONS], of[N_REGIONS], from[N_REGIONS];
    unsigned intervals[N_REGIONS], births[N_REGIONS], steps[N_REGIONS], fallbacks;
    int previous, previous_birth;
};

static void model_clear(struct model *m)
{
    memset(m, 0, sizeof *m);
    for (int i = 0; i < N_TRACKS; i++)
        m->birth[i] = m->last[i] = m->origin[i] = UNKNOWN;
    m->first = true;
}

static void model_step(struct model *m, int track, int region, uint64_t now)
{
    int birth = region, origin = region;

    if (track > 0) {
        if (m->birth[track] == UNKNOWN) {
            m->birth[track] = region;
            m->fallbacks++;
        }
        if (m->origin[track] == UNKNOWN)
            m->origin[track] = region;
        birth = m->birth[track];
        origin = m->origin[track];
    }
    if (!m->first) {
        const uint64_t d = now < m->at ? 0 : now - m->at;

        m->location[m->previous] += d;
        m->by[m->previous_birth] += d;
        m->intervals[m->previous]++;
        m->births[m->previous_birth]++;
        m->of[region] += d;
        m->from[origin] += d;
    }
    m->steps[region]++;
    m->first = false;
    m->at = now;
    m->previous = region;
    m->previous_birth = birth;
    if (track > 0)
        m->last[track] = region;
}

static void model_begin(struct model *m, int track, int parent, int own, int nearest)
{
    if (track == 0)
        return;
    m->birth[track] = parent > 0 && m->last[parent] != UNKNOWN ? m->last[parent] : own;
    m->origin[track] = parent > 0 && m->origin[parent] != UNKNOWN ? m->origin[parent] : nearest;
}

static void compare(const struct model *m, const gau_region *regions, unsigned script)
{
    for (int i = 0; i < N_REGIONS; i++) {
        const struct region_sums *const sums = &t.sums[regions[i]];

        if (sums->at_location != m->location[i] || sums->by_birth != m->by[i] ||
            sums->of_steps != m->of[i] || sums->by_origin != m->from[i] ||
            sums->intervals != m->intervals[i] || sums->births != m->births[i] ||
            sums->steps != m->steps[i])
            fail_msg("script %u, region %d", script, i);
    }
    assert_int_equal(t.fallbacks, m->fallbacks);
}

static void random_scripts_agree_with_a_model(void **unused)
{
    const gau_region regions[N_REGIONS] = {GAU_NO_REGION, a, b, gau_region_register("C")};
    gau_volume volumes[2 * N_REGIONS]; /* in the region themselves, and in one that is */

    (void)unused;
    for (int i = 0; i < N_REGIONS; i++) {
        volumes[i] = gau_volume_add(regions[i], GAU_NO_VOLUME);
        volumes[N_REGIONS + i] = gau_volume_add(GAU_NO_REGION, volumes[i]);
    }
    for (unsigned script = 0; script < 3000; script++) {
        struct gau_random random;
        int calls;
        uint64_t now = 1000;
        struct model m;

        gau_random_seed(&random, script);
        calls = (int)gau_random_below(&random, 60);
        model_clear(&m);
        gau_region_tracks_clear(&t);
        for (int call = 0; call < calls; call++) {
            const int track = (int)gau_random_below(&random, N_TRACKS);
            const int volume = (int)gau_random_below(&random, 2 * N_REGIONS);
            const int parent = (int)gau_random_below(&random, N_TRACKS);
            const int region = volume % N_REGIONS;

            switch (gau_random_below(&random, 8)) {
            case 0:
                gau_region_track_begin(&t, (uint64_t)track, (uint64_t)parent, volumes[volume]);
                model_begin(&m, track, parent, volume < N_REGIONS ? region : 0, region);
                break;
            case 1:
                gau_region_track_end(&t, (uint64_t)track);
                m.birth[track] = UNKNOWN;
                break;
            default:
                now += gau_random_below(&random, 20);
                now -= gau_random_below(&random, 5);
                step(now, (uint64_t)track, volumes[volume]);
                model_step(&m, track, region, now);
            }
        }
        compare(&m, regions, script);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example),
        cmocka_unit_test(one_step_has_no_interval),
        cmocka_unit_test(after_a_backward_clock_the_next_interval_is_longer),
        cmocka_unit_test(tracks_are_born_where_their_parent_was_last),
        cmocka_unit_test(inside_a_region_a_primary_track_is_unattributed),
        cmocka_unit_test(steps_without_a_track_are_born_where_they_are),
        cmocka_unit_test(all_tracks_of_an_event_are_kept),
        cmocka_unit_test(random_scripts_agree_with_a_model),
    };

    return cmocka_run_group_tests_name("region tracks", tests, begin, end);
}
