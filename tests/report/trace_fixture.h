/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_REPORT_TRACE_FIXTURE_H
#define TESTS_REPORT_TRACE_FIXTURE_H

#include "trace/trace_writer.h"

/*
 * Files of samples that are made up. Times are in ns since the start of the run; module 0 is none.
 */

void scene_open(const char *path, uint32_t pid);
void scene_close(void);

/* With a normal end, without which a file ends too early. */
void scene_end(void);
/* Likewise, of a process that used that CPU time. */
void scene_end_after(uint64_t user_ns, uint64_t system_ns);
/* Between samples, as requested; 0: not known. */
extern uint64_t scene_interval_ns;

void scene_pause(bool paused, uint64_t time_ns);
/* The build-id of modules; NULL: always the same, 0x12345678. A file has at least four bytes. */
extern const char *scene_build;
extern uint32_t scene_build_size; /* in bytes, two unless it is set */
void scene_module(uint32_t number, const char *path);
/* The program itself. */
void scene_program(uint32_t number, const char *path);
void scene_thread(uint32_t number, const char *name);
void scene_thread_by(uint32_t number, const char *name, enum gau_trace_clock clock);
void scene_task(uint32_t number, const char *domain, const char *name);
void scene_stack(uint32_t number, uint32_t caller, uint32_t module, uint64_t address);
void scene_sample(uint32_t thread, uint32_t stack, uint32_t task, uint64_t time_ns,
                  uint64_t weight_ns);
void scene_flagged_sample(uint32_t thread, uint32_t flags, uint64_t time_ns, uint64_t weight_ns);
void scene_total(uint32_t thread, uint32_t task, uint64_t entries);
void scene_wall(uint32_t thread, uint32_t task, uint64_t entries, uint64_t total_ns,
                uint64_t self_ns);

/* What is no task: frames, marks ... */
void scene_kind(uint32_t number, enum gau_trace_task_kind kind, const char *domain,
                const char *name);
void scene_dropped(uint32_t thread, uint64_t dropped);
/* Tasks of a thread that never ended. */
void scene_open_tasks(uint32_t thread, uint64_t count);
/* A record that this version does not know. */
void scene_unknown(void);
void scene_reset_stacks(void);

#endif
