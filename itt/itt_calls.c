/* SPDX-License-Identifier: Apache-2.0 */
#include "itt.h"

#include <limits.h>
#include <string.h>

/* The length of a name; -1 if the collector cannot get it. */
static int length_of(const char *name)
{
    const size_t length = name ? strlen(name) : SIZE_MAX;

    return length <= INT_MAX ? (int)length : -1;
}

int gau_itt_event_create(const char *name)
{
    gau_itt_event_create_fn *const call = GAU_ITT_CALL(event_create);
    const int length = length_of(name);

    return call && length >= 0 ? call(name, length) : 0;
}

/* --- domains and names --------------------------------------------------------------------- */

gau_itt_domain *gau_itt_domain_create(const char *name)
{
    gau_itt_domain_create_fn *const call = GAU_ITT_CALL(domain_create);

    return call && name ? call(name) : NULL;
}

gau_itt_string *gau_itt_string_create(const char *text)
{
    gau_itt_string_handle_create_fn *const call = GAU_ITT_CALL(string_handle_create);

    return call && text ? call(text) : NULL;
}

void gau_itt_thread_set_name(const char *name)
{
    gau_itt_thread_set_name_fn *const call = GAU_ITT_CALL(thread_set_name);
    gau_itt_thr_name_set_fn *const legacy = GAU_ITT_CALL(thr_name_set);
    const int length = length_of(name);

    if (length < 0)
        return;
    if (call)
        call(name);
    else if (legacy)
        legacy(name, length);
}

/* --- functions that only forward ------------------------------------------------------------ */

/* Forwards calls without a result, or with the collector's. Nothing is called without a function,
 * or if @p condition is false. */
#define HAND_ON(name, slot, parameters, condition, arguments) \
    void gau_itt_##name parameters                            \
    {                                                         \
        gau_itt_##slot##_fn *const call = GAU_ITT_CALL(slot); \
                                                              \
        if (call && (condition))                              \
            call arguments;                                   \
    }
#define HAND_BACK(type, name, slot, parameters, condition, arguments) \
    type gau_itt_##name parameters                                    \
    {                                                                 \
        gau_itt_##slot##_fn *const call = GAU_ITT_CALL(slot);         \
                                                                      \
        return call && (condition) ? call arguments : 0;              \
    }

HAND_ON(frame_begin, frame_begin_v3, (const gau_itt_domain *domain, gau_itt_id *id),
        gau_itt_domain_enabled(domain), (domain, id))
HAND_ON(frame_end, frame_end_v3, (const gau_itt_domain *domain, gau_itt_id *id),
        gau_itt_domain_enabled(domain), (domain, id))
HAND_ON(frame_submit, frame_submit_v3,
        (const gau_itt_domain *domain, gau_itt_id *id, uint64_t begin, uint64_t end),
        gau_itt_domain_enabled(domain), (domain, id, begin, end))
HAND_BACK(uint64_t, timestamp, get_timestamp, (void), true, ())

HAND_ON(pause, pause, (void), true, ())
HAND_ON(resume, resume, (void), true, ())
HAND_ON(detach, detach, (void), true, ())
HAND_BACK(const char *, api_version, api_version, (void), true, ())

HAND_BACK(int, mark_create, mark_create, (const char *name), name, (name))
HAND_BACK(int, mark, mark, (int type, const char *parameter), true, (type, parameter))
HAND_BACK(int, mark_off, mark_off, (int type), true, (type))
HAND_BACK(int, mark_global, mark_global, (int type, const char *parameter), true, (type, parameter))
HAND_BACK(int, mark_global_off, mark_global_off, (int type), true, (type))

HAND_BACK(void *, counter_create, counter_create, (const char *name, const char *domain), name,
          (name, domain))
HAND_BACK(void *, counter_create_typed, counter_create_typed,
          (const char *name, const char *domain, enum gau_itt_value_type type), name,
          (name, domain, (int)type))
HAND_ON(counter_set, counter_set_value, (void *counter, void *value), (counter && value),
        (counter, value))
HAND_ON(counter_add, counter_inc_delta, (void *counter, uint64_t delta), counter, (counter, delta))
HAND_ON(counter_subtract, counter_dec_delta, (void *counter, uint64_t delta), counter,
        (counter, delta))
HAND_ON(counter_increment, counter_inc, (void *counter), counter, (counter))
HAND_ON(counter_decrement, counter_dec, (void *counter), counter, (counter))
HAND_ON(counter_destroy, counter_destroy, (void *counter), counter, (counter))
