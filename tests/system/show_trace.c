/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "trace/trace_reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * usage: show_trace FILE: what is in a trace, as lines for scripts:
 *
 *     blocks N missing N skipped N tail N bad N dangling N
 *     process PID clock N kernel 0|1 preloaded 0|1 note "TEXT"
 *     thread NUMBER tid N clock N ended 0|1 samples N weight NS written N written_weight NS
 *         dropped N dropped_weight NS truncated N callers N cpu NS name "TEXT"
 *     task KIND entries N samples N weight NS total NS self NS name "DOMAIN::NAME"
 *     stacks resets N largest N
 *     pauses N
 *     totals user NS system NS lost_blocks N lost_samples N unseen N ended 0|1 error N last NS
 *
 * in one line each; "written" are the samples that are in the file, "callers" those in their
 * stacks, "last" is the CPU time of the process at its last totals. Status 1: it is no trace.
 */

enum { STACKS_MAX = 1 << 24, THREADS_MAX = 4096, TASKS_MAX = 4096, NAME_MAX_SHOWN = 128 };

struct thread {
    struct gau_trace_thread_totals totals;
    uint32_t tid, clock;
    uint64_t written, written_ns, callers;
    char name[NAME_MAX_SHOWN];
};

struct task {
    uint32_t kind;
    uint64_t samples, weight_ns;
    char name[2 * NAME_MAX_SHOWN];
};

static struct show {
    uint32_t n_threads, n_tasks, resets, largest_stack, pauses;
    struct thread threads[THREADS_MAX];
    struct task tasks[TASKS_MAX];
    struct gau_trace_task_total *entries; /* by thread, then task */
    uint32_t *depths;                     /* callers, by stack */
    struct gau_trace_process_totals totals;
} show;

static bool process(void *user, const struct gau_trace_process *process,
                    struct gau_trace_text command, struct gau_trace_text note)
{
    (void)user;
    (void)command;
    printf("process %" PRIu32 " clock %" PRIu32 " kernel %" PRIu32 " preloaded %" PRIu32
           " note \"%s\"\n",
           process->pid, process->clock, process->includes_kernel_time, process->preloaded,
           note.data);
    return true;
}

static bool thread(void *user, const struct gau_trace_thread *thread, struct gau_trace_text name)
{
    struct thread *own;

    (void)user;
    if (thread->thread >= THREADS_MAX)
        return false;
    own = &show.threads[thread->thread];
    own->tid = thread->tid;
    own->clock = thread->clock;
    snprintf(own->name, sizeof own->name, "%s", name.data);
    if (thread->thread >= show.n_threads)
        show.n_threads = thread->thread + 1;
    return true;
}

static bool thread_totals(void *user, const struct gau_trace_thread_totals *totals)
{
    (void)user;
    show.threads[totals->thread].totals = *totals;
    return true;
}

static bool task_type(void *user, const struct gau_trace_task_type *type,
                      struct gau_trace_text domain, struct gau_trace_text name)
{
    struct task *own;

    (void)user;
    if (type->task >= TASKS_MAX)
        return false;
    own = &show.tasks[type->task];
    own->kind = type->kind;
    snprintf(own->name, sizeof own->name, "%s::%s", domain.data, name.data);
    if (type->task >= show.n_tasks)
        show.n_tasks = type->task + 1;
    return true;
}

static bool stacks(void *user, uint32_t first, const struct gau_trace_stack *stacks, uint32_t count)
{
    (void)user;
    for (uint32_t i = 0; i < count && first + i < STACKS_MAX; i++)
        show.depths[first + i] = stacks[i].caller ? show.depths[stacks[i].caller] + 1 : 0;
    if (first + count - 1 > show.largest_stack)
        show.largest_stack = first + count - 1;
    return true;
}

static bool stacks_reset(void *user)
{
    (void)user;
    show.resets++;
    return true;
}

static bool samples(void *user, uint32_t thread, const struct gau_trace_sample *samples,
                    uint32_t count)
{
    (void)user;
    for (uint32_t i = 0; i < count; i++) {
        show.threads[thread].written++;
        show.threads[thread].written_ns += samples[i].weight_ns;
        show.threads[thread].callers += show.depths[samples[i].stack];
        show.tasks[samples[i].task].samples++;
        show.tasks[samples[i].task].weight_ns += samples[i].weight_ns;
    }
    return true;
}

static bool task_totals(void *user, uint32_t thread, const struct gau_trace_task_total *totals,
                        uint32_t count)
{
    (void)user;
    for (uint32_t i = 0; i < count; i++)
        show.entries[(size_t)thread * TASKS_MAX + totals[i].task] = totals[i];
    return true;
}

static bool pause(void *user, const struct gau_trace_pause *pause)
{
    (void)user;
    (void)pause;
    show.pauses++;
    return true;
}

static bool process_totals(void *user, const struct gau_trace_process_totals *totals)
{
    (void)user;
    show.totals = *totals;
    return true;
}

static void print_threads(void)
{
    for (uint32_t i = 0; i < show.n_threads; i++) {
        const struct thread *const own = &show.threads[i];
        const struct gau_trace_thread_totals *const t = &own->totals;

        if (i > 0 || own->written > 0)
            printf("thread %" PRIu32 " tid %" PRIu32 " clock %" PRIu32 " ended %" PRIu32
                   " samples %" PRIu64 " weight %" PRIu64 " written %" PRIu64
                   " written_weight %" PRIu64 " dropped %" PRIu64 " dropped_weight %" PRIu64
                   " truncated %" PRIu64 " callers %" PRIu64 " cpu %" PRIu64 " name \"%s\"\n",
                   i, own->tid, own->clock, t->ended, t->samples, t->weight_ns, own->written,
                   own->written_ns, t->dropped, t->dropped_ns, t->truncated, own->callers,
                   t->cpu_ns, own->name);
    }
}

static void print_tasks(void)
{
    for (uint32_t i = 0; i < show.n_tasks; i++) {
        uint64_t entries = 0, total = 0, self = 0;

        for (uint32_t t = 0; t < show.n_threads || t == 0; t++) {
            entries += show.entries[(size_t)t * TASKS_MAX + i].entries;
            total += show.entries[(size_t)t * TASKS_MAX + i].total_ns;
            self += show.entries[(size_t)t * TASKS_MAX + i].self_ns;
        }
        printf("task %" PRIu32 " entries %" PRIu64 " samples %" PRIu64 " weight %" PRIu64
               " total %" PRIu64 " self %" PRIu64 " name \"%s\"\n",
               show.tasks[i].kind, entries, show.tasks[i].samples, show.tasks[i].weight_ns, total,
               self, i > 0 ? show.tasks[i].name : "");
    }
}

int main(int argc, char **argv)
{
    static const struct gau_trace_visitor visitor = {
        .process = process,
        .thread = thread,
        .thread_totals = thread_totals,
        .task_type = task_type,
        .stacks = stacks,
        .stacks_reset = stacks_reset,
        .samples = samples,
        .task_totals = task_totals,
        .pause = pause,
        .process_totals = process_totals,
    };
    struct gau_trace_damage damage;
    char message[256];

    show.entries = calloc((size_t)THREADS_MAX * TASKS_MAX, sizeof *show.entries);
    show.depths = calloc(STACKS_MAX, sizeof *show.depths);
    if (argc != 2 || !show.entries || !show.depths)
        return 2;
    if (gau_trace_read(argv[1], &visitor, NULL, NULL, &damage, message, sizeof message) !=
        GAU_TRACE_OK) {
        printf("%s\n", message);
        return 1;
    }
    printf("blocks %" PRIu64 " missing %" PRIu64 " skipped %" PRIu64 " tail %" PRIu64
           " bad %" PRIu64 " dangling %" PRIu64 "\n",
           damage.blocks, damage.missing, damage.bytes_skipped, damage.tail_bytes,
           damage.invalid_records, damage.dangling_references);
    print_threads();
    print_tasks();
    printf("stacks resets %" PRIu32 " largest %" PRIu32 "\n", show.resets, show.largest_stack);
    printf("pauses %" PRIu32 "\n", show.pauses);
    printf("totals user %" PRIu64 " system %" PRIu64 " lost_blocks %" PRIu64
           " lost_samples %" PRIu64 " unseen %" PRIu64 " ended %" PRIu32 " error %" PRIu32 "\n",
           show.totals.user_ns, show.totals.system_ns, show.totals.lost_blocks,
           show.totals.lost_samples, show.totals.unseen_threads, show.totals.ended,
           show.totals.error);
    return 0;
}
