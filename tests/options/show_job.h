/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_OPTIONS_SHOW_JOB_H
#define TESTS_OPTIONS_SHOW_JOB_H

#include "tools/show/resolved_job.h"

/* A registry with an algorithm Cut, an auditor Watch and an input Source. */
gau_registry *show_registry(void);

/* What a writer writes about a job; the caller frees it. */
char *show_written(gau_options *options, void (*write)(const struct gau_show *), bool annotate);

#endif
