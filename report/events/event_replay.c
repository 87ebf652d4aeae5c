/* SPDX-License-Identifier: Apache-2.0 */
#include "event_replay.h"

#include "documents/document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Quoted for a shell. */
static void put_quoted(const char *word, FILE *out)
{
    fputc('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    fputc('\'', out);
}

/* The command in run.json is quoted for a shell: a word may have blanks between quotes. */
static size_t word_length(const char *word)
{
    bool quoted = false;
    size_t n = 0;

    for (; word[n] && (quoted || word[n] != ' '); n++)
        if (word[n] == '\'')
            quoted = !quoted;
        else if (word[n] == '\\' && !quoted && word[n + 1])
            n++;
    return n;
}

/* Options may be shortened. */
static bool is_long(const char *word, size_t length, const char *option, size_t least)
{
    return length >= least && length <= strlen(option) && strncmp(word, option, length) == 0;
}

/* Returns how many words an option has that changes what an event does, with its value; 0: none. */
static int count_words(const char *word, size_t length)
{
    const char *const name = word[0] == '\'' ? word + 1 : word;
    const size_t n = strcspn(name, "= '");

    if (name[0] == '-' && (name[1] == 's' || name[1] == 'a'))
        return length == 2 ? 2 : 1;
    if (is_long(name, n, "--set", 4) || is_long(name, n, "--audit", 3))
        return name[n] == '=' ? 1 : 2;
    return 0;
}

/* Properties of an EventAuditor need one; --k4bench would write its file. */
static bool is_event_data(const char *word)
{
    const size_t n = strcspn(word, "= '");

    return is_long(word, n, "--event-data", 8) || is_long(word, n, "--k4bench", 3);
}

static void put_options(const char *command, FILE *out)
{
    int words = 0;

    while (*command) {
        const size_t length = word_length(command);

        words = words > 0 ? words : count_words(command, length);
        if (words > 0)
            fprintf(out, " %.*s", (int)length, command);
        else if (is_event_data(command))
            fputs(" --event-data", out);
        words -= words > 0;
        command += length + strspn(command + length, " ");
    }
}

char *gau_event_replay(const char *folder)
{
    gau_error ignored = {0};
    json_t *const run = gau_document_load(folder, "run", &ignored);
    const char *const job = json_string_value(json_object_get(run, "job"));
    const char *const command = json_string_value(json_object_get(run, "command"));
    char *text = NULL;
    size_t size;
    FILE *const out = job ? open_memstream(&text, &size) : NULL;

    if (out) {
        fputs("gaudit run ", out);
        put_quoted(job, out);
        put_options(command ? command : "", out);
        fputs(" --only", out);
    }
    json_decref(run);
    if (out && fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
