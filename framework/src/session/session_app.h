/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_PROGRAM_H
#define GAUDIT_SRC_PROGRAM_H

#include "framework/src/job/app.h"

#include <gaudit/session.h>

/*
 * What a session is made of: an application with auditors and nothing else, whose results go to a
 * folder or are printed.
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
    const char *limit; /* of address space: what sets it; NULL: there is none */
    uint32_t fitted;   /* the branches that there are room for then; 0: as many as ever */
    bool tolerant;     /* an auditor that cannot be configured is left out, if there are others */
};

/* An environment variable that is set to something; NULL: none, or a set-uid program. */
const char *gau_session_variable(const char *name);

/* session_options.c: reads the option file @p path, or NULL: what the environment names. */
gau_status gau_session_options(struct gau_session *session, const char *path, gau_error *err);

/* session_options.c: GAUDIT_SECTION_LEVEL, else what PerfGraph has; warns if it is none. */
unsigned gau_session_level(void);

/* session_options.c: claims the folder @p wish, or else the first of "WISH-2", "WISH-3" ... that
 * nobody has; its path is absolute. */
gau_status gau_session_folder(gau_app_folder *out, const char *wish, gau_error *err);

/* session_options.c: makes the application. */
gau_status gau_session_configure(struct gau_session *session, gau_error *err);

/* Starts the auditors of @p options, or NULL: of the environment. Does not take the seats. */
gau_status gau_session_start(struct gau_session **out, const char *options, gau_error *err);

/* Nobody is heard any more: writes or prints the results, and frees all of it. */
void gau_session_finish(struct gau_session *session);

/* snapshot.c: documents as of now, of the auditors that can tell; only those of class @p only, or
 * NULL: all. */
gau_status gau_session_make_snapshot(struct gau_session *session, const char *only,
                                     struct gau_results *results, gau_error *err);

/* Into the folder, or to standard error if there is none. */
gau_status gau_session_output_results(struct gau_session *session, struct gau_results *results,
                                      gau_error *err);

/*
 * autostart.c: opens the session that the environment asks for, if nobody has; on failure,
 * warns. Signal handlers run before or after it, in no other thread. False: that could not be
 * decided yet.
 */
bool gau_session_autostart(void);

/* session.c: what it does, in this thread. */
bool gau_session_begin(void);

#endif
