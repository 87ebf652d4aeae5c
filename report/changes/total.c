/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/columns.h"
#include "report/views/document.h"
#include "table/number.h"

#include <math.h>
#include <string.h>

/*
 * The whole: what an event takes in A and in B, whether that is more than chance, and how many runs
 * it would take to tell more.
 */

enum column {
    WHAT,
    VALUE_A,
    VALUE_B,
    CHANGE,
    INTERVAL,
    VERDICT,
    KEY,
    A,
    B,
    RATIO,
    RATIO_LOW,
    RATIO_HIGH,
    P_VALUE,
    N_COLUMNS
};

static const struct gau_column columns[N_COLUMNS] = {
    [WHAT] = LABEL(""),
    [VALUE_A] = PEOPLE("A"),
    [VALUE_B] = PEOPLE("B"),
    [CHANGE] = PEOPLE("change"),
    [INTERVAL] = PEOPLE("95 % interval"),
    [VERDICT] = LABEL(""),
    [KEY] = DATA("what", GAU_COLUMN_TEXT),
    [A] = DATA("a", GAU_COLUMN_REAL),
    [B] = DATA("b", GAU_COLUMN_REAL),
    [RATIO] = DATA("ratio", GAU_COLUMN_REAL),
    [RATIO_LOW] = DATA("ratio_low", GAU_COLUMN_REAL),
    [RATIO_HIGH] = DATA("ratio_high", GAU_COLUMN_REAL),
    [P_VALUE] = DATA("p", GAU_COLUMN_REAL),
};

/* --- values -------------------------------------------------------------------------------- */

static double of_run(const struct gau_timings *run, const char *key)
{
    const json_t *const value = json_object_get(run->run, key);

    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static double event_time(const struct gau_timings *run, const struct gau_timing *row)
{
    (void)row;
    return run->event_s > 0 ? run->event_s / gau_branches_events(run) : (double)NAN;
}

static double event_cpu(const struct gau_timings *run, const struct gau_timing *row)
{
    const struct gau_timing *const whole = gau_branches_whole(run);

    (void)row;
    return run->cpu_known && whole && whole->cpu_total_s > 0
               ? whole->cpu_total_s / gau_branches_events(run)
               : (double)NAN;
}

static double cpu_per_event(const struct gau_timings *run, const struct gau_timing *row)
{
    (void)row;
    return (of_run(run, "user_s") + of_run(run, "system_s")) / gau_branches_events(run);
}

static double events_per_second(const struct gau_timings *run, const struct gau_timing *row)
{
    (void)row;
    return of_run(run, "loop_s") > 0 ? (double)run->events / of_run(run, "loop_s") : (double)NAN;
}

static double memory(const struct gau_timings *run, const struct gau_timing *row)
{
    (void)row;
    return of_run(run, "peak_rss_bytes");
}

static const struct whole {
    const char *what, *key, *unit;
    gau_changes_value *value;
    const char *more, *less; /* words for a change beyond chance */
} wholes[] = {
    {"time per event", "event_s", "s", event_time, "slower", "faster"},
    {"its CPU time", "event_cpu_s", "s", event_cpu, "slower", "faster"},
    {"CPU of the process", "process_cpu_per_event_s", "s", cpu_per_event, "more", "less"},
    {"events per second", "events_per_s", "", events_per_second, "faster", "slower"},
    {"peak memory", "peak_rss_bytes", "bytes", memory, "more", "less"},
};

static const char *verdict_of(const struct gau_change *change, const struct whole *whole)
{
    if (isnan(change->p))
        return "";
    if (change->p >= 1 - GAU_CHANGE_CONFIDENCE)
        return "within chance";
    return change->ratio.value > 1 ? whole->more : whole->less;
}

static void add_whole(struct gau_table *table, const struct gau_change *change,
                      const struct whole *whole)
{
    char text[GAU_CHANGE_TEXT_SIZE];

    gau_table_row(table, 0);
    gau_table_set_text(table, WHAT, whole->what);
    if (!isnan(change->a))
        gau_table_set_text(table, VALUE_A,
                           gau_quantity_text(text, sizeof text, change->a, whole->unit));
    if (!isnan(change->b))
        gau_table_set_text(table, VALUE_B,
                           gau_quantity_text(text, sizeof text, change->b, whole->unit));
    if (gau_change_text(text, sizeof text, change->ratio.value)[0])
        gau_table_set_text(table, CHANGE, text);
    if (gau_change_interval_text(text, sizeof text, &change->ratio)[0])
        gau_table_set_text(table, INTERVAL, text);
    gau_table_set_text(table, VERDICT, verdict_of(change, whole));
    gau_table_set_text(table, KEY, whole->key);
    gau_table_set_real(table, A, change->a);
    gau_table_set_real(table, B, change->b);
    gau_table_set_real(table, RATIO, change->ratio.value);
    gau_table_set_real(table, RATIO_LOW, change->ratio.low);
    gau_table_set_real(table, RATIO_HIGH, change->ratio.high);
    gau_table_set_real(table, P_VALUE, change->p);
}

/* --- sentences ----------------------------------------------------------------------------- */

/* What an interval of two sides with n runs each is wide, if runs spread by 2 %. */
static double reach_of(size_t n)
{
    return 100 * expm1(0.02 * sqrt(2 / (double)n) *
                       gau_student_quantile((1 + GAU_CHANGE_CONFIDENCE) / 2, 2 * (double)n - 2));
}

static void tell_of_single(struct gau_table *table, const struct gau_changes *changes)
{
    gau_table_footer(table, "there is one run of each: a timer alone does not know how much runs "
                            "differ");
    gau_table_footer(table, "by chance, so that there are no intervals. Repeat both, taking turns");
    gau_table_footer(table,
                     "(gaudit ab): runs that spread by 2 %% make intervals of %s%.1f %% with 3 of",
                     gau_changes_plus_minus(changes), reach_of(3));
    gau_table_footer(table, "each, %.1f %% with 5, %.1f %% with 10", reach_of(5), reach_of(10));
}

static void tell_of_one_side(struct gau_table *table, const struct gau_changes *changes)
{
    const bool is_a = changes->a.set.n < 2;

    if (is_a || changes->b.set.n < 2)
        gau_table_footer(table, "%s is a single run: intervals take it to spread as those of %s do",
                         is_a ? "A" : "B", is_a ? "B" : "A");
}

/* Runs that spread by more than that had a restless machine. */
#define RESTLESS 0.05

static bool is_known(struct gau_changes *changes, gau_changes_value *value)
{
    const struct gau_change change = gau_changes_measure(changes, NULL, value);

    return !isnan(change.a) && !isnan(change.b);
}

/* Of the CPU time, if it is known. */
static void tell_of_spread(struct gau_table *table, struct gau_changes *changes)
{
    const char *const sign = gau_changes_plus_minus(changes);
    const bool cpu = is_known(changes, event_cpu);
    double deviation;
    size_t needed;

    gau_changes_measure(changes, NULL, cpu ? event_cpu : event_time);
    deviation =
        gau_log_deviation(changes->values_a, changes->a.set.n, changes->values_b, changes->b.set.n);
    needed = gau_change_runs_needed(deviation, 0.01);
    if (isnan(deviation))
        return;
    if (needed > 0)
        gau_table_footer(table,
                         "%s of runs spread by %.3g %%: an interval of %s1 %% takes %zu runs of "
                         "each",
                         cpu ? "CPU times" : "times", 100 * deviation, sign, needed);
    else
        gau_table_footer(table,
                         "%s of runs spread by %.3g %%: no reasonable number of runs makes an "
                         "interval of %s1 %%",
                         cpu ? "CPU times" : "times", 100 * deviation, sign);
    if (!cpu && deviation > RESTLESS)
        gau_table_footer(table, "wall times include what else the machine did; for CPU times, "
                                "which do not, run with -s TimerAuditor.CpuTime=true");
}

static void tell_runs(struct gau_table *table, const struct gau_changes_side *side)
{
    char events[64] = "", more[32] = "";
    uint64_t sum = 0;

    for (size_t i = 0; i < side->set.n; i++)
        sum += side->set.runs[i].events;
    if (side->names > 1)
        snprintf(more, sizeof more, " and %zu more", side->names - 1);
    snprintf(events, sizeof events, "%.0f events", (double)sum);
    gau_table_footer(table, "%s: '%.*s'%s, %zu run%s, %s", side->letter, GAU_VIEW_QUOTE(side->name),
                     more, side->set.n, side->set.n == 1 ? "" : "s", events);
}

void gau_changes_add_total(struct gau_changes *changes)
{
    const bool single = changes->a.set.n < 2 && changes->b.set.n < 2;
    struct gau_column shown[N_COLUMNS];
    struct gau_table *table;

    memcpy(shown, columns, sizeof shown);
    if (single && gau_changes_for_people(changes))
        shown[INTERVAL].shown = shown[VERDICT].shown = GAU_SHOWN_TO_PROGRAMS;
    table = gau_page_add(changes->page, GAU_CHANGES_TOTAL, shown, N_COLUMNS);
    if (!table)
        return;
    gau_table_title(table, "From A to B");
    gau_table_limit(table, 0);
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        const struct gau_change change = gau_changes_measure(changes, NULL, wholes[i].value);

        if (!isnan(change.a) || !isnan(change.b))
            add_whole(table, &change, &wholes[i]);
    }
    tell_runs(table, &changes->a);
    tell_runs(table, &changes->b);
    if (single) {
        tell_of_single(table, changes);
    } else {
        tell_of_one_side(table, changes);
        tell_of_spread(table, changes);
    }
}
