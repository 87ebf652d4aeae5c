/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#include "rules.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Names of tasks and regions may be NULL. */
static const struct gau_lint_name *name_of(const gau_itt_string *string)
{
    return gau_lint_name(string ? string->text : NULL);
}

/* --- events and marks ---------------------------------------------------------------------- */

static int mark_event(const char *function, int event,
                      void (*check)(const struct gau_lint_call *, const struct gau_lint_name *))
{
    const struct gau_lint_name *name;
    struct gau_lint_call call;

    if (!gau_lint_enter(&call))
        return 0;
    name = gau_lint_names_event(event);
    gau_lint_calls(&call, function, "ds", event, name ? name->text : "");
    if (name)
        check(&call, name);
    else
        gau_lint_breach(&call, GAU_LINT_UNKNOWN_EVENT, "event number %d", event);
    gau_lint_leave();
    return 0;
}

int gau_lint_event_start(int event)
{
    return mark_event("event_start", event, gau_lint_start_event);
}

int gau_lint_event_end(int event)
{
    return mark_event("event_end", event, gau_lint_end_event);
}

static int mark(const char *function, int type, const char *parameter, bool begins)
{
    const struct gau_lint_name *name;
    struct gau_lint_call call;

    if (!gau_lint_enter(&call))
        return 0;
    name = gau_lint_names_event(type);
    gau_lint_calls(&call, function, "dss", type, name ? name->text : "", parameter);
    if (name && begins)
        gau_lint_point(&call, "mark", name);
    gau_lint_leave();
    return 0;
}

int gau_lint_mark(int type, const char *parameter)
{
    return mark("mark", type, parameter, true);
}

int gau_lint_mark_off(int type)
{
    return mark("mark_off", type, NULL, false);
}

int gau_lint_mark_global(int type, const char *parameter)
{
    return mark("mark_global", type, parameter, true);
}

int gau_lint_mark_global_off(int type)
{
    return mark("mark_global_off", type, NULL, false);
}

/* --- tasks --------------------------------------------------------------------------------- */

static void begin_task(const char *function, const gau_itt_domain *domain, const char *text)
{
    struct gau_lint_call call;
    const struct gau_lint_domain *const own = gau_lint_enter_in(&call, domain);
    const struct gau_lint_name *name;

    if (!own)
        return;
    name = gau_lint_name(text);
    gau_lint_calls(&call, function, "ss", own->name->text, name->text);
    gau_lint_begin_task(&call, own, name);
    gau_lint_leave();
}

void gau_lint_task_begin(const gau_itt_domain *domain, gau_itt_id task, gau_itt_id parent,
                         gau_itt_string *name)
{
    (void)task;
    (void)parent;
    begin_task("task_begin", domain, name ? name->text : NULL);
}

void gau_lint_task_begin_ex(const gau_itt_domain *domain, gau_itt_clock_domain *clock,
                            uint64_t time, gau_itt_id task, gau_itt_id parent, gau_itt_string *name)
{
    (void)clock;
    (void)time;
    (void)task;
    (void)parent;
    begin_task("task_begin_ex", domain, name ? name->text : NULL);
}

static void begin_function(const char *function, const gau_itt_domain *domain, const void *address)
{
    char text[32];

    snprintf(text, sizeof text, "0x%" PRIxPTR, (uintptr_t)address);
    begin_task(function, domain, text);
}

void gau_lint_task_begin_fn(const gau_itt_domain *domain, gau_itt_id task, gau_itt_id parent,
                            void *function)
{
    (void)task;
    (void)parent;
    begin_function("task_begin_fn", domain, function);
}

void gau_lint_task_begin_fn_ex(const gau_itt_domain *domain, gau_itt_clock_domain *clock,
                               uint64_t time, gau_itt_id task, gau_itt_id parent, void *function)
{
    (void)clock;
    (void)time;
    (void)task;
    (void)parent;
    begin_function("task_begin_fn_ex", domain, function);
}

static void end_task(const char *function, const gau_itt_domain *domain)
{
    struct gau_lint_call call;
    const struct gau_lint_domain *const own = gau_lint_enter_in(&call, domain);

    if (!own)
        return;
    gau_lint_calls(&call, function, "ss", own->name->text, gau_lint_task_on(&call, own));
    gau_lint_end_task(&call, own);
    gau_lint_leave();
}

void gau_lint_task_end(const gau_itt_domain *domain)
{
    end_task("task_end", domain);
}

void gau_lint_task_end_ex(const gau_itt_domain *domain, gau_itt_clock_domain *clock, uint64_t time)
{
    (void)clock;
    (void)time;
    end_task("task_end_ex", domain);
}

/* --- regions, overlapped tasks, markers ---------------------------------------------------- */

/* @p what: as a mark that is checked, or NULL if it is logged alone. */
static void log_named(const char *function, const char *what, bool lasts,
                      const gau_itt_domain *domain, const gau_itt_id *id,
                      const gau_itt_string *string)
{
    struct gau_lint_call call;
    const struct gau_lint_domain *const own = gau_lint_enter_in(&call, domain);
    const struct gau_lint_name *name;

    if (!own)
        return;
    name = name_of(string);
    gau_lint_calls(&call, function, "ssxx", own->name->text, name->text, id->d1, id->d2);
    if (what && lasts)
        gau_lint_span(&call, what, name);
    else if (what)
        gau_lint_point(&call, what, name);
    gau_lint_leave();
}

void gau_lint_task_group(const gau_itt_domain *domain, gau_itt_id task, gau_itt_id parent,
                         gau_itt_string *name)
{
    (void)parent;
    log_named("task_group", NULL, false, domain, &task, name);
}

void gau_lint_task_begin_overlapped(const gau_itt_domain *domain, gau_itt_id task,
                                    gau_itt_id parent, gau_itt_string *name)
{
    (void)parent;
    log_named("task_begin_overlapped", "overlapped task", true, domain, &task, name);
}

void gau_lint_task_begin_overlapped_ex(const gau_itt_domain *domain, gau_itt_clock_domain *clock,
                                       uint64_t time, gau_itt_id task, gau_itt_id parent,
                                       gau_itt_string *name)
{
    (void)clock;
    (void)time;
    (void)parent;
    log_named("task_begin_overlapped_ex", "overlapped task", true, domain, &task, name);
}

void gau_lint_task_end_overlapped(const gau_itt_domain *domain, gau_itt_id task)
{
    log_named("task_end_overlapped", NULL, false, domain, &task, NULL);
}

void gau_lint_task_end_overlapped_ex(const gau_itt_domain *domain, gau_itt_clock_domain *clock,
                                     uint64_t time, gau_itt_id task)
{
    (void)clock;
    (void)time;
    log_named("task_end_overlapped_ex", NULL, false, domain, &task, NULL);
}

void gau_lint_region_begin(const gau_itt_domain *domain, gau_itt_id id, gau_itt_id parent,
                           gau_itt_string *name)
{
    (void)parent;
    log_named("region_begin", "region", true, domain, &id, name);
}

void gau_lint_region_end(const gau_itt_domain *domain, gau_itt_id id)
{
    log_named("region_end", NULL, false, domain, &id, NULL);
}

void gau_lint_id_create(const gau_itt_domain *domain, gau_itt_id id)
{
    log_named("id_create", NULL, false, domain, &id, NULL);
}

void gau_lint_id_destroy(const gau_itt_domain *domain, gau_itt_id id)
{
    log_named("id_destroy", NULL, false, domain, &id, NULL);
}

void gau_lint_marker(const gau_itt_domain *domain, gau_itt_id id, gau_itt_string *name, int scope)
{
    (void)scope;
    log_named("marker", "marker", false, domain, &id, name);
}
