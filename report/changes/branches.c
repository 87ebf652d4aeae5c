/* SPDX-License-Identifier: Apache-2.0 */
#include "branches.h"

#include "report/timings/labels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double gau_branches_events(const struct gau_timings *run)
{
    return run->events > 0 ? (double)run->events : 1;
}

const struct gau_timing *gau_branches_whole(const struct gau_timings *run)
{
    for (size_t i = 0; i < run->n; i++)
        if (run->rows[i].path == run->whole)
            return run->event_s > 0 ? &run->rows[i] : NULL;
    return NULL;
}

static bool is_inside(const struct gau_timings *run, const struct gau_timing *row)
{
    return run->event_s > 0 && strcmp(row->root, run->whole) == 0;
}

double gau_branches_self_share(const struct gau_timings *run, const struct gau_timing *row)
{
    return is_inside(run, row) ? 100 * row->self_s / run->event_s : (double)NAN;
}

double gau_branches_total_share(const struct gau_timings *run, const struct gau_timing *row)
{
    return is_inside(run, row) ? 100 * row->total_s / run->event_s : (double)NAN;
}

static double cpu_share(const struct gau_timings *run, const struct gau_timing *row, double time_s)
{
    const struct gau_timing *const whole = gau_branches_whole(run);

    if (!whole || !is_inside(run, row) || !(whole->cpu_total_s > 0))
        return (double)NAN;
    return 100 * time_s / whole->cpu_total_s;
}

double gau_branches_cpu_share(const struct gau_timings *run, const struct gau_timing *row)
{
    return cpu_share(run, row, row->cpu_self_s);
}

double gau_branches_cpu_total_share(const struct gau_timings *run, const struct gau_timing *row)
{
    return cpu_share(run, row, row->cpu_total_s);
}

/* --- joining ------------------------------------------------------------------------------- */

static bool is_in_some(const struct gau_timings *const *runs, size_t from, size_t n,
                       const struct gau_timing *row)
{
    for (size_t i = from; i < n; i++) {
        const struct gau_timing *const other = gau_timings_match(runs[i], row);

        if (other && (other->calls > 0 || other->total_s > 0))
            return true;
    }
    return false;
}

/* From the last run to the first, each without what later ones have. */
static void add_rows(struct gau_branches *out, const struct gau_timings *const *runs, size_t n)
{
    for (size_t i = n; i-- > 0;)
        for (size_t k = 0; k < runs[i]->n; k++) {
            const struct gau_timing *const row = &runs[i]->rows[k];

            if ((row->calls > 0 || row->total_s > 0) && !is_in_some(runs, i + 1, n, row))
                out->rows[out->n++] = row;
        }
}

bool gau_branches_join(struct gau_branches *out, const struct gau_timings *const *runs, size_t n)
{
    size_t most = 0;

    *out = (struct gau_branches){0};
    for (size_t i = 0; i < n; i++)
        most += runs[i]->n;
    out->rows = calloc(most + 1, sizeof *out->rows);
    out->labels = calloc(most + 1, sizeof *out->labels);
    if (!out->rows || !out->labels)
        return false;
    add_rows(out, runs, n);
    return gau_labels_make(out->labels, out->rows, out->n, n > 0 ? runs[n - 1]->whole : "");
}

void gau_branches_clear(struct gau_branches *branches)
{
    for (size_t i = 0; branches->labels && i < branches->n; i++)
        free(branches->labels[i]);
    free(branches->labels);
    free(branches->rows);
    *branches = (struct gau_branches){0};
}
