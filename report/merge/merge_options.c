/* SPDX-License-Identifier: Apache-2.0 */
#include "merge_options.h"

#include "table/heap.h"
#include "table/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- lines --------------------------------------------------------------------------------- */

/* An element without its end, or a property of the last element before it. */
struct line {
    const char *text, *name; /* name: that of a property */
    size_t length, indent, name_length;
    uint32_t element; /* the number of that element */
    bool is_property, may_differ, chooses_events;
};

struct lines {
    struct line *items;
    uint32_t n, size;
};

/* What parts of one job may have otherwise. */
static const struct {
    const char *element, *property;
    bool chooses_events;
} that_may_differ[] = {
    {"input", "File", true},        {"input", "Files", true},    {"input", "Folder", true},
    {"input", "Directory", true},   {"input", "Path", true},     {"input", "Seed", true},
    {"input", "FirstEvent", true},  {"input", "Events", false},  {"auditor", "File", false},
    {"auditor", "RbwpFile", false}, {"auditor", "Label", false},
};

/* Returns the value of an attribute, which ends at the quote that it begins with; NULL: none. */
static const char *find_attribute(const struct line *line, const char *key, size_t *length)
{
    const size_t n = strlen(key);

    for (size_t i = 0; i + n + 3 < line->length; i++)
        if (line->text[i] == ' ' && strncmp(line->text + i + 1, key, n) == 0 &&
            line->text[i + 1 + n] == '=') {
            const char *const value = line->text + i + n + 3;
            const char *const end = memchr(value, value[-1], line->length - (i + n + 3));

            *length = end ? (size_t)(end - value) : 0;
            return end ? value : NULL;
        }
    return NULL;
}

static bool ends_with(const struct line *line, const char *end)
{
    const size_t n = strlen(end);

    return line->length >= n && memcmp(line->text + line->length - n, end, n) == 0;
}

static bool is_not(const struct line *line)
{
    return strncmp(line->text, "<not>", 5) == 0;
}

static bool is_element(const struct line *line, const char *name)
{
    const char *const tag = line->text + (is_not(line) ? 5 : 0);
    const size_t n = strlen(name);

    return tag[0] == '<' && strncmp(tag + 1, name, n) == 0 && strchr(" />", tag[n + 1]);
}

static void read_property(struct line *line, const struct line *element)
{
    line->is_property = true;
    line->name = find_attribute(line, "name", &line->name_length);
    for (size_t i = 0; line->name && i < sizeof that_may_differ / sizeof *that_may_differ; i++)
        if (is_element(element, that_may_differ[i].element) &&
            strlen(that_may_differ[i].property) == line->name_length &&
            strncmp(that_may_differ[i].property, line->name, line->name_length) == 0) {
            line->may_differ = true;
            line->chooses_events = that_may_differ[i].chooses_events;
        }
}

/* Elements begin alike with and without a content. */
static void cut_end(struct line *line)
{
    if (ends_with(line, "</not>"))
        line->length -= 6;
    if (ends_with(line, "/>"))
        line->length -= 2;
    else if (ends_with(line, ">") && !ends_with(line, "?>"))
        line->length--;
}

static bool add_line(struct lines *lines, struct line line)
{
    const struct line *last;

    if (!gau_array_grow(&lines->items, lines->n, &lines->size, sizeof *lines->items))
        return false;
    last = lines->n ? &lines->items[lines->n - 1] : NULL;
    line.element = last ? last->element + 1 : 0;
    if (last && strncmp(line.text, "<property ", 10) == 0) {
        uint32_t at = lines->n - 1;

        while (at > 0 && lines->items[at].is_property)
            at--;
        read_property(&line, &lines->items[at]);
        line.element = lines->items[at].element;
    } else {
        cut_end(&line);
    }
    lines->items[lines->n++] = line;
    return true;
}

/* An element is before its properties, which are in the order of their names. */
static int compare_lines(const void *a, const void *b)
{
    const struct line *const left = a, *const right = b;
    size_t least;
    int order;

    if (left->element != right->element)
        return left->element < right->element ? -1 : 1;
    if (left->is_property != right->is_property)
        return left->is_property ? 1 : -1;
    least = left->name_length < right->name_length ? left->name_length : right->name_length;
    order = least ? memcmp(left->name, right->name, least) : 0;
    return order                                     ? order
           : left->name_length == right->name_length ? 0
           : left->name_length < right->name_length  ? -1
                                                     : 1;
}

/* The text must live as long as its lines. False: out of memory. */
static bool read_lines(struct lines *lines, const char *options)
{
    for (const char *at = options; *at;) {
        const size_t length = strcspn(at, "\n"), indent = strspn(at, " ");

        if (length > indent && strncmp(at + indent, "</", 2) != 0 &&
            !add_line(lines, (struct line){
                                 .text = at + indent, .length = length - indent, .indent = indent}))
            return false;
        at += length + (at[length] == '\n');
    }
    if (lines->n > 0)
        qsort(lines->items, lines->n, sizeof *lines->items, compare_lines);
    return true;
}

static bool is_same_line(const struct line *a, const struct line *b)
{
    return a->indent == b->indent && a->length == b->length &&
           memcmp(a->text, b->text, a->length) == 0;
}

/* --- options of both ------------------------------------------------------------------------- */

struct comparing {
    struct lines lines[2], common;
    struct gau_merge_options_difference *difference;
};

static const struct line *element_of(const struct lines *lines, const struct line *line)
{
    const struct line *at = line;

    while (at > lines->items && at->is_property)
        at--;
    return at;
}

static void name_property(struct gau_merge_options_difference *out, const struct lines *lines,
                          const struct line *line)
{
    const struct line *const element = element_of(lines, line);
    size_t length = 0;
    const char *name = find_attribute(element, "name", &length);

    if (!name)
        name = find_attribute(element, "type", &length);
    snprintf(out->property, sizeof out->property, "%.*s.%.*s", (int)length, name ? name : "",
             (int)line->name_length, line->name ? line->name : "");
}

/* One of the lines is NULL if the property is set by the other only. */
static enum gau_merge_options refuse(struct comparing *c, const struct line *const sides[2])
{
    struct gau_merge_options_difference *const out = c->difference;
    const int known = sides[0] ? 0 : 1;

    if (!out)
        return GAU_MERGE_OPTIONS_DIFFER;
    *out = (struct gau_merge_options_difference){0};
    if (!sides[known]->is_property)
        return GAU_MERGE_OPTIONS_DIFFER;
    name_property(out, &c->lines[known], sides[known]);
    for (int i = 0; i < 2; i++) {
        size_t length = 0;
        const char *const value = sides[i] ? find_attribute(sides[i], "value", &length) : NULL;

        if (value && length > 0)
            snprintf(out->values[i], sizeof out->values[i], "%.*s", (int)length, value);
        else
            snprintf(out->values[i], sizeof out->values[i], "%s", value ? "empty" : "not set");
    }
    return GAU_MERGE_OPTIONS_DIFFER;
}

/* Both have their lines in one order. */
static enum gau_merge_options compare(struct comparing *c)
{
    const struct lines *const a = &c->lines[0], *const b = &c->lines[1];

    for (uint32_t i = 0, k = 0; i < a->n || k < b->n;) {
        const int order = i == a->n   ? 1
                          : k == b->n ? -1
                                      : compare_lines(&a->items[i], &b->items[k]);
        const struct line *const sides[2] = {order <= 0 ? &a->items[i] : NULL,
                                             order >= 0 ? &b->items[k] : NULL};

        i += order <= 0;
        k += order >= 0;
        if (order == 0 && is_same_line(sides[0], sides[1])) {
            if (!gau_array_grow(&c->common.items, c->common.n, &c->common.size,
                                sizeof *c->common.items))
                return GAU_MERGE_OPTIONS_NO_MEMORY;
            c->common.items[c->common.n++] = *sides[0];
        } else if (!(sides[0] ? sides[0] : sides[1])->may_differ) {
            return refuse(c, sides);
        }
    }
    return GAU_MERGE_OPTIONS_SAME;
}

/* --- as a text ------------------------------------------------------------------------------- */

struct writing {
    FILE *out;
    const struct line **open; /* elements that have a content, from the outermost */
    size_t n;
};

/* Ends the elements that a line with this indent is not in. */
static void write_ends(struct writing *w, size_t indent)
{
    for (; w->n > 0 && w->open[w->n - 1]->indent >= indent; w->n--) {
        const struct line *const line = w->open[w->n - 1];
        const char *const tag = line->text + (is_not(line) ? 6 : 1);

        fprintf(w->out, "%*s</%.*s>%s\n", (int)line->indent, "", (int)strcspn(tag, " />\n"), tag,
                is_not(line) ? "</not>" : "");
    }
}

static void write_line(struct writing *w, const struct line *line, const struct line *next)
{
    const bool has_content = next && (next->is_property || next->indent > line->indent);

    if (!line->is_property)
        write_ends(w, line->indent);
    fprintf(w->out, "%*s%.*s", (int)line->indent, "", (int)line->length, line->text);
    if (!line->is_property && line->text[0] == '<' && line->text[1] != '?') {
        fputs(has_content ? ">" : "/>", w->out);
        fputs(is_not(line) && !has_content ? "</not>" : "", w->out);
        if (has_content)
            w->open[w->n++] = line;
    }
    fputc('\n', w->out);
}

/* Returns a text that the caller frees; NULL: out of memory. */
static char *write_lines(const struct lines *lines)
{
    char *text = NULL;
    size_t size = 0;
    struct writing w = {.out = open_memstream(&text, &size),
                        .open = malloc((lines->n + 1) * sizeof *w.open)};

    for (uint32_t i = 0; w.out && w.open && i < lines->n; i++)
        write_line(&w, &lines->items[i], i + 1 < lines->n ? &lines->items[i + 1] : NULL);
    if (w.out && w.open)
        write_ends(&w, 0);
    if ((!w.out || fclose(w.out) != 0 || !w.open) && text) {
        free(text);
        text = NULL;
    }
    free(w.open);
    return text;
}

/* --- all of it ------------------------------------------------------------------------------- */

enum gau_merge_options gau_merge_options_compare(const char *a, const char *b,
                                                 struct gau_merge_options_difference *difference,
                                                 char **common)
{
    struct comparing c = {.difference = difference};
    enum gau_merge_options found = GAU_MERGE_OPTIONS_NO_MEMORY;

    if (common)
        *common = NULL;
    if (strcmp(a, b) == 0)
        return !common || (*common = strdup(a)) ? GAU_MERGE_OPTIONS_SAME : found;
    if (read_lines(&c.lines[0], a) && read_lines(&c.lines[1], b))
        found = compare(&c);
    if (found == GAU_MERGE_OPTIONS_SAME && common && !(*common = write_lines(&c.common)))
        found = GAU_MERGE_OPTIONS_NO_MEMORY;
    free(c.lines[0].items);
    free(c.lines[1].items);
    free(c.common.items);
    return found;
}

uint64_t gau_merge_options_input(const char *options)
{
    struct lines lines = {0};
    const struct line *element = NULL;
    uint64_t hash = 0;
    char *text;

    if (!read_lines(&lines, options))
        lines.n = 0;
    for (uint32_t i = 0; i < lines.n; i++) {
        const struct line *const line = &lines.items[i];

        element = line->is_property ? element : line;
        if (!is_element(element, "input") || (line->is_property && !line->chooses_events))
            continue;
        text = strndup(line->text, line->length);
        hash = text ? gau_hash_mix(gau_map_hash(text), hash) : 0;
        free(text);
    }
    free(lines.items);
    return hash;
}
