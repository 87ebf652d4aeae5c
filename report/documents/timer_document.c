/* SPDX-License-Identifier: Apache-2.0 */
#include "branch_tree.h"

#include "document.h"

#include "table/number_format.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const keys[GAU_LAP_N_TIMES] = {
    "total_s", "self_s", "mean_s", "min_s",       "max_s",      "stddev_s",
    "p50_s",   "p90_s",  "p99_s",  "cpu_total_s", "cpu_self_s",
};

/* --- reading ------------------------------------------------------------------------------- */

/* Total and self time are always there, the others only where there were calls. */
static struct gau_lap read_lap(const struct gau_document_fields *row, bool cpu)
{
    struct gau_lap lap = {.calls = gau_document_fields_count(row, "calls"),
                          .slowest = gau_document_fields_number_or_none(row, "slowest_event"),
                          .type = gau_document_fields_text(row, "type")};

    if (!gau_document_fields_have(row, "slowest_event"))
        gau_document_fields_count(row, "slowest_event");
    for (size_t i = 0; i < (cpu ? GAU_LAP_N_TIMES : GAU_LAP_CPU_TOTAL); i++)
        lap.times[i] = i == GAU_LAP_TOTAL || i == GAU_LAP_SELF
                           ? gau_document_fields_real(row, keys[i])
                           : gau_document_fields_real_or_null(row, keys[i]);
    return lap;
}

/* Without events, the time of a program's sections is the whole. */
static void find_main_root(struct gau_laps *laps)
{
    const struct gau_tree *const tree = &laps->tree;

    laps->main = gau_tree_main_root(tree);
    for (size_t i = 0; i < tree->n && laps->items[laps->main].calls == 0; i++)
        if (tree->nodes[i].parent == GAU_NO_NODE && strcmp(tree->nodes[i].name, "Program") == 0 &&
            laps->items[i].calls > 0) {
            laps->main = i;
            laps->program = true;
        }
    if (laps->main != GAU_NO_NODE && !laps->program)
        laps->events = laps->items[laps->main].calls;
}

bool gau_laps_read(struct gau_laps *out, const struct gau_document_fields *fields,
                   const char *table)
{
    if (!gau_tree_read(&out->tree, fields, table))
        return false;
    out->items = calloc(out->tree.n + 1, sizeof *out->items);
    if (!out->items) {
        gau_view_fail(fields->error, GAU_VIEW_FAILED, "no memory for %zu branches", out->tree.n);
        return false;
    }
    for (size_t i = 0; i < out->tree.n && fields->error->status == GAU_VIEW_OK; i++) {
        const struct gau_document_fields row = gau_tree_row(&out->tree, fields, i);

        if (i == 0)
            out->cpu = gau_document_fields_have(&row, keys[GAU_LAP_CPU_TOTAL]);
        out->items[i] = read_lap(&row, out->cpu);
    }
    find_main_root(out);
    return fields->error->status == GAU_VIEW_OK;
}

void gau_laps_clear(struct gau_laps *laps)
{
    gau_tree_clear(&laps->tree);
    free(laps->items);
}

/* --- doubts -------------------------------------------------------------------------------- */

#define CALLS_MAX (INT64_C(1) << 53) /* a call every nanosecond for a hundred days */
#define ROUNDING 1e-6                /* of numbers that were written as decimals */

/* @p all_ended: the total has no calls that were still open, as snapshots of programs have. */
static bool doubt_total(char *text, size_t size, const struct gau_lap *lap, bool all_ended)
{
    const double total = lap->times[GAU_LAP_TOTAL], calls = (double)lap->calls;
    const double least = calls * lap->times[GAU_LAP_MIN], most = calls * lap->times[GAU_LAP_MAX];
    const bool is_less = total < least - ROUNDING * fabs(least);
    char took[64], bound[64];

    if (!is_less && !(all_ended && total > most + ROUNDING * fabs(most)))
        return false;
    gau_quantity_text(took, sizeof took, total, "s");
    gau_quantity_text(bound, sizeof bound, lap->times[is_less ? GAU_LAP_MIN : GAU_LAP_MAX], "s");
    snprintf(text, size, "its total of %s does not fit its %" PRId64 " call%s of %s at the %s",
             took, lap->calls, lap->calls == 1 ? "" : "s", bound, is_less ? "least" : "most");
    return true;
}

bool gau_laps_doubt(char *text, size_t size, const struct gau_laps *laps, size_t node)
{
    const struct gau_lap *const lap = &laps->items[node];
    const double min = lap->times[GAU_LAP_MIN], max = lap->times[GAU_LAP_MAX];
    const double stddev = lap->times[GAU_LAP_STDDEV];
    char least[64], most[64];

    gau_quantity_text(least, sizeof least, stddev < 0 ? stddev : min, "s");
    gau_quantity_text(most, sizeof most, max, "s");
    if (lap->calls > CALLS_MAX)
        snprintf(text, size, "%" PRId64 " calls are more than any program makes", lap->calls);
    else if (stddev < 0)
        snprintf(text, size, "its standard deviation is negative: %s", least);
    else if (min < 0)
        snprintf(text, size, "its shortest call took less than nothing: %s", least);
    else if (lap->calls > 0 && min > max)
        snprintf(text, size, "its shortest call took %s, and its longest %s", least, most);
    else
        return lap->calls > 0 && doubt_total(text, size, lap, laps->events > 0);
    return true;
}
