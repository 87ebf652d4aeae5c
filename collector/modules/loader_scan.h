/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_MODULES_LOADER_SCAN_H
#define GAUDIT_COLLECTOR_MODULES_LOADER_SCAN_H

#include "modules.h"

#include <stddef.h>

/*
 * The modules that the loader lists now. Part of modules.h.
 */

/* All modules, one after another, in memory of their own. They have no numbers or times, and the
 * loader's paths. */
struct gau_loaded_modules_list {
    uint64_t version; /* grows whenever the loader has changed anything */
    unsigned char *data;
    size_t used, size;
};

/* Whether the loader has changed anything since it had that version; cheap. */
bool gau_loaded_modules_have_changed(uint64_t known_version);

/* Returns false if out of memory. */
bool gau_loaded_modules_list(struct gau_loaded_modules_list *list);
void gau_loaded_modules_list_free(struct gau_loaded_modules_list *list);

/* The module at an offset, which is moved to the next one; NULL at the end. */
struct gau_loaded_module *gau_loaded_modules_list_at(const struct gau_loaded_modules_list *list,
                                                     size_t *offset);

/* The absolute path of the module that the loader calls @p name ("" is the program); @p address is
 * in it. */
void gau_loaded_modules_path(char *out, size_t size, const char *name, uint64_t address);

/* --- for signal handlers --------------------------------------------------------------------- */

/* Passes the modules to gau_loaded_modules_tables(), unless the C library has a table of its own
 * for signal handlers. They are sorted by address. */
void gau_loaded_modules_publish(const struct gau_module_tables *modules, size_t n);

/* True if a table is to be published. */
bool gau_loaded_modules_need_publishing(void);

/* For tests: as with a C library without such a table. */
extern bool gau_loaded_modules_only_published;

#endif
