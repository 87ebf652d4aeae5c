/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_NEW_NEW_COMPONENT_H
#define GAUDIT_TOOLS_NEW_NEW_COMPONENT_H

#include <gaudit/registry.h>

#include <stdbool.h>

/*
 * A folder with a component that works: its source, a job, a test, CMakeLists.txt and README.md.
 * They are made of the templates beside this file, which are installed, and are those of a class
 * NewComponent.
 */

enum { GAU_NEW_NAME_MAX = 64 };

struct gau_new_component {
    const char *kind;                      /* "algorithm", "auditor" or "input" */
    bool is_c;                             /* in C, not in C++ */
    char name[GAU_NEW_NAME_MAX + 1];       /* "HardMuons" */
    char snake[2 * GAU_NEW_NAME_MAX + 1];  /* "hard_muons" */
    char kebab[2 * GAU_NEW_NAME_MAX + 1];  /* "hard-muons", its folder */
    char title[2 * GAU_NEW_NAME_MAX + 1];  /* "Hard muons" */
    char source[2 * GAU_NEW_NAME_MAX + 8]; /* "hard_muons.cpp" */
};

/* Sets the names. It is an error if @p name is not the name of a class, or if @p registry has it.
 */
gau_status gau_new_component_name(struct gau_new_component *component, const char *name,
                                  const gau_registry *registry, gau_error *err);

/* Makes the folder in the working directory; one that is there must be empty. After an error
 * nothing is left. */
gau_status gau_new_component_write(const struct gau_new_component *component, gau_error *err);

#endif
