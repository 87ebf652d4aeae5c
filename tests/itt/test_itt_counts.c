/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "auditors/itt/itt_auditor.h"
#include "framework/src/job/app_state.h"
#include "framework/src/job/result_documents.h"

#include <stdlib.h>
#include <string.h>

/* What the IttAuditor counts, without a collector and without a job. */

extern const gau_module gau_module_itt;

enum { WORKERS = 3, BRANCHES = 2 };

struct scene {
    gau_branch_info infos[BRANCHES];
    struct gau_app app;
    struct gau_worker worker;
    struct itt_thread threads[WORKERS];
    struct itt_task_type types[BRANCHES];
    struct itt itt;
    gau_error error;
};

static int enter(void **state)
{
    struct scene *const scene = aligned_alloc(64, (sizeof *scene + 63) / 64 * 64);

    if (!scene)
        return -1;
    memset(scene, 0, sizeof *scene);
    for (int b = 0; b < BRANCHES; b++)
        scene->infos[b] = (gau_branch_info){.name = b ? "A" : "Event",
                                            .path = b ? "A" : "Event",
                                            .parent = b ? 0 : GAU_NO_BRANCH};
    scene->app.job.branches.infos = scene->infos;
    scene->app.job.branches.count = BRANCHES;
    scene->app.tick_s = 1e-6;
    scene->worker.app = &scene->app;
    scene->worker.job = &scene->app.job;
    scene->worker.results = gau_results_new();
    for (int i = 0; i < WORKERS; i++)
        scene->threads[i].itt = &scene->itt;
    scene->itt = (struct itt){
        .types = scene->types, .frames_rate = 1, .first = 10, .end = 20, .collection = ITT_WAITING};
    *state = scene;
    return pthread_mutex_init(&scene->itt.lock, NULL);
}

static int leave(void **state)
{
    struct scene *const scene = *state;

    pthread_mutex_destroy(&scene->itt.lock);
    gau_results_free(scene->worker.results);
    free(scene);
    return 0;
}

static void begin(struct scene *scene, uint32_t worker, uint64_t event)
{
    const gau_context ctx = {.event = event, .worker = worker, .internal = &scene->worker};

    gau_module_itt.classes[0]->auditor->begin_event(&scene->threads[worker], &ctx);
}

static void end(struct scene *scene, uint32_t worker, uint64_t event)
{
    const gau_context ctx = {.event = event, .worker = worker, .internal = &scene->worker};

    gau_module_itt.classes[0]->auditor->end_event(&scene->threads[worker], &ctx);
}

static void check(const struct scene *scene, uint64_t completed, uint64_t overlapping)
{
    assert_int_equal(scene->itt.completed, completed);
    assert_int_equal(scene->itt.overlapping_events, overlapping);
}

/* Those that began or ended outside while the collection ran: each once. */
static void events_outside_the_window_that_a_collector_saw_are_counted(void **state)
{
    struct scene *const scene = *state;

    begin(scene, 0, 8);
    end(scene, 0, 8); /* nothing runs */
    check(scene, 0, 0);
    begin(scene, 0, 9);
    begin(scene, 1, 10); /* it runs from here */
    end(scene, 0, 9);
    check(scene, 0, 1);
    begin(scene, 2, 7);
    end(scene, 2, 7);
    check(scene, 0, 2);
    end(scene, 1, 10);
    check(scene, 1, 2);
    begin(scene, 0, 20);
    check(scene, 1, 3);
    __atomic_store_n(&scene->itt.collection, ITT_OVER, __ATOMIC_RELEASE);
    end(scene, 0, 20);
    begin(scene, 1, 21);
    end(scene, 1, 21);
    check(scene, 1, 3);
}

/* They may end in any order. A pause without a collector does nothing. */
static void the_last_event_of_the_window_that_ends_pauses_the_collection(void **state)
{
    static const uint64_t ends[] = {19, 11, 18, 10, 13, 12, 17, 15, 16, 14};
    struct scene *const scene = *state;

    scene->itt.controls = true;
    for (uint32_t i = 0; i < COUNT_OF(ends); i++) {
        begin(scene, i % WORKERS, ends[i]);
        assert_int_equal(scene->itt.collection, ITT_RUNNING);
        end(scene, i % WORKERS, ends[i]);
    }
    assert_int_equal(scene->itt.collection, ITT_OVER);
}

static double real(const json_t *row, const char *key)
{
    return json_real_value(json_object_get(row, key));
}

static const json_t *delays_of(struct scene *scene)
{
    const gau_context ctx = {
        .phase = GAU_FINALIZE, .name = "Itt", .error = &scene->error, .internal = &scene->worker};
    gau_context own = ctx;
    gau_result *const result = gau_result_open(&own, "itt");

    for (int i = 0; i < WORKERS; i++)
        gau_module_itt.classes[0]->auditor->thread_end(&scene->threads[i], &own);
    gau_itt_delays_write(&scene->itt, &own, result);
    return json_object_get(gau_results_document(scene->worker.results, 0, NULL), "itt_delays");
}

/* One tick is a microsecond. Worker 2 has measured nothing. */
static void delays_are_the_mean_over_the_calls_of_all_workers(void **state)
{
    struct itt_call zero[] = {{.delay = {{1, 2000, 2}, {10, 0, 10}}},
                              {.delay = {{5, 0, 5}, {0, 0, 0}}}};
    struct itt_call one[] = {{.delay = {{7, 6000, 2}, {0, 30000, 10}}}, {.began = true}};
    struct scene *const scene = *state;
    const json_t *rows, *row;

    scene->threads[0].calls = zero;
    scene->threads[1].calls = one;
    scene->threads[0].measured = scene->threads[1].measured = true;
    rows = delays_of(scene);
    assert_int_equal(json_array_size(rows), 1); /* the other has no ends */
    row = json_array_get(rows, 0);
    assert_string_equal(json_string_value(json_object_get(row, "path")), "Event");
    assert_int_equal(json_integer_value(json_object_get(row, "calls")), 20);
    assert_in_range((int64_t)(real(row, "begin_s") * 1e9 + 0.5), 4000, 4000);
    assert_in_range((int64_t)(real(row, "end_s") * 1e9 + 0.5), 2000, 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(events_outside_the_window_that_a_collector_saw_are_counted,
                                        enter, leave),
        cmocka_unit_test_setup_teardown(
            the_last_event_of_the_window_that_ends_pauses_the_collection, enter, leave),
        cmocka_unit_test_setup_teardown(delays_are_the_mean_over_the_calls_of_all_workers, enter,
                                        leave),
    };

    return cmocka_run_group_tests_name("what the IttAuditor counts", tests, NULL, NULL);
}
