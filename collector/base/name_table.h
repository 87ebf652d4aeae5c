/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BASE_NAME_TABLE_H
#define GAUDIT_COLLECTOR_BASE_NAME_TABLE_H

#include "itt/itt_abi.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Interned names, and the domains and string handles that have them. All functions may be called
 * anywhere, also in signal handlers.
 *
 * A program may pass objects of its own, made before it loaded the collector. They may be unloaded
 * with the code that made them, and another object may then have the same address. So no pointer to
 * them is kept: their spare member `extra1` gets our number, which is valid only while their text
 * equals that of our name.
 */

struct gau_name {
    uint32_t number;   /* 1, 2, 3, ... */
    uint32_t size;     /* at most GAU_TRACE_TEXT_MAX */
    uint64_t function; /* address of the function that it names; 0: none */
    gau_itt_domain domain;
    gau_itt_string string;
    char text[]; /* with NUL */
};

/* The name with that text, made if there is none yet; longer texts are cut. NULL if there are too
 * many, or out of memory. */
struct gau_name *gau_name_table_of(const char *text, size_t size);

/* Numbers of names; 0 as NULL above. NULL, for the object or its text, counts as "". */
uint32_t gau_name_table_of_text(const char *text);
uint32_t gau_name_table_of_domain(const gau_itt_domain *domain);
uint32_t gau_name_table_of_string(const gau_itt_string *string);

/* "fn@0x...": looking up the symbol would need the loader's lock. Reports name the function. */
uint32_t gau_name_table_of_function(const void *function);

/* What programs get if out of memory: without a number; the domain is disabled. */
extern gau_itt_domain gau_name_table_no_domain;
extern gau_itt_string gau_name_table_no_string;

/* NULL if no name has that number. */
const struct gau_name *gau_name_table_get(uint32_t number);

/* Whether a name has that text, or its beginning if it is too long. */
int gau_name_table_differ(const char *name, const char *text);

#endif
