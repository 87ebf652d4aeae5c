/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_FILES_H
#define GAUDIT_REPORT_TIMELINE_FILES_H

#include "report/views/views.h"

/* The logs that a picture is made of, in the order of workers. */
struct gau_timeline_files {
    struct gau_timeline_file {
        char *path;
        const char *name; /* the last part of it */
        size_t stem;      /* how much of the name the logs of all workers share */
        uint32_t worker;
    } * items;
    size_t count;
    bool of_workers; /* there are several, or one that is not of the first worker */
};

/*
 * Those of a result folder: time-log.txt, time-log-worker1.txt ...; or of the one auditor in it
 * that was given a name, time-log-NAME.txt ...; or the one file @p path. False: see @p error.
 */
bool gau_timeline_files_find(struct gau_timeline_files *files, const char *path,
                             struct gau_view_error *error);
void gau_timeline_files_clear(struct gau_timeline_files *files);

#endif
