/* SPDX-License-Identifier: Apache-2.0 */
#include "live_print_line.h"

#include <string.h>

static void add(struct live_print_line *line, const char *text, size_t n)
{
    if (n > sizeof line->text - line->length)
        return;
    memcpy(line->text + line->length, text, n);
    line->length += n;
}

void live_print_line_escape(struct live_print_line *line, const char *sequence)
{
    add(line, sequence, strlen(sequence));
}

void live_print_line_put(struct live_print_line *line, const char *text)
{
    const size_t n = strlen(text);

    add(line, text, n);
    line->columns += (unsigned)n;
}

void live_print_line_repeat(struct live_print_line *line, char c, size_t n)
{
    line->columns += (unsigned)n;
    if (n > sizeof line->text - line->length)
        return;
    memset(line->text + line->length, c, n);
    line->length += n;
}

/* Bytes of the character at @p text; 0 if there is none that can be shown. */
static size_t shown(const char *text)
{
    const unsigned char *const c = (const unsigned char *)text;
    const size_t n = c[0] < 0x80 ? 1 : c[0] < 0xc2 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;

    if (n == 1)
        return c[0] >= ' ' && c[0] != 0x7f;
    for (size_t i = 1; i < n; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    if (n == 2 && c[0] == 0xc2 && c[1] < 0xa0) /* control characters as well */
        return 0;
    if (n == 3 && ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f)))
        return 0;
    if (n == 4 && (c[0] > 0xf4 || (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] > 0x8f)))
        return 0;
    return n;
}

void live_print_line_message(struct live_print_line *line, const char *text)
{
    unsigned n = 0;

    for (; *text && n < LIVE_PRINT_TEXT; n++) {
        const size_t bytes = shown(text);

        add(line, bytes ? text : "?", bytes ? bytes : 1);
        text += bytes ? bytes : 1;
    }
    line->columns += n;
    if (*text)
        live_print_line_put(line, "...");
}
