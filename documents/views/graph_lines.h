/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_VIEWS_GRAPH_LINES_H
#define GAUDIT_DOCUMENTS_VIEWS_GRAPH_LINES_H

#include "documents/graph/performance_graph.h"

#include <stdio.h>

/* The lines of a table of the view "graph", before they are text or rows. */

enum gau_graph_part { GAU_GRAPH_TREE, GAU_GRAPH_BRANCH, GAU_GRAPH_SECTIONS, GAU_GRAPH_PARTS };

struct gau_graph_line {
    size_t node, section, depth; /* node GAU_GRAPH_NONE: a section */
    const struct gau_graph_sums *sums;
};

struct gau_graph_lines {
    const struct gau_graph *graph;
    const char *title;
    enum gau_graph_part part;
    struct gau_graph_line *items;
    size_t n;
    char hidden[GAU_GRAPH_HIDDEN_SIZE]; /* a line on sections that are not shown */
};

/* Writes the table as MOOSE does; if it is wider than @p width (0: no limit), with fewer columns,
 * and with an option that shows all, or NULL. */
void gau_graph_write_text(const struct gau_graph_lines *table, size_t width, const char *all_by,
                          FILE *out);

#endif
