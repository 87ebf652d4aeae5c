/* SPDX-License-Identifier: Apache-2.0 */
#include "timer_fixture.h"

#include <gaudit/clock.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void check(const struct scene *scene, gau_branch b, uint64_t calls, uint64_t total)
{
    const struct gau_call_stats *const call_stats = &scene->branches[b].kinds[scene->timer.kind];

    assert_int_equal(call_stats->calls, calls);
    assert_int_equal(call_stats->total, total);
}

/* Each call is in the histogram, and nothing took longer than its parent. */
static void check_accounting(const struct scene *scene)
{
    for (unsigned kind = 0; kind < GAU_STATS_KINDS; kind++) {
        uint64_t children[N] = {0};

        for (int b = N; b-- > 0;) {
            const struct gau_call_stats *const call_stats = &scene->branches[b].kinds[kind];

            assert_false(gau_stats_is_open(call_stats->began));
            assert_int_equal(in_histogram(&scene->branches[b], kind), call_stats->calls);
            if (call_stats->total < children[b])
                fail_msg("%s is %llu ticks too short", names[b],
                         (unsigned long long)(children[b] - call_stats->total));
            if (parents[b] >= 0)
                children[parents[b]] += call_stats->total;
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
    check_accounting(into);
    check(into, 0, 1, 100);
    check(into, 1, 1, 90);
    check(into, 2, 2, 30 + 40);
    check(into, 3, 1, 35);
    check(into, 4, 0, 0);
    check(into, 5, 0, 0);
    assert_int_equal(into->branches[2].kinds[GAU_STATS_COUNTED].max, 40);
    assert_int_equal(into->branches[2].kinds[GAU_STATS_COUNTED].min, 30);
    assert_true(into->branches[2].kinds[GAU_STATS_COUNTED].sum_sq == 30 * 30 + 40 * 40);
    assert_int_equal(into->calls[0], 5);
    scene_free(live);
    scene_free(into);
}

static void a_time_before_the_last_timestamp_is_that_timestamp(void **state)
{
    struct scene *const live = scene_new(), *const into = scene_new();

    (void)state;
    enter(live, 0, 100);
    enter(live, 1, 300);
    snapshot(into, live, 200);
    check(into, 0, 1, 200);
    check(into, 1, 1, 0);
    scene_free(live);
    scene_free(into);
}

/* Timestamps of two processors: a child seems to last longer than its parent. */
static void no_call_is_shorter_than_what_was_inside_it(void **state)
{
    struct scene *const live = scene_new(), *const into = scene_new();

    (void)state;
    enter(live, 0, 100);
    enter(live, 1, 100);
    enter(live, 2, 99);
    leave(live, 2, 210);
    leave(live, 1, 205);
    enter(live, 4, 205);
    leave(live, 4, 215);
    leave(live, 0, 204);
    snapshot(into, live, 300);
    check_accounting(into);
    check(into, 2, 1, 111);
    check(into, 1, 1, 111);
    check(into, 4, 1, 10);
    check(into, 0, 1, 121);
    assert_int_equal(into->branches[0].kinds[GAU_STATS_COUNTED].max, 104);
    assert_int_equal(gau_stats_slowest_event(&into->branches[0].kinds[GAU_STATS_COUNTED]), 7);
    scene_free(live);
    scene_free(into);
}

static void the_first_events_stay_apart(void **state)
{
    struct scene *const live = scene_new(), *const into = scene_new();

    (void)state;
    scene_select_kind(live, GAU_STATS_WARM_UP);
    enter(live, 0, 100);
    leave(live, 0, 200);
    scene_select_kind(live, GAU_STATS_COUNTED);
    enter(live, 0, 300);
    snapshot(into, live, 350);
    check_accounting(into);
    check(into, 0, 1, 50);
    scene_select_kind(into, GAU_STATS_WARM_UP);
    check(into, 0, 1, 100);
    scene_free(live);
    scene_free(into);
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
    check_accounting(into);
    check(into, 0, 2, 400 + 300);
    check(into, 1, 1, 300);
    assert_true(into->calls[0] == 2 && into->calls[1] == 1);
    gau_module_timer.classes[0]->merge(&one->timer, &two->timer); /* as when a thread has ended */
    scene_clear(into);
    snapshot(into, one, 500);
    check_accounting(into);
    check(into, 0, 2, 400 + 300);
    scene_free(one);
    scene_free(two);
    scene_free(into);
}

/* Enters and leaves at random, the same for each scene. */
static void play(struct scene *scene, struct scene *aside)
{
    static const gau_branch deeper[] = {1, 2, 3};
    uint64_t state = 1, now = 1;
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
            scene_clear(aside);
            snapshot(aside, scene, now);
            check_accounting(aside);
            check(aside, 0, 1, now - 1);
        }
    }
    while (depth > 0)
        leave(scene, deeper[--depth], now);
    leave(scene, 0, now);
    gau_stats_flush(&scene->timer.stats);
}

static void snapshots_change_nothing(void **state)
{
    struct scene *const watched = scene_new(), *const other = scene_new();
    struct scene *const aside = scene_new();

    (void)state;
    play(watched, aside);
    play(other, NULL);
    check_accounting(watched);
    for (gau_branch b = 0; b < N; b++)
        for (unsigned kind = 0; kind < GAU_STATS_KINDS; kind++)
            assert_equal_calls(&watched->branches[b].kinds[kind], &other->branches[b].kinds[kind]);
    scene_free(watched);
    scene_free(other);
    scene_free(aside);
}

/* Until that much CPU time is used. */
static void use_cpu(uint64_t ns)
{
    const uint64_t until = gau_clock_thread_ns() + ns;

    while (gau_clock_thread_ns() < until)
        continue;
}

static uint64_t cpu_of(const struct scene *scene, gau_branch b)
{
    return scene->branches[b].cpu_ns[GAU_STATS_COUNTED];
}

static struct scene *scene_with_cpu_time(void)
{
    struct scene *const scene = scene_new();

    scene->timer.cpu_time = true;
    scene->timer.stats.all = false;
    return scene;
}

static void the_cpu_time_of_open_calls_is_credited(void **state)
{
    enum { NS = 1000000 };
    struct scene *const live = scene_with_cpu_time(), *const into = scene_with_cpu_time();
    const uint64_t began = gau_clock_thread_ns();

    (void)state;
    enter(live, 0, 100);
    enter(live, 1, 110);
    use_cpu(NS);
    leave(live, 1, 120);
    enter(live, 4, 130);
    use_cpu(NS);
    snapshot(into, live, 200);
    assert_true(cpu_of(into, 1) >= NS && cpu_of(into, 1) == cpu_of(live, 1));
    assert_true(cpu_of(into, 4) >= NS && cpu_of(live, 4) == 0);
    assert_true(cpu_of(into, 0) >= cpu_of(into, 1) + cpu_of(into, 4));
    assert_true(cpu_of(into, 0) <= gau_clock_thread_ns() - began);
    /* As if a call had ended between the reading of its time and of its parent's. */
    live->branches[1].cpu_ns[GAU_STATS_COUNTED] = UINT64_C(1) << 60;
    scene_clear(into);
    snapshot(into, live, 300);
    assert_int_equal(cpu_of(into, 0), cpu_of(into, 1) + cpu_of(into, 4));
    scene_free(live);
    scene_free(into);
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
    while (STATS_GET(live->branches[1].kinds[GAU_STATS_COUNTED].calls) <= calls)
        sched_yield();
}

/* A thread may be stopped between a timestamp and its use: then a call that has ended is
 * credited for too long, and what it is in with it. */
static void a_snapshot_may_be_made_at_any_time(void **state)
{
    enum { SNAPSHOTS = 100 };
    struct busy busy = {.scene = scene_new()};
    struct scene *made[SNAPSHOTS];
    uint64_t times[SNAPSHOTS], calls = 0;
    pthread_t thread;

    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, run, &busy), 0);
    for (int i = 0; i < SNAPSHOTS; i++) {
        made[i] = scene_new();
        wait_for_a_round(busy.scene, calls);
        times[i] = gau_clock_ns();
        snapshot(made[i], busy.scene, times[i]);
        calls = made[i]->branches[1].kinds[GAU_STATS_COUNTED].calls;
    }
    __atomic_store_n(&busy.stop, true, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
    calls = 0;
    for (int i = 0; i < SNAPSHOTS; i++) {
        const struct gau_call_stats *const root = &made[i]->branches[0].kinds[GAU_STATS_COUNTED];
        const struct gau_call_stats *const inner = &made[i]->branches[3].kinds[GAU_STATS_COUNTED];

        check_accounting(made[i]);
        assert_true(root->calls == 1 && root->total >= times[i] - busy.began);
        assert_true(inner->calls >= calls && inner->calls <= 20 * busy.rounds);
        calls = inner->calls;
        scene_free(made[i]);
    }
    gau_stats_flush(&busy.scene->timer.stats);
    check_accounting(busy.scene);
    check(busy.scene, 0, 1, busy.ended - busy.began);
    check(busy.scene, 1, busy.rounds, busy.scene->branches[1].kinds[GAU_STATS_COUNTED].total);
    assert_int_equal(busy.scene->branches[3].kinds[GAU_STATS_COUNTED].calls, 20 * busy.rounds);
    scene_free(busy.scene);
}

/* One call that is open, with its CPU time used, in a thread that sleeps then. */
struct sleeper {
    struct scene *scene;
    pthread_barrier_t open, seen;
};

static void *sleep_in_call(void *user)
{
    struct sleeper *const sleeper = user;

    enter(sleeper->scene, 0, 100);
    use_cpu(20000000);
    pthread_barrier_wait(&sleeper->open);
    pthread_barrier_wait(&sleeper->seen);
    leave(sleeper->scene, 0, 200);
    return NULL;
}

static void cpu_time_is_that_of_the_thread_which_is_in_the_call(void **state)
{
    struct sleeper sleeper = {.scene = scene_with_cpu_time()};
    struct scene *const into = scene_with_cpu_time(), *const after = scene_with_cpu_time();
    pthread_t thread;

    (void)state;
    pthread_barrier_init(&sleeper.open, NULL, 2);
    pthread_barrier_init(&sleeper.seen, NULL, 2);
    assert_int_equal(pthread_create(&thread, NULL, sleep_in_call, &sleeper), 0);
    pthread_barrier_wait(&sleeper.open);
    snapshot(into, sleeper.scene, 150);
    pthread_barrier_wait(&sleeper.seen);
    pthread_join(thread, NULL);
    snapshot(after, sleeper.scene, 300);
    assert_true(cpu_of(into, 0) >= 20000000 && cpu_of(into, 0) <= cpu_of(after, 0));
    assert_int_equal(cpu_of(after, 0), cpu_of(sleeper.scene, 0));
    enter(sleeper.scene, 0,
          400); /* as if the thread had left it open, and there were no such thread */
    sleeper.scene->timer.cpu_clock = (clockid_t)-123456;
    scene_clear(into);
    snapshot(into, sleeper.scene, 500);
    assert_int_equal(cpu_of(into, 0), cpu_of(after, 0));
    pthread_barrier_destroy(&sleeper.open);
    pthread_barrier_destroy(&sleeper.seen);
    free(sleeper.scene);
    scene_free(into);
    free(after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_that_are_open_are_credited_up_to_now),
        cmocka_unit_test(a_time_before_the_last_timestamp_is_that_timestamp),
        cmocka_unit_test(no_call_is_shorter_than_what_was_inside_it),
        cmocka_unit_test(the_first_events_stay_apart),
        cmocka_unit_test(instances_add_up),
        cmocka_unit_test(snapshots_change_nothing),
        cmocka_unit_test(a_snapshot_may_be_made_at_any_time),
        cmocka_unit_test(the_cpu_time_of_open_calls_is_credited),
        cmocka_unit_test(cpu_time_is_that_of_the_thread_which_is_in_the_call),
    };

    return cmocka_run_group_tests_name("timer snapshot", tests, NULL, NULL);
}
