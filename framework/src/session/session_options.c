/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* secure_getenv */
#include "session_app.h"

#include "framework/src/job/messages.h"
#include "framework/src/options/tree.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool has_auditors(const struct gau_session *session, size_t wanted)
{
    const gau_node *const root = gau_options_root(session->options);
    size_t n = 0;

    for (size_t i = 0; i < root->n_children; i++)
        n += root->children[i]->kind == GAU_NODE_AUDITOR;
    return n >= wanted;
}

/* --- reading ------------------------------------------------------------------------------- */

/* One word, as in `gaudit run -a`. */
static gau_status add_auditor(gau_options *options, const char *text, size_t length, gau_error *err)
{
    static const gau_source_location location = {"GAUDIT_AUDITORS", 0};
    char *const word = strndup(text, length);
    gau_status status;

    if (!word)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (options)");
    status = gau_options_audit_at(options, word, location, err);
    free(word);
    return status < 0 ? gau_error_wrap(err, status, "GAUDIT_AUDITORS") : status;
}

/* A wrong word is reported and skipped; it is an error only if there is no other auditor. */
static gau_status add_auditors(struct gau_session *session, const char *words, gau_error *err)
{
    static const char blanks[] = " \t\n";
    gau_error wrong = {0};

    for (words += strspn(words, blanks); *words; words += strspn(words, blanks)) {
        const size_t length = strcspn(words, blanks);
        gau_error why = {0};
        const gau_status status = add_auditor(session->options, words, length, &why);

        if (status < 0 && wrong.status < 0)
            gau_warn_of_left_out(&wrong);
        if (status < 0)
            wrong = why;
        words += length;
    }
    if (wrong.status >= 0)
        return GAU_OK;
    if (has_auditors(session, 1)) {
        gau_warn_of_left_out(&wrong);
        return GAU_OK;
    }
    if (err)
        *err = wrong;
    return wrong.status;
}

gau_status gau_session_options(struct gau_session *session, const char *path, gau_error *err)
{
    const char *const file = path ? path : gau_session_variable("GAUDIT_OPTIONS");
    const char *const audits = path ? NULL : gau_session_variable("GAUDIT_AUDITORS");

    session->tolerant = !path;
    if (file)
        GAU_TRY(gau_options_read_xml(&session->options, file, err));
    if (file)
        session->job = gau_options_root(session->options)->location.file;
    else if (!(session->options = gau_options_new("environment")))
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (options)");
    if (audits)
        GAU_TRY(add_auditors(session, audits, err));
    if (!file && !audits)
        GAU_TRY(gau_options_add_auditor(session->options, "TimerAuditor", err));
    if (!has_auditors(session, 1))
        return gau_fail(err, GAU_ERR_UNKNOWN, "'%.*s' has no auditor",
                        GAU_QUOTE(gau_options_root(session->options)->location.file));
    return GAU_OK;
}

/* --- configuring --------------------------------------------------------------------------- */

/* True: an auditor could not be configured and was removed, as there are others. */
static bool leave_out(const struct gau_session *session, const gau_error *why)
{
    const gau_node *const failed_node = session->options->failed_node;

    if (!session->tolerant || !has_auditors(session, 2) || !failed_node ||
        failed_node->kind != GAU_NODE_AUDITOR)
        return false;
    gau_options_remove(session->options, failed_node);
    session->options->failed_node = NULL;
    gau_warn_of_left_out(why);
    return true;
}

gau_status gau_session_configure(struct gau_session *session, gau_error *err)
{
    const gau_app_settings settings = {.sections_only = true};
    gau_error why = {0};
    gau_status status;

    do
        status = gau_app_new(&session->app, session->registry, session->options, &settings, &why);
    while (status < 0 && status != GAU_ERR_MEMORY && leave_out(session, &why));
    if (status < 0 && err)
        *err = why;
    return status;
}

/* --- what is done with the results --------------------------------------------------------- */

unsigned gau_session_level(void)
{
    enum { HIGHEST_LEVEL = 6 };
    const char *const text = gau_session_variable("GAUDIT_SECTION_LEVEL");

    if (!text)
        return 1;
    if (text[0] >= '0' && text[0] <= '0' + HIGHEST_LEVEL && !text[1])
        return (unsigned)(text[0] - '0');
    gau_warn("GAUDIT_SECTION_LEVEL: '%.*s' is no level from 0 to %d; 1 is used", GAU_QUOTE(text),
             HIGHEST_LEVEL);
    return 1;
}

/* A folder that is not empty, but could be used otherwise; only then another name helps.
 */
static bool is_in_use(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode) && access(path, W_OK | X_OK) == 0;
}

/* The program may change its working directory. */
static gau_status absolute(char **out, const char *name, gau_error *err)
{
    char here[PATH_MAX] = "";
    const bool relative = name[0] != '/';
    const size_t size = strlen(name) + sizeof here + 2;

    if (relative && !getcwd(here, sizeof here))
        return gau_fail(err, GAU_ERR_IO, "the working directory is not known: %s", strerror(errno));
    *out = malloc(size);
    if (!*out)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (name of the result folder)");
    snprintf(*out, size, "%s%s%s", here, relative ? "/" : "", name);
    return GAU_OK;
}

/* In a folder of another program, such as `gaudit collect`, there is only one run.json: other
 * processes get subfolders. */
gau_status gau_session_folder(gau_app_folder *out, const char *name, gau_error *err)
{
    char *path = NULL;
    bool joined;
    gau_status status;
    size_t length;

    GAU_TRY(absolute(&path, name, err));
    length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        path[--length] = '\0';
    joined = gau_app_folder_is_joined(path);
    status = gau_run_folder_open(out, path, err);
    if (status < 0 && is_in_use(path)) {
        status = joined ? gau_folder_claim_numbered(out, path, "/process-", "", err)
                        : gau_app_folder_claim_numbered(out, path, "-", "", err);
        if (status >= 0 && joined && strcmp(out->path, path) != 0)
            gau_warn("'%.*s' has sections of more than one process: those of this one are in '%s'",
                     GAU_QUOTE(name), out->path);
        else if (status >= 0 && strcmp(out->path, path) != 0)
            gau_warn("'%.*s' has results already: those of this program are in '%s'",
                     GAU_QUOTE(name), out->path);
    }
    free(path);
    return status;
}

const char *gau_session_variable(const char *name)
{
    const char *const value = secure_getenv(name);

    return value && value[strspn(value, " \t\n")] ? value : NULL;
}
