/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* mkostemp() */
#include "event_auditor.h"

#include "files/file_replace.h"
#include "trace/trace_reader.h"

#include <gaudit/gaudit.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * The file of k4Bench (https://github.com/key4hep/k4Bench), schema 1: an array for each quantity,
 * in the order of events. Any number of events takes the same memory: those of each worker, which
 * are in order, go to a temporary file, and each array merges these files. Memory is in MB of
 * 1024 * 1024 bytes there, and what is not known is -1 kB.
 */

/* The events of a worker. */
struct sorted_events {
    FILE *file;
    struct gau_trace_event event; /* the next one, */
    bool has_event;               /* if there is one */
};

struct merge {
    const char *path; /* temporary files are beside it */
    struct sorted_events *workers;
    uint32_t n_workers;
    bool counts; /* numbers of the program rise nowhere, or occur twice: events are counted */
    int error;
};

/* --- temporary files ----------------------------------------------------------------------- */

static FILE *temporary_file(const char *beside)
{
    char name[PATH_MAX];
    FILE *file;
    int fd;

    if (snprintf(name, sizeof name, "%s.XXXXXX", beside) >= (int)sizeof name) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    fd = mkostemp(name, O_CLOEXEC);
    if (fd < 0)
        return NULL;
    unlink(name);
    file = fdopen(fd, "w+");
    if (!file)
        close(fd);
    return file;
}

static struct sorted_events *events_of(struct merge *merge, uint32_t worker)
{
    if (worker >= merge->n_workers) {
        struct sorted_events *const grown =
            realloc(merge->workers, (worker + 1) * sizeof *merge->workers);

        if (!grown)
            return NULL;
        memset(grown + merge->n_workers, 0, (worker + 1 - merge->n_workers) * sizeof *grown);
        merge->workers = grown;
        merge->n_workers = worker + 1;
    }
    if (!merge->workers[worker].file)
        merge->workers[worker].file = temporary_file(merge->path);
    return merge->workers[worker].file ? &merge->workers[worker] : NULL;
}

/* Events without an end leave nothing in this format. */
static bool take_events(void *user, uint32_t worker, const struct gau_trace_event *events,
                        uint32_t count)
{
    struct merge *const merge = user;
    const struct sorted_events *const sorted = events_of(merge, worker);

    for (uint32_t i = 0; sorted && i < count; i++)
        if (!(events[i].flags & GAU_TRACE_EVENT_UNFINISHED))
            fwrite(&events[i], sizeof *events, 1, sorted->file);
    if (sorted && !ferror(sorted->file))
        return true;
    merge->error = errno ? errno : EIO;
    return false;
}

/* --- merging ------------------------------------------------------------------------------- */

static void next_event(struct sorted_events *sorted)
{
    sorted->has_event =
        sorted->file && fread(&sorted->event, sizeof sorted->event, 1, sorted->file) == 1;
}

static void begin_merge(struct merge *merge)
{
    for (uint32_t i = 0; i < merge->n_workers; i++) {
        if (merge->workers[i].file)
            rewind(merge->workers[i].file);
        next_event(&merge->workers[i]);
    }
}

static bool is_before(const struct merge *merge, const struct gau_trace_event *a,
                      const struct gau_trace_event *b)
{
    return merge->counts ? a->start < b->start : a->number < b->number;
}

/* False: there are no more. */
static bool take_first(struct merge *merge, struct gau_trace_event *event)
{
    struct sorted_events *first = NULL;

    for (uint32_t i = 0; i < merge->n_workers; i++)
        if (merge->workers[i].has_event &&
            (!first || is_before(merge, &merge->workers[i].event, &first->event)))
            first = &merge->workers[i];
    if (!first)
        return false;
    *event = first->event;
    next_event(first);
    return true;
}

/* The numbers in a file must be unique. Those of a program may not be. */
static bool numbers_rise(struct merge *merge)
{
    struct gau_trace_event event;
    uint64_t last = 0;
    bool rise = true;

    begin_merge(merge);
    for (; rise && take_first(merge, &event); last = event.number)
        rise = event.number > last;
    return rise;
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

static void write_array(FILE *out, struct merge *merge, enum array array, double tick_s)
{
    struct gau_trace_event event;

    fprintf(out, ",\n  \"%s\": [", names[array]);
    begin_merge(merge);
    for (uint64_t n = 0; !ferror(out) && take_first(merge, &event); n++) {
        if (n > 0)
            fputs(", ", out);
        write_value(out, array, &event, merge->counts ? n : event.number - 1, tick_s);
    }
    fputc(']', out);
}

static void write_json(FILE *out, struct merge *merge, const struct event_log *log,
                       const gau_context *ctx)
{
    const int64_t peak = gau_process_memory_peak(&log->status);

    fprintf(out, "{\n  \"schema_version\": 1,\n  \"peak_vmem_mb\": %.3f",
            peak < 0 ? -1.0 : (double)peak / 1024);
    for (enum array array = 0; array < ARRAYS; array++)
        write_array(out, merge, array, gau_seconds(ctx, 1));
    fputs("\n}\n", out);
}

/* --- the file ------------------------------------------------------------------------------ */

/* Numbers have a decimal point, whatever the program has chosen. */
static int write_file(struct merge *merge, const struct event_log *log, const gau_context *ctx)
{
    const locale_t c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    const locale_t before = c ? uselocale(c) : (locale_t)0;
    struct gau_replacement replacement;
    int error = c ? gau_replace_begin(&replacement, merge->path) : ENOMEM;

    if (!error) {
        write_json(replacement.file, merge, log, ctx);
        error = gau_replace_end(&replacement, merge->error);
    }
    if (c) {
        uselocale(before);
        freelocale(c);
    }
    return error;
}

static int read_events(struct merge *merge, const char *path)
{
    static const struct gau_trace_visitor visitor = {.events = take_events};
    const enum gau_trace_status status = gau_trace_read(path, &visitor, merge, NULL, NULL, NULL, 0);

    if (merge->error || status == GAU_TRACE_OK)
        return merge->error;
    return status == GAU_TRACE_NO_MEMORY ? ENOMEM : EIO;
}

static void clear_merge(struct merge *merge)
{
    for (uint32_t i = 0; i < merge->n_workers; i++)
        if (merge->workers[i].file)
            fclose(merge->workers[i].file);
    free(merge->workers);
}

void gau_k4bench_write(const struct event_log *log, const gau_context *ctx)
{
    struct merge merge = {.path = log->json_path};
    int error = read_events(&merge, log->path);

    if (!error && !numbers_rise(&merge)) {
        merge.counts = true;
        gau_warning(ctx,
                    "'%s': numbers of events occur twice or fall: events are counted there, from 0",
                    log->json_shown);
    }
    if (!error)
        error = write_file(&merge, log, ctx);
    if (error)
        gau_warning(ctx, "'%s' is not written: %s", log->json_shown, gau_replace_reason(error));
    clear_merge(&merge);
}
