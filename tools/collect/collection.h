/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COLLECT_COLLECTION_H
#define GAUDIT_TOOLS_COLLECT_COLLECTION_H

#include "collect.h"
#include "executable.h"

#include "tools/common/child_process.h"

#include "report/samples/sample_quality.h"

#include <jansson.h>

/* One run of a program under the collector, its documents and messages. */

struct gau_collected_run {
    const struct gau_collect_options *settings;
    struct gau_program program;
    char library[PATH_MAX], folder[PATH_MAX]; /* absolute */
    char mpi_library[PATH_MAX];               /* of --mpi */
    bool joined;                              /* the program may write run.json */
    char *command;                            /* as for a shell */
    uint64_t began_ns, ended_ns;              /* 0: it has not run */
    struct gau_child child;
    struct gau_quality quality;
    json_t *run;    /* run.json */
    json_t *report; /* collect.json */
};

/* Returns the CPU time of the program and its awaited children, of the kind its clock counts. */
double gau_collected_run_cpu_s(const struct gau_collected_run *c);

/* Returns the name of a signal, "SIGSEGV". */
const char *gau_collected_run_signal(int number, char *text, size_t size);

/* Begins run.json, and writes it, unless the program does. */
gau_status gau_collected_run_begin_documents(struct gau_collected_run *c, gau_error *err);

/* Completes both and writes them, except a run.json that the program wrote. */
gau_status gau_collected_run_end_documents(struct gau_collected_run *c, gau_error *err);

/* Prints a summary on standard error; if quiet, warnings only. */
void gau_collected_run_print_summary(const struct gau_collected_run *c);

#endif
