/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SYMBOLS_DEMANGLE_H
#define GAUDIT_REPORT_SYMBOLS_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Names as programmers wrote them. C++ is read by the C++ runtime of this machine, opened when the
 * first such name comes. Rust's older names ("_ZN...17h<hash>E") are C++ names as well, and read
 * with their hash; its newer ones ("_R...") stay as they are linked.
 */

struct gau_demangler {
    void *library;
    char *(*cxx)(const char *name, char *buffer, size_t *size, int *status);
    bool tried;  /* to open the library */
    bool missed; /* a C++ name could not be read without it */
};

/* Both names are malloc'ed; they are equal if there are no arguments. */
struct gau_demangled {
    char *full; /* with arguments: "int ns::f<int>(int)" */
    char *name; /* "ns::f<int>" */
};

/* Demangles a name. False, and @p out untouched: it is not mangled, or in no way that is known. */
bool gau_demangle(struct gau_demangler *demangler, const char *linkage, struct gau_demangled *out);
void gau_demangler_clear(struct gau_demangler *demangler);

/* Returns the length of a name without what compilers add to copies and parts of functions:
 * ".cold", ".part.0", ".constprop.1". */
size_t gau_without_clone(const char *name);

/* --- parts --------------------------------------------------------------------------------- */

/* Returns a demangled C++ name without its arguments and its result. */
char *gau_without_arguments(const char *full);

#endif
