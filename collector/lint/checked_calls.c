/* SPDX-License-Identifier: Apache-2.0 */
#include "checked_calls.h"

#include "process_state.h"

#include "collector/base/clock_now.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* NOLINTBEGIN(misc-unused-parameters): the signatures are those of ITT */

/* The functions of ITT, with its parameters, of which most use a few. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
/* Where the program called the function that has this in its body: behind the call. */
#define CALLER ((uintptr_t)__builtin_return_address(0))
#define DOMAIN const gau_itt_domain *domain
#define TIME gau_itt_clock_domain *clock, uint64_t time
#define TASK gau_itt_id task, gau_itt_id parent

/*
 * A function of ITT: takes the lock, logs the call by @p format, then runs @p check. @p result:
 * nothing, or 0.
 */
#define CHECKED(type, result, function, parameters, check, ...) \
    type gau_lint_##function parameters                         \
    {                                                           \
        struct gau_lint_call call;                              \
                                                                \
        if (!gau_lint_enter(&call, CALLER))                     \
            return result;                                      \
        gau_lint_write(&call, #function, __VA_ARGS__);          \
        check;                                                  \
        gau_lint_leave();                                       \
        return result;                                          \
    }                                                           \
    _Static_assert(1, "takes the semicolon")

/* Nothing is checked. */
#define LOGGED(function, parameters, ...) \
    CHECKED(void, , function, parameters, (void)0, __VA_ARGS__)

/* --- objects ------------------------------------------------------------------------------- */

/* A function that returns @p object, which is of @p name; @p none to calls from inside the
 * collector. */
#define CREATES(type, none, function, parameters, what, name_, object, ...) \
    type gau_lint_##function parameters                                     \
    {                                                                       \
        struct gau_lint_call call;                                          \
        struct gau_lint_name *name;                                         \
        type made;                                                          \
                                                                            \
        if (!gau_lint_enter(&call, CALLER))                                 \
            return none;                                                    \
        name = name_;                                                       \
        made = object;                                                      \
        gau_lint_write(&call, #function, __VA_ARGS__);                      \
        gau_lint_named(&call, what, name);                                  \
        gau_lint_leave();                                                   \
        return made;                                                        \
    }                                                                       \
    _Static_assert(1, "takes the semicolon")

#define COUNTER(function, parameters, domain, type)                             \
    CREATES(void *, NULL, function, parameters, "counter", gau_lint_name(text), \
            gau_lint_name_counter(name, gau_lint_name(domain), type), "ssd", text, domain, type)

CREATES(gau_itt_domain *, &gau_name_table_no_domain, domain_create, (const char *text), "domain",
        gau_lint_name(text), &gau_lint_name_domain(name, false)->object, "s", text);
CREATES(gau_itt_string *, NULL, string_handle_create, (const char *text), "string",
        gau_lint_name(text), &name->string, "s", text);
CREATES(void *, NULL, frame_create, (const char *text), "frame", gau_lint_name(text),
        &gau_lint_name_domain(name, true)->object, "s", name->text);
CREATES(int, 0, event_create, (const char *text, int length), "event",
        gau_lint_name_of_length(text, length), gau_lint_name_event(name), "ds", made, name->text);
CREATES(int, 0, mark_create, (const char *text), "mark", gau_lint_name(text),
        gau_lint_name_event(name), "ds", made, name->text);
COUNTER(counter_create, (const char *text, const char *domain), domain, GAU_ITT_U64);
COUNTER(counter_create_typed, (const char *text, const char *domain, int type), domain, type);
COUNTER(counter_create_v3, (const gau_itt_domain *domain, const char *text, int type),
        domain ? domain->name : NULL, type);

/* --- events and marks ---------------------------------------------------------------------- */

static void check_event(const struct gau_lint_call *call, int event, bool begins)
{
    const struct gau_lint_name *const name = gau_lint_names_event(event);

    if (!name)
        gau_lint_violation(call, GAU_LINT_UNKNOWN_EVENT, "event number %d", event);
    else if (begins)
        gau_lint_begin(call, NULL, name);
    else
        gau_lint_end_event(call, name);
}

static void check_mark(const struct gau_lint_call *call, int type)
{
    const struct gau_lint_name *const name = gau_lint_names_event(type);

    if (name)
        gau_lint_point(call, "mark", name);
}

/* "" if there is no such event. */
static const char *text_of_event(int event)
{
    const struct gau_lint_name *const name = gau_lint_names_event(event);

    return name ? name->text : "";
}

#define EVENT(function, begins)                                                            \
    CHECKED(int, 0, function, (int event), check_event(&call, event, begins), "ds", event, \
            text_of_event(event))
#define MARK(function, parameters, parameter, check) \
    CHECKED(int, 0, function, parameters, check, "dss", type, text_of_event(type), parameter)

EVENT(event_start, true);
EVENT(event_end, false);
MARK(mark, (int type, const char *parameter), parameter, check_mark(&call, type));
MARK(mark_global, (int type, const char *parameter), parameter, check_mark(&call, type));
MARK(mark_off, (int type), (const char *)NULL, (void)0);
MARK(mark_global_off, (int type), (const char *)NULL, (void)0);

/* --- frames of the old interface ----------------------------------------------------------- */

/* NULL if frame_create() never gave it. */
static struct gau_lint_domain *find_frame(const void *frame)
{
    struct gau_lint_domain *domain = gau_lint_names_domains();

    while (domain && !(domain->is_frame && &domain->object == frame))
        domain = domain->next;
    return domain;
}

static const char *name_of_frame(const void *frame)
{
    const struct gau_lint_domain *const own = find_frame(frame);

    return own ? own->name->text : "";
}

#define FRAME(function, rule)                                                        \
    CHECKED(void, , function, (void *frame),                                         \
            find_frame(frame) ? rule(&call, find_frame(frame), NULL) : (void)0, "s", \
            name_of_frame(frame))

FRAME(frame_begin, gau_lint_begin_frame);
FRAME(frame_end, gau_lint_end_frame);

/* --- threads ------------------------------------------------------------------------------- */

static void name_thread(const struct gau_lint_call *call, const struct gau_lint_name *name)
{
    gau_lint_rename(call, name);
    gau_lint_shown(call, "thread", name);
}

CHECKED(void, , thread_set_name, (const char *text), name_thread(&call, gau_lint_name(text)), "s",
        gau_lint_name(text)->text);
CHECKED(int, 0, thr_name_set, (const char *text, int length),
        name_thread(&call, gau_lint_name_of_length(text, length)), "s",
        gau_lint_name_of_length(text, length)->text);
LOGGED(thread_ignore, (void), "");
LOGGED(thr_ignore, (void), "");

/* --- control ------------------------------------------------------------------------------- */

static void control(const struct gau_lint_call *call, int scope, bool pause)
{
    if (scope != GAU_ENTRY_POINTS_OFFLOADED)
        gau_lint_control(call, pause);
}

CHECKED(void, , pause, (void), gau_lint_control(&call, true), "");
CHECKED(void, , resume, (void), gau_lint_control(&call, false), "");
CHECKED(void, , pause_scoped, (int scope), control(&call, scope, true), "d", scope);
CHECKED(void, , resume_scoped, (int scope), control(&call, scope, false), "d", scope);
LOGGED(detach, (void), "");

/* Not logged: they are queries. */
const char *gau_lint_api_version(void)
{
    return "gaudit-lint";
}

uint64_t gau_lint_get_timestamp(void)
{
    return gau_now(CLOCK_MONOTONIC);
}

/* --- counters: from create, or made before the collector was loaded ----------- */

static double number_of(int type, const void *value)
{
    union {
        uint64_t u64;
        int64_t s64;
        uint32_t u32;
        int32_t s32;
        uint16_t u16;
        int16_t s16;
        float real;
        double wide;
    } u;

    if (!value)
        return 0;
    switch (type) {
    case GAU_ITT_U64: memcpy(&u, value, 8); return (double)u.u64;
    case GAU_ITT_S64: memcpy(&u, value, 8); return (double)u.s64;
    case GAU_ITT_U32: memcpy(&u, value, 4); return u.u32;
    case GAU_ITT_S32: memcpy(&u, value, 4); return u.s32;
    case GAU_ITT_U16: memcpy(&u, value, 2); return u.u16;
    case GAU_ITT_S16: memcpy(&u, value, 2); return u.s16;
    case GAU_ITT_FLOAT: memcpy(&u, value, 4); return (double)u.real;
    case GAU_ITT_DOUBLE: memcpy(&u, value, 8); return u.wide;
    default: return 0;
    }
}

static const char *name_of_counter(const gau_itt_counter *counter)
{
    return counter ? counter->name : NULL;
}

static double value_of_counter(const gau_itt_counter *counter, const void *value)
{
    return counter ? number_of(counter->type, value) : 0;
}

#define SETS(function, parameters) \
    LOGGED(function, parameters, "sg", name_of_counter(counter), value_of_counter(counter, value))
#define CHANGES(function, parameters, delta) \
    LOGGED(function, parameters, "su", name_of_counter(counter), (uint64_t)(delta))

SETS(counter_set_value, (void *counter, void *value));
SETS(counter_set_value_v3, (void *counter, void *value));
SETS(counter_set_value_ex,
     (void *counter, gau_itt_clock_domain *clock, uint64_t time, void *value));
CHANGES(counter_inc, (void *counter), 1);
CHANGES(counter_dec, (void *counter), 1);
CHANGES(counter_inc_delta, (void *counter, uint64_t delta), delta);
CHANGES(counter_dec_delta, (void *counter, uint64_t delta), delta);
LOGGED(counter_destroy, (void *counter), "s", name_of_counter(counter));

/* --- waits and stitched stacks ------------------------------------------------------------- */

/* Never NULL, or libomp would end the program. It points to nothing of use. */
void *gau_lint_stack_caller_create(void)
{
    static char none;
    struct gau_lint_call call;
    void *stack;

    if (!gau_lint_enter(&call, CALLER))
        return &none;
    stack = (void *)(uintptr_t)++gau_lint.stacks;
    gau_lint_write(&call, "stack_caller_create", "x", gau_lint.stacks);
    gau_lint_leave();
    return stack;
}

#define OBJECT(function) LOGGED(function, (void *object), "x", (uint64_t)(uintptr_t)object)

OBJECT(stack_caller_destroy);
OBJECT(stack_callee_enter);
OBJECT(stack_callee_leave);
OBJECT(sync_destroy);
OBJECT(sync_prepare);
OBJECT(sync_cancel);
OBJECT(sync_acquired);
OBJECT(sync_releasing);
LOGGED(sync_create, (void *object, const char *type, const char *name, int attribute), "xss",
       (uint64_t)(uintptr_t)object, type, name);
LOGGED(sync_rename, (void *object, const char *name), "xs", (uint64_t)(uintptr_t)object, name);
LOGGED(suppress_push, (unsigned mask), "x", (uint64_t)mask);
LOGGED(suppress_pop, (void), "");

/* --- in domains ------------------------------------------------------------------------------ */

/*
 * A function of ITT with parameter `domain`: takes the lock, logs the name of the domain and the
 * other arguments by @p format, then runs @p check.
 */
#define IN_DOMAIN(function, parameters, check, format, ...)                           \
    void gau_lint_##function parameters                                               \
    {                                                                                 \
        struct gau_lint_call call;                                                    \
        struct gau_lint_domain *const own = gau_lint_enter_in(&call, domain, CALLER); \
                                                                                      \
        if (!own)                                                                     \
            return;                                                                   \
        gau_lint_write(&call, #function, "s" format, own->name->text, __VA_ARGS__);   \
        check;                                                                        \
        gau_lint_leave();                                                             \
    }                                                                                 \
    _Static_assert(1, "takes the semicolon")

/* Names of tasks and regions may be NULL. */
static const struct gau_lint_name *name_of(const gau_itt_string *string)
{
    return gau_lint_name(string ? string->text : NULL);
}

static const char *text_of(const gau_itt_string *string)
{
    return string ? string->text : NULL;
}

static const struct gau_lint_name *name_of_function(const void *function)
{
    char text[32];

    snprintf(text, sizeof text, "0x%" PRIxPTR, (uintptr_t)function);
    return gau_lint_name(text);
}

/* --- tasks --------------------------------------------------------------------------------- */

#define BEGINS(function, parameters, name) \
    IN_DOMAIN(function, parameters, gau_lint_begin(&call, own, name), "s", (name)->text)

BEGINS(task_begin, (DOMAIN, TASK, gau_itt_string *string), name_of(string));
BEGINS(task_begin_ex, (DOMAIN, TIME, TASK, gau_itt_string *string), name_of(string));
BEGINS(task_begin_fn, (DOMAIN, TASK, void *code), name_of_function(code));
BEGINS(task_begin_fn_ex, (DOMAIN, TIME, TASK, void *code), name_of_function(code));
IN_DOMAIN(task_end, (DOMAIN), gau_lint_end_task(&call, own), "s", gau_lint_task_on(&call, own));
IN_DOMAIN(task_end_ex, (DOMAIN, TIME), gau_lint_end_task(&call, own), "s",
          gau_lint_task_on(&call, own));

/* --- what has an id: regions, overlapped tasks, markers ------------------------------------ */

#define WITH_ID(function, parameters, check, id, string) \
    IN_DOMAIN(function, parameters, check, "sxx", name_of(string)->text, (id).d1, (id).d2)

WITH_ID(task_begin_overlapped, (DOMAIN, TASK, gau_itt_string *string),
        gau_lint_span(&call, "overlapped task", name_of(string)), task, string);
WITH_ID(task_begin_overlapped_ex, (DOMAIN, TIME, TASK, gau_itt_string *string),
        gau_lint_span(&call, "overlapped task", name_of(string)), task, string);
WITH_ID(region_begin, (DOMAIN, gau_itt_id id, gau_itt_id parent, gau_itt_string *string),
        gau_lint_span(&call, "region", name_of(string)), id, string);
WITH_ID(marker, (DOMAIN, gau_itt_id id, gau_itt_string *string, int scope),
        gau_lint_point(&call, "marker", name_of(string)), id, string);
WITH_ID(task_group, (DOMAIN, TASK, gau_itt_string *string), (void)0, task, string);
WITH_ID(task_end_overlapped, (DOMAIN, gau_itt_id task), (void)0, task, NULL);
WITH_ID(task_end_overlapped_ex, (DOMAIN, TIME, gau_itt_id task), (void)0, task, NULL);
WITH_ID(region_end, (DOMAIN, gau_itt_id id), (void)0, id, NULL);
WITH_ID(id_create, (DOMAIN, gau_itt_id id), (void)0, id, NULL);
WITH_ID(id_destroy, (DOMAIN, gau_itt_id id), (void)0, id, NULL);

/* --- frames -------------------------------------------------------------------------------- */

IN_DOMAIN(frame_begin_v3, (DOMAIN, gau_itt_id *id), gau_lint_begin_frame(&call, own, id), "xx",
          id ? id->d1 : 0, id ? id->d2 : 0);
IN_DOMAIN(frame_end_v3, (DOMAIN, gau_itt_id *id), gau_lint_end_frame(&call, own, id), "xx",
          id ? id->d1 : 0, id ? id->d2 : 0);
IN_DOMAIN(frame_submit_v3, (DOMAIN, gau_itt_id *id, uint64_t begin, uint64_t end),
          gau_lint_submit_frame(&call, own), "uu", begin, end);

/* --- counters, metadata, relations --------------------------------------------------------- */

IN_DOMAIN(counter_inc_v3, (DOMAIN, gau_itt_string *string), (void)0, "su", text_of(string),
          (uint64_t)1);
IN_DOMAIN(counter_dec_v3, (DOMAIN, gau_itt_string *string), (void)0, "su", text_of(string),
          (uint64_t)1);
IN_DOMAIN(counter_inc_delta_v3, (DOMAIN, gau_itt_string *string, uint64_t delta), (void)0, "su",
          text_of(string), delta);
IN_DOMAIN(counter_dec_delta_v3, (DOMAIN, gau_itt_string *string, uint64_t delta), (void)0, "su",
          text_of(string), delta);
IN_DOMAIN(metadata_add,
          (DOMAIN, gau_itt_id id, gau_itt_string *key, int type, size_t count, void *data), (void)0,
          "sdug", text_of(key), type, (uint64_t)count, number_of(type, count ? data : NULL));
IN_DOMAIN(metadata_str_add,
          (DOMAIN, gau_itt_id id, gau_itt_string *key, const char *data, size_t length), (void)0,
          "sls", text_of(key), length, data);
IN_DOMAIN(formatted_metadata_add, (DOMAIN, gau_itt_string *format, ...), (void)0, "s",
          text_of(format));
IN_DOMAIN(relation_add, (DOMAIN, gau_itt_id head, int relation, gau_itt_id tail), (void)0, "xdx",
          head.d1, relation, tail.d1);
IN_DOMAIN(relation_add_to_current, (DOMAIN, int relation, gau_itt_id tail), (void)0, "xdx",
          (uint64_t)0, relation, tail.d1);

/* NOLINTEND(misc-unused-parameters) */
