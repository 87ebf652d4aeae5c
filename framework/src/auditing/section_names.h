/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_AUDITING_SECTION_NAMES_H
#define GAUDIT_SRC_AUDITING_SECTION_NAMES_H

#include "table/suggest.h"

#include <gaudit/section.h>

/*
 * The sections of the process by name. Section sites keep the number of their section for good,
 * longer than jobs and sessions. Hence one table for all of them, which only grows.
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
 * The number of the section called @p site->name, which is added if it is new; @p site keeps it. 0:
 * out of memory, too many sections, or a name that is too long. A known name needs no lock.
 */
uint32_t gau_section_number(gau_section_site *site);

/* It has more than GAU_MAX_SECTION_NAME bytes. */
bool gau_section_name_is_long(const char *name);

/* The section of that number. */
const struct gau_section_name *gau_section_name_at(uint32_t number);

/* The number of the section of that name; 0: none was opened in this process. */
uint32_t gau_section_find(const char *name);

/* There is a site of that name in a loaded module, reached or not. */
bool gau_section_is_listed(const char *name);

/* Offers the names of all sections that were opened or are listed. Under the lock: a listed one is
 * gone with its module. */
void gau_section_names_offer(struct gau_suggest *suggest);

/*
 * Sites of loaded modules whose level, message or no_dots is another than that of their section,
 * which has those of the site that was reached first; if none was reached, than that of a site
 * before them. @p name gets that of one of them. Sites that leave a level or message to others have
 * none.
 */
uint32_t gau_section_count_disputed(char *name, size_t size);

/* Around fork(), so that the child finds a consistent table, and where names are offered. */
void gau_section_names_lock(void);
void gau_section_names_unlock(void);

#endif
