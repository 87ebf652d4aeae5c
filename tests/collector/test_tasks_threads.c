/* SPDX-License-Identifier: Apache-2.0 */
#include "collector_stubs.h"
#include "tests/unit/test.h"

#include "collector/tasks/task_totals.h"
#include "collector/tasks/task_types.h"
#include "collector/tasks/thread_tasks.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* Threads that mark, while others read, interrupt, or end what is not theirs. */

enum { N_THREADS = 4, N_ROUNDS = 20000, N_TYPES = 600, N_SIGNALS = 1000, N_NEW = 100000 };

static uint32_t types[N_TYPES];
static atomic_int working;

static void make_types(void)
{
    char name[16];

    for (uint32_t i = 0; i < N_TYPES; i++) {
        snprintf(name, sizeof name, "type %u", (unsigned)i);
        types[i] = gau_task_types_of(GAU_TRACE_TASK, "", name, strlen(name));
    }
}

/* --- a writer ------------------------------------------------------------------------------ */

struct reading {
    struct gau_thread_tasks *tasks;
    uint64_t entries[N_TYPES], self_ns[N_TYPES];
    uint64_t backwards;
};

static void *mark(void *tasks)
{
    for (uint32_t i = 0; i < N_ROUNDS; i++) {
        gau_thread_tasks_begin(tasks, GAU_TRACE_EVENT, types[i % N_TYPES], types[i % N_TYPES]);
        gau_thread_tasks_begin(tasks, GAU_TRACE_TASK, types[i % 7], 1);
        gau_thread_tasks_end(tasks, GAU_TRACE_TASK, 1);
        gau_thread_tasks_end(tasks, GAU_TRACE_EVENT, types[i % N_TYPES]);
    }
    atomic_fetch_sub(&working, 1);
    return NULL;
}

static void read_total(void *user, const struct gau_trace_task_total *total)
{
    struct reading *const reading = user;
    const uint32_t i = total->task - types[0];

    reading->backwards +=
        total->entries < reading->entries[i] || total->self_ns < reading->self_ns[i];
    reading->entries[i] = total->entries;
    reading->self_ns[i] = total->self_ns;
}

static void a_writer_reads_rising_sums_and_misses_none(void **state)
{
    static struct reading readings[N_THREADS];
    pthread_t threads[N_THREADS];

    (void)state;
    atomic_store(&working, N_THREADS);
    for (int i = 0; i < N_THREADS; i++) {
        readings[i].tasks = stage_tasks();
        pthread_create(&threads[i], NULL, mark, readings[i].tasks);
    }
    while (atomic_load(&working) > 0)
        for (int i = 0; i < N_THREADS; i++)
            gau_thread_tasks_changed(readings[i].tasks, read_total, &readings[i]);
    for (int i = 0; i < N_THREADS; i++) {
        uint64_t sum = 0;

        pthread_join(threads[i], NULL);
        gau_thread_tasks_changed(readings[i].tasks, read_total, &readings[i]);
        for (int k = 0; k < N_TYPES; k++)
            sum += readings[i].entries[k];
        assert_int_equal(sum, 2 * N_ROUNDS);
        assert_int_equal(readings[i].backwards, 0);
        stage_free_tasks(readings[i].tasks);
    }
}

/* --- of the process ------------------------------------------------------------------------ */

static void *count_points(void *none)
{
    for (uint32_t i = 0; i < N_ROUNDS; i++)
        gau_task_totals_process_add(types[i % N_TYPES], 1, 2);
    atomic_fetch_sub(&working, 1);
    return none;
}

static void what_belongs_to_no_thread_is_added_by_all(void **state)
{
    static struct reading reading;
    pthread_t threads[N_THREADS];
    uint64_t sum = 0;

    (void)state;
    atomic_store(&working, N_THREADS);
    for (int i = 0; i < N_THREADS; i++)
        pthread_create(&threads[i], NULL, count_points, NULL);
    while (atomic_load(&working) > 0)
        gau_thread_tasks_changed(NULL, read_total, &reading);
    for (int i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
    gau_thread_tasks_changed(NULL, read_total, &reading);
    for (int k = 0; k < N_TYPES; k++)
        sum += reading.entries[k];
    assert_int_equal(sum, N_THREADS * N_ROUNDS);
    assert_int_equal(reading.backwards, 0);
}

/* --- overlapped tasks ---------------------------------------------------------------------- */

struct pair {
    struct gau_thread_tasks *tasks;
    int number;
    atomic_uint begun, ended; /* by the thread, by the other */
};

static struct pair pairs[2];

/* Both begin their own, and end what the other has begun. */
static void *swap_ends(void *user)
{
    struct pair *const own = user, *const other = &pairs[1 - own->number];

    for (uint32_t i = 0; i < 2000; i++) {
        const gau_itt_id id = {i, (uint64_t)own->number, 0}, theirs = {i, 1 - id.d2, 0};

        gau_thread_tasks_begin(own->tasks, GAU_TRACE_EVENT, types[3], types[3]);
        gau_thread_tasks_begin_overlapped(own->tasks, types[own->number], &id);
        atomic_store(&own->begun, i + 1);
        while (atomic_load(&other->begun) <= i)
            sched_yield();
        gau_thread_tasks_end(own->tasks, GAU_TRACE_EVENT, types[3]);
        gau_thread_tasks_end_overlapped(own->tasks, &theirs);
        atomic_store(&other->ended, i + 1);
        while (atomic_load(&own->ended) <= i)
            sched_yield();
        own->tasks = gau_thread_tasks_current(own->tasks) == 0 ? own->tasks : NULL;
    }
    gau_thread_tasks_close(own->tasks);
    return NULL;
}

static void threads_end_overlapped_tasks_of_each_other(void **state)
{
    pthread_t threads[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        pairs[i].tasks = stage_tasks();
        pairs[i].number = i;
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, swap_ends, &pairs[i]);
    for (int i = 0; i < 2; i++) {
        struct reading reading = {0};
        struct gau_thread_tasks_sums sums;

        pthread_join(threads[i], NULL);
        gau_thread_tasks_changed(pairs[i].tasks, read_total, &reading);
        gau_thread_tasks_sums(pairs[i].tasks, &sums);
        assert_int_equal(reading.entries[i], 2000);
        assert_int_equal(reading.entries[3], 2000);
        assert_int_equal(sums.unmatched_ends + sums.unclosed_tasks + sums.dropped, 0);
    }
    for (int i = 0; i < 2; i++)
        stage_free_tasks(pairs[i].tasks);
}

/* --- signals ------------------------------------------------------------------------------- */

static struct gau_thread_tasks *interrupted;
static atomic_uint n_handled, n_wrong;

/* The handler of the sampler, and one of the program's, which marks, too. */
static void look_and_mark(int number)
{
    const uint32_t before = gau_thread_tasks_current(interrupted);
    const gau_itt_id id = {1, 2, 3};
    const unsigned n = atomic_load(&n_handled);

    (void)number;
    if (before != 0 && before != types[0] && before != types[1] && before != types[2])
        atomic_fetch_add(&n_wrong, 1);
    gau_thread_tasks_begin(interrupted, GAU_TRACE_EVENT, types[2], types[2]);
    gau_thread_tasks_begin_overlapped(interrupted, types[2], &id);
    gau_task_types_of(GAU_TRACE_MARK, "", (const char *)&n, sizeof n);
    gau_thread_tasks_end_overlapped(interrupted, &id);
    gau_thread_tasks_end(interrupted, GAU_TRACE_EVENT, types[2]);
    if (gau_thread_tasks_current(interrupted) != before)
        atomic_fetch_add(&n_wrong, 1);
    atomic_fetch_add(&n_handled, 1);
}

/* Gives the number of types that it has made: there is no room for as many as there may be rounds
 * before the last signal comes. */
static void *mark_until_handled(void *made)
{
    const gau_itt_id id = {1, 2, 3};
    uint64_t i;

    for (i = 0; atomic_load(&n_handled) < N_SIGNALS; i++) {
        const uint64_t name = i % N_NEW;

        gau_thread_tasks_begin(interrupted, GAU_TRACE_EVENT, types[0], types[0]);
        gau_thread_tasks_begin_overlapped(interrupted, types[1], &id);
        gau_task_types_of(GAU_TRACE_MARK, "", (const char *)&name, sizeof name);
        gau_thread_tasks_end(interrupted, GAU_TRACE_EVENT, types[0]);
        gau_thread_tasks_end_overlapped(interrupted, &id);
    }
    *(uint64_t *)made = i < N_NEW ? i : N_NEW;
    return NULL;
}

static void handlers_may_look_and_mark_at_any_instruction(void **state)
{
    const struct sigaction action = {.sa_handler = look_and_mark};
    const uint32_t before = gau_task_types_count();
    struct gau_thread_tasks_sums sums;
    uint64_t made = 0;
    pthread_t thread;

    (void)state;
    interrupted = stage_tasks();
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&thread, NULL, mark_until_handled, &made);
    while (atomic_load(&n_handled) < N_SIGNALS) {
        pthread_kill(thread, SIGUSR1);
        sched_yield();
    }
    pthread_join(thread, NULL);
    assert_int_equal(n_wrong, 0);
    assert_int_equal(gau_task_types_count() - before, made + atomic_load(&n_handled));
    gau_thread_tasks_sums(interrupted, &sums);
    assert_int_equal(sums.unmatched_ends + sums.dropped, 0);
    stage_free_tasks(interrupted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_writer_reads_rising_sums_and_misses_none),
        cmocka_unit_test(what_belongs_to_no_thread_is_added_by_all),
        cmocka_unit_test(threads_end_overlapped_tasks_of_each_other),
        cmocka_unit_test(handlers_may_look_and_mark_at_any_instruction),
    };

    make_types();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
