/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_TIMELINE_FILES_H
#define GAUDIT_REPORT_TIMELINE_TIMELINE_FILES_H

#include "errors/errors.h"

#include <stdbool.h>
#include <stdint.h>

/* Sources: result folders, or files of timelines or time logs; at least one. */
struct gau_timeline_sources {
    const char *const *paths;
    size_t count;
};

/* The files that a picture is made of, in the order of sources, processes and workers. */
struct gau_timeline_files {
    struct gau_timeline_file {
        char *path;
        const char *name; /* the last part of it */
        size_t stem;      /* how much of the name the logs of all workers share */
        bool is_trace;    /* a trace file with lanes; else a time log */
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
 * Finds the files of each source. A result folder has timeline.gtr, or that of the one auditor that
 * was given a name, timeline-NAME.gtr; or files of samples that have lanes; or time-log.txt,
 * time-log-worker1.txt ...; or those of the one auditor in it that was given a name,
 * time-log-NAME.txt ...; then those of further processes, in its folders process-2, process-3 ... A
 * file is a source of its own. False: see @p error.
 */
bool gau_timeline_files_find(struct gau_timeline_files *files,
                             const struct gau_timeline_sources *sources, gau_error *error);
/* Whether a result folder has a timeline: files of samples may have to be read to the end. */
bool gau_timeline_exists(const char *folder);

void gau_timeline_files_clear(struct gau_timeline_files *files);

#endif
