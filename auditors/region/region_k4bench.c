/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* qsort_r() */
#include "region_auditor.h"

#include "auditors/output/k4bench_file.h"

#include <gaudit/gaudit.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * The file of k4Bench's region plugin. The sums of events are copied to a temporary file as they
 * come, and their places there are sorted.
 */

/* The place of an event in the temporary file; number and start first, for sorting. */
struct place {
    uint64_t number, start;
    uint64_t duration, offset;
    uint32_t fallbacks, count; /* of sums */
};

struct regions {
    struct k4bench_events base;
    const struct region_log *log;
    gau_region *by_name; /* in the order of bytes; that which is unattributed is one of them */
    uint32_t *ranks;     /* of each region among them */
    uint32_t n;
    struct descriptor file;
    uint64_t size;                     /* of it */
    struct gau_trace_region_sum *sums; /* of an event */
    uint32_t room;                     /* for so many */
};

static struct regions *regions_of(struct k4bench_events *events)
{
    return (struct regions *)events;
}

/* --- names --------------------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(gau_region_name(*(const gau_region *)a), gau_region_name(*(const gau_region *)b));
}

/* False: out of memory. */
static bool sort_names(struct regions *r)
{
    r->n = gau_region_count() + 1;
    r->by_name = calloc(r->n, sizeof *r->by_name);
    r->ranks = calloc(r->n, sizeof *r->ranks);
    if (!r->by_name || !r->ranks)
        return false;
    for (gau_region region = 0; region < r->n; region++)
        r->by_name[region] = region;
    qsort(r->by_name, r->n, sizeof *r->by_name, compare_names);
    for (uint32_t i = 0; i < r->n; i++)
        r->ranks[r->by_name[i]] = i;
    return true;
}

static int compare_ranks(const void *a, const void *b, void *ranks)
{
    const uint32_t one =
        ((const uint32_t *)ranks)[((const struct gau_trace_region_sum *)a)->region];
    const uint32_t other =
        ((const uint32_t *)ranks)[((const struct gau_trace_region_sum *)b)->region];

    return (one > other) - (one < other);
}

/* Names have no control characters. */
static void put_name(FILE *out, gau_region region)
{
    fputc('"', out);
    for (const char *name = gau_region_name(region); *name; name++) {
        if (*name == '"' || *name == '\\')
            fputc('\\', out);
        fputc(*name, out);
    }
    fputc('"', out);
}

/* --- events -------------------------------------------------------------------------------- */

static int begin_events(struct k4bench_events *events)
{
    struct regions *const r = regions_of(events);

    r->size = 0;
    return r->file.fd < 0 ? gau_temporary_file_make(&r->file, events->output->beside) : 0;
}

static bool make_room(struct regions *r, uint32_t count)
{
    struct gau_trace_region_sum *grown;

    if (count <= r->room)
        return true;
    grown = realloc(r->sums, count * sizeof *grown);
    if (!grown)
        return false;
    r->sums = grown;
    r->room = count;
    return true;
}

static int copy_event(struct regions *r, const struct gau_trace_region_event *event)
{
    const size_t size = event->count * sizeof *event->sums;
    const struct place place = {event->number, event->start,     event->duration,
                                r->size,       event->fallbacks, event->count};
    int error;

    if (!make_room(r, event->count))
        return ENOMEM;
    if (size > 0) {
        memcpy(r->sums, event->sums, size);
        qsort_r(r->sums, event->count, sizeof *r->sums, compare_ranks, r->ranks);
    }
    error = gau_temporary_file_write(&r->file, r->sums, size, r->size);
    r->size += size;
    return error ? error : gau_event_sort_add(&r->base.sort, &place);
}

/* Events without an end leave nothing in this format. */
static bool take_event(void *user, const struct gau_trace_region_event *event)
{
    struct k4bench_events *const events = user;

    events->read++;
    if (!(event->flags & GAU_TRACE_EVENT_UNFINISHED))
        events->error = copy_event(regions_of(events), event);
    return events->error == 0;
}

/* --- arrays -------------------------------------------------------------------------------- */

enum array { NUMBERS, WALL, SUM, UNACCOUNTED, FALLBACKS, AT_LOCATION, BY_BIRTH, INTERVALS, ARRAYS };

static const char *const keys[ARRAYS] = {
    "event_numbers",
    "event_wall_seconds",
    "event_region_sum_seconds",
    "event_unaccounted_seconds",
    "event_birth_fallbacks",
    "at_location_seconds",
    "by_birth_seconds",
    "interval_counts",
};

/* A region without an interval is not there; one with a short one is. */
static void write_regions(FILE *out, const struct regions *r, enum array array, uint32_t count)
{
    const char *separator = "";

    fputc('{', out);
    for (uint32_t i = 0; i < count; i++) {
        const struct gau_trace_region_sum *const sum = &r->sums[i];

        if ((array == BY_BIRTH ? sum->births : sum->intervals) == 0)
            continue;
        fputs(separator, out);
        put_name(out, sum->region);
        if (array == INTERVALS)
            fprintf(out, ": %" PRIu32, sum->intervals);
        else
            fprintf(out, ": %.6f",
                    r->base.tick_s *
                        (double)(array == BY_BIRTH ? sum->by_birth : sum->at_location));
        separator = ", ";
    }
    fputc('}', out);
}

static double sum_of(const struct regions *r, uint32_t count)
{
    uint64_t ticks = 0;

    for (uint32_t i = 0; i < count; i++)
        ticks += r->sums[i].at_location;
    return r->base.tick_s * (double)ticks;
}

static int write_value(FILE *out, struct k4bench_events *events, size_t key, const void *item)
{
    struct regions *const r = regions_of(events);
    const struct place *const place = item;
    const double wall = events->tick_s * (double)place->duration;
    int error = 0;

    if (key != WALL && key != FALLBACKS)
        error = gau_temporary_file_read(&r->file, r->sums, place->count * sizeof *r->sums,
                                        place->offset);
    if (error)
        return error;
    switch ((enum array)key) {
    case WALL: fprintf(out, "%.6f", wall); break;
    case SUM: fprintf(out, "%.6f", sum_of(r, place->count)); break;
    case UNACCOUNTED: fprintf(out, "%.6f", wall - sum_of(r, place->count)); break;
    case FALLBACKS: fprintf(out, "%" PRIu32, place->fallbacks); break;
    case AT_LOCATION:
    case BY_BIRTH:
    case INTERVALS: write_regions(out, r, (enum array)key, place->count); break;
    case NUMBERS:
    case ARRAYS: break;
    }
    return 0;
}

/* --- the file ------------------------------------------------------------------------------ */

/* Regions that have a volume themselves: a list, or their numbers of volumes. */
static void write_index(FILE *out, const struct regions *r, const char *key, bool counts)
{
    const char *separator = "";

    fprintf(out, ",\n  \"%s\": %c", key, counts ? '{' : '[');
    for (uint32_t i = 0; i < r->n; i++) {
        const gau_region region = r->by_name[i];

        if (region == GAU_NO_REGION || gau_region_volumes(region) == 0)
            continue;
        fputs(separator, out);
        put_name(out, region);
        if (counts)
            fprintf(out, ": %" PRIu32, gau_region_volumes(region));
        separator = ", ";
    }
    fputc(counts ? '}' : ']', out);
}

static void write_head(FILE *out, const struct k4bench_events *events, const gau_context *ctx)
{
    const struct regions *const r = (const struct regions *)events;

    fprintf(
        out,
        ",\n  \"attribution\": \"dd4hep_top_level_detelement\",\n"
        "  \"timer\": \"%s\",\n"
        "  \"per_step_timer_overhead_ns\": %.2f,\n"
        "  \"per_step_timer_overhead_note\": \"a reading of the clock and an addition; %.2f with "
        "tracks and the region of the volume\",\n"
        "  \"interval_counts_note\": \"intervals between steps: one less than steps in an "
        "event\"",
        strcmp(gau_clock_name(ctx), "tsc") == 0 ? "rdtscp" : "steady_clock", r->log->timer_ns,
        r->log->step_ns);
    write_index(out, r, "indexed_top_level_detectors", false);
    write_index(out, r, "indexed_top_level_detector_lv_counts", true);
}

void gau_k4bench_regions_write(struct region_log *log, const gau_context *ctx)
{
    static const struct gau_trace_visitor visitor = {.region_event = take_event};
    static const struct k4bench_format format = {
        .item = sizeof(struct place),
        .begin = begin_events,
        .visitor = &visitor,
        .write_head = write_head,
        .keys = keys,
        .n_keys = ARRAYS,
        .write_value = write_value,
    };
    struct regions r = {.log = log, .file = DESCRIPTOR_NONE};

    if (sort_names(&r))
        gau_k4bench_write(&log->output, &format, &r.base, ctx);
    else
        gau_warning(ctx, "out of memory: no file for k4Bench is written");
    gau_private_fd_close(&r.file);
    free(r.by_name);
    free(r.ranks);
    free(r.sums);
}
