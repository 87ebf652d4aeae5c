/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* S_ISDIR() */
#include "event_reader.h"

#include "k4bench_events.h"
#include "trace_events.h"

#include <sys/stat.h>

gau_status gau_event_data_read(struct gau_event_data *data, const char *path, const char *name,
                               gau_error *error)
{
    struct stat status;

    *data = (struct gau_event_data){0};
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return gau_trace_events_read(data, path, name, error);
    return gau_k4bench_events_read(data, path, error);
}
