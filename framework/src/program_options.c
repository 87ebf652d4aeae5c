/* SPDX-License-Identifier: Apache-2.0 */
#include "program.h"

#include "options_tree.h"

#include <stdlib.h>
#include <string.h>

static bool has_auditors(const struct gau_session *session, size_t wanted)
{
    const gau_node *const root = gau_options_root(session->options);
    size_t n = 0;

    for (size_t i = 0; i < root->n_children; i++)
        n += root->children[i]->kind == GAU_NODE_AUDITOR;
    return n >= wanted;
}

void gau_program_leave_out(const gau_error *why)
{
    gau_program_warn("an auditor is left out: %s", why->message);
}

/* --- reading ------------------------------------------------------------------------------- */

/* One word, which is what `gaudit run -a` takes. */
static gau_status add_audit(gau_options *options, const char *text, size_t length, gau_error *err)
{
    static const gau_place place = {"GAUDIT_AUDIT", 0};
    char *const word = strndup(text, length);
    gau_status status;

    if (!word)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for the options");
    status = gau_options_audit_at(options, word, place, err);
    free(word);
    return status < 0 ? gau_error_wrap(err, status, "GAUDIT_AUDIT") : status;
}

/* A word that makes no sense is told in one line, and the others are as good without it; the last
 * one is what fails if there are no others. */
static gau_status add_audits(struct gau_session *session, const char *words, gau_error *err)
{
    static const char blanks[] = " \t\n";
    gau_error wrong = {0};

    for (words += strspn(words, blanks); *words; words += strspn(words, blanks)) {
        const size_t length = strcspn(words, blanks);
        gau_error why = {0};
        const gau_status status = add_audit(session->options, words, length, &why);

        if (status < 0 && wrong.status < 0)
            gau_program_leave_out(&wrong);
        if (status < 0)
            wrong = why;
        words += length;
    }
    if (wrong.status >= 0)
        return GAU_OK;
    if (has_auditors(session, 1)) {
        gau_program_leave_out(&wrong);
        return GAU_OK;
    }
    if (err)
        *err = wrong;
    return wrong.status;
}

gau_status gau_program_options(struct gau_session *session, const char *path, gau_error *err)
{
    const char *const file = path ? path : gau_program_variable("GAUDIT_OPTIONS");
    const char *const audits = path ? NULL : gau_program_variable("GAUDIT_AUDIT");

    session->tolerant = !path;
    if (file)
        GAU_TRY(gau_options_read_xml(&session->options, file, err));
    if (file)
        session->job = gau_options_root(session->options)->place.file;
    else if (!(session->options = gau_options_new("environment")))
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for the options");
    if (audits)
        GAU_TRY(add_audits(session, audits, err));
    if (!file && !audits)
        GAU_TRY(gau_options_audit(session->options, "TimerAuditor", err));
    if (!has_auditors(session, 1))
        return gau_fail(err, GAU_ERR_UNKNOWN, "'%.*s' has no auditor",
                        GAU_QUOTE(gau_options_root(session->options)->place.file));
    return GAU_OK;
}

/* --- configuring --------------------------------------------------------------------------- */

static gau_status make(struct gau_session *session, gau_error *err)
{
    const gau_app_settings settings = {.sections_only = true};

    return gau_app_new(&session->app, session->registry, session->options, &settings, err);
}

gau_status gau_program_configure(struct gau_session *session, gau_error *err)
{
    gau_error why = {0};
    gau_status status;

    while ((status = make(session, &why)) < 0 && status != GAU_ERR_MEMORY && session->tolerant &&
           has_auditors(session, 2) && gau_options_remove_blamed(session->options))
        gau_program_leave_out(&why);
    if (status < 0 && err)
        *err = why;
    return status;
}
