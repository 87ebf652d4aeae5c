/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "trace/timeline_entries.h"
#include "trace/trace_reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * usage: show_entries FILE [-q|-d]: the entries of all lanes of a trace, a line each, unless -q;
 * with -d the tasks that the program ended, "NAME NANOSECONDS":
 * "THREAD begin NAME", "THREAD end", "THREAD end unfinished", "THREAD interval NAME". Then
 *
 *     opens N begins N dropped N ended 0|1 bytes N
 *
 * on standard error: what was open where the first lists of lanes begin, how many began, and bytes
 * of entries. A list that does not begin with what was open is an error, as are sums of tasks that
 * are not the totals of their thread. Status 1: there is such an error.
 */

enum { MAX = 64, NAME_MAX_SHOWN = 64 };

struct lane {
    uint32_t thread, depth;
    uint64_t lists, last;
    struct gau_trace_open open[GAU_TRACE_DEPTH_MAX];
};

static struct lane lanes[MAX];
static char threads[MAX][NAME_MAX_SHOWN], types[MAX][NAME_MAX_SHOWN];
static uint32_t kinds[MAX];
static struct gau_trace_task_total totals[MAX][MAX], sums[MAX][MAX];
static uint64_t opens, begins, bytes;
static struct gau_trace_timeline_totals last;
static bool quiet, durations, has_failed, any_unfinished;

static bool fail(const char *what, uint64_t number)
{
    printf("%s: %" PRIu64 "\n", what, number);
    has_failed = true;
    return true;
}

static bool see_thread(void *user, const struct gau_trace_thread *thread,
                       struct gau_trace_text name)
{
    (void)user;
    if (thread->thread < MAX)
        snprintf(threads[thread->thread], NAME_MAX_SHOWN, "%.*s", NAME_MAX_SHOWN - 1, name.data);
    return thread->thread < MAX;
}

static bool see_type(void *user, const struct gau_trace_task_type *type,
                     struct gau_trace_text domain, struct gau_trace_text name)
{
    (void)user;
    (void)domain;
    if (type->task >= MAX)
        return false;
    kinds[type->task] = type->kind;
    snprintf(types[type->task], NAME_MAX_SHOWN, "%.*s", NAME_MAX_SHOWN - 1, name.data);
    return true;
}

static bool see_lane(void *user, const struct gau_trace_lane *lane, struct gau_trace_text name)
{
    (void)user;
    (void)name;
    if (lane->kind != GAU_TRACE_LANE_TASKS || lane->lane >= MAX || lane->number >= MAX ||
        !*threads[lane->number])
        return fail("a lane of no thread", lane->lane);
    lanes[lane->lane].thread = lane->number;
    return true;
}

/* As the collector: of recursive tasks the outermost counts. */
static void end_task(struct lane *lane, const struct gau_timeline_entry *entry)
{
    const struct gau_trace_open ended = lane->open[--lane->depth];
    struct gau_trace_task_total *const sum = &sums[lane->thread][ended.branch];

    if (durations && !(entry->flags & GAU_ENTRY_UNFINISHED))
        printf("%s %" PRIu64 "\n", types[ended.branch], entry->stamp - ended.begin);
    for (uint32_t i = 0; i < lane->depth; i++)
        if (lane->open[i].branch == ended.branch)
            return;
    sum->total_ns += entry->stamp - ended.begin;
}

static void see_entry(struct lane *lane, const struct gau_timeline_entry *entry)
{
    const char *const thread = threads[lane->thread];
    const bool unfinished = (entry->flags & GAU_ENTRY_UNFINISHED) != 0;

    switch (entry->what) {
    case GAU_TIMELINE_BEGIN:
        lane->open[lane->depth++] =
            (struct gau_trace_open){.branch = entry->branch, .begin = entry->stamp};
        sums[lane->thread][entry->branch].entries++;
        begins++;
        break;
    case GAU_TIMELINE_END: end_task(lane, entry); break;
    case GAU_TIMELINE_INTERVAL:
        sums[lane->thread][entry->branch].total_ns += entry->stop - entry->start;
        if (durations)
            printf("%s %" PRIu64 "\n", types[entry->branch], entry->stop - entry->start);
        break;
    case GAU_TIMELINE_NOT_CALLED:
    case GAU_TIMELINE_CPU: fail("an entry of no task", entry->what);
    }
    any_unfinished |= unfinished;
    if (!quiet)
        printf("%s %s%s\n", thread,
               entry->what == GAU_TIMELINE_BEGIN      ? "begin "
               : entry->what == GAU_TIMELINE_INTERVAL ? "interval "
               : unfinished                           ? "end unfinished"
                                                      : "end",
               entry->what == GAU_TIMELINE_END ? "" : types[entry->branch]);
}

static void begin_list(struct lane *lane, const struct gau_trace_entry_list *list)
{
    const size_t size = list->depth * sizeof *list->open;

    if (list->number == lane->lists && lane->lists > 0 &&
        (list->depth != lane->depth || memcmp(list->open, lane->open, size) != 0 ||
         list->first != lane->last))
        fail("a list does not begin where the one before ends", list->number);
    if (list->number < lane->lists)
        fail("lists are not in order", list->number);
    if (list->number > lane->lists)
        fprintf(stderr, "gap %" PRIu64 "\n", list->number);
    if (lane->lists == 0)
        opens += list->depth;
    memcpy(lane->open, list->open, size);
    lane->depth = list->depth;
    lane->lists = list->number + 1;
    lane->last = list->last;
    bytes += list->size;
}

static bool see_entries(void *user, const struct gau_trace_entry_list *list)
{
    struct gau_timeline_cursor cursor = gau_timeline_entries(list);
    struct gau_timeline_entry entry;

    (void)user;
    begin_list(&lanes[list->lane], list);
    while (gau_timeline_next(&cursor, &entry)) {
        if (entry.what != GAU_TIMELINE_END && (entry.branch >= MAX || !*types[entry.branch]))
            return fail("an entry of an unknown type", entry.branch);
        see_entry(&lanes[list->lane], &entry);
    }
    return true;
}

static bool see_totals(void *user, uint32_t thread, const struct gau_trace_task_total *found,
                       uint32_t count)
{
    (void)user;
    for (uint32_t i = 0; i < count && thread < MAX; i++)
        totals[thread][found[i].task] = found[i];
    return true;
}

static bool see_timeline_totals(void *user, const struct gau_trace_timeline_totals *found)
{
    (void)user;
    last = *found;
    return found->tick_ns == 1 || fail("a tick is not a nanosecond", 0);
}

/* Intervals have no begin, so only those of the stack are counted. */
static void compare_sums(void)
{
    for (uint32_t thread = 1; thread < MAX; thread++)
        for (uint32_t type = 1; type < MAX; type++) {
            const struct gau_trace_task_total *const a = &sums[thread][type],
                                                     *const b = &totals[thread][type];

            if (kinds[type] == GAU_TRACE_TASK &&
                (a->entries != b->entries || a->total_ns != b->total_ns))
                printf("%s %s: %" PRIu64 " entries of %" PRIu64 ", %" PRIu64 " ns of %" PRIu64 "\n",
                       threads[thread], types[type], a->entries, b->entries, a->total_ns,
                       b->total_ns);
        }
}

int main(int argc, char **argv)
{
    static const struct gau_trace_visitor visitor = {
        .thread = see_thread,
        .task_type = see_type,
        .lane = see_lane,
        .entries = see_entries,
        .task_totals = see_totals,
        .timeline_totals = see_timeline_totals,
    };
    struct gau_trace_damage damage;
    char message[256];

    durations = argc > 2 && strcmp(argv[2], "-d") == 0;
    quiet = argc > 2;
    if (argc < 2 || gau_trace_read(argv[1], &visitor, NULL, NULL, &damage, message,
                                   sizeof message) != GAU_TRACE_OK)
        return 2;
    if (damage.invalid_records + damage.dangling_references + damage.missing + damage.unknown +
            damage.lost_lanes >
        0)
        fail("the file is damaged", damage.invalid_records);
    if (last.ended && !any_unfinished)
        compare_sums();
    fprintf(stderr,
            "opens %" PRIu64 " begins %" PRIu64 " dropped %" PRIu64 " ended %" PRIu32
            " bytes %" PRIu64 "\n",
            opens, begins, last.dropped, last.ended, bytes);
    return has_failed;
}
