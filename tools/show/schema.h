/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_SHOW_SCHEMA_H
#define GAUDIT_TOOLS_SHOW_SCHEMA_H

#include <gaudit/registry.h>

#include <stdio.h>

/*
 * A schema of job options in RELAX NG: the elements that the reader knows, and of every class in
 * the registry the properties with their types and ranges. Any value may have constants in it.
 */
gau_status gau_schema_write(FILE *out, gau_registry *registry, gau_error *err);

#endif
