/* SPDX-License-Identifier: Apache-2.0 */
#include "schema.h"

#include "../tools.h"
#include "../usage.h"

static gau_status print(gau_registry *registry, gau_error *err)
{
    GAU_TRY(gau_registry_scan(registry, err));
    return gau_schema_write(stdout, registry, err);
}

static int run(int argc, char **argv)
{
    gau_error err = {.message = "no memory for the components"};
    gau_status status = GAU_ERR_MEMORY;
    const int read = gau_options_read(&gau_tool_schema, argc, argv, NULL, NULL);
    gau_registry *registry;

    if (read != GAU_OPTIONS_READ)
        return read;
    if ((registry = gau_registry_new()))
        status = print(registry, &err);
    gau_registry_free(registry);
    return status < 0 ? gau_usage_failed(&err, GAU_EXIT_OPTIONS) : GAU_EXIT_OK;
}

const struct gau_command gau_tool_schema = {
    .name = "schema",
    .summary = "the RELAX NG schema of job options",
    .usage = "",
    .about = "Prints the schema of job options in RELAX NG, for editors and validators, with the\n"
             "properties of all components that are found:\n"
             "\n"
             "  gaudit schema > gaudit.rng && xmllint --noout --relaxng gaudit.rng JOB.xml\n"
             "\n"
             "Components of your own are found through GAUDIT_MODULE_PATH.\n",
    .run = run,
};
