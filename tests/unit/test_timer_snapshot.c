/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "job.h"
#include "resident.h"
#include "timer_document.h"
#include "worker.h"

#include <gaudit/clock.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern const gau_module gau_module_timer;

/* --- an instance without a job ------------------------------------------------------------- */

enum { N = 6 };

/* Program, Program a, a b, b c; Program d; and a root that nothing is called on. */
static const int parents[N] = {-1, 0, 1, 2, 0, -1};
static const char *const names[N] = {"Program", "a", "b", "c", "d", "Other"};

struct scene {
    gau_branch_info infos[N];
    struct gau_job job;
    struct gau_worker worker;
    struct timed_branch branches[N];
    uint64_t calls[2];
    struct timer timer;
};

/* Zeroed memory: most of a scene is histograms. */
static struct scene *scene_new(void)
{
    struct scene *const scene = calloc(1, sizeof *scene);

    for (int b = 0; b < N; b++)
        scene->infos[b] =
            (gau_branch_info){.name = names[b],
                              .parent = parents[b] < 0 ? GAU_NO_BRANCH : (gau_branch)parents[b]};
    scene->job.branches.infos = scene->infos;
    scene->worker.job = &scene->job;
    scene->timer = (struct timer){.branches = scene->branches,
                                  .n_branches = N,
                                  .kind = LAPS_COUNTED,
                                  .n_workers = 2,
                                  .worker_calls = scene->calls};
    return scene;
}

static const gau_auditor_ops *ops(void)
{
    return gau_module_timer.classes[0]->auditor;
}

static void enter(struct scene *scene, gau_branch b, uint64_t ticks)
{
    const gau_context ctx = {.branch = b, .ticks = ticks, .internal = &scene->worker};

    ops()->before(&scene->timer, &ctx);
}

static void leave(struct scene *scene, gau_branch b, uint64_t ticks)
{
    const gau_context ctx = {.branch = b, .ticks = ticks, .event = 7, .internal = &scene->worker};

    ops()->after(&scene->timer, &ctx, (gau_outcome){0});
}

static void snapshot(struct scene *into, const struct scene *live, uint64_t ticks)
{
    const gau_context ctx = {.ticks = ticks, .internal = &into->worker};

    ops()->snapshot(&into->timer, &live->timer, &ctx);
}

static void check(const struct scene *scene, gau_branch b, uint64_t calls, uint64_t total)
{
    const struct laps *const laps = &scene->branches[b].laps[scene->timer.kind];

    assert_int_equal(laps->entered, calls);
    assert_int_equal(laps_ended(&scene->branches[b], scene->timer.kind), calls);
    assert_int_equal(laps->total, total);
}

static uint64_t in_histogram(const struct timed_branch *branch, int kind)
{
    uint64_t n = 0;

    for (size_t i = 0; i < GAU_LOG_BINS; i++)
        n += branch->histogram[i][kind];
    return n;
}

/* Each call is in the histogram, and nothing took longer than what it was in. */
static void check_books(const struct scene *scene)
{
    for (int kind = 0; kind < LAPS_KINDS; kind++) {
        uint64_t children[N] = {0};

        for (int b = N; b-- > 0;) {
            const struct laps *const laps = &scene->branches[b].laps[kind];

            assert_int_equal(laps->entered, laps->left / 2);
            assert_int_equal(laps->left % 2, 0);
            assert_int_equal(in_histogram(&scene->branches[b], kind), laps->entered);
            if (laps->total < children[b])
                fail_msg("%s is %llu ticks too short", names[b],
                         (unsigned long long)(children[b] - laps->total));
            if (parents[b] >= 0)
                children[parents[b]] += laps->total;
        }
    }
}

/* --- one thread ---------------------------------------------------------------------------- */

static void calls_that_are_open_are_credited_up_to_now(void **state)
{
    struct scene *const live = scene_new(), *const into = scene_new();

    (void)state;
    enter(live, 0, 100);
    enter(live, 1, 110);
    enter(live, 2, 120);
    leave(live, 2, 150);
    enter(live, 2, 160);
    enter(live, 3, 165);
    snapshot(into, live, 200);
    check_books(into);
    check(into, 0, 1, 100);
    check(into, 1, 1, 90);
    check(into, 2, 2, 30 + 40);
    check(into, 3, 1, 35);
    check(into, 4, 0, 0);
    check(into, 5, 0, 0);
    assert_int_equal(into->branches[2].laps[LAPS_COUNTED].max, 40);
    assert_int_equal(~into->branches[2].laps[LAPS_COUNTED].not_min, 30);
    assert_int_equal(into->calls[0], 5);
    free(live);
    free(into);
}

static void a_moment_before_the_last_time_stamp_is_that_time_stamp(void **state)
{
    struct scene *const live = scene_new(), *const into = scene_new();

    (void)state;
    enter(live, 0, 100);
    enter(live, 1, 300);
    snapshot(into, live, 200);
    check(into, 0, 1, 200);
    check(into, 1, 1, 0);
    free(live);
    free(into);
}

static void the_first_events_stay_apart(void **state)
{
    struct scene *const live = scene_new(), *const into = scene_new();

    (void)state;
    live->timer.kind = LAPS_FIRST;
    enter(live, 0, 100);
    leave(live, 0, 200);
    live->timer.kind = LAPS_COUNTED;
    enter(live, 0, 300);
    snapshot(into, live, 350);
    check_books(into);
    check(into, 0, 1, 50);
    into->timer.kind = LAPS_FIRST;
    check(into, 0, 1, 100);
    free(live);
    free(into);
}

static void instances_add_up(void **state)
{
    struct scene *const one = scene_new(), *const two = scene_new(), *const into = scene_new();

    (void)state;
    enter(one, 0, 100);
    enter(one, 1, 200);
    two->timer.worker = 1;
    enter(two, 0, 150);
    leave(two, 0, 450);
    snapshot(into, one, 500);
    snapshot(into, two, 500);
    check_books(into);
    check(into, 0, 2, 400 + 300);
    check(into, 1, 1, 300);
    assert_true(into->calls[0] == 2 && into->calls[1] == 1);
    gau_module_timer.classes[0]->merge(&one->timer, &two->timer); /* as when a thread has ended */
    memset(into->branches, 0, sizeof into->branches);
    snapshot(into, one, 500);
    check_books(into);
    check(into, 0, 2, 400 + 300);
    free(one);
    free(two);
    free(into);
}

/* Enters and leaves at random, the same for each scene. */
static void play(struct scene *scene, struct scene *aside)
{
    static const gau_branch deeper[] = {1, 2, 3};
    uint64_t state = 1, now = 0;
    size_t depth = 0;

    enter(scene, 0, now);
    for (int i = 0; i < 2000; i++) {
        state = 6364136223846793005u * state + 1442695040888963407u;
        now += state >> 54;
        if (depth < COUNT_OF(deeper) && state & UINT64_C(1) << 40)
            enter(scene, deeper[depth++], now);
        else if (depth > 0)
            leave(scene, deeper[--depth], now);
        if (aside) {
            memset(aside->branches, 0, sizeof aside->branches);
            snapshot(aside, scene, now);
            check_books(aside);
            check(aside, 0, 1, now);
        }
    }
    while (depth > 0)
        leave(scene, deeper[--depth], now);
    leave(scene, 0, now);
}

static void snapshots_change_nothing(void **state)
{
    struct scene *const watched = scene_new(), *const other = scene_new();
    struct scene *const aside = scene_new();

    (void)state;
    play(watched, aside);
    play(other, NULL);
    check_books(watched);
    assert_memory_equal(watched->branches, other->branches, sizeof other->branches);
    free(watched);
    free(other);
    free(aside);
}

/* --- threads ------------------------------------------------------------------------------- */

struct busy {
    struct scene *scene;
    bool stop;
    uint64_t rounds, began, ended;
};

/* Short calls, one after the other, as fast as it goes. */
static void *run(void *user)
{
    struct busy *const busy = user;
    struct scene *const scene = busy->scene;

    busy->began = gau_clock_ns();
    enter(scene, 0, busy->began);
    while (!__atomic_load_n(&busy->stop, __ATOMIC_ACQUIRE)) {
        enter(scene, 1, gau_clock_ns());
        for (int i = 0; i < 20; i++) {
            enter(scene, 2, gau_clock_ns());
            enter(scene, 3, gau_clock_ns());
            leave(scene, 3, gau_clock_ns());
            leave(scene, 2, gau_clock_ns());
        }
        leave(scene, 1, gau_clock_ns());
        busy->rounds++;
    }
    busy->ended = gau_clock_ns();
    leave(scene, 0, busy->ended);
    return NULL;
}

/* Both threads have to get on, however few processors there are. */
static void wait_for_a_round(const struct scene *live, uint64_t calls)
{
    while (LAPS_GET(live->branches[1].laps[LAPS_COUNTED].entered) <= calls)
        sched_yield();
}

/* A thread may be stopped between a time stamp and what it is for: then a call that has ended is
 * credited for too long, and what it is in with it. */
static void a_snapshot_may_be_taken_at_any_moment(void **state)
{
    enum { SNAPSHOTS = 100 };
    struct busy busy = {.scene = scene_new()};
    struct scene *taken[SNAPSHOTS];
    uint64_t times[SNAPSHOTS], calls = 0;
    pthread_t thread;

    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, run, &busy), 0);
    for (int i = 0; i < SNAPSHOTS; i++) {
        taken[i] = scene_new();
        wait_for_a_round(busy.scene, calls);
        times[i] = gau_clock_ns();
        snapshot(taken[i], busy.scene, times[i]);
        calls = taken[i]->branches[1].laps[LAPS_COUNTED].entered;
    }
    __atomic_store_n(&busy.stop, true, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
    calls = 0;
    for (int i = 0; i < SNAPSHOTS; i++) {
        const struct laps *const root = &taken[i]->branches[0].laps[LAPS_COUNTED];
        const struct laps *const inner = &taken[i]->branches[3].laps[LAPS_COUNTED];

        check_books(taken[i]);
        assert_true(root->entered == 1 && root->total >= times[i] - busy.began);
        assert_true(inner->entered >= calls && inner->entered <= 20 * busy.rounds);
        calls = inner->entered;
        free(taken[i]);
    }
    check_books(busy.scene);
    check(busy.scene, 0, 1, busy.ended - busy.began);
    check(busy.scene, 1, busy.rounds, busy.scene->branches[1].laps[LAPS_COUNTED].total);
    assert_int_equal(busy.scene->branches[3].laps[LAPS_COUNTED].entered, 20 * busy.rounds);
    free(busy.scene);
}

/* --- memory -------------------------------------------------------------------------------- */

enum { BLOCK = 60 * 1000 * 1000 };

/* A sanitizer has memory of its own, which grows with that of the program. */
static void skip_if_sanitized(void)
{
    if (getenv("TEST_SLOWNESS"))
        skip();
}

static char *touched(void)
{
    char *const block = malloc(BLOCK);

    for (size_t i = 0; i < BLOCK; i += 4096)
        *(volatile char *)(block + i) = 1;
    return block;
}

/* What the kernel tells lags behind. */
static void check_memory(const struct scene *scene, gau_branch b, int64_t megabytes)
{
    const int64_t found = scene->branches[b].memory_MB[LAPS_COUNTED];

    if (found < megabytes - 15 || found > megabytes + 15)
        fail_msg("%s has grown by %lld MB, not by %lld", names[b], (long long)found,
                 (long long)megabytes);
}

static void memory_is_what_the_process_has_grown_by(void **state)
{
    struct scene *live, *into;
    char *block;

    (void)state;
    skip_if_sanitized();
    live = scene_new();
    into = scene_new();
    live->timer.memory = live->timer.more = true;
    assert_true(resident_open());
    enter(live, 0, 0);
    enter(live, 1, 0);
    block = touched();
    snapshot(into, live, 0);
    check_memory(into, 0, 60);
    check_memory(into, 1, 60);
    leave(live, 1, 0);
    enter(live, 4, 0);
    free(block);
    leave(live, 4, 0);
    leave(live, 0, 0);
    check_memory(live, 1, 60);
    check_memory(live, 4, -60);
    check_memory(live, 0, 0);
    resident_close();
    free(live);
    free(into);
}

/* As PerfGraph has it: the value at the start of the parent stands in. */
static void memory_that_cannot_be_read_is_that_of_the_parent(void **state)
{
    struct scene *live;
    char *block;

    (void)state;
    skip_if_sanitized();
    live = scene_new();
    live->timer.memory = live->timer.more = true;
    enter(live, 0, 0);
    leave(live, 0, 0);
    assert_int_equal(live->branches[0].memory_MB[LAPS_COUNTED], 0);
    assert_true(resident_open());
    enter(live, 0, 0);
    block = touched();
    enter(live, 1, 0);
    resident_close();
    leave(live, 1, 0);
    check_memory(live, 1, -60);
    enter(live, 1, 0);
    leave(live, 1, 0);
    check_memory(live, 1, -60);
    leave(live, 0, 0);
    assert_int_equal(live->branches[0].memory_MB[LAPS_COUNTED], 0);
    free(block);
    free(live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_that_are_open_are_credited_up_to_now),
        cmocka_unit_test(a_moment_before_the_last_time_stamp_is_that_time_stamp),
        cmocka_unit_test(the_first_events_stay_apart),
        cmocka_unit_test(instances_add_up),
        cmocka_unit_test(snapshots_change_nothing),
        cmocka_unit_test(a_snapshot_may_be_taken_at_any_moment),
        cmocka_unit_test(memory_is_what_the_process_has_grown_by),
        cmocka_unit_test(memory_that_cannot_be_read_is_that_of_the_parent),
    };

    return cmocka_run_group_tests_name("timer snapshot", tests, NULL, NULL);
}
