/* SPDX-License-Identifier: Apache-2.0 */
#include "show.h"

#include <stdlib.h>
#include <string.h>

static size_t count(const gau_node *node)
{
    size_t n = node->kind == GAU_NODE_ALGORITHM;

    for (size_t i = 0; i < node->n_children; i++)
        n += count(node->children[i]);
    return n;
}

static void collect(struct gau_show *show, const gau_node *node)
{
    if (node->kind == GAU_NODE_ALGORITHM) {
        show->uses[show->n_uses] = (struct gau_show_use){node, show->n_uses};
        show->n_uses++;
    }
    for (size_t i = 0; i < node->n_children; i++)
        collect(show, node->children[i]);
}

static int compare(const void *a, const void *b)
{
    const struct gau_show_use *const x = a, *const y = b;
    const int order = strcmp(x->node->name, y->node->name);

    return order ? order : (x->order > y->order) - (x->order < y->order);
}

gau_status gau_show_init(struct gau_show *show, FILE *out, gau_options *options,
                         gau_registry *registry, gau_error *err)
{
    const gau_node *const root = gau_options_root(options);
    const size_t n = count(root);

    *show = (struct gau_show){.out = out, .root = root, .registry = registry};
    show->uses = calloc(n ? n : 1, sizeof *show->uses);
    if (!show->uses)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for %zu algorithms", n);
    collect(show, root);
    qsort(show->uses, show->n_uses, sizeof *show->uses, compare);
    return GAU_OK;
}

void gau_show_clear(struct gau_show *show)
{
    free(show->uses);
    *show = (struct gau_show){0};
}

/* The first one whose name is not less, or is greater. */
static size_t bound(const struct gau_show *show, const char *name, bool greater)
{
    size_t low = 0, high = show->n_uses;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (strcmp(show->uses[middle].node->name, name) < (int)greater)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct gau_show_use *gau_show_uses(const struct gau_show *show, const gau_node *node,
                                         size_t *n)
{
    const size_t first = bound(show, node->name, false);

    *n = bound(show, node->name, true) - first;
    return &show->uses[first];
}

const gau_class *gau_show_class(const struct gau_show *show, const gau_node *node)
{
    const gau_class *cls = NULL;
    const char *type = node->type;
    size_t n;

    if (node->kind == GAU_NODE_ALGORITHM)
        type = gau_show_uses(show, node, &n)->node->type;
    if (!type || gau_registry_find(&cls, show->registry, type, NULL) < 0)
        return NULL;
    return cls;
}

const char *gau_show_mode(gau_mode mode)
{
    static const char *const texts[] = {
        [GAU_MODE_AND] = "And",
        [GAU_MODE_OR] = "Or",
        [GAU_MODE_ALL] = "All",
        [GAU_MODE_ANY] = "Any",
    };

    return texts[mode];
}

const gau_setting *gau_show_setting(const gau_node *node, const char *name)
{
    for (size_t i = 0; i < node->n_settings; i++)
        if (strcmp(node->settings[i].name, name) == 0)
            return &node->settings[i];
    return NULL;
}
