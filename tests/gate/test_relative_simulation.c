/* SPDX-License-Identifier: Apache-2.0 */
#include "report/comparison/ratio_estimate.h"
#include "report/comparison/relative_ratio.h"

#include "tests/unit/draws.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Pairs of runs of which the truth is known: how often intervals of rows hold it, how wide they
 * are, how often an unchanged row is called changed, and a changed one found. The seed is fixed,
 * and the numbers with it. `test_relative_simulation all` makes 1000 sets of every cell.
 */

enum { ROWS_MAX = 100, PAIRS_MAX = 20 };

enum change { NONE, ONE, THIRD };

static const struct {
    const char *name;
    enum change change;
    double factor; /* of the rows that changed */
} changes[] = {{"none", NONE, 1},
               {"one slower", ONE, 1.1},
               {"one faster", ONE, 0.77},
               {"a third slower", THIRD, 1.1},
               {"a third faster", THIRD, 0.77}};

/* Spreads of logarithms of a run. */
struct machine {
    const char *name;
    double common, own, tiny; /* tiny: of the short rows; 0: all rows are alike */
    double slopes;            /* spread of how much of the common part a row follows */
    double stalls; /* the probability that a row, or all of a run, takes 5 spreads more */
    double drift;  /* of the common part from the first run to the last */
    double ticks;  /* of the clock, in the mean time of a row */
    bool constant; /* the last row takes the same time in each run, as a sleep does */
    double width;  /* half widths of intervals, at most, to those of rows alone */
};

static const struct machine machines[] = {
    {"quiet", 0.003, 0.005, 0, 0, 0, 0, 0, false, 1.05},
    {"disturbed", 0.08, 0.01, 0, 0, 0, 0, 0, false, 1.05},
    {"long and tiny", 0.008, 0.008, 0.15, 0, 0, 0, 0, false, 1.05},
    {"with slopes", 0.08, 0.01, 0, 0.35, 0, 0, 0, false, 1.05},
    {"constant row", 0.08, 0.01, 0, 0, 0, 0, 0, true, 0.8},
    {"stalls", 0.02, 0.01, 0, 0, 0.1, 0, 0, false, 1.05},
    {"drift", 0.01, 0.01, 0, 0, 0, 0.2, 0, false, 1.05},
    {"ticks", 0.02, 0.01, 0, 0, 0, 0, 0.002, false, 1.05}};
enum { MACHINES_OF_FEW_SETS = 5 };

struct cell {
    const struct machine *machine;
    enum change change;
    double factor; /* of the rows that changed */
    size_t rows, pairs;
};

struct row_counts {
    double unchanged, held;       /* rows, and those whose interval holds 1 */
    double changed, changed_held; /* likewise, of the change */
    double found;                 /* changed rows with p below 0.05 after Holm */
    double sets, false_sets;      /* comparisons with a row that is called changed, and is not */
    double alarms;                /* comparisons in which a gate would fail for such a row */
    double width, raw_width;      /* sums of half widths, of rows with 2 % of the time or more */
};

struct set {
    double logs[2][PAIRS_MAX * ROWS_MAX], times[ROWS_MAX], truth[ROWS_MAX], noise[ROWS_MAX],
        slope[ROWS_MAX], p[ROWS_MAX], p_slower[ROWS_MAX], ratios_of[ROWS_MAX];
    struct gau_relative_ratio ratios[ROWS_MAX];
};

static struct gau_random draws;

static double deviate(void)
{
    return gau_normal_quantile(0.5 * 1e-9 + (1 - 1e-9) * gau_random_uniform(&draws));
}

/* Long and tiny: a few rows hold 86 % of the time. */
static size_t long_rows(const struct cell *cell)
{
    return cell->rows < 20 ? 2 : cell->rows / 5;
}

/* Of a third of the rows, some are long ones. */
static bool is_changed(const struct cell *cell, size_t row)
{
    return cell->change == ONE ? row == 0 : cell->change == THIRD && row % 3 == 1;
}

static void draw_rows(const struct cell *cell, struct set *set)
{
    const struct machine *const machine = cell->machine;

    for (size_t i = 0; i < cell->rows; i++) {
        const bool tiny = machine->tiny > 0 && i >= long_rows(cell);

        set->times[i] = exp(0.8 * deviate());
        if (machine->tiny > 0)
            set->times[i] = tiny ? 0.14 / (double)(cell->rows - long_rows(cell))
                                 : 0.86 / (double)long_rows(cell);
        set->noise[i] = (tiny ? machine->tiny : machine->own) * exp(0.4 * deviate());
        set->slope[i] = exp(machine->slopes * deviate());
        if (machine->constant && i + 1 == cell->rows)
            set->noise[i] = set->slope[i] = 0;
        set->truth[i] = is_changed(cell, i) ? log(cell->factor) : 0;
    }
}

/* Now and then much longer. */
static double noise(const struct machine *machine, double spread)
{
    const bool stalls = machine->stalls > 0 && gau_random_uniform(&draws) < machine->stalls;

    return spread * (deviate() + (stalls ? 5 : 0));
}

/* Less than a tick is one, so that no row is missing. */
static double read_clock(double log_time, double tick)
{
    return tick > 0 ? log(fmax(tick, tick * round(exp(log_time) / tick))) : log_time;
}

/* A B, B A, A B ... */
static double drift_of(const struct cell *cell, int side, size_t pair)
{
    const size_t run = 2 * pair + (size_t)(pair % 2 ? !side : side);

    return cell->machine->drift * (double)run / (double)(2 * cell->pairs - 1);
}

static void draw_runs(const struct cell *cell, struct set *set)
{
    double sum = 0;

    for (size_t i = 0; i < cell->rows; i++)
        sum += set->times[i];
    for (int side = 0; side < 2; side++)
        for (size_t run = 0; run < cell->pairs; run++) {
            const double common =
                noise(cell->machine, cell->machine->common) + drift_of(cell, side, run);

            for (size_t i = 0; i < cell->rows; i++)
                set->logs[side][run * cell->rows + i] =
                    read_clock(log(set->times[i]) + (side ? set->truth[i] : 0) +
                                   set->slope[i] * common + noise(cell->machine, set->noise[i]),
                               cell->machine->ticks * sum / (double)cell->rows);
        }
}

static void estimate_raw(const struct cell *cell, const struct set *set, size_t row,
                         struct gau_estimate *out)
{
    double own[2][PAIRS_MAX];
    const double *const sides[2] = {own[0], own[1]};

    for (int side = 0; side < 2; side++)
        for (size_t run = 0; run < cell->pairs; run++)
            own[side][run] = set->logs[side][run * cell->rows + row];
    gau_estimate_make_of_pairs(out, sides, cell->pairs);
}

static double half_width(const struct gau_estimate *estimate)
{
    const struct gau_interval interval = gau_estimate_interval(estimate, 0.95);

    return log(interval.high / interval.low) / 2;
}

static void count_row(const struct cell *cell, struct set *set, size_t row,
                      const struct gau_relative_runs *runs, struct row_counts *counts)
{
    struct gau_estimate estimate;
    struct gau_interval interval;
    double sum = 0, raw_width;
    bool held;

    for (size_t i = 0; i < cell->rows; i++)
        sum += set->times[i];
    estimate_raw(cell, set, row, &estimate);
    raw_width = half_width(&estimate);
    gau_estimate_relate(&estimate, &set->ratios[row], runs);
    interval = gau_estimate_interval(&estimate, 0.95);
    held = log(interval.low) <= set->truth[row] && log(interval.high) >= set->truth[row];
    set->p[row] = gau_estimate_p(&estimate);
    set->p_slower[row] = estimate.log_ratio > 0 ? set->p[row] / 2 : 1 - set->p[row] / 2;
    set->ratios_of[row] = interval.value;
    if (set->times[row] >= 0.02 * sum) {
        counts->width += half_width(&estimate);
        counts->raw_width += raw_width;
    }
    counts->unchanged += set->truth[row] == 0;
    counts->held += set->truth[row] == 0 && held;
    counts->changed += set->truth[row] != 0;
    counts->changed_held += set->truth[row] != 0 && held;
}

static void count_set(const struct cell *cell, struct set *set, struct row_counts *counts)
{
    const struct gau_relative_runs runs = {.logs = {set->logs[0], set->logs[1]},
                                           .n = {cell->pairs, cell->pairs},
                                           .rows = cell->rows,
                                           .times = set->times,
                                           .pairs = true};
    struct gau_relative_ratio common;
    bool wrong = false, alarm = false;

    draw_rows(cell, set);
    draw_runs(cell, set);
    assert_true(gau_relative_ratios(set->ratios, &common, &runs));
    for (size_t i = 0; i < cell->rows; i++)
        count_row(cell, set, i, &runs, counts);
    assert_true(gau_holm(set->p, cell->rows) && gau_holm(set->p_slower, cell->rows));
    for (size_t i = 0; i < cell->rows; i++) {
        wrong |= set->truth[i] == 0 && set->p[i] < 0.05;
        alarm |= set->truth[i] == 0 && set->p_slower[i] < 0.001 && set->ratios_of[i] > 1.05;
        counts->found += set->truth[i] != 0 && set->p[i] < 0.05;
    }
    counts->sets++;
    counts->false_sets += wrong;
    counts->alarms += alarm;
}

static struct row_counts simulate(const struct cell *cell, unsigned sets)
{
    struct set *const set = calloc(1, sizeof *set);
    struct row_counts counts = {0};

    assert_non_null(set);
    gau_random_seed(&draws, 1);
    for (unsigned i = 0; i < sets; i++)
        count_set(cell, set, &counts);
    free(set);
    print_message(
        "%3zu rows, %2zu pairs, %-13s %2.0f %% of rows x%.2f: unchanged held %.1f %%, changed "
        "%.1f %%, width %.2f of raw, false %.1f %%, alarms %.2f %%, found %.0f %%\n",
        cell->rows, cell->pairs, cell->machine->name,
        100 * counts.changed / (counts.changed + counts.unchanged), cell->factor,
        100 * counts.held / fmax(counts.unchanged, 1),
        100 * counts.changed_held / fmax(counts.changed, 1), counts.width / counts.raw_width,
        100 * counts.false_sets / counts.sets, 100 * counts.alarms / counts.sets,
        100 * counts.found / fmax(counts.changed, 1));
    return counts;
}

/*
 * Three standard errors beside the aims, of as many sets, whose rows are alike to some extent: of
 * the hundreds of cells that are checked, one would miss an aim of two errors by chance. What holds
 * without them is checked of all cells together.
 *
 * Where rows follow the machine by different factors, intervals may hold more than their share. How
 * much a row follows is known from few pairs only, and in doubt it is taken as 1, with the doubt in
 * the variance. Intervals are narrower than those of rows alone all the same.
 */
static void check(const struct cell *cell, const struct row_counts *counts)
{
    const double sets = counts->sets, rows = counts->unchanged / sets;
    const double error = sqrt(0.05 * 0.95 / sets) * fmax(1 / sqrt(rows), 0.5);

    assert_true(counts->held >= (0.93 - 3 * error) * counts->unchanged);
    if (cell->machine->slopes == 0)
        assert_true(counts->held <= (0.985 + 2 * error) * counts->unchanged);
    assert_true(counts->changed_held >= (0.91 - 3 * sqrt(0.09 * 0.91 / sets)) * counts->changed);
    assert_true(counts->width <= cell->machine->width * counts->raw_width);
    assert_true(counts->false_sets <= 0.05 * sets + 3 * sqrt(0.05 * 0.95 * sets));
}

/* Alarms of gates are at most one in 1000, three standard errors aside, for each number of rows.
 * Over all changes and machines at most one of 20 comparisons has a false row. */
struct alarms {
    double n, of, false_sets;
};

static void simulate_rows(size_t rows, unsigned sets, size_t n_machines,
                          struct alarms alarms[COUNT_OF(changes)])
{
    static const size_t pairs[] = {6, 12, 20};

    for (size_t m = 0; m < n_machines; m++)
        for (size_t p = 0; p < COUNT_OF(pairs); p++)
            for (size_t c = 0; c < COUNT_OF(changes); c++) {
                const struct cell cell = {&machines[m], changes[c].change, changes[c].factor, rows,
                                          pairs[p]};
                const struct row_counts counts = simulate(&cell, sets);

                check(&cell, &counts);
                alarms[c].n += counts.alarms;
                alarms[c].of += counts.sets;
                alarms[c].false_sets += counts.false_sets;
            }
}

static void simulate_all(unsigned sets, const size_t *rows, size_t n_rows, size_t n_machines)
{
    for (size_t r = 0; r < n_rows; r++) {
        struct alarms alarms[COUNT_OF(changes)] = {{0}};
        double false_sets = 0, all = 0;

        simulate_rows(rows[r], sets, n_machines, alarms);
        for (size_t c = 0; c < COUNT_OF(changes); c++) {
            print_message("%zu rows, changed %s: a gate fails for an unchanged row in %.0f of %.0f "
                          "comparisons\n",
                          rows[r], changes[c].name, alarms[c].n, alarms[c].of);
            assert_true(alarms[c].n <= 0.001 * alarms[c].of + 3 * sqrt(0.001 * alarms[c].of));
            false_sets += alarms[c].false_sets;
            all += alarms[c].of;
        }
        print_message("%zu rows: a false row in %.2f %% of comparisons\n", rows[r],
                      100 * false_sets / all);
        assert_true(false_sets <= 0.05 * all);
    }
}

static void intervals_hold_what_is_true(void **state)
{
    static const size_t rows[] = {4, 6, 26};

    (void)state;
    simulate_all(30, rows, COUNT_OF(rows), MACHINES_OF_FEW_SETS);
}

static void intervals_hold_what_is_true_in_many_sets(void **state)
{
    static const size_t rows[] = {4, 6, 26, 100};

    (void)state;
    simulate_all(1000, rows, COUNT_OF(rows), COUNT_OF(machines));
}

/* Divided by the median of rows, 81 % of such rows were found; as they are, 43 %. */
static void a_changed_row_is_found_on_a_disturbed_machine(void **state)
{
    static const double factors[] = {1.05, 1.1, 1.3, 0.77};
    static const size_t rows[] = {4, 6, 26}, pairs[] = {6, 12, 20};
    double found = 0, all = 0;

    (void)state;
    for (size_t f = 0; f < COUNT_OF(factors); f++)
        for (size_t r = 0; r < COUNT_OF(rows); r++)
            for (size_t p = 0; p < COUNT_OF(pairs); p++) {
                const struct cell cell = {&machines[1], ONE, factors[f], rows[r], pairs[p]};
                const struct row_counts counts = simulate(&cell, 25);

                found += counts.found;
                all += counts.changed;
            }
    print_message("found: %.1f %%\n", 100 * found / all);
    assert_true(found >= 0.81 * all);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_hold_what_is_true),
        cmocka_unit_test(a_changed_row_is_found_on_a_disturbed_machine),
    };
    const struct CMUnitTest many[] = {cmocka_unit_test(intervals_hold_what_is_true_in_many_sets)};

    if (argc > 1 && strcmp(argv[1], "all") == 0)
        return cmocka_run_group_tests(many, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
