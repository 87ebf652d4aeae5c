/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REGISTRY_H
#define GAUDIT_REGISTRY_H

/**
 * @file registry.h
 * Classes by name, from modules or from the program itself.
 *
 * There is no global registry: a program may have several, and a test has its own. Modules are
 * found through manifests (class -> file), so that only modules that a job names are opened.
 */

#include <gaudit/component.h>

GAU_BEGIN_DECLS

typedef struct gau_registry gau_registry;

typedef enum gau_class_kind {
    GAU_CLASS_ALGORITHM,
    GAU_CLASS_AUDITOR,
    GAU_CLASS_INPUT
} gau_class_kind;

/** An entry of a manifest. Borrowed from the registry. */
typedef struct gau_class_entry {
    const char *name, *summary;
    gau_class_kind kind;
    const char *file; /**< of its module; NULL for a class that the program added */
} gau_class_entry;

/** An empty registry; NULL: out of memory. */
GAU_API gau_registry *gau_registry_new(void);
GAU_API void gau_registry_free(gau_registry *registry);

/**
 * Reads the manifests of the folders in the environment variable GAUDIT_MODULE_PATH (separated by
 * colons) and of the folder of the modules that came with the library. What comes first wins.
 */
GAU_API GAU_MUST_CHECK gau_status gau_registry_scan(gau_registry *registry, gau_error *err);

/** Adds @p cls, which is copied; the texts it points to are borrowed. */
GAU_API GAU_MUST_CHECK gau_status gau_registry_add(gau_registry *registry, const gau_class *cls,
                                                   gau_error *err);

/** Adds all classes of a shared object, which stays loaded until the registry is freed. */
GAU_API GAU_MUST_CHECK gau_status gau_registry_load(gau_registry *registry, const char *path,
                                                    gau_error *err);

/**
 * The class called @p name, whose module is loaded if it was not. Borrowed from @p registry. An
 * unknown name is GAU_ERR_UNKNOWN, with the nearest known one in the message.
 */
GAU_API GAU_MUST_CHECK gau_status gau_registry_find(const gau_class **out, gau_registry *registry,
                                                    const char *name, gau_error *err);

/** All classes known so far, by name. */
GAU_API size_t gau_registry_count(const gau_registry *registry);
GAU_API const gau_class_entry *gau_registry_at(const gau_registry *registry, size_t index);

/** What kind of component @p cls describes. */
GAU_API gau_class_kind gau_class_kind_of(const gau_class *cls);

/** "algorithm", "auditor" or "input". */
GAU_API const char *gau_class_kind_text(gau_class_kind kind);

/** The properties that the framework adds to every class of a kind (Enable, OnError ...). */
GAU_API const gau_property *gau_common_properties(gau_class_kind kind);

GAU_END_DECLS

#endif
