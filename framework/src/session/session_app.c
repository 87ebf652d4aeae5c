/* SPDX-License-Identifier: Apache-2.0 */
#include "session_app.h"

#include "framework/src/crash/crash.h"
#include "framework/src/job/messages.h"
#include "framework/src/job/result_documents.h"
#include "framework/src/run/lifecycle.h"
#include "framework/src/run/run_job.h"
#include "framework/src/sections/thread_slots.h"
#include "framework/src/support/cleanup.h"

#include <gaudit/log.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void free_session(struct gau_session *session)
{
    if (!session)
        return;
    if (!session->app || !session->app->lost) { /* else a thread is still in there */
        gau_app_free(session->app);
        gau_options_free(session->options);
        gau_registry_free(session->registry);
    }
    free(session->command);
    free(session);
}

GAU_DEFINE_SCOPED(gau_session, free_session)

/* --- starting ------------------------------------------------------------------------------ */

/* Bytes read from a file of the system; 0: none. */
static size_t read_some(const char *path, char *bytes, size_t size)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t n = file >= 0 ? read(file, bytes, size) : 0;

    if (file >= 0)
        close(file);
    return n > 0 ? (size_t)n : 0;
}

/* The command line from the system, arguments joined by blanks. */
static char *command_line(void)
{
    enum { MOST = 65536 };
    char *const text = malloc(MOST);
    size_t n = text ? read_some("/proc/self/cmdline", text, MOST - 1) : 0;

    if (n == 0) {
        free(text);
        return NULL;
    }
    while (n > 0 && text[n - 1] == '\0')
        n--;
    for (size_t i = 0; i < n; i++)
        if (text[i] == '\0')
            text[i] = ' ';
    text[n] = '\0';
    return text;
}

/* Without a folder the program is audited all the same, and the results are printed. */
static void choose_folder(struct gau_session *session)
{
    const char *const name = gau_session_variable("GAUDIT_RESULT");
    gau_error err = {0};

    if (name && gau_session_folder(&session->app->folder, name, &err) < 0)
        gau_warn("GAUDIT_RESULT: %s; the results will be printed", err.message);
    session->folder = session->app->folder.path;
}

static void begin_record(struct gau_session *session)
{
    struct gau_app *const app = session->app;
    const struct gau_run_facts facts = {
        .job = session->job,
        .command = session->command,
        .clock = gau_clock_name(&app->workers[0].ctx),
    };
    gau_error err = {0};

    if (session->folder && gau_run_record_begin(&app->record, session->folder, &facts, &err) < 0) {
        gau_warn("%s; the results will be printed", err.message);
        gau_run_record_discard(&app->record);
        gau_app_folder_close(&app->folder);
        session->folder = NULL;
    }
    gau_app_folder_release(&app->folder);
    app->settings.output = session->folder;
}

/* Bytes per branch of the auditors of a thread, as far as their classes are known yet. */
static size_t branch_size(const struct gau_session *session)
{
    const gau_node *const root = gau_options_root(session->options);
    size_t size = sizeof(gau_branch_info);

    for (size_t i = 0; i < root->n_children; i++) {
        const gau_class *cls;

        if (root->children[i]->kind == GAU_NODE_AUDITOR &&
            gau_registry_find(&cls, session->registry, root->children[i]->type, NULL) >= 0 &&
            cls->auditor)
            size += cls->auditor->branches_size + cls->auditor->thread_branches_size;
    }
    return size;
}

/* The setting of the system that limits address space; NULL: none. */
static const char *limit_of_space(void)
{
    char never = '0';
    struct rlimit limit;

    read_some("/proc/sys/vm/overcommit_memory", &never, 1);
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        return "ulimit -v";
    return never == '2' ? "vm.overcommit_memory=2" : NULL;
}

/* Limits the number of branches if address space is limited: 64 audited threads use at most half.
 */
static void fit_memory(struct gau_session *session)
{
    enum { PARTS = 2 * 64, FEWEST = 256 };
    gau_node *const root = gau_options_root(session->options);
    uint32_t max = GAU_MAX_BRANCHES;
    size_t size;

    session->limit = limit_of_space();
    if (root->max_branches || !session->limit)
        return;
    for (size = PARTS * branch_size(session); max > FEWEST; max /= 2) {
        void *const space = gau_address_space_reserve(max, size);

        gau_address_space_release(space, max, size);
        if (space)
            break;
    }
    session->fitted = root->max_branches = max;
}

static void warn_of_few_branches(const struct gau_session *session)
{
    enum { NOT_FEW = 4096 };

    if (session->fitted && session->fitted < NOT_FEW)
        gau_warn("the address space of the program is limited (%s): there is room for %u "
                 "branches",
                 session->limit, session->fitted);
}

static gau_status build_app(struct gau_session *session, gau_error *err)
{
    session->registry = gau_registry_new();
    if (!session->registry)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (classes)");
    GAU_TRY(gau_registry_scan(session->registry, err));
    fit_memory(session);
    GAU_TRY(gau_session_configure(session, err));
    choose_folder(session);
    begin_record(session);
    GAU_TRY(gau_run_prepare(session->app, err));
    return gau_lifecycle_start(session->app, err);
}

gau_status gau_session_start(struct gau_session **out, const char *options, gau_error *err)
{
    GAU_SCOPED(gau_session) session = calloc(1, sizeof *session);
    gau_status status;

    if (!session)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (session)");
    GAU_TRY(gau_session_options(session, options, err));
    session->command = command_line();
    session->level = gau_session_level();
    status = build_app(session, err);
    if (status < 0 && session->app) {
        gau_run_record_discard(&session->app->record);
        gau_lifecycle_stop(session->app, NULL);
        gau_lifecycle_finalize(session->app, NULL);
    }
    if (status == GAU_ERR_MEMORY && session->limit)
        gau_error_append(err, "; the address space of the program is limited (%s)", session->limit);
    GAU_TRY(status);
    warn_of_few_branches(session);
    gau_crash_begin(session->app, gau_log_is_open() ? STDERR_FILENO : -1);
    *out = session;
    session = NULL;
    return GAU_OK;
}

/* --- finishing ----------------------------------------------------------------------------- */

gau_status gau_session_output_results(struct gau_session *session, struct gau_results *results,
                                      gau_error *err)
{
    gau_status status;

    if (session->folder)
        return gau_results_write(results, session->folder, session->app->record.document, err);
    if (!gau_log_is_open())
        return gau_fail(err, GAU_ERR_IO, "the results cannot be printed: standard error is closed");
    if (gau_results_count(results) > 0)
        fprintf(stderr, "gaudit: results of process %ld, '%.*s'\n\n", (long)getpid(),
                GAU_QUOTE(session->command ? session->command : "unknown"));
    status =
        gau_results_print(results, session->level + 1, &(struct gau_view_options){0}, stderr, err);
    fflush(stderr);
    return status;
}

/* Results that cannot be written are printed. */
static void show_results(struct gau_session *session, gau_error *err)
{
    gau_status status;

    if (session->app->n_slots == 0 && !session->folder) {
        if (session->app->unaudited == 0 &&
            gau_log_is_open()) /* else there is a warning about it */
            fputs("gaudit: the program has opened no section\n", stderr);
        return;
    }
    status = gau_session_output_results(session, session->app->results, err);

    if (status >= 0)
        return;
    gau_warn(session->folder ? "%s; the results follow" : "%s", err->message);
    if (session->folder && gau_log_is_open())
        gau_results_print(session->app->results, session->level + 1, &(struct gau_view_options){0},
                          stderr, NULL);
}

static void end_record(struct gau_session *session, const gau_error *failure)
{
    struct gau_app *const app = session->app;
    const bool failed = failure->status < 0;
    const struct gau_run_outcome outcome = {
        .status = failed ? "failed" : "finished",
        .reason = failed ? failure->message : NULL,
        .exit_status = -1,
        .events = app->events_ended,
        .accepted = app->events_accepted,
        .workers = app->n_slots,
    };
    gau_error err = {0};

    if (gau_run_record_end(&app->record, &outcome, &err) < 0 && !failed)
        gau_warn("%s", err.message);
}

void gau_session_finish(struct gau_session *session)
{
    struct gau_app *const app = session->app;
    gau_error err = {0}, written = {0};
    gau_status status;

    gau_app_end_clock(app);
    status = gau_lifecycle_stop(app, &err);
    gau_lifecycle_merge(app);
    if (gau_lifecycle_finalize(app, status < 0 ? NULL : &err) < 0 || status < 0)
        gau_warn("%s", err.message);
    show_results(session, &written);
    gau_run_report(app);
    gau_crash_end(app);
    end_record(session, written.status < 0 ? &written : &err);
    free_session(session);
}
