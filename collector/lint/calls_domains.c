/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#include "state.h"

#include <inttypes.h>
#include <stdio.h>

/* NOLINTBEGIN(misc-unused-parameters): the signatures are those of ITT */

/* The calls that name a domain. They have the parameters that ITT gives them; most use a few. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/*
 * A function of ITT with parameter `domain`: takes the lock, writes to the log the name of the
 * domain and what @p format says of the other arguments, then does @p check.
 */
#define IN_DOMAIN(function, parameters, check, format, ...)                         \
    void gau_lint_##function parameters                                             \
    {                                                                               \
        struct gau_lint_call call;                                                  \
        struct gau_lint_domain *const own = gau_lint_enter_in(&call, domain);       \
                                                                                    \
        if (!own)                                                                   \
            return;                                                                 \
        gau_lint_write(&call, #function, "s" format, own->name->text, __VA_ARGS__); \
        check;                                                                      \
        gau_lint_leave();                                                           \
    }                                                                               \
    _Static_assert(1, "takes the semicolon")

/* Nothing is checked. */
#define NOTHING (void)0

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

#define TASK(function, parameters, name) \
    IN_DOMAIN(function, parameters, gau_lint_begin_task(&call, own, name), "s", (name)->text)

TASK(task_begin,
     (const gau_itt_domain *domain, gau_itt_id task, gau_itt_id parent, gau_itt_string *string),
     name_of(string));
TASK(task_begin_ex,
     (const gau_itt_domain *domain, gau_itt_clock_domain *clock, uint64_t time, gau_itt_id task,
      gau_itt_id parent, gau_itt_string *string),
     name_of(string));
TASK(task_begin_fn, (const gau_itt_domain *domain, gau_itt_id task, gau_itt_id parent, void *code),
     name_of_function(code));
TASK(task_begin_fn_ex,
     (const gau_itt_domain *domain, gau_itt_clock_domain *clock, uint64_t time, gau_itt_id task,
      gau_itt_id parent, void *code),
     name_of_function(code));
IN_DOMAIN(task_end, (const gau_itt_domain *domain), gau_lint_end_task(&call, own), "s",
          gau_lint_task_on(&call, own));
IN_DOMAIN(task_end_ex, (const gau_itt_domain *domain, gau_itt_clock_domain *clock, uint64_t time),
          gau_lint_end_task(&call, own), "s", gau_lint_task_on(&call, own));

/* --- what has an id: regions, overlapped tasks, markers ------------------------------------ */

#define WITH_ID(function, parameters, check, id, string) \
    IN_DOMAIN(function, parameters, check, "sxx", name_of(string)->text, (id).d1, (id).d2)

WITH_ID(task_begin_overlapped,
        (const gau_itt_domain *domain, gau_itt_id task, gau_itt_id parent, gau_itt_string *string),
        gau_lint_span(&call, "overlapped task", name_of(string)), task, string);
WITH_ID(task_begin_overlapped_ex,
        (const gau_itt_domain *domain, gau_itt_clock_domain *clock, uint64_t time, gau_itt_id task,
         gau_itt_id parent, gau_itt_string *string),
        gau_lint_span(&call, "overlapped task", name_of(string)), task, string);
WITH_ID(region_begin,
        (const gau_itt_domain *domain, gau_itt_id id, gau_itt_id parent, gau_itt_string *string),
        gau_lint_span(&call, "region", name_of(string)), id, string);
WITH_ID(marker, (const gau_itt_domain *domain, gau_itt_id id, gau_itt_string *string, int scope),
        gau_lint_point(&call, "marker", name_of(string)), id, string);
WITH_ID(task_group,
        (const gau_itt_domain *domain, gau_itt_id task, gau_itt_id parent, gau_itt_string *string),
        NOTHING, task, string);
WITH_ID(task_end_overlapped, (const gau_itt_domain *domain, gau_itt_id task), NOTHING, task, NULL);
WITH_ID(task_end_overlapped_ex,
        (const gau_itt_domain *domain, gau_itt_clock_domain *clock, uint64_t time, gau_itt_id task),
        NOTHING, task, NULL);
WITH_ID(region_end, (const gau_itt_domain *domain, gau_itt_id id), NOTHING, id, NULL);
WITH_ID(id_create, (const gau_itt_domain *domain, gau_itt_id id), NOTHING, id, NULL);
WITH_ID(id_destroy, (const gau_itt_domain *domain, gau_itt_id id), NOTHING, id, NULL);

/* --- frames -------------------------------------------------------------------------------- */

IN_DOMAIN(frame_begin_v3, (const gau_itt_domain *domain, gau_itt_id *id),
          gau_lint_begin_frame(&call, own, id), "xx", id ? id->d1 : 0, id ? id->d2 : 0);
IN_DOMAIN(frame_end_v3, (const gau_itt_domain *domain, gau_itt_id *id),
          gau_lint_end_frame(&call, own, id), "xx", id ? id->d1 : 0, id ? id->d2 : 0);
IN_DOMAIN(frame_submit_v3,
          (const gau_itt_domain *domain, gau_itt_id *id, uint64_t begin, uint64_t end),
          gau_lint_submit_frame(&call, own), "uu", begin, end);

/* --- counters, metadata, relations --------------------------------------------------------- */

IN_DOMAIN(counter_inc_v3, (const gau_itt_domain *domain, gau_itt_string *string), NOTHING, "su",
          text_of(string), (uint64_t)1);
IN_DOMAIN(counter_dec_v3, (const gau_itt_domain *domain, gau_itt_string *string), NOTHING, "su",
          text_of(string), (uint64_t)1);
IN_DOMAIN(counter_inc_delta_v3,
          (const gau_itt_domain *domain, gau_itt_string *string, uint64_t delta), NOTHING, "su",
          text_of(string), delta);
IN_DOMAIN(counter_dec_delta_v3,
          (const gau_itt_domain *domain, gau_itt_string *string, uint64_t delta), NOTHING, "su",
          text_of(string), delta);
IN_DOMAIN(metadata_add,
          (const gau_itt_domain *domain, gau_itt_id id, gau_itt_string *key, int type, size_t count,
           void *data),
          NOTHING, "sdug", text_of(key), type, (uint64_t)count,
          gau_lint_number(type, count ? data : NULL));
IN_DOMAIN(metadata_str_add,
          (const gau_itt_domain *domain, gau_itt_id id, gau_itt_string *key, const char *data,
           size_t length),
          NOTHING, "sls", text_of(key), length, data);
IN_DOMAIN(formatted_metadata_add, (const gau_itt_domain *domain, gau_itt_string *format, ...),
          NOTHING, "s", text_of(format));
IN_DOMAIN(relation_add,
          (const gau_itt_domain *domain, gau_itt_id head, int relation, gau_itt_id tail), NOTHING,
          "xdx", head.d1, relation, tail.d1);
IN_DOMAIN(relation_add_to_current, (const gau_itt_domain *domain, int relation, gau_itt_id tail),
          NOTHING, "xdx", (uint64_t)0, relation, tail.d1);

/* NOLINTEND(misc-unused-parameters) */
