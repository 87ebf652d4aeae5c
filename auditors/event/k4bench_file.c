/* SPDX-License-Identifier: Apache-2.0 */
#include "event_auditor.h"
#include "event_sort.h"

#include "files/file_replace.h"
#include "trace/trace_reader.h"

#include <gaudit/gaudit.h>

#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>

/*
 * The file of k4Bench (https://github.com/key4hep/k4Bench), schema 1: an array for each quantity,
 * in the order of events. The events are sorted into a temporary file, of which each array is a
 * pass, so that any number of them takes the same memory. Memory is in MB of 1024 * 1024 bytes
 * there, and what is not known is -1 kB.
 */

/* --- the events ---------------------------------------------------------------------------- */

struct collection {
    struct event_sort sort;
    uint64_t events; /* that were read, with those that are left out */
    int error;
};

/* Events without an end leave nothing in this format. */
static bool take_events(void *user, uint32_t worker, const struct gau_trace_event *events,
                        uint32_t count)
{
    struct collection *const collection = user;

    (void)worker;
    collection->events += count;
    for (uint32_t i = 0; i < count && !collection->error; i++)
        if (!(events[i].flags & GAU_TRACE_EVENT_UNFINISHED))
            collection->error = gau_event_sort_add(&collection->sort, &events[i]);
    return collection->error == 0;
}

/* Returns 0 or an errno; the caller clears @p sort in any case. What was written must be there. */
static int collect_events(struct event_sort *sort, const struct event_log *log, bool by_start)
{
    static const struct gau_trace_visitor visitor = {.events = take_events};
    struct collection collection = {0};
    enum gau_trace_status status = GAU_TRACE_STOPPED;

    collection.error = gau_event_sort_begin(&collection.sort, log->beside, 1 << 16, by_start);
    if (!collection.error)
        status = gau_trace_read(log->path, &visitor, &collection, NULL, NULL, NULL, 0);
    if (!collection.error && status == GAU_TRACE_NO_MEMORY)
        collection.error = ENOMEM;
    if (!collection.error && collection.events != log->ended - log->lost)
        collection.error = EIO;
    if (!collection.error)
        collection.error = gau_event_sort_end(&collection.sort);
    *sort = collection.sort;
    return collection.error;
}

/* Events whose numbers occur twice are counted in the order of time. */
static int sort_events(struct event_sort *sort, const struct event_log *log)
{
    bool has_twice;
    uint64_t twice;
    int error = collect_events(sort, log, false);

    if (error || !sort->has_twice)
        return error;
    has_twice = sort->has_twice;
    twice = sort->twice;
    gau_event_sort_clear(sort);
    error = collect_events(sort, log, true);
    sort->has_twice = has_twice;
    sort->twice = twice;
    return error;
}

/* --- arrays -------------------------------------------------------------------------------- */

/* One pass for each; the number of an event counts from 0 there. */
enum array { NUMBERS, TIMES, BEGIN, END, ANONYMOUS_BEGIN, ANONYMOUS_END, FILE_END, ARRAYS };

static const char *const names[ARRAYS] = {
    "event_numbers",           "event_times_s",         "event_rss_begin_mb",    "event_rss_end_mb",
    "event_rss_anon_begin_mb", "event_rss_anon_end_mb", "event_rss_file_end_mb",
};

static double mb_of(uint32_t kib)
{
    return (kib == GAU_TRACE_UNKNOWN ? -1.0 : (double)kib) / 1024;
}

static void write_value(FILE *out, enum array array, const struct gau_trace_event *event,
                        uint64_t number, double tick_s)
{
    switch (array) {
    case NUMBERS: fprintf(out, "%" PRIu64, number); break;
    case TIMES: fprintf(out, "%.6f", tick_s * (double)event->duration); break;
    case BEGIN: fprintf(out, "%.3f", mb_of(event->begin.total)); break;
    case END: fprintf(out, "%.3f", mb_of(event->end.total)); break;
    case ANONYMOUS_BEGIN: fprintf(out, "%.3f", mb_of(event->begin.anonymous)); break;
    case ANONYMOUS_END: fprintf(out, "%.3f", mb_of(event->end.anonymous)); break;
    case FILE_END: fprintf(out, "%.3f", mb_of(event->end.file)); break;
    case ARRAYS: break;
    }
}

static int write_array(FILE *out, struct event_sort *sort, enum array array, double tick_s)
{
    const struct gau_trace_event *events;
    uint64_t n = 0;
    size_t count;
    int error;

    fprintf(out, ",\n  \"%s\": [", names[array]);
    do {
        error = gau_event_sort_read(sort, n, &events, &count);
        for (size_t i = 0; i < count && !error; i++, n++) {
            if (n > 0)
                fputs(", ", out);
            write_value(out, array, &events[i], sort->has_twice ? n : events[i].number - 1, tick_s);
        }
        if (ferror(out)) /* stdio may forget it */
            error = errno ? errno : EIO;
    } while (count > 0 && !error);
    fputc(']', out);
    return error;
}

static int write_json(FILE *out, struct event_sort *sort, const struct event_log *log,
                      const gau_context *ctx)
{
    const int64_t peak = gau_process_memory_peak(&log->status);
    int error = 0;

    errno = 0;
    fprintf(out, "{\n  \"schema_version\": 1,\n  \"peak_vmem_mb\": %.3f",
            peak < 0 ? -1.0 : (double)peak / 1024);
    for (enum array array = 0; array < ARRAYS && !error; array++)
        error = write_array(out, sort, array, gau_seconds(ctx, 1));
    fputs("\n}\n", out);
    return error;
}

/* --- the file ------------------------------------------------------------------------------ */

/* Numbers have a decimal point, whatever the program has chosen. */
static int write_file(struct event_sort *sort, const struct event_log *log, const gau_context *ctx)
{
    const locale_t c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    const locale_t before = c ? uselocale(c) : (locale_t)0;
    struct gau_replacement replacement;
    int error = c ? gau_replace_begin(&replacement, log->json_path) : ENOMEM;

    if (!error)
        error = gau_replace_end(&replacement, write_json(replacement.file, sort, log, ctx));
    if (c) {
        uselocale(before);
        freelocale(c);
    }
    return error;
}

bool gau_k4bench_write(const struct event_log *log, const gau_context *ctx)
{
    struct event_sort sort;
    int error = sort_events(&sort, log);

    if (!error && sort.has_twice)
        gau_warning(ctx,
                    "'%s': numbers of events occur twice, such as %" PRIu64
                    ": events are counted there, from 0",
                    log->json_shown, sort.twice);
    if (!error)
        error = write_file(&sort, log, ctx);
    gau_event_sort_clear(&sort);
    if (error)
        gau_warning(ctx, "'%s' is not written: %s", log->json_shown, gau_replace_reason(error));
    return error == 0;
}
