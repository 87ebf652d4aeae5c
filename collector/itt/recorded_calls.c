/* SPDX-License-Identifier: Apache-2.0 */
#include "recorded_calls.h"

#include "collector/base/collection_state.h"
#include "collector/base/name_table.h"
#include "collector/sampling/thread_registry.h"
#include "collector/tasks/process_spans.h"
#include "collector/tasks/task_lane.h"
#include "collector/tasks/task_totals.h"
#include "collector/tasks/task_types.h"
#include "collector/writer/pauses.h"

#include <stddef.h>
#include <string.h>

/* NOLINTBEGIN(misc-unused-parameters): the signatures are those of ITT */

/* The functions of ITT. Times given by the program are ignored: they are of its own clock, which
 * samples do not have. */

/* Many parameters are not used. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define DOMAIN const gau_itt_domain *domain
#define TIME gau_itt_clock_domain *clock, uint64_t time
#define TASK gau_itt_id task, gau_itt_id parent
#define NAME gau_itt_string *name

/* A function that returns nothing. */
#define CALL(name, parameters, work) \
    void gau_call_##name parameters  \
    {                                \
        work;                        \
    }

/* Counts the call in the calling thread and returns it; NULL if it has no block. */
static struct gau_thread *count_call(void)
{
    struct gau_thread *const thread = gau_thread_registry_self();

    if (thread) /* the writer thread reads it */
        __atomic_store_n(&thread->calls, thread->calls + 1, __ATOMIC_RELAXED);
    return thread;
}

/* Adds to the totals of the process, unless collection is paused. */
static void add_entry(uint32_t type, uint64_t wall_ns)
{
    struct gau_thread *const thread = count_call();

    if (!gau_collection_paused() && !gau_task_totals_process_add(type, 1, wall_ns) && thread)
        gau_thread_tasks_drop(thread->tasks);
}

/* Adds an entry without duration. */
static void add_point(uint32_t type)
{
    add_entry(type, 0);
}

static uint32_t type_in(enum gau_trace_task_kind kind, const gau_itt_domain *domain,
                        const gau_itt_string *name)
{
    return gau_task_types_of_names(kind, gau_name_table_of_domain(domain),
                                   gau_name_table_of_string(name));
}

/* Ids are unique within a domain, so its number is added. */
static gau_itt_id id_in(uint32_t domain, const gau_itt_id *id)
{
    return (gau_itt_id){id->d1, id->d2, id->d3 ^ (uint64_t)domain << 32};
}

/* --- objects: also made for threads without a block ------------------------------------- */

static struct gau_name *name_of(const char *text)
{
    count_call();
    return gau_name_table_of(text ? text : "", gau_entry_points_size(text, 0));
}

gau_itt_domain *gau_call_domain_create(const char *text)
{
    struct gau_name *const name = name_of(text);

    return name ? &name->domain : &gau_name_table_no_domain;
}

gau_itt_string *gau_call_string_handle_create(const char *text)
{
    struct gau_name *const name = name_of(text);

    return name ? &name->string : &gau_name_table_no_string;
}

/* A type in the domain of that name; a NULL domain: no domain. */
static uint32_t create_type(enum gau_trace_task_kind kind, const char *domain, const char *text,
                            int length)
{
    count_call();
    return gau_task_types_of(kind, domain, text ? text : "", gau_entry_points_size(text, length));
}

int gau_call_event_create(const char *text, int length)
{
    return (int)create_type(GAU_TRACE_EVENT, NULL, text, length);
}

int gau_call_mark_create(const char *text)
{
    return (int)create_type(GAU_TRACE_MARK, NULL, text, 0);
}

static void *create_counter(const char *name, const char *domain, int type)
{
    return gau_task_types_counter(create_type(GAU_TRACE_COUNTER, domain, name, 0), type);
}

void *gau_call_counter_create(const char *name, const char *domain)
{
    return create_counter(name, domain, GAU_ITT_U64);
}

void *gau_call_counter_create_typed(const char *name, const char *domain, int type)
{
    return create_counter(name, domain, type);
}

void *gau_call_counter_create_v3(const gau_itt_domain *domain, const char *name, int type)
{
    return create_counter(name, domain ? domain->name : NULL, type);
}

/* The object is kept: other code may still use it. */
CALL(counter_destroy, (void *counter), (void)0)

/* --- threads and control -------------------------------------------------------------------- */

static void name_thread(const char *text, size_t size)
{
    struct gau_thread *const thread = count_call();

    if (!thread || !text || !gau_thread_tasks_enter(thread->tasks))
        return;
    gau_threads_name(thread, text, size);
    gau_thread_tasks_leave(thread->tasks);
}

CALL(thread_set_name, (const char *name), name_thread(name, gau_entry_points_size(name, 0)))

int gau_call_thr_name_set(const char *name, int length)
{
    name_thread(name, gau_entry_points_size(name, length));
    return 0;
}

/* Ignored: all threads are collected. */
CALL(thread_ignore, (void), (void)0)

const char *gau_call_api_version(void)
{
    return "gaudit";
}

CALL(pause_scoped, (int scope), if (scope != GAU_ENTRY_POINTS_OFFLOADED) gau_pauses_begin())
CALL(resume_scoped, (int scope), if (scope != GAU_ENTRY_POINTS_OFFLOADED) gau_pauses_end())

/* --- events -------------------------------------------------------------------------------- */

int gau_call_event_start(int event)
{
    const uint32_t type = gau_task_types_check(GAU_TRACE_EVENT, event);
    struct gau_thread *const thread = count_call();

    if (thread)
        gau_thread_tasks_begin(thread->tasks, GAU_TRACE_EVENT, type, type);
    return 0;
}

int gau_call_event_end(int event)
{
    struct gau_thread *const thread = gau_thread_registry_self();

    if (thread)
        gau_thread_tasks_end(thread->tasks, GAU_TRACE_EVENT,
                             gau_task_types_check(GAU_TRACE_EVENT, event));
    return 0;
}

/* --- tasks --------------------------------------------------------------------------------- */

static void begin_task(const gau_itt_domain *domain, uint32_t name)
{
    struct gau_thread *const thread = count_call();
    uint32_t number;

    if (!thread)
        return;
    number = gau_name_table_of_domain(domain);
    gau_thread_tasks_begin(thread->tasks, GAU_TRACE_TASK,
                           gau_task_types_of_names(GAU_TRACE_TASK, number, name), number);
}

static void end_task(const gau_itt_domain *domain)
{
    struct gau_thread *const thread = gau_thread_registry_self();

    if (thread)
        gau_thread_tasks_end(thread->tasks, GAU_TRACE_TASK, gau_name_table_of_domain(domain));
}

static void begin_overlapped(const gau_itt_domain *domain, gau_itt_id task,
                             const gau_itt_string *name)
{
    struct gau_thread *const thread = count_call();

    if (!thread)
        return;
    task = id_in(gau_name_table_of_domain(domain), &task);
    gau_thread_tasks_begin_overlapped(thread->tasks,
                                      type_in(GAU_TRACE_OVERLAPPED_TASK, domain, name), &task);
}

static void end_overlapped(const gau_itt_domain *domain, gau_itt_id task)
{
    struct gau_thread *const thread = gau_thread_registry_self();

    task = id_in(thread ? gau_name_table_of_domain(domain) : 0, &task);
    if (thread)
        gau_thread_tasks_end_overlapped(thread->tasks, &task);
}

CALL(task_begin, (DOMAIN, TASK, NAME), begin_task(domain, gau_name_table_of_string(name)))
CALL(task_begin_ex, (DOMAIN, TIME, TASK, NAME), begin_task(domain, gau_name_table_of_string(name)))
CALL(task_begin_fn, (DOMAIN, TASK, void *code),
     begin_task(domain, gau_name_table_of_function(code)))
CALL(task_begin_fn_ex, (DOMAIN, TIME, TASK, void *code),
     begin_task(domain, gau_name_table_of_function(code)))
CALL(task_end, (DOMAIN), end_task(domain))
CALL(task_end_ex, (DOMAIN, TIME), end_task(domain))
CALL(task_begin_overlapped, (DOMAIN, TASK, NAME), begin_overlapped(domain, task, name))
CALL(task_begin_overlapped_ex, (DOMAIN, TIME, TASK, NAME), begin_overlapped(domain, task, name))
CALL(task_end_overlapped, (DOMAIN, gau_itt_id task), end_overlapped(domain, task))
CALL(task_end_overlapped_ex, (DOMAIN, TIME, gau_itt_id task), end_overlapped(domain, task))

/* A group counts entries, but no time. */
CALL(task_group, (DOMAIN, TASK, NAME), add_point(type_in(GAU_TRACE_TASK, domain, name)))

/* --- frames and regions: of the whole process, by any thread --------------------------------- */

static void begin_span(enum gau_trace_task_kind kind, uint32_t type, gau_itt_id id)
{
    struct gau_thread *const thread = count_call();

    if ((type == 0 || !gau_process_spans_begin(kind, type, &id)) && thread)
        gau_thread_tasks_drop(thread->tasks);
}

static void add_interval(uint32_t type, uint64_t begin_ns, uint64_t end_ns)
{
    struct gau_thread *const thread = gau_task_lane_wanted ? gau_thread_registry_self() : NULL;

    if (thread)
        gau_thread_tasks_interval(thread->tasks, type, begin_ns, end_ns);
}

static void end_span(enum gau_trace_task_kind kind, gau_itt_id id)
{
    struct gau_process_spans_interval ended;

    if (gau_process_spans_end(kind, &id, &ended) && ended.begin_ns != 0)
        add_interval(ended.type, ended.begin_ns, ended.end_ns);
}

/* A frame has the name of its domain. */
static uint32_t type_of_frame(const gau_itt_domain *domain)
{
    const uint32_t number = gau_name_table_of_domain(domain);

    return gau_task_types_of_names(GAU_TRACE_FRAME, number, number);
}

static gau_itt_id id_of_frame(const gau_itt_domain *domain, const gau_itt_id *id)
{
    return id_in(gau_name_table_of_domain(domain), id ? id : &(gau_itt_id){0});
}

CALL(frame_begin_v3, (DOMAIN, gau_itt_id *id),
     begin_span(GAU_TRACE_FRAME, type_of_frame(domain), id_of_frame(domain, id)))
CALL(frame_end_v3, (DOMAIN, gau_itt_id *id), end_span(GAU_TRACE_FRAME, id_of_frame(domain, id)))

/* The times are ours, as get_timestamp() returned them; pauses between them count. */
static void submit_frame(uint32_t type, uint64_t begin_ns, uint64_t end_ns)
{
    add_entry(type, end_ns > begin_ns ? end_ns - begin_ns : 0);
    if (type != 0 && begin_ns <= end_ns && !gau_collection_paused() &&
        end_ns <= gau_collection_clock())
        add_interval(type, begin_ns, end_ns);
}

CALL(frame_submit_v3, (DOMAIN, gau_itt_id *id, uint64_t begin_ns, uint64_t end_ns),
     submit_frame(type_of_frame(domain), begin_ns, end_ns))

/* The old interface: create returns the number of a type, as a pointer. */
void *gau_call_frame_create(const char *name)
{
    return (void *)(uintptr_t)create_type(GAU_TRACE_FRAME, NULL, name, 0);
}

static uint32_t type_of_old_frame(const void *frame)
{
    return (uintptr_t)frame <= GAU_TASK_TYPES_MAX
               ? gau_task_types_check(GAU_TRACE_FRAME, (int)(uintptr_t)frame)
               : 0;
}

/* Cannot collide with ids of the new interface: no domain has number 0. */
static gau_itt_id id_of_old_frame(const void *frame)
{
    return (gau_itt_id){.d1 = type_of_old_frame(frame)};
}

CALL(frame_begin, (void *frame),
     begin_span(GAU_TRACE_FRAME, type_of_old_frame(frame), id_of_old_frame(frame)))
CALL(frame_end, (void *frame), end_span(GAU_TRACE_FRAME, id_of_old_frame(frame)))

static void begin_region(const gau_itt_domain *domain, const gau_itt_id *id,
                         const gau_itt_string *name)
{
    const uint32_t number = gau_name_table_of_domain(domain);

    begin_span(GAU_TRACE_REGION,
               gau_task_types_of_names(GAU_TRACE_REGION, number,
                                       name ? gau_name_table_of_string(name)
                                            : gau_name_table_of_text("region")),
               id_in(number, id));
}

CALL(region_begin, (DOMAIN, gau_itt_id id, gau_itt_id parent, NAME),
     begin_region(domain, &id, name))
CALL(region_end, (DOMAIN, gau_itt_id id),
     end_span(GAU_TRACE_REGION, id_in(gau_name_table_of_domain(domain), &id)))

/* --- marks and counters: updates are counted, values are ignored ----------------------- */

int gau_call_mark(int type, const char *parameter)
{
    add_point(gau_task_types_check(GAU_TRACE_MARK, type));
    return 0;
}

CALL(marker, (DOMAIN, gau_itt_id id, NAME, int scope),
     add_point(type_in(GAU_TRACE_MARK, domain, name)))
CALL(marker_ex, (DOMAIN, TIME, gau_itt_id id, NAME, int scope),
     add_point(type_in(GAU_TRACE_MARK, domain, name)))

static void update_counter(gau_itt_counter *counter)
{
    if (counter)
        add_point(gau_task_types_of_counter(counter));
}

CALL(counter_inc, (void *counter), update_counter(counter))
CALL(counter_inc_delta, (void *counter, uint64_t delta), update_counter(counter))
CALL(counter_set_value, (void *counter, void *value), update_counter(counter))
CALL(counter_set_value_ex, (void *counter, TIME, void *value), update_counter(counter))
CALL(counter_inc_v3, (DOMAIN, NAME), add_point(type_in(GAU_TRACE_COUNTER, domain, name)))
CALL(counter_inc_delta_v3, (DOMAIN, NAME, uint64_t delta),
     add_point(type_in(GAU_TRACE_COUNTER, domain, name)))

/* NOLINTEND(misc-unused-parameters) */
