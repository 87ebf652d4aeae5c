/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/session.h>

gau_session *gau_session_open(const char *options, gau_error *err)
{
    (void)options;
    gau_error_set(err, GAU_ERR_STATE, __FILE__, __LINE__, "there are no sessions yet");
    return NULL;
}

void gau_session_close(void)
{
}

gau_status gau_session_snapshot(gau_error *err)
{
    return gau_fail(err, GAU_ERR_STATE, "there is no session");
}

gau_status gau_section_data(gau_session *session, const char *name, gau_section_kind kind,
                            bool must_exist, double *value, gau_error *err)
{
    (void)session, (void)kind, (void)must_exist, (void)value;
    return gau_fail(err, GAU_ERR_STATE, "there is no session to know '%.*s'", GAU_QUOTE(name));
}
