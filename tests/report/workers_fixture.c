/* SPDX-License-Identifier: Apache-2.0 */
#include "workers_fixture.h"

#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void shows_text(const char *path, const struct gau_view_options *options, const char *file)
{
    static const struct gau_view_options all;
    gau_error error = {0};
    char *text, *expected;

    if (report_view(&gau_view_workers, path, options ? options : &all, "out.txt", &error) != GAU_OK)
        fail_msg("%s", error.message);
    text = folder_read("out.txt");
    expected = folder_read(file);
    assert_string_equal(text, expected);
    free(expected);
    free(text);
}

void refuses(const char *path, const struct gau_view_options *options, const char *message)
{
    gau_error error = {0};

    assert_int_equal(report_view(&gau_view_workers, path, options, "none.txt", &error),
                     GAU_ERR_USAGE);
    assert_string_equal(error.message, message);
}

struct read_file it;

static uint64_t sum_of(const uint64_t *values, size_t n)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

static void check_sums(void)
{
    const struct gau_worker_times *const times = &it.times;
    const uint64_t run = times->to - times->from;

    assert_int_equal(sum_of(times->together.times, times->n + 1), run);
    for (uint32_t i = 0; i < times->n_lanes; i++)
        assert_int_equal(sum_of(times->lanes[i].ticks, GAU_WORKER_CATEGORIES), run);
    for (uint32_t i = 0; i < times->n_bins; i++) {
        const uint64_t rest = run - i * times->width;

        assert_int_equal(sum_of(times->bins[i], GAU_WORKER_CATEGORIES),
                         times->n * (rest < times->width ? rest : times->width));
    }
    for (size_t k = 0; k < GAU_WORKER_CATEGORIES; k++) {
        uint64_t sum = 0;

        for (uint32_t i = 0; i < times->n_bins; i++)
            sum += times->bins[i][k];
        assert_int_equal(sum, times->all.ticks[k]);
    }
}

void read_it(const char *filter)
{
    gau_error error = {0};

    it = (struct read_file){.file.path = strdup("timeline.gtr")};
    it.times = (struct gau_worker_times){.trace = &it.trace, .file = &it.file};
    assert_true(gau_text_pool_init(&it.labels, &it.heap));
    it.trace.lanes.texts = &it.labels;
    if (!gau_worker_times_read(&it.times, filter, &error))
        fail_msg("%s", error.message);
    check_sums();
}

void clear_it(void)
{
    gau_worker_times_clear(&it.times);
    gau_timeline_trace_clear(&it.trace);
    gau_text_pool_clear(&it.labels);
    gau_bump_allocator_clear(&it.heap);
    free(it.file.path);
}

void has_times(uint32_t lane, const int expected[GAU_WORKER_CATEGORIES])
{
    for (size_t i = 0; i < GAU_WORKER_CATEGORIES; i++)
        if (it.times.lanes[lane].ticks[i] != (uint64_t)expected[i] * 1000000)
            fail_msg("lane %d, category %d: %d us, not %d ms", (int)lane, (int)i,
                     (int)(it.times.lanes[lane].ticks[i] / 1000), expected[i]);
}

void says(const char *expected)
{
    char text[200];

    gau_worker_sentence(text, sizeof text, &it.times);
    assert_string_equal(text, expected);
}

void begin_file(int workers)
{
    lanes_begin("timeline.gtr");
    lanes_roots();
    lanes_branch(2, 1, GAU_TRACE_BRANCH_BACKGROUND, "Input");
    lanes_branch(3, 0, GAU_TRACE_BRANCH_ALGORITHM, "Fit");
    lanes_branch(4, 1, GAU_TRACE_BRANCH_BACKGROUND, "live print");
    lanes_branch(5, 4, GAU_TRACE_BRANCH_SECTION, "file");
    lanes_branch(6, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "Program");
    lanes_branch(7, 6, GAU_TRACE_BRANCH_SECTION, "solve");
    lanes_branch(8, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "gpu 0");
    lanes_branch(9, 8, GAU_TRACE_BRANCH_SECTION, "kernel");
    lanes_branch(10, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "Setup");
    lanes_branch(11, 10, GAU_TRACE_BRANCH_COMPONENT, "initialize");
    if (workers > 0)
        lanes_lane(1, GAU_TRACE_LANE_WORKER, 1, "");
    if (workers > 1)
        lanes_lane(2, GAU_TRACE_LANE_WORKER, 0, "");
}

void end_file(double now_s, bool ended)
{
    lanes_totals(now_s, ended, 0);
    lanes_end();
}

void add_call(int from_ms, int to_ms, uint32_t branch)
{
    list_call(from_ms * 1e-3, branch);
    list_return(to_ms * 1e-3, GAU_ENTRY_FORM_ACCEPTED);
}

void add_event(int from_ms, int to_ms, int cpu_ms)
{
    list_event(from_ms * 1e-3, 1);
    add_call(from_ms, to_ms, 3);
    if (cpu_ms)
        list_cpu(to_ms * 1e-3, (uint64_t)cpu_ms * 1000000);
    list_return(to_ms * 1e-3, GAU_ENTRY_FORM_ACCEPTED);
}

void write_run(void)
{
    begin_file(2);
    list_begin(1, 0, 0.010, 0);
    add_call(10, 20, 2);
    add_event(20, 50, 20);
    add_call(60, 70, 2);
    add_event(70, 90, 20);
    list_call(0.090, 4);
    add_call(91, 92, 5);
    list_return(0.095, GAU_ENTRY_FORM_ACCEPTED);
    list_end();
    list_begin(2, 0, 0.015, 2);
    add_call(15, 20, 2);
    add_event(20, 60, 40);
    add_call(60, 65, 2);
    add_event(65, 95, 25);
    list_end();
    end_file(0.1, true);
}
