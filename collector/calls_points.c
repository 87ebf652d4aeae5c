/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#include "counters.h"
#include "names.h"
#include "task_types.h"

/* What is counted: marks, markers, and updates of counters, whose values are not looked at. */

int gau_call_mark(int type, const char *parameter)
{
    (void)parameter;
    gau_calls_point(gau_task_types_check(GAU_TRACE_MARK, type));
    return 0;
}

void gau_call_marker(const gau_itt_domain *domain, gau_itt_id id, gau_itt_string *name, int scope)
{
    (void)id;
    (void)scope;
    gau_calls_point(gau_task_types_of_names(GAU_TRACE_MARK, gau_names_of_domain(domain),
                                            gau_names_of_string(name)));
}

void gau_call_marker_ex(const gau_itt_domain *domain, gau_itt_clock_domain *clock, uint64_t time,
                        gau_itt_id id, gau_itt_string *name, int scope)
{
    (void)clock;
    (void)time;
    gau_call_marker(domain, id, name, scope);
}

/* --- counters ------------------------------------------------------------------------------ */

static void update(void *counter)
{
    if (counter)
        gau_calls_point(gau_counters_type(counter));
}

void gau_call_counter_set_value(void *counter, void *value)
{
    (void)value;
    update(counter);
}

void gau_call_counter_set_value_ex(void *counter, gau_itt_clock_domain *clock, uint64_t time,
                                   void *value)
{
    (void)clock;
    (void)time;
    (void)value;
    update(counter);
}

void gau_call_counter_inc(void *counter)
{
    update(counter);
}

void gau_call_counter_inc_delta(void *counter, uint64_t delta)
{
    (void)delta;
    update(counter);
}

static void update_named(const gau_itt_domain *domain, const gau_itt_string *name)
{
    gau_calls_point(gau_task_types_of_names(GAU_TRACE_COUNTER, gau_names_of_domain(domain),
                                            gau_names_of_string(name)));
}

void gau_call_counter_inc_v3(const gau_itt_domain *domain, gau_itt_string *name)
{
    update_named(domain, name);
}

void gau_call_counter_inc_delta_v3(const gau_itt_domain *domain, gau_itt_string *name,
                                   uint64_t delta)
{
    (void)delta;
    update_named(domain, name);
}
