/* SPDX-License-Identifier: Apache-2.0 */
#include "origin.h"

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

/* A field of run.json as text, to be freed; NULL: it is not there, or no memory. */
static char *field_of(const struct gau_timings *run, const char *key)
{
    const char *const dot = strchr(key, '.');
    const json_t *field = run->run;
    char first[32];

    if (dot) {
        snprintf(first, sizeof first, "%.*s", (int)(dot - key), key);
        field = json_object_get(field, first);
    }
    field = json_object_get(field, dot ? dot + 1 : key);
    if (!field || json_is_null(field))
        return NULL;
    return json_is_string(field) ? strdup(json_string_value(field))
                                 : json_dumps(field, JSON_ENCODE_ANY | JSON_COMPACT);
}

static bool differ(const char *a, const char *b)
{
    return a && b && strcmp(a, b) != 0;
}

/* The first run of a side whose field is not @p value; n: there is none. */
static size_t find_other(const struct gau_timings_set *side, const char *key, const char *value)
{
    size_t i = 0;

    for (; i < side->n; i++) {
        char *const other = field_of(&side->runs[i], key);
        const bool found = differ(value, other);

        free(other);
        if (found)
            break;
    }
    return i;
}

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

/* False: it does not differ. */
static bool note(struct gau_notes *notes, const struct gau_timings_set *a,
                 const struct gau_timings_set *b, size_t fact)
{
    const char *const key = facts[fact].key;
    char *const value = field_of(&a->runs[0], key), *other = NULL;
    size_t i = find_other(b, key, value);
    const bool within = i == b->n;

    if (within)
        i = find_other(a, key, value);
    if (i < (within ? a : b)->n)
        other = field_of(&(within ? a : b)->runs[i], key);
    if (other && facts[fact].quoted)
        gau_notes_add(notes, "%s%s: %.100s and %.100s", facts[fact].name,
                      within ? " among the baselines" : "", value, other);
    else if (other)
        gau_notes_add(notes, "%s%s", facts[fact].name, within ? " among the baselines" : "");
    free(value);
    free(other);
    return other != NULL;
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
        const bool differs = note(notes, a, b, i);

        unlike |= differs && i == 0;
        apart |= differs && i == 1;
    }
    if (unlike)
        return GAU_RUNS_UNLIKE;
    return apart || !by_turns(a, b) ? GAU_RUNS_APART : GAU_RUNS_BY_TURNS;
}
