/* SPDX-License-Identifier: Apache-2.0 */
#include "symbolized_samples.h"

#include "documents/document.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *folder, gau_error *error)
{
    struct stat file_status;

    if (stat(folder, &file_status) != 0)
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' is not a result folder: %s", GAU_QUOTE(folder),
                       strerror(errno));
    else if (!S_ISDIR(file_status.st_mode))
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' is not a result folder but a file",
                       GAU_QUOTE(folder));
    else
        return true;
    return false;
}

static int is_vtune_result(const struct dirent *entry)
{
    return fnmatch("r[0-9][0-9][0-9]*", entry->d_name, 0) == 0 ||
           fnmatch("vtune*", entry->d_name, 0) == 0;
}

/* Returns the last result of VTune in a folder, or its report by gaudit profile, to be freed; NULL
 * if there is neither. */
static char *find_vtune(const char *folder, bool *is_report)
{
    struct dirent **entries = NULL;
    const int n = scandir(folder, &entries, is_vtune_result, alphasort);
    char *found = NULL, path[PATH_MAX];

    *is_report = false;
    for (int i = 0; i < n; i++) {
        const char *const name = entries[i]->d_name;
        const bool report = strcmp(name, "vtune-tasks.csv") == 0;
        struct stat info;

        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (stat(path, &info) == 0 && (S_ISDIR(info.st_mode) || (report && !found))) {
            free(found);
            found = strdup(name);
            *is_report = report;
        }
        free(entries[i]);
    }
    free(entries);
    return found;
}

static void fail_without_samples(const char *folder, gau_error *error)
{
    bool is_report;
    char *const found = find_vtune(folder, &is_report);

    if (!found)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' holds no samples (samples*.gtr), as 'gaudit profile JOB.xml' and "
                       "'gaudit collect -- PROGRAM' record them",
                       GAU_QUOTE(folder));
    else if (is_report)
        gau_fail_first(
            error, GAU_ERR_USAGE,
            "'%.*s' holds VTune's report '%s', and no samples (samples*.gtr), as 'gaudit "
            "profile --profiler builtin JOB.xml' records them",
            GAU_QUOTE(folder), found);
    else
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' holds VTune's result, and no samples (samples*.gtr), as 'gaudit "
                       "profile --profiler builtin JOB.xml' records them; 'vtune -report hotspots "
                       "-result-dir %.*s/%.*s -group-by task' prints it, or amplxe-cl likewise",
                       GAU_QUOTE(folder), GAU_QUOTE(folder), GAU_QUOTE(found));
    free(found);
}

static bool read_samples(struct gau_symbolized_samples *result, gau_error *error)
{
    char message[512] = "";

    result->profile = gau_samples_read(result->folder, message, sizeof message);
    if (result->profile)
        return true;
    if (strstr(message, "samples.gtr"))
        fail_without_samples(result->folder, error);
    else
        gau_fail_first(error, GAU_ERR_IO, "%s", message);
    return false;
}

/* If no file can be read, every view fails for the reason of the first one. */
static bool has_readable(const struct gau_symbolized_samples *result, gau_error *error)
{
    const struct gau_samples *const profile = result->profile;

    for (uint32_t i = 1; i < profile->process_count; i++)
        if (profile->processes[i].status == GAU_TRACE_OK)
            return true;
    gau_fail_first(error, GAU_ERR_IO, "%s: %s", profile->processes[1].path,
                   profile->processes[1].problem);
    return false;
}

bool gau_hotspots_has_begun(const struct gau_samples_process *process)
{
    return process->status == GAU_TRACE_OK && process->header.version != 0;
}

static uint64_t first_start(const struct gau_samples *profile)
{
    uint64_t first = UINT64_MAX;

    for (uint32_t i = 1; i < profile->process_count; i++)
        if (gau_hotspots_has_begun(&profile->processes[i]) &&
            profile->processes[i].header.start_ns < first)
            first = profile->processes[i].header.start_ns;
    return first;
}

/* --- what is computed once ----------------------------------------------------------------- */

static void *allocate_items(struct gau_symbolized_samples *result, uint32_t count, size_t size)
{
    void *const items = gau_bump_allocator_take(&result->heap, count * size);

    result->out_of_memory |= !items;
    return items;
}

/* --- modules ------------------------------------------------------------------------------- */

static bool add_module(struct gau_symbolized_samples *result, uint32_t number)
{
    const struct gau_samples_module *const module = &result->profile->modules[number];
    const struct gau_trace_header *const header =
        &result->profile->processes[module->process].header;
    const struct gau_symbolizer_module wanted = {
        .path = module->path,
        .build_id = module->build_id,
        .build_id_size = module->build_id_size,
        .vdso = module->flags & GAU_TRACE_MODULE_VDSO,
        .recorded_ns = header->start_epoch_ns,
    };

    result->modules[number] = gau_symbolizer_add_module(result->symbols, &wanted);
    return result->modules[number] != 0;
}

/* --- tasks --------------------------------------------------------------------------------- */

/* A task type that was given as a function gets the function's name, since its address differs
 * from run to run, and between processes. All names are kept anew, so that equal ones are the
 * same text. */
static void name_tasks(struct gau_symbolized_samples *result)
{
    struct gau_text_pool texts = {0};
    bool kept = gau_text_pool_init(&texts, &result->heap);

    for (uint32_t i = 1; kept && i < result->profile->task_count; i++) {
        struct gau_samples_task *const task = &result->profile->tasks[i];
        const char *name = task->name;

        if (task->module) {
            const struct gau_source_frames frames =
                gau_symbolizer_resolve(result->symbols, result->modules[task->module],
                                       task->address);
            const struct gau_function *const function =
                gau_symbolizer_function(result->symbols, frames.items[frames.count - 1].function);

            if (function->kind == GAU_FUNCTION_NAMED || function->kind == GAU_FUNCTION_ADDRESS)
                name = function->name;
        }
        task->name = gau_text_pool_keep(&texts, name);
    }
    result->out_of_memory |= !kept || texts.failed;
    gau_text_pool_clear(&texts);
}

/* Events and tasks of the same name and domain are one type. There are few, so all are compared. */
static void compare_tasks(struct gau_symbolized_samples *result)
{
    const struct gau_samples *const profile = result->profile;
    struct gau_map map = {0};

    for (uint32_t task = 1; task < profile->task_count; task++) {
        const struct gau_samples_task *const wanted = &profile->tasks[task];
        const uint64_t key = (uintptr_t)wanted->name;
        uint32_t step = 0;
        uint32_t other;

        result->tasks[task].first = task;
        while ((other = gau_map_next(&map, key, &step))) {
            const bool same = profile->tasks[other].domain == wanted->domain;

            if (same && result->tasks[task].first == task)
                result->tasks[task].first = result->tasks[other].first;
            if (!same)
                result->tasks[task].same_name = result->tasks[other].same_name = true;
        }
        if (result->tasks[task].first == task && !gau_map_add(&map, key, task))
            result->out_of_memory = true;
    }
    gau_map_clear(&map);
}

/* --- processes and threads ----------------------------------------------------------------- */

/* Only the first thread of a process, whose number is that of the process, outlives exec(). */
static void compare_threads(struct gau_symbolized_samples *result)
{
    const struct gau_samples *const profile = result->profile;
    uint32_t *const first_threads =
        allocate_items(result, profile->process_count, sizeof *first_threads);
    struct gau_map map = {0};

    for (uint32_t i = 1; i < profile->process_count; i++) {
        const uint64_t pid = profile->processes[i].header.pid;
        uint32_t step = 0;
        const uint32_t first = gau_map_next(&map, pid, &step);

        result->processes[i].first = first ? first : i;
        result->out_of_memory |= !first && !gau_map_add(&map, pid, i);
    }
    for (uint32_t i = 1; i < profile->thread_count && first_threads; i++) {
        const struct gau_samples_thread *const thread = &profile->threads[i];
        const uint32_t process = result->processes[thread->process].first;
        const bool is_first = thread->tid == profile->processes[process].header.pid;

        if (is_first && !first_threads[process])
            first_threads[process] = i;
        result->threads[i].first = is_first ? first_threads[process] : i;
        if (thread->sample_count > 0)
            result->threads[result->threads[i].first].has_samples =
                result->processes[process].has_samples = true;
    }
    gau_map_clear(&map);
}

/* --- stacks -------------------------------------------------------------------------------- */

uint32_t gau_hotspots_function(const struct gau_symbolized_samples *result, uint32_t function)
{
    return gau_symbolizer_function(result->symbols, function)->whole;
}

const char *gau_hotspots_function_name(const struct gau_symbolized_samples *result,
                                       uint32_t function)
{
    const struct gau_function *const found = gau_symbolizer_function(result->symbols, function);

    return found->kind == GAU_FUNCTION_STUB ? found->name : found->base;
}

/* --- all of it ----------------------------------------------------------------------------- */

static bool prepare_all(struct gau_symbolized_samples *result)
{
    const struct gau_samples *const profile = result->profile;

    result->modules = allocate_items(result, profile->module_count, sizeof *result->modules);
    result->frames = allocate_items(result, profile->stack_count, sizeof *result->frames);
    result->tasks = allocate_items(result, profile->task_count, sizeof *result->tasks);
    result->processes = allocate_items(result, profile->process_count, sizeof *result->processes);
    result->threads = allocate_items(result, profile->thread_count, sizeof *result->threads);
    for (uint32_t i = 1; !result->out_of_memory && i < profile->module_count; i++)
        result->out_of_memory = !add_module(result, i);
    if (!result->out_of_memory) {
        name_tasks(result);
        compare_tasks(result);
        compare_threads(result);
    }
    return !result->out_of_memory;
}

static bool open_symbols(struct gau_symbolized_samples *result, bool debuginfod)
{
    struct gau_symbolizer_settings settings = {.debuginfod = debuginfod};
    struct gau_symbolizer_names source;

    result->names = gau_kept_names_new(result->folder);
    if (!result->names)
        return false;
    source = gau_kept_names_source(result->names);
    settings.names = &source;
    result->symbols = gau_symbolizer_new(&settings);
    return result->symbols != NULL;
}

bool gau_symbolized_samples_open(struct gau_symbolized_samples *result, const char *folder,
                                 bool debuginfod, gau_error *error)
{
    gau_error ignored = {0};

    *result = (struct gau_symbolized_samples){.folder = folder};
    if (is_folder(folder, error) && read_samples(result, error) && has_readable(result, error)) {
        if (!open_symbols(result, debuginfod) || !prepare_all(result))
            gau_fail_memory(error, "symbols of '%.*s'", GAU_QUOTE(folder));
    }
    if (error->status != GAU_OK) {
        gau_symbolized_samples_clear(result);
        return false;
    }
    result->start_ns = first_start(result->profile);
    result->collect = gau_document_load(folder, "collect", &ignored);
    return true;
}

void gau_symbolized_samples_clear(struct gau_symbolized_samples *result)
{
    json_decref(result->collect);
    gau_bump_allocator_clear(&result->heap);
    gau_symbolizer_free(result->symbols);
    gau_kept_names_free(result->names);
    gau_samples_free(result->profile);
    *result = (struct gau_symbolized_samples){0};
}
