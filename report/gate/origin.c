/* SPDX-License-Identifier: Apache-2.0 */
#include "origin.h"

#include "report/timings/origin.h"
#include "table/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void gau_notes_add(struct gau_notes *notes, const char *format, ...)
{
    va_list arguments;

    if (notes->n == GAU_NOTES_MAX)
        return;
    va_start(arguments, format);
    vsnprintf(notes->texts[notes->n], sizeof notes->texts[0], format, arguments);
    va_end(arguments);
    gau_utf8_disarm(notes->texts[notes->n++]);
}

/* --- what cannot be compared --------------------------------------------------------------- */

static bool has_finished(const struct gau_timings *run, struct gau_view_error *error)
{
    const char *const status = gau_timings_text(run, "status");

    if (!status[0] || strcmp(status, "finished") == 0)
        return true;
    if (strcmp(status, "running") == 0)
        gau_view_fail(
            error, GAU_VIEW_USAGE,
            "'%.*s' is a run that still goes on, or was killed: a gate compares runs that "
            "finished",
            GAU_VIEW_QUOTE(run->folder));
    else
        gau_view_fail(error, GAU_VIEW_USAGE,
                      "'%.*s' is a run that did not finish (status '%.*s'): a gate compares runs "
                      "that did",
                      GAU_VIEW_QUOTE(run->folder), GAU_VIEW_QUOTE(status));
    return false;
}

/* The name of the option file, which may be in another folder for another version. */
static const char *job_of(const struct gau_timings *run)
{
    const char *const job = gau_timings_text(run, "job"), *const slash = strrchr(job, '/');

    return slash ? slash + 1 : job;
}

static bool is_of_job(const struct gau_timings *first, const struct gau_timings *run,
                      struct gau_view_error *error)
{
    if (!first || !job_of(run)[0] || strcmp(job_of(first), job_of(run)) == 0)
        return true;
    gau_view_fail(error, GAU_VIEW_USAGE,
                  "'%.*s' is a run of '%.*s', '%.*s' of '%.*s': a gate compares runs of one job",
                  GAU_VIEW_QUOTE(first->folder), GAU_VIEW_QUOTE(job_of(first)),
                  GAU_VIEW_QUOTE(run->folder), GAU_VIEW_QUOTE(job_of(run)));
    return false;
}

bool gau_origin_check(const struct gau_timings_set sets[2], struct gau_view_error *error)
{
    const struct gau_timings *first = NULL; /* that is known to be of a job */

    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sets[side].n; i++) {
            const struct gau_timings *const run = &sets[side].runs[i];

            if (!has_finished(run, error) || !is_of_job(first, run, error))
                return false;
            if (!first && job_of(run)[0])
                first = run;
        }
    return true;
}

/* --- what differs -------------------------------------------------------------------------- */

/* A value that is known and not @p value; NULL: there is none. */
static const char *find_other(const struct gau_origin *origin, const char *value)
{
    for (size_t i = 0; i < origin->n; i++)
        if (origin->values[i][0] && strcmp(origin->values[i], value) != 0)
            return origin->values[i];
    return NULL;
}

/* What is not known is not told to differ. */
static bool note(struct gau_notes *notes, const struct gau_origin sides[2], const char *what,
                 bool quoted)
{
    const char *const value = find_other(&sides[0], ""), *other = NULL;
    bool within = false;

    if (value)
        other = find_other(&sides[1], value);
    if (value && !other) {
        other = find_other(&sides[0], value);
        within = other != NULL;
    }
    if (other && quoted)
        gau_notes_add(notes, "not the same %s%s: %.100s and %.100s", what,
                      within ? " among the baselines" : "", value, other);
    else if (other)
        gau_notes_add(notes, "not the same %s%s", what, within ? " among the baselines" : "");
    return other != NULL;
}

/* False: it does not differ. */
static bool compare(struct gau_notes *notes, const struct gau_timings_set *a,
                    const struct gau_timings_set *b, const char *key, const char *what, bool quoted)
{
    struct gau_origin sides[2] = {{0}};
    bool differs = false;

    if (gau_origin_read(&sides[0], a, key) && gau_origin_read(&sides[1], b, key))
        differs = note(notes, sides, what, quoted);
    gau_origin_clear(&sides[0]);
    gau_origin_clear(&sides[1]);
    return differs;
}

/* --- how the runs were made ---------------------------------------------------------------- */

static const char *start_of(const struct gau_timings *run)
{
    return gau_timings_text(run, "start");
}

static int compare_starts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* NULL: no memory. */
static const char **sort_starts(const struct gau_timings_set *set)
{
    const char **const starts = calloc(set->n + 1, sizeof *starts);

    for (size_t i = 0; starts && i < set->n; i++)
        starts[i] = start_of(&set->runs[i]);
    if (starts)
        qsort(starts, set->n, sizeof *starts, compare_starts);
    return starts;
}

/* How many stretches of one side there are in the order of time; of runs of one second the order
 * is not known, and is taken to change sides. */
static size_t count_stretches(const char *const *a, size_t na, const char *const *b, size_t nb)
{
    size_t i = 0, k = 0, n = 0;
    int last = -1;

    while (i < na || k < nb) {
        const int order = i == na ? 1 : k == nb ? -1 : strcmp(a[i], b[k]);
        const int side = order ? order > 0 : last == 0;

        n += side != last;
        last = side;
        i += side == 0;
        k += side == 1;
    }
    return n;
}

/*
 * Runs in random order have a number of stretches whose mean and variance are known (A. Wald and
 * J. Wolfowitz, Ann. Math. Stat. 11, 1940); pairs have at least that mean. Fewer by more than a
 * standard deviation, or fewer than four, and a drift of the machine may be on one side.
 */
static bool by_turns(const struct gau_timings_set *a, const struct gau_timings_set *b)
{
    const char **const left = sort_starts(a), **const right = sort_starts(b);
    const double na = (double)a->n, nb = (double)b->n, n = na + nb, product = 2 * na * nb;
    const double mean = product / n + 1,
                 variance = product * (product - n) / (n * n * fmax(n - 1, 1));
    size_t stretches = 0;

    if (left && right && left[0][0] && right[0][0])
        stretches = count_stretches(left, a->n, right, b->n);
    free(left);
    free(right);
    return stretches >= 4 && (double)stretches >= mean - sqrt(fmax(variance, 0));
}

enum gau_gate_runs gau_origin_look(struct gau_notes *notes, const struct gau_timings_set *a,
                                   const struct gau_timings_set *b)
{
    bool unlike = false, apart = false;

    for (size_t i = 0; i < GAU_FACTS; i++) {
        const char *const key = gau_facts[i].key;
        bool differs;

        if (strcmp(key, "events") == 0) /* has a note of its own */
            continue;
        differs = compare(notes, a, b, key, gau_facts[i].what, true);
        unlike |= differs && strcmp(key, "processor") == 0;
        apart |= differs && strcmp(key, "host") == 0;
    }
    compare(notes, a, b, "options", "options of the job", false);
    if (unlike)
        return GAU_RUNS_UNLIKE;
    return apart || !by_turns(a, b) ? GAU_RUNS_APART : GAU_RUNS_BY_TURNS;
}
