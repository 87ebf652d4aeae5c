/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ITT_ITT_ABI_H
#define GAUDIT_ITT_ITT_ABI_H

/**
 * @file itt_abi.h
 * The binary interface of ITT on 64-bit Linux: what lies in memory between a program that is
 * instrumented (a *client*) and a library that listens (a *collector*). Types only.
 *
 * A client has a table of entries, each with the address of a slot for a function pointer, and one
 * struct gau_itt_global that leads to it. A collector exports `__itt_api_init`, is handed that
 * struct, and stores its functions into the slots.
 *
 * Source: measured on programs built with releases 3.15 to 3.26 of the interface; the asserted
 * offsets are those of x86-64 and of aarch64. Names of members are ours.
 */

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define GAU_ITT_ASSERT(condition, text) static_assert(condition, text)
#else
#define GAU_ITT_ASSERT(condition, text) _Static_assert(condition, text)
#endif

GAU_ITT_ASSERT(sizeof(void *) == 8 && sizeof(long) == 8, "the layouts are those of LP64");

/** Groups of functions; an entry has the bits of all groups it belongs to. */
enum gau_itt_group {
    GAU_ITT_GROUP_LEGACY = 1 << 0, /**< bound by name from collectors without entry point */
    GAU_ITT_GROUP_CONTROL = 1 << 1,
    GAU_ITT_GROUP_THREAD = 1 << 2,
    GAU_ITT_GROUP_MARK = 1 << 3, /**< events and marks */
    GAU_ITT_GROUP_SYNC = 1 << 4,
    GAU_ITT_GROUP_FSYNC = 1 << 5,
    GAU_ITT_GROUP_JIT = 1 << 6,
    GAU_ITT_GROUP_MODEL = 1 << 7,
    GAU_ITT_GROUP_COUNTER = 1 << 8,
    GAU_ITT_GROUP_FRAME = 1 << 9, /**< the old frames, without a domain */
    GAU_ITT_GROUP_STITCH = 1 << 10,
    GAU_ITT_GROUP_HEAP = 1 << 11,
    GAU_ITT_GROUP_STRUCTURE = 1 << 12, /**< domains, names, tasks, ids, frames, regions, ... */
    GAU_ITT_GROUP_SUPPRESS = 1 << 13,
    GAU_ITT_GROUP_ARRAYS = 1 << 14,
    GAU_ITT_GROUP_MODULE = 1 << 15,
    GAU_ITT_GROUP_ALL = -1
};

/** What became of the collector, as struct gau_itt_global says it. */
enum gau_itt_lib_state {
    GAU_ITT_LIB_UNKNOWN = 0, /**< nobody has looked yet */
    GAU_ITT_LIB_FAILED = 1,
    GAU_ITT_LIB_ABSENT = 2, /**< none is wanted */
    GAU_ITT_LIB_EXISTS = 3,
    GAU_ITT_LIB_LOADED = 4
};

/** Scopes of markers. */
enum gau_itt_scope {
    GAU_ITT_SCOPE_GLOBAL = 1,
    GAU_ITT_SCOPE_TRACK_GROUP = 2,
    GAU_ITT_SCOPE_TRACK = 3,
    GAU_ITT_SCOPE_TASK = 4,
    GAU_ITT_SCOPE_MARKER = 5
};

/** Types of values in metadata and counters. */
enum gau_itt_value_type {
    GAU_ITT_U64 = 1,
    GAU_ITT_S64 = 2,
    GAU_ITT_U32 = 3,
    GAU_ITT_S32 = 4,
    GAU_ITT_U16 = 5,
    GAU_ITT_S16 = 6,
    GAU_ITT_FLOAT = 7,
    GAU_ITT_DOUBLE = 8
};

/*
 * Objects. Those with `next` are made by the client before a collector is there, or by the
 * collector afterwards; the same name may therefore have two. `extra1` and `extra2` belong to the
 * collector. Of two names the `..._w` is for wide characters and NULL on Linux.
 */

typedef struct gau_itt_domain {
    volatile int flags; /**< 0: disabled. Clients look before each call; the collector writes. */
    const char *name;
    const char *name_w;
    int extra1;
    void *extra2;
    struct gau_itt_domain *next;
} gau_itt_domain;

typedef struct gau_itt_string {
    const char *text;
    const char *text_w;
    int extra1;
    void *extra2;
    struct gau_itt_string *next;
} gau_itt_string;

/** Names an instance of something; all zero: none. Passed by value. */
typedef struct gau_itt_id {
    uint64_t d1; /**< usually an address */
    uint64_t d2; /**< usually a count */
    uint64_t d3;
} gau_itt_id;

typedef struct gau_itt_thread {
    const char *name;
    const char *name_w;
    pthread_t thread;
    int state;
    int extra1;
    void *extra2;
    struct gau_itt_thread *next;
} gau_itt_thread;

typedef struct gau_itt_counter {
    const char *name;
    const char *name_w;
    const char *domain;
    const char *domain_w;
    int type;
    long index;
    int extra1;
    void *extra2;
    struct gau_itt_counter *next;
} gau_itt_counter;

typedef struct gau_itt_histogram {
    const gau_itt_domain *domain;
    const char *name;
    const char *name_w;
    int x_type;
    int y_type;
    int extra1;
    void *extra2;
    struct gau_itt_histogram *next;
} gau_itt_histogram;

typedef struct gau_itt_counter_metadata {
    gau_itt_counter *counter;
    int type;
    const char *text;
    const char *text_w;
    uint64_t value;
    int extra1;
    void *extra2;
    struct gau_itt_counter_metadata *next;
} gau_itt_counter_metadata;

typedef struct gau_itt_context_metadata {
    int type;
    void *value;
} gau_itt_context_metadata;

typedef struct gau_itt_clock_info {
    uint64_t frequency; /**< in Hz */
    uint64_t base;
} gau_itt_clock_info;

typedef struct gau_itt_clock_domain {
    gau_itt_clock_info info;
    void (*read)(gau_itt_clock_info *info, void *data);
    void *data;
    int extra1;
    void *extra2;
    struct gau_itt_clock_domain *next;
} gau_itt_clock_domain;

typedef struct gau_itt_track {
    gau_itt_string *name;
    struct gau_itt_track_group *group;
    int type;
    int extra1;
    void *extra2;
    struct gau_itt_track *next;
} gau_itt_track;

typedef struct gau_itt_track_group {
    gau_itt_string *name;
    gau_itt_track *tracks;
    int type;
    int extra1;
    void *extra2;
    struct gau_itt_track_group *next;
} gau_itt_track_group;

typedef struct gau_itt_module_object {
    unsigned version;
    gau_itt_id id;
    int type;
    const char *name;
    void *buffer;
    size_t size;
    void *sections; /**< of 48 bytes each */
    size_t n_sections;
} gau_itt_module_object;

/** One function of the client's table; behind the last comes one with `name` NULL. */
typedef struct gau_itt_entry {
    const char *name; /**< such as "__itt_event_create"; not unique, see itt_entries.h */
    void **slot;
    void *initial; /**< what the slot held first: code that loads the collector */
    void *nobody;  /**< what to store when the collector does not have the function */
    int groups;
} gau_itt_entry;

/** Begin of struct gau_itt_global. */
#define GAU_ITT_MAGIC                                  \
    {                                                  \
        0xED, 0xAB, 0xAB, 0xEC, 0x0D, 0xEE, 0xDA, 0x30 \
    }

enum {
    GAU_ITT_VERSION_MAJOR = 3,
    GAU_ITT_VERSION_MINOR = 0,
    GAU_ITT_BUILD = 20250807,       /**< the newest that is known, as a date */
    GAU_ITT_BUILD_OLDEST = 20110000 /**< entries were shorter before */
};

/**
 * What a client shows of itself. It grew at its end, and `version_build` does not tell where it
 * ends: `histograms` is there if the table has "__itt_histogram_create", `counter_metadata` if it
 * has
 * "__itt_bind_context_metadata_to_counter". Without these, nothing behind `collect_events` may be
 * touched.
 */
typedef struct gau_itt_global {
    unsigned char magic[8];
    unsigned long version_major;
    unsigned long version_minor;
    unsigned long version_build;
    volatile long api_initialized;
    volatile long mutex_initialized;
    volatile long atomic_counter;
    pthread_mutex_t mutex; /**< recursive; held by the client while `__itt_api_init` runs */
    void *lib;             /**< the handle of the collector */
    void *error_handler;
    const char **dll_path;
    gau_itt_entry *entries;
    struct gau_itt_global *next; /**< left to the collector */
    gau_itt_thread *threads;
    gau_itt_domain *domains; /**< made before the collector came, as all lists here */
    gau_itt_string *strings;
    int state; /**< enum gau_itt_lib_state */
    gau_itt_counter *counters;
    unsigned collect_events;
    gau_itt_histogram *histograms;              /**< since 3.20 */
    gau_itt_counter_metadata *counter_metadata; /**< since 3.24.2 */
} gau_itt_global;

/** Entry points of a collector, all optional. */
#define GAU_ITT_INIT_NAME "__itt_api_init"
#define GAU_ITT_FINI_NAME "__itt_api_fini"
#define GAU_ITT_VERSION_NAME "__itt_api_version"
typedef void gau_itt_api_init_fn(gau_itt_global *client, int groups);
typedef void gau_itt_api_fini_fn(gau_itt_global *client);

/* --- layout -------------------------------------------------------------------------------- */

#define GAU_ITT_AT(type, member, offset) \
    GAU_ITT_ASSERT(offsetof(type, member) == (offset), "offset of " #type "." #member)
#define GAU_ITT_SIZE(type, size) GAU_ITT_ASSERT(sizeof(type) == (size), "size of " #type)

GAU_ITT_AT(gau_itt_domain, flags, 0);
GAU_ITT_AT(gau_itt_domain, name, 8);
GAU_ITT_AT(gau_itt_domain, extra1, 24);
GAU_ITT_AT(gau_itt_domain, extra2, 32);
GAU_ITT_AT(gau_itt_domain, next, 40);
GAU_ITT_SIZE(gau_itt_domain, 48);

GAU_ITT_AT(gau_itt_string, text, 0);
GAU_ITT_AT(gau_itt_string, extra1, 16);
GAU_ITT_AT(gau_itt_string, extra2, 24);
GAU_ITT_AT(gau_itt_string, next, 32);
GAU_ITT_SIZE(gau_itt_string, 40);

GAU_ITT_SIZE(gau_itt_id, 24);

GAU_ITT_AT(gau_itt_thread, thread, 16);
GAU_ITT_AT(gau_itt_thread, state, 24);
GAU_ITT_AT(gau_itt_thread, extra2, 32);
GAU_ITT_SIZE(gau_itt_thread, 48);

GAU_ITT_AT(gau_itt_counter, domain, 16);
GAU_ITT_AT(gau_itt_counter, type, 32);
GAU_ITT_AT(gau_itt_counter, index, 40);
GAU_ITT_AT(gau_itt_counter, extra1, 48);
GAU_ITT_AT(gau_itt_counter, extra2, 56);
GAU_ITT_AT(gau_itt_counter, next, 64);
GAU_ITT_SIZE(gau_itt_counter, 72);

GAU_ITT_AT(gau_itt_histogram, name, 8);
GAU_ITT_AT(gau_itt_histogram, x_type, 24);
GAU_ITT_AT(gau_itt_histogram, y_type, 28);
GAU_ITT_AT(gau_itt_histogram, extra1, 32);
GAU_ITT_AT(gau_itt_histogram, next, 48);
GAU_ITT_SIZE(gau_itt_histogram, 56);

GAU_ITT_AT(gau_itt_counter_metadata, type, 8);
GAU_ITT_AT(gau_itt_counter_metadata, text, 16);
GAU_ITT_AT(gau_itt_counter_metadata, value, 32);
GAU_ITT_AT(gau_itt_counter_metadata, next, 56);
GAU_ITT_SIZE(gau_itt_counter_metadata, 64);

GAU_ITT_AT(gau_itt_context_metadata, value, 8);
GAU_ITT_SIZE(gau_itt_context_metadata, 16);

GAU_ITT_AT(gau_itt_clock_domain, read, 16);
GAU_ITT_AT(gau_itt_clock_domain, data, 24);
GAU_ITT_AT(gau_itt_clock_domain, extra1, 32);
GAU_ITT_AT(gau_itt_clock_domain, next, 48);
GAU_ITT_SIZE(gau_itt_clock_domain, 56);

GAU_ITT_AT(gau_itt_track, group, 8);
GAU_ITT_AT(gau_itt_track, type, 16);
GAU_ITT_AT(gau_itt_track, extra1, 20);
GAU_ITT_AT(gau_itt_track, extra2, 24);
GAU_ITT_SIZE(gau_itt_track, 40);
GAU_ITT_AT(gau_itt_track_group, type, 16);
GAU_ITT_SIZE(gau_itt_track_group, 40);

GAU_ITT_AT(gau_itt_module_object, id, 8);
GAU_ITT_AT(gau_itt_module_object, type, 32);
GAU_ITT_AT(gau_itt_module_object, name, 40);
GAU_ITT_AT(gau_itt_module_object, sections, 64);
GAU_ITT_SIZE(gau_itt_module_object, 80);

GAU_ITT_AT(gau_itt_entry, slot, 8);
GAU_ITT_AT(gau_itt_entry, initial, 16);
GAU_ITT_AT(gau_itt_entry, nobody, 24);
GAU_ITT_AT(gau_itt_entry, groups, 32);
GAU_ITT_SIZE(gau_itt_entry, 40);

/* Behind the mutex everything moves with its size. */
#if defined(__x86_64__)
GAU_ITT_SIZE(pthread_mutex_t, 40);
#define GAU_ITT_AFTER_MUTEX 96
#elif defined(__aarch64__)
GAU_ITT_SIZE(pthread_mutex_t, 48);
#define GAU_ITT_AFTER_MUTEX 104
#else
#define GAU_ITT_AFTER_MUTEX \
    (56 + sizeof(pthread_mutex_t)) /* unmeasured; aligned, hence without gap */
#endif

GAU_ITT_AT(gau_itt_global, version_major, 8);
GAU_ITT_AT(gau_itt_global, version_build, 24);
GAU_ITT_AT(gau_itt_global, api_initialized, 32);
GAU_ITT_AT(gau_itt_global, mutex_initialized, 40);
GAU_ITT_AT(gau_itt_global, atomic_counter, 48);
GAU_ITT_AT(gau_itt_global, mutex, 56);
GAU_ITT_AT(gau_itt_global, lib, GAU_ITT_AFTER_MUTEX);
GAU_ITT_AT(gau_itt_global, error_handler, GAU_ITT_AFTER_MUTEX + 8);
GAU_ITT_AT(gau_itt_global, dll_path, GAU_ITT_AFTER_MUTEX + 16);
GAU_ITT_AT(gau_itt_global, entries, GAU_ITT_AFTER_MUTEX + 24);
GAU_ITT_AT(gau_itt_global, next, GAU_ITT_AFTER_MUTEX + 32);
GAU_ITT_AT(gau_itt_global, threads, GAU_ITT_AFTER_MUTEX + 40);
GAU_ITT_AT(gau_itt_global, domains, GAU_ITT_AFTER_MUTEX + 48);
GAU_ITT_AT(gau_itt_global, strings, GAU_ITT_AFTER_MUTEX + 56);
GAU_ITT_AT(gau_itt_global, state, GAU_ITT_AFTER_MUTEX + 64);
GAU_ITT_AT(gau_itt_global, counters, GAU_ITT_AFTER_MUTEX + 72);
GAU_ITT_AT(gau_itt_global, collect_events, GAU_ITT_AFTER_MUTEX + 80);
GAU_ITT_AT(gau_itt_global, histograms, GAU_ITT_AFTER_MUTEX + 88);
GAU_ITT_AT(gau_itt_global, counter_metadata, GAU_ITT_AFTER_MUTEX + 96);
GAU_ITT_SIZE(gau_itt_global, GAU_ITT_AFTER_MUTEX + 104);

#endif
