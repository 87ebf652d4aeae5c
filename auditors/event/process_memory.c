/* SPDX-License-Identifier: Apache-2.0 */
#include "event_auditor.h"

#include <string.h>
#include <unistd.h>

/* The file is shorter, and has the lines of memory within the first half. */
enum { STATUS_SIZE = 4096 };

/* The value of a line such as "RssAnon:\t    1234 kB". */
static uint32_t find_value(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    uint64_t value = 0;

    if (!at)
        return GAU_TRACE_UNKNOWN;
    for (at += strlen(name); *at == ' ' || *at == '\t'; at++)
        continue;
    if (*at < '0' || *at > '9')
        return GAU_TRACE_UNKNOWN;
    for (; *at >= '0' && *at <= '9' && value < GAU_TRACE_UNKNOWN; at++)
        value = 10 * value + (uint64_t)(*at - '0');
    return value < GAU_TRACE_UNKNOWN ? (uint32_t)value : GAU_TRACE_UNKNOWN;
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
        .total = find_value(text, "\nVmRSS:"),
        .anonymous = find_value(text, "\nRssAnon:"),
        .file = find_value(text, "\nRssFile:"),
    };
}

uint32_t gau_process_memory_peak(const struct descriptor *status)
{
    char text[STATUS_SIZE];

    read_status(status, text);
    return find_value(text, "\nVmPeak:");
}
