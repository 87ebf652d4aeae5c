/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* tdestroy() */
#include "resolved_job.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

static int compare_nodes(const void *a, const void *b)
{
    const struct gau_show_use *const x = a, *const y = b;

    return strcmp(x->node->name, y->node->name);
}

/* The first place of an algorithm defines it and is kept. Returns false if out of memory. */
static bool add_use(struct gau_show *show, const gau_node *node)
{
    struct gau_show_use *const use = calloc(1, sizeof *use), **found;

    if (!use)
        return false;
    use->node = node;
    found = tsearch(use, &show->uses, compare_nodes);
    if (!found || *found != use)
        free(use);
    if (found)
        (*found)->count++;
    return found;
}

static bool add_uses(struct gau_show *show, const gau_node *node)
{
    bool fine = node->kind != GAU_NODE_ALGORITHM || add_use(show, node);

    for (size_t i = 0; fine && i < node->n_children; i++)
        fine = add_uses(show, node->children[i]);
    return fine;
}

gau_status gau_show_init(struct gau_show *show, FILE *out, gau_options *options,
                         gau_registry *registry, gau_error *err)
{
    *show = (struct gau_show){.out = out, .root = gau_options_root(options), .registry = registry};
    return add_uses(show, show->root) ? GAU_OK
                                      : gau_fail(err, GAU_ERR_MEMORY, "out of memory (algorithms)");
}

void gau_show_clear(struct gau_show *show)
{
    tdestroy(show->uses, free);
    *show = (struct gau_show){0};
}

const struct gau_show_use *gau_show_use(const struct gau_show *show, const gau_node *node)
{
    const struct gau_show_use wanted = {.node = node};

    return *(struct gau_show_use **)tfind(&wanted, &show->uses, compare_nodes);
}

const gau_class *gau_show_class(const struct gau_show *show, const gau_node *node)
{
    const gau_class *cls = NULL;
    const char *type = node->type;

    if (node->kind == GAU_NODE_ALGORITHM)
        type = gau_show_use(show, node)->node->type;
    if (!type || gau_registry_find(&cls, show->registry, type, NULL) < 0)
        return NULL;
    return cls;
}

const char *gau_show_mode(gau_sequence_mode mode)
{
#define TEXT(name, text, rule, eager) text,
    static const char *const texts[] = {GAU_SEQUENCE_MODES(TEXT)};
#undef TEXT

    return texts[mode];
}

const gau_setting *gau_show_setting(const gau_node *node, const char *name)
{
    for (size_t i = 0; i < node->n_settings; i++)
        if (strcmp(node->settings[i].name, name) == 0)
            return &node->settings[i];
    return NULL;
}

char *gau_show_text(const gau_property *property,
                    size_t (*write)(const gau_property *, char *, size_t))
{
    const size_t size = write(property, NULL, 0) + 1;
    char *text = malloc(size);

    if (text)
        write(property, text, size);
    return text;
}
