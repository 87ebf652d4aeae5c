/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BASE_CLIENT_BINDING_H
#define GAUDIT_COLLECTOR_BASE_CLIENT_BINDING_H

#include "itt/itt_abi.h"

#include <stddef.h>

/* The rows of a collector's functions by their ITT names, and the filling of a client's slots. */

typedef void gau_binding_function(void);

struct gau_binding {
    const char *name; /* "__itt_..." */
    gau_binding_function *function;
};

/* A row for "__itt_NAME". */
#define GAU_BINDING(name, function) {"__itt_" #name, (gau_binding_function *)(function)},

/* For functions of the interface: their names begin with underscores, which C reserves. */
#define GAU_BINDING_EXPORT(name) __asm__(name) __attribute__((visibility("default")))

/* Why the client cannot be bound; NULL if it can. */
const char *gau_binding_refuses(const gau_itt_global *client);

/*
 * Fills the slots of a client, and counts them: each gets the function of its name, if its groups
 * are enabled, else the client's fallback. Other threads call through a slot as soon as it changes.
 */
size_t gau_binding_fill(const struct gau_binding *rows, size_t n, const gau_itt_global *client,
                        int groups);

#endif
