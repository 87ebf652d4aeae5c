/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#include "life.h"
#include "names.h"
#include "spans.h"
#include "task_types.h"

#include <stddef.h>

/* NOLINTBEGIN(misc-unused-parameters): the signatures are those of ITT */

/* Frames, regions and marks: of the whole process, by any thread. */

static void begin(enum gau_trace_task_kind kind, uint32_t type, const gau_itt_id *id)
{
    struct gau_thread *const thread = gau_calls_count();

    if ((type == 0 || !gau_spans_begin(kind, type, id)) && thread)
        gau_tasks_drop(thread->tasks);
}

/* A frame has the name of its domain. */
static uint32_t type_of_frame(uint32_t domain)
{
    return gau_task_types_of_names(GAU_TRACE_FRAME, domain, domain);
}

static gau_itt_id id_of_frame(const gau_itt_id *id, uint32_t domain)
{
    return gau_calls_id(id ? id : &(gau_itt_id){0}, domain);
}

void gau_call_frame_begin_v3(const gau_itt_domain *domain, gau_itt_id *id)
{
    const uint32_t number = gau_names_of_domain(domain);
    const gau_itt_id known = id_of_frame(id, number);

    begin(GAU_TRACE_FRAME, type_of_frame(number), &known);
}

void gau_call_frame_end_v3(const gau_itt_domain *domain, gau_itt_id *id)
{
    const gau_itt_id known = id_of_frame(id, gau_names_of_domain(domain));

    gau_spans_end(GAU_TRACE_FRAME, &known);
}

/* The times are ours; pauses between them count. */
void gau_call_frame_submit_v3(const gau_itt_domain *domain, gau_itt_id *id, uint64_t begin_ns,
                              uint64_t end_ns)
{
    struct gau_thread *const thread = gau_calls_count();

    if (!gau_life_paused() &&
        !gau_tasks_process_add(type_of_frame(gau_names_of_domain(domain)), 1,
                               end_ns > begin_ns ? end_ns - begin_ns : 0) &&
        thread)
        gau_tasks_drop(thread->tasks);
}

/* --- the old interface: what create gives is the number of a type, as a pointer ------------- */

void *gau_call_frame_create(const char *name)
{
    gau_calls_count();
    return (void *)(uintptr_t)gau_task_types_of_names(GAU_TRACE_FRAME, gau_names_of_text(NULL),
                                                      gau_names_of_text(name));
}

static uint32_t type_of_old_frame(const void *frame)
{
    return (uintptr_t)frame <= GAU_TASK_TYPES_MAX
               ? gau_task_types_check(GAU_TRACE_FRAME, (int)(uintptr_t)frame)
               : 0;
}

/* Cannot be that of a new one: its domain would be the one without a number. */
static gau_itt_id id_of_old_frame(uint32_t type)
{
    return (gau_itt_id){.d1 = type};
}

void gau_call_frame_begin(void *frame)
{
    const uint32_t type = type_of_old_frame(frame);
    const gau_itt_id id = id_of_old_frame(type);

    begin(GAU_TRACE_FRAME, type, &id);
}

void gau_call_frame_end(void *frame)
{
    const gau_itt_id id = id_of_old_frame(type_of_old_frame(frame));

    gau_spans_end(GAU_TRACE_FRAME, &id);
}

/* --- regions ------------------------------------------------------------------------------- */

void gau_call_region_begin(const gau_itt_domain *domain, gau_itt_id region, gau_itt_id parent,
                           gau_itt_string *name)
{
    const uint32_t number = gau_names_of_domain(domain);
    const gau_itt_id id = gau_calls_id(&region, number);

    begin(GAU_TRACE_REGION,
          gau_task_types_of_names(GAU_TRACE_REGION, number,
                                  name ? gau_names_of_string(name) : gau_names_of_text("region")),
          &id);
}

void gau_call_region_end(const gau_itt_domain *domain, gau_itt_id region)
{
    const gau_itt_id id = gau_calls_id(&region, gau_names_of_domain(domain));

    gau_spans_end(GAU_TRACE_REGION, &id);
}

/* --- marks and markers --------------------------------------------------------------------- */

int gau_call_mark(int type, const char *parameter)
{
    gau_calls_point(gau_task_types_check(GAU_TRACE_MARK, type));
    return 0;
}

void gau_call_marker(const gau_itt_domain *domain, gau_itt_id id, gau_itt_string *name, int scope)
{
    gau_calls_point(gau_task_types_of_names(GAU_TRACE_MARK, gau_names_of_domain(domain),
                                            gau_names_of_string(name)));
}

void gau_call_marker_ex(const gau_itt_domain *domain, gau_itt_clock_domain *clock, uint64_t time,
                        gau_itt_id id, gau_itt_string *name, int scope)
{
    gau_call_marker(domain, id, name, scope);
}

/* NOLINTEND(misc-unused-parameters) */
