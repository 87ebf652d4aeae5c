/* SPDX-License-Identifier: Apache-2.0 */
#include "collector_stubs.h"
#include "tests/unit/test.h"

#include "collector/base/name_table.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/tasks/process_spans.h"
#include "collector/tasks/task_types.h"
#include "collector/tasks/thread_tasks.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static uint32_t type_of(enum gau_trace_task_kind kind, const char *domain, const char *name)
{
    return gau_task_types_of(kind, domain, name, strlen(name));
}

static void a_type_is_its_kind_domain_and_name(void **state)
{
    const uint32_t id = type_of(GAU_TRACE_TASK, "d", "n");

    (void)state;
    assert_int_not_equal(id, 0);
    assert_int_equal(type_of(GAU_TRACE_TASK, "d", "n"), id);
    assert_int_not_equal(type_of(GAU_TRACE_EVENT, "d", "n"), id);
    assert_int_not_equal(type_of(GAU_TRACE_TASK, "n", "n"), id);
    assert_int_not_equal(type_of(GAU_TRACE_TASK, "d", "d"), id);
    assert_int_equal(type_of(GAU_TRACE_TASK, NULL, "n"), type_of(GAU_TRACE_TASK, "", "n"));
}

static void a_type_has_copies_of_its_texts(void **state)
{
    char domain[] = "domain", name[] = "name and more";
    const struct gau_task_type *const type =
        gau_task_types_get(gau_task_types_of(GAU_TRACE_EVENT, domain, name, 4));

    (void)state;
    memset(domain, 'x', sizeof domain);
    memset(name, 'x', sizeof name);
    assert_string_equal(type->domain, "domain");
    assert_string_equal(type->name, "name");
    assert_int_equal(type->domain_size, 6);
    assert_int_equal(type->name_size, 4);
    assert_int_equal(type->kind, GAU_TRACE_EVENT);
    assert_ptr_equal(gau_task_types_get(type->id), type);
}

static void types_are_numbered_in_order(void **state)
{
    const uint32_t before = gau_task_types_count();

    (void)state;
    assert_int_equal(type_of(GAU_TRACE_TASK, "", "first"), before + 1);
    assert_int_equal(type_of(GAU_TRACE_TASK, "", "second"), before + 2);
    assert_int_equal(gau_task_types_count(), before + 2);
    assert_null(gau_task_types_get(0));
    assert_null(gau_task_types_get(before + 3));
    assert_null(gau_task_types_get(UINT32_MAX));
}

static void numbers_of_another_kind_are_none(void **state)
{
    const uint32_t event = type_of(GAU_TRACE_EVENT, "", "e");

    (void)state;
    assert_int_equal(gau_task_types_check(GAU_TRACE_EVENT, (int)event), event);
    assert_int_equal(gau_task_types_check(GAU_TRACE_MARK, (int)event), 0);
    assert_int_equal(gau_task_types_check(GAU_TRACE_EVENT, 0), 0);
    assert_int_equal(gau_task_types_check(GAU_TRACE_EVENT, -1), 0);
}

static void a_counter_keeps_the_type_of_its_first_value(void **state)
{
    const uint32_t id = type_of(GAU_TRACE_COUNTER, "d", "counter");
    gau_itt_counter *const counter = gau_task_types_counter(id, 3);

    (void)state;
    assert_int_equal(counter->type, 3);
    assert_ptr_equal(gau_task_types_counter(id, 4), counter);
    assert_int_equal(counter->type, 3);
}

static void long_names_are_cut(void **state)
{
    const size_t size = GAU_TRACE_TEXT_MAX + 10;
    char *const text = calloc(size + 1, 1);
    const gau_itt_string shown = {.text = text};
    uint32_t id;

    (void)state;
    memset(text, 'n', size);
    id = type_of(GAU_TRACE_TASK, "", text);
    assert_int_equal(gau_task_types_get(id)->name_size, GAU_TRACE_TEXT_MAX);
    text[size - 1] = 'x';
    assert_int_equal(type_of(GAU_TRACE_TASK, "", text), id);
    assert_int_equal(gau_name_table_of_string(&shown), gau_name_table_of_text(text));
    assert_int_equal(gau_name_table_of_string(&shown),
                     gau_name_table_of_text(text)); /* with its stamp */
    text[GAU_TRACE_TEXT_MAX - 1] = 'x';
    assert_int_not_equal(type_of(GAU_TRACE_TASK, "", text), id);
    assert_int_equal(gau_name_table_of_string(&shown), gau_name_table_of_text(text));
    free(text);
}

static void in_the_child_of_a_fork_all_goes_on(void **state)
{
    struct gau_thread_tasks *const own = stage_tasks(), *const other = stage_tasks();
    const uint32_t type = type_of(GAU_TRACE_OVERLAPPED_TASK, "d", "forked");
    const gau_itt_id one = {1, 0, 0}, two = {2, 0, 0};
    int status = -1;
    pid_t pid;

    (void)state;
    gau_thread_tasks_begin_overlapped(own, type, &one);
    gau_thread_tasks_begin_overlapped(other, type, &two);
    gau_lock_take_all();
    pid = fork();
    if (pid == 0) {
        gau_thread_tasks_clear(other);
        gau_thread_tasks_restart(own);
        gau_thread_tasks_process_restart();
        assert_int_not_equal(type_of(GAU_TRACE_TASK, "", "in the child"), 0);
    }
    gau_lock_release_all();
    assert_int_not_equal(type_of(GAU_TRACE_TASK, "", "afterwards"), 0);
    if (pid == 0) {
        gau_thread_tasks_end_overlapped(own, &one);
        _exit(gau_thread_tasks_current(own) == 0 ? 0 : 1);
    }
    assert_int_equal(gau_thread_tasks_current(other), type);
    waitpid(pid, &status, 0);
    assert_int_equal(status, 0);
    stage_free_tasks(own);
    stage_free_tasks(other);
}

/* As the stacks of other threads may say in the child of a fork. */
static void what_is_released_twice_is_free_once(void **state)
{
    const gau_itt_id id = {7, 0, 0};
    uint32_t ended = 0;
    struct gau_process_span *const span = gau_process_spans_own(&id, &ended);

    (void)state;
    gau_process_spans_release(span);
    gau_process_spans_release(span);
    assert_ptr_not_equal(gau_process_spans_own(&id, &ended), gau_process_spans_own(&id, &ended));
    assert_true(gau_process_spans_end_owned(&id));
    assert_true(gau_process_spans_end_owned(&id));
    assert_false(gau_process_spans_end_owned(&id));
    assert_int_equal(ended, 2);
}

static void only_so_many_spans_are_open_at_once(void **state)
{
    static struct gau_process_span *spans[GAU_PROCESS_SPANS_MAX + 1];
    const gau_itt_id id = {9, 0, 0};
    uint32_t ended = 0, n = 0;

    (void)state;
    while (n < COUNT_OF(spans) && (spans[n] = gau_process_spans_own(&id, &ended)))
        n++;
    assert_in_range(n, GAU_PROCESS_SPANS_MAX / 2, GAU_PROCESS_SPANS_MAX);
    assert_false(gau_process_spans_begin(GAU_TRACE_FRAME, 0, &id));
    while (n > 0)
        gau_process_spans_release(spans[--n]);
    spans[0] = gau_process_spans_own(&id, &ended);
    assert_non_null(spans[0]);
    gau_process_spans_release(spans[0]);
}

/* --- many ---------------------------------------------------------------------------------- */

enum { N_THREADS = 4, N_NAMES = 5000 };

static void *make_names(void *ids)
{
    char name[16];

    for (uint32_t i = 0; i < N_NAMES; i++) {
        snprintf(name, sizeof name, "many %u", (unsigned)i);
        ((uint32_t *)ids)[i] = type_of(GAU_TRACE_TASK, name, name);
    }
    return NULL;
}

static void threads_get_the_same_numbers(void **state)
{
    static uint32_t ids[N_THREADS][N_NAMES], again[N_NAMES];
    pthread_t threads[N_THREADS];
    char name[16];

    (void)state;
    for (int i = 0; i < N_THREADS; i++)
        pthread_create(&threads[i], NULL, make_names, ids[i]);
    for (int i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 1; i < N_THREADS; i++)
        assert_memory_equal(ids[i], ids[0], sizeof ids[0]);
    make_names(again); /* the tables have grown */
    assert_memory_equal(again, ids[0], sizeof again);
    for (uint32_t i = 0; i < N_NAMES; i++) {
        snprintf(name, sizeof name, "many %u", (unsigned)i);
        assert_string_equal(gau_task_types_get(ids[0][i])->name, name);
    }
}

static void count_visits(void *user, const struct gau_trace_task_total *total)
{
    *(uint32_t *)user += (uint32_t)total->entries;
}

static void a_thread_may_have_very_many_types(void **state)
{
    enum { SIDE = 320, MANY = SIDE * SIDE };
    struct gau_thread_tasks *const tasks = stage_tasks();
    static uint32_t names[SIDE];
    uint32_t visits = 0;
    char name[16];

    (void)state;
    for (uint32_t i = 0; i < SIDE; i++) {
        snprintf(name, sizeof name, "%u", (unsigned)i);
        names[i] = gau_name_table_of_text(name);
    }
    for (uint32_t i = 0; i < MANY; i++) {
        const uint32_t domain = names[i / SIDE];

        gau_thread_tasks_begin(tasks, GAU_TRACE_TASK,
                               gau_task_types_of_names(GAU_TRACE_EVENT, domain, names[i % SIDE]),
                               domain);
        gau_thread_tasks_end(tasks, GAU_TRACE_TASK, domain);
    }
    gau_thread_tasks_changed(tasks, count_visits, &visits);
    assert_int_equal(visits, MANY);
    visits = 0;
    gau_thread_tasks_changed(tasks, count_visits, &visits);
    assert_int_equal(visits, 0);
    stage_free_tasks(tasks);
}

/* The last test: there is no room for others afterwards. */
static void there_are_only_so_many(void **state)
{
    enum { SIDE = 1024 };
    static uint32_t names[SIDE];
    char name[16];
    uint32_t made = 0, last;

    (void)state;
    for (uint32_t i = 0; i < SIDE; i++) {
        snprintf(name, sizeof name, "%u", (unsigned)i);
        names[i] = gau_name_table_of_text(name);
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        made += gau_task_types_of_names(GAU_TRACE_EVENT, names[i / SIDE], names[i % SIDE]) != 0;
    assert_int_equal(gau_task_types_count(), GAU_TASK_TYPES_MAX);
    assert_in_range(made, GAU_TASK_TYPES_MAX - 2 * N_NAMES, GAU_TASK_TYPES_MAX - N_NAMES);
    assert_int_equal(type_of(GAU_TRACE_EVENT, "", "one more"), 0);
    last = gau_task_types_of_names(GAU_TRACE_EVENT, names[0], names[0]);
    assert_string_equal(gau_task_types_get(last)->name, "0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_type_is_its_kind_domain_and_name),
        cmocka_unit_test(a_type_has_copies_of_its_texts),
        cmocka_unit_test(types_are_numbered_in_order),
        cmocka_unit_test(numbers_of_another_kind_are_none),
        cmocka_unit_test(a_counter_keeps_the_type_of_its_first_value),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(in_the_child_of_a_fork_all_goes_on),
        cmocka_unit_test(what_is_released_twice_is_free_once),
        cmocka_unit_test(only_so_many_spans_are_open_at_once),
        cmocka_unit_test(threads_get_the_same_numbers),
        cmocka_unit_test(a_thread_may_have_very_many_types),
        cmocka_unit_test(there_are_only_so_many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
