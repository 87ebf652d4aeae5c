/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* RTLD_NEXT, and what it finds */
#include "real_functions.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static struct gau_real_functions real;
static atomic_bool found;

/* Copies: C has no conversion between pointers to data and to functions. */
static void look_up(void *out, const char *name)
{
    void **const slot = out;
    void *const function = dlsym(RTLD_NEXT, name);

    *slot = function ? function : dlsym(RTLD_DEFAULT, name);
}

const struct gau_real_functions *gau_real_functions(void)
{
    if (!atomic_load_explicit(&found, memory_order_acquire)) {
#define LOOK_UP(name) look_up(&real.name, #name);
        GAU_REAL(LOOK_UP)
#undef LOOK_UP
        look_up(&real.sigset, "sigset");
        atomic_store_explicit(&found, true, memory_order_release);
    }
    return &real;
}
