/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_CHARTS_FLAME_GRAPH_H
#define GAUDIT_REPORT_CHARTS_FLAME_GRAPH_H

#include "documents/view.h"
#include "table/heap.h"

/**
 * @file flame_graph.h
 * A flame graph (B. Gregg, Comm. ACM 59(6), 2016, p. 48) that reads downwards: a frame is as wide
 * as its share of the time, and below it is what it called. Branches are above functions.
 */

/** The picture of the samples of a folder or, without any, of its timer's self times. */
GAU_VIEW_DECLARATION(flamegraph)

/** A frame; its parent is before it. */
struct gau_flame_frame {
    const char *name;        /**< in the heap of the tree */
    uint32_t parent;         /**< that of the root, 0, is 0 */
    uint32_t depth;          /**< of the root 0 */
    uint32_t last, previous; /**< its last child, and its sibling before it; 0: none */
    bool is_function;
    uint32_t parts; /**< how many tasks it is the sum of */
    double self_s, total_s;
    double variance; /**< of its share of the time; 0: not known */
    double x, width; /**< from 0 to 1, of the picture */
};

struct gau_flame_tree {
    struct gau_flame_frame *frames; /**< the root is the first */
    uint32_t count, size, *order;
    struct gau_bump_allocator heap;
};

/** Returns the frame of that name below @p parent, which is made if there is none; 0: out of
 * memory. The tree begins as {0}; the first frame that is added is the root, whose parent is 0. */
uint32_t gau_flame_tree_add(struct gau_flame_tree *tree, uint32_t parent, const char *name,
                            size_t length, bool is_function);

/** Adds up the times and places the frames, the widest of siblings first. False: out of memory. */
bool gau_flame_tree_place(struct gau_flame_tree *tree);
void gau_flame_tree_clear(struct gau_flame_tree *tree);

/** Writes the picture of a tree that is placed. */
void gau_flame_graph_draw(const struct gau_flame_tree *tree, const char *note, FILE *out);

#endif
