/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/options.h>

#include "faults.h"
#include "tree.h"

#include "table/heap.h"

#include <stdlib.h>
#include <string.h>

/* The arrays of a node, as they can be written. */
struct node {
    gau_node node; /* what others see of it, first */
    gau_setting *settings;
    const gau_node **children;
};

/* --- memory -------------------------------------------------------------------------------- */

const char *gau_options_text(gau_options *options, const char *text, size_t length)
{
    char *const copy =
        length < SIZE_MAX ? gau_bump_allocator_take(&options->heap, length + 1) : NULL;

    if (copy && length)
        memcpy(copy, text, length);
    return copy;
}

static const char *copy_text(gau_options *options, const char *text)
{
    return gau_options_text(options, text, strlen(text));
}

gau_status gau_options_no_memory(gau_error *err)
{
    return gau_fail(err, GAU_ERR_MEMORY, "out of memory (job options)");
}

/* Places are many, files are few. */
static const char *keep_file(gau_options *options, const char *name)
{
    if (!options->file || strcmp(options->file, name) != 0)
        options->file = copy_text(options, name);
    return options->file;
}

/* Room for one more element: arrays grow at powers of two, from 4 on. What was there before stays
 * in the heap until the end. */
static void *grow_array(gau_options *options, void *array, size_t count, size_t size)
{
    const size_t larger = count ? 2 * count : 4;
    void *copy;

    if (count && (count < 4 || (count & (count - 1)) != 0))
        return array;
    if (larger > SIZE_MAX / 2 / size ||
        !(copy = gau_bump_allocator_take(&options->heap, larger * size)))
        return NULL;
    return count ? memcpy(copy, array, count * size) : copy;
}

/* --- tree ---------------------------------------------------------------------------------- */

static gau_node *make_node(gau_options *options, gau_node_kind kind, gau_source_location location)
{
    struct node *const node = gau_bump_allocator_take(&options->heap, sizeof *node);

    if (!node)
        return NULL;
    node->node.kind = kind;
    node->node.location.line = location.line;
    if (location.file && !(node->node.location.file = keep_file(options, location.file)))
        return NULL;
    return &node->node;
}

gau_options *gau_options_new(const char *file)
{
    gau_options *const options = calloc(1, sizeof *options);

    if (options &&
        (options->root = make_node(options, GAU_NODE_JOB, (gau_source_location){file, 1})))
        return options;
    gau_options_free(options);
    return NULL;
}

gau_node *gau_options_attach(gau_options *options, gau_node *parent, gau_node_kind kind,
                             const char *type, const char *name, gau_source_location location)
{
    struct node *const above = (struct node *)parent;
    gau_node *const node = make_node(options, kind, location);
    const gau_node **const children =
        grow_array(options, above->children, parent->n_children, sizeof(const gau_node *));

    if (!node || !children)
        return NULL;
    node->type = type;
    node->name = name ? name : type;
    node->named = name != NULL;
    children[parent->n_children++] = node;
    parent->children = above->children = children;
    return node;
}

void gau_options_remove(gau_options *options, const gau_node *child)
{
    struct node *const root = (struct node *)options->root;
    size_t n = 0;

    for (size_t i = 0; i < root->node.n_children; i++)
        if (root->children[i] != child)
            root->children[n++] = root->children[i];
    root->node.n_children = n;
}

gau_node *gau_options_add(gau_options *options, gau_node *parent, gau_node_kind kind,
                          const char *type, const char *name, gau_source_location location)
{
    if (type && !(type = copy_text(options, type)))
        return NULL;
    if (name && !(name = copy_text(options, name)))
        return NULL;
    return gau_options_attach(options, parent, kind, type, name, location);
}

const gau_setting *gau_options_setting(const gau_node *node, const char *name)
{
    for (size_t i = 0; i < node->n_settings; i++)
        if (strcmp(node->settings[i].name, name) == 0)
            return &node->settings[i];
    return NULL;
}

bool gau_options_put(gau_options *options, gau_node *node, const gau_setting *setting)
{
    struct node *const owner = (struct node *)node;
    const gau_setting *const old = gau_options_setting(node, setting->name);
    gau_setting copy = *setting, *settings;

    if (copy.location.file && !(copy.location.file = keep_file(options, copy.location.file)))
        return false;
    if (old) {
        owner->settings[old - node->settings] = copy;
        return true;
    }
    settings = grow_array(options, owner->settings, node->n_settings, sizeof *settings);
    if (!settings)
        return false;
    settings[node->n_settings++] = copy;
    node->settings = owner->settings = settings;
    return true;
}

bool gau_options_set(gau_options *options, gau_node *node, const char *name, const char *value,
                     gau_source_location location)
{
    const gau_setting setting = {
        .name = copy_text(options, name),
        .value = copy_text(options, value),
        .location = location,
    };

    return setting.name && setting.value && gau_options_put(options, node, &setting);
}

gau_status gau_options_check(const gau_options *options, gau_error *err)
{
    return gau_faults_report(&options->faults, err);
}

gau_node *gau_options_root(gau_options *options)
{
    return options->root;
}

void gau_options_free(gau_options *options)
{
    if (!options)
        return;
    gau_faults_clear(&options->faults);
    gau_bump_allocator_clear(&options->heap);
    free(options);
}
