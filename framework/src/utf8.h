/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_UTF8_H
#define GAUDIT_SRC_UTF8_H

#include <stddef.h>

/*
 * Offset of the first byte that does not begin a character which an XML file may have in it, or
 * length: overlong forms, surrogates, control characters but tab, newline and carriage return. A
 * NUL is behind the text.
 */
size_t gau_utf8_invalid(const char *text, size_t length);

#endif
