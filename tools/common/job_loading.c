/* SPDX-License-Identifier: Apache-2.0 */
#include "job_loading.h"

#include "tools/show/resolved_job.h"
#include "usage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void gau_tool_overrides_clear(struct gau_tool_overrides *changes)
{
    gau_argv_clear(&changes->sets);
    gau_argv_clear(&changes->audits);
}

int gau_tool_job_failed(const gau_error *err, int verbosity, int status)
{
    const char *line = err->message;
    FILE *const out = gau_usage_output();

    for (const char *end; (end = strchr(line, '\n')); line = end + 1)
        fprintf(out, "gaudit: %.*s\n", (int)(end - line), line);
    if (verbosity > 0 && err->file)
        fprintf(out, "gaudit: %s [%s:%d]\n", line, err->file, err->line);
    else
        fprintf(out, "gaudit: %s\n", line);
    return status;
}

/* The run metadata has the resolved options. */
static gau_status resolve_options(struct gau_tool_job *job, gau_error *err)
{
    struct gau_show show;
    gau_status status;
    size_t size;
    FILE *out = open_memstream(&job->resolved, &size);

    if (!out)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (resolved options)");
    status = gau_show_init(&show, out, job->options, job->registry, err);
    if (status >= 0)
        gau_show_xml(&show);
    gau_show_clear(&show);
    if (fclose(out) != 0 && status >= 0)
        status = gau_fail(err, GAU_ERR_MEMORY, "out of memory (resolved options)");
    return status;
}

static bool is_false(const gau_node *node, const char *property)
{
    const gau_setting *const setting = gau_show_setting(node, property);

    return setting && strcmp(setting->value, "false") == 0;
}

static bool is_switched_off(const gau_node *node)
{
    return is_false(node, "Enable");
}

static bool is_auditor(const gau_node *node, const char *type)
{
    return node->kind == GAU_NODE_AUDITOR && strcmp(node->type, type) == 0;
}

bool gau_tool_job_has_auditor(const struct gau_tool_job *job, const char *type)
{
    const gau_node *const root = gau_options_root(job->options);

    for (size_t i = 0; i < root->n_children; i++)
        if (is_auditor(root->children[i], type))
            return true;
    return false;
}

bool gau_tool_job_has_auditor_with(const struct gau_tool_job *job, const char *type,
                                   const char *property)
{
    const gau_node *const root = gau_options_root(job->options);

    for (size_t i = 0; i < root->n_children; i++) {
        const gau_node *const node = root->children[i];

        if (is_auditor(node, type) && !is_switched_off(node) && !is_false(node, property))
            return true;
    }
    return false;
}

const char *gau_tool_job_auditor(const struct gau_tool_job *job, const char *type)
{
    const gau_node *const root = gau_options_root(job->options);
    const char *last = NULL;
    size_t n = 0;

    for (size_t i = 0; i < root->n_children; i++) {
        const gau_node *const node = root->children[i];
        const char *const name = node->name ? node->name : node->type;

        if (is_auditor(node, type) && strcmp(name, type) == 0)
            return name;
        if (is_auditor(node, type) && !is_switched_off(node)) {
            last = name;
            n++;
        }
    }
    return n == 1 ? last : NULL;
}

/* The options keep errors, so that all are found; only a lack of memory ends this. */
static gau_status apply_changes(struct gau_tool_job *job, const struct gau_argv *changes,
                                gau_status (*change)(gau_options *, const char *, gau_error *),
                                gau_error *err)
{
    for (size_t i = 0; i < changes->count; i++) {
        const gau_status status = change(job->options, changes->texts[i], err);

        if (status == GAU_ERR_MEMORY)
            return status;
    }
    return GAU_OK;
}

bool gau_tool_job_is_program(const char *path)
{
    struct stat status;
    char begin[4] = "";
    FILE *const in = stat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "rb") : NULL;
    const size_t n = in ? fread(begin, 1, sizeof begin, in) : 0;

    if (in)
        fclose(in);
    return (n >= 2 && memcmp(begin, "#!", 2) == 0) || (n == 4 && memcmp(begin, "\177ELF", 4) == 0);
}

/* With a property if @p value is not "", and what is before it; one that the job has stays as it
 * is. */
static gau_status add_missing(struct gau_tool_job *job, const char *type, const char *before,
                              const char *property, const char *value, gau_error *err)
{
    struct gau_argv text = {0};
    gau_status status;

    if (gau_tool_job_has_auditor(job, type))
        return GAU_OK;
    gau_argv_add(&text, "%s%s%s%s", type, before, *value ? property : "", value);
    status = text.out_of_memory ? gau_fail(err, GAU_ERR_MEMORY, "out of memory (arguments)")
                                : gau_options_add_auditor(job->options, text.texts[0], err);
    gau_argv_clear(&text);
    return status;
}

/* More detail is for the one that the job has, too. */
static gau_status add_timeline(struct gau_tool_job *job, const char *detail, gau_error *err)
{
    const char *const has = gau_tool_job_auditor(job, "TraceAuditor");
    struct gau_argv set = {0};
    gau_status status;

    if (!has || strcmp(detail, "2") != 0)
        return add_missing(job, "TraceAuditor", "", ":Detail=", detail, err);
    gau_argv_add(&set, "%s.Detail=%s", has, detail);
    status = set.out_of_memory ? gau_fail(err, GAU_ERR_MEMORY, "out of memory (arguments)")
                               : gau_options_override(job->options, set.texts[0], err);
    gau_argv_clear(&set);
    return status;
}

const char *const gau_timeline_details[] = {"1", "2", NULL};

/* Auditors are added first, so that their order relative to -s does not matter. */
static gau_status read_job(struct gau_tool_job *job, const char *path,
                           const struct gau_tool_overrides *changes, gau_error *err)
{
    static const char *const of_k4bench[] = {"EventAuditor", "RegionAuditor"};

    if (gau_tool_job_is_program(path))
        return gau_fail(
            err, GAU_ERR_SYNTAX,
            "'%.*s' is a program, not an option file: 'gaudit collect' samples programs",
            GAU_QUOTE(path));
    GAU_TRY(gau_options_open_xml(&job->options, path, err));
    GAU_TRY(apply_changes(job, &changes->audits, gau_options_add_auditor, err));
    if (changes->time)
        GAU_TRY(add_missing(job, "TimerAuditor", "", "", "", err));
    if (changes->events && !changes->k4bench)
        GAU_TRY(add_missing(job, "EventAuditor", "", "", "", err));
    for (size_t i = 0; changes->k4bench && i < 2; i++)
        GAU_TRY(add_missing(job, of_k4bench[i], ":K4Bench=true", ";Label=", changes->k4bench, err));
    if (changes->timeline)
        GAU_TRY(add_timeline(job, changes->timeline, err));
    return apply_changes(job, &changes->sets, gau_options_override, err);
}

static gau_status build_job(struct gau_tool_job *job, gau_app_settings *settings, gau_error *err)
{
    job->registry = gau_registry_new();
    if (!job->registry)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (classes)");
    GAU_TRY(gau_registry_scan(job->registry, err));
    if (settings->output && gau_options_check(job->options, NULL) >= 0) {
        GAU_TRY(resolve_options(job, err));
        settings->resolved_options = job->resolved;
    }
    return gau_app_new(&job->app, job->registry, job->options, settings, err);
}

static int exit_of(gau_status status, const gau_error *err, int verbosity)
{
    if (status >= 0)
        return GAU_EXIT_OK;
    return gau_tool_job_failed(err, verbosity, (int)gau_exit_of(status, GAU_EXIT_OPTIONS));
}

int gau_tool_job_read(struct gau_tool_job *job, const char *path,
                      const struct gau_tool_overrides *changes, int verbosity)
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
                      const struct gau_tool_overrides *changes, gau_app_settings *settings)
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
