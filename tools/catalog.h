/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_CATALOG_H
#define GAUDIT_TOOLS_CATALOG_H

#include "table/table.h"

#include <gaudit/registry.h>

/*
 * What the commands that print known components have in common: a registry, a --format option, a
 * table on standard output.
 */

struct gau_catalog {
    gau_registry *registry;
    enum gau_table_format format;
    const char *operand; /* NULL if the command takes none */
};

enum { GAU_CATALOG_OPEN = -1 };

/*
 * Reads the arguments and the manifests. @p operand says what the one operand is; NULL: there is
 * none. Returns GAU_CATALOG_OPEN, or the exit status of a command that has nothing left to do.
 */
int gau_catalog_open(struct gau_catalog *catalog, int argc, char **argv, const char *help,
                     const char *operand);

/* CSV or JSON was asked for. */
bool gau_catalog_for_programs(const struct gau_catalog *catalog);

/* Prints and frees @p table; NULL is reported as lack of memory. */
gau_status gau_catalog_print(const struct gau_catalog *catalog, struct gau_table *table,
                             gau_error *err);

/* Reports a failure. Returns the exit status of the command. */
int gau_catalog_close(struct gau_catalog *catalog, gau_status status, const gau_error *err);

#endif
