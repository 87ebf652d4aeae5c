/* SPDX-License-Identifier: Apache-2.0 */
#include "schema.h"

#include "../tools.h"
#include "../usage.h"

static const char help[] =
    "usage: gaudit schema\n"
    "\n"
    "Prints the schema of job options in RELAX NG, for editors and validators, with the "
    "properties\n"
    "of all components that are found:\n"
    "\n"
    "  gaudit schema > gaudit.rng && xmllint --noout --relaxng gaudit.rng JOB.xml\n"
    "\n"
    "Components of your own are found through GAUDIT_MODULE_PATH.\n";

static gau_status print(gau_registry *registry, gau_error *err)
{
    GAU_TRY(gau_registry_scan(registry, err));
    return gau_schema_write(stdout, registry, err);
}

int gau_tool_schema(int argc, char **argv)
{
    static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    gau_error err = {.message = "no memory for the components"};
    gau_status status = GAU_ERR_MEMORY;
    gau_registry *registry;

    switch (gau_usage_option(argc, argv, "h", options)) {
    case -1: break;
    case 'h': fputs(help, stdout); return GAU_EXIT_OK;
    default: return GAU_EXIT_USAGE;
    }
    if (!gau_usage_operands(argc, argv, 0, 0, "nothing"))
        return GAU_EXIT_USAGE;
    if ((registry = gau_registry_new()))
        status = print(registry, &err);
    gau_registry_free(registry);
    return status < 0 ? gau_usage_failed(&err, GAU_EXIT_OPTIONS) : GAU_EXIT_OK;
}
