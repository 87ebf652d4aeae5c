/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#include "state.h"

#include <string.h>

/* NOLINTBEGIN(misc-unused-parameters): the signatures are those of ITT */

/* The calls that name no domain. They have the parameters that ITT gives them; most use a few. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/*
 * A function of ITT: takes the lock, writes to the log what the format says, then does @p check.
 * @p result: nothing, or 0.
 */
#define CHECKED(type, result, function, parameters, check, ...) \
    type gau_lint_##function parameters                         \
    {                                                           \
        struct gau_lint_call call;                              \
                                                                \
        if (!gau_lint_enter(&call))                             \
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

/* The length is the program's word; texts may end before, and need no NUL behind it. */
static struct gau_lint_name *name_of_length(const char *text, int length)
{
    if (!text || length <= 0)
        return gau_lint_name(text);
    return gau_lint_name_of_length(text, strnlen(text, (size_t)length));
}

/* One that gives @p object, which is of @p name; @p none to calls from inside the collector. */
#define CREATES(type, none, function, parameters, what, name_, object, ...) \
    type gau_lint_##function parameters                                     \
    {                                                                       \
        struct gau_lint_call call;                                          \
        struct gau_lint_name *name;                                         \
        type made;                                                          \
                                                                            \
        if (!gau_lint_enter(&call))                                         \
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

static gau_itt_domain no_domain;

CREATES(gau_itt_domain *, &no_domain, domain_create, (const char *text), "domain",
        gau_lint_name(text), &gau_lint_name_domain(name)->object, "s", text);
CREATES(gau_itt_string *, NULL, string_handle_create, (const char *text), "string",
        gau_lint_name(text), &name->string, "s", text);
CREATES(int, 0, event_create, (const char *text, int length), "event", name_of_length(text, length),
        gau_lint_name_event(name), "ds", made, name->text);
COUNTER(counter_create, (const char *text, const char *domain), domain, GAU_ITT_U64);
COUNTER(counter_create_typed, (const char *text, const char *domain, int type), domain, type);
COUNTER(counter_create_v3, (const gau_itt_domain *domain, const char *text, int type),
        domain ? domain->name : NULL, type);

/* --- events -------------------------------------------------------------------------------- */

typedef void rule(const struct gau_lint_call *, const struct gau_lint_name *);

static void check_event(const struct gau_lint_call *call, int event, rule *check)
{
    const struct gau_lint_name *const name = gau_lint_names_event(event);

    if (name)
        check(call, name);
    else
        gau_lint_breach(call, GAU_LINT_UNKNOWN_EVENT, "event number %d", event);
}

/* "" if there is no such event. */
static const char *text_of(int event)
{
    const struct gau_lint_name *const name = gau_lint_names_event(event);

    return name ? name->text : "";
}

#define EVENT(function, rule)                                                            \
    CHECKED(int, 0, function, (int event), check_event(&call, event, rule), "ds", event, \
            text_of(event))

EVENT(event_start, gau_lint_start_event);
EVENT(event_end, gau_lint_end_event);

/* --- threads ------------------------------------------------------------------------------- */

static void name_thread(const struct gau_lint_call *call, const struct gau_lint_name *name)
{
    gau_lint_rename(call, name);
    gau_lint_shown(call, "thread", name);
}

CHECKED(void, , thread_set_name, (const char *text), name_thread(&call, gau_lint_name(text)), "s",
        gau_lint_name(text)->text);
CHECKED(int, 0, thr_name_set, (const char *text, int length),
        name_thread(&call, name_of_length(text, length)), "s", name_of_length(text, length)->text);
LOGGED(thread_ignore, (void), "");
LOGGED(thr_ignore, (void), "");

/* --- control ------------------------------------------------------------------------------- */

/* Scope 2 is that of offloaded code alone. */
static void control(const struct gau_lint_call *call, int scope, bool pause)
{
    if (scope != 2)
        gau_lint_control(call, pause);
}

CHECKED(void, , pause, (void), gau_lint_control(&call, true), "");
CHECKED(void, , resume, (void), gau_lint_control(&call, false), "");
CHECKED(void, , pause_scoped, (int scope), control(&call, scope, true), "d", scope);
CHECKED(void, , resume_scoped, (int scope), control(&call, scope, false), "d", scope);
LOGGED(detach, (void), "");

/* Neither is logged: they ask for something, and tell nothing. */
const char *gau_lint_api_version(void)
{
    return "gaudit-lint";
}

uint64_t gau_lint_get_timestamp(void)
{
    return gau_lint_clock();
}

/* --- counters: what create gives, or what was made before there was a collector ----------- */

double gau_lint_number(int type, const void *value)
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
    return counter ? gau_lint_number(counter->type, value) : 0;
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

/* Never NULL, or else libomp ends the program. Nothing is behind it. */
void *gau_lint_stack_caller_create(void)
{
    static char none;
    struct gau_lint_call call;
    void *stack;

    if (!gau_lint_enter(&call))
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

/* NOLINTEND(misc-unused-parameters) */
