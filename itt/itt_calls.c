/* SPDX-License-Identifier: Apache-2.0 */
#include "itt.h"

#include <limits.h>
#include <string.h>

/* The length that goes with a name; -1 if it cannot be told to the collector. */
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

/* --- frames -------------------------------------------------------------------------------- */

void gau_itt_frame_begin(const gau_itt_domain *domain, gau_itt_id *id)
{
    gau_itt_frame_begin_v3_fn *const call = GAU_ITT_CALL(frame_begin_v3);

    if (call && gau_itt_domain_enabled(domain))
        call(domain, id);
}

void gau_itt_frame_end(const gau_itt_domain *domain, gau_itt_id *id)
{
    gau_itt_frame_end_v3_fn *const call = GAU_ITT_CALL(frame_end_v3);

    if (call && gau_itt_domain_enabled(domain))
        call(domain, id);
}

void gau_itt_frame_submit(const gau_itt_domain *domain, gau_itt_id *id, uint64_t begin,
                          uint64_t end)
{
    gau_itt_frame_submit_v3_fn *const call = GAU_ITT_CALL(frame_submit_v3);

    if (call && gau_itt_domain_enabled(domain))
        call(domain, id, begin, end);
}

uint64_t gau_itt_timestamp(void)
{
    gau_itt_get_timestamp_fn *const call = GAU_ITT_CALL(get_timestamp);

    return call ? call() : 0;
}

/* --- control ------------------------------------------------------------------------------- */

void gau_itt_pause(void)
{
    gau_itt_pause_fn *const call = GAU_ITT_CALL(pause);

    if (call)
        call();
}

void gau_itt_resume(void)
{
    gau_itt_resume_fn *const call = GAU_ITT_CALL(resume);

    if (call)
        call();
}

void gau_itt_detach(void)
{
    gau_itt_detach_fn *const call = GAU_ITT_CALL(detach);

    if (call)
        call();
}

const char *gau_itt_api_version(void)
{
    gau_itt_api_version_fn *const call = GAU_ITT_CALL(api_version);

    return call ? call() : NULL;
}

/* --- marks --------------------------------------------------------------------------------- */

int gau_itt_mark_create(const char *name)
{
    gau_itt_mark_create_fn *const call = GAU_ITT_CALL(mark_create);

    return call && name ? call(name) : 0;
}

int gau_itt_mark(int type, const char *parameter)
{
    gau_itt_mark_fn *const call = GAU_ITT_CALL(mark);

    return call ? call(type, parameter) : 0;
}

int gau_itt_mark_off(int type)
{
    gau_itt_mark_off_fn *const call = GAU_ITT_CALL(mark_off);

    return call ? call(type) : 0;
}

int gau_itt_mark_global(int type, const char *parameter)
{
    gau_itt_mark_global_fn *const call = GAU_ITT_CALL(mark_global);

    return call ? call(type, parameter) : 0;
}

int gau_itt_mark_global_off(int type)
{
    gau_itt_mark_global_off_fn *const call = GAU_ITT_CALL(mark_global_off);

    return call ? call(type) : 0;
}

/* --- counters ------------------------------------------------------------------------------ */

void *gau_itt_counter_create(const char *name, const char *domain)
{
    gau_itt_counter_create_fn *const call = GAU_ITT_CALL(counter_create);

    return call && name ? call(name, domain) : NULL;
}

void *gau_itt_counter_create_typed(const char *name, const char *domain,
                                   enum gau_itt_value_type type)
{
    gau_itt_counter_create_typed_fn *const call = GAU_ITT_CALL(counter_create_typed);

    return call && name ? call(name, domain, (int)type) : NULL;
}

void gau_itt_counter_set(void *counter, void *value)
{
    gau_itt_counter_set_value_fn *const call = GAU_ITT_CALL(counter_set_value);

    if (call && counter && value)
        call(counter, value);
}

void gau_itt_counter_add(void *counter, uint64_t delta)
{
    gau_itt_counter_inc_delta_fn *const call = GAU_ITT_CALL(counter_inc_delta);

    if (call && counter)
        call(counter, delta);
}

void gau_itt_counter_subtract(void *counter, uint64_t delta)
{
    gau_itt_counter_dec_delta_fn *const call = GAU_ITT_CALL(counter_dec_delta);

    if (call && counter)
        call(counter, delta);
}

void gau_itt_counter_increment(void *counter)
{
    gau_itt_counter_inc_fn *const call = GAU_ITT_CALL(counter_inc);

    if (call && counter)
        call(counter);
}

void gau_itt_counter_decrement(void *counter)
{
    gau_itt_counter_dec_fn *const call = GAU_ITT_CALL(counter_dec);

    if (call && counter)
        call(counter);
}

void gau_itt_counter_destroy(void *counter)
{
    gau_itt_counter_destroy_fn *const call = GAU_ITT_CALL(counter_destroy);

    if (call && counter)
        call(counter);
}
