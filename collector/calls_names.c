/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#include "life.h"
#include "names.h"
#include "task_types.h"

#include <string.h>

/* --- objects: made also for threads that we do not know ------------------------------------- */

/* The length is the program's word; texts may end before, and need no NUL behind it. */
static size_t size_of(const char *text, int length)
{
    if (!text)
        return 0;
    return length > 0 ? strnlen(text, (size_t)length) : strlen(text);
}

gau_itt_domain *gau_call_domain_create(const char *text)
{
    struct gau_name *const name = gau_names_of(text ? text : "", size_of(text, 0));

    gau_calls_count();
    return name ? &name->domain : &gau_names_no_domain;
}

gau_itt_string *gau_call_string_handle_create(const char *text)
{
    struct gau_name *const name = gau_names_of(text ? text : "", size_of(text, 0));

    gau_calls_count();
    return name ? &name->string : &gau_names_no_string;
}

int gau_call_event_create(const char *text, int length)
{
    gau_calls_count();
    return (int)gau_task_types_of(GAU_TRACE_EVENT, NULL, text ? text : "", size_of(text, length));
}

int gau_call_mark_create(const char *text)
{
    gau_calls_count();
    return (int)gau_task_types_of(GAU_TRACE_MARK, NULL, text ? text : "", size_of(text, 0));
}

/* --- threads ------------------------------------------------------------------------------- */

static void name_thread(const char *text, size_t size)
{
    struct gau_thread *const thread = gau_calls_count();

    if (!thread || !text || !gau_tasks_enter(thread->tasks))
        return;
    gau_threads_name(thread, text, size);
    gau_tasks_leave(thread->tasks);
}

void gau_call_thread_set_name(const char *name)
{
    name_thread(name, size_of(name, 0));
}

int gau_call_thr_name_set(const char *name, int length)
{
    name_thread(name, size_of(name, length));
    return 0;
}

/* All threads are collected. */
void gau_call_thread_ignore(void)
{
}

/* --- control ------------------------------------------------------------------------------- */

const char *gau_call_api_version(void)
{
    return "gaudit";
}

/* Scope 2 is that of offloaded code alone. */
void gau_call_pause_scoped(int scope)
{
    if (scope != 2)
        gau_life_pause();
}

void gau_call_resume_scoped(int scope)
{
    if (scope != 2)
        gau_life_resume();
}
