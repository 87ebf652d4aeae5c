/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_RESULT_NAME_H
#define GAUDIT_SRC_RESULT_NAME_H

enum { GAU_RESULT_NAME_SIZE = 200 }; /* leaves room for what a file name has more */

/*
 * NAME or NAME-INSTANCE in letters, digits, '_', '.', '-', but no dot in front: safe as a file name
 * everywhere, and never empty. @p instance NULL: none. @p out has room for GAU_RESULT_NAME_SIZE.
 */
void gau_result_name(char *out, const char *name, const char *instance);

#endif
