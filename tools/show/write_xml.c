/* SPDX-License-Identifier: Apache-2.0 */
#include "resolved_job.h"

#include <string.h>

static size_t count_character(const char *text, char c)
{
    size_t n = 0;

    for (; *text; text++)
        n += *text == c;
    return n;
}

static void write_character(FILE *out, char c, char quote)
{
    if (c == '$')
        fputs("$$", out);
    else if (c == '&')
        fputs("&amp;", out);
    else if (c == '<')
        fputs("&lt;", out);
    else if (c == quote || c == '\t' || c == '\n' || c == '\r')
        fprintf(out, "&#%d;", c);
    else
        putc(c, out);
}

/* Escapes the bytes of control characters. Returns what follows. */
static const char *write_control(FILE *out, const char *text)
{
    const unsigned char first = (unsigned char)text[0], second = (unsigned char)text[first != 0];

    if (first == 0x7f) {
        fputs("&#127;", out);
        return text + 1;
    }
    if (first != 0xc2 || second >= 0xa0)
        return text;
    fprintf(out, "&#%d;", second);
    return text + 2;
}

/* Chooses the quotes that occur less often, so that the text is never longer than the input. */
static void write_attribute(const struct gau_show *show, const char *name, const char *text)
{
    const char quote = count_character(text, '"') > count_character(text, '\'') ? '\'' : '"';

    fprintf(show->out, " %s=%c", name, quote);
    while (*text) {
        const char *const rest = write_control(show->out, text);

        if (rest == text)
            write_character(show->out, *text, quote);
        text = rest == text ? text + 1 : rest;
    }
    putc(quote, show->out);
}

static void write_properties(const struct gau_show *show, const gau_node *node, int depth)
{
    for (size_t i = 0; i < node->n_settings; i++) {
        fprintf(show->out, "%*s<property", depth, "");
        write_attribute(show, "name", node->settings[i].name);
        write_attribute(show, "value", node->settings[i].value);
        fputs("/>\n", show->out);
    }
}

static void write_attributes(const struct gau_show *show, const gau_node *node)
{
    if (node->type)
        write_attribute(show, "type", node->type);
    if (node->named)
        write_attribute(show, node->kind == GAU_NODE_MODULE ? "path" : "name", node->name);
    if (node->mode != GAU_MODE_AND)
        write_attribute(show, "mode", gau_show_mode(node->mode));
    if (node->invert)
        write_attribute(show, "invert", "true");
    if (node->ignore_decision)
        write_attribute(show, "ignoreDecision", "true");
    if (node->level)
        fprintf(show->out, " level=\"%u\"", node->level);
}

static void write_node(const struct gau_show *show, const gau_node *node, int depth)
{
    static const char *const elements[] = {
        [GAU_NODE_JOB] = "job",           [GAU_NODE_MODULE] = "module",
        [GAU_NODE_INPUT] = "input",       [GAU_NODE_AUDITOR] = "auditor",
        [GAU_NODE_SEQUENCE] = "sequence", [GAU_NODE_ALGORITHM] = "algorithm",
    };
    const char *const element = elements[node->kind];

    fprintf(show->out, "%*s%s<%s", depth, "", node->negated ? "<not>" : "", element);
    write_attributes(show, node);
    if (node->n_settings || node->n_children) {
        fputs(">\n", show->out);
        write_properties(show, node, depth + 2);
        for (size_t i = 0; i < node->n_children; i++)
            write_node(show, node->children[i], depth + 2);
        fprintf(show->out, "%*s</%s>", depth, "", element);
    } else {
        fputs("/>", show->out);
    }
    fprintf(show->out, "%s\n", node->negated ? "</not>" : "");
}

void gau_show_xml(const struct gau_show *show)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<job", show->out);
    if (show->root->max_branches)
        fprintf(show->out, " maxBranches=\"%u\"", (unsigned)show->root->max_branches);
    fputs(">\n", show->out);
    for (size_t i = 0; i < show->root->n_children; i++)
        write_node(show, show->root->children[i], 2);
    fputs("</job>\n", show->out);
}
