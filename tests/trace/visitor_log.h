/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_TRACE_VISITOR_LOG_H
#define TESTS_TRACE_VISITOR_LOG_H

#include "trace/trace_reader.h"

/* The calls of a visitor: one line for each, with all fields but those of the record itself. */

struct call_log {
    char text[1 << 18];
    size_t size;
    int stop_after; /* lines; 0: never */
    int lines;
    struct gau_trace_header header;
    struct gau_trace_damage damage;
    enum gau_trace_status status;
    char message[128];
};

void call_log_read(struct call_log *call_log, const char *path);

#endif
