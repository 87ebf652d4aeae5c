/* SPDX-License-Identifier: Apache-2.0 */
#include "samples_builder.h"

#include <string.h>

static bool no_memory(struct gau_building *building)
{
    building->failed = true;
    return false;
}

static const char *keep_text(struct gau_building *building, struct gau_trace_text from)
{
    return gau_text_pool_keep_part(&building->texts, from.data, strnlen(from.data, from.size));
}

static struct gau_samples_process *process_of(struct gau_building *building)
{
    return &building->profile.processes[building->profile.process_count - 1];
}

/* --- processes, modules, threads, tasks ------------------------------------------------------ */

static bool add_process(void *user, const struct gau_trace_process *from,
                        struct gau_trace_text command, struct gau_trace_text note)
{
    struct gau_building *building = user;
    struct gau_samples_process *process = process_of(building);
    char *line = gau_bump_allocator_take(&building->heap, command.size + 1u);

    if (!line)
        return no_memory(building);
    memcpy(line, command.data, command.size);
    for (uint32_t i = 0; i < command.size; i++)
        if (!line[i])
            line[i] = (char)(i + 1 < command.size ? ' ' : '\0');
    process->described = true;
    process->process = *from;
    process->command = line;
    process->note = keep_text(building, note);
    return true;
}

static bool add_module(void *user, const struct gau_trace_module *from, const uint8_t *build_id,
                       struct gau_trace_text path)
{
    struct gau_building *building = user;
    struct gau_samples *profile = &building->profile;
    uint8_t *id = gau_bump_allocator_take(&building->heap, from->build_id_size);

    if (!id || !gau_array_grow(&profile->modules, profile->module_count, &building->module_size,
                               sizeof *profile->modules))
        return no_memory(building);
    if (from->build_id_size)
        memcpy(id, build_id, from->build_id_size);
    profile->modules[profile->module_count] = (struct gau_samples_module){
        .process = profile->process_count - 1,
        .flags = from->flags,
        .path = keep_text(building, path),
        .build_id = id,
        .build_id_size = from->build_id_size,
    };
    return gau_numbers_set(&building->modules, from->module, profile->module_count++) ||
           no_memory(building);
}

static bool is_same_task(const struct gau_samples_task *a, const struct gau_samples_task *b)
{
    return a->kind == b->kind && a->domain == b->domain && a->name == b->name &&
           a->module == b->module && a->address == b->address;
}

static struct gau_samples_task task_of(struct gau_building *building,
                                       const struct gau_trace_task_type *type,
                                       struct gau_trace_text domain, struct gau_trace_text name)
{
    const struct gau_trace_task_function *function = gau_trace_function_of(type);
    const uint32_t module = function ? gau_numbers_get(&building->modules, function->module) : 0;

    return (struct gau_samples_task){.kind = type->kind,
                                     .domain = keep_text(building, domain),
                                     .name = keep_text(building, name),
                                     .module = module,
                                     .address = module ? function->address : 0};
}

static bool add_task(void *user, const struct gau_trace_task_type *type,
                     struct gau_trace_text domain, struct gau_trace_text name)
{
    struct gau_building *building = user;
    struct gau_samples *profile = &building->profile;
    const struct gau_samples_task task = task_of(building, type, domain, name);
    const uint64_t key =
        gau_hash_mix(gau_hash_mix((uintptr_t)task.domain, (uintptr_t)task.name), task.kind);
    uint32_t step = 0;
    uint32_t known;

    while ((known = gau_map_next(&building->task_map, key, &step))) {
        if (is_same_task(&profile->tasks[known], &task))
            return gau_numbers_set(&building->tasks, type->task, known) || no_memory(building);
    }
    if (!gau_array_grow(&profile->tasks, profile->task_count, &building->task_size,
                        sizeof *profile->tasks) ||
        !gau_map_add(&building->task_map, key, profile->task_count))
        return no_memory(building);
    profile->tasks[profile->task_count] = task;
    return gau_numbers_set(&building->tasks, type->task, profile->task_count++) ||
           no_memory(building);
}

static bool add_thread(void *user, const struct gau_trace_thread *from, struct gau_trace_text name)
{
    struct gau_building *building = user;
    struct gau_samples *profile = &building->profile;
    const uint32_t known = gau_numbers_get(&building->threads, from->thread);

    if (known) { /* the thread has another name or clock now */
        profile->threads[known].name = keep_text(building, name);
        profile->threads[known].clock = from->clock;
        return true;
    }
    if (!gau_array_grow(&profile->threads, profile->thread_count, &building->thread_size,
                        sizeof *profile->threads))
        return no_memory(building);
    profile->threads[profile->thread_count] = (struct gau_samples_thread){
        .process = profile->process_count - 1,
        .tid = from->tid,
        .clock = from->clock,
        .start_ns = from->start_ns,
        .name = keep_text(building, name),
    };
    return gau_numbers_set(&building->threads, from->thread, profile->thread_count++) ||
           no_memory(building);
}

/* --- stacks and samples ---------------------------------------------------------------------- */

/* Returns the number of a stack, which is new if it was not there before; 0 if out of memory. */
static uint32_t number_stack(struct gau_building *building, const struct gau_samples_stack *wanted)
{
    struct gau_samples *profile = &building->profile;
    const uint64_t key =
        gau_hash_mix(wanted->address, (uint64_t)wanted->caller << 32 | wanted->module);
    uint32_t step = 0;
    uint32_t known;

    while ((known = gau_map_next(&building->stack_map, key, &step))) {
        const struct gau_samples_stack *other = &profile->stacks[known];

        if (other->address == wanted->address && other->caller == wanted->caller &&
            other->module == wanted->module)
            return known;
    }
    if (!gau_array_grow(&profile->stacks, profile->stack_count, &building->stack_size,
                        sizeof *profile->stacks) ||
        !gau_map_add(&building->stack_map, key, profile->stack_count))
        return 0;
    profile->stacks[profile->stack_count] = *wanted;
    return profile->stack_count++;
}

static bool add_stacks(void *user, uint32_t first, const struct gau_trace_stack *stacks,
                       uint32_t count)
{
    struct gau_building *building = user;

    for (uint32_t i = 0; i < count; i++) {
        const struct gau_samples_stack wanted = {
            .caller = gau_numbers_get(&building->stacks, stacks[i].caller),
            .module = gau_numbers_get(&building->modules, stacks[i].module),
            .address = stacks[i].address,
        };
        const uint32_t number = number_stack(building, &wanted);

        if (!number || !gau_numbers_set(&building->stacks, first + i, number))
            return no_memory(building);
    }
    return true;
}

static bool reset_stacks(void *user)
{
    struct gau_building *building = user;

    building->stacks.count = 0;
    return true;
}

static void add_sample(struct gau_building *building, uint32_t number,
                       const struct gau_trace_sample *sample)
{
    struct gau_samples_thread *const thread = &building->profile.threads[number];
    struct gau_samples_process *const process = process_of(building);

    building->profile.weight_ns += sample->weight_ns;
    thread->sample_count++;
    thread->weight_ns += sample->weight_ns;
    process->sample_count++;
    process->weight_ns += sample->weight_ns;
    process->truncated_count += (sample->flags & GAU_TRACE_SAMPLE_TRUNCATED) != 0;
}

static bool add_samples(void *user, uint32_t thread, const struct gau_trace_sample *samples,
                        uint32_t count)
{
    struct gau_building *building = user;
    struct gau_samples *profile = &building->profile;
    const uint32_t number = gau_numbers_get(&building->threads, thread);

    for (uint32_t i = 0; i < count; i++) {
        const struct gau_samples_sample sample = {
            .time_ns = samples[i].time_ns,
            .weight_ns = samples[i].weight_ns,
            .stack = gau_numbers_get(&building->stacks, samples[i].stack),
            .task = gau_numbers_get(&building->tasks, samples[i].task),
            .thread = number,
            .flags = samples[i].flags,
        };

        if (!gau_array_grow(&profile->samples, profile->sample_count, &building->sample_size,
                            sizeof *profile->samples))
            return no_memory(building);
        profile->samples[profile->sample_count++] = sample;
        add_sample(building, number, &samples[i]);
        profile->tasks[sample.task].sample_count++;
        profile->tasks[sample.task].weight_ns += sample.weight_ns;
    }
    return true;
}

static bool add_sample_totals(void *user, uint32_t thread, const struct gau_trace_sample *samples,
                              uint32_t count)
{
    struct gau_building *building = user;

    for (uint32_t i = 0; i < count; i++)
        add_sample(building, gau_numbers_get(&building->threads, thread), &samples[i]);
    return true;
}

/* --- sums: the last record counts ------------------------------------------------------------ */

static bool add_thread_totals(void *user, const struct gau_trace_thread_totals *totals)
{
    struct gau_building *building = user;

    building->profile.threads[gau_numbers_get(&building->threads, totals->thread)].totals = *totals;
    return true;
}

static struct gau_samples_task_total *total_of(struct gau_building *building, uint32_t thread,
                                               uint32_t task)
{
    struct gau_samples *profile = &building->profile;
    const uint32_t process = profile->process_count - 1;
    const uint64_t key = gau_hash_mix((uint64_t)thread << 32 | task, process);
    struct gau_samples_task_total *total;
    uint32_t step = 0;
    uint32_t known;

    while ((known = gau_map_next(&building->total_map, key, &step))) {
        total = &profile->totals[known - 1];
        if (total->thread == thread && total->task == task && total->process == process)
            return total;
    }
    if (!gau_array_grow(&profile->totals, profile->total_count, &building->total_size,
                        sizeof *profile->totals) ||
        !gau_map_add(&building->total_map, key, profile->total_count + 1))
        return NULL;
    total = &profile->totals[profile->total_count++];
    *total = (struct gau_samples_task_total){.process = process, .thread = thread, .task = task};
    return total;
}

static bool add_task_totals(void *user, uint32_t thread, const struct gau_trace_task_total *totals,
                            uint32_t count)
{
    struct gau_building *building = user;
    const uint32_t number = gau_numbers_get(&building->threads, thread);

    for (uint32_t i = 0; i < count; i++) {
        struct gau_samples_task_total *total =
            total_of(building, number, gau_numbers_get(&building->tasks, totals[i].task));

        if (!total)
            return no_memory(building);
        total->entries = totals[i].entries;
        total->total_ns = totals[i].total_ns;
        total->self_ns = totals[i].self_ns;
    }
    return true;
}

static bool add_pause(void *user, const struct gau_trace_pause *pause)
{
    struct gau_building *building = user;
    struct gau_samples *profile = &building->profile;

    if (!gau_array_grow(&profile->pauses, profile->pause_count, &building->pause_size,
                        sizeof *profile->pauses))
        return no_memory(building);
    profile->pauses[profile->pause_count++] = (struct gau_samples_pause){
        .time_ns = pause->time_ns, .process = profile->process_count - 1, .paused = pause->paused};
    return true;
}

static bool add_process_totals(void *user, const struct gau_trace_process_totals *totals)
{
    struct gau_building *building = user;
    struct gau_samples_process *process = process_of(building);

    process->totalled = true;
    process->totals = *totals;
    return true;
}

const struct gau_trace_visitor gau_building_visitor = {
    .process = add_process,
    .module = add_module,
    .task_type = add_task,
    .thread = add_thread,
    .thread_totals = add_thread_totals,
    .stacks = add_stacks,
    .stacks_reset = reset_stacks,
    .samples = add_samples,
    .task_totals = add_task_totals,
    .pause = add_pause,
    .process_totals = add_process_totals,
    .lane = gau_building_add_lane,
    .entries = gau_building_add_entries,
    .timeline_totals = gau_building_add_timeline_totals,
};

const struct gau_trace_visitor gau_building_totals_visitor = {
    .process = add_process,
    .thread = add_thread,
    .thread_totals = add_thread_totals,
    .samples = add_sample_totals,
    .pause = add_pause,
    .process_totals = add_process_totals,
    .entry_counts = gau_building_count_entries,
    .timeline_totals = gau_building_add_timeline_totals,
};
