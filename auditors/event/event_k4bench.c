/* SPDX-License-Identifier: Apache-2.0 */
#include "event_auditor.h"

#include "auditors/output/k4bench_file.h"

#include <gaudit/gaudit.h>

/* The file of k4Bench's event timing plugin. Memory is in MB of 1024 * 1024 bytes there, and what
 * is not known is -1 kB. */

struct events {
    struct k4bench_events base;
    const struct event_log *log;
};

/* Events without an end leave nothing in this format. */
static bool take_events(void *user, uint32_t worker, const struct gau_trace_event *list,
                        uint32_t count)
{
    struct k4bench_events *const events = user;

    (void)worker;
    events->read += count;
    for (uint32_t i = 0; i < count && !events->error; i++)
        if (!(list[i].flags & GAU_TRACE_EVENT_UNFINISHED))
            events->error = gau_event_sort_add(&events->sort, &list[i]);
    return events->error == 0;
}

enum array { NUMBERS, TIMES, BEGIN, END, ANONYMOUS_BEGIN, ANONYMOUS_END, FILE_END, ARRAYS };

static const char *const keys[ARRAYS] = {
    "event_numbers",           "event_times_s",         "event_rss_begin_mb",    "event_rss_end_mb",
    "event_rss_anon_begin_mb", "event_rss_anon_end_mb", "event_rss_file_end_mb",
};

static double mb_of(uint32_t kib)
{
    return (kib == GAU_TRACE_UNKNOWN ? -1.0 : (double)kib) / 1024;
}

static int write_value(FILE *out, struct k4bench_events *events, size_t key, const void *item)
{
    const struct gau_trace_event *const event = item;

    switch ((enum array)key) {
    case TIMES: fprintf(out, "%.6f", events->tick_s * (double)event->duration); break;
    case BEGIN: fprintf(out, "%.3f", mb_of(event->begin.total)); break;
    case END: fprintf(out, "%.3f", mb_of(event->end.total)); break;
    case ANONYMOUS_BEGIN: fprintf(out, "%.3f", mb_of(event->begin.anonymous)); break;
    case ANONYMOUS_END: fprintf(out, "%.3f", mb_of(event->end.anonymous)); break;
    case FILE_END: fprintf(out, "%.3f", mb_of(event->end.file)); break;
    case NUMBERS:
    case ARRAYS: break;
    }
    return 0;
}

static void write_head(FILE *out, const struct k4bench_events *events, const gau_context *ctx)
{
    const struct event_log *const log = ((const struct events *)events)->log;
    const int64_t peak = gau_process_memory_peak(&log->status);

    (void)ctx;
    fprintf(out, ",\n  \"peak_vmem_mb\": %.3f", peak < 0 ? -1.0 : (double)peak / 1024);
}

void gau_k4bench_events_write(struct event_log *log, const gau_context *ctx)
{
    static const struct gau_trace_visitor visitor = {.events = take_events};
    static const struct k4bench_format format = {
        .item = sizeof(struct gau_trace_event),
        .visitor = &visitor,
        .write_head = write_head,
        .keys = keys,
        .n_keys = ARRAYS,
        .write_value = write_value,
    };
    struct events events = {.log = log};

    gau_k4bench_write(&log->output, &format, &events.base, ctx);
}
