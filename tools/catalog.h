/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_CATALOG_H
#define GAUDIT_TOOLS_CATALOG_H

#include "options.h"

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

/* --format */
extern const struct gau_option gau_catalog_options[];

/*
 * Reads the arguments of a command that has these options, and the manifests. Returns
 * GAU_OPTIONS_READ, or the exit status of a command that has nothing left to do.
 */
int gau_catalog_open(struct gau_catalog *catalog, const struct gau_command *command, int argc,
                     char **argv);

/* CSV or JSON was asked for. */
bool gau_catalog_for_programs(const struct gau_catalog *catalog);

/* Prints and frees @p table; NULL is reported as lack of memory. */
gau_status gau_catalog_print(const struct gau_catalog *catalog, struct gau_table *table,
                             gau_error *err);

/* Reports a failure. Returns the exit status of the command. */
int gau_catalog_close(struct gau_catalog *catalog, gau_status status, const gau_error *err);

#endif
