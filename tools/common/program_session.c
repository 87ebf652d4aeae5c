/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* realpath() */
#include "program_session.h"

#include <limits.h>
#include <stdlib.h>

const char gau_program_session_auditors[] = "TimerAuditor:CpuTime=true IttAuditor";

bool gau_program_session_set(const char *folder)
{
    char absolute[PATH_MAX]; /* the program may change its directory */
    const char *const path = realpath(folder, absolute) ? absolute : folder;

    return setenv("GAUDIT_RESULT", path, 1) == 0 && setenv("GAUDIT_SHARED_RESULT", path, 1) == 0 &&
           (getenv("GAUDIT_OPTIONS") ||
            setenv("GAUDIT_AUDITORS", gau_program_session_auditors, 0) == 0);
}
