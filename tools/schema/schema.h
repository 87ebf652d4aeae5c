/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_SCHEMA_SCHEMA_H
#define GAUDIT_TOOLS_SCHEMA_SCHEMA_H

#include <gaudit/registry.h>

#include <stdio.h>

/*
 * A schema of job options in RELAX NG: the elements that the reader knows, and of every class in
 * the registry the properties with their types and ranges. Any value may have constants in it.
 */
gau_status gau_schema_write(FILE *out, gau_registry *registry, gau_error *err);

/* The pattern of the values of one property, indented by depth steps. */
void gau_schema_value(FILE *out, unsigned depth, const gau_property *property);

/* A line with its indentation. Texts from elsewhere are given to gau_schema_text(). */
void gau_schema_line(FILE *out, unsigned depth, const char *format, ...) GAU_PRINTF(3, 4);

/* <name>text</name>, escaped. */
void gau_schema_text(FILE *out, unsigned depth, const char *name, const char *text);

#endif
