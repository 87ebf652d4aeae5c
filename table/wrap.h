/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_WRAP_H
#define GAUDIT_TABLE_WRAP_H

#include <stddef.h>
#include <stdio.h>

/*
 * Writes a sentence as lines of at most @p width columns, broken at blanks; those that follow the
 * first are indented. A word that is longer stays whole. Width 0: one line, as long as it is.
 * Errors are left to ferror().
 */
void gau_wrap_write(FILE *out, const char *text, size_t width);

#endif
