/* SPDX-License-Identifier: Apache-2.0 */
#include "catalog.h"

#include "shared_options.h"
#include "usage.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const struct gau_option gau_catalog_options[] = {
    {GAU_OPTION_FORMAT(struct gau_catalog, format)},
    {GAU_OPTION_EXCEL(struct gau_catalog, format)},
    {0},
};

int gau_catalog_open(struct gau_catalog *catalog, const struct gau_command *command, int argc,
                     char **argv)
{
    gau_error err = {0};
    gau_status status;
    int done;

    *catalog = (struct gau_catalog){.format = GAU_TABLE_TEXT};
    done = gau_options_read(command, argc, argv, catalog, NULL);
    if (done != GAU_OPTIONS_READ)
        return done;
    catalog->operand = argv[optind];
    catalog->registry = gau_registry_new();
    status = catalog->registry ? gau_registry_scan(catalog->registry, &err)
                               : gau_fail(&err, GAU_ERR_MEMORY, "no memory for the registry");
    return status < 0 ? gau_catalog_close(catalog, status, &err) : GAU_OPTIONS_READ;
}

bool gau_catalog_for_programs(const struct gau_catalog *catalog)
{
    return !gau_table_format_is_for_people(catalog->format);
}

gau_status gau_catalog_print(const struct gau_catalog *catalog, struct gau_table *table,
                             gau_error *err)
{
    gau_status status = GAU_OK;

    if (!table)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for the table");
    if (gau_table_write(table, catalog->format, stdout) != 0)
        status = gau_fail(err, GAU_ERR_IO, "cannot write the table: %s", strerror(errno));
    gau_table_free(table);
    return status;
}

int gau_catalog_close(struct gau_catalog *catalog, gau_status status, const gau_error *err)
{
    gau_registry_free(catalog->registry);
    catalog->registry = NULL;
    if (status >= 0)
        return GAU_EXIT_OK;
    if (status == GAU_ERR_IO)
        return gau_usage_failed(err, GAU_EXIT_RESULTS);
    return gau_usage_failed(err, GAU_EXIT_USAGE);
}
