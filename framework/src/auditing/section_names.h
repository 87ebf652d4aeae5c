/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SECTION_NAMES_H
#define GAUDIT_SRC_SECTION_NAMES_H

#include <gaudit/section.h>

/*
 * The sections of the process by name. Places in the code keep the number of their section for
 * good, and live longer than jobs and sessions; so this is one table for all of them, and it only
 * grows.
 */

enum { GAU_MAX_SECTIONS = 65536, GAU_MAX_SECTION_NAME = 1024 };

struct gau_section_name {
    const char *name;
    const char *shown;   /* the same without control characters; that of branches */
    const char *message; /* NULL: none */
    uint8_t level;
    bool no_dots;
};

/*
 * The number of the section called @p site->name, which is made if it is new; @p site keeps it.
 * 0: out of memory, too many of them, or a name that is too long. Takes no lock for one that is
 * known.
 */
uint32_t gau_section_number(gau_section_site *site);

/* What is known of the section of that number. */
const struct gau_section_name *gau_section_name_at(uint32_t number);

/* The number of the section of that name; 0: none was opened in this process. */
uint32_t gau_section_find(const char *name);

/* Around fork(), so that the child finds the table as it should be. */
void gau_section_names_lock(void);
void gau_section_names_unlock(void);

#endif
