/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_REPORT_LANES_FIXTURE_H
#define TESTS_REPORT_LANES_FIXTURE_H

#include "trace/timeline_entries.h"
#include "trace/trace_writer.h"

/* Timelines in files of the working directory, record by record. Ticks are ns from 5000 on, which
 * is the begin of the run; there are more for what is hostile. */

enum { LANES_ORIGIN = 5000 };

/* Of files that begin later: the time of CLOCK_MONOTONIC at tick LANES_ORIGIN, which it is else. */
void lanes_start(uint64_t start_ns);

void lanes_begin(const char *path);
void lanes_begin_content(const char *path, enum gau_trace_content content);
void lanes_end(void);

/* What was added is written; then a block is missing, of one list or of something else. */
void lanes_lose_block(void);

/* Of the root Event, 0, and of Background, 1. */
void lanes_roots(void);
void lanes_branch(uint32_t branch, uint32_t parent, enum gau_trace_branch_kind kind,
                  const char *name);
void lanes_lane(uint32_t lane, enum gau_trace_lane_kind kind, uint32_t number, const char *name);
void lanes_task(uint32_t task, const char *name);
void lanes_task_total(uint32_t thread, uint32_t task, uint64_t entries, uint64_t total_ns);
void lanes_thread(uint32_t thread, uint32_t tid, const char *name);

/* What lanes_totals() says of the clock from now on; else as above. */
void lanes_clock(uint64_t origin, double tick_ns);

/* The last record: until when, whether the job ended, how many lists were dropped. */
void lanes_totals(double now_s, uint32_t ended, uint64_t dropped);

/* A list; what is open at its beginning comes before its entries. */
void list_begin(uint32_t lane, uint64_t number, double first_s, uint64_t event);
void list_open(uint32_t branch, double begin_s);
void list_event(double s, int64_t more);
void list_call(double s, uint32_t branch);
void list_return(double s, enum gau_entry_form form);
void list_return_with(double s, int64_t status, uint64_t flags);
void list_cpu(double s, uint64_t ns);
void list_not_called(double s, uint32_t branch);
void list_interval(uint32_t branch, double begin_s, double end_s);
void list_end(void);

/* The same in ticks. */
uint64_t ticks_of(double s);
void list_begin_at(uint32_t lane, uint64_t number, uint64_t first, uint64_t event);
void list_open_at(uint32_t branch, uint64_t begin);
void list_call_at(uint64_t ticks, uint32_t branch);
void list_return_at(uint64_t ticks);
void list_interval_at(uint64_t ticks, uint32_t branch, uint64_t begin, uint64_t end);

#endif
