/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

#include "../usage.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* --- the auditor --------------------------------------------------------------------------- */

static bool is_taken(const gau_node *node, const char *name)
{
    if (node->name && strcmp(node->name, name) == 0)
        return true;
    for (size_t i = 0; i < node->n_children; i++)
        if (is_taken(node->children[i], name))
            return true;
    return false;
}

/* An IttAuditor as for -a, if there is none: one that is switched off keeps its name. */
static void name_auditor(const struct gau_tool_job *job, char *text, size_t size)
{
    const char *const type = "IttAuditor";
    char name[32] = "IttAuditor";

    text[0] = '\0';
    if (gau_tool_job_has_auditor(job, type, true) ||
        gau_tool_job_has_auditor(job, "IntelProfilerAuditor", true))
        return;
    for (unsigned n = 2; is_taken(gau_options_root(job->options), name); n++)
        snprintf(name, sizeof name, "%s%u", type, n);
    snprintf(text, size, "%s%s%s", type, strcmp(name, type) == 0 ? "" : "/",
             strcmp(name, type) == 0 ? "" : name);
}

/* Wrong options are found before the profiler starts. What is only printed runs no code of modules.
 */
static int check_job(const struct gau_profile *p, char *auditor, size_t size)
{
    struct gau_tool_job job = {0};
    gau_app_settings settings = p->run.settings;
    gau_error err = {0};
    int status = gau_tool_job_read(&job, p->run.path, &p->run.changes, settings.verbosity);

    settings.output = NULL;
    if (status == GAU_EXIT_OK) {
        name_auditor(&job, auditor, size);
        if (auditor[0] && gau_options_audit(job.options, auditor, &err) < 0)
            status = gau_tool_job_failed(&err, settings.verbosity, GAU_EXIT_OPTIONS);
    }
    if (status == GAU_EXIT_OK && !p->dry_run)
        status = gau_tool_job_build(&job, &settings);
    gau_tool_job_close(&job);
    return status;
}

/* --- the program --------------------------------------------------------------------------- */

static gau_status make_line(struct gau_words *program, const struct gau_profile *p,
                            const char *auditor, gau_error *err)
{
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

    if (length < 0)
        return gau_fail(err, GAU_ERR_IO, "the path of gaudit itself is not known");
    self[length] = '\0';
    gau_words_add_all(program, self, "run", NULL);
    gau_words_add(program, "%s%s", p->run.path[0] == '-' ? "./" : "", p->run.path);
    gau_words_append(program, &p->passed);
    if (auditor[0])
        gau_words_add_all(program, "--audit", auditor, NULL);
    return GAU_OK;
}

int gau_profile_program(struct gau_words *program, const struct gau_profile *p)
{
    char auditor[64] = "";
    gau_error err = {0};
    const int status = check_job(p, auditor, sizeof auditor);

    if (status == GAU_EXIT_OK && make_line(program, p, auditor, &err) < 0)
        return gau_usage_failed(&err, GAU_EXIT_RESULTS);
    return status;
}
