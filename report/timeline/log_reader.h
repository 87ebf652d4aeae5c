/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_LOG_READER_H
#define GAUDIT_REPORT_TIMELINE_LOG_READER_H

#include "timeline.h"

/* Sources of logs: result folders, or logs; at least one. */
struct gau_timeline_sources {
    const char *const *paths;
    size_t count;
};

/* The logs that a picture is made of, in the order of sources and workers. */
struct gau_timeline_files {
    struct gau_timeline_file {
        char *path;
        const char *name; /* the last part of it */
        size_t stem;      /* how much of the name the logs of all workers share */
        uint32_t worker;
        bool of_workers;    /* its process has several, or one that is not of the first worker */
        bool of_processes;  /* its source has logs of further processes */
        char process[32];   /* "process-2"; "": the first of its source */
        const char *source; /* borrowed */
    } * items;
    uint32_t count, size;
    const struct gau_timeline_sources *sources;
};

/*
 * Finds the logs of each source. A result folder has time-log.txt, time-log-worker1.txt ...; or
 * those of the one auditor in it that was given a name, time-log-NAME.txt ...; then those of
 * further processes, in its folders process-2, process-3 ... A log is a source of its own. False:
 * see @p error.
 */
bool gau_timeline_files_find(struct gau_timeline_files *files,
                             const struct gau_timeline_sources *sources, gau_error *error);
void gau_timeline_files_clear(struct gau_timeline_files *files);

/*
 * Reads time logs line by line, with the rules of their own reader (numpy.loadtxt): what follows a
 * '#' is a comment, empty lines are ignored, and eight columns are separated by TABs.
 */

enum { GAU_LOG_LINE_MAX = 1 << 16 }; /* bytes, with the end of the line */

struct gau_log_entry {
    uint32_t id, parent, depth;
    uint64_t start_ticks, end_ticks;
    double start_s, end_s; /* finite */
    char *label;           /* up to the next entry */
};

struct gau_log {
    const char *path; /* borrowed */
    FILE *file;
    char *line;
    size_t size;     /* room of it */
    uint64_t number; /* of the line */
    bool cut;        /* the last line is not complete, and was left out */
};

/* Opens a log. False: see @p error. */
bool gau_log_open(struct gau_log *log, const char *path, gau_error *error);
void gau_log_close(struct gau_log *log);

/* Reads the next entry. False: there are no more, or see @p error. */
bool gau_log_next(struct gau_log *log, struct gau_log_entry *entry, gau_error *error);

#endif
