/* SPDX-License-Identifier: Apache-2.0 */
#include "job.h"

#include "show/show.h"
#include "usage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gau_tool_changes gau_tool_changes_new(int argc)
{
    struct gau_tool_changes changes = {.texts = calloc((size_t)argc + 1, sizeof *changes.texts),
                                       .audits = calloc((size_t)argc + 1, sizeof *changes.audits)};

    if (!changes.texts || !changes.audits)
        gau_tool_changes_free(&changes);
    return changes;
}

void gau_tool_changes_free(struct gau_tool_changes *changes)
{
    free(changes->texts);
    free(changes->audits);
    *changes = (struct gau_tool_changes){0};
}

void gau_tool_changes_add(struct gau_tool_changes *changes, const char *text, bool audit)
{
    changes->texts[changes->count] = text;
    changes->audits[changes->count++] = audit;
}

int gau_tool_job_failed(const gau_error *err, int verbosity, int status)
{
    const char *line = err->message;

    for (const char *end; (end = strchr(line, '\n')); line = end + 1)
        fprintf(stderr, "gaudit: %.*s\n", (int)(end - line), line);
    if (verbosity > 0 && err->file)
        fprintf(stderr, "gaudit: %s [%s:%d]\n", line, err->file, err->line);
    else
        fprintf(stderr, "gaudit: %s\n", line);
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

static bool is_switched_off(const gau_node *node)
{
    for (size_t i = 0; i < node->n_settings; i++)
        if (strcmp(node->settings[i].name, "Enable") == 0)
            return strcmp(node->settings[i].value, "false") == 0;
    return false;
}

bool gau_tool_job_has_auditor(const struct gau_tool_job *job, const char *type, bool enabled)
{
    const gau_node *const root = gau_options_root(job->options);

    for (size_t i = 0; i < root->n_children; i++) {
        const gau_node *const node = root->children[i];

        if (node->kind == GAU_NODE_AUDITOR && strcmp(node->type, type) == 0 &&
            !(enabled && is_switched_off(node)))
            return true;
    }
    return false;
}

const char *gau_tool_job_auditor(const struct gau_tool_job *job, const char *type)
{
    const gau_node *const root = gau_options_root(job->options);

    for (size_t i = 0; i < root->n_children; i++) {
        const gau_node *const node = root->children[i];

        if (node->kind == GAU_NODE_AUDITOR && strcmp(node->type, type) == 0)
            return node->name ? node->name : node->type;
    }
    return NULL;
}

/* Applies those that are -a, or those that are -s; what is wrong is kept with the options. */
static gau_status apply(struct gau_tool_job *job, const struct gau_tool_changes *changes,
                        bool audits, gau_error *err)
{
    for (size_t i = 0; i < changes->count; i++) {
        const char *const text = changes->texts[i];
        gau_status status = GAU_OK;

        if (changes->audits[i] != audits)
            continue;
        status = audits ? gau_options_audit(job->options, text, err)
                        : gau_options_override(job->options, text, err);
        if (status == GAU_ERR_MEMORY)
            return status;
    }
    return GAU_OK;
}

/* Auditors first, so that their order with -s on the command line does not matter. */
static gau_status read_job(struct gau_tool_job *job, const char *path,
                           const struct gau_tool_changes *changes, gau_error *err)
{
    GAU_TRY(gau_options_open_xml(&job->options, path, err));
    GAU_TRY(apply(job, changes, true, err));
    if (changes->time && !gau_tool_job_has_auditor(job, "TimerAuditor", false))
        GAU_TRY(gau_options_audit(job->options, "TimerAuditor", err));
    return apply(job, changes, false, err);
}

static gau_status build_job(struct gau_tool_job *job, gau_app_settings *settings, gau_error *err)
{
    job->registry = gau_registry_new();
    if (!job->registry)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for the classes");
    GAU_TRY(gau_registry_scan(job->registry, err));
    if (settings->output && gau_options_check(job->options, NULL) >= 0) {
        GAU_TRY(resolve(job, err));
        settings->resolved = job->resolved;
    }
    return gau_app_new(&job->app, job->registry, job->options, settings, err);
}

static int exit_of(gau_status status, const gau_error *err, int verbosity)
{
    if (status >= 0)
        return GAU_EXIT_OK;
    return gau_tool_job_failed(err, verbosity,
                               status == GAU_ERR_USAGE    ? GAU_EXIT_USAGE
                               : status == GAU_ERR_MEMORY ? GAU_EXIT_RESULTS
                                                          : GAU_EXIT_OPTIONS);
}

int gau_tool_job_read(struct gau_tool_job *job, const char *path,
                      const struct gau_tool_changes *changes, int verbosity)
{
    gau_error err = {0};
    gau_status status = read_job(job, path, changes, &err);

    if (status >= 0)
        status = gau_options_check(job->options, &err);
    return exit_of(status, &err, verbosity);
}

int gau_tool_job_build(struct gau_tool_job *job, gau_app_settings *settings)
{
    gau_error err = {0};

    return exit_of(build_job(job, settings, &err), &err, settings->verbosity);
}

int gau_tool_job_open(struct gau_tool_job *job, const char *path,
                      const struct gau_tool_changes *changes, gau_app_settings *settings)
{
    gau_error err = {0};
    const int status = exit_of(read_job(job, path, changes, &err), &err, settings->verbosity);

    return status == GAU_EXIT_OK ? gau_tool_job_build(job, settings) : status;
}

void gau_tool_job_close(struct gau_tool_job *job)
{
    gau_app_free(job->app);
    gau_options_free(job->options);
    gau_registry_free(job->registry);
    free(job->resolved);
    *job = (struct gau_tool_job){0};
}
