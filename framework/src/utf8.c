/* SPDX-License-Identifier: Apache-2.0 */
#include "utf8.h"

#include "table/utf8.h"

#include <stdint.h>
#include <string.h>

/* XML 1.0, production 2: a character of UTF-8 may also be none of XML. */
static bool is_character(const char *text, size_t size)
{
    if (size == 1)
        return (uint8_t)*text >= ' ' || *text == '\t' || *text == '\n' || *text == '\r';
    return size != 3 || memcmp(text, "\xef\xbf", 2) != 0 || (uint8_t)text[2] < 0xbe;
}

size_t gau_utf8_invalid(const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        const size_t size = gau_utf8_length(text + i);

        if (size == 0 || size > length - i || !is_character(text + i, size))
            return i;
        i += size;
    }
    return length;
}
