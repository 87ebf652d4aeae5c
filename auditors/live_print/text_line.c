/* SPDX-License-Identifier: Apache-2.0 */
#include "live_print.h"

#include "table/utf8.h"

#include <string.h>

static void add_text(struct live_print_line *line, const char *text, size_t n)
{
    if (n > sizeof line->text - line->length)
        return;
    memcpy(line->text + line->length, text, n);
    line->length += n;
}

void gau_live_print_line_escape(struct live_print_line *line, const char *sequence)
{
    add_text(line, sequence, strlen(sequence));
}

void gau_live_print_line_put(struct live_print_line *line, const char *text)
{
    const size_t n = strlen(text);

    add_text(line, text, n);
    line->columns += (unsigned)n;
}

void gau_live_print_line_repeat(struct live_print_line *line, char c, size_t n)
{
    line->columns += (unsigned)n;
    if (n > sizeof line->text - line->length)
        return;
    memset(line->text + line->length, c, n);
    line->length += n;
}

void gau_live_print_line_message(struct live_print_line *line, const char *text)
{
    unsigned n = 0;

    for (; *text && n < LIVE_PRINT_TEXT; n++) {
        const size_t bytes = gau_utf8_harmless(text);

        add_text(line, bytes ? text : "?", bytes ? bytes : 1);
        text += bytes ? bytes : 1;
    }
    line->columns += n;
    if (*text)
        gau_live_print_line_put(line, "...");
}
