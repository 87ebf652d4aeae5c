/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_REPORT_WORKERS_FIXTURE_H
#define TESTS_REPORT_WORKERS_FIXTURE_H

#include "lanes_fixture.h"

#include "tests/unit/test.h"

#include "report/workers/worker_view.h"

/* Timelines of workers, and what is read of them. Times are in whole ms. */

/* Roots, the input 2 and another item 4, the section 7, work 9 of a processor 8, the step 11 of
 * Setup; and no, one or two workers: lane 1 is worker 1, lane 2 is worker 0. */
void begin_file(int workers);
void end_file(double now_s, bool ended);

/* Entries of a list; an event has a call of 3. */
void add_call(int from_ms, int to_ms, uint32_t branch);
void add_event(int from_ms, int to_ms, int cpu_ms);

/* 100 ms: worker 1 is idle 10, reads 10, is busy 30, waits 10, reads 10, is busy 20, has background
 * work for 5, is idle. Worker 0 is busy from 20 to 95, but for 5 of reading. */
void write_run(void);

/* What is read of timeline.gtr. */
extern struct read_file {
    struct gau_timeline_trace trace;
    struct gau_bump_allocator heap;
    struct gau_text_pool labels;
    struct gau_timeline_file file;
    struct gau_worker_times times;
} it;

/* Everything that is read adds up. */
void read_it(const char *filter);
void clear_it(void);

/* In ms, of the lane: busy, input, background, waiting, idle, unknown. */
void has_times(uint32_t lane, const int expected[GAU_WORKER_CATEGORIES]);

/* The sentence. */
void says(const char *expected);

/* What the view writes is in expected/workers_NAME.text. */
#define shows(path, options, name) \
    shows_text(path, options, EXPECTED_FOLDER "/workers_" name ".text")
void shows_text(const char *path, const struct gau_view_options *options, const char *file);
void refuses(const char *path, const struct gau_view_options *options, const char *message);

#endif
