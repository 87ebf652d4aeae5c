/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_OUTPUT_H
#define GAUDIT_COLLECTOR_OUTPUT_H

#include "config.h"

#include "trace/writer.h"

/* Creates the trace file of the process. False: it cannot be written, which is complained about. */
bool gau_output_create(struct gau_trace_writer *writer, const struct gau_config *config,
                       uint64_t start_ns);

#endif
