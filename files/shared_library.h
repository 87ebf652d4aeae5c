/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_FILES_SHARED_LIBRARY_H
#define GAUDIT_FILES_SHARED_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* A function of a shared library that is loaded when it is first needed. */
struct gau_library_function {
    const char *name;
    void *pointer; /* the address of the pointer to the function, which is set */
};

/*
 * Loads a library, for good, and finds its functions, or those of the libraries that it needs.
 * False: @p reason, in the words of the loader, says why, and no pointer may be used; errno is
 * ENOMEM if memory was missing.
 */
bool gau_shared_library_load(const char *file, const struct gau_library_function *functions,
                             size_t count, char *reason, size_t size);

#endif
