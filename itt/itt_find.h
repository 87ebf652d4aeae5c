/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ITT_ITT_FIND_H
#define GAUDIT_ITT_ITT_FIND_H

/* Which collector the environment asks for. */
struct gau_itt_wish {
    const char *file;     /* NULL: none. "": among what is loaded. Points into the environment. */
    const char *variable; /* that asks for it */
    const char *reason;   /* why none is wanted; with file NULL */
    int groups;           /* that collectors without `__itt_api_init` are to get */
};

#pragma GCC visibility push(hidden)

struct gau_itt_wish gau_itt_find(void);

/* What stands against loading a file, where the dynamic linker would block or mislead; else NULL.
 */
const char *gau_itt_find_problem(const char *file);

#pragma GCC visibility pop

#endif
