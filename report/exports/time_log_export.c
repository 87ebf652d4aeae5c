/* SPDX-License-Identifier: Apache-2.0 */
#include "time_log_export.h"

#include "documents/document.h"
#include "report/timeline/lane_reader.h"
#include "table/heap.h"
#include "table/time_log_line.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct log {
    struct gau_time_log_entry *entries; /* that with id N is at N - 1 */
    uint32_t count, size;
    const struct gau_lane *lane; /* after reading */
};

struct logs {
    struct gau_lanes lanes;
    struct log *items; /* by the index of the lane, while it is read */
    uint32_t count, size;
    bool no_memory;
};

/* --- reading ------------------------------------------------------------------------------- */

static bool fail_memory(struct logs *logs)
{
    logs->no_memory = true;
    return false;
}

/* NULL: out of memory. */
static struct log *log_of(struct logs *logs, const struct gau_lane *lane)
{
    while (logs->count <= lane->index) {
        if (!gau_array_grow(&logs->items, logs->count, &logs->size, sizeof *logs->items))
            return NULL;
        logs->items[logs->count++] = (struct log){0};
    }
    return &logs->items[lane->index];
}

static const char *name_of(const struct logs *logs, const struct gau_lane *lane, uint32_t branch)
{
    const struct gau_lane_branch *const known = gau_lanes_branch(&logs->lanes, lane, branch);

    return known ? logs->lanes.texts->items[known->name] : "[unknown]";
}

/* The mark of a call is its id. */
static bool begin_call(void *user, struct gau_lane_entry *entry)
{
    struct logs *const logs = user;
    struct log *const log = log_of(logs, entry->lane);
    struct gau_time_log_entry *added;

    if (!log || !gau_array_grow(&log->entries, log->count, &log->size, sizeof *log->entries))
        return fail_memory(logs);
    added = &log->entries[log->count];
    *added = (struct gau_time_log_entry){
        .start = entry->begin,
        .parent = entry->mark,
        .depth = entry->mark ? log->entries[entry->mark - 1].depth + 1 : 1,
        .branch = entry->branch,
        .event = entry->is_event && entry->event <= UINT32_MAX ? (uint32_t)entry->event : 0,
    };
    entry->mark = ++log->count;
    return true;
}

static bool end_call(void *user, const struct gau_lane_entry *entry)
{
    struct logs *const logs = user;

    if (entry->what == GAU_LANE_CALL)
        logs->items[entry->lane->index].entries[entry->mark - 1].end = entry->end;
    return true;
}

/* --- writing ------------------------------------------------------------------------------- */

static void write_entry(FILE *out, const struct logs *logs, const struct gau_lane *lane,
                        const struct gau_time_log_entry *entry, uint32_t id)
{
    const struct gau_time_log_scale scale = {logs->lanes.clock.origin, logs->lanes.clock.tick_s};
    const char *const name = name_of(logs, lane, entry->branch);
    char label[GAU_TIME_LOG_LABEL_SIZE], line[GAU_TIME_LOG_LINE_SIZE], event[64];

    if (entry->event)
        snprintf(event, sizeof event, "%s %" PRIu32, name, entry->event);
    gau_time_log_label(label, entry->event ? event : name);
    fwrite(line, 1, gau_time_log_line(line, id, entry, &scale, label), out);
}

/* The copy replaces the output by the whole log, or not at all. */
static void write_log(const struct logs *logs, const struct log *log, const char *output,
                      gau_error *error)
{
    FILE *const out = tmpfile();

    if (out) {
        fputs(gau_time_log_heading, out);
        for (uint32_t i = 0; i < log->count; i++)
            write_entry(out, logs, log->lane, &log->entries[i], i + 1);
    }
    if (!out || fflush(out) != 0 || ferror(out))
        gau_fail_first(error, GAU_ERR_IO, "a temporary file for the time log: %s", strerror(errno));
    else
        gau_output_copy(out, output, error);
    if (out)
        fclose(out);
}

/* "log.txt" is "log-worker1.txt" of the second lane. */
static char *path_of(const char *output, uint32_t number)
{
    const char *const slash = strrchr(output, '/'), *const name = slash ? slash + 1 : output;
    const char *const dot = strrchr(name, '.');
    const size_t stem = dot && dot > name ? (size_t)(dot - output) : strlen(output);
    const size_t size = strlen(output) + 32;
    char *const path = malloc(size);

    if (path)
        snprintf(path, size, "%.*s-worker%" PRIu32 "%s", (int)stem, output, number, output + stem);
    return path;
}

static void write_further(const struct logs *logs, uint32_t number, const char *output,
                          gau_error *error)
{
    const struct log *const log = &logs->items[number];
    char *const path = path_of(output, number);

    if (!path)
        gau_fail_memory(error, "name of a time log");
    else
        write_log(logs, log, path, error);
    if (error->status == GAU_OK)
        fprintf(stderr, "gaudit: '%s' has the %" PRIu32 " entries of %s %" PRIu32 "\n", path,
                log->count, log->lane->kind == GAU_TRACE_LANE_WORKER ? "worker" : "thread",
                log->lane->number);
    free(path);
}

/* Lanes are defined in the order in which their threads wrote first. */
static int by_lane(const void *a, const void *b)
{
    const struct gau_lane *const left = ((const struct log *)a)->lane, *const right =
                                                                           ((const struct log *)b)
                                                                               ->lane;

    if (left->kind != right->kind)
        return left->kind < right->kind ? -1 : 1;
    if (left->number != right->number)
        return left->number < right->number ? -1 : 1;
    return left->index < right->index ? -1 : 1;
}

/* The thread that writes a timeline may have had work before the end, or not; it is not the
 * program's. */
static bool is_writer(const struct gau_lane *lane)
{
    return strcmp(lane->name, "gaudit timeline") == 0;
}

/* Afterwards the logs are in the order of their files, without those that are empty. */
static void arrange_logs(struct logs *logs)
{
    const uint32_t count = logs->count;

    logs->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        logs->items[i].lane = &logs->lanes.lanes[i];
        if (logs->items[i].count > 0 && !is_writer(logs->items[i].lane))
            logs->items[logs->count++] = logs->items[i];
        else
            free(logs->items[i].entries);
    }
    if (logs->count > 0)
        qsort(logs->items, logs->count, sizeof *logs->items, by_lane);
}

static void write_logs(const struct logs *logs, const char *trace, const char *output,
                       gau_error *error)
{
    if (logs->count == 0)
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' has no calls", GAU_QUOTE(trace));
    else if (logs->count > 1 && !output)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' has %" PRIu32 " lanes, and a time log has one: give -O FILE; the "
                       "others go to FILE-worker1 and so on",
                       GAU_QUOTE(trace), logs->count);
    for (uint32_t i = 0; i < logs->count && error->status == GAU_OK; i++)
        if (i == 0)
            write_log(logs, &logs->items[i], output, error);
        else
            write_further(logs, i, output, error);
}

static void warn_missing(const struct logs *logs, const char *trace)
{
    if (logs->lanes.gaps > 0)
        fprintf(stderr,
                "gaudit: '%s': %" PRIu64 " lists of entries are missing: their calls have no "
                "lines, or another end\n",
                trace, logs->lanes.gaps);
    if (logs->lanes.left_out > 0)
        fprintf(stderr, "gaudit: '%s': %" PRIu64 " entries of further lanes are left out\n", trace,
                logs->lanes.left_out);
}

void gau_time_log_export(const char *trace, const char *output, gau_error *error)
{
    static const struct gau_lanes_visitor visitor = {.begin = begin_call, .end = end_call};
    struct gau_bump_allocator heap = {0};
    struct gau_text_pool texts = {0};
    struct logs logs = {.lanes.texts = &texts};

    if (!gau_text_pool_init(&texts, &heap) ||
        (gau_lanes_read(&logs.lanes, trace, &visitor, &logs, error) && logs.no_memory))
        gau_fail_memory(error, "time log of '%.*s'", GAU_QUOTE(trace));
    arrange_logs(&logs);
    if (error->status == GAU_OK)
        write_logs(&logs, trace, output, error);
    if (error->status == GAU_OK)
        warn_missing(&logs, trace);
    for (uint32_t i = 0; i < logs.count; i++)
        free(logs.items[i].entries);
    free(logs.items);
    gau_lanes_clear(&logs.lanes);
    gau_text_pool_clear(&texts);
    gau_bump_allocator_clear(&heap);
}
