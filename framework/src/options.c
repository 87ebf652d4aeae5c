/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/options.h>

#include "faults.h"
#include "options_tree.h"

#include "table/heap.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 4 };

struct node {
    gau_node node;     /* what others see of it, first */
    struct node *next; /* in the order in which they were added */
    gau_setting *settings;
    const gau_node **children;
    size_t settings_capacity, children_capacity;
};

struct gau_options {
    struct gau_heap heap;
    const char *file; /* the name used last */
    struct node *root, *last;
    struct gau_faults faults;
    bool incomplete;
    const gau_node *blamed;
};

/* --- memory -------------------------------------------------------------------------------- */

const char *gau_options_text(gau_options *options, const char *text, size_t length)
{
    char *const copy = length < SIZE_MAX ? gau_heap_take(&options->heap, length + 1) : NULL;

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
    return gau_fail(err, GAU_ERR_MEMORY, "no memory for the job options");
}

/* Places are many, files are few. */
static const char *keep_file(gau_options *options, const char *name)
{
    if (!options->file || strcmp(options->file, name) != 0)
        options->file = copy_text(options, name);
    return options->file;
}

/* Room for one more element; what was there before stays in the arena until the end. */
static void *grow(gau_options *options, void *array, size_t count, size_t *capacity, size_t size)
{
    const size_t larger = *capacity ? 2 * *capacity : FIRST_CAPACITY;
    void *copy;

    if (count < *capacity)
        return array;
    if (larger > SIZE_MAX / 2 / size || !(copy = gau_heap_take(&options->heap, larger * size)))
        return NULL;
    if (count)
        memcpy(copy, array, count * size);
    *capacity = larger;
    return copy;
}

/* --- tree ---------------------------------------------------------------------------------- */

static struct node *inner(gau_node *node)
{
    return (struct node *)node;
}

static struct node *make(gau_options *options, gau_node_kind kind, gau_place place)
{
    struct node *const node = gau_heap_take(&options->heap, sizeof *node);

    if (!node)
        return NULL;
    node->node.kind = kind;
    node->node.place.line = place.line;
    if (place.file && !(node->node.place.file = keep_file(options, place.file)))
        return NULL;
    return node;
}

gau_options *gau_options_new(const char *file)
{
    gau_options *const options = calloc(1, sizeof *options);

    if (!options)
        return NULL;
    options->root = make(options, GAU_NODE_JOB, (gau_place){file, 1});
    options->last = options->root;
    if (!options->root) {
        gau_options_free(options);
        return NULL;
    }
    return options;
}

gau_node *gau_options_attach(gau_options *options, gau_node *parent, gau_node_kind kind,
                             const char *type, const char *name, gau_place place)
{
    struct node *const above = inner(parent);
    struct node *const node = make(options, kind, place);
    const gau_node **children;

    if (!node || !(children = grow(options, above->children, parent->n_children,
                                   &above->children_capacity, sizeof(const gau_node *))))
        return NULL;
    node->node.type = type;
    node->node.name = name ? name : type;
    node->node.named = name != NULL;
    children[parent->n_children++] = &node->node;
    parent->children = above->children = children;
    options->last->next = node;
    options->last = node;
    return &node->node;
}

void gau_options_remove(gau_options *options, size_t child)
{
    struct node *const root = options->root;
    struct node *before = root;

    while (&before->next->node != root->children[child])
        before = before->next;
    before->next = before->next->next;
    if (!before->next)
        options->last = before;
    root->node.n_children--;
    memmove(root->children + child, root->children + child + 1,
            (root->node.n_children - child) * sizeof *root->children);
}

void gau_options_blame(gau_options *options, const gau_node *child)
{
    options->blamed = child;
}

bool gau_options_remove_blamed(gau_options *options)
{
    const gau_node *const root = &options->root->node;

    for (size_t i = 0; i < root->n_children; i++)
        if (root->children[i] == options->blamed && options->blamed->kind == GAU_NODE_AUDITOR) {
            gau_options_remove(options, i);
            return true;
        }
    return false;
}

gau_node *gau_options_add(gau_options *options, gau_node *parent, gau_node_kind kind,
                          const char *type, const char *name, gau_place place)
{
    if (type && !(type = copy_text(options, type)))
        return NULL;
    if (name && !(name = copy_text(options, name)))
        return NULL;
    return gau_options_attach(options, parent, kind, type, name, place);
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
    struct node *const owner = inner(node);
    const gau_setting *const old = gau_options_setting(node, setting->name);
    gau_setting copy = *setting, *settings;

    if (copy.place.file && !(copy.place.file = keep_file(options, copy.place.file)))
        return false;
    if (old) {
        owner->settings[old - node->settings] = copy;
        return true;
    }
    settings = grow(options, owner->settings, node->n_settings, &owner->settings_capacity,
                    sizeof *settings);
    if (!settings)
        return false;
    settings[node->n_settings++] = copy;
    node->settings = owner->settings = settings;
    return true;
}

bool gau_options_set(gau_options *options, gau_node *node, const char *name, const char *value,
                     gau_place place)
{
    const gau_setting setting = {
        .name = copy_text(options, name),
        .value = copy_text(options, value),
        .place = place,
    };

    return setting.name && setting.value && gau_options_put(options, node, &setting);
}

gau_node *gau_options_next(const gau_node *node)
{
    struct node *const next = ((const struct node *)node)->next;

    return next ? &next->node : NULL;
}

struct gau_faults *gau_options_faults(gau_options *options)
{
    return &options->faults;
}

void gau_options_note_incomplete(gau_options *options, bool incomplete)
{
    options->incomplete = incomplete;
}

bool gau_options_are_incomplete(const gau_options *options)
{
    return options->incomplete;
}

gau_status gau_options_check(const gau_options *options, gau_error *err)
{
    return gau_faults_tell(&options->faults, err);
}

gau_node *gau_options_root(gau_options *options)
{
    return &options->root->node;
}

void gau_options_free(gau_options *options)
{
    if (!options)
        return;
    gau_faults_clear(&options->faults);
    gau_heap_clear(&options->heap);
    free(options);
}
