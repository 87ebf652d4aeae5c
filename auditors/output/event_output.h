/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_OUTPUT_EVENT_OUTPUT_H
#define GAUDIT_AUDITORS_OUTPUT_EVENT_OUTPUT_H

#include "auditors/common/private_fd.h"
#include "trace/trace_writer.h"

#include <gaudit/auditor.h>

/*
 * What an auditor writes of each event: a file of trace/, while the job runs, and at its end a file
 * for k4Bench, which is made from the first. All threads write to one output.
 */

/* What an auditor writes. */
struct event_output_kind {
    const char *name;     /* of its file in the result folder, NAME.gtr */
    const char *ending;   /* of that for k4Bench, LABEL_events.json */
    const char *variable; /* of the environment, which names it */
    enum gau_trace_content content;
    uint32_t block; /* bytes of a block of the file */
};

struct event_output {
    char *file, *label; /* properties */
    bool k4bench;
    const struct event_output_kind *kind;
    pid_t process;
    uint64_t origin;      /* ticks at the start of the run */
    pthread_mutex_t lock; /* of the file, and of the numbers of events in it */
    struct gau_trace_writer writer;
    unsigned char *block;
    bool recording;   /* the file is open */
    bool is_kept;     /* it is part of the result; else it is removed at the end */
    char *path;       /* of the file; NULL: there is none */
    char *shown;      /* the same as the user knows it */
    char *json_path;  /* of k4Bench's file; NULL: there is none */
    char *json_shown; /* the same as the user knows it */
    char *beside;     /* what names of temporary files for it begin with */
    bool is_chosen;   /* the user gave its name */
    bool has_json;    /* it was written */
    char *name;       /* of the instance */
    struct event_output *next_owner;
    uint64_t ended;         /* events that were passed on */
    uint64_t lost;          /* of these, which could not be written */
    uint64_t pending;       /* of these, in the current block */
    uint64_t due, patience; /* ticks: when the block is written at the latest; a second */
};

/* --- event_output.c ------------------------------------------------------------------------ */

/* In initialize and release. */
void gau_event_output_init(struct event_output *output, const struct event_output_kind *kind);
void gau_event_output_clear(struct event_output *output);

/* In start: chooses the files, and creates that of the events. What cannot be created is a warning.
 */
gau_status gau_event_output_open(struct event_output *output, gau_context *ctx);

/* Around additions, for one thread at a time. False: nothing is recorded, or this is another
 * process; then there is no unlock. @p flush: writes the block; else when it is full, or due. */
bool gau_event_output_lock(struct event_output *output, struct gau_hook_calls *before);
void gau_event_output_unlock(struct event_output *output, const gau_context *ctx,
                             struct gau_hook_calls before, bool flush);

/* A record of @p size bytes, as gau_trace_add(); it has @p events that ended. */
void *gau_event_output_add(struct event_output *output, enum gau_trace_type type, size_t size,
                           uint64_t events);

/* An event ended that could not be kept, for lack of memory. */
void gau_event_output_lose(struct event_output *output, const gau_context *ctx);

/* In finalize: ends the file with the totals; true: there is one. */
bool gau_event_output_close(struct event_output *output, const gau_context *ctx);

/* The last: warns of events that are missing, and removes what is not kept. */
void gau_event_output_finish(struct event_output *output, const gau_context *ctx);

/* --- output_names.c ------------------------------------------------------------------------ */

/* Chooses path and json_path; what another instance has is a warning. False: out of memory. */
bool gau_output_names_choose(struct event_output *output, const gau_context *ctx);

/* The file of k4Bench is written: another instance may have it. */
void gau_output_names_disclaim(struct event_output *output);

void gau_output_names_clear(struct event_output *output);

#endif
