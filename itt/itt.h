/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ITT_ITT_H
#define GAUDIT_ITT_ITT_H

/**
 * @file itt.h
 * Marks a program for a collector of ITT, such as Intel VTune or that of gaudit.
 *
 *     int main(void)
 *     {
 *         gau_itt_load();                                    // once, before other threads
 *         const int fit = gau_itt_event_create("fit");       // once per name
 *         ...
 *         gau_itt_event_start(fit);
 *         fit_tracks();
 *         gau_itt_event_end(fit);
 *
 * The collector is a shared library, named by the environment variable INTEL_LIBITTNOTIFY64; the
 * profiler sets it. Without one nothing is opened, and a mark costs a load and a branch.
 *
 * Every function may be called by any thread at any time, also before gau_itt_load() and without a
 * collector: it does nothing then. Nothing here prints, allocates, or ends the program; functions
 * of the collector may. Names are copied by collectors and may be freed.
 *
 * The library is linked statically and exports nothing. Every program or shared library that links
 * it has a client of its own, which loads separately; the collector is opened once.
 *
 * Method: https://github.com/intel/ittapi, docs; the binary interface is in itt_abi.h.
 */

#include "itt_abi.h"
#include "itt_prototypes.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(hidden)

/** State of the collector. */
typedef enum gau_itt_state {
    GAU_ITT_NOT_LOADED, /**< gau_itt_load() has not been called, or not returned */
    GAU_ITT_ABSENT,     /**< none is requested */
    GAU_ITT_FAILED,     /**< one is requested and cannot be used: gau_itt_load_error() */
    GAU_ITT_LOADED,
    GAU_ITT_BY_NAME /**< loaded; an old one, which usually has events but no tasks */
} gau_itt_state;

/**
 * Loads the collector that the environment requests. Only the first call acts, others wait for it;
 * a call from the collector itself, by the same thread, returns GAU_ITT_NOT_LOADED.
 *
 * In this order: INTEL_LIBITTNOTIFY64 names it (path, or name for the dynamic linker; if empty,
 * loaded libraries are searched, as by LD_PRELOAD); else, with INTEL_ITTNOTIFY_GROUPS,
 * KMP_FOR_TPROFILE or KMP_FOR_TCHECK set, it is "libittnotify.so"; else there is none. A program
 * with set-user-ID or the like never loads one.
 *
 * Needs microseconds without a collector, else as long as its start.
 */
gau_itt_state gau_itt_load(void);

/** As gau_itt_load() returned it. */
gau_itt_state gau_itt_current_state(void);

/** Why there is no collector: one line, without full stop; "" if there is one, or before
 * gau_itt_load(). Valid until gau_itt_unload(). */
const char *gau_itt_load_error(void);

/**
 * Notifies the collector that this client ends; marks do nothing from then on, and gau_itt_load()
 * loads again. The collector stays in the process. Needed in a shared library that may be unloaded
 * (the collector would keep addresses in it), and only there; no other thread may be in
 * gau_itt_load(). Objects (events, domains, ...) of before must not be used afterwards.
 */
void gau_itt_unload(void);

/* --- slots: for the functions below -------------------------------------------------------- */

/** The functions of ITT that this client calls: X(name, groups), see enum gau_itt_group; -2: all
 * but legacy. */
#define GAU_ITT_CLIENT(X)           \
    X(event_create, 0x0009)         \
    X(event_start, 0x0009)          \
    X(event_end, 0x0009)            \
    X(pause, 0x0003)                \
    X(resume, 0x0003)               \
    X(detach, 0x0003)               \
    X(api_version, -2)              \
    X(get_timestamp, 0x1000)        \
    X(domain_create, 0x1000)        \
    X(string_handle_create, 0x1000) \
    X(thread_set_name, 0x0004)      \
    X(thr_name_set, 0x0005)         \
    X(task_begin, 0x1000)           \
    X(task_end, 0x1000)             \
    X(frame_begin_v3, 0x1000)       \
    X(frame_end_v3, 0x1000)         \
    X(frame_submit_v3, 0x1000)      \
    X(mark_create, 0x0008)          \
    X(mark, 0x0008)                 \
    X(mark_off, 0x0008)             \
    X(mark_global, 0x0008)          \
    X(mark_global_off, 0x0008)      \
    X(counter_create, 0x0100)       \
    X(counter_create_typed, 0x0100) \
    X(counter_destroy, 0x0100)      \
    X(counter_set_value, 0x0100)    \
    X(counter_inc, 0x0100)          \
    X(counter_dec, 0x0100)          \
    X(counter_inc_delta, 0x0100)    \
    X(counter_dec_delta, 0x0100)

enum gau_itt_function {
#define GAU_ITT_ENUMERATE(name, groups) GAU_ITT_SLOT_##name,
    GAU_ITT_CLIENT(GAU_ITT_ENUMERATE)
#undef GAU_ITT_ENUMERATE
        GAU_ITT_SLOTS
};

/** Written by the collector, possibly late and while other threads call. NULL: no such function. */
extern void *gau_itt_slots[GAU_ITT_SLOTS];

/** The function in a slot, or NULL. Read once and called: a slot may change in between. */
#define GAU_ITT_CALL(name)                                                                  \
    ((gau_itt_##name##_fn *)(uintptr_t)__atomic_load_n(&gau_itt_slots[GAU_ITT_SLOT_##name], \
                                                       __ATOMIC_ACQUIRE))

/** True if the collector has the function now, as in gau_itt_has(GAU_ITT_SLOT_event_start). */
static inline bool gau_itt_has(enum gau_itt_function function)
{
    return __atomic_load_n(&gau_itt_slots[function], __ATOMIC_ACQUIRE) != NULL;
}

/* --- events -------------------------------------------------------------------------------- */

/**
 * An event type for gau_itt_event_start(); the same name has the same one. 0 if there is no
 * collector, or if it keeps no events: that is a value like others and may be used. Slow; not for
 * loops. Names over INT_MAX bytes, and NULL, give 0.
 */
int gau_itt_event_create(const char *name);

/** Time of this thread belongs to the innermost event that is open. Returns 0, or another result of
 * the collector. */
static inline int gau_itt_event_start(int event)
{
    gau_itt_event_start_fn *const call = GAU_ITT_CALL(event_start);

    return __builtin_expect(call != NULL, 0) ? call(event) : 0;
}

/** Closes the event; by the thread that started it. Ends nest. */
static inline int gau_itt_event_end(int event)
{
    gau_itt_event_end_fn *const call = GAU_ITT_CALL(event_end);

    return __builtin_expect(call != NULL, 0) ? call(event) : 0;
}

/* --- domains, names, tasks ----------------------------------------------------------------- */

/** A domain: what a user of the collector can enable and disable. Owned by the collector, never
 * freed; the same name gives the same one. NULL if there is no collector; all functions take that.
 */
gau_itt_domain *gau_itt_domain_create(const char *name);

/** A name for tasks; as gau_itt_domain_create(). */
gau_itt_string *gau_itt_string_create(const char *text);

/** True if that domain is enabled now. The collector may change it at any time; the client never
 * does. */
static inline bool gau_itt_domain_enabled(const gau_itt_domain *domain)
{
    return domain && __atomic_load_n(&domain->flags, __ATOMIC_RELAXED) != 0;
}

/** Begins a task of this thread, without ids. Unlike events, the time of a task includes that of
 * the tasks in it. False if it was not begun, and then must not be ended: domain disabled, name
 * NULL, or no such function. */
static inline bool gau_itt_task_begin(const gau_itt_domain *domain, gau_itt_string *name)
{
    gau_itt_task_begin_fn *call;
    const gau_itt_id none = {0, 0, 0};

    if (__builtin_expect(!gau_itt_domain_enabled(domain), 1))
        return false;
    call = GAU_ITT_CALL(task_begin);
    if (!call || !name)
        return false;
    call(domain, none, none, name);
    return true;
}

/** Ends the task of this thread in this domain that was begun last. */
static inline void gau_itt_task_end(const gau_itt_domain *domain)
{
    gau_itt_task_end_fn *call;

    if (__builtin_expect(!gau_itt_domain_enabled(domain), 1))
        return;
    call = GAU_ITT_CALL(task_end);
    if (call)
        call(domain);
}

/* --- frames -------------------------------------------------------------------------------- */

/** Frames are stretches of the whole process, at most about 1000 per second. @p id may be NULL. */
void gau_itt_frame_begin(const gau_itt_domain *domain, gau_itt_id *id);
void gau_itt_frame_end(const gau_itt_domain *domain, gau_itt_id *id);

/** A frame of the past, between two values of gau_itt_timestamp(). */
void gau_itt_frame_submit(const gau_itt_domain *domain, gau_itt_id *id, uint64_t begin,
                          uint64_t end);

/** Now, in units of the collector; 0 without one. */
uint64_t gau_itt_timestamp(void);

/* --- control ------------------------------------------------------------------------------- */

/** Pauses and resumes the collection in the whole process; not more often than about once a second.
 * Tasks, frames and events of a pause are lost, names are not. */
void gau_itt_pause(void);
void gau_itt_resume(void);

/** Ends the collection for good. */
void gau_itt_detach(void);

/** Version of the collector, owned by it; NULL if there is none or it gives none. */
const char *gau_itt_api_version(void);

/** Names this thread for the collector (not for the system). */
void gau_itt_thread_set_name(const char *name);

/* --- marks --------------------------------------------------------------------------------- */

/** A type of marks, which are points in time; 0 as for events. */
int gau_itt_mark_create(const char *name);

/** A mark of this thread, or of the process; @p parameter is a text to go with it, or NULL. The
 * result is 0, or another result of the collector. `..._off` ends what the mark began. */
int gau_itt_mark(int type, const char *parameter);
int gau_itt_mark_off(int type);
int gau_itt_mark_global(int type, const char *parameter);
int gau_itt_mark_global_off(int type);

/* --- counters ------------------------------------------------------------------------------ */

/** A counter of unsigned 64-bit values, owned by the collector; NULL if there is none, which the
 * functions take. @p domain is a name, or NULL. */
void *gau_itt_counter_create(const char *name, const char *domain);

/** The same for values of another type. */
void *gau_itt_counter_create_typed(const char *name, const char *domain,
                                   enum gau_itt_value_type type);

/** Sets it to *@p value, which has the type of the counter. */
void gau_itt_counter_set(void *counter, void *value);

/** Changes a counter of unsigned 64-bit values. */
void gau_itt_counter_add(void *counter, uint64_t delta);
void gau_itt_counter_subtract(void *counter, uint64_t delta);
void gau_itt_counter_increment(void *counter);
void gau_itt_counter_decrement(void *counter);

/** @p counter must not be used afterwards. */
void gau_itt_counter_destroy(void *counter);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
