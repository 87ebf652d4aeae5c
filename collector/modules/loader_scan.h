/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_MODULES_FIND_H
#define GAUDIT_COLLECTOR_MODULES_FIND_H

#include "modules.h"

#include <stddef.h>

/*
 * What the loader says is there now. Parts of modules.h.
 */

/* All of them, one behind the other, in memory of their own. They have no numbers and times, and
 * paths as the loader has them. */
struct gau_loaded_modules_list {
    uint64_t version; /* grows whenever the loader has changed anything */
    unsigned char *data;
    size_t used, size;
};

/* Whether the loader has changed anything since it had that version; cheap. */
bool gau_loaded_modules_have_changed(uint64_t known_version);

/* False: no memory. */
bool gau_loaded_modules_list(struct gau_loaded_modules_list *list);
void gau_loaded_modules_list_free(struct gau_loaded_modules_list *list);

/* The module at an offset, and that of the next one; NULL: there is none. */
struct gau_loaded_module *gau_loaded_modules_list_at(const struct gau_loaded_modules_list *list,
                                                     size_t *offset);

/* The absolute path of what the loader calls @p name, "" for the program; @p address is in it. */
void gau_loaded_modules_path(char *out, size_t size, const char *name, uint64_t address);

/* --- for handlers -------------------------------------------------------------------------- */

/* Makes the modules known to gau_loaded_modules_tables(), where the C library does not have a table
 * of its own that handlers may use. They are sorted by their addresses. */
void gau_loaded_modules_publish(const struct gau_module_tables *modules, size_t n);

/* Whether a table is to be published. */
bool gau_loaded_modules_need_publishing(void);

/* For tests: as with a C library without such a table. */
extern bool gau_loaded_modules_only_published;

#endif
