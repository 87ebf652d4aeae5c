/* SPDX-License-Identifier: Apache-2.0 */
#include "comparability.h"

#include "documents/document.h"
#include "report/hotspots/group_keys.h"
#include "table/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define COMMON_SHARE 0.01 /* of the time of either side, for a row to be in common */

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

static bool has_finished(const struct gau_timer_result *run, gau_error *error)
{
    const char *const status = gau_timer_result_text(run, "status");

    if (!status[0] || strcmp(status, "finished") == 0)
        return true;
    if (strcmp(status, "running") == 0)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' is still running or was killed: a gate compares runs that finished",
                       GAU_QUOTE(run->folder));
    else
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' did not finish (status '%.*s'): a gate compares runs that did",
                       GAU_QUOTE(run->folder), GAU_QUOTE(status));
    return false;
}

/* The file name identifies the job, as another version may have it in another folder. */
static const char *job_of(const struct gau_timer_result *run)
{
    const char *const job = gau_timer_result_text(run, "job"), *const slash = strrchr(job, '/');

    return slash ? slash + 1 : job;
}

/* Always returns false. */
static bool refuse_two(const char *what, const struct gau_timer_result *run, const char *of,
                       const struct gau_timer_result *other, const char *of_other, gau_error *error)
{
    gau_fail_first(error, GAU_ERR_USAGE,
                   "'%.*s' is a run of '%.*s', '%.*s' of '%.*s': a gate compares runs of one %s",
                   GAU_QUOTE(run->folder), GAU_QUOTE(of), GAU_QUOTE(other->folder),
                   GAU_QUOTE(of_other), what);
    return false;
}

/* Gets the file name of the program under the collector; jobs have none. */
static size_t program_of(const char **out, const struct gau_timer_result *run)
{
    const char *word = job_of(run)[0] ? "" : gau_timer_result_text(run, "command");
    const bool quoted = word[0] == '\'';
    const char *const end = word + quoted + strcspn(word + quoted, quoted ? "'" : " ");

    *out = word + quoted;
    for (const char *c = *out; c < end; c++)
        if (*c == '/')
            *out = c + 1;
    return (size_t)(end - *out);
}

static bool are_one_program(const struct gau_timer_result *a, const struct gau_timer_result *b)
{
    const char *left, *right;
    const size_t n = program_of(&left, a), m = program_of(&right, b);

    return n == 0 || m == 0 || (n == m && memcmp(left, right, n) == 0);
}

/* Returns the first run of a set that is of another program than @p run; NULL if there is none. */
static const struct gau_timer_result *find_other_program(const struct gau_timer_result_set *set,
                                                         const struct gau_timer_result *run)
{
    for (size_t i = 0; i < set->n; i++)
        if (!are_one_program(run, &set->runs[i]))
            return &set->runs[i];
    return NULL;
}

bool gau_gate_check_programs(const struct gau_timer_result_set sets[2], gau_error *error)
{
    const struct gau_timer_result *const first = &sets[0].runs[0];
    const struct gau_timer_result *other = find_other_program(&sets[0], first);

    if (!other)
        other = find_other_program(&sets[1], first);
    return !other || refuse_two("program", first, gau_timer_result_text(first, "command"), other,
                                gau_timer_result_text(other, "command"), error);
}

/* Returns how many results are on both sides; @p first becomes the first of them. */
static size_t count_shared(const struct gau_timer_result **first,
                           const struct gau_timer_result_set sets[2])
{
    size_t n = 0;

    for (size_t i = 0; i < sets[1].n; i++)
        for (size_t k = 0; k < sets[0].n; k++)
            if (gau_timer_result_are_one(&sets[0].runs[k], &sets[1].runs[i]) && n++ == 0)
                *first = &sets[1].runs[i];
    return n;
}

bool gau_gate_check_comparable(const struct gau_timer_result_set sets[2], gau_error *error)
{
    const struct gau_timer_result *shared, *first = NULL; /* that is known to be of a job */

    if (count_shared(&shared, sets) > 0) {
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' is a baseline and a candidate",
                       GAU_QUOTE(shared->folder));
        return false;
    }
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sets[side].n; i++) {
            const struct gau_timer_result *const run = &sets[side].runs[i];

            if (!has_finished(run, error))
                return false;
            if (first && job_of(run)[0] && strcmp(job_of(first), job_of(run)) != 0)
                return refuse_two("job", first, job_of(first), run, job_of(run), error);
            if (!first && job_of(run)[0])
                first = run;
        }
    return true;
}

/* --- how the runs were made ---------------------------------------------------------------- */

static const char *start_of(const struct gau_timer_result *run)
{
    return gau_timer_result_text(run, "start_time");
}

/* All programs have a root, and samples outside of tasks, so these say nothing of the program. */
static bool is_of_program(const struct gau_matrix_row *row)
{
    return !row->is_root && strcmp(row->path, gau_hotspots_outside) != 0;
}

bool gau_gate_check_rows(const struct gau_matrix *matrix, gau_error *error)
{
    static const char *const kinds[] = {"branch", "task", "function"};
    double sums[2] = {0};

    for (size_t i = 0; i < matrix->n; i++)
        for (int side = 0; side < 2; side++)
            if (is_of_program(&matrix->rows[i]) && matrix->rows[i].count[side] > 0)
                sums[side] += gau_matrix_mean(matrix, &matrix->rows[i], (enum gau_side)side);
    if (sums[0] + sums[1] <= 0)
        return true;
    for (size_t i = 0; i < matrix->n; i++)
        for (int side = 0; side < 2 && is_of_program(&matrix->rows[i]); side++)
            if (matrix->rows[i].count[1 - side] > 0 &&
                gau_matrix_mean(matrix, &matrix->rows[i], (enum gau_side)side) >
                    COMMON_SHARE * sums[side])
                return true;
    gau_fail_first(error, GAU_ERR_USAGE,
                   "no %s with at least %.0f %% of the time is common to baselines and candidates: "
                   "a gate compares runs of one job or program",
                   kinds[matrix->kind], 100 * COMMON_SHARE);
    return false;
}

/* Start times are ISO 8601 in UTC, and sorted as texts; runs of one start stay in their order. */
void gau_runs_sort(struct gau_timer_result_set *set)
{
    for (size_t i = 1; i < set->n; i++) {
        const struct gau_timer_result run = set->runs[i];
        size_t at = i;

        for (; at > 0 && strcmp(start_of(&set->runs[at - 1]), start_of(&run)) > 0; at--)
            set->runs[at] = set->runs[at - 1];
        set->runs[at] = run;
    }
}

/* Returns 0 if the order is not known, as within one second if one has no fraction of it. */
static int compare_starts(const struct gau_timer_result *left, const struct gau_timer_result *right)
{
    static const size_t seconds = sizeof "2010-11-20T12:00:00" - 1;
    const char *const a = start_of(left), *const b = start_of(right);
    const int order = strncmp(a, b, seconds);

    return order || strlen(a) <= seconds || a[seconds] != '.' || b[seconds] != '.' ? order
                                                                                   : strcmp(a, b);
}

/* Returns the least number of blocks of one side in the order of time. */
static size_t count_blocks(const struct gau_timer_result_set *a,
                           const struct gau_timer_result_set *b)
{
    size_t i = 0, k = 0, n = 0;
    int last = -1;

    while (i < a->n || k < b->n) {
        const int order = i == a->n ? 1 : k == b->n ? -1 : compare_starts(&a->runs[i], &b->runs[k]);
        const int side = order ? order > 0 : last == 1;

        n += side != last;
        last = side;
        i += side == 0;
        k += side == 1;
    }
    return n;
}

/*
 * Runs in random order have a number of blocks of one side whose mean and variance are known (A.
 * Wald and J. Wolfowitz, Ann. Math. Stat. 11, 1940); pairs have at least that mean. If there are
 * fewer by more than a standard deviation, or fewer than four, a drift of the machine may be on one
 * side.
 */
static bool are_interleaved(const struct gau_timer_result_set *a,
                            const struct gau_timer_result_set *b)
{
    const double na = (double)a->n, nb = (double)b->n, n = na + nb, product = 2 * na * nb;
    const double mean = product / n + 1,
                 variance = product * (product - n) / (n * n * fmax(n - 1, 1));
    double blocks;

    if (!start_of(&a->runs[0])[0] || !start_of(&b->runs[0])[0])
        return false;
    blocks = (double)count_blocks(a, b);
    return blocks >= 4 && blocks >= mean - sqrt(fmax(variance, 0));
}

/* In pairs, both runs of a number come before those of the next. */
static bool are_pairs(const struct gau_timer_result_set *a, const struct gau_timer_result_set *b)
{
    if (a->n != b->n)
        return false;
    for (size_t i = 0; i + 1 < a->n; i++)
        if (compare_starts(&a->runs[i], &b->runs[i + 1]) >= 0 ||
            compare_starts(&b->runs[i], &a->runs[i + 1]) >= 0)
            return false;
    return true;
}

enum gau_runs gau_runs_kind(const struct gau_timer_result_set sets[2],
                            const struct gau_differences *differences)
{
    if (gau_differences_have(differences, "cpu_model"))
        return GAU_RUNS_DIFFERENT_MACHINES;
    if (gau_differences_have(differences, "host") || !are_interleaved(&sets[0], &sets[1]))
        return GAU_RUNS_SEPARATE;
    return are_pairs(&sets[0], &sets[1]) ? GAU_RUNS_PAIRED : GAU_RUNS_INTERLEAVED;
}

/* --- what makes numbers doubtful ----------------------------------------------------------- */

static void note_shared(struct gau_notes *notes, const struct gau_timer_result_set sets[2])
{
    const struct gau_timer_result *shared;
    const size_t n = count_shared(&shared, sets);

    if (n > 0 && n == sets[0].n && n == sets[1].n)
        gau_notes_add(
            notes,
            "warning: baselines and candidates are the same results: there is nothing to compare");
    else if (n > 0)
        gau_notes_add(notes, "warning: '%.*s' is a baseline and a candidate",
                      GAU_QUOTE(shared->folder));
}

/* Notes the first run of a side that is not as it should be. */
static void note_side(struct gau_notes *notes, const struct gau_timer_result_set *set)
{
    const char *const first = gau_timer_result_text(&set->runs[0], "options");

    for (size_t i = 0; i < set->n; i++)
        if (!set->runs[i].run) {
            gau_notes_add(notes,
                          "'%.*s' has no run.json: where, how and when it was run, and if it "
                          "finished, is not known",
                          GAU_QUOTE(set->runs[i].folder));
            return;
        }
    for (size_t i = 1; i < set->n; i++)
        if (strcmp(gau_timer_result_text(&set->runs[i], "options"), first) != 0) {
            gau_notes_add(notes, "warning: options differ within a side: '%.*s' is not as '%.*s'",
                          GAU_QUOTE(set->runs[i].folder), GAU_QUOTE(set->runs[0].folder));
            return;
        }
}

void gau_runs_add_warnings(struct gau_notes *notes, const struct gau_timer_result_set sets[2],
                           const struct gau_differences *differences)
{
    if (gau_differences_have(differences, "host") || gau_differences_have(differences, "cpu_model"))
        gau_notes_add(notes,
                      "warning: not the same machine: differences may come from the machine");
    if (find_other_program(&sets[1], &sets[0].runs[0]))
        gau_notes_add(notes, "warning: not the same program: see the commands");
    note_shared(notes, sets);
    note_side(notes, &sets[0]);
    note_side(notes, &sets[1]);
}
