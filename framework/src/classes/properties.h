/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_CLASSES_PROPERTIES_H
#define GAUDIT_SRC_CLASSES_PROPERTIES_H

#include <gaudit/property.h>

/*
 * Values of a component's fields, by the table of its class. A NULL table has no properties.
 */

const gau_property *gau_property_find(const gau_property *table, const char *name);

/* Bytes of a field; 0: the type is one of a newer version, or none. */
size_t gau_property_size(gau_property_type type);

/* The one whose text, or an item of whose list, is @p name or begins with it and a dot; NULL. */
const gau_property *gau_property_naming(const gau_property *table, void *self, const char *name);

/* Sets all fields of a zeroed instance to their defaults. */
gau_status gau_properties_init(const gau_property *table, void *self, gau_error *err);

/* Sets the field of one property from text. The message describes what is wrong with the value. */
gau_status gau_property_set(const gau_property *property, void *self, const char *text,
                            gau_error *err);

/* Frees what the fields own. */
void gau_properties_clear(const gau_property *table, void *self);

#endif
