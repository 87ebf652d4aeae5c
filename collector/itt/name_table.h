/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_NAMES_H
#define GAUDIT_COLLECTOR_NAMES_H

#include "itt/itt_abi.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Names, each once, and the domains and string handles that have them. All calls may be made
 * anywhere, also in signal handlers.
 *
 * A program may show us objects of its own, made before it knew of us. They may be unloaded with
 * the code that made them, and something else may then lie at the same address. So nothing of them
 * is kept: their spare member `extra1` gets our number, which counts only as long as their text is
 * that of our name.
 */

struct gau_name {
    uint32_t number;   /* 1, 2, 3, ... */
    uint32_t size;     /* at most GAU_TRACE_TEXT_MAX */
    uint64_t function; /* that it stands for, in memory; 0: none */
    gau_itt_domain domain;
    gau_itt_string string;
    char text[]; /* with NUL */
};

/* The name with that text, which is made if there is none yet; longer ones are cut. NULL: too many,
 * or no memory. */
struct gau_name *gau_name_table_of(const char *text, size_t size);

/* Numbers of names; 0: as above. NULL, for the object or its text, counts as "". */
uint32_t gau_name_table_of_text(const char *text);
uint32_t gau_name_table_of_domain(const gau_itt_domain *domain);
uint32_t gau_name_table_of_string(const gau_itt_string *string);

/* "fn@0x...": to ask for a better one takes the lock of the loader. Reports name the function. */
uint32_t gau_name_table_of_function(const void *function);

/* What programs get for want of memory: without a number; the domain is disabled. */
extern gau_itt_domain gau_name_table_no_domain;
extern gau_itt_string gau_name_table_no_string;

/* NULL: no name has that number. */
const struct gau_name *gau_name_table_get(uint32_t number);

/* Whether a name has that text, or its beginning if it is too long. */
int gau_name_table_differ(const char *name, const char *text);

#endif
