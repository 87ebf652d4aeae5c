/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_JSON_TEXT_H
#define GAUDIT_TABLE_JSON_TEXT_H

#include <stdio.h>

/* Writes @p text as a JSON string, quotes included; what is not UTF-8 becomes U+FFFD. */
void gau_json_text_write(const char *text, FILE *out);

#endif
