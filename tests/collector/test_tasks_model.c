/* SPDX-License-Identifier: Apache-2.0 */
#include "collector_stubs.h"
#include "tests/unit/test.h"

#include "collector/base/collection_state.h"
#include "collector/tasks/task_types.h"
#include "collector/tasks/thread_tasks.h"
#include "collector/writer/pauses.h"

#include <stdio.h>
#include <string.h>

/*
 * Random beginnings and ends, balanced or not, against a model that is as simple as can be: a list
 * of open tasks, to one of which each interval of time is added.
 */

enum { N_STREAMS = 4000, N_STEPS = 120, N_TYPES = 4, N_DOMAINS = 2, N_IDS = 3 };

enum kind { EVENT, TASK, OVERLAPPED };

struct item {
    enum kind kind;
    uint32_t type, key; /* type 0: dropped */
};

static struct model {
    struct item open[N_STEPS];
    int n_open;
    struct gau_trace_task_total totals[N_TYPES + 1]; /* by index of type */
    uint64_t in_any_ns, unmatched_ends, dropped, unclosed_tasks;
    bool paused;
} model;

static uint32_t types[N_TYPES + 1]; /* the first is none */
static struct gau_thread_tasks *tasks;
static uint64_t random_state;

static uint32_t draw(uint32_t n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % n;
}

/* --- the model ----------------------------------------------------------------------------- */

static uint32_t innermost(void)
{
    for (int i = model.n_open; i-- > 0;)
        if (model.open[i].type != 0)
            return model.open[i].type;
    return 0;
}

static void model_pass(uint64_t ns)
{
    if (model.paused || innermost() == 0)
        return;
    model.in_any_ns += ns;
    model.totals[innermost()].self_ns += ns;
    for (uint32_t type = 1; type <= N_TYPES; type++)
        for (int i = 0; i < model.n_open; i++)
            if (model.open[i].type == type) {
                model.totals[type].total_ns += ns;
                break;
            }
}

static void model_begin(enum kind kind, uint32_t type, uint32_t key)
{
    model.open[model.n_open++] = (struct item){kind, type, key};
    model.dropped += type == 0;
    model.totals[type].entries += !model.paused;
}

static void model_end(enum kind kind, uint32_t key)
{
    int i = model.n_open - 1;

    while (i >= 0 && (model.open[i].kind != kind || model.open[i].key != key))
        i--;
    if (i < 0) {
        model.unmatched_ends++;
        return;
    }
    memmove(&model.open[i], &model.open[i + 1],
            (size_t)(model.n_open - i - 1) * sizeof *model.open);
    model.n_open--;
}

/* --- both ---------------------------------------------------------------------------------- */

static void step_begin(enum kind kind)
{
    const uint32_t type = draw(12) == 0 ? 0 : 1 + draw(N_TYPES);
    const uint32_t key = kind == EVENT ? type : draw(kind == TASK ? N_DOMAINS : N_IDS);
    const gau_itt_id id = {key, 0, 0};

    model_begin(kind, type, key);
    if (kind == EVENT)
        gau_thread_tasks_begin(tasks, GAU_TRACE_EVENT, types[type], types[type]);
    else if (kind == TASK)
        gau_thread_tasks_begin(tasks, GAU_TRACE_TASK, types[type], key);
    else
        gau_thread_tasks_begin_overlapped(tasks, types[type], &id);
}

static void step_end(enum kind kind)
{
    const uint32_t key = draw(kind == EVENT ? N_TYPES + 1 : kind == TASK ? N_DOMAINS : N_IDS);
    const gau_itt_id id = {key, 0, 0};

    model_end(kind, key);
    if (kind == EVENT)
        gau_thread_tasks_end(tasks, GAU_TRACE_EVENT, types[key]);
    else if (kind == TASK)
        gau_thread_tasks_end(tasks, GAU_TRACE_TASK, key);
    else
        gau_thread_tasks_end_overlapped(tasks, &id);
}

static void step(void)
{
    const uint32_t what = draw(20), ns = draw(100);

    if (what < 9)
        step_begin((enum kind)(what % 3));
    else if (what < 18)
        step_end((enum kind)(what % 3));
    else if ((model.paused = !model.paused))
        gau_pauses_begin();
    else
        gau_pauses_end();
    assert_int_equal(gau_thread_tasks_current(tasks), types[innermost()]);
    model_pass(ns);
    stage_pass(ns);
}

static void read_total(void *user, const struct gau_trace_task_total *total)
{
    ((struct gau_trace_task_total *)user)[total->task - types[1] + 1] = *total;
}

static void check_end(void)
{
    struct gau_trace_task_total read[N_TYPES + 1] = {{0}};
    struct gau_thread_tasks_sums sums;
    uint64_t self_ns = 0;

    for (int i = 0; i < model.n_open; i++)
        model.unclosed_tasks += model.open[i].type != 0;
    gau_thread_tasks_close(tasks);
    assert_int_equal(gau_thread_tasks_current(tasks), 0);
    gau_thread_tasks_changed(tasks, read_total, read);
    for (uint32_t i = 1; i <= N_TYPES; i++) {
        assert_int_equal(read[i].entries, model.totals[i].entries);
        assert_int_equal(read[i].total_ns, model.totals[i].total_ns);
        assert_int_equal(read[i].self_ns, model.totals[i].self_ns);
        self_ns += read[i].self_ns;
    }
    assert_int_equal(self_ns, model.in_any_ns);
    gau_thread_tasks_sums(tasks, &sums);
    assert_int_equal(sums.unmatched_ends, model.unmatched_ends);
    assert_int_equal(sums.dropped, model.dropped);
    assert_int_equal(sums.unclosed_tasks, model.unclosed_tasks);
}

static void any_stream_is_accounted_for_as_by_the_model(void **state)
{
    (void)state;
    for (uint32_t i = 1; i <= N_TYPES; i++)
        types[i] = gau_task_types_of(GAU_TRACE_TASK, "", (char[]){(char)('a' + i)}, 1);
    tasks = stage_tasks();
    stage_set_clock(1000);
    for (uint64_t seed = 0; seed < N_STREAMS; seed++) {
        random_state = seed;
        model = (struct model){0};
        for (uint32_t i = draw(N_STEPS); i-- > 0;)
            step();
        check_end();
        gau_thread_tasks_clear(tasks);
        if (model.paused)
            gau_pauses_end();
    }
    stage_free_tasks(tasks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_stream_is_accounted_for_as_by_the_model),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
