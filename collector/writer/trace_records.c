/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* getrusage() */
#include "trace_records.h"

#include "collector/base/collection_state.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/modules/modules.h"
#include "collector/sampling/alternate_stack.h"
#include "collector/sampling/sample_weight.h"
#include "collector/sampling/signal_handler.h"
#include "collector/tasks/task_lane.h"
#include "collector/tasks/task_types.h"
#include "collector/threads/threads.h"
#include "stack_table.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { MACHINE = EM_AARCH64 };
#else
enum { MACHINE = EM_NONE };
#endif

/* By number of the module. The unloading of modules with larger numbers is not recorded. */
static bool is_unloading_written[1 << 16];

/* --- losses -------------------------------------------------------------------------- */

static void take_note(struct gau_records *records)
{
    if (records->writer.lost_blocks == records->lost_blocks)
        return;
    records->lost_blocks = records->writer.lost_blocks;
    records->lost_samples += records->in_block;
    records->incomplete = records->redefine_stacks = true;
}

/* Not at once but in the next pass: the disk is probably still full. What follows must not refer to
 * what was lost. */
void gau_trace_records_repeat_definitions(struct gau_records *records)
{
    if (!records->incomplete)
        return;
    records->incomplete = false;
    records->modules = records->types = 0;
    memset(is_unloading_written, 0, sizeof is_unloading_written);
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        thread->described = gau_thread_tasks_lane(thread->tasks)->described = false;
}

void gau_trace_records_flush(struct gau_records *records)
{
    gau_trace_flush(&records->writer);
    take_note(records);
    records->in_block = 0;
}

void *gau_trace_records_add(struct gau_records *records, enum gau_trace_type type, size_t size)
{
    if (gau_trace_room(&records->writer) < size)
        gau_trace_records_flush(records);
    return gau_trace_add(&records->writer, type, size);
}

/* --- definitions -------------------------------------------------------------------------- */

static uint32_t shorter(size_t size)
{
    return size < GAU_TRACE_TEXT_MAX ? (uint32_t)size : GAU_TRACE_TEXT_MAX;
}

static uint32_t read_command(char *text)
{
    const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t n = 0;

    if (file >= 0) {
        n = read(file, text, GAU_TRACE_TEXT_MAX);
        close(file);
    }
    return n > 0 ? (uint32_t)n : 0;
}

void gau_trace_records_process(struct gau_records *records, bool paused)
{
    char command[GAU_TRACE_TEXT_MAX];
    const struct gau_sampler *const sampler = &gau_sampler;
    const uint32_t note_size = shorter(strlen(sampler->note)), command_size = read_command(command);
    struct gau_trace_process *const record =
        gau_trace_records_add(records, GAU_TRACE_PROCESS,
                              sizeof *record + command_size + note_size);
    char *const texts = (char *)(record + 1);

    record->pid = (uint32_t)getpid();
    record->parent = (uint32_t)getppid();
    record->machine = MACHINE;
    record->clock = sampler->clock;
    record->includes_kernel_time = sampler->kernel;
    record->follows_fork = gau_collection_follows_fork();
    record->interval_ns = sampler->interval_ns;
    record->tick_ns = sampler->tick_ns;
    record->preloaded = gau_collection_preloaded();
    record->paused = paused;
    record->command_size = command_size;
    record->note_size = note_size;
    memcpy(texts, command, command_size);
    /* NOLINTNEXTLINE(bugprone-not-null-terminated-result) */
    memcpy(texts + command_size, sampler->note, note_size);
}

static void describe_module(struct gau_records *records, const struct gau_loaded_module *module)
{
    const uint32_t path_size = shorter(strlen(module->path));
    struct gau_trace_module *const record =
        gau_trace_records_add(records, GAU_TRACE_MODULE,
                              sizeof *record + module->build_id_size + path_size);
    char *const texts = (char *)(record + 1);

    record->module = module->id;
    record->flags = module->flags;
    record->start = module->start;
    record->end = module->end;
    record->bias = module->bias;
    record->time_ns = module->seen_ns;
    record->build_id_size = module->build_id_size;
    record->path_size = path_size;
    memcpy(texts, module->build_id, module->build_id_size);
    memcpy(texts + module->build_id_size, module->path, path_size);
}

void gau_trace_records_modules(struct gau_records *records)
{
    while (records->modules < gau_loaded_modules_count())
        describe_module(records, gau_loaded_modules_get(++records->modules));
}

static void describe_gone(struct gau_records *records, const struct gau_loaded_module *module)
{
    struct gau_trace_module_unloaded *const record =
        gau_trace_records_add(records, GAU_TRACE_MODULE_UNLOADED, sizeof *record);

    record->module = module->id;
    record->time_ns = module->unloaded_ns;
    is_unloading_written[module->id] = true;
}

void gau_trace_records_unloaded_modules(struct gau_records *records)
{
    for (uint32_t id = 1; id <= records->modules && id < sizeof is_unloading_written; id++) {
        const struct gau_loaded_module *const module = gau_loaded_modules_get(id);

        if (__atomic_load_n(&module->unloaded_ns, __ATOMIC_ACQUIRE) && !is_unloading_written[id])
            describe_gone(records, module);
    }
}

/* The function that a task is named after; its module is defined first. */
static struct gau_trace_task_function locate(struct gau_records *records, uint64_t function)
{
    const struct gau_loaded_module *module =
        gau_loaded_modules_at(function, gau_collection_clock());

    if (!module) { /* it may have been loaded just now */
        gau_loaded_modules_scan();
        module = gau_loaded_modules_at(function, gau_collection_clock());
    }
    if (!module)
        return (struct gau_trace_task_function){.module = 0};
    gau_trace_records_modules(records);
    return (struct gau_trace_task_function){.module = module->id,
                                            .address = function - module->bias};
}

static void describe_type(struct gau_records *records, const struct gau_task_type *type)
{
    const uint32_t domain = shorter(type->domain_size), name = shorter(type->name_size);
    struct gau_trace_task_function function = {.module = 0};
    struct gau_trace_task_type *record;
    size_t size = sizeof *record + domain + name;
    char *texts;

    if (type->function)
        function = locate(records, type->function);
    if (function.module)
        size = (size + 7) / 8 * 8 + sizeof function;
    record = gau_trace_records_add(records, GAU_TRACE_TASK_TYPE, size);
    texts = (char *)(record + 1);
    record->task = type->id;
    record->kind = type->kind;
    record->domain_size = domain;
    record->name_size = name;
    memcpy(texts, type->domain, domain);
    memcpy(texts + domain, type->name, name);
    if (function.module)
        memcpy((char *)record + size - sizeof function, &function, sizeof function);
}

void gau_trace_records_types(struct gau_records *records)
{
    while (records->types < gau_task_types_count())
        describe_type(records, gau_task_types_get(++records->types));
}

/* The kernel's name of it: set by pthread_setname_np(), else the program's. */
static uint32_t read_name(pid_t tid, char *name, size_t size)
{
    char path[64];
    ssize_t n = 0;
    int file;

    snprintf(path, sizeof path, "/proc/self/task/%d/comm", (int)tid);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        n = read(file, name, size);
        close(file);
    }
    return n > 1 ? (uint32_t)n - 1 : 0; /* without the newline */
}

void gau_trace_records_thread(struct gau_records *records, struct gau_thread *thread)
{
    char name[GAU_THREAD_NAME_MAX];
    uint32_t size, version;
    struct gau_trace_thread *record;

    gau_lock_take(GAU_LOCK_THREADS);
    version = thread->name_version;
    size = thread->name_size;
    memcpy(name, thread->name, size);
    gau_lock_release(GAU_LOCK_THREADS);
    if (thread->described && version == thread->written_version &&
        thread->clock == thread->written_clock)
        return;
    if (version == 0)
        size = read_name(thread->tid, name, sizeof name);
    record = gau_trace_records_add(records, GAU_TRACE_THREAD, sizeof *record + size);
    record->thread = thread->id;
    record->tid = (uint32_t)thread->tid;
    record->start_ns = thread->start_ns;
    record->clock = thread->written_clock = thread->clock;
    record->name_size = size;
    memcpy(record + 1, name, size);
    thread->described = true;
    thread->written_version = version;
}

void gau_trace_records_pause(struct gau_records *records, uint64_t time_ns, bool paused)
{
    struct gau_trace_pause *const record =
        gau_trace_records_add(records, GAU_TRACE_PAUSE, sizeof *record);

    record->time_ns = time_ns;
    record->paused = paused;
}

/* --- totals -------------------------------------------------------------------------------- */

static uint64_t load_sum(const uint64_t *sum)
{
    return __atomic_load_n(sum, __ATOMIC_RELAXED);
}

/* For threads that end unseen, the CPU time when it was last read. */
static uint64_t cpu_of(struct gau_thread *thread, bool ended)
{
    const uint64_t cpu = ended ? thread->end_cpu : gau_threads_cpu(thread->tid);

    if (!ended)
        thread->end_cpu = cpu;
    return cpu > thread->start_cpu ? cpu - thread->start_cpu : 0;
}

/* A thread that has just begun may be found before it registers itself, which uses little CPU time.
 */
static void note_found(struct gau_records *records, struct gau_thread *thread, uint64_t cpu_ns)
{
    enum { BEGUN_NS = 10000000 };

    if (!thread->was_found || cpu_ns < BEGUN_NS)
        return;
    thread->was_found = false;
    records->found++;
}

void gau_trace_records_thread_totals(struct gau_records *records, struct gau_thread *thread,
                                     bool ended)
{
    struct gau_trace_thread_totals *const record =
        gau_trace_records_add(records, GAU_TRACE_THREAD_TOTALS, sizeof *record);
    struct gau_thread_tasks_sums sums;

    gau_thread_tasks_sums(thread->tasks, &sums);
    record->thread = thread->id;
    record->ended = ended;
    record->time_ns = gau_collection_clock();
    record->cpu_ns = cpu_of(thread, ended);
    note_found(records, thread, record->cpu_ns);
    record->samples = load_sum(&thread->samples);
    record->weight_ns = load_sum(&thread->weight_ns);
    record->dropped = load_sum(&thread->dropped);
    record->dropped_ns = load_sum(&thread->dropped_ns);
    record->truncated = load_sum(&thread->truncated);
    record->frames_by_cfi = load_sum(&thread->frames_by_cfi);
    record->frames_by_frame_pointer = load_sum(&thread->frames_by_frame_pointer);
    record->frames_by_stack_scan = load_sum(&thread->frames_by_stack_scan);
    record->handler_ns = load_sum(&thread->handler_ns);
    record->unmatched_ends = sums.unmatched_ends;
    record->unclosed_tasks = sums.unclosed_tasks;
    record->dropped_tasks = sums.dropped;
}

enum { TOTALS = 256 };

struct totals {
    struct gau_records *records;
    uint32_t thread, n;
    struct gau_trace_task_total items[TOTALS];
};

static void write_totals(struct totals *totals)
{
    const size_t size = totals->n * sizeof *totals->items;
    struct gau_trace_task_totals *record;

    if (totals->n == 0)
        return;
    record = gau_trace_records_add(totals->records, GAU_TRACE_TASK_TOTALS, sizeof *record + size);
    record->thread = totals->thread;
    record->count = totals->n;
    memcpy(record + 1, totals->items, size);
    totals->n = 0;
}

static void add_total(void *user, const struct gau_trace_task_total *total)
{
    struct totals *const totals = user;

    totals->items[totals->n++] = *total;
    if (totals->n == TOTALS)
        write_totals(totals);
}

void gau_trace_records_task_totals(struct gau_records *records, struct gau_thread *thread)
{
    static struct totals totals;

    totals.records = records;
    totals.thread = thread ? thread->id : 0;
    gau_trace_records_types(records);
    gau_thread_tasks_changed(thread ? thread->tasks : NULL, add_total, &totals);
    write_totals(&totals);
}

static uint64_t ns_of(const struct timeval *time)
{
    return (uint64_t)time->tv_sec * 1000000000u + (uint64_t)time->tv_usec * 1000u;
}

void gau_trace_records_process_totals(struct gau_records *records, uint64_t writer_ns, bool ended)
{
    struct gau_trace_process_totals *const record =
        gau_trace_records_add(records, GAU_TRACE_PROCESS_TOTALS, sizeof *record);
    struct rusage usage = {0};

    getrusage(RUSAGE_SELF, &usage);
    record->time_ns = gau_collection_clock();
    record->user_ns = ns_of(&usage.ru_utime);
    record->system_ns = ns_of(&usage.ru_stime);
    record->collected_ns = gau_collection_time() - records->begun_ns;
    record->itt_inits = gau_collection_inits();
    record->lost_blocks = records->lost_blocks;
    record->lost_samples = records->lost_samples;
    record->missed = gau_signal_handler_missed();
    record->unseen_threads = gau_threads_unseen();
    record->small_stack_threads = gau_altstack_small_count();
    record->found_threads = records->found;
    record->unrecorded_children = gau_collection_unrecorded_children();
    record->writer_ns = writer_ns;
    record->ended = ended;
    record->error = (uint32_t)records->writer.error;
    record->itt_calls = records->past_calls;
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        if (gau_threads_state(thread) != GAU_THREAD_FREE)
            record->itt_calls += load_sum(&thread->calls);
}
