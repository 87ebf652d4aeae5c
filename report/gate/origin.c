/* SPDX-License-Identifier: Apache-2.0 */
#include "origin.h"

#include "report/timings/origin.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void gau_notes_add(struct gau_notes *notes, const char *format, ...)
{
    va_list arguments;

    if (notes->n == GAU_NOTES_MAX)
        return;
    va_start(arguments, format);
    vsnprintf(notes->texts[notes->n++], sizeof notes->texts[0], format, arguments);
    va_end(arguments);
}

/* --- what differs -------------------------------------------------------------------------- */

static const struct {
    const char *key, *name;
    bool quoted; /* the values are short enough to be told */
} facts[] = {
    {"processor", "the processors differ", true},
    {"host", "the machines differ", true},
    {"versions.kernel", "the kernels differ", true},
    {"versions.gaudit", "the versions of gaudit differ", true},
    {"job", "the jobs are different files", true},
    {"options", "the options of the job differ", false},
    {"window", "the windows of events differ", true},
    {"workers", "the numbers of workers differ", true},
};

/* A value that is known and not @p value; NULL: there is none. */
static const char *find_other(const struct gau_origin *origin, const char *value)
{
    for (size_t i = 0; i < origin->n; i++)
        if (origin->values[i][0] && strcmp(origin->values[i], value) != 0)
            return origin->values[i];
    return NULL;
}

/* What is not known is not told to differ. */
static bool note(struct gau_notes *notes, const struct gau_origin sides[2], size_t fact)
{
    const char *const value = find_other(&sides[0], ""), *other = NULL;
    bool within = false;

    if (value)
        other = find_other(&sides[1], value);
    if (value && !other) {
        other = find_other(&sides[0], value);
        within = other != NULL;
    }
    if (other && facts[fact].quoted)
        gau_notes_add(notes, "%s%s: %.100s and %.100s", facts[fact].name,
                      within ? " among the baselines" : "", value, other);
    else if (other)
        gau_notes_add(notes, "%s%s", facts[fact].name, within ? " among the baselines" : "");
    return other != NULL;
}

/* False: it does not differ. */
static bool compare(struct gau_notes *notes, const struct gau_timings_set *a,
                    const struct gau_timings_set *b, size_t fact)
{
    struct gau_origin sides[2] = {{0}};
    bool differs = false;

    if (gau_origin_read(&sides[0], a, facts[fact].key) &&
        gau_origin_read(&sides[1], b, facts[fact].key))
        differs = note(notes, sides, fact);
    gau_origin_clear(&sides[0]);
    gau_origin_clear(&sides[1]);
    return differs;
}

/* --- how the runs were made ---------------------------------------------------------------- */

/*
 * Of all pairs of runs, how often the baseline was first; half of it for runs of the same second.
 * About a half: by turns. 0 or 1: one side after the other. That is Mann and Whitney's U.
 */
static double share_of_first(const struct gau_timings_set *a, const struct gau_timings_set *b)
{
    double sum = 0;

    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < b->n; j++) {
            const int order = strcmp(gau_timings_text(&a->runs[i], "start"),
                                     gau_timings_text(&b->runs[j], "start"));

            sum += order < 0 ? 1 : order == 0 ? 0.5 : 0;
        }
    return sum / ((double)a->n * (double)b->n);
}

static bool by_turns(const struct gau_timings_set *a, const struct gau_timings_set *b)
{
    const double first = share_of_first(a, b);

    return gau_timings_text(&a->runs[0], "start")[0] && first > 0.25 && first < 0.75;
}

enum gau_gate_runs gau_origin_look(struct gau_notes *notes, const struct gau_timings_set *a,
                                   const struct gau_timings_set *b)
{
    bool unlike = false, apart = false;

    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const bool differs = compare(notes, a, b, i);

        unlike |= differs && i == 0;
        apart |= differs && i == 1;
    }
    if (unlike)
        return GAU_RUNS_UNLIKE;
    return apart || !by_turns(a, b) ? GAU_RUNS_APART : GAU_RUNS_BY_TURNS;
}
