/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_CLASSES_REGISTRY_CLASSES_H
#define GAUDIT_SRC_CLASSES_REGISTRY_CLASSES_H

#include <gaudit/registry.h>

/* Whether @p path can be a module: a regular file. It is not opened. */
gau_status gau_registry_check_file(const char *path, gau_error *err);

/*
 * Whether the file at @p path, if it is an ELF file, is for this processor and has all that its
 * program headers map: dlopen() of a shorter one ends the process. What dlopen() itself explains is
 * GAU_OK, such as a file that is missing or a text.
 */
gau_status gau_registry_check_content(const char *path, gau_error *err);

/*
 * A class as this version of the framework knows it. Modules may be older and their structs
 * shorter: they are copied into full ones, with zeros for missing fields, and nothing behind
 * this has to ask for sizes. The caller frees it.
 */
gau_status gau_class_adopt(gau_class **out, const gau_class *cls, gau_error *err);

#endif
