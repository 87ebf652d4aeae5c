/* SPDX-License-Identifier: Apache-2.0 */
#include "job.h"

#include "show/show.h"
#include "usage.h"

#include <stdio.h>
#include <stdlib.h>

int gau_tool_job_failed(const gau_error *err, int verbosity, int status)
{
    if (verbosity > 0 && err->file)
        fprintf(stderr, "gaudit: %s [%s:%d]\n", err->message, err->file, err->line);
    else
        fprintf(stderr, "gaudit: %s\n", err->message);
    return status;
}

/* For the record of the run. */
static gau_status resolve(struct gau_tool_job *job, gau_error *err)
{
    struct gau_show show;
    gau_status status;
    size_t size;
    FILE *out = open_memstream(&job->resolved, &size);

    if (!out)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for the resolved options");
    status = gau_show_init(&show, out, job->options, job->registry, err);
    if (status >= 0)
        gau_show_xml(&show);
    gau_show_clear(&show);
    if (fclose(out) != 0 && status >= 0)
        status = gau_fail(err, GAU_ERR_MEMORY, "no memory for the resolved options");
    return status;
}

static gau_status open_job(struct gau_tool_job *job, const char *path,
                           const struct gau_overrides *overrides, gau_app_settings *settings,
                           gau_error *err)
{
    job->registry = gau_registry_new();
    if (!job->registry)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for the classes");
    GAU_TRY(gau_registry_scan(job->registry, err));
    GAU_TRY(gau_options_read_xml(&job->options, path, err));
    GAU_TRY(gau_overrides_apply(overrides, job->options, err));
    if (settings->output) {
        GAU_TRY(resolve(job, err));
        settings->resolved = job->resolved;
    }
    return gau_app_new(&job->app, job->registry, job->options, settings, err);
}

int gau_tool_job_open(struct gau_tool_job *job, const char *path,
                      const struct gau_overrides *overrides, gau_app_settings *settings)
{
    gau_error err = {0};
    const gau_status status = open_job(job, path, overrides, settings, &err);

    if (status >= 0)
        return GAU_EXIT_OK;
    return gau_tool_job_failed(&err, settings->verbosity,
                               status == GAU_ERR_USAGE ? GAU_EXIT_USAGE : GAU_EXIT_OPTIONS);
}

void gau_tool_job_close(struct gau_tool_job *job)
{
    gau_app_free(job->app);
    gau_options_free(job->options);
    gau_registry_free(job->registry);
    free(job->resolved);
    *job = (struct gau_tool_job){0};
}
