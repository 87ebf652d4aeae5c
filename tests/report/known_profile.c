/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

#include "known_profile.h"

#ifdef KNOWN_PART
#include <dlfcn.h>
#endif

/*
 * Five algorithms that each call two functions, the heavy one for three times as much work as the
 * light one. With KNOWN_PART the functions are in a library that is loaded when they are first
 * called.
 */

#ifdef KNOWN_PART
static void call(const char *name, unsigned work)
{
    static void *part;
    union {
        void *address;
        void (*function)(unsigned work);
    } found;

    if (!part)
        part = dlopen(KNOWN_PART, RTLD_NOW | RTLD_LOCAL);
    found.address = part ? dlsym(part, name) : NULL;
    if (found.address)
        found.function(work);
}
#define CALL(name, work) call(#name, work)
#else
#define CALL(name, work) name(work)
#endif

#define ALGORITHM(letter, units)                                                \
    static gau_status letter##_execute(void *self, gau_context *ctx)            \
    {                                                                           \
        (void)self;                                                             \
        (void)ctx;                                                              \
        CALL(letter##_heavy, 3 * (units)*KNOWN_UNIT);                           \
        CALL(letter##_light, (units)*KNOWN_UNIT);                               \
        return GAU_OK;                                                          \
    }                                                                           \
    static const gau_class letter##_class = {                                   \
        GAU_CLASS("Known_" #letter, struct known, "Calls two known functions"), \
        .algorithm = GAU_ALGORITHM(.execute = letter##_execute),                \
    };

struct known {
    char unused;
};

#ifndef KNOWN_PART
KNOWN_FUNCTIONS(KNOWN_LINKAGE)
#endif

ALGORITHM(a, 5)
ALGORITHM(b, 4)
ALGORITHM(c, 3)
ALGORITHM(d, 2)
ALGORITHM(e, 1)
GAU_MODULE(&a_class, &b_class, &c_class, &d_class, &e_class);
