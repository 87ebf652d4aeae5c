/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* environ */
#include "session_app.h"

#include "framework/src/job/messages.h"
#include "table/suggest.h"

#include <string.h>
#include <unistd.h>

static const char prefix[] = "GAUDIT_";
enum { PREFIX = sizeof prefix - 1, NAME_MOST = 64 };

/* All variables of the command, the library, the collector and the ITT checker, without the prefix.
 * doc/reference/command.md says what they do. */
static const char *const known[] = {
    "AUDITORS",         "CLOCK",
    "COLLECT_BUFFER",   "COLLECT_CLOCK",
    "COLLECT_FIRST",    "COLLECT_FOLLOW",
    "COLLECT_INTERVAL", "COLLECT_OUTPUT",
    "COLLECT_PAUSED",   "COLLECT_RESUME_AFTER",
    "CRASH_REPORT",     "LINT_LOG",
    "LINT_PAUSED",      "LINT_REPORT",
    "MODULE_PATH",      "OPTIONS",
    "OPTIONS_PATH",     "RESULT",
    "SECTION_LEVEL",    "SHARED_RESULT",
};

/* Users have variables of their own, such as GAUDIT_DIR: there is a warning only for names near
 * known ones. */
static void check_variable(const char *name)
{
    struct gau_suggest suggest = gau_suggest_for(name + PREFIX);

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i], name + PREFIX) == 0)
            return;
        gau_suggest_offer(&suggest, known[i]);
    }
    if (suggest.best && gau_session_variable(name))
        gau_warn("the environment variable '%s' has no effect; did you mean '%s%s'?", name, prefix,
                 suggest.best);
}

void gau_session_check_variables(void)
{
    for (char **variable = environ; variable && *variable; variable++) {
        const size_t length = strcspn(*variable, "=");
        char name[NAME_MOST];

        if (strncmp(*variable, prefix, PREFIX) != 0 || length >= sizeof name)
            continue;
        memcpy(name, *variable, length);
        name[length] = '\0';
        check_variable(name);
    }
}
