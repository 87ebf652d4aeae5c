/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_EVENT_EVENT_AUDITOR_H
#define GAUDIT_AUDITORS_EVENT_EVENT_AUDITOR_H

#include "auditors/common/log_histogram.h"
#include "auditors/common/private_fd.h"
#include "trace/trace_writer.h"

#include <gaudit/auditor.h>

/*
 * EventAuditor: a record for each event, see doc/events.md. Threads collect the events that ended
 * and pass them on to the file, which is that of trace/, when they have many or when it is time.
 */

enum {
    EVENT_BATCH = 255,   /* events of a thread that are collected */
    EVENT_BLOCK = 32768, /* bytes of a block of the file: such a list and the totals */
};

/* What the document has. */
struct event_sums {
    uint64_t events, accepted, overlapped;
    double ticks, cpu_ns;
    uint64_t slowest, slowest_ticks;
    uint32_t histogram[GAU_LOG_BINS];          /* of durations in ticks */
    struct gau_trace_memory first, last, most; /* memory after an event */
    uint64_t first_at, last_at;                /* start of these events */
};

struct event_log {
    bool memory, cpu_time, k4bench; /* properties */
    char *file, *label;
    pid_t process;
    struct descriptor status; /* /proc/self/status */
    uint64_t origin;          /* ticks at the start of the run */
    uint32_t first_worker;    /* 1: workers are threads of a program, which count from 1 */
    uint32_t open;            /* events that are open; atomic */
    uint64_t begun;           /* events so far; atomic */
    pthread_mutex_t lock;     /* of the file, and of the number of events in it */
    struct gau_trace_writer writer;
    unsigned char *block;
    bool recording;   /* the file is open */
    bool is_kept;     /* it is part of the result; else it is removed at the end */
    char *path;       /* of the file; NULL: there is none */
    char *shown;      /* the same as the user knows it */
    char *json_path;  /* of k4Bench's file; NULL: there is none */
    char *json_shown; /* the same as the user knows it */
    char *beside;     /* what names of temporary files for it begin with */
    bool has_json;    /* it was written */
    char *name;       /* of the instance */
    struct event_log *next_owner;
    uint64_t ended; /* events that were passed on */
    uint64_t lost;  /* of these, which could not be written */
    struct event_sums *sums;
};

/* The state of a thread. */
struct event_worker {
    struct event_log *log;
    struct gau_trace_event *events; /* EVENT_BATCH of them */
    uint32_t worker, used;
    struct gau_trace_event open; /* the event that is being processed */
    uint64_t begun;              /* events that had begun, with this one */
    bool overlapped;
    uint64_t due, patience;  /* ticks: when events are passed on at the latest; a second */
    struct event_sums *sums; /* NULL: out of memory */
};

/* --- process_memory.c ---------------------------------------------------------------------- */

/* Reads /proc/self/status; what is not there is GAU_TRACE_UNKNOWN. */
struct gau_trace_memory gau_process_memory_read(const struct descriptor *status);

/* The most virtual memory so far, VmPeak, in units of 1024 bytes; -1: not known. */
int64_t gau_process_memory_peak(const struct descriptor *status);

/* --- event_names.c ------------------------------------------------------------------------- */

/* Chooses path and json_path; what another instance has is a warning. False: out of memory. */
bool gau_event_names_choose(struct event_log *log, const gau_context *ctx);

/* The file of k4Bench is written: another instance may have it. */
void gau_event_names_disclaim(struct event_log *log);

void gau_event_names_clear(struct event_log *log);

/* --- event_file.c -------------------------------------------------------------------------- */

/* Chooses the files, and creates that of the events. What cannot be created is a warning. */
gau_status gau_event_file_open(struct event_log *log, gau_context *ctx);

/* Passes on what a thread has collected. */
void gau_event_file_add(struct event_worker *worker, const gau_context *ctx);

/* Writes the totals. */
void gau_event_file_close(struct event_log *log, const gau_context *ctx);

/* Warns of events that are missing in the files, when those are written. */
void gau_event_file_warn(const struct event_log *log, const gau_context *ctx);

/* --- k4bench_file.c ------------------------------------------------------------------------ */

/* Writes k4Bench's file from that of the events. Returns false after a warning: it is not written.
 */
bool gau_k4bench_write(const struct event_log *log, const gau_context *ctx);

#endif
