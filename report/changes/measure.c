/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/document.h"

#include <math.h>

static void read_values(double *values, const struct gau_changes_side *side,
                        const struct gau_timing *row, gau_changes_value *value)
{
    for (size_t i = 0; i < side->set.n; i++) {
        const struct gau_timings *const run = &side->set.runs[i];

        values[i] = value(run, row ? gau_timings_match(run, row) : NULL);
    }
}

struct gau_change gau_changes_measure(struct gau_changes *changes, const struct gau_timing *row,
                                      gau_changes_value *value)
{
    read_values(changes->values_a, &changes->a, row, value);
    read_values(changes->values_b, &changes->b, row, value);
    return gau_change_of(changes->values_a, changes->a.set.n, changes->values_b, changes->b.set.n);
}

struct gau_change gau_changes_measure_shares(struct gau_changes *changes,
                                             const struct gau_timing *row, gau_changes_value *value)
{
    read_values(changes->values_a, &changes->a, row, value);
    read_values(changes->values_b, &changes->b, row, value);
    return gau_change_of_means(changes->values_a, changes->a.set.n, changes->values_b,
                               changes->b.set.n);
}

bool gau_changes_for_people(const struct gau_changes *changes)
{
    return gau_table_format_is_for_people(changes->options->format);
}

const char *gau_changes_plus_minus(const struct gau_changes *changes)
{
    return changes->options->unicode ? "\u00b1" : "+-";
}

void gau_changes_no_memory(const struct gau_changes *changes)
{
    gau_view_fail(changes->error, GAU_VIEW_FAILED, "no memory for the comparison with '%.*s'",
                  GAU_VIEW_QUOTE(changes->b.name));
}
