/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#include "rules.h"

#include <string.h>

/* The length is the program's word; texts may end before, and need no NUL behind it. */
static struct gau_lint_name *name_of_length(const char *text, int length)
{
    if (!text || length <= 0)
        return gau_lint_name(text);
    return gau_lint_name_of_length(text, strnlen(text, (size_t)length));
}

/* --- objects ------------------------------------------------------------------------------- */

gau_itt_domain *gau_lint_domain_create(const char *text)
{
    static gau_itt_domain none;
    struct gau_lint_domain *domain;
    struct gau_lint_call call;

    if (!gau_lint_enter(&call))
        return &none;
    gau_lint_calls(&call, "domain_create", "s", text);
    domain = gau_lint_name_domain(gau_lint_name(text), false);
    gau_lint_named(&call, "domain", domain->name);
    gau_lint_leave();
    return &domain->object;
}

gau_itt_string *gau_lint_string_handle_create(const char *text)
{
    struct gau_lint_name *name;
    struct gau_lint_call call;

    if (!gau_lint_enter(&call))
        return NULL;
    gau_lint_calls(&call, "string_handle_create", "s", text);
    name = gau_lint_name(text);
    gau_lint_named(&call, "string", name);
    gau_lint_leave();
    return &name->string;
}

int gau_lint_event_create(const char *text, int length)
{
    struct gau_lint_name *name;
    struct gau_lint_call call;
    int event;

    if (!gau_lint_enter(&call))
        return 0;
    name = name_of_length(text, length);
    event = gau_lint_name_event(name);
    gau_lint_calls(&call, "event_create", "ds", event, name->text);
    gau_lint_named(&call, "event", name);
    gau_lint_leave();
    return event;
}

int gau_lint_mark_create(const char *text)
{
    struct gau_lint_name *name;
    struct gau_lint_call call;
    int mark;

    if (!gau_lint_enter(&call))
        return 0;
    name = gau_lint_name(text);
    mark = gau_lint_name_event(name);
    gau_lint_calls(&call, "mark_create", "ds", mark, name->text);
    gau_lint_named(&call, "mark", name);
    gau_lint_leave();
    return mark;
}

void *gau_lint_frame_create(const char *text)
{
    struct gau_lint_domain *frame;
    struct gau_lint_call call;

    if (!gau_lint_enter(&call))
        return NULL;
    frame = gau_lint_name_domain(gau_lint_name(text), true);
    gau_lint_calls(&call, "frame_create", "s", frame->name->text);
    gau_lint_named(&call, "frame", frame->name);
    gau_lint_leave();
    return &frame->object;
}

static void *create_counter(const char *function, const char *text, const char *domain, int type)
{
    gau_itt_counter *counter;
    struct gau_lint_name *name;
    struct gau_lint_call call;

    if (!gau_lint_enter(&call))
        return NULL;
    gau_lint_calls(&call, function, "ssd", text, domain, type);
    name = gau_lint_name(text);
    counter = gau_lint_name_counter(name, gau_lint_name(domain), type);
    gau_lint_named(&call, "counter", name);
    gau_lint_leave();
    return counter;
}

void *gau_lint_counter_create(const char *name, const char *domain)
{
    return create_counter("counter_create", name, domain, GAU_ITT_U64);
}

void *gau_lint_counter_create_typed(const char *name, const char *domain, int type)
{
    return create_counter("counter_create_typed", name, domain, type);
}

void *gau_lint_counter_create_v3(const gau_itt_domain *domain, const char *name, int type)
{
    return create_counter("counter_create_v3", name, domain ? domain->name : NULL, type);
}

/* --- threads ------------------------------------------------------------------------------- */

static void name_thread(const char *function, const char *text, int length)
{
    const struct gau_lint_name *name;
    struct gau_lint_call call;

    if (!gau_lint_enter(&call))
        return;
    name = name_of_length(text, length);
    gau_lint_calls(&call, function, "s", name->text);
    gau_lint_rename(&call, name);
    gau_lint_shown(&call, "thread", name);
    gau_lint_leave();
}

void gau_lint_thread_set_name(const char *name)
{
    name_thread("thread_set_name", name, 0);
}

int gau_lint_thr_name_set(const char *name, int length)
{
    name_thread("thr_name_set", name, length);
    return 0;
}

void gau_lint_thread_ignore(void)
{
    gau_lint_log_call("thread_ignore", "");
}

void gau_lint_thr_ignore(void)
{
    gau_lint_log_call("thr_ignore", "");
}

void gau_lint_detach(void)
{
    gau_lint_log_call("detach", "");
}

/* Neither is logged: they ask for something, and tell nothing. */
const char *gau_lint_api_version(void)
{
    return "gaudit-lint";
}

uint64_t gau_lint_get_timestamp(void)
{
    return gau_lint_clock();
}

/* --- control ------------------------------------------------------------------------------- */

static void control(const char *function, bool pause)
{
    struct gau_lint_call call;

    if (!gau_lint_enter(&call))
        return;
    gau_lint_calls(&call, function, "");
    gau_lint_control(&call, pause);
    gau_lint_leave();
}

void gau_lint_pause(void)
{
    control("pause", true);
}

void gau_lint_resume(void)
{
    control("resume", false);
}

/* Scope 2 is that of offloaded code alone. */
static void control_scoped(const char *function, int scope, bool pause)
{
    struct gau_lint_call call;

    if (!gau_lint_enter(&call))
        return;
    gau_lint_calls(&call, function, "d", scope);
    if (scope != 2)
        gau_lint_control(&call, pause);
    gau_lint_leave();
}

void gau_lint_pause_scoped(int scope)
{
    control_scoped("pause_scoped", scope, true);
}

void gau_lint_resume_scoped(int scope)
{
    control_scoped("resume_scoped", scope, false);
}
