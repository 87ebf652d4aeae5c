/* SPDX-License-Identifier: Apache-2.0 */
#include "performance_graph.h"

#include <inttypes.h>
#include <stdio.h>

void gau_graph_hidden_text(char text[GAU_GRAPH_HIDDEN_SIZE], const struct gau_graph *graph,
                           size_t levels, bool report)
{
    const double whole = graph->nodes[0].sums.total;
    struct gau_graph_sums sums = {0};
    int64_t highest = 0;
    size_t n = 0;
    double percent;

    for (size_t i = 0; i < graph->n_sections; i++) {
        const struct gau_graph_section *const section = &graph->sections[i];

        if (section->n_nodes == 0 || (size_t)section->level < levels)
            continue;
        n++;
        sums.self += section->sums.self;
        highest = section->level > highest ? section->level : highest;
    }
    percent = gau_graph_real(&sums, whole, GAU_GRAPH_SELF_PERCENT);
    text[0] = '\0';
    if (n > 0)
        snprintf(text, GAU_GRAPH_HIDDEN_SIZE,
                 "%zu section%s, %.*f %% of the time, %s hidden: %s%" PRId64, n, n == 1 ? "" : "s",
                 percent < 10 ? 1 : 0, percent, n == 1 ? "is" : "are",
                 report ? "--level " : "GAUDIT_SECTION_LEVEL=", highest);
}
