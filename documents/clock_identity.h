/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_CLOCK_IDENTITY_H
#define GAUDIT_DOCUMENTS_CLOCK_IDENTITY_H

#include <stdbool.h>

/*
 * Which CLOCK_MONOTONIC a process has: that of a start of a machine, in a time namespace. Processes
 * with the same text share it.
 */

enum { GAU_CLOCK_IDENTITY = 100 };

/* Writes it; false: it is not known. */
bool gau_clock_identity(char text[GAU_CLOCK_IDENTITY]);

#endif
