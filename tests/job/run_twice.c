/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/app.h>

#include <stdio.h>
#include <stdlib.h>

/* run_twice JOB WORKERS FOLDER...: runs a job once for each result folder, all in one process. */

static gau_status run(const char *job, const gau_app_settings *settings, gau_registry *registry,
                      gau_error *err)
{
    gau_options *options = NULL;
    gau_app *app = NULL;
    gau_app_summary summary;
    gau_status status = gau_options_read_xml(&options, job, err);

    if (status >= 0)
        status = gau_app_new(&app, registry, options, settings, err);
    if (status >= 0)
        status = gau_app_run(app, &summary, err);
    gau_app_free(app);
    gau_options_free(options);
    return status;
}

int main(int argc, char **argv)
{
    gau_registry *const registry = gau_registry_new();
    gau_error err = {0};
    gau_status status;

    if (argc < 4 || !registry)
        return 2;
    status = gau_registry_scan(registry, &err);
    for (int i = 3; i < argc && status >= 0; i++) {
        const gau_app_settings settings = {.workers = (uint32_t)strtoul(argv[2], NULL, 10),
                                           .output = argv[i],
                                           .verbosity = -1};

        status = run(argv[1], &settings, registry, &err);
    }
    gau_registry_free(registry);
    if (status < 0)
        fprintf(stderr, "%s\n", err.message);
    return status < 0;
}
