/* SPDX-License-Identifier: Apache-2.0 */
#include "show.h"

#include "table/utf8.h"

#include <string.h>

struct drawing {
    const struct gau_show *show;
    unsigned n; /* nodes drawn */
};

/* Inside quotes; "\n" is a new line of a label, so a backslash is doubled. */
static void write_text(FILE *out, const char *text)
{
    while (*text) {
        const char first = *text;
        struct gau_glyph glyph;

        text = gau_glyph_next(&glyph, text);
        if (first == '"' || first == '\\')
            fprintf(out, "\\%c", first);
        else
            fputs(glyph.bytes[0] == '\\' ? " " : glyph.bytes, out);
    }
}

static bool is_off(const gau_node *node)
{
    const gau_setting *const enable = gau_show_setting(node, "Enable");

    return enable && strcmp(enable->value, "false") == 0;
}

/* Instances with several places get colours that lie far apart, by the golden section. */
static void write_colour(const struct drawing *drawing, const struct gau_show_use *first)
{
    const double turn = 0.6180339887 * (double)(first->order + 1);

    fprintf(drawing->show->out, ", style=filled, fillcolor=\"%.3f 0.25 1.000\"",
            turn - (double)(long)turn);
}

static void write_algorithm(const struct drawing *drawing, const gau_node *node)
{
    FILE *const out = drawing->show->out;
    size_t n;
    const struct gau_show_use *const uses = gau_show_uses(drawing->show, node, &n);

    fputs("label=\"", out);
    write_text(out, node->name);
    if (uses->node->named && uses->node->type) {
        fputs("\\n", out);
        write_text(out, uses->node->type);
    }
    fprintf(out, "%s%s\"", n > 1 ? "\\nshared" : "", is_off(uses->node) ? "\\noff" : "");
    if (n > 1)
        write_colour(drawing, uses);
}

static void write_sequence(const struct drawing *drawing, const gau_node *node)
{
    FILE *const out = drawing->show->out;

    fputs("label=\"", out);
    write_text(out, node->name);
    fprintf(out, "\\n%s%s%s%s\", shape=ellipse", gau_show_mode(node->mode),
            node->invert ? ", inverted" : "", node->ignore_decision ? ", decision ignored" : "",
            is_off(node) ? "\\noff" : "");
}

static void draw(struct drawing *drawing, const gau_node *node, unsigned parent)
{
    FILE *const out = drawing->show->out;
    const unsigned self = ++drawing->n;

    fprintf(out, "  n%u [", self);
    if (node->kind == GAU_NODE_SEQUENCE)
        write_sequence(drawing, node);
    else
        write_algorithm(drawing, node);
    fprintf(out, "];\n  n%u -> n%u%s;\n", parent, self,
            node->negated ? " [label=\"not\", style=dashed]" : "");
    for (size_t i = 0; i < node->n_children; i++)
        draw(drawing, node->children[i], self);
}

void gau_show_dot(const struct gau_show *show)
{
    struct drawing drawing = {.show = show};

    fputs("digraph job {\n  ordering=out;\n  node [shape=box];\n  n0 [label=\"", show->out);
    write_text(show->out, show->root->place.file);
    fputs("\", shape=plaintext];\n", show->out);
    for (size_t i = 0; i < show->root->n_children; i++) {
        const gau_node *const node = show->root->children[i];

        if (node->kind == GAU_NODE_SEQUENCE || node->kind == GAU_NODE_ALGORITHM)
            draw(&drawing, node, 0);
    }
    fputs("}\n", show->out);
}
