/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_JOB_RUN_RECORD_H
#define GAUDIT_SRC_JOB_RUN_RECORD_H

#include <gaudit/app.h>

#include <jansson.h>

/*
 * The result folder, and run.json in it: the run metadata, and how the run ended. It is there from
 * the beginning, with "status": "running", so that a killed run can be recognized.
 */

/*
 * result_folder_claim.c: claims the folder of a run as gau_app_folder_claim() does; the folder that
 * GAUDIT_SHARED_RESULT names belongs to another program and may have other files in it, but no
 * run.json: that is made, empty. Before anything runs.
 */
gau_status gau_run_folder_open(gau_app_folder *out, const char *folder, gau_error *err);

/* As gau_app_folder_claim_numbered(), in a folder that is of one rank already. */
gau_status gau_folder_claim_numbered(gau_app_folder *out, const char *name, const char *separator,
                                     const char *ending, gau_error *err);

/* Run metadata at the beginning. Texts are copied; NULL: not known, null in the file. */
struct gau_run_facts {
    const char *job;     /* the option file */
    const char *command; /* the command line */
    const char *options; /* the resolved job options, as XML */
    const char *clock;   /* of timestamps: "tsc" or "monotonic" */
    uint64_t first, end; /* numbers of the events asked for: [first, end); end 0: all there are;
                            first 0: there is no event loop */
    uint32_t workers;
};

struct gau_run_outcome {
    const char *status; /* "finished", "interrupted" or "failed"; after a crash "crashed" */
    const char *reason; /* why it failed; NULL if it did not */
    int exit_status;    /* -1: not known */
    uint64_t events, accepted;
    double loop_s;    /* wall time of the event loop */
    uint32_t workers; /* without an event loop: threads that were audited at the same time */
};

/* {0}: none; all but gau_run_record_begin() then do nothing. */
struct gau_run_record {
    char *folder;
    json_t *document;
    uint64_t began_ns;
    double user_s, system_s; /* that the process had used before */
    char *path, *crashed;    /* of a crash: the file, and its text; NULL: out of memory */
    size_t reason_at;        /* in the text: where the reason goes */
};

/* Writes run.json for the first time; clocks start. */
gau_status gau_run_record_begin(struct gau_run_record *record, const char *folder,
                                const struct gau_run_facts *facts, gau_error *err);

/* Writes it for the last time. */
gau_status gau_run_record_end(struct gau_run_record *record, const struct gau_run_outcome *outcome,
                              gau_error *err);

/* Writes it for a run that crashes, with the reason, which is UTF-8 without control characters.
 * Safe in a signal handler. False: it could not be written, or not prepared. */
bool gau_run_record_crash(const struct gau_run_record *record, const char *reason);

/* Removes it. */
void gau_run_record_discard(struct gau_run_record *record);
void gau_run_record_clear(struct gau_run_record *record);

#endif
