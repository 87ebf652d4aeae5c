/* SPDX-License-Identifier: Apache-2.0 */
#include "sampled.h"

enum { WARNINGS_MOST = 3 };

static void tell_rebuilt(struct gau_table *table, const struct gau_sampled_rebuilt *rebuilt)
{
    gau_table_footer(table, "'%s' was built anew (build-id %s in baselines, %s in candidates): %s",
                     rebuilt->module, rebuilt->ids[0], rebuilt->ids[1],
                     rebuilt->together ? "one of these files is gone, so that its functions cannot "
                                         "be told apart"
                                       : "functions are matched by their names");
}

void gau_sampled_explain(struct gau_table *table, const struct gau_sampled_functions *functions)
{
    for (uint32_t i = 0; i < functions->n_rebuilt; i++)
        tell_rebuilt(table, &functions->rebuilt[i]);
    if (functions->problem)
        gau_table_footer(table, "warning: without the samples of a run: %s", functions->problem);
    for (size_t i = 0; i < functions->warnings.count && i < WARNINGS_MOST; i++)
        gau_table_footer(table, "%s", functions->warnings.items[i]);
}
