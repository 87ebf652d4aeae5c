/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_KEPT_NAMES_H
#define GAUDIT_REPORT_HOTSPOTS_KEPT_NAMES_H

/**
 * @file kept_names.h
 * Names that are kept with a result, in symbols.json: of the functions and lines at all sampled
 * addresses of modules outside of system folders. Reports use them for modules that were built anew
 * or removed since.
 */

#include "report/symbols/symbolizer.h"

#include <gaudit/error.h>

struct gau_kept_names;

/** Kinds of functions in the document: as in enum gau_function_kind, and the name of a function for
 * other modules. */
enum { GAU_KEPT_PUBLIC = GAU_FUNCTION_STUB + 1, GAU_KEPT_KINDS };
extern const char *const gau_kept_kinds[GAU_KEPT_KINDS];

/** Writes a build-id as the document has it, at most the first 64 bytes; "": there is none. */
enum { GAU_KEPT_BUILD_ID_SIZE = 2 * 64 + 1 };
void gau_kept_build_id(char text[GAU_KEPT_BUILD_ID_SIZE], const uint8_t *build_id, uint32_t size);

/** Prepares for the names of a folder, which is borrowed. The file is read, and checked, when they
 * are first needed; without a file there are none. NULL: out of memory. */
struct gau_kept_names *gau_kept_names_new(const char *folder);
void gau_kept_names_free(struct gau_kept_names *names);

/** Returns the names for a symbolizer, which must end before them. */
struct gau_symbolizer_names gau_kept_names_source(struct gau_kept_names *names);

/** Resolves all addresses of a folder with samples, and writes symbols.json. It writes nothing if
 * there is nothing to keep, or if the samples cannot be read. */
gau_status gau_kept_names_save(const char *folder, gau_error *error);

#endif
