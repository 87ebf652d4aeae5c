/* SPDX-License-Identifier: Apache-2.0 */
#include "catalog.h"

#include "usage.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *const formats[] = {"text", "csv", "json", "markdown", NULL};

/* GAU_CATALOG_OPEN, or an exit status. */
static int read_options(struct gau_catalog *catalog, int argc, char **argv, const char *help)
{
    static const struct option options[] = {{"format", required_argument, NULL, 'f'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};

    for (;;)
        switch (gau_usage_option(argc, argv, "f:h", options)) {
        case -1: return GAU_CATALOG_OPEN;
        case 'f':
            if (gau_usage_choice(argv, "--format", optarg, formats) < 0)
                return GAU_EXIT_USAGE;
            gau_table_format_find(&catalog->format, optarg);
            break;
        case 'h': fputs(help, stdout); return GAU_EXIT_OK;
        default: return GAU_EXIT_USAGE;
        }
}

int gau_catalog_open(struct gau_catalog *catalog, int argc, char **argv, const char *help,
                     const char *operand)
{
    gau_error err = {0};
    gau_status status;
    int done;

    *catalog = (struct gau_catalog){.format = GAU_TABLE_TEXT};
    done = read_options(catalog, argc, argv, help);
    if (done != GAU_CATALOG_OPEN)
        return done;
    if (!gau_usage_operands(argc, argv, operand ? 1 : 0, operand ? 1 : 0, operand))
        return GAU_EXIT_USAGE;
    catalog->operand = operand ? argv[optind] : NULL;
    catalog->registry = gau_registry_new();
    status = catalog->registry ? gau_registry_scan(catalog->registry, &err)
                               : gau_fail(&err, GAU_ERR_MEMORY, "no memory for the registry");
    return status < 0 ? gau_catalog_close(catalog, status, &err) : GAU_CATALOG_OPEN;
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
