/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/sampled/sampled.h"
#include "report/views/columns.h"
#include "report/views/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Functions, of runs with samples. Few samples make no logarithms of single runs: the ratio is that
 * of the sums, and its interval from what each pair adds to them.
 */

enum {
    FUNCTION,
    NAME,
    MODULE,
    CHANGE,
    SAMPLES_A = CHANGE + GAU_PAIRS_CHANGE,
    SAMPLES_B,
    N_COLUMNS
};

struct row {
    const struct gau_sampled_function *function; /* NULL: all of them */
    struct gau_pairs_change change;
    uint64_t samples[2];
};

struct functions {
    struct gau_pairs_work *work;
    struct gau_sampled_functions sampled;
    struct row *rows, total; /* the largest change first */
    size_t pairs;            /* both runs of which have samples */
    bool for_people;
};

/* --- one function -------------------------------------------------------------------------- */

/* In a run of as many events as one of A has. */
static double seconds_of(const struct gau_pairs_work *work, const struct gau_timings *run,
                         const struct gau_sampled *sampled)
{
    return work->series.events_vary ? sampled->time_s * work->series.events / (double)run->events
                                    : sampled->time_s;
}

static struct row measure(struct functions *functions, const struct gau_sampled *runs)
{
    struct gau_pairs_work *const work = functions->work;
    const struct gau_sampled *const sides[2] = {runs, runs + work->n};
    const bool *const known = functions->sampled.known;
    struct row row = {.change.ratio = {(double)NAN, (double)NAN, (double)NAN}};
    size_t n = 0;

    for (size_t i = 0; i < work->n; i++) {
        if (!known[i] || !known[work->n + i])
            continue;
        work->a[n] = seconds_of(work, &work->sides[0].runs[i], &sides[0][i]);
        work->b[n] = seconds_of(work, &work->sides[1].runs[i], &sides[1][i]);
        row.samples[0] += sides[0][i].samples;
        row.samples[1] += sides[1][i].samples;
        n++;
    }
    functions->pairs = n;
    row.change.n = n;
    row.change.mean[0] = gau_mean(work->a, n);
    row.change.mean[1] = gau_mean(work->b, n);
    row.change.ratio = gau_jackknife_ratio(work->a, work->b, n, 0.95);
    if (n < GAU_PAIRS_MIN)
        row.change.ratio.low = row.change.ratio.high = (double)NAN;
    for (int side = 0; side < 2; side++)
        if (row.samples[side] == 0)
            row.change.mean[side] = (double)NAN;
    return row;
}

static int by_difference(const void *left, const void *right)
{
    const double a = fabs(gau_pairs_difference(&((const struct row *)left)->change));
    const double b = fabs(gau_pairs_difference(&((const struct row *)right)->change));

    return a > b ? -1 : a < b;
}

/* --- the table ----------------------------------------------------------------------------- */

static bool is_told(const struct functions *functions, const struct row *row)
{
    return !functions->for_people || row->samples[0] + row->samples[1] >= GAU_SAMPLED_LEAST;
}

static void set_cells(struct gau_table *table, const struct functions *functions,
                      const struct row *row, size_t room)
{
    static const char *const only[] = {"only A", "only B"};
    const struct gau_sampled_function *const function = row->function;

    gau_sheet_set_name(table, FUNCTION,
                       !function ? "all functions"
                       : room    ? function->label
                                 : function->name,
                       room);
    gau_table_set_text(table, NAME, function ? function->name : NULL);
    if (function)
        gau_sheet_set_name(table, MODULE, function->module, room);
    else
        gau_table_set_text(table, MODULE, "");
    gau_pairs_set_change(functions->work, table, CHANGE, &row->change, only);
    gau_table_set_integer(table, SAMPLES_A, (int64_t)row->samples[0]);
    gau_table_set_integer(table, SAMPLES_B, (int64_t)row->samples[1]);
}

static void fill(struct gau_table *table, size_t room, const void *data)
{
    const struct functions *const functions = data;

    for (uint32_t i = 0; i < functions->sampled.n; i++)
        if (is_told(functions, &functions->rows[i])) {
            gau_table_row(table, 0);
            set_cells(table, functions, &functions->rows[i], room);
        }
    gau_table_total(table);
    set_cells(table, functions, &functions->total, room);
}

/* What a sample adds to the mean: digits below it are none. */
static void suit(struct gau_column *change, const struct row *total)
{
    const uint64_t samples = total->samples[0] + total->samples[1];
    const double whole = fmax(total->change.mean[0], total->change.mean[1]);

    memcpy(change, gau_pairs_columns, sizeof gau_pairs_columns);
    for (size_t i = GAU_PAIRS_A; i <= GAU_PAIRS_DIFFERENCE && samples > 0; i++)
        change[i].step = whole / (double)samples;
}

static void explain(const struct functions *functions, struct gau_table *table)
{
    size_t left_out = 0, intervals = 0;

    for (uint32_t i = 0; i < functions->sampled.n; i++) {
        const bool told = is_told(functions, &functions->rows[i]);

        left_out += told ? 0 : 1;
        intervals += told && functions->rows[i].change.ratio.low > 0;
    }
    gau_pairs_title(functions->work, table, "CPU time per function, sampled, in a run");
    gau_table_footer(table, "n A, n B: samples in %zu pair%s of runs; ratios are of their sums",
                     functions->pairs, functions->pairs == 1 ? "" : "s");
    gau_pairs_tell_intervals(table, functions->pairs, intervals);
    gau_sampled_explain(table, &functions->sampled, left_out);
}

static void add_table(struct functions *functions)
{
    static const size_t optional[] = {MODULE, CHANGE + GAU_PAIRS_DIFFERENCE, SAMPLES_A, SAMPLES_B,
                                      CHANGE + GAU_PAIRS_A};
    struct gau_column suited[N_COLUMNS] = {
        [FUNCTION] = LABEL("Function"),
        [NAME] = DATA("function", GAU_COLUMN_TEXT),
        [MODULE] = {.name = "Module", .key = "module"},
        [SAMPLES_A] = COUNT("n A", "samples_a"),
        [SAMPLES_B] = COUNT("n B", "samples_b"),
    };
    const struct gau_sheet sheet = {
        .columns = suited,
        .n_columns = N_COLUMNS,
        .optional = optional,
        .n_optional = sizeof optional / sizeof *optional,
        .name_width = 26,
        .fill = fill,
        .data = functions,
    };
    struct gau_table *table;

    suit(&suited[CHANGE], &functions->total);
    table = gau_sheet_add(&functions->work->page, GAU_PAIRS_FUNCTIONS, &sheet);
    if (table)
        explain(functions, table);
}

/* --- all ----------------------------------------------------------------------------------- */

static bool read_samples(struct functions *out)
{
    const struct gau_pairs_work *const work = out->work;
    const char **const folders = calloc(2 * work->n + 1, sizeof *folders);
    const struct gau_sampled_wish wish = {.folders = folders, .n = 2 * work->n, .n_a = work->n};
    bool fits = folders != NULL;

    for (size_t i = 0; fits && i < work->n; i++) {
        folders[i] = work->sides[0].runs[i].folder;
        folders[work->n + i] = work->sides[1].runs[i].folder;
    }
    fits = fits && gau_sampled_read(&out->sampled, &wish);
    free(folders);
    return fits;
}

static bool measure_all(struct functions *functions)
{
    const struct gau_sampled_functions *const sampled = &functions->sampled;

    functions->rows = calloc((size_t)sampled->n + 1, sizeof *functions->rows);
    for (uint32_t i = 0; functions->rows && i < sampled->n; i++) {
        functions->rows[i] = measure(functions, sampled->items[i].runs);
        functions->rows[i].function = &sampled->items[i];
    }
    if (!functions->rows)
        return false;
    qsort(functions->rows, sampled->n, sizeof *functions->rows, by_difference);
    functions->total = measure(functions, sampled->wholes);
    return true;
}

/* Without samples there is no such table, which matters only to who asks for it. */
void gau_pairs_add_functions(struct gau_pairs_work *work)
{
    struct functions functions = {.work = work};

    functions.for_people = gau_table_format_is_for_people(work->page.options->format);
    if (!read_samples(&functions) || !measure_all(&functions))
        gau_view_fail(work->error, GAU_VIEW_FAILED, "no memory for the functions of %zu pairs",
                      work->n);
    else if (functions.pairs > 0)
        add_table(&functions);
    else if (work->page.options->table)
        gau_view_fail(work->error, GAU_VIEW_USAGE, "%s",
                      functions.sampled.problem
                          ? functions.sampled.problem
                          : "the runs have no samples: 'gaudit ab --profile' takes them");
    free(functions.rows);
    gau_sampled_clear(&functions.sampled);
}
