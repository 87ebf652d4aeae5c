/* SPDX-License-Identifier: Apache-2.0 */
#include "flame_graph.h"

#include <stdlib.h>
#include <string.h>

static uint32_t find(const struct gau_flame_tree *tree, uint32_t parent, const char *name,
                     size_t length, bool is_function)
{
    uint32_t at = tree->count > 0 ? tree->frames[parent].last : 0;

    for (; at; at = tree->frames[at].previous) {
        const struct gau_flame_frame *const frame = &tree->frames[at];

        if (frame->is_function == is_function && strncmp(frame->name, name, length) == 0 &&
            frame->name[length] == '\0')
            break;
    }
    return at;
}

uint32_t gau_flame_tree_add(struct gau_flame_tree *tree, uint32_t parent, const char *name,
                            size_t length, bool is_function)
{
    const uint32_t known = find(tree, parent, name, length, is_function), made = tree->count;
    char *copy;

    if (known)
        return known;
    copy = gau_bump_allocator_take(&tree->heap, length + 1);
    if (!copy || !gau_array_grow(&tree->frames, tree->count, &tree->size, sizeof *tree->frames))
        return 0;
    memcpy(copy, name, length);
    copy[length] = '\0';
    tree->frames[tree->count++] =
        (struct gau_flame_frame){.name = copy, .parent = parent, .is_function = is_function};
    if (made > 0) {
        tree->frames[made].depth = tree->frames[parent].depth + 1;
        tree->frames[made].previous = tree->frames[parent].last;
        tree->frames[parent].last = made;
    }
    return made;
}

/* qsort() has no argument for it; only the command draws, by one thread. */
static const struct gau_flame_frame *sorted;

static int by_parent_and_time(const void *a, const void *b)
{
    const struct gau_flame_frame *const left = &sorted[*(const uint32_t *)a];
    const struct gau_flame_frame *const right = &sorted[*(const uint32_t *)b];

    if (left->parent != right->parent)
        return left->parent < right->parent ? -1 : 1;
    if (left->total_s < right->total_s || left->total_s > right->total_s)
        return left->total_s > right->total_s ? -1 : 1;
    return strcmp(left->name, right->name);
}

/* Parents are before their children, so one pass from the end adds up all levels. */
static void add_up(struct gau_flame_tree *tree)
{
    for (uint32_t i = tree->count; i-- > 0;) {
        struct gau_flame_frame *const frame = &tree->frames[i];

        frame->total_s += frame->self_s;
        if (i > 0)
            tree->frames[frame->parent].total_s += frame->total_s;
    }
}

bool gau_flame_tree_place(struct gau_flame_tree *tree)
{
    struct gau_flame_frame *const frames = tree->frames;
    double end = 0;

    tree->order = calloc(tree->count + 1, sizeof *tree->order);
    if (!tree->order || tree->count == 0)
        return false;
    add_up(tree);
    for (uint32_t i = 0; i < tree->count; i++)
        tree->order[i] = i;
    sorted = frames;
    qsort(tree->order + 1, tree->count - 1, sizeof *tree->order, by_parent_and_time);
    frames[0].width = 1;
    for (uint32_t i = 1; i < tree->count; i++) {
        struct gau_flame_frame *const frame = &frames[tree->order[i]];
        const bool first = i == 1 || frames[tree->order[i - 1]].parent != frame->parent;

        frame->x = first ? frames[frame->parent].x : end;
        frame->width = frames[0].total_s > 0 ? frame->total_s / frames[0].total_s : 0;
        end = frame->x + frame->width;
    }
    return true;
}

void gau_flame_tree_clear(struct gau_flame_tree *tree)
{
    free(tree->frames);
    free(tree->order);
    gau_bump_allocator_clear(&tree->heap);
    *tree = (struct gau_flame_tree){0};
}
