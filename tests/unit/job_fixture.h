/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_JOB_FIXTURE_H
#define TESTS_UNIT_JOB_FIXTURE_H

#include "test.h"

#include <gaudit/algorithm.h>
#include <gaudit/app.h>
#include <gaudit/auditor.h>
#include <gaudit/input.h>

/*
 * A job that a test builds, runs and checks. It may use these classes, and those that a test
 * adds with job_class():
 *
 *     Script   an algorithm whose decision in event N is letter N of Decisions (from the start
 *              again behind the last one): a accepts, r rejects, e fails with a message, m fails
 *              without one, t accepts but leaves a message, 0 returns GAU_END and 7 returns 77, s
 *              accepts and opens the sections "part" and in it "inner".
 *     Numbers  an input of Events empty events; reading number ReadError and decoding number
 *              DecodeError fails.
 * CallLog  an auditor that writes its hook calls into the call log, see below.
 *
 * Nodes are in lines 1, 2, 3 ... of "job.xml".
 */

struct job {
    gau_registry *registry;
    gau_options *options;
    gau_app_settings settings;
    gau_app *app;
    gau_app_summary summary;
    gau_error error;
    gau_status status;
    int line;
};

/* Adds the classes above; for tests that build their jobs in another way. */
gau_status job_add_classes(gau_registry *registry, gau_error *err);

void job_begin(struct job *job);
void job_end(struct job *job);
void job_class(struct job *job, const gau_class *cls);

/* NULL as parent is the job itself. */
gau_node *job_add(struct job *job, gau_node *parent, gau_node_kind kind, const char *type,
                  const char *name);
void job_set(struct job *job, gau_node *node, const char *name, const char *value);
gau_node *job_sequence(struct job *job, gau_node *parent, const char *name);

/* A Script; @p decisions NULL: one that is there already. */
gau_node *job_script(struct job *job, gau_node *parent, const char *name, const char *decisions);
gau_node *job_auditor(struct job *job, const char *type, const char *name);
gau_node *job_input(struct job *job, const char *events);

/* Status of gau_app_new(), and of gau_app_run() if that succeeded. Both are also in the job. */
gau_status job_make(struct job *job);
gau_status job_run(struct job *job);

/* Makes and runs it, for that many events; anything but success fails the test. */
void job_must_run(struct job *job, uint64_t events);

/*
 * The hook calls of CallLogs, a line each, in the order of time; NAME is the auditor's.
 *
 *     NAME( PATH        before      NAME) PATH abc   after     NAME. PATH abc   not called
 *     NAME[ EVENT       begin       NAME] EVENT      end       NAME+ PATH       branch_added
 *
 * a and b are the raw and the final status: a accepts, r rejects, e fails; c the flags: ! error, u
 * reused, s skipped, x aborted. Properties say what is left out: Bounds and Branches are false.
 */
const char *call_log_text(void);

/* Writes a line of a test's own. */
void call_log_note(const char *format, ...) GAU_PRINTF(1, 2);
void call_log_clear(void);

#endif
