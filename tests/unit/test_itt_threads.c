/* SPDX-License-Identifier: Apache-2.0 */
#include "itt_fixture.h"
#include "test.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS = 8, PAIRS = 500 };

static const char *const full = "fake_full", *const late = "fake_late";
static atomic_int started, finished;

/* Lets go when all threads are here. */
static void gather(void)
{
    atomic_fetch_add(&started, 1);
    while (atomic_load(&started) < THREADS)
        ;
}

static void mark(void)
{
    for (int i = 0; i < PAIRS; i++) {
        gau_itt_event_start(i);
        gau_itt_event_end(i);
    }
}

static void *load_and_mark(void *state)
{
    gather();
    *(gau_itt_state *)state = gau_itt_load();
    mark();
    return NULL;
}

static void *mark_and_load(void *state)
{
    gather();
    mark();
    *(gau_itt_state *)state = gau_itt_load();
    return NULL;
}

static atomic_int inits;

/* The collector is slow, so that all threads are in the call. */
static void start_slowly(void)
{
    const struct timespec pause = {0, 20000000};

    atomic_fetch_add(&inits, 1);
    nanosleep(&pause, NULL);
}

static void all_threads_may_load_and_one_does(void **state)
{
    pthread_t threads[THREADS];
    gau_itt_state states[THREADS] = {0};
    void (*const on_init)(void (*)(void)) =
        (void (*)(void (*)(void)))scene_find(full, "fake_on_init");

    (void)state;
    on_init(start_slowly);
    scene_call_log(full);
    setenv("INTEL_LIBITTNOTIFY64", scene_path(full), 1);
    atomic_store(&started, 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, i % 2 ? mark_and_load : load_and_mark,
                                        &states[i]),
                         0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(states[i], GAU_ITT_LOADED);
    }
    on_init(NULL);
    assert_int_equal(atomic_load(&inits), 1);
    /* Half of the threads mark when it is done, the others at any time. */
    assert_in_range(scene_calls(full), 1 + THREADS / 2 * 2 * PAIRS, 1 + THREADS * 2 * PAIRS);
}

static void *call_until_recorded(void *unused)
{
    (void)unused;
    gather();
    while (!gau_itt_has(GAU_ITT_SLOT_event_start) || !gau_itt_has(GAU_ITT_SLOT_event_end))
        mark();
    mark();
    atomic_fetch_add(&finished, 1);
    return NULL;
}

static void slots_may_be_filled_while_threads_call(void **state)
{
    pthread_t threads[THREADS];

    (void)state;
    assert_int_equal(scene_load(late), GAU_ITT_LOADED);
    atomic_store(&started, 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, call_until_recorded, NULL), 0);
    while (atomic_load(&started) < THREADS)
        ;
    assert_int_equal(atomic_load(&finished), 0);
    scene_find(late, "fake_fill")();
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&finished), THREADS);
    assert_true(scene_calls(late) >= THREADS * 2 * PAIRS);
}

static void *mark_until_silent(void *unused)
{
    (void)unused;
    gather();
    do
        mark();
    while (gau_itt_has(GAU_ITT_SLOT_event_start) || gau_itt_has(GAU_ITT_SLOT_event_end));
    return NULL;
}

static void threads_may_be_in_a_mark_while_the_client_ends(void **state)
{
    pthread_t threads[THREADS];

    (void)state;
    assert_int_equal(scene_load(full), GAU_ITT_LOADED);
    atomic_store(&started, 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, mark_until_silent, NULL), 0);
    while (atomic_load(&started) < THREADS)
        ;
    gau_itt_unload();
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    scene_call_log(full);
    mark();
    assert_int_equal(scene_calls(full), 0);
}

int main(int argc, char **argv)
{
#define SCENE(test) cmocka_unit_test_setup_teardown(test, scene_begin, scene_end)
    const struct CMUnitTest tests[] = {
        SCENE(all_threads_may_load_and_one_does),
        SCENE(slots_may_be_filled_while_threads_call),
        SCENE(threads_may_be_in_a_mark_while_the_client_ends),
    };

    if (argc != 2)
        return 1;
    scene_use(argv[1]);
    return cmocka_run_group_tests_name("itt_threads", tests, NULL, NULL);
}
