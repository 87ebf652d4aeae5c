/* SPDX-License-Identifier: Apache-2.0 */
#include "flat.h"
#include "views.h"
#include "visit.h"

/*
 * Task types: how often they began, the wall time in them, and the CPU time of the samples of which
 * they were the innermost. Beside that is the wall time without tasks inside: CPU over wall near 1
 * is a task that computes, far below one that waits. Frames, regions, marks and counters are never
 * the innermost task of a sample.
 */

enum { TIME }; /* measures */
enum { NAME, DOMAIN, KIND, RATIO_TEXT };
enum { ENTRIES };
enum { WALL = 4, WALL_SELF, RATIO, RATIO_ERROR }; /* other numbers */

static const struct gau_hot_heading headings[] = {
    {GAU_HOT_SHOW_TIME, TIME, "CPU time", NULL, NULL},
    {GAU_HOT_SHOW_SHARE, TIME, "share", NULL, NULL},
    {GAU_HOT_SHOW_SAMPLES, TIME, "samples", NULL, NULL},
    {GAU_HOT_SHOW_COUNT, ENTRIES, "entries", NULL, NULL},
    {GAU_HOT_SHOW_SECONDS, WALL, "wall", NULL, NULL},
    {GAU_HOT_SHOW_SECONDS, WALL_SELF, "wall, self", NULL, NULL},
    {GAU_HOT_SHOW_RIGHT, RATIO_TEXT, "CPU/wall", NULL, NULL},
    {GAU_HOT_SHOW_TEXT, KIND, "kind", NULL, NULL},
    {GAU_HOT_SHOW_TEXT, NAME, "Task Type", "Task Type", "task"},
    {GAU_HOT_SHOW_TIME, TIME, NULL, "CPU Time", "cpu_s"},
    {GAU_HOT_SHOW_TEXT, DOMAIN, NULL, "Task Domain", "domain"},
    {GAU_HOT_SHOW_TEXT, KIND, NULL, "Kind", "kind"},
    {GAU_HOT_SHOW_COUNT, ENTRIES, NULL, "Task Count", "entries"},
    {GAU_HOT_SHOW_SECONDS, WALL, NULL, "Task Time", "wall_s"},
    {GAU_HOT_SHOW_SECONDS, WALL_SELF, NULL, "Task Time:Self", "wall_self_s"},
    {GAU_HOT_SHOW_REAL, RATIO, NULL, "CPU Time/Task Time:Self", "cpu_per_wall"},
    {GAU_HOT_SHOW_REAL, RATIO_ERROR, NULL, "CPU Time/Task Time:Self Standard Error",
     "cpu_per_wall_error"},
    {GAU_HOT_SHOW_SAMPLES, TIME, NULL, "Samples", "samples"},
    {GAU_HOT_SHOW_ERROR, TIME, NULL, "CPU Time:Standard Error", "error_s"},
    {GAU_HOT_SHOW_SHARE, TIME, NULL, "CPU Time:Percent", "share_percent"},
    {GAU_HOT_SHOW_SHARE_ERROR, TIME, NULL, "CPU Time:Percent Standard Error",
     "share_error_percent"},
};

static const char *const kinds[] = {
    [GAU_TRACE_EVENT] = "event",
    [GAU_TRACE_TASK] = "task",
    [GAU_TRACE_OVERLAPPED_TASK] = "overlapped task",
    [GAU_TRACE_FRAME] = "frame",
    [GAU_TRACE_REGION] = "region",
    [GAU_TRACE_MARK] = "mark",
    [GAU_TRACE_COUNTER] = "counter",
};

struct sums {
    uint64_t entries, wall_ns, self_ns;
};

static uint64_t type_of(struct gau_hot_result *result, uint32_t task)
{
    const struct gau_hot_place place = {.task = task};

    return gau_hot_value(result, &place, GAU_HOT_TASK);
}

/* Over all threads and processes, and what has the same name. */
static struct sums sums_of(struct gau_hot_result *result, uint64_t type)
{
    const struct gau_profile *const profile = result->profile;
    struct sums sums = {0};

    for (uint32_t i = 0; i < profile->total_count; i++) {
        const struct gau_profile_task_total *const total = &profile->totals[i];

        if (type_of(result, total->task) != type)
            continue;
        sums.entries += total->entries;
        sums.wall_ns += total->inclusive_ns;
        sums.self_ns += total->exclusive_ns;
    }
    return sums;
}

/* Of what has no samples, programs alone are told. */
static void put_ratio(struct gau_hot_sheet *sheet, double ratio, double error)
{
    char text[96], room[GAU_HOT_ERROR_SIZE];

    snprintf(text, sizeof text, "%.2f %s %s", ratio, gau_hot_sheet_plus_minus(sheet),
             gau_hot_error_text(1e9 * error, 2, room, sizeof room));
    if (ratio > 0)
        gau_hot_sheet_text(sheet, RATIO_TEXT, text);
    gau_hot_sheet_real(sheet, RATIO, ratio);
    gau_hot_sheet_real(sheet, RATIO_ERROR, error);
}

static void put_walls(struct gau_hot_sheet *sheet, const struct sums *sums, uint32_t kind,
                      const struct gau_hot_measure *cpu)
{
    const double self = (double)sums->self_ns;

    if (kind == GAU_TRACE_MARK || kind == GAU_TRACE_COUNTER)
        return;
    gau_hot_sheet_real(sheet, WALL, (double)sums->wall_ns / 1e9);
    if (kind == GAU_TRACE_FRAME || kind == GAU_TRACE_REGION)
        return;
    gau_hot_sheet_real(sheet, WALL_SELF, self / 1e9);
    if (self > 0 && gau_hot_flat_is_whole(sheet))
        put_ratio(sheet, (double)cpu->weight_ns / self, cpu->error_ns / self);
}

static void put_type(struct gau_hot_sheet *sheet, uint64_t type, const struct gau_hot_measure *cpu)
{
    const struct gau_profile_task *const task = &sheet->result->profile->tasks[type];
    const struct sums sums = sums_of(sheet->result, type);

    if (type == 0)
        return;
    gau_hot_sheet_text(sheet, DOMAIN, task->domain);
    gau_hot_sheet_text(sheet, KIND,
                       task->kind < sizeof kinds / sizeof *kinds && kinds[task->kind]
                           ? kinds[task->kind]
                           : "unknown");
    gau_hot_sheet_count(sheet, ENTRIES, sums.entries);
    put_walls(sheet, &sums, task->kind, cpu);
}

static void fill(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping,
                 const struct gau_hot_query *query, const struct gau_hot_group *group)
{
    const struct gau_hot_measure cpu = gau_hot_flat_measure(grouping, group);

    (void)query;
    put_type(sheet, group->value, &cpu);
}

static bool has_cpu(uint32_t kind)
{
    return kind == GAU_TRACE_EVENT || kind == GAU_TRACE_TASK || kind == GAU_TRACE_OVERLAPPED_TASK;
}

/* People are not shown those that were named, but never begun. */
static bool is_told(const struct gau_hot_sheet *sheet, uint32_t type)
{
    return !gau_hot_sheet_is_read(sheet) || sums_of(sheet->result, type).entries > 0;
}

/* Types without samples. */
static void finish(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping,
                   const struct gau_hot_query *query)
{
    const struct gau_profile *const profile = sheet->result->profile;
    const struct gau_hot_measure nothing = {.whole_ns = grouping->groups[0].weight_ns};
    char room[GAU_HOT_TEXT_SIZE];

    if (!gau_hot_flat_is_whole(sheet))
        gau_hot_note(&sheet->notes, "entries and wall times are those of the whole run");
    for (uint32_t i = 1; i < profile->task_count && query->limit == 0; i++) {
        if (!gau_hot_flat_is_whole(sheet) || type_of(sheet->result, i) != i ||
            gau_hot_flat_find(grouping, i) || !is_told(sheet, i))
            continue;
        gau_hot_sheet_row(sheet, 0);
        gau_hot_sheet_text(sheet, NAME,
                           gau_hot_text(sheet->result, GAU_HOT_TASK, i, room, sizeof room));
        if (has_cpu(profile->tasks[i].kind))
            gau_hot_sheet_measure(sheet, TIME, &nothing);
        put_type(sheet, i, &nothing);
    }
}

void gau_hot_write_tasks(struct gau_hot_result *result, const struct gau_hot_options *options,
                         FILE *out, struct gau_view_error *error)
{
    static const struct gau_hot_flat flat = {.view = "tasks",
                                             .title = "Tasks",
                                             .key = "task",
                                             .headings = headings,
                                             .n_headings = sizeof headings / sizeof *headings,
                                             .measure = TIME,
                                             .name = NAME,
                                             .fill = fill,
                                             .finish = finish};

    gau_hot_write_flat(&flat, result, options, out, error);
}
