/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_VIEWS_GRAPH_WRITE_H
#define GAUDIT_REPORT_VIEWS_GRAPH_WRITE_H

#include "graph.h"

#include <stdio.h>

/*
 * A graph as MOOSE's PerfGraph prints it, byte for byte, and as its PerfGraphReporter writes it.
 * Memory that was not measured is "-". Each begins with an empty line and a title. False: no
 * memory; errors of
 * @p out are left to ferror().
 */

/* The sections of levels up to @p level; what is hidden adds no indentation to what is below it. */
bool gau_graph_write_tree(const struct gau_graph *graph, size_t level, FILE *out);

/* From the root always to the child with the largest total, of all levels. */
bool gau_graph_write_branch(const struct gau_graph *graph, FILE *out);

/* The first @p limit sections by self time, of all levels. */
bool gau_graph_write_sections(const struct gau_graph *graph, size_t limit, FILE *out);

/*
 * A JSON document of one time step that both of PerfGraph's python readers load: version 0 of the
 * format. What is deeper than the 100 sections that MOOSE allows is part of what it is in. Fails if
 * nothing was timed, or a section has the name of a key of the format: see @p error.
 */
bool gau_graph_write_json(const struct gau_graph *graph, FILE *out, struct gau_view_error *error);

#endif
