/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_LINT_CALLERS_H
#define GAUDIT_TOOLS_COMMANDS_LINT_CALLERS_H

#include "collector/lint/violations.h"

/*
 * Prints a line for each violation, with the code that called ITT: "solve (main.c:42)", or without
 * debug information "solve (PROGRAM)", without a symbol "PROGRAM". It is left out if the file of
 * the program is not there any more.
 */
void gau_lint_print_violations(const struct gau_lint_violations *violations);

#endif
