/* SPDX-License-Identifier: Apache-2.0 */
#include "utf8.h"

#include <stdbool.h>
#include <stdint.h>

/* Bytes of the character that starts with this one; 0: none does. */
static size_t size_of(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first < 0xe0)
        return 2;
    if (first >= 0xe0 && first < 0xf0)
        return 3;
    return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/* XML 1.0, production 2, and no longer form than needed. */
static bool is_character(uint32_t code, size_t size)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};

    if (code < 0x20)
        return code == '\t' || code == '\n' || code == '\r';
    return code >= least[size] && (code < 0xd800 || (code > 0xdfff && code < 0xfffe) ||
                                   (code > 0xffff && code <= 0x10ffff));
}

size_t gau_utf8_invalid(const char *text, size_t length)
{
    const unsigned char *const bytes = (const unsigned char *)text;

    for (size_t i = 0; i < length;) {
        const size_t size = size_of(bytes[i]);
        uint32_t code = size > 1 ? bytes[i] & (0x7fu >> size) : bytes[i];

        if (size == 0 || size > length - i)
            return i;
        for (size_t k = 1; k < size; k++) {
            if ((bytes[i + k] & 0xc0) != 0x80)
                return i;
            code = code << 6 | (bytes[i + k] & 0x3fu);
        }
        if (!is_character(code, size))
            return i;
        i += size;
    }
    return length;
}
