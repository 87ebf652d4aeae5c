/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* realpath() */
#include "program_session.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char gau_program_session_auditors[] = "TimerAuditor:CpuTime=true IttAuditor";

static bool set_auditors(bool mpi)
{
    static const char name[] = "MpiAuditor";
    const char *const of_user = getenv("GAUDIT_AUDITORS");
    const char *const auditors = of_user ? of_user : gau_program_session_auditors;
    const size_t size = strlen(auditors) + sizeof name + 1;
    char *text;
    bool done;

    if (!mpi || strstr(auditors, name))
        return setenv("GAUDIT_AUDITORS", auditors, 1) == 0;
    text = malloc(size);
    if (!text)
        return false;
    snprintf(text, size, "%s %s", auditors, name);
    done = setenv("GAUDIT_AUDITORS", text, 1) == 0;
    free(text);
    return done;
}

bool gau_program_session_set(const char *folder, bool mpi)
{
    char absolute[PATH_MAX]; /* the program may change its directory */
    const char *const path = realpath(folder, absolute) ? absolute : folder;

    return setenv("GAUDIT_RESULT", path, 1) == 0 && setenv("GAUDIT_SHARED_RESULT", path, 1) == 0 &&
           (getenv("GAUDIT_OPTIONS") || set_auditors(mpi));
}
