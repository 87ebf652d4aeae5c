/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SUPPORT_CHOICES_H
#define GAUDIT_SRC_SUPPORT_CHOICES_H

#include <gaudit/error.h>

#include <stdbool.h>
#include <stddef.h>

/*
 * Values that are one of a few words. Lists of words end with NULL. Messages have @p front before
 * the value.
 */

/* The index of @p text in @p choices. */
gau_status gau_choice_find(int *out, const char *const *choices, const char *front,
                           const char *text, gau_error *err);

/* "true" or "false". */
gau_status gau_boolean_read(bool *out, const char *front, const char *text, gau_error *err);

/* All of them, separated by commas, as snprintf() writes texts. */
size_t gau_choices_text(const char *const *choices, char *text, size_t size);

#endif
