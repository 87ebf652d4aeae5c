/* SPDX-License-Identifier: Apache-2.0 */
#include "profile_contract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define promise(condition)                                                          \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                \
        }                                                                           \
    } while (0)

bool promise_rbwp_name(void *promises, const struct gau_trace_rbwp_name *name,
                       struct gau_trace_text text)
{
    (void)promises;
    promise(name->is_sub || name->type == 0);
    promise(text.size <= GAU_TRACE_TEXT_MAX && text.data[text.size] == '\0');
    return true;
}

bool promise_fault(void *promises, uint64_t offset, const char *line)
{
    struct profile_promises *const p = promises;

    promise(offset <= INT64_MAX && line[0] && !strchr(line, '\n'));
    p->faults++;
    return true;
}

bool promise_rbwp(void *promises, const struct gau_trace_rbwp *profile)
{
    const struct profile_promises *const p = promises;

    promise(profile->level == 1 || profile->level == 2);
    promise(profile->faults == p->faults && profile->gpu_work <= profile->records);
    return true;
}
