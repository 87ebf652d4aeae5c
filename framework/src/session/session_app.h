/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SESSION_SESSION_APP_H
#define GAUDIT_SRC_SESSION_SESSION_APP_H

#include "framework/src/job/app_state.h"

#include <gaudit/auditor.h>
#include <gaudit/session.h>

/*
 * A session: an application with auditors only, whose results go to a folder or are printed.
 */

struct gau_session {
    gau_registry *registry;
    gau_options *options;
    gau_app *app;
    const char *job;    /* the option file; NULL: none */
    char *command;      /* of the program; NULL: not known */
    const char *folder; /* of the results, absolute; NULL: they are printed. Of the application */
    unsigned level;     /* of the sections that are printed */
    bool by_environment;
    const char *limit; /* the setting that limits address space; NULL: none */
    uint32_t fitted;   /* the number of branches that fit then; 0: no limit */
    bool tolerant;     /* an auditor that cannot be configured is left out, if there are others */
};

/* session_options.c: an environment variable that is set to something; NULL: none, or a set-uid
 * program. */
const char *gau_session_variable(const char *name);

/* session_options.c: reads the option file @p path, or NULL: what the environment names. */
gau_status gau_session_options(struct gau_session *session, const char *path, gau_error *err);

/* environment.c: warns of variables whose names are near those of gaudit. */
void gau_session_check_variables(void);

/* session_options.c: GAUDIT_SECTION_LEVEL, else PerfGraph's default; warns of a wrong value. */
unsigned gau_session_level(void);

/* session_options.c: claims the folder @p name, or else the first free one of "NAME-2", "NAME-3"
 * ...; its path is absolute. */
gau_status gau_session_folder(gau_app_folder *out, const char *name, gau_error *err);

/* session_options.c: makes the application. */
gau_status gau_session_configure(struct gau_session *session, gau_error *err);

/* Starts the auditors of @p options, or NULL: of the environment. Does not open the thread slots.
 */
gau_status gau_session_start(struct gau_session **out, const char *options, gau_error *err);

/* After the slots were closed: writes or prints the results, and frees the session. */
void gau_session_finish(struct gau_session *session);

/* session_snapshot.c: documents as of now, of auditors with snapshots. */
gau_status gau_session_make_snapshot(struct gau_session *session, struct gau_results *results,
                                     gau_error *err);

/* session_snapshot.c: lets auditors write what they have to their own files. @p caller: the worker
 * of this thread; NULL: it has none. The first failure counts. */
gau_status gau_session_flush(struct gau_session *session, const struct gau_worker *caller,
                             gau_error *err);

/* What the branches of a section, or of the root "Root", and the root have used. */
struct gau_section_sums {
    const char *name;
    bool must_exist; /* a name that nothing known has is an error */
    gau_branch_usage section, root;
    bool found; /* there is a branch */
    double tick_s;
};

/* session_snapshot.c: fills zeroed @p sums, as of now, from the first auditor that has them; of a
 * session or a job, whose threads go on. */
gau_status gau_app_sum_section(struct gau_app *app, struct gau_section_sums *sums, gau_error *err);

/* Writes into the folder, or to standard error if there is none. */
gau_status gau_session_output_results(struct gau_session *session, struct gau_results *results,
                                      gau_error *err);

/*
 * autostart.c: opens the session that the environment requests, unless there is one; on failure,
 * warns. Signal handlers run before or after it, in no other thread. False: that could not be
 * decided yet.
 */
bool gau_session_autostart(void);

/* session.c: what it does, in this thread. */
bool gau_session_begin(void);

#endif
