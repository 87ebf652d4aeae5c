/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_EXPORT_FORMATS_H
#define GAUDIT_TOOLS_COMMANDS_EXPORT_FORMATS_H

#include "documents/view.h"

/*
 * The formats of `gaudit export`: files for other programs, made of a result. A format is a row of
 * GAU_EXPORTS and the function that writes it; messages, help and completion follow from the rows.
 */

/* Texts are borrowed. */
struct gau_export_request {
    const char *source;              /* a result folder, or a file that the format is made of */
    const char *output;              /* a file, which is replaced; NULL: standard output */
    struct gau_view_options options; /* of a view that writes the format */
};

/* Writes the export. After a failure to read, nothing is written. */
typedef void gau_export_write(struct gau_export_request *request, gau_error *error);

gau_export_write gau_export_folded, gau_export_csv, gau_export_perfgraph, gau_export_k4bench,
    gau_export_time_log, gau_export_rbwp;

/* clang-format off */
/* ROW(id, name, what it needs, the options that it takes, what it is) */
#define GAU_EXPORTS(ROW)                                                                           \
    ROW(folded, "folded", "samples, of gaudit collect",                                            \
        GAU_VIEW_TAKES_GROUP_BY | GAU_VIEW_TAKES_FILTER | GAU_VIEW_TAKES_TIME_FILTER |             \
            GAU_VIEW_TAKES_FRAMES | GAU_VIEW_TAKES_SAMPLES,                                        \
        "folded stacks, for flamegraph.pl, speedscope and the Firefox Profiler")                   \
    ROW(csv, "csv", "timer.json, of gaudit run --time", 0u,                                        \
        "the times of all branches, for spreadsheets and scripts")                                 \
    ROW(perfgraph, "perfgraph", "timer.json, of gaudit run --time", 0u,                            \
        "the JSON of a PerfGraphReporter, for readers of MOOSE's PerfGraph")                       \
    ROW(k4bench, "k4bench", "events.gtr, of gaudit run --event-data", 0u,                          \
        "LABEL_events.json of k4Bench; also of a run that was killed")                             \
    ROW(time_log, "time-log", "timeline.gtr, of gaudit run -a TraceAuditor", 0u,                   \
        "a log of each call, for the tools of CMacIonize")                                         \
    ROW(rbwp, "rbwp", "timeline.gtr, of gaudit run -a TraceAuditor", 0u,                           \
        "a background-work profile in the format of Realm; needs -O FILE")
/* clang-format on */

struct gau_export {
    const char *name, *needs, *what;
    unsigned takes; /* GAU_VIEW_TAKES_... */
    gau_export_write *write;
};

extern const char *const gau_export_names[]; /* ends with NULL, as the list does */
extern const struct gau_export gau_exports[];

/* Returns the format of that name; NULL if there is none. */
const struct gau_export *gau_export_find(const char *name);

#endif
