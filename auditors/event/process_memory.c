/* SPDX-License-Identifier: Apache-2.0 */
#include "event_auditor.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The file is shorter, and has the lines of memory within the first half. */
enum { STATUS_SIZE = 4096 };

/* The value of a line such as "RssAnon:\t    1234 kB"; -1: there is none. */
static int64_t find_value(const char *text, const char *name)
{
    const char *const line = strstr(text, name);
    char *end;
    int64_t value;

    if (!line)
        return -1;
    value = strtoll(line + strlen(name), &end, 10);
    return strncmp(end, " kB", 3) == 0 ? value : -1;
}

static uint32_t resident_value(const char *text, const char *name)
{
    const int64_t value = find_value(text, name);

    return value >= 0 && value < GAU_TRACE_UNKNOWN ? (uint32_t)value : GAU_TRACE_UNKNOWN;
}

static void read_status(const struct descriptor *status, char text[STATUS_SIZE])
{
    const struct gau_hook_calls before = gau_hook_calls_begin();
    const ssize_t n =
        gau_private_fd_is_ours(status) ? pread(status->fd, text, STATUS_SIZE - 1, 0) : -1;

    text[n > 0 ? n : 0] = '\0';
    gau_hook_calls_end(before);
}

struct gau_trace_memory gau_process_memory_read(const struct descriptor *status)
{
    char text[STATUS_SIZE];

    read_status(status, text);
    return (struct gau_trace_memory){
        .total = resident_value(text, "\nVmRSS:"),
        .anonymous = resident_value(text, "\nRssAnon:"),
        .file = resident_value(text, "\nRssFile:"),
    };
}

int64_t gau_process_memory_peak(const struct descriptor *status)
{
    char text[STATUS_SIZE];

    read_status(status, text);
    return find_value(text, "\nVmPeak:");
}
