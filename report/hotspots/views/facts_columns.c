/* SPDX-License-Identifier: Apache-2.0 */
#include "presets.h"

#include <inttypes.h>
#include <stdio.h>

/* Data of modules, threads, tasks and calls besides their samples. */

/* Returns whether no filter is set: only then sums of a whole run fit to the samples. */
static bool is_whole(const struct gau_hotspots_table *table)
{
    return table->options->filter_count == 0 && !table->options->time_filter;
}

static bool shows_all(const struct gau_hotspots_table *table)
{
    return is_whole(table) && table->query->limit == 0;
}

/* --- modules ------------------------------------------------------------------------------- */

/* Returns the function with the longest time, in whatever order they are sorted; NULL if there are
 * only [others]. */
static const struct gau_hotspots_group *hottest(const struct gau_hotspots_grouping *grouping,
                                                const struct gau_hotspots_group *module)
{
    const struct gau_hotspots_group *best = NULL;

    for (uint32_t i = 0; i < module->count; i++) {
        const struct gau_hotspots_group *const function = gau_hotspots_child(grouping, module, i);

        if (!function->others && (!best || function->total.weight_ns > best->total.weight_ns))
            best = function;
    }
    return best;
}

void gau_hotspots_fill_module(struct gau_hotspots_table *table,
                              const struct gau_hotspots_grouping *grouping,
                              const struct gau_hotspots_group *group)
{
    const struct gau_hotspots_group *const function = hottest(grouping, group);
    char room[GAU_HOTSPOTS_TEXT_SIZE];

    if (group->value)
        gau_hotspots_table_text(table, GAU_HOTSPOTS_MODULE_TEXT,
                                gau_symbolizer_module_path(table->result->symbols,
                                                           (uint32_t)group->value));
    gau_hotspots_table_count(table, GAU_HOTSPOTS_FUNCTIONS, group->all_count);
    if (!function)
        return;
    gau_hotspots_table_measure(table, GAU_HOTSPOTS_HOTTEST_TIME, &function->total,
                               grouping->groups[0].total.weight_ns);
    gau_hotspots_table_text(table, GAU_HOTSPOTS_HOTTEST,
                            gau_hotspots_group_text(table->result, table->query, function, room,
                                                    sizeof room));
}

/* --- threads: what the kernel has counted, and how well each was sampled ------------------- */

void gau_hotspots_fill_thread(struct gau_hotspots_table *table,
                              const struct gau_hotspots_grouping *grouping,
                              const struct gau_hotspots_group *group)
{
    const struct gau_samples_thread *const thread = &table->result->profile->threads[group->value];
    const double start = (double)thread->start_ns - (double)table->result->start_ns;
    char room[GAU_HOTSPOTS_TEXT_SIZE];

    (void)grouping;
    if (group->value == 0)
        return;
    gau_hotspots_table_text(table, GAU_HOTSPOTS_PROCESS_TEXT,
                            gau_hotspots_text(table->result, GAU_HOTSPOTS_PROCESS, thread->process,
                                              room, sizeof room));
    gau_hotspots_table_count(table, GAU_HOTSPOTS_TID, thread->tid);
    gau_hotspots_table_count(table, GAU_HOTSPOTS_DROPPED, thread->totals.dropped);
    gau_hotspots_table_count(table, GAU_HOTSPOTS_TRUNCATED, thread->totals.truncated);
    gau_hotspots_table_real(table, GAU_HOTSPOTS_USED, (double)thread->totals.cpu_ns / 1e9);
    gau_hotspots_table_real(table, GAU_HOTSPOTS_FIRST_SEEN, start > 0 ? start / 1e9 : 0);
}

/* Adds a row of a thread or task without samples. */
static void put_unsampled(struct gau_hotspots_table *table,
                          const struct gau_hotspots_grouping *grouping, uint32_t value,
                          bool can_have_samples)
{
    const struct gau_hotspots_group group = {.value = value};
    char room[GAU_HOTSPOTS_TEXT_SIZE];

    gau_hotspots_table_row(table, 0);
    gau_hotspots_table_text(table, GAU_HOTSPOTS_NAME,
                            gau_hotspots_short_name(table, &group, room, sizeof room));
    if (can_have_samples)
        gau_hotspots_table_measure(table, GAU_HOTSPOTS_TOTAL, &group.total,
                                   grouping->groups[0].total.weight_ns);
    table->view->preset->fill(table, grouping, &group);
}

void gau_hotspots_finish_threads(struct gau_hotspots_table *table,
                                 const struct gau_hotspots_grouping *grouping)
{
    const struct gau_samples *const profile = table->result->profile;

    for (uint32_t i = 1; i < profile->thread_count && shows_all(table); i++)
        if (!profile->threads[i].sample_count)
            put_unsampled(table, grouping, i, true);
}

/* --- tasks: entries and wall times, over all threads and processes ------------------------- */

static const char *kind_name(uint32_t kind)
{
    static const char *const kinds[] = {
        [GAU_TRACE_EVENT] = "event",
        [GAU_TRACE_TASK] = "task",
        [GAU_TRACE_OVERLAPPED_TASK] = "overlapped task",
        [GAU_TRACE_FRAME] = "frame",
        [GAU_TRACE_REGION] = "region",
        [GAU_TRACE_MARK] = "mark",
        [GAU_TRACE_COUNTER] = "counter",
    };

    return kind < sizeof kinds / sizeof *kinds && kinds[kind] ? kinds[kind] : "unknown";
}

struct sums {
    uint64_t entries, wall_ns, self_ns;
};

/* Returns the sums of a task type, with those of types that have the same name and domain. */
static struct sums sums_of(const struct gau_symbolized_samples *result, uint64_t type)
{
    const struct gau_samples *const profile = result->profile;
    struct sums sums = {0};

    for (uint32_t i = 0; i < profile->total_count; i++) {
        const struct gau_samples_task_total *const total = &profile->totals[i];

        if (result->tasks[total->task].first != type)
            continue;
        sums.entries += total->entries;
        sums.wall_ns += total->total_ns;
        sums.self_ns += total->self_ns;
    }
    return sums;
}

/* The ratio is CPU time over the wall time without tasks inside: near 1 a task computes, far below
 * it waits. Frames, regions, marks and counters are never the innermost task of a sample. */
static void put_walls(struct gau_hotspots_table *table, const struct sums *sums, uint32_t kind,
                      const struct gau_hotspots_measure *cpu)
{
    const double self = (double)sums->self_ns;

    if (kind == GAU_TRACE_MARK || kind == GAU_TRACE_COUNTER)
        return;
    gau_hotspots_table_real(table, GAU_HOTSPOTS_WALL, (double)sums->wall_ns / 1e9);
    if (kind == GAU_TRACE_FRAME || kind == GAU_TRACE_REGION)
        return;
    gau_hotspots_table_real(table, GAU_HOTSPOTS_WALL_SELF, self / 1e9);
    if (self > 0 && is_whole(table) && table->table)
        gau_table_put_measured(table->table, GAU_HOTSPOTS_RATIO,
                               &(struct gau_measured_value){.value = (double)cpu->weight_ns / self,
                                                            .error = cpu->error_ns / self,
                                                            .samples = cpu->samples});
}

/* By the entries of lanes. Pauses are in these, but not in the wall time, of which one entry has no
 * more than all. */
static void put_times(struct gau_hotspots_table *table, uint64_t type, const struct sums *sums)
{
    const struct gau_samples *const profile = table->result->profile;
    struct gau_task_times times = {.count = 0};

    for (uint32_t i = 1; i < profile->task_count && profile->has_lanes; i++)
        if (table->result->tasks[i].first == type && profile->tasks[i].times)
            gau_task_times_merge(&times, profile->tasks[i].times);
    if (times.count == 0)
        return;
    if (sums->wall_ns > 0 && times.max_ns > sums->wall_ns)
        times.max_ns = sums->wall_ns;
    if (times.min_ns > times.max_ns)
        times.min_ns = times.max_ns;
    gau_hotspots_table_real(table, GAU_HOTSPOTS_MIN, (double)times.min_ns / 1e9);
    gau_hotspots_table_real(table, GAU_HOTSPOTS_P50, gau_task_times_percentile(&times, 0.5) / 1e9);
    gau_hotspots_table_real(table, GAU_HOTSPOTS_P99, gau_task_times_percentile(&times, 0.99) / 1e9);
    gau_hotspots_table_real(table, GAU_HOTSPOTS_MAX, (double)times.max_ns / 1e9);
}

void gau_hotspots_fill_task(struct gau_hotspots_table *table,
                            const struct gau_hotspots_grouping *grouping,
                            const struct gau_hotspots_group *group)
{
    const struct gau_samples_task *const task = &table->result->profile->tasks[group->value];
    const struct sums sums = sums_of(table->result, group->value);

    (void)grouping;
    if (group->value == 0)
        return;
    gau_hotspots_table_text(table, GAU_HOTSPOTS_DOMAIN, task->domain);
    gau_hotspots_table_text(table, GAU_HOTSPOTS_KIND, kind_name(task->kind));
    gau_hotspots_table_count(table, GAU_HOTSPOTS_ENTRIES, sums.entries);
    put_walls(table, &sums, task->kind, &group->total);
    put_times(table, group->value, &sums);
}

static bool has_cpu(uint32_t kind)
{
    return kind == GAU_TRACE_EVENT || kind == GAU_TRACE_TASK || kind == GAU_TRACE_OVERLAPPED_TASK;
}

static bool is_sampled(const struct gau_hotspots_grouping *grouping, uint64_t type)
{
    const struct gau_hotspots_group *const root = &grouping->groups[0];

    for (uint32_t i = 0; i < root->count; i++)
        if (gau_hotspots_child(grouping, root, i)->value == type)
            return true;
    return false;
}

/* Display formats omit tasks that were named, but never begun. */
static bool is_shown(const struct gau_hotspots_table *table, uint32_t type)
{
    return !gau_hotspots_table_is_read(table) || sums_of(table->result, type).entries > 0;
}

void gau_hotspots_finish_tasks(struct gau_hotspots_table *table,
                               const struct gau_hotspots_grouping *grouping)
{
    const struct gau_samples *const profile = table->result->profile;

    uint64_t dropped = 0;

    for (uint32_t i = 1; i < profile->process_count; i++)
        dropped += profile->processes[i].dropped_lists;
    if (dropped > 0)
        gau_hotspots_note(&table->notes,
                          "min, p50, p99, max: %" PRIu64
                          " lists of entries were dropped; a larger --buffer of 'gaudit collect' "
                          "helps",
                          dropped);
    if (!is_whole(table))
        gau_hotspots_note_detail(&table->notes,
                                 "entries and wall times are those of the whole run");
    for (uint32_t i = 1; i < profile->task_count && shows_all(table); i++)
        if (table->result->tasks[i].first == i && !is_sampled(grouping, i) && is_shown(table, i))
            put_unsampled(table, grouping, i, has_cpu(profile->tasks[i].kind));
}

/* --- calls between modules ----------------------------------------------------------------- */

static const char *module_of(const struct gau_hotspots_table *table, uint32_t function, bool path)
{
    const struct gau_symbolizer *const symbols = table->result->symbols;
    const uint32_t module = gau_symbolizer_function(symbols, function)->module;

    return path ? gau_symbolizer_module_path(symbols, module)
                : gau_symbolizer_module_name(symbols, module);
}

/* Writes "caller -> callee". */
static void put_pair(struct gau_hotspots_table *table, enum gau_hotspots_field field,
                     const char *caller, const char *callee)
{
    char text[2 * GAU_HOTSPOTS_TEXT_SIZE];

    snprintf(text, sizeof text, "%s %s %s", caller, gau_hotspots_table_sign(table, "\u2192", "->"),
             callee);
    gau_hotspots_table_text(table, field, text);
}

void gau_hotspots_fill_call(struct gau_hotspots_table *table,
                            const struct gau_hotspots_grouping *grouping,
                            const struct gau_hotspots_group *group)
{
    const bool json = table->format == GAU_TABLE_JSON;
    const uint32_t caller = (uint32_t)(group->value >> 32), callee = (uint32_t)group->value;
    const char *names[2];

    (void)grouping;
    if (group->value == GAU_HOTSPOTS_NONE)
        return;
    names[0] = gau_hotspots_function_name(table->result, caller);
    names[1] = gau_hotspots_function_name(table->result, callee);
    gau_hotspots_table_text(table, GAU_HOTSPOTS_NAME, names[0]);
    gau_hotspots_table_text(table, GAU_HOTSPOTS_CALLER_MODULE, module_of(table, caller, json));
    gau_hotspots_table_text(table, GAU_HOTSPOTS_CALLEE, names[1]);
    gau_hotspots_table_text(table, GAU_HOTSPOTS_MODULE_TEXT, module_of(table, callee, json));
    put_pair(table, GAU_HOTSPOTS_MODULES, module_of(table, caller, false),
             module_of(table, callee, false));
    if (gau_hotspots_table_is_read(table))
        put_pair(table, GAU_HOTSPOTS_NAME, names[0], names[1]);
}
