/* SPDX-License-Identifier: Apache-2.0 */
#include "group_keys.h"

#include "documents/document.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char gau_hotspots_outside[] = "[Outside any task]";

const struct gau_hotspots_key_names gau_hotspots_key_names[GAU_HOTSPOTS_KEYS] = {
    [GAU_HOTSPOTS_TASK] = {"task", "Task Type", "task"},
    [GAU_HOTSPOTS_ALGORITHM] = {"algorithm", "Algorithm", "algorithm"},
    [GAU_HOTSPOTS_CLASS] = {"component-class", "Component Class", "component_class"},
    [GAU_HOTSPOTS_LEVEL] = {"level", "Branch", "branch"},
    [GAU_HOTSPOTS_CHILDREN] = {"children", "Child", "child"},
    [GAU_HOTSPOTS_FUNCTION] = {"function", "Function", "function"},
    [GAU_HOTSPOTS_MODULE] = {"module", "Module", "module"},
    [GAU_HOTSPOTS_SOURCE_FILE] = {"source-file", "Source File", "source_file"},
    [GAU_HOTSPOTS_SOURCE_LINE] = {"source-line", "Source Line", "source_line"},
    [GAU_HOTSPOTS_THREAD] = {"thread", "Thread", "thread"},
    [GAU_HOTSPOTS_PROCESS] = {"process", "Process", "process"},
    [GAU_HOTSPOTS_CALLSTACK] = {"callstack", "Function Stack", "callstack"},
};

/* --- reading ------------------------------------------------------------------------------- */

bool gau_hotspots_key_find(enum gau_hotspots_key *key, const char *name, size_t length,
                           gau_error *error)
{
    char list[256] = "";

    for (size_t i = 0; i < GAU_HOTSPOTS_KEYS; i++) {
        if (strlen(gau_hotspots_key_names[i].name) == length &&
            memcmp(gau_hotspots_key_names[i].name, name, length) == 0) {
            *key = (enum gau_hotspots_key)i;
            return true;
        }
        gau_view_list(list, sizeof list, gau_hotspots_key_names[i].name);
    }
    gau_fail_first(error, GAU_ERR_USAGE, "there is no key '%.*s'; there is: %s",
                   length < 120 ? (int)length : 120, name, list);
    return false;
}

/* Finds the key of a text such as "level=3", which is the part in front. */
static bool find_key(struct gau_hotspots_keys *keys, enum gau_hotspots_key *key, const char *text,
                     size_t length, gau_error *error)
{
    const char *const equals = memchr(text, '=', length);
    struct gau_branch_key branches;

    if (!gau_branch_key_is(text, length))
        return gau_hotspots_key_find(key, text, length, error);
    if (!gau_branch_key_read(&branches, text, length, error))
        return false;
    keys->branches[branches.kind] = branches;
    return gau_hotspots_key_find(key, text, equals ? (size_t)(equals - text) : length, error);
}

static bool add_key(struct gau_hotspots_keys *keys, const char *name, size_t length,
                    gau_error *error)
{
    enum gau_hotspots_key key;

    if (!find_key(keys, &key, name, length, error))
        return false;
    for (size_t i = 0; i < keys->count; i++) {
        if (keys->items[i] == key) {
            gau_fail_first(error, GAU_ERR_USAGE, "'%s' is given twice",
                           gau_hotspots_key_names[key].name);
            return false;
        }
    }
    if (keys->count > 0 && keys->items[keys->count - 1] == GAU_HOTSPOTS_CALLSTACK) {
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%s' cannot be below the call stacks: put 'callstack' last",
                       gau_hotspots_key_names[key].name);
        return false;
    }
    keys->items[keys->count++] = key;
    return true;
}

bool gau_hotspots_keys_read(struct gau_hotspots_keys *keys, const char *text, gau_error *error)
{
    *keys = (struct gau_hotspots_keys){0};
    for (;;) {
        const size_t length = strcspn(text, ",");

        if (!add_key(keys, text, length, error))
            return false;
        if (!text[length])
            return true;
        text += length + 1;
    }
}

bool gau_hotspots_keys_have_function(const struct gau_hotspots_keys *keys, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (keys->items[i] == GAU_HOTSPOTS_FUNCTION)
            return true;
    return false;
}

/* --- values -------------------------------------------------------------------------------- */

uint64_t gau_hotspots_frame_value(struct gau_symbolized_samples *result,
                                  const struct gau_source_frame *frame, enum gau_hotspots_key key)
{
    switch (key) {
    case GAU_HOTSPOTS_FUNCTION:
    case GAU_HOTSPOTS_CALLSTACK: return gau_hotspots_function(result, frame->function);
    case GAU_HOTSPOTS_MODULE:
        return gau_symbolizer_function(result->symbols, frame->function)->module;
    case GAU_HOTSPOTS_SOURCE_FILE: return frame->file;
    case GAU_HOTSPOTS_SOURCE_LINE:
        return frame->line ? (uint64_t)frame->file << 32 | frame->line : 0;
    case GAU_HOTSPOTS_TASK:
    case GAU_HOTSPOTS_ALGORITHM:
    case GAU_HOTSPOTS_CLASS:
    case GAU_HOTSPOTS_LEVEL:
    case GAU_HOTSPOTS_CHILDREN:
    case GAU_HOTSPOTS_THREAD:
    case GAU_HOTSPOTS_PROCESS: break;
    }
    return 0;
}

uint64_t gau_hotspots_value(struct gau_symbolized_samples *result,
                            const struct gau_hotspots_place *place, enum gau_hotspots_key key)
{
    struct gau_source_frame innermost;
    enum gau_branch_key_kind kind;

    if (key == GAU_HOTSPOTS_TASK)
        return result->tasks[place->task].first;
    if (gau_hotspots_key_is_of_branches(key, &kind))
        return result->branches[kind].of_task[place->task];
    if (key == GAU_HOTSPOTS_THREAD)
        return place->thread;
    if (key == GAU_HOTSPOTS_PROCESS)
        return result->profile->threads[place->thread].process;
    if (key == GAU_HOTSPOTS_FUNCTION || key == GAU_HOTSPOTS_CALLSTACK)
        return gau_hotspots_frame_value(result, gau_hotspots_frames(result, place->stack).items,
                                        key);
    innermost = gau_hotspots_innermost(result, place->stack);
    return gau_hotspots_frame_value(result, &innermost, key);
}

/* --- texts --------------------------------------------------------------------------------- */

static const char *last_part(const char *path)
{
    const char *const slash = strrchr(path, '/');

    return slash && slash[1] ? slash + 1 : path;
}

static const char *task_text(const struct gau_symbolized_samples *result, uint64_t value,
                             char *room, size_t size)
{
    const struct gau_samples_task *const task = &result->profile->tasks[value];

    if (!task->name[0])
        return "[no name]";
    if (!result->tasks[value].same_name || !task->domain[0])
        return task->name;
    snprintf(room, size, "%s (%s)", task->name, task->domain);
    return room;
}

/* Of the file samples-rank-3.gtr, or samples-rank-3-17.gtr: 3. -1: it is of no rank. */
static int rank_of(const char *path)
{
    static const char first[] = "samples-rank-";
    const char *const slash = strrchr(path, '/'), *const file = slash ? slash + 1 : path;

    return strncmp(file, first, sizeof first - 1) == 0 ? atoi(file + sizeof first - 1) : -1;
}

/* A process is shown as its program without arguments, and its number, as others may run it. */
static const char *process_text(const struct gau_samples_process *process, char *room, size_t size)
{
    const size_t length = strcspn(process->command, " ");
    const int rank = rank_of(process->path);
    size_t begin = 0;

    for (size_t i = 0; i + 1 < length; i++)
        if (process->command[i] == '/')
            begin = i + 1;
    room[0] = '\0';
    if (rank >= 0)
        snprintf(room, size, "rank %d: ", rank);
    snprintf(room + strlen(room), size - strlen(room), "%.*s (PID: %" PRIu32 ")",
             length ? (int)(length - begin) : 7, length ? process->command + begin : "process",
             process->header.pid);
    return room;
}

static const char *line_text(const struct gau_symbolized_samples *result, uint64_t value,
                             char *room, size_t size)
{
    const char *const file =
        gau_hotspots_text(result, GAU_HOTSPOTS_SOURCE_FILE, value >> 32, room, size);

    snprintf(room, size, "%s:%" PRIu32, file, (uint32_t)value);
    return room;
}

static const char *thread_text(const struct gau_samples_thread *thread, char *room, size_t size)
{
    snprintf(room, size, "%s (TID: %" PRIu32 ")", thread->name[0] ? thread->name : "thread",
             thread->tid);
    return room;
}

const char *gau_hotspots_text(const struct gau_symbolized_samples *result,
                              enum gau_hotspots_key key, uint64_t value, char *room, size_t size)
{
    const bool is_function = key == GAU_HOTSPOTS_FUNCTION || key == GAU_HOTSPOTS_CALLSTACK;
    enum gau_branch_key_kind kind;

    if (value == 0 && !is_function && key != GAU_HOTSPOTS_MODULE)
        return key <= GAU_HOTSPOTS_CHILDREN ? gau_hotspots_outside : "[Unknown]";
    switch (key) {
    case GAU_HOTSPOTS_TASK: return task_text(result, value, room, size);
    case GAU_HOTSPOTS_ALGORITHM:
    case GAU_HOTSPOTS_CLASS:
    case GAU_HOTSPOTS_LEVEL:
    case GAU_HOTSPOTS_CHILDREN:
        gau_hotspots_key_is_of_branches(key, &kind);
        return result->branches[kind].texts[value];
    case GAU_HOTSPOTS_FUNCTION:
    case GAU_HOTSPOTS_CALLSTACK: return gau_hotspots_function_name(result, (uint32_t)value);
    case GAU_HOTSPOTS_MODULE: return gau_symbolizer_module_name(result->symbols, (uint32_t)value);
    case GAU_HOTSPOTS_SOURCE_FILE:
        return last_part(gau_symbolizer_file(result->symbols, (uint32_t)value));
    case GAU_HOTSPOTS_SOURCE_LINE: return line_text(result, value, room, size);
    case GAU_HOTSPOTS_THREAD: return thread_text(&result->profile->threads[value], room, size);
    case GAU_HOTSPOTS_PROCESS: return process_text(&result->profile->processes[value], room, size);
    }
    return "";
}
