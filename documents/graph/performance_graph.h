/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_GRAPH_PERFORMANCE_GRAPH_H
#define GAUDIT_DOCUMENTS_GRAPH_PERFORMANCE_GRAPH_H

#include "documents/view_options.h"

#include <stdint.h>

/*
 * A timer's document as the graph that MOOSE's PerfGraph has: a tree of sections below one root.
 *
 * A section is a name: of a section of <gaudit/section.h>, an algorithm, a sequence. A node is a
 * path of sections: branches with one path are one node. All calls count, those of the first events
 * as well.
 *
 * The root of a job is Job, which has all other roots below it: its total is the time of all
 * workers in their loops, and that of set-up and of threads outside of the loops. Its own time is
 * what workers spend on neither events nor the background, such as waiting.
 *
 * Of a program with sections and events of its own, or with background work, the root is Run, which
 * has Event, Program and Background below it. Of another document without loop times it is Event,
 * or Program if nothing was called below Event; branches below other roots are not part of the
 * graph then.
 */

#define GAU_GRAPH_NONE SIZE_MAX

/* Times in s, memory in MB, which is 0 if it was not measured: of a node itself, of what is below
 * it, and of both. */
struct gau_graph_sums {
    union {
        struct {
            double self, children, total;
        };
        double times[3];
    };
    union {
        struct {
            int64_t self_MB, children_MB, total_MB, calls;
        };
        int64_t counts[4];
    };
};

struct gau_graph_node {
    size_t section;
    size_t parent, first_child, next_sibling; /* GAU_GRAPH_NONE: none */
    size_t depth;
    struct gau_graph_sums sums;
};

struct gau_graph_section {
    const char *name;           /* borrowed from the document */
    int64_t level;              /* that of its first branch; 0: the root */
    size_t n_nodes;             /* 0: it never ran */
    struct gau_graph_sums sums; /* over all its nodes */
};

/* Node 0 and section 0 are the root's; siblings are in the order of their sections, and sections in
 * the order in which they were first seen. */
struct gau_graph {
    struct gau_graph_node *nodes;
    struct gau_graph_section *sections;
    size_t n_nodes, n_sections;
    bool memory; /* was measured */
};

/* Reads the graph of the document called @p name, "timer" or "timer-NAME", which must outlive it.
 * False: see @p error; there is nothing to clear then. */
bool gau_graph_read(struct gau_graph *out, const json_t *document, const char *name,
                    gau_error *error);
void gau_graph_clear(struct gau_graph *graph);

/* Returns the node that follows @p node depth first; GAU_GRAPH_NONE after the last. */
size_t gau_graph_next(const struct gau_graph *graph, size_t node);

/* The data of a section, as PerfGraphData has them and in its order. */
enum gau_graph_kind {
    GAU_GRAPH_SELF,
    GAU_GRAPH_CHILDREN,
    GAU_GRAPH_TOTAL,
    GAU_GRAPH_SELF_AVG,
    GAU_GRAPH_CHILDREN_AVG,
    GAU_GRAPH_TOTAL_AVG,
    GAU_GRAPH_SELF_PERCENT, /* of the total of the root */
    GAU_GRAPH_CHILDREN_PERCENT,
    GAU_GRAPH_TOTAL_PERCENT,
    GAU_GRAPH_SELF_MEMORY,
    GAU_GRAPH_CHILDREN_MEMORY,
    GAU_GRAPH_TOTAL_MEMORY,
    GAU_GRAPH_CALLS,
};

/* Kinds from this one on are whole numbers. */
#define GAU_GRAPH_FIRST_INTEGER GAU_GRAPH_SELF_MEMORY

/* Percentages are of the time @p whole; 0 of 0 is 0 percent. */
double gau_graph_real(const struct gau_graph_sums *sums, double whole, enum gau_graph_kind kind);

/* @p kind must be one of the whole numbers. */
static inline int64_t gau_graph_integer(const struct gau_graph_sums *sums, enum gau_graph_kind kind)
{
    return sums->counts[kind - GAU_GRAPH_FIRST_INTEGER];
}

enum { GAU_GRAPH_HIDDEN_SIZE = 128 };

/*
 * Says how many sections ran that are not on the first @p levels levels, the time in them, and
 * which option shows all: that of `gaudit report` or, for the tables that a program prints, the
 * variable. "" if there is none.
 */
void gau_graph_hidden_text(char text[GAU_GRAPH_HIDDEN_SIZE], const struct gau_graph *graph,
                           size_t levels, bool report);

/*
 * Writes a JSON document of one time step that both of PerfGraph's python readers load: version 0
 * of the format. Sections deeper than the 100 that MOOSE allows are part of their parent. Fails if
 * nothing was timed, or a section has the name of a key of the format. False: see @p error.
 */
bool gau_graph_write_perfgraph(const struct gau_graph *graph, FILE *out, gau_error *error);

#endif
