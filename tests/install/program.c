/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/app.h>

#include <stdio.h>

/* A program that runs jobs: here, up to the configuration. */
int main(int argc, char **argv)
{
    const gau_app_settings settings = {.verbosity = -1};
    gau_registry *registry = gau_registry_new();
    gau_options *options = NULL;
    gau_app *app = NULL;
    gau_error err = {0};
    gau_status status = registry && argc > 1 ? GAU_OK : GAU_ERR_USAGE;

    if (status >= 0)
        status = gau_registry_scan(registry, &err);
    if (status >= 0)
        status = gau_options_read_xml(&options, argv[1], &err);
    if (status >= 0)
        status = gau_app_new(&app, registry, options, &settings, &err);
    printf("%s: %s\n", gau_status_text(status), err.message);
    gau_app_free(app);
    gau_options_free(options);
    gau_registry_free(registry);
    return 0;
}
