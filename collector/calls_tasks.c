/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#include "life.h"
#include "names.h"
#include "task_types.h"

/* NOLINTBEGIN(misc-unused-parameters): the signatures are those of ITT */

/*
 * Events and tasks. Times that the program gives are not looked at: they are of a clock of its own,
 * while samples know ours.
 */

void gau_calls_point(uint32_t type)
{
    struct gau_thread *const thread = gau_calls_count();

    if (!gau_life_paused() && !gau_tasks_process_add(type, 1, 0) && thread)
        gau_tasks_drop(thread->tasks);
}

gau_itt_id gau_calls_id(const gau_itt_id *id, uint32_t domain)
{
    return (gau_itt_id){id->d1, id->d2, id->d3 ^ (uint64_t)domain << 32};
}

/* --- events -------------------------------------------------------------------------------- */

int gau_call_event_start(int event)
{
    const uint32_t type = gau_task_types_check(GAU_TRACE_EVENT, event);
    struct gau_thread *const thread = gau_calls_count();

    if (thread)
        gau_tasks_begin(thread->tasks, GAU_TRACE_EVENT, type, type);
    return 0;
}

int gau_call_event_end(int event)
{
    struct gau_thread *const thread = gau_threads_self();

    if (thread)
        gau_tasks_end(thread->tasks, GAU_TRACE_EVENT, gau_task_types_check(GAU_TRACE_EVENT, event));
    return 0;
}

/* --- tasks --------------------------------------------------------------------------------- */

static void begin(const gau_itt_domain *domain, uint32_t name)
{
    struct gau_thread *const thread = gau_calls_count();
    uint32_t number;

    if (!thread)
        return;
    number = gau_names_of_domain(domain);
    gau_tasks_begin(thread->tasks, GAU_TRACE_TASK,
                    gau_task_types_of_names(GAU_TRACE_TASK, number, name), number);
}

static void end(const gau_itt_domain *domain)
{
    struct gau_thread *const thread = gau_threads_self();

    if (thread)
        gau_tasks_end(thread->tasks, GAU_TRACE_TASK, gau_names_of_domain(domain));
}

void gau_call_task_begin(const gau_itt_domain *domain, gau_itt_id task, gau_itt_id parent,
                         gau_itt_string *name)
{
    begin(domain, gau_names_of_string(name));
}

void gau_call_task_begin_ex(const gau_itt_domain *domain, gau_itt_clock_domain *clock,
                            uint64_t time, gau_itt_id task, gau_itt_id parent, gau_itt_string *name)
{
    begin(domain, gau_names_of_string(name));
}

void gau_call_task_begin_fn(const gau_itt_domain *domain, gau_itt_id task, gau_itt_id parent,
                            void *function)
{
    begin(domain, gau_names_of_function(function));
}

void gau_call_task_begin_fn_ex(const gau_itt_domain *domain, gau_itt_clock_domain *clock,
                               uint64_t time, gau_itt_id task, gau_itt_id parent, void *function)
{
    begin(domain, gau_names_of_function(function));
}

void gau_call_task_end(const gau_itt_domain *domain)
{
    end(domain);
}

void gau_call_task_end_ex(const gau_itt_domain *domain, gau_itt_clock_domain *clock, uint64_t time)
{
    end(domain);
}

/* A group has entries, but no time of its own. */
void gau_call_task_group(const gau_itt_domain *domain, gau_itt_id task, gau_itt_id parent,
                         gau_itt_string *name)
{
    gau_calls_point(gau_task_types_of_names(GAU_TRACE_TASK, gau_names_of_domain(domain),
                                            gau_names_of_string(name)));
}

/* --- overlapped tasks ---------------------------------------------------------------------- */

static void begin_overlapped(const gau_itt_domain *domain, const gau_itt_id *task,
                             const gau_itt_string *name)
{
    struct gau_thread *const thread = gau_calls_count();
    uint32_t number, type;
    gau_itt_id id;

    if (!thread)
        return;
    number = gau_names_of_domain(domain);
    type = gau_task_types_of_names(GAU_TRACE_OVERLAPPED_TASK, number, gau_names_of_string(name));
    id = gau_calls_id(task, number);
    gau_tasks_begin_overlapped(thread->tasks, type, &id);
}

static void end_overlapped(const gau_itt_domain *domain, const gau_itt_id *task)
{
    struct gau_thread *const thread = gau_threads_self();
    gau_itt_id id;

    if (!thread)
        return;
    id = gau_calls_id(task, gau_names_of_domain(domain));
    gau_tasks_end_overlapped(thread->tasks, &id);
}

void gau_call_task_begin_overlapped(const gau_itt_domain *domain, gau_itt_id task,
                                    gau_itt_id parent, gau_itt_string *name)
{
    begin_overlapped(domain, &task, name);
}

void gau_call_task_begin_overlapped_ex(const gau_itt_domain *domain, gau_itt_clock_domain *clock,
                                       uint64_t time, gau_itt_id task, gau_itt_id parent,
                                       gau_itt_string *name)
{
    begin_overlapped(domain, &task, name);
}

void gau_call_task_end_overlapped(const gau_itt_domain *domain, gau_itt_id task)
{
    end_overlapped(domain, &task);
}

void gau_call_task_end_overlapped_ex(const gau_itt_domain *domain, gau_itt_clock_domain *clock,
                                     uint64_t time, gau_itt_id task)
{
    end_overlapped(domain, &task);
}

/* NOLINTEND(misc-unused-parameters) */
