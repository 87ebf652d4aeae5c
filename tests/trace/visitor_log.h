/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_TRACE_DIARY_H
#define TESTS_TRACE_DIARY_H

#include "trace/trace_reader.h"

/* What a reader showed: one line for each call, with all fields but those of the record itself. */

struct diary {
    char text[1 << 18];
    size_t size;
    int stop_after; /* lines; 0: never */
    int lines;
    struct gau_trace_header header;
    struct gau_trace_damage damage;
    enum gau_trace_status status;
    char message[128];
};

void diary_read(struct diary *diary, const char *path);

#endif
