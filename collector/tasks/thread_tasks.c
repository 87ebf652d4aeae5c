/* SPDX-License-Identifier: Apache-2.0 */
#include "thread_tasks.h"

#include "collector/base/collection_state.h"
#include "collector/base/mmap_arena.h"
#include "process_spans.h"
#include "task_lane.h"
#include "task_totals.h"

#include <string.h>

/* An open task. Without a total only its end is expected. */
struct open {
    struct gau_task_total *total;
    struct gau_process_span
        *span;     /* of an overlapped one; NULL if out of memory: only this thread can end it */
    gau_itt_id id; /* likewise */
    enum gau_trace_task_kind kind;
    uint32_t type, key; /* key: the type of an event, the domain of a task */
    struct gau_task_lane_mark mark;
};

struct gau_thread_tasks {
    uint32_t current;                  /* for the signal handler: type of `top` */
    uint32_t busy;                     /* for the signal handler: the stack is being changed */
    uint32_t ended;                    /* how many have been ended by other threads */
    uint32_t depth, n_deeper;          /* deeper: begun while the stack was full */
    uint64_t last_ns;                  /* time up to here is accounted for */
    struct gau_task_total *top;        /* of the innermost task with a total */
    struct open *stack;                /* NULL: no task yet */
    struct gau_thread_tasks_sums sums; /* read by the writer thread */
    struct gau_task_totals totals;
    struct gau_task_lane lane;
};

size_t gau_thread_tasks_size(void)
{
    return sizeof(struct gau_thread_tasks);
}

bool gau_thread_tasks_enter(struct gau_thread_tasks *tasks)
{
    if (__atomic_load_n(&tasks->busy, __ATOMIC_RELAXED) != 0)
        return false;
    __atomic_store_n(&tasks->busy, 1, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return true;
}

void gau_thread_tasks_leave(struct gau_thread_tasks *tasks)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&tasks->busy, 0, __ATOMIC_RELAXED);
}

uint32_t gau_thread_tasks_current(const struct gau_thread_tasks *tasks)
{
    if (__atomic_load_n(&tasks->ended, __ATOMIC_RELAXED) != 0 &&
        __atomic_load_n(&tasks->busy, __ATOMIC_RELAXED) == 0) {
        for (uint32_t i = tasks->depth; i-- > 0;)
            if (tasks->stack[i].type != 0 &&
                (!tasks->stack[i].span || gau_span_ended(tasks->stack[i].span) == 0))
                return tasks->stack[i].type;
        return 0;
    }
    return __atomic_load_n(&tasks->current, __ATOMIC_RELAXED);
}

/* The writer thread reads the sums meanwhile. */
void gau_thread_tasks_drop(struct gau_thread_tasks *tasks)
{
    __atomic_store_n(&tasks->sums.dropped, tasks->sums.dropped + 1, __ATOMIC_RELAXED);
}

static void count_unmatched(struct gau_thread_tasks *tasks)
{
    __atomic_store_n(&tasks->sums.unmatched_ends, tasks->sums.unmatched_ends + 1, __ATOMIC_RELAXED);
}

/* --- accounting ---------------------------------------------------------------------------- */

/* Adds the time up to now to the innermost task. */
static void credit(struct gau_thread_tasks *tasks, uint64_t now)
{
    if (now <= tasks->last_ns)
        return;
    if (tasks->top)
        tasks->top->open_self_ns += now - tasks->last_ns;
    tasks->last_ns = now;
}

static void set_top(struct gau_thread_tasks *tasks, struct gau_task_total *total, uint32_t type)
{
    tasks->top = total;
    __atomic_store_n(&tasks->current, type, __ATOMIC_RELAXED);
}

static void find_top(struct gau_thread_tasks *tasks)
{
    uint32_t i = tasks->depth;

    while (i > 0 && !tasks->stack[i - 1].total)
        i--;
    set_top(tasks, i > 0 ? tasks->stack[i - 1].total : NULL, i > 0 ? tasks->stack[i - 1].type : 0);
}

/* Nothing is published before the outermost one has ended, so that sums are consistent. */
static void close_total(struct gau_thread_tasks *tasks, struct gau_task_total *total, uint32_t type)
{
    if (--total->open > 0)
        return;
    gau_task_totals_publish(&tasks->totals, type, total, tasks->last_ns - total->began_ns);
}

/* --- the lane ------------------------------------------------------------------------------ */

static void begin_in_lane(struct gau_thread_tasks *tasks, struct open *open, uint64_t clock_ns)
{
    open->mark.begin_ns = clock_ns;
    if (open->kind != GAU_TRACE_OVERLAPPED_TASK)
        open->mark = gau_task_lane_begin(&tasks->lane, open->type, clock_ns);
}

/* Not inlined, nor is reap(): other calls save fewer registers then. */
__attribute__((noinline)) static void end_in_lane(struct gau_thread_tasks *tasks, uint32_t at,
                                                  uint64_t clock_ns, bool unfinished)
{
    const struct open *const open = &tasks->stack[at];

    gau_task_lane_end(&tasks->lane, open->type, &open->mark, clock_ns, unfinished);
}

/* --- the stack ----------------------------------------------------------------------------- */

static void take_out(struct gau_thread_tasks *tasks, uint32_t at, uint64_t now)
{
    const struct open *const open = &tasks->stack[at];
    struct gau_task_total *const total = open->total;
    struct gau_process_span *const span = open->span;
    const uint32_t type = open->type;

    credit(tasks, now);
    tasks->depth--;
    for (uint32_t i = at; i < tasks->depth; i++)
        tasks->stack[i] = tasks->stack[i + 1];
    find_top(tasks);
    if (total)
        close_total(tasks, total, type);
    if (span)
        gau_process_spans_release(span);
}

/* Removes the tasks that other threads have ended, in the order of their ends. */
__attribute__((noinline)) static void reap(struct gau_thread_tasks *tasks)
{
    for (;;) {
        uint64_t first = UINT64_MAX;
        uint32_t at = 0;

        for (uint32_t i = 0; i < tasks->depth; i++) {
            const struct gau_process_span *const span = tasks->stack[i].span;
            const uint64_t ended = span ? gau_span_ended(span) : 0;

            if (ended != 0 && ended < first) {
                first = ended;
                at = i;
            }
        }
        if (first == UINT64_MAX)
            break;
        if (gau_task_lane_wanted)
            end_in_lane(tasks, at, gau_span_ended_clock(tasks->stack[at].span), false);
        take_out(tasks, at, first);
    }
}

static inline bool begin_work(struct gau_thread_tasks *tasks)
{
    if (!gau_thread_tasks_enter(tasks))
        return false;
    if (__builtin_expect(__atomic_load_n(&tasks->ended, __ATOMIC_ACQUIRE) != 0, 0))
        reap(tasks);
    return true;
}

static bool has_room(struct gau_thread_tasks *tasks)
{
    if (tasks->n_deeper > 0)
        return false;
    if (!tasks->stack)
        tasks->stack = gau_mmap_arena_map(GAU_TASKS_DEPTH_MAX * sizeof *tasks->stack);
    return tasks->stack && tasks->depth < GAU_TASKS_DEPTH_MAX;
}

static void open_total(struct gau_task_total *total, uint64_t now)
{
    if (total->open++ == 0)
        total->began_ns = now;
    total->open_entries += !gau_collection_paused();
}

/* Id: of an overlapped one. */
static void push_task(struct gau_thread_tasks *tasks, enum gau_trace_task_kind kind, uint32_t type,
                      uint32_t key, const gau_itt_id *id)
{
    struct open *const open = &tasks->stack[tasks->depth];

    open->kind = kind;
    open->type = type;
    open->key = key;
    open->total = type != 0 ? gau_task_totals_of(&tasks->totals, type) : NULL;
    open->span = id ? gau_process_spans_own(id, &tasks->ended) : NULL;
    open->mark = (struct gau_task_lane_mark){0};
    if (id)
        open->id = *id;
    if (open->total) {
        const struct gau_collection_now now = gau_collection_now();

        credit(tasks, now.time_ns);
        open_total(open->total, tasks->last_ns);
        set_top(tasks, open->total, type);
        if (gau_task_lane_wanted && !gau_collection_paused())
            begin_in_lane(tasks, open, now.clock_ns);
    } else {
        open->type = 0;
        gau_thread_tasks_drop(tasks);
    }
    tasks->depth++;
}

static void begin_task(struct gau_thread_tasks *tasks, enum gau_trace_task_kind kind, uint32_t type,
                       uint32_t key, const gau_itt_id *id)
{
    if (!begin_work(tasks))
        return;
    if (has_room(tasks))
        push_task(tasks, kind, type, key, id);
    else {
        tasks->n_deeper++;
        gau_thread_tasks_drop(tasks);
    }
    gau_thread_tasks_leave(tasks);
}

/* By the program, or else at the end of the thread. */
static inline void end_now(struct gau_thread_tasks *tasks, uint32_t at, bool unfinished)
{
    const struct gau_collection_now now = gau_collection_now();

    if (gau_task_lane_wanted)
        end_in_lane(tasks, at, now.clock_ns, unfinished);
    take_out(tasks, at, now.time_ns);
}

/* Tasks begun while the stack was full are assumed to end first. */
static void end_task(struct gau_thread_tasks *tasks, enum gau_trace_task_kind kind, uint32_t key)
{
    uint32_t i = tasks->depth;

    if (tasks->n_deeper > 0) {
        tasks->n_deeper--;
        return;
    }
    while (i > 0 && !(tasks->stack[i - 1].key == key && tasks->stack[i - 1].kind == kind))
        i--;
    if (i > 0)
        end_now(tasks, i - 1, false);
    else
        count_unmatched(tasks);
}

static void end_overlapped(struct gau_thread_tasks *tasks, const gau_itt_id *id)
{
    uint32_t i = tasks->depth;

    while (i > 0 && !(tasks->stack[i - 1].kind == GAU_TRACE_OVERLAPPED_TASK &&
                      memcmp(&tasks->stack[i - 1].id, id, sizeof *id) == 0))
        i--;
    if (i > 0)
        end_now(tasks, i - 1, false);
    else if (gau_process_spans_end_owned(id))
        return;
    else if (tasks->n_deeper > 0)
        tasks->n_deeper--;
    else
        count_unmatched(tasks);
}

/* --- calls --------------------------------------------------------------------------------- */

void gau_thread_tasks_begin(struct gau_thread_tasks *tasks, enum gau_trace_task_kind kind,
                            uint32_t type, uint32_t key)
{
    begin_task(tasks, kind, type, key, NULL);
}

void gau_thread_tasks_end(struct gau_thread_tasks *tasks, enum gau_trace_task_kind kind,
                          uint32_t key)
{
    if (!begin_work(tasks))
        return;
    end_task(tasks, kind, key);
    gau_thread_tasks_leave(tasks);
}

void gau_thread_tasks_begin_overlapped(struct gau_thread_tasks *tasks, uint32_t type,
                                       const gau_itt_id *id)
{
    begin_task(tasks, GAU_TRACE_OVERLAPPED_TASK, type, 0, id);
}

void gau_thread_tasks_end_overlapped(struct gau_thread_tasks *tasks, const gau_itt_id *id)
{
    if (!begin_work(tasks))
        return;
    end_overlapped(tasks, id);
    gau_thread_tasks_leave(tasks);
}

void gau_thread_tasks_interval(struct gau_thread_tasks *tasks, uint32_t type, uint64_t begin_ns,
                               uint64_t end_ns)
{
    if (!begin_work(tasks))
        return;
    gau_task_lane_interval(&tasks->lane, type, begin_ns, end_ns, end_ns);
    gau_thread_tasks_leave(tasks);
}

void gau_thread_tasks_set_number(struct gau_thread_tasks *tasks, uint32_t thread)
{
    tasks->lane.thread = thread;
}

struct gau_task_lane *gau_thread_tasks_lane(struct gau_thread_tasks *tasks)
{
    return &tasks->lane;
}

/* --- ends ---------------------------------------------------------------------------------- */

void gau_thread_tasks_close(struct gau_thread_tasks *tasks)
{
    if (!begin_work(tasks))
        return;
    while (tasks->depth > 0) {
        if (tasks->stack[tasks->depth - 1].total)
            __atomic_store_n(&tasks->sums.unclosed_tasks, tasks->sums.unclosed_tasks + 1,
                             __ATOMIC_RELAXED);
        end_now(tasks, tasks->depth - 1, true);
    }
    tasks->n_deeper = 0;
    gau_thread_tasks_leave(tasks);
}

void gau_thread_tasks_restart(struct gau_thread_tasks *tasks)
{
    const struct gau_collection_now now = gau_collection_now();

    tasks->last_ns = now.time_ns;
    tasks->sums = (struct gau_thread_tasks_sums){0};
    gau_task_totals_restart(&tasks->totals, tasks->last_ns);
    for (uint32_t i = 0; i < tasks->depth; i++)
        if (tasks->stack[i].mark.begin_ns)
            tasks->stack[i].mark.begin_ns = now.clock_ns;
    gau_task_lane_restart(&tasks->lane, now.clock_ns);
}

void gau_thread_tasks_sums(const struct gau_thread_tasks *tasks, struct gau_thread_tasks_sums *sums)
{
    sums->unmatched_ends = __atomic_load_n(&tasks->sums.unmatched_ends, __ATOMIC_RELAXED);
    sums->unclosed_tasks = __atomic_load_n(&tasks->sums.unclosed_tasks, __ATOMIC_RELAXED);
    sums->dropped = __atomic_load_n(&tasks->sums.dropped, __ATOMIC_RELAXED);
}

void gau_thread_tasks_changed(struct gau_thread_tasks *tasks, gau_task_totals_visit *visit,
                              void *user)
{
    gau_task_totals_changed(tasks ? &tasks->totals : &gau_task_totals_of_process, visit, user);
}

void gau_thread_tasks_clear(struct gau_thread_tasks *tasks)
{
    for (uint32_t i = 0; i < tasks->depth; i++)
        if (tasks->stack[i].span)
            gau_process_spans_release(tasks->stack[i].span);
    if (tasks->stack)
        gau_mmap_arena_unmap(tasks->stack, GAU_TASKS_DEPTH_MAX * sizeof *tasks->stack);
    gau_task_totals_clear(&tasks->totals);
    gau_task_lane_clear(&tasks->lane);
    memset(tasks, 0, offsetof(struct gau_thread_tasks, totals));
}

/* --- the process --------------------------------------------------------------------------- */

void gau_thread_tasks_process_restart(void)
{
    gau_task_totals_restart(&gau_task_totals_of_process, 0);
    gau_process_spans_restart();
}
