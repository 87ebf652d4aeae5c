/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SUPPORT_CLEANUP_H
#define GAUDIT_SRC_SUPPORT_CLEANUP_H

/*
 * An owner for the duration of a scope: freed on every way out, unless given away.
 *
 *     GAU_SCOPED(gau_app) app = calloc(1, sizeof *app);
 *     ...
 *     *out = app;
 *     app  = NULL; // the caller owns it now
 */

#define GAU_SCOPED(type) __attribute__((__cleanup__(type##_scope_end))) type *

#define GAU_DEFINE_SCOPED(type, free_function)         \
    static inline void type##_scope_end(type **object) \
    {                                                  \
        free_function(*object);                        \
    }

#endif
