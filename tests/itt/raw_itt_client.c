/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, PTHREAD_MUTEX_RECURSIVE */
#include "raw_itt_client.h"

#include "itt_layout.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct {
    const char *name;
    int groups, own;
} known[] = {
#define KNOWN(id, name, groups, own) {"__itt_" #name, groups, own},
    GAU_ITT_ENTRIES(KNOWN)
#undef KNOWN
};

void raw_part_own_code(void)
{
}

static void give_up(const char *what)
{
    fprintf(stderr, "raw_static_part: %s\n", what);
    abort();
}

/* The last byte is the last of a page, and no page follows. Never given back. */
static void *before_the_abyss(size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t whole = (size + page - 1) / page * page;
    char *const pages =
        mmap(NULL, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (pages == MAP_FAILED || mprotect(pages + whole, page, PROT_NONE) < 0)
        give_up("no memory");
    return pages + whole - size;
}

static bool is_known_to(enum raw_age age, const char *name)
{
    static const char *const since_192[] = {"__itt_histogram_create", "__itt_histogram_submit"};
    static const char *const since_200[] = {"__itt_bind_context_metadata_to_counter",
                                            "__itt_counter_create_v3",
                                            "__itt_counter_set_value_v3"};

    for (size_t i = 0; i < sizeof since_192 / sizeof *since_192; i++)
        if (age < RAW_192 && strcmp(name, since_192[i]) == 0)
            return false;
    for (size_t i = 0; i < sizeof since_200 / sizeof *since_200; i++)
        if (age < RAW_200 && strcmp(name, since_200[i]) == 0)
            return false;
    return true;
}

static void fill_table(struct raw_part *part, enum raw_age age)
{
    gau_itt_entry *entry = part->entries;
    union {
        void (*code)(void);
        void *pointer;
    } own = {.code = raw_part_own_code};

    for (int i = 0; i < RAW_N_SLOTS; i++)
        if (is_known_to(age, known[i].name))
            *entry++ = (gau_itt_entry){
                .name = known[i].name,
                .slot = &part->slots[i],
                .fallback = known[i].own ? own.pointer : NULL,
                .groups = known[i].groups,
            };
}

struct raw_part *raw_part_new(enum raw_age age)
{
    static const gau_itt_global fresh = {
        .magic = GAU_ITT_MAGIC,
        .version_major = 3,
        .version_build = 20180723,
    };
    const size_t size = sizeof fresh - RAW_200 + (size_t)age;
    struct raw_part *const part = before_the_abyss(sizeof *part);
    pthread_mutexattr_t recursive;

    part->global = before_the_abyss(size);
    memcpy(part->global, &fresh, size);
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&part->global->mutex, &recursive);
    pthread_mutexattr_destroy(&recursive);
    part->global->mutex_initialized = 1;
    fill_table(part, age);
    part->global->entries = part->entries;
    return part;
}

void raw_part_load(struct raw_part *part, int groups)
{
    const char *const path = getenv("INTEL_LIBITTNOTIFY64");
    union {
        void *pointer;
        gau_itt_api_init_fn *code;
    } init = {NULL};

    pthread_mutex_lock(&part->global->mutex);
    if (path)
        part->global->lib = dlopen(path, RTLD_LAZY);
    if (part->global->lib)
        init.pointer = dlsym(part->global->lib, GAU_ITT_INIT_NAME);
    part->global->state = init.code ? GAU_ITT_LIB_LOADED : GAU_ITT_LIB_ABSENT;
    if (init.code)
        init.code(part->global, groups);
    part->global->api_initialized = 1;
    pthread_mutex_unlock(&part->global->mutex);
}

void raw_part_unload(struct raw_part *part)
{
    union {
        void *pointer;
        gau_itt_api_fini_fn *code;
    } fini = {.pointer = dlsym(part->global->lib, GAU_ITT_FINI_NAME)};

    if (fini.code)
        fini.code(part->global);
    for (const gau_itt_entry *entry = part->entries; entry->name; entry++)
        *entry->slot = entry->fallback;
    part->global->api_initialized = 0;
}

gau_itt_domain *raw_part_domain(struct raw_part *part, const char *name)
{
    gau_itt_domain *const domain = &part->domains[part->n_domains++];

    *domain = (gau_itt_domain){.flags = 1, .name = name, .next = part->global->domains};
    return part->global->domains = domain;
}

gau_itt_string *raw_part_string(struct raw_part *part, const char *text)
{
    gau_itt_string *const string = &part->strings[part->n_strings++];

    *string = (gau_itt_string){.text = text, .next = part->global->strings};
    return part->global->strings = string;
}

void (*raw_part_function(const struct raw_part *part, enum raw_slot slot))(void)
{
    union {
        void *pointer;
        void (*code)(void);
    } function = {.pointer = __atomic_load_n(&part->slots[slot], __ATOMIC_ACQUIRE)};

    return function.code;
}
