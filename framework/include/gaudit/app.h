/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_APP_H
#define GAUDIT_APP_H

/**
 * @file app.h
 * The application manager: builds the call tree from job options and runs the event loop.
 *
 * configure -> initialize -> start -> event loop -> stop -> merge -> finalize. After a failed step
 * the undoing steps of what had succeeded run.
 */

#include <gaudit/options.h>
#include <gaudit/registry.h>

#include <stdio.h>

GAU_BEGIN_DECLS

typedef struct gau_app gau_app;

/** How a job is run; {0} is a valid default. */
typedef struct gau_app_settings {
    uint64_t events;    /**< that are processed at the most; 0: all that the input has */
    uint64_t skip;      /**< events skipped at the start: the first one processed is skip + 1 */
    uint32_t workers;   /**< workers; 0 means 1 */
    bool allow_unknown; /**< leave out components of unknown types (their modules are not loaded) */
    const char *output; /**< result folder, new or empty; NULL: none. Borrowed */
    const char *command; /**< the command line, for run.json; NULL: none. Borrowed */
    const char
        *resolved_options; /**< the resolved options as XML, for run.json; NULL: none. Borrowed */
    bool progress;         /**< a progress line on standard error */
    int verbosity;         /**< -1: warnings only, 0: messages, 1: also debug messages */
    bool sections_only; /**< use only modules and auditors of the job: there is no event loop, see
                             session.h */
    bool wide;          /**< gau_app_print(): all columns of tables, however wide these are */
    /**
     * Which events this process has of a job that several have: the numbers from *first to before
     * *end, more than those before. False: there are no more. One worker at a time; NULL: it has
     * all. Numbers count from the start of the input, as without it.
     */
    bool (*next_events)(void *user, uint64_t *first, uint64_t *end);
    void *next_events_user;
    int colour; /**< gau_app_print(): colour in them; 0: on a terminal, 1: always, 2: never */
} gau_app_settings;

/** How a job ended. The exit statuses are those of the command, see doc/reference/command.md. */
typedef struct gau_app_summary {
    int exit_status;
    int signal; /**< that ended the event loop; 0 if none did */
    uint64_t events, accepted;
    double loop_s; /**< wall time of the event loop */
    uint32_t workers;
    const char *folder; /**< that of the results, or NULL; until the application is freed */
    bool has_counts; /**< there is a document of decisions per branch, with the accepted events */
} gau_app_summary;

/**
 * Configures the job: creates the components with their properties, and the tree of branches.
 * Borrows @p registry and @p options until the application is freed.
 */
GAU_API GAU_MUST_CHECK gau_status gau_app_new(gau_app **out, gau_registry *registry,
                                              gau_options *options,
                                              const gau_app_settings *settings, gau_error *err);
GAU_API void gau_app_free(gau_app *app);

/** Initializes all components and releases them again: finds every error short of running. */
GAU_API GAU_MUST_CHECK gau_status gau_app_check(gau_app *app, gau_error *err);

/**
 * Runs the job, once. SIGINT and SIGTERM end the loop in an orderly way if gau_app_interrupt() was
 * called for them. @p summary is also filled in after a failure.
 */
GAU_API GAU_MUST_CHECK gau_status gau_app_run(gau_app *app, gau_app_summary *summary,
                                              gau_error *err);

/** After a failed check or run: the exit status for its cause. */
GAU_API int gau_app_exit_status(const gau_app *app);

/** Asks the event loop to end after the events in flight. Safe in a signal handler. */
GAU_API void gau_app_interrupt(gau_app *app, int signal);

/** Prints the results of the components, the times first and the rest in short; with verbosity 1 as
    `gaudit report` would. */
GAU_API GAU_MUST_CHECK gau_status gau_app_print(gau_app *app, FILE *out, gau_error *err);

/** A result folder that belongs to its caller. {0}: none. */
typedef struct gau_app_folder {
    char *path;
    size_t made;  /**< offset in the path where the created part begins; 0: none was created */
    bool claimed; /**< marked by a file in it until the run has written something else */
    int lock;     /**< the folder, locked while it is claimed */
} gau_app_folder;

/**
 * Makes the result folder @p path, and those above it, or finds it empty, and claims it: of
 * concurrent callers one succeeds, the others get GAU_ERR_USAGE. For programs that put files of
 * their own into the folder of a run that they start: with the environment variable
 * GAUDIT_SHARED_RESULT set to the folder, that run uses it although it is not empty.
 */
GAU_API GAU_MUST_CHECK gau_status gau_app_folder_claim(gau_app_folder *out, const char *path,
                                                       gau_error *err);

/** The same for the first of NAME ENDING, NAME SEPARATOR 2 ENDING ... that is free. */
GAU_API GAU_MUST_CHECK gau_status gau_app_folder_claim_numbered(gau_app_folder *out,
                                                                const char *name,
                                                                const char *separator,
                                                                const char *ending, gau_error *err);

/** Does GAUDIT_SHARED_RESULT name it? Then the run that is started in it writes run.json. */
GAU_API bool gau_app_folder_is_joined(const char *folder);

/** Ends the claim: the folder is no longer empty, which protects it. */
GAU_API void gau_app_folder_release(gau_app_folder *folder);

/** The same, and removes again what was made, if nothing was put into it. */
GAU_API void gau_app_folder_close(gau_app_folder *folder);

/** The first context of the job, for gau_branch_at() and the like. Borrowed. */
GAU_API const gau_context *gau_app_context(const gau_app *app);

GAU_END_DECLS

#endif
