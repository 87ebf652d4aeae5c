/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EVENTS_EVENT_DATA_H
#define GAUDIT_REPORT_EVENTS_EVENT_DATA_H

#include "recorded_results.h"

#include "errors/errors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * @file event_data.h
 * What is known of each event of a run. Files are untrusted input: any content results in events or
 * one sentence.
 */

/** Memory of the process, in MiB of 1024 KiB. */
#define GAU_EVENT_MEMORIES(X)              \
    X(TOTAL, "resident", "rss")            \
    X(ANONYMOUS, "anonymous", "anonymous") \
    X(FILE, "of files", "file")

#define GAU_EVENT_MEMORY_ID(id, ...) GAU_EVENT_##id,
enum gau_event_memory { GAU_EVENT_MEMORIES(GAU_EVENT_MEMORY_ID) GAU_EVENT_N_MEMORIES };

/** The words of messages. */
extern const char *const gau_event_memory_names[GAU_EVENT_N_MEMORIES];

enum { GAU_EVENT_NO_DECISION = -1, GAU_EVENT_NO_WORKER = -1 }; /* it is not known */

/** Marks of an event. */
enum {
    GAU_EVENT_WARM_UP = 1 << 0,    /**< statistics are without it */
    GAU_EVENT_OVERLAPPED = 1 << 1, /**< others ran at the same time, and changed the memory, too */
};

/** A number that is not known is NAN. */
struct gau_event_row {
    int64_t number; /**< its 64 bits: see gau_event_number() */
    double start_s; /**< since the event that began first */
    double time_s, cpu_s;
    double begin_mib[GAU_EVENT_N_MEMORIES], end_mib[GAU_EVENT_N_MEMORIES];
    int decision; /**< enum gau_trace_decision */
    int worker;
    unsigned marks;
};

enum { GAU_EVENT_NOTES = 8 }; /* the most */

struct gau_event_data {
    struct gau_event_row *rows; /**< in the order of the file, which is that of the events */
    size_t *by_end;             /**< their indices in the order of their ends */
    size_t n;
    uint64_t begin_ns; /**< CLOCK_MONOTONIC when the first of them began; 0: not known */
    char *file;        /**< that they are from */
    bool is_k4bench;   /**< which has no CPU time, start, decision and worker */
    char *warm_up;     /**< says which events are marked so */
    char *replay; /**< a command that lacks only the number of an event to run it again, or NULL */
    bool is_program;              /**< that runs its events again itself */
    char *notes[GAU_EVENT_NOTES]; /**< a line each: what is missing of the events */
    size_t n_notes;
    struct gau_recorded_results results; /**< of a merged file: workers are those of all */
};

/** Returns whether the events are of several processes, so that memory is not that of one. */
bool gau_event_has_processes(const struct gau_event_data *data);

/** Returns the result that an event is of, NULL if the file is not merged; @p worker: the number
 * of its worker in it. */
const char *gau_event_result(int *worker, const struct gau_event_data *data,
                             const struct gau_event_row *row);

/** Numbers of results are unsigned, those of k4Bench are signed. */
double gau_event_number(const struct gau_event_data *data, const struct gau_event_row *row);

enum { GAU_EVENT_NUMBER_SIZE = 24 };
char *gau_event_number_text(char text[GAU_EVENT_NUMBER_SIZE], const struct gau_event_data *data,
                            int64_t number);

void gau_event_data_clear(struct gau_event_data *data);

/** For readers: makes @p n rows of which nothing is known, and copies the name of the file. @p data
 * is empty; the caller clears it in any case. */
gau_status gau_event_data_make(struct gau_event_data *data, const char *file, size_t n,
                               gau_error *error);

#endif
