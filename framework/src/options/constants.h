/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_OPTIONS_CONSTANTS_H
#define GAUDIT_SRC_OPTIONS_CONSTANTS_H

#include "tree.h"

/*
 * Constants of job options, and their values: "${NAME}" is a constant, else an
 * environment variable, else an error; "$$" is a dollar; any other '$' is an error.
 */

enum {
    GAU_MAX_CONSTANTS = 1000,
    GAU_MAX_USES = 100000, /* bounds the time for finding names */
};

struct gau_constant {
    const char *name, *value; /* belong to the options */
    gau_source_location location;
    bool used;
};

/* {0} is a valid empty one. */
struct gau_constants {
    struct gau_constant *items;
    size_t count, uses;
};

void gau_constants_clear(struct gau_constants *constants);

/* name and value are kept as they are. Using one without a value is GAU_ERR_STATE. */
gau_status gau_constants_define(struct gau_constants *constants, const char *name,
                                const char *value, gau_source_location location, gau_error *err);

/* Writes the final text, at most size bytes with its zero. */
gau_status gau_constants_expand(char *out, size_t size, struct gau_constants *constants,
                                const char *text, gau_error *err);

#endif
