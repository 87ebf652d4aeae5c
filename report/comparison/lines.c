/* SPDX-License-Identifier: Apache-2.0 */
#include "differences.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    const char *text; /* without the blanks in front, not ended */
    size_t length, indent;
    size_t inside; /* the line of the element around it; SIZE_MAX: none */
    uint64_t hash; /* of equal lines in equal elements it is the same */
    bool common;   /* the other text has it, too */
};

struct lines {
    struct line *items;
    size_t n;
};

/* --- reading ------------------------------------------------------------------------------- */

static struct line read_line(const char *text, size_t length)
{
    size_t indent = 0;

    while (indent < length && (text[indent] == ' ' || text[indent] == '\t'))
        indent++;
    while (length > indent && text[length - 1] == '\r')
        length--;
    return (struct line){.text = text + indent, .length = length - indent, .indent = indent};
}

/* Lines are indented as their elements are; from neighbour to neighbour outwards. */
static size_t line_around(const struct line *lines, size_t i)
{
    size_t outer = i > 0 ? i - 1 : SIZE_MAX;

    while (outer != SIZE_MAX &&
           (lines[outer].indent >= lines[i].indent || lines[outer].length < 2 ||
            lines[outer].text[0] != '<' || lines[outer].text[1] == '/'))
        outer = lines[outer].inside;
    return outer;
}

/* How an element ends says what is in it, which has lines of its own. */
static size_t length_without_end(const struct line *line)
{
    size_t length = line->length;

    if (length < 2 || line->text[0] != '<' || line->text[length - 1] != '>')
        return length;
    length -= line->text[length - 2] == '/' ? 2 : 1;
    while (line->text[length - 1] == ' ')
        length--;
    return length;
}

/* FNV-1a, over the line and all elements around it. */
static uint64_t hash_of(const struct line *lines, size_t i)
{
    const size_t length = length_without_end(&lines[i]);
    uint64_t hash = lines[i].inside == SIZE_MAX ? 0xcbf29ce484222325 : lines[lines[i].inside].hash;

    for (size_t k = 0; k < length; k++)
        hash = (hash ^ (unsigned char)lines[i].text[k]) * 0x100000001b3;
    return (hash ^ '\n') * 0x100000001b3;
}

static bool read_lines(struct lines *out, const char *text)
{
    size_t most = 1;

    for (const char *c = text; *c; c++)
        most += *c == '\n';
    *out = (struct lines){.items = calloc(most, sizeof *out->items)};
    if (!out->items)
        return false;
    while (*text) {
        const size_t length = strcspn(text, "\n");
        const struct line line = read_line(text, length);

        if (line.length > 0) {
            out->items[out->n] = line;
            out->items[out->n].inside = line_around(out->items, out->n);
            out->items[out->n].hash = hash_of(out->items, out->n);
            out->n++;
        }
        text += length + (text[length] == '\n');
    }
    return true;
}

/* --- what they have in common -------------------------------------------------------------- */

static bool same_line(const struct lines *a, size_t i, const struct lines *b, size_t k)
{
    return a->items[i].hash == b->items[k].hash;
}

static void mark(struct lines *a, size_t i, struct lines *b, size_t k)
{
    a->items[i].common = b->items[k].common = true;
}

/* What is left of the two: from, to. */
struct rest {
    size_t a, a_end, b, b_end;
};

static struct rest mark_ends(struct lines *a, struct lines *b)
{
    struct rest rest = {.a_end = a->n, .b_end = b->n};

    while (rest.a < rest.a_end && rest.b < rest.b_end && same_line(a, rest.a, b, rest.b))
        mark(a, rest.a++, b, rest.b++);
    while (rest.a < rest.a_end && rest.b < rest.b_end &&
           same_line(a, rest.a_end - 1, b, rest.b_end - 1))
        mark(a, --rest.a_end, b, --rest.b_end);
    return rest;
}

/* The longest common subsequence needs so many numbers at the most; of more, all is different. */
#define CELLS_MOST ((size_t)4 << 20)

static bool mark_common(struct lines *a, struct lines *b)
{
    const struct rest rest = mark_ends(a, b);
    const size_t rows = rest.a_end - rest.a, columns = rest.b_end - rest.b;
    const size_t width = columns + 1;
    uint32_t *cells;

    if (rows == 0 || columns == 0 || rows + 1 > CELLS_MOST / width)
        return true;
    cells = calloc((rows + 1) * width, sizeof *cells);
    if (!cells)
        return false;
    for (size_t i = rows; i-- > 0;)
        for (size_t k = columns; k-- > 0;) {
            const uint32_t down = cells[(i + 1) * width + k], right = cells[i * width + k + 1];

            cells[i * width + k] = same_line(a, rest.a + i, b, rest.b + k)
                                       ? cells[(i + 1) * width + k + 1] + 1
                                   : down > right ? down
                                                  : right;
        }
    for (size_t i = 0, k = 0; i < rows && k < columns;) {
        if (same_line(a, rest.a + i, b, rest.b + k))
            mark(a, rest.a + i++, b, rest.b + k++);
        else if (cells[(i + 1) * width + k] >= cells[i * width + k + 1])
            i++;
        else
            k++;
    }
    free(cells);
    return true;
}

/* --- names --------------------------------------------------------------------------------- */

/* A piece of a line. */
struct piece {
    const char *text; /* NULL: there is none */
    size_t length;
};

static struct piece attribute(const struct line *line, const char *key)
{
    const size_t n = strlen(key);

    for (size_t i = 0; i + n < line->length; i++) {
        const char *const value = line->text + i + n;
        const char *end;

        if (memcmp(line->text + i, key, n) != 0)
            continue;
        end = memchr(value, '"', line->length - i - n);
        return (struct piece){.text = end ? value : NULL,
                              .length = end ? (size_t)(end - value) : 0};
    }
    return (struct piece){0};
}

/* The name of the element around a line, else its type, else what it is. */
static struct piece owner(const struct lines *lines, const struct line *line)
{
    const struct line *const around = line->inside == SIZE_MAX ? NULL : &lines->items[line->inside];
    struct piece name = {0};

    if (!around)
        return (struct piece){.text = "options", .length = 7};
    name = attribute(around, " name=\"");
    if (!name.text)
        name = attribute(around, " type=\"");
    return name.text ? name
                     : (struct piece){.text = around->text + 1,
                                      .length = strcspn(around->text + 1, " />\n")};
}

static bool is_property(const struct line *line)
{
    static const char start[] = "<property ";

    return line->length > sizeof start && memcmp(line->text, start, sizeof start - 1) == 0 &&
           attribute(line, " name=\"").text && attribute(line, " value=\"").text;
}

static char *what_of(const struct lines *lines, const struct line *line)
{
    const struct piece around = owner(lines, line), name = attribute(line, " name=\"");
    const bool property = is_property(line);
    const size_t size = around.length + name.length + 8;
    char *const text = malloc(size);

    if (text)
        snprintf(text, size, "%s%.*s%s%.*s", property ? "" : "in ", (int)around.length, around.text,
                 property ? "." : "", property ? (int)name.length : 0, name.text ? name.text : "");
    return text;
}

static char *value_of(const struct line *line)
{
    const struct piece value = attribute(line, " value=\"");

    return is_property(line) ? strndup(value.text, value.length)
                             : strndup(line->text, line->length);
}

/* --- differences --------------------------------------------------------------------------- */

/* The property that only the first text has so far, with that name. */
static struct gau_difference *find(struct gau_differences *out, size_t from, const char *what)
{
    for (size_t i = from; i < out->n; i++)
        if (!out->items[i].b && strcmp(out->items[i].what, what) == 0)
            return &out->items[i];
    return NULL;
}

/* A line that one of both has; @p from: where what differs began. */
static bool add(struct gau_differences *out, size_t from, const struct lines *lines,
                const struct line *line, bool second)
{
    char *const what = what_of(lines, line), *value = value_of(line);
    struct gau_difference *const other =
        second && what && is_property(line) ? find(out, from, what) : NULL;
    bool fits = what && value;

    if (fits && other) {
        other->b = value;
        value = NULL;
    } else if (fits) {
        fits = gau_differences_put(out, NULL, what, second ? NULL : value, second ? value : NULL);
    }
    free(what);
    free(value);
    return fits;
}

/* Stretches of lines that differ, one after the other. */
static bool collect(struct gau_differences *out, const struct lines *a, const struct lines *b)
{
    bool fits = true;

    for (size_t i = 0, k = 0; fits && (i < a->n || k < b->n);) {
        const size_t from = out->n;

        while (fits && i < a->n && !a->items[i].common)
            fits = add(out, from, a, &a->items[i++], false);
        while (fits && k < b->n && !b->items[k].common)
            fits = add(out, from, b, &b->items[k++], true);
        i += i < a->n;
        k += k < b->n;
    }
    return fits;
}

static bool is_end(const char *text)
{
    return !text || strncmp(text, "</", 2) == 0;
}

/* Ends of elements say nothing that their beginnings do not. */
static void drop_ends(struct gau_differences *out, size_t from)
{
    size_t kept = from;

    for (size_t i = from; i < out->n; i++) {
        struct gau_difference *const change = &out->items[i];

        if (is_end(change->a) && is_end(change->b))
            gau_difference_clear(change);
        else
            out->items[kept++] = *change;
    }
    out->n = kept;
}

bool gau_differences_add_lines(struct gau_differences *out, const char *a, const char *b)
{
    const size_t from = out->n;
    struct lines left = {0}, right = {0};
    const bool fits = read_lines(&left, a) && read_lines(&right, b) && mark_common(&left, &right) &&
                      collect(out, &left, &right);

    if (fits)
        drop_ends(out, from);
    free(left.items);
    free(right.items);
    return fits;
}
