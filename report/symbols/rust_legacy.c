/* SPDX-License-Identifier: Apache-2.0 */
#include "demangle.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/*
 * Names of Rust's first scheme look like those of C++: "_ZN", parts with their lengths, "E". The
 * last part is a hash, "h" and 16 digits; other signs than letters and digits are written in words.
 */

enum { HASH_SIZE = 17 };

struct part {
    const char *text;
    size_t size;
};

/* False: no part is left, or it is damaged. */
static bool next(const char **name, struct part *part)
{
    size_t size = 0;
    const char *text = *name;

    while (*text >= '0' && *text <= '9' && size < 100000)
        size = size * 10 + (size_t)(*text++ - '0');
    if (!size || strnlen(text, size) < size)
        return false;
    *part = (struct part){text, size};
    *name = text + size;
    return true;
}

static bool is_hash(const struct part *part)
{
    return part->size == HASH_SIZE && part->text[0] == 'h' &&
           strspn(part->text + 1, "0123456789abcdef") >= HASH_SIZE - 1;
}

/* "$LT$" is "<"; 0: not known. */
static char sign(const char *text, size_t size)
{
    static const struct {
        const char *word;
        char sign;
    } signs[] = {{"SP", '@'}, {"BP", '*'}, {"RF", '&'}, {"LT", '<'},
                 {"GT", '>'}, {"LP", '('}, {"RP", ')'}, {"C", ','}};
    char *end;

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (size == strlen(signs[i].word) && !memcmp(text, signs[i].word, size))
            return signs[i].sign;
    if (size == 3 && text[0] == 'u') {
        const long code = strtol(text + 1, &end, 16);

        if (end == text + 3 && code >= ' ' && code < 0x7f)
            return (char)code;
    }
    return '\0';
}

/* Never longer than the part, which has room in @p out. */
static char *decode(char *out, const struct part *part)
{
    const char *text = part->text;
    const char *const end = text + part->size;

    if (part->size > 1 && text[0] == '_' && text[1] == '$')
        text++; /* put there because a name may not begin with a dollar */
    while (text < end) {
        const char *close = *text == '$' ? memchr(text + 1, '$', (size_t)(end - text) - 1) : NULL;
        const char known = (char)(close ? sign(text + 1, (size_t)(close - text) - 1) : '\0');

        if (known) {
            *out++ = known;
            text = close + 1;
        } else if (*text == '.' && text + 1 < end && text[1] == '.') {
            *out++ = ':';
            *out++ = ':';
            text += 2;
        } else
            *out++ = *text++;
    }
    return out;
}

char *gau_demangle_rust_legacy(const char *linkage)
{
    struct part part = {NULL, 0};
    const char *name = linkage + 3;
    size_t parts = 0;
    char *text;
    char *out;

    if (strncmp(linkage, "_ZN", 3) != 0)
        return NULL;
    while (next(&name, &part))
        parts++;
    if (parts < 2 || !is_hash(&part) || strcmp(name, "E") != 0)
        return NULL;
    text = malloc(2 * strlen(linkage)); /* "::" is never longer than a length and its part */
    out = text;
    name = linkage + 3;
    for (size_t i = 0; text && i + 1 < parts && next(&name, &part); i++) {
        if (i) {
            *out++ = ':';
            *out++ = ':';
        }
        out = decode(out, &part);
    }
    if (text)
        *out = '\0';
    return text;
}
