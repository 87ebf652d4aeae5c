/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_REGISTRY_H
#define GAUDIT_SRC_REGISTRY_H

#include <gaudit/registry.h>

/* A class that is known, from a manifest only or with its module. */
struct gau_known {
    gau_class_entry entry;
    char *texts;        /* that entry points to, if it comes from a manifest */
    gau_class *adopted; /* NULL while the module is not loaded */
};

/* The entry of that name, new if it was not found; NULL: no memory. Moves other entries. */
struct gau_known *gau_registry_insert(gau_registry *registry, const char *name, bool *found);

/* Whether what is at @p path, if anything, can be a module: a regular file. It is not opened. */
gau_status gau_registry_check_file(const char *path, gau_error *err);

/*
 * A class as this version of the framework knows it. Modules may be older and their structs
 * shorter: they are copied into full ones, with zeros for what is missing, and nothing behind
 * this has to ask for sizes.
 */
gau_status gau_class_adopt(gau_class **out, const gau_class *cls, gau_error *err);
void gau_class_release(gau_class *cls);

#endif
