/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#include "rules.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- counters: what create gives, or what was made before there was a collector ----------- */

static const char *name_of_counter(const void *counter)
{
    return counter ? ((const gau_itt_counter *)counter)->name : NULL;
}

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

static void set_counter(const char *function, const void *counter, const void *value)
{
    const double number =
        counter && value ? number_of(((const gau_itt_counter *)counter)->type, value) : 0;

    gau_lint_log_call(function, "sg", name_of_counter(counter), number);
}

void gau_lint_counter_destroy(void *counter)
{
    gau_lint_log_call("counter_destroy", "s", name_of_counter(counter));
}

void gau_lint_counter_set_value(void *counter, void *value)
{
    set_counter("counter_set_value", counter, value);
}

void gau_lint_counter_set_value_v3(void *counter, void *value)
{
    set_counter("counter_set_value_v3", counter, value);
}

void gau_lint_counter_set_value_ex(void *counter, gau_itt_clock_domain *clock, uint64_t time,
                                   void *value)
{
    (void)clock;
    (void)time;
    set_counter("counter_set_value_ex", counter, value);
}

static void change_counter(const char *function, const void *counter, uint64_t delta)
{
    gau_lint_log_call(function, "su", name_of_counter(counter), delta);
}

void gau_lint_counter_inc(void *counter)
{
    change_counter("counter_inc", counter, 1);
}

void gau_lint_counter_dec(void *counter)
{
    change_counter("counter_dec", counter, 1);
}

void gau_lint_counter_inc_delta(void *counter, uint64_t delta)
{
    change_counter("counter_inc_delta", counter, delta);
}

void gau_lint_counter_dec_delta(void *counter, uint64_t delta)
{
    change_counter("counter_dec_delta", counter, delta);
}

static void change_named(const char *function, const gau_itt_domain *domain,
                         const gau_itt_string *name, uint64_t delta)
{
    struct gau_lint_call call;
    const struct gau_lint_domain *const own = gau_lint_enter_in(&call, domain);

    if (!own)
        return;
    gau_lint_calls(&call, function, "ssu", own->name->text, name ? name->text : NULL, delta);
    gau_lint_leave();
}

void gau_lint_counter_inc_v3(const gau_itt_domain *domain, gau_itt_string *name)
{
    change_named("counter_inc_v3", domain, name, 1);
}

void gau_lint_counter_dec_v3(const gau_itt_domain *domain, gau_itt_string *name)
{
    change_named("counter_dec_v3", domain, name, 1);
}

void gau_lint_counter_inc_delta_v3(const gau_itt_domain *domain, gau_itt_string *name,
                                   uint64_t delta)
{
    change_named("counter_inc_delta_v3", domain, name, delta);
}

void gau_lint_counter_dec_delta_v3(const gau_itt_domain *domain, gau_itt_string *name,
                                   uint64_t delta)
{
    change_named("counter_dec_delta_v3", domain, name, delta);
}

/* --- metadata and relations ---------------------------------------------------------------- */

void gau_lint_metadata_add(const gau_itt_domain *domain, gau_itt_id id, gau_itt_string *key,
                           int type, size_t count, void *data)
{
    struct gau_lint_call call;
    const struct gau_lint_domain *const own = gau_lint_enter_in(&call, domain);

    (void)id;
    if (!own)
        return;
    gau_lint_calls(&call, "metadata_add", "ssdug", own->name->text, key ? key->text : NULL, type,
                   (uint64_t)count, data && count ? number_of(type, data) : 0.0);
    gau_lint_leave();
}

void gau_lint_metadata_str_add(const gau_itt_domain *domain, gau_itt_id id, gau_itt_string *key,
                               const char *data, size_t length)
{
    struct gau_lint_call call;
    const struct gau_lint_domain *const own = gau_lint_enter_in(&call, domain);
    char text[1024];

    (void)id;
    if (!own)
        return;
    snprintf(text, sizeof text, "%.*s", length < sizeof text ? (int)length : (int)sizeof text,
             data ? data : "");
    gau_lint_calls(&call, "metadata_str_add", "sss", own->name->text, key ? key->text : NULL, text);
    gau_lint_leave();
}

void gau_lint_formatted_metadata_add(const gau_itt_domain *domain, gau_itt_string *format, ...)
{
    struct gau_lint_call call;
    const struct gau_lint_domain *const own = gau_lint_enter_in(&call, domain);

    if (!own)
        return;
    gau_lint_calls(&call, "formatted_metadata_add", "ss", own->name->text,
                   format ? format->text : NULL);
    gau_lint_leave();
}

static void relate(const char *function, const gau_itt_domain *domain, const gau_itt_id *head,
                   int relation, const gau_itt_id *tail)
{
    struct gau_lint_call call;
    const struct gau_lint_domain *const own = gau_lint_enter_in(&call, domain);

    if (!own)
        return;
    gau_lint_calls(&call, function, "sxdx", own->name->text, head->d1, relation, tail->d1);
    gau_lint_leave();
}

void gau_lint_relation_add(const gau_itt_domain *domain, gau_itt_id head, int relation,
                           gau_itt_id tail)
{
    relate("relation_add", domain, &head, relation, &tail);
}

void gau_lint_relation_add_to_current(const gau_itt_domain *domain, int relation, gau_itt_id tail)
{
    relate("relation_add_to_current", domain, &(gau_itt_id){0}, relation, &tail);
}
