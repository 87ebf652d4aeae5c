/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_TIME_LOG_FIXTURE_H
#define TESTS_UNIT_TIME_LOG_FIXTURE_H

#include "job_fixture.h"

/*
 * TimeLogAuditor in a real job, under a virtual clock: a test makes its hook calls, at the
 * ticks that the test says. A tick is worth 1 ns, and the log begins at tick 1000.
 *
 * The class is called Scripted. In every event, and once more when all of them are over, the
 * function time_log_script is called. Without events it is called once.
 */

extern const gau_module gau_module_time_log;

/* @p event 0: after the loop, before the log is finalized. */
extern void (*time_log_script)(uint64_t event);

/* A job with the auditor, of the properties "File=x;Append=true"; NULL: none. */
void scripted_begin(struct job *job, const char *properties);

/* Runs it and checks what comes of it. */
void scripted_run(struct job *job, uint64_t events);

/* Makes a job with these properties, which ends with status 5 and this message of the log. */
void fails(const char *properties, const char *message);

/* In a script: a call begins and ends on the branch of that name, which is made below Event if
 * there is none; "Event" is the root. */
void enter(const char *name, uint64_t ticks);
void leave(const char *name, uint64_t ticks);

/* Scripts: without a call; with one, "a" from tick 2000 to 3000 of the first event. */
void script_none(uint64_t event);
void script_single(uint64_t event);

/* What a tick is worth from now on. */
void tick_is(double ns);

/* The worker that calls: 0, as at first, to 2. */
void work_as(uint32_t worker);

#define HEADING                                                                       \
    "# entry id\tparent id\tdepth\tstart time (ticks)\tend time (ticks)\tstart time " \
    "(s)\tend time (s)\tlabel\n"

/* Compares a file with a text, byte by byte. */
void has_text(const char *path, const char *text);

#endif
