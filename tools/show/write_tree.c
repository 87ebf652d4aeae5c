/* SPDX-License-Identifier: Apache-2.0 */
#include "resolved_job.h"

#include "table/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { STEP = 2 };

/* Writes on one line, with control characters escaped. */
static void write_text(const struct gau_show *show, const char *text)
{
    while (*text) {
        struct gau_glyph glyph;
        const char *const rest = gau_glyph_next(&glyph, text);

        if (*text == '\n')
            fputs("\\n", show->out);
        else if (*text == '\t')
            fputs("\\t", show->out);
        else if (*text == '\r')
            fputs("\\r", show->out);
        else
            fputs(glyph.bytes, show->out);
        text = rest;
    }
}

static void write_place(const struct gau_show *show, gau_source_location location)
{
    if (!show->annotate)
        return;
    fputs("  [", show->out);
    write_text(show, location.file);
    if (location.line)
        fprintf(show->out, ":%d", location.line);
    putc(']', show->out);
}

/* --- properties ---------------------------------------------------------------------------- */

static bool is_same(const gau_property *property, const char *a, const char *b)
{
    const gau_property_form form = gau_property_type_form(property->type);

    if (form == GAU_FORM_INTEGER)
        return strtoll(a, NULL, 10) == strtoll(b, NULL, 10);
    if (form == GAU_FORM_REAL) {
        const double x = strtod(a, NULL), y = strtod(b, NULL);

        return !(x < y) && !(x > y);
    }
    return strcmp(a, b) == 0;
}

static void write_value(const struct gau_show *show, unsigned depth, const char *name,
                        const char *value, const char *unit)
{
    fprintf(show->out, "%*s", (int)depth * STEP, "");
    write_text(show, name);
    fputs(" = ", show->out);
    write_text(show, *value ? value : "\"\"");
    if (unit && *unit)
        fprintf(show->out, " %s", unit);
}

static void write_setting(const struct gau_show *show, unsigned depth, const gau_setting *setting,
                          const char *unit)
{
    write_value(show, depth, setting->name, setting->value, unit);
    write_place(show, setting->location);
    if (show->annotate && setting->raw) {
        fputs(" from ", show->out);
        write_text(show, setting->raw);
    }
    putc('\n', show->out);
}

static void write_known(const struct gau_show *show, unsigned depth, const gau_node *node,
                        const gau_property *property)
{
    const gau_setting *const setting = gau_show_setting(node, property->name);
    char *const initial = gau_show_text(property, gau_property_default_text);

    if (setting && (show->annotate || !initial || !is_same(property, setting->value, initial))) {
        write_setting(show, depth, setting, property->unit);
    } else if (!setting && show->annotate) {
        write_value(show, depth, property->name, initial ? initial : "?", property->unit);
        fputs("  [default]\n", show->out);
    }
    free(initial);
}

static const gau_property *find_property(const gau_property *table, const char *name)
{
    for (; table && table->type != GAU_TYPE_END; table++)
        if (strcmp(table->name, name) == 0)
            return table;
    return NULL;
}

/* Writes properties in the order of the class, then unknown ones, if the class is not known. */
static void write_properties(const struct gau_show *show, unsigned depth, const gau_node *node)
{
    const gau_class *const cls = gau_show_class(show, node);
    const gau_property *const tables[] = {
        cls ? cls->properties : NULL,
        cls ? gau_common_properties(gau_class_kind_of(cls)) : NULL,
    };

    for (size_t t = 0; t < 2; t++)
        for (const gau_property *p = tables[t]; p && p->type != GAU_TYPE_END; p++)
            write_known(show, depth, node, p);
    for (size_t i = 0; i < node->n_settings; i++)
        if (!find_property(tables[0], node->settings[i].name) &&
            !find_property(tables[1], node->settings[i].name))
            write_setting(show, depth, &node->settings[i], NULL);
}

/* --- nodes --------------------------------------------------------------------------------- */

static void write_type(const struct gau_show *show, const gau_node *node, const char *type)
{
    if (node->named) {
        fputs(": ", show->out);
        write_text(show, type ? type : "?");
    }
    if (!gau_show_class(show, node))
        fputs(" (unknown type)", show->out);
}

/* A module has only a name, and no type. */
static void write_component(const struct gau_show *show, const char *word, const gau_node *node)
{
    fprintf(show->out, "%*s%s ", STEP, "", word);
    write_text(show, node->name);
    if (node->kind != GAU_NODE_MODULE)
        write_type(show, node, node->type);
    write_place(show, node->location);
    putc('\n', show->out);
    if (node->kind != GAU_NODE_MODULE)
        write_properties(show, 3, node);
}

static void write_level(const struct gau_show *show, const gau_node *node)
{
    if (node->level)
        fprintf(show->out, ", level %u", node->level);
}

static void write_algorithm(const struct gau_show *show, unsigned depth, const gau_node *node)
{
    const struct gau_show_use *const use = gau_show_use(show, node);

    fprintf(show->out, "%*s%salgorithm ", (int)depth * STEP, "", node->negated ? "not " : "");
    write_text(show, node->name);
    write_type(show, use->node, use->node->type);
    if (use->node != node)
        fputs(" (the same again)", show->out);
    else if (use->count > 1)
        fprintf(show->out, " (on %zu branches)", use->count);
    write_level(show, node);
    write_place(show, node->location);
    putc('\n', show->out);
    if (use->node == node)
        write_properties(show, depth + 2, node);
}

static void write_member(const struct gau_show *show, unsigned depth, const gau_node *node)
{
    if (node->kind == GAU_NODE_ALGORITHM) {
        write_algorithm(show, depth, node);
        return;
    }
    fprintf(show->out, "%*s%ssequence ", (int)depth * STEP, "", node->negated ? "not " : "");
    write_text(show, node->name);
    fprintf(show->out, ": %s%s%s", gau_show_mode(node->mode), node->invert ? ", inverted" : "",
            node->ignore_decision ? ", decision ignored" : "");
    write_level(show, node);
    write_place(show, node->location);
    putc('\n', show->out);
    for (size_t i = 0; i < node->n_settings; i++)
        write_setting(show, depth + 2, &node->settings[i], NULL);
    if (show->annotate && !gau_show_setting(node, "Enable"))
        fprintf(show->out, "%*sEnable = true  [default]\n", (int)(depth + 2) * STEP, "");
    for (size_t i = 0; i < node->n_children; i++)
        write_member(show, depth + 1, node->children[i]);
}

static void write_all(const struct gau_show *show, gau_node_kind kind, const char *word)
{
    for (size_t i = 0; i < show->root->n_children; i++)
        if (show->root->children[i]->kind == kind)
            write_component(show, word, show->root->children[i]);
}

void gau_show_tree(const struct gau_show *show)
{
    fputs("job ", show->out);
    write_text(show, show->root->location.file);
    putc('\n', show->out);
    if (show->root->max_branches)
        fprintf(show->out, "%*smaxBranches = %u\n", 2 * STEP, "",
                (unsigned)show->root->max_branches);
    write_all(show, GAU_NODE_MODULE, "module");
    write_all(show, GAU_NODE_INPUT, "input");
    write_all(show, GAU_NODE_AUDITOR, "auditor");
    for (size_t i = 0; i < show->root->n_children; i++) {
        const gau_node *const node = show->root->children[i];

        if (node->kind == GAU_NODE_SEQUENCE || node->kind == GAU_NODE_ALGORITHM)
            write_member(show, 1, node);
    }
}
