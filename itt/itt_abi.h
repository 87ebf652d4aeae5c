/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ITT_ITT_ABI_H
#define GAUDIT_ITT_ITT_ABI_H

/**
 * @file itt_abi.h The binary interface of ITT on 64-bit Linux: the memory shared by an instrumented
 * program (a *client*) and a library that receives its calls (a *collector*). Types only.
 *
 * A client has a table of entries, each with the address of a slot for a function pointer, and one
 * struct gau_itt_global that leads to it. A collector exports `__itt_api_init`, is handed that
 * struct, and stores its functions into the slots.
 *
 * Source: measured on programs built with releases 3.15 to 3.26 of the interface; tests assert the
 * offsets, for x86-64 and aarch64. Names of members are ours.
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

/** State of the collector in struct gau_itt_global. */
enum gau_itt_lib_state {
    GAU_ITT_LIB_UNKNOWN = 0, /**< not searched for yet */
    GAU_ITT_LIB_FAILED = 1,
    GAU_ITT_LIB_ABSENT = 2, /**< none is requested */
    GAU_ITT_LIB_EXISTS = 3,
    GAU_ITT_LIB_LOADED = 4
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
    volatile int
        flags; /**< 0: disabled. Clients read it before each call; the collector writes it. */
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

typedef struct gau_itt_clock_domain gau_itt_clock_domain; /* passed on, never read */

/** One function of the client's table; the last entry has `name` NULL. */
typedef struct gau_itt_entry {
    const char *name; /**< such as "__itt_event_create"; not unique */
    void **slot;
    void *initial;  /**< initial value of the slot: code that loads the collector */
    void *fallback; /**< stored if the collector does not have the function */
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
 * The description of a client. It grew at its end, and `version_build` does not determine its size:
 * `histograms` is there if the table has "__itt_histogram_create", `counter_metadata` if it has
 * "__itt_bind_context_metadata_to_counter". Without these, nothing after `collect_events` may be
 * accessed.
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
    void *threads;
    gau_itt_domain *domains; /**< made before the collector came, as all lists here */
    gau_itt_string *strings;
    int state; /**< enum gau_itt_lib_state */
    gau_itt_counter *counters;
    unsigned collect_events;
    gau_itt_histogram *histograms; /**< since 3.20 */
    void *counter_metadata;        /**< since 3.24.2 */
} gau_itt_global;

/** Entry points of a collector, all optional. */
#define GAU_ITT_INIT_NAME "__itt_api_init"
#define GAU_ITT_FINI_NAME "__itt_api_fini"
#define GAU_ITT_VERSION_NAME "__itt_api_version"
typedef void gau_itt_api_init_fn(gau_itt_global *client, int groups);
typedef void gau_itt_api_fini_fn(gau_itt_global *client);

#endif
