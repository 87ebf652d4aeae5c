/* SPDX-License-Identifier: Apache-2.0 */
#include "caches.h"

#include <stdlib.h>
#include <string.h>

/* --- modules ------------------------------------------------------------------------------- */

static bool add_module(struct gau_hot_result *result, uint32_t number)
{
    const struct gau_profile_module *const module = &result->profile->modules[number];
    const struct gau_trace_header *const header =
        &result->profile->processes[module->process].header;
    const struct gau_symbolizer_module wanted = {
        .path = module->path,
        .build_id = module->build_id,
        .build_id_size = module->build_id_size,
        .vdso = module->flags & GAU_TRACE_MODULE_VDSO,
        .recorded_ns = header->start_epoch_ns,
    };

    result->caches->modules[number] = gau_symbolizer_add_module(result->symbols, &wanted);
    return result->caches->modules[number] != 0;
}

uint32_t gau_hot_module(const struct gau_hot_result *result, uint32_t profile_module)
{
    return result->caches->modules[profile_module];
}

/* --- tasks --------------------------------------------------------------------------------- */

/* The address of a function differs from run to run, and between processes: its name does not. All
 * names are kept anew, so that the same ones are the same text. */
static void name_tasks(struct gau_hot_result *result)
{
    struct gau_hot_caches *const caches = result->caches;
    struct gau_texts texts = {0};
    bool kept = gau_texts_init(&texts, &caches->heap);

    for (uint32_t i = 1; kept && i < result->profile->task_count; i++) {
        struct gau_profile_task *const task = &result->profile->tasks[i];
        const char *name = task->name;

        if (task->module) {
            const struct gau_frames frames =
                gau_symbolizer_resolve(result->symbols, gau_hot_module(result, task->module),
                                       task->address);
            const struct gau_function *const function =
                gau_symbolizer_function(result->symbols, frames.items[frames.count - 1].function);

            if (function->kind == GAU_FUNCTION_NAMED || function->kind == GAU_FUNCTION_ADDRESS)
                name = function->name;
        }
        task->name = gau_texts_keep(&texts, name);
    }
    caches->out_of_memory |= !kept || texts.failed;
    gau_texts_clear(&texts);
}

/* Events and tasks of the same name and domain are one type. There are few of them. */
static void compare_tasks(struct gau_hot_result *result)
{
    const struct gau_profile *const profile = result->profile;
    struct gau_hot_caches *const caches = result->caches;
    struct gau_map map = {0};

    for (uint32_t task = 1; task < profile->task_count; task++) {
        const struct gau_profile_task *const wanted = &profile->tasks[task];
        const uint64_t key = (uintptr_t)wanted->name;
        uint32_t step = 0;
        uint32_t other;

        caches->tasks[task] = task;
        while ((other = gau_map_next(&map, key, &step))) {
            const bool same = profile->tasks[other].domain == wanted->domain;

            if (same && caches->tasks[task] == task)
                caches->tasks[task] = caches->tasks[other];
            if (!same)
                caches->same_name[task] = caches->same_name[other] = true;
        }
        if (caches->tasks[task] == task && !gau_map_add(&map, key, task))
            caches->out_of_memory = true;
    }
    gau_map_clear(&map);
}

/* --- processes and threads ----------------------------------------------------------------- */

static void compare_processes(struct gau_hot_result *result)
{
    const struct gau_profile *const profile = result->profile;
    struct gau_hot_caches *const caches = result->caches;
    struct gau_map map = {0};

    for (uint32_t i = 1; i < profile->process_count; i++) {
        const uint64_t pid = profile->processes[i].header.pid;
        uint32_t step = 0;
        const uint32_t first = gau_map_next(&map, pid, &step);

        caches->processes[i] = first ? first : i;
        if (!first && !gau_map_add(&map, pid, i))
            caches->out_of_memory = true;
    }
    gau_map_clear(&map);
}

/* Only the first thread of a process, whose number is that of the process, outlives exec(). */
static void compare_threads(struct gau_hot_result *result)
{
    const struct gau_profile *const profile = result->profile;
    struct gau_hot_caches *const caches = result->caches;
    struct gau_map map = {0};

    for (uint32_t i = 1; i < profile->thread_count; i++) {
        const struct gau_profile_thread *const thread = &profile->threads[i];
        const uint32_t process = caches->processes[thread->process];
        const bool first_thread = thread->tid == profile->processes[process].header.pid;
        uint32_t step = 0;
        const uint32_t known = first_thread ? gau_map_next(&map, process, &step) : 0;

        caches->threads[i] = known ? known : i;
        if (first_thread && !known && !gau_map_add(&map, process, i))
            caches->out_of_memory = true;
        if (thread->sample_count > 0)
            caches->has_samples[caches->threads[i]] = caches->process_has_samples[process] = true;
    }
    gau_map_clear(&map);
}

/* --- functions ----------------------------------------------------------------------------- */

static const char *shown_name(const struct gau_function *function)
{
    return function->kind == GAU_FUNCTION_STUB ? function->name : function->base;
}

static bool same_function(const struct gau_function *a, const struct gau_function *b)
{
    return a->module == b->module && a->file == b->file && a->line == b->line &&
           a->kind == b->kind && strcmp(shown_name(a), shown_name(b)) == 0;
}

static uint64_t hash_of(const struct gau_function *function)
{
    uint64_t hash = gau_mix(function->module, (uint64_t)function->file << 32 | function->line);

    for (const char *at = shown_name(function); *at; at++)
        hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
    return hash;
}

static uint32_t find_canonical(struct gau_hot_result *result, uint32_t number)
{
    struct gau_hot_caches *const caches = result->caches;
    const struct gau_function *const wanted = gau_symbolizer_function(result->symbols, number);
    const uint64_t key = hash_of(wanted);
    uint32_t step = 0;
    uint32_t known;

    while ((known = gau_map_next(&caches->function_map, key, &step)))
        if (same_function(gau_symbolizer_function(result->symbols, known - 1), wanted))
            return known - 1;
    if (!gau_map_add(&caches->function_map, key, number + 1))
        caches->out_of_memory = true;
    return number;
}

uint32_t gau_hot_function(struct gau_hot_result *result, uint32_t function)
{
    struct gau_hot_caches *const caches = result->caches;

    while (caches->function_count <= function) {
        if (!gau_grow(&caches->functions, caches->function_count, &caches->function_size,
                      sizeof *caches->functions)) {
            caches->out_of_memory = true;
            return function;
        }
        caches->functions[caches->function_count++] = 0;
    }
    if (!caches->functions[function])
        caches->functions[function] = find_canonical(result, function) + 1;
    return caches->functions[function] - 1;
}

const char *gau_hot_function_name(const struct gau_hot_result *result, uint32_t function)
{
    return shown_name(gau_symbolizer_function(result->symbols, function));
}

/* --- stacks -------------------------------------------------------------------------------- */

struct gau_frames gau_hot_frames(struct gau_hot_result *result, uint32_t stack)
{
    struct gau_frames *const known = &result->caches->frames[stack];
    const struct gau_profile_stack *const wanted = &result->profile->stacks[stack];

    if (!known->items)
        *known = gau_symbolizer_resolve(result->symbols, gau_hot_module(result, wanted->module),
                                        wanted->address);
    return *known;
}

bool gau_hot_walk_next(struct gau_hot_walk *walk, struct gau_hot_result *result,
                       struct gau_frame *frame)
{
    struct gau_frames frames = gau_hot_frames(result, walk->stack);

    if (walk->next >= frames.count) {
        walk->stack = result->profile->stacks[walk->stack].caller;
        walk->next = 0;
        if (!walk->stack)
            return false;
        frames = gau_hot_frames(result, walk->stack);
    }
    *frame = frames.items[walk->next++];
    return true;
}

/* --- all of them --------------------------------------------------------------------------- */

bool gau_hot_caches_fill(struct gau_hot_result *result)
{
    const struct gau_profile *const profile = result->profile;
    struct gau_hot_caches *const caches = calloc(1, sizeof *caches);
    bool done;

    result->caches = caches;
    if (!caches)
        return false;
    caches->modules = calloc(profile->module_count, sizeof *caches->modules);
    caches->frames = calloc(profile->stack_count, sizeof *caches->frames);
    caches->tasks = calloc(profile->task_count, sizeof *caches->tasks);
    caches->same_name = calloc(profile->task_count, sizeof *caches->same_name);
    caches->processes = calloc(profile->process_count, sizeof *caches->processes);
    caches->threads = calloc(profile->thread_count, sizeof *caches->threads);
    caches->has_samples = calloc(profile->thread_count, sizeof *caches->has_samples);
    caches->process_has_samples =
        calloc(profile->process_count, sizeof *caches->process_has_samples);
    done = caches->modules && caches->frames && caches->tasks && caches->same_name &&
           caches->processes && caches->threads && caches->has_samples &&
           caches->process_has_samples;
    for (uint32_t i = 1; done && i < profile->module_count; i++)
        done = add_module(result, i);
    if (done) {
        name_tasks(result);
        compare_tasks(result);
        compare_processes(result);
        compare_threads(result);
    }
    return done && !caches->out_of_memory;
}

void gau_hot_caches_free(struct gau_hot_caches *caches)
{
    if (!caches)
        return;
    gau_map_clear(&caches->function_map);
    gau_heap_clear(&caches->heap);
    free(caches->modules);
    free(caches->frames);
    free(caches->functions);
    free(caches->tasks);
    free(caches->same_name);
    free(caches->processes);
    free(caches->threads);
    free(caches->has_samples);
    free(caches->process_has_samples);
    free(caches);
}
