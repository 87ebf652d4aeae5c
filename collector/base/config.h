/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BASE_CONFIG_H
#define GAUDIT_COLLECTOR_BASE_CONFIG_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * The settings of the collector from the environment. `gaudit collect` sets these variables;
 * doc/reference/command.md lists them.
 */

enum gau_collector_config_clock { GAU_CONFIG_AUTO, GAU_CONFIG_PERF, GAU_CONFIG_TIMER };

struct gau_collector_config {
    char output[PATH_MAX]; /* folder of the trace, absolute */
    long first;            /* the process that writes samples.gtr; 0: whichever comes first */
    uint64_t interval_ns;
    enum gau_collector_config_clock clock;
    bool paused;              /* begin paused */
    uint64_t resume_after_ns; /* 0: never */
    uint64_t buffer;          /* bytes for samples on their way to the file */
    bool follow;              /* children are sampled, too */
    bool timeline;            /* begin and end of each task */
    long rank;                /* of an MPI job, by the launcher's variables; -1: none */
};

/* An invalid value is reported on standard error and replaced by the default. */
void gau_collector_config_read(struct gau_collector_config *config);

/* Prints one line on standard error, "gaudit-collector: ...", cut at 1000 bytes. */
void gau_collector_config_complain(const char *format, ...)
    __attribute__((__format__(__printf__, 1, 2)));

#endif
