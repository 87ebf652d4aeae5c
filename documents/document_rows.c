/* SPDX-License-Identifier: Apache-2.0 */
#include "document_rows.h"

#include "document.h"
#include "json_bytes.h"
#include "repeated_row.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Brackets and quotes are followed here; all else is left to the parser, which gets the rows and,
 * without them, the document. */
struct scanner {
    FILE *file;
    struct gau_json_bytes rest, row; /* the document without rows but the first; a row */
    struct gau_repeated_row repeated;
    const char *const *tables;
    gau_document_take_row *take;
    void *user;
};

static int next_letter(struct scanner *s)
{
    int letter;

    do
        letter = getc_unlocked(s->file);
    while (letter == ' ' || letter == '\n' || letter == '\t' || letter == '\r');
    return letter;
}

static void add_letter(struct gau_json_bytes *to, int letter)
{
    const char byte = (char)letter;

    if (to->used < to->size)
        to->start[to->used++] = byte;
    else
        gau_json_bytes_append(to, &byte, 1);
}

/* Takes what follows the first quote. False: the file ends, as in the functions below. */
static bool take_string(struct scanner *s, struct gau_json_bytes *to)
{
    bool is_escaped = false;
    int letter;

    while ((letter = getc_unlocked(s->file)) != EOF) {
        add_letter(to, letter);
        if (letter == '"' && !is_escaped)
            return true;
        is_escaped = letter == '\\' && !is_escaped;
    }
    return false;
}

/* Takes what follows the first bracket of an object or list. */
static bool take_nested(struct scanner *s, struct gau_json_bytes *to)
{
    size_t depth = 1;

    while (depth > 0) {
        const int letter = getc_unlocked(s->file);

        if (letter == EOF)
            return false;
        add_letter(to, letter);
        if (letter == '"' && !take_string(s, to))
            return false;
        if (letter == '{' || letter == '[')
            depth++;
        else if (letter == '}' || letter == ']')
            depth--;
    }
    return true;
}

static bool take_value(struct scanner *s, int first)
{
    int letter = first;

    if (first == '"' || first == '{' || first == '[') {
        add_letter(&s->rest, first);
        return first == '"' ? take_string(s, &s->rest) : take_nested(s, &s->rest);
    }
    while (letter != EOF && letter != ',' && letter != '}') {
        add_letter(&s->rest, letter);
        letter = getc_unlocked(s->file);
    }
    return letter != EOF && ungetc(letter, s->file) != EOF;
}

/* Parses as gau_document_load() does; the parser may skip letters without memory. */
static json_t *parse(const struct gau_json_bytes *text)
{
    json_t *value;

    errno = 0;
    value =
        text->no_memory ? NULL : json_loadb(text->start, text->used, JSON_REJECT_DUPLICATES, NULL);
    if (errno != ENOMEM)
        return value;
    json_decref(value);
    return NULL;
}

static bool take_row(struct scanner *s, const char *table, size_t number)
{
    bool done;

    s->row.used = 0;
    add_letter(&s->row, '{');
    if (!take_nested(s, &s->row))
        return false;
    if (s->row.no_memory || !gau_repeated_row_set(&s->repeated, s->row.start, s->row.used))
        gau_repeated_row_replace(&s->repeated, parse(&s->row));
    done = s->repeated.row && s->take(s->user, table, number, s->repeated.row);
    if (number == 0)
        gau_json_bytes_append(&s->rest, s->row.start, s->row.used);
    return done;
}

/* Takes what follows the bracket of a list of objects. */
static bool take_table(struct scanner *s, const char *table)
{
    int letter = next_letter(s);

    add_letter(&s->rest, '[');
    for (size_t number = 0; letter != ']'; number++) {
        if (letter != '{' || !take_row(s, table, number))
            return false;
        letter = next_letter(s);
        if (letter == ',')
            letter = next_letter(s) == '{' ? '{' : EOF;
        else if (letter != ']')
            return false;
    }
    add_letter(&s->rest, ']');
    return true;
}

static const char *find_table(const struct scanner *s, const char *key, size_t length)
{
    for (const char *const *table = s->tables; *table; table++)
        if (strlen(*table) == length && memcmp(*table, key, length) == 0)
            return *table;
    return NULL;
}

/* Takes a member from its quote on. A key with escapes may be that of a table, too: it is refused.
 */
static bool take_member(struct scanner *s)
{
    const size_t key = s->rest.used + 1;
    const char *table;
    size_t length;
    int letter;

    add_letter(&s->rest, '"');
    if (!take_string(s, &s->rest) || s->rest.no_memory || next_letter(s) != ':')
        return false;
    length = s->rest.used - 1 - key;
    if (memchr(s->rest.start + key, '\\', length))
        return false;
    table = find_table(s, s->rest.start + key, length);
    add_letter(&s->rest, ':');
    letter = next_letter(s);
    return letter == '[' && table ? take_table(s, table) : take_value(s, letter);
}

static bool take_document(struct scanner *s)
{
    int letter = next_letter(s);

    if (letter != '{')
        return false;
    do {
        add_letter(&s->rest, letter);
        if (next_letter(s) != '"' || !take_member(s))
            return false;
        letter = next_letter(s);
    } while (letter == ',');
    add_letter(&s->rest, letter);
    return letter == '}' && next_letter(s) == EOF && !ferror(s->file);
}

json_t *gau_document_load_rows(const char *folder, const char *name, const char *const *tables,
                               gau_document_take_row *take, void *user)
{
    struct scanner s = {.tables = tables, .take = take, .user = user};
    char path[PATH_MAX];
    gau_error ignored = {0};
    json_t *document = NULL;

    if (!gau_document_path(path, folder, name, &ignored))
        return NULL;
    s.file = gau_document_open(path, &ignored);
    if (!s.file)
        return NULL;
    if (take_document(&s))
        document = parse(&s.rest);
    fclose(s.file);
    free(s.rest.start);
    free(s.row.start);
    gau_repeated_row_replace(&s.repeated, NULL);
    free(s.repeated.members);
    return document;
}
