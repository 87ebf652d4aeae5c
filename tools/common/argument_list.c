/* SPDX-License-Identifier: Apache-2.0 */
#include "argument_list.h"

#include "table/heap.h"
#include "table/utf8.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- making -------------------------------------------------------------------------------- */

void gau_argv_add(struct gau_argv *words, const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    text = gau_format(format, arguments);
    va_end(arguments);
    if (!text || !gau_array_grow(&words->texts, words->count + 1, &words->size, sizeof text)) {
        free(text);
        words->out_of_memory = true;
        return;
    }
    words->texts[words->count++] = text;
    words->texts[words->count] = NULL;
}

void gau_argv_add_all(struct gau_argv *words, ...)
{
    va_list texts;
    const char *text;

    va_start(texts, words);
    while ((text = va_arg(texts, const char *)))
        gau_argv_add(words, "%s", text);
    va_end(texts);
}

void gau_argv_append(struct gau_argv *words, const struct gau_argv *more)
{
    for (size_t i = 0; i < more->count; i++)
        gau_argv_add(words, "%s", more->texts[i]);
    words->out_of_memory |= more->out_of_memory;
}

struct gau_argv gau_argv_of(char **argv)
{
    struct gau_argv words = {.texts = argv};

    while (argv[words.count])
        words.count++;
    return words;
}

void gau_argv_clear(struct gau_argv *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->texts[i]);
    free(words->texts);
    *words = (struct gau_argv){0};
}

/* --- printing ------------------------------------------------------------------------------ */

static bool needs_quotes(const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "-_./,:+@%=";
    const size_t length = strspn(word, plain);

    return length == 0 || word[length];
}

static void print_quoted(const char *word, FILE *out)
{
    fputc('\'', out);
    while (*word) {
        struct gau_glyph glyph;

        word = gau_glyph_next(&glyph, word);
        fputs(glyph.bytes[0] == '\'' ? "'\\''" : glyph.bytes, out);
    }
    fputc('\'', out);
}

void gau_word_print(const char *word, FILE *out)
{
    if (needs_quotes(word))
        print_quoted(word, out);
    else
        fputs(word, out);
}

/* A first word NAME=VALUE would be an assignment, so it is quoted. */
void gau_argv_print(const struct gau_argv *words, FILE *out)
{
    for (size_t i = 0; i < words->count; i++) {
        if (i == 0 && strchr(words->texts[i], '='))
            print_quoted(words->texts[i], out);
        else
            gau_word_print(words->texts[i], out);
        if (i + 1 < words->count)
            fputc(' ', out);
    }
}

char *gau_argv_text(const struct gau_argv *words)
{
    char *text = NULL;
    size_t size;
    FILE *const out = words->out_of_memory ? NULL : open_memstream(&text, &size);

    if (!out)
        return NULL;
    gau_argv_print(words, out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
