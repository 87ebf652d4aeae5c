/* SPDX-License-Identifier: Apache-2.0 */
#include "pairs.h"

#include "report/statistics/statistics.h"
#include "report/views/page.h"
#include "table/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 4000, SEED = 1 };

/* Of a quantity: its mean on both sides, and the ratio of B to A. */
struct change {
    const struct gau_series *series; /* NULL: no branch */
    double mean[2];
    struct gau_interval ratio;
    size_t n; /* pairs that have it */
};

struct reporting {
    const struct gau_pairs *pairs;
    struct gau_timings_set sides[2];
    struct gau_series_set series;
    struct change *changes, total; /* of the branches, in the order of the table; of all of them */
    double *a, *b;                 /* of one quantity, by pair */
    size_t n;                      /* pairs */
    struct gau_page page;
    struct gau_view_error *error;
};

/* --- ratios -------------------------------------------------------------------------------- */

/* From r->a and r->b, of which what is not positive or not there is no pair. */
static struct change measure(struct reporting *r)
{
    struct change change = {.ratio = {NAN, NAN, NAN}};
    struct gau_random random;
    double logs = 0;

    for (size_t i = 0; i < r->n; i++) {
        if (!(r->a[i] > 0 && r->b[i] > 0 && isfinite(r->a[i]) && isfinite(r->b[i])))
            continue;
        change.mean[0] += r->a[i];
        change.mean[1] += r->b[i];
        r->a[change.n++] = r->b[i] / r->a[i];
    }
    for (int side = 0; side < 2; side++)
        change.mean[side] = change.n ? change.mean[side] / (double)change.n : (double)NAN;
    if (change.n == 0)
        return change;
    for (size_t i = 0; i < change.n; i++)
        logs += log(r->a[i]);
    change.ratio.value = exp(logs / (double)change.n);
    gau_random_seed(&random, SEED);
    if (change.n >= GAU_PAIRS_MIN &&
        !gau_bootstrap_ratio(&change.ratio, r->a, change.n, ROUNDS, 0.95, &random))
        gau_view_fail(r->error, GAU_VIEW_FAILED, "no memory for the intervals");
    return change;
}

static struct change measure_series(struct reporting *r, const struct gau_series *series)
{
    struct change change;

    for (size_t i = 0; i < r->n; i++) {
        r->a[i] = r->series.events * series->values[GAU_SIDE_A][i];
        r->b[i] = r->series.events * series->values[GAU_SIDE_B][i];
    }
    change = measure(r);
    change.series = series;
    for (int side = 0; side < 2; side++) /* also of a branch that one side alone has */
        if (change.n == 0)
            change.mean[side] =
                r->series.events * gau_series_mean(&r->series, series, (enum gau_side)side);
    return change;
}

/* --- branches ------------------------------------------------------------------------------ */

enum { BRANCH, A, B, DIFFERENCE, RATIO, LOW, HIGH, PAIRS, N_COLUMNS };

#define TIME(name_, key_)                                                            \
    {                                                                                \
        .name = name_, .key = key_, .unit = "s", .type = GAU_COLUMN_REAL, .group = 1 \
    }
#define REAL(name_, key_)                                                  \
    {                                                                      \
        .name = name_, .key = key_, .type = GAU_COLUMN_REAL, .decimals = 3 \
    }

static const struct gau_column columns[N_COLUMNS] = {
    [BRANCH] = {.name = "Branch", .key = "branch"},
    [A] = TIME("A", "a_s"),
    [B] = TIME("B", "b_s"),
    [DIFFERENCE] = TIME("B - A", "difference_s"),
    [RATIO] = REAL("B / A", "ratio"),
    [LOW] = REAL("from", "ratio_low"),
    [HIGH] = REAL("to", "ratio_high"),
    [PAIRS] = {.name = "pairs",
               .key = "pairs",
               .type = GAU_COLUMN_INTEGER,
               .shown = GAU_SHOWN_TO_PROGRAMS},
};

static double difference(const struct change *change)
{
    return (isnan(change->mean[1]) ? 0 : change->mean[1]) -
           (isnan(change->mean[0]) ? 0 : change->mean[0]);
}

static int compare(const void *left, const void *right)
{
    const double a = fabs(difference(left)), b = fabs(difference(right));

    return a > b ? -1 : a < b;
}

static void set_cells(struct gau_table *table, const struct change *change)
{
    gau_table_set_text(table, BRANCH, change->series->path);
    gau_table_set_real(table, A, change->mean[0]);
    gau_table_set_real(table, B, change->mean[1]);
    gau_table_set_real(table, DIFFERENCE, difference(change));
    gau_table_set_real(table, RATIO, change->ratio.value);
    gau_table_set_real(table, LOW, change->ratio.low);
    gau_table_set_real(table, HIGH, change->ratio.high);
    gau_table_set_integer(table, PAIRS, (int64_t)change->n);
}

static const char *time_name(const struct reporting *r)
{
    return r->series.cpu ? "CPU time" : "wall time";
}

static void describe(const struct reporting *r, struct gau_table *table)
{
    const char *const *const settings = r->pairs->settings;
    static const char as_it_is[] = "the job as it is";

    gau_table_title(table, "%s per branch, without its children, in a run: A (%s), B (%s)",
                    r->series.cpu ? "CPU time" : "Wall time",
                    settings[0][0] ? settings[0] : as_it_is,
                    settings[1][0] ? settings[1] : as_it_is);
}

/* Digits below a hundred thousandth of it all are noise to people. */
static void add_branches(struct reporting *r)
{
    struct gau_column suited[N_COLUMNS];
    struct gau_table *table;
    size_t n = 0;

    memcpy(suited, columns, sizeof suited);
    r->total = measure_series(r, &r->series.total);
    if (isfinite(r->total.mean[0]))
        suited[A].step = suited[B].step = suited[DIFFERENCE].step = 1e-5 * r->total.mean[0];
    table = gau_page_add(&r->page, "branches", suited, N_COLUMNS);
    if (!table)
        return;
    describe(r, table);
    for (size_t i = 0; i < r->series.n; i++)
        if (r->series.rows[i].count[0] + r->series.rows[i].count[1] > 0)
            r->changes[n++] = measure_series(r, &r->series.rows[i]);
    qsort(r->changes, n, sizeof *r->changes, compare);
    for (size_t i = 0; i < n; i++) {
        gau_table_row(table, 0);
        set_cells(table, &r->changes[i]);
    }
    gau_table_total(table);
    set_cells(table, &r->total);
    gau_table_footer(table, "%zu pair%s of runs, %.6g events each", r->n, r->n == 1 ? "" : "s",
                     r->series.events);
    if (r->n >= GAU_PAIRS_MIN)
        gau_table_footer(table,
                         "from, to: at 95 %%; of %zu such intervals about %.0f miss by chance", n,
                         ceil(0.05 * (double)n));
    else
        gau_table_footer(table, "fewer than %d pairs have no interval", (int)GAU_PAIRS_MIN);
}

/* --- the run as a whole -------------------------------------------------------------------- */

static const struct quantity {
    const char *name, *key, *unit;
    const char *fields[2]; /* of run.json, added */
} quantities[] = {
    {"wall time", "wall_s", "s", {"wall_s", NULL}},
    {"event loop", "loop_s", "s", {"loop_s", NULL}},
    {"CPU time", "cpu_s", "s", {"user_s", "system_s"}},
    {"peak memory", "peak_rss_bytes", "bytes", {"peak_rss_bytes", NULL}},
};

enum { Q_NAME, Q_KEY, Q_A, Q_B, Q_A_NUMBER, Q_B_NUMBER, Q_RATIO, Q_LOW, Q_HIGH, N_Q_COLUMNS };

#define SHOWN(name_)                                                                     \
    {                                                                                    \
        .name = name_, .key = "", .shown = GAU_SHOWN_TO_PEOPLE, .align = GAU_ALIGN_RIGHT \
    }
#define DATA(key_, type_)                                                        \
    {                                                                            \
        .name = key_, .key = key_, .type = type_, .shown = GAU_SHOWN_TO_PROGRAMS \
    }

static const struct gau_column run_columns[N_Q_COLUMNS] = {
    [Q_NAME] = {.name = "Run", .key = "", .shown = GAU_SHOWN_TO_PEOPLE},
    [Q_KEY] = DATA("quantity", GAU_COLUMN_TEXT),
    [Q_A] = SHOWN("A"),
    [Q_B] = SHOWN("B"),
    [Q_A_NUMBER] = DATA("a", GAU_COLUMN_REAL),
    [Q_B_NUMBER] = DATA("b", GAU_COLUMN_REAL),
    [Q_RATIO] = REAL("B / A", "ratio"),
    [Q_LOW] = REAL("from", "ratio_low"),
    [Q_HIGH] = REAL("to", "ratio_high"),
};

/* NAN: the document does not have it. */
static double value_of(const struct gau_timings *run, const struct quantity *quantity)
{
    double sum = 0;

    for (int i = 0; i < 2 && quantity->fields[i]; i++) {
        const json_t *const field =
            run->run ? json_object_get(run->run, quantity->fields[i]) : NULL;

        sum += json_is_number(field) ? json_number_value(field) : (double)NAN;
    }
    return sum;
}

static void add_quantity(struct reporting *r, struct gau_table *table,
                         const struct quantity *quantity)
{
    struct change change;
    char text[64];

    for (size_t i = 0; i < r->n; i++) {
        r->a[i] = value_of(&r->sides[0].runs[i], quantity);
        r->b[i] = value_of(&r->sides[1].runs[i], quantity);
    }
    change = measure(r);
    gau_table_row(table, 0);
    gau_table_set_text(table, Q_NAME, quantity->name);
    gau_table_set_text(table, Q_KEY, quantity->key);
    for (int side = 0; side < 2 && change.n > 0; side++) {
        gau_quantity_text(text, sizeof text, change.mean[side], quantity->unit);
        gau_table_set_text(table, Q_A + (size_t)side, text);
        gau_table_set_real(table, Q_A_NUMBER + (size_t)side, change.mean[side]);
    }
    gau_table_set_real(table, Q_RATIO, change.ratio.value);
    gau_table_set_real(table, Q_LOW, change.ratio.low);
    gau_table_set_real(table, Q_HIGH, change.ratio.high);
}

/* --- the verdict --------------------------------------------------------------------------- */

static void more_or_less(char *text, size_t size, double ratio)
{
    snprintf(text, size, "%.1f %% %s", 100 * fabs(ratio - 1), ratio < 1 ? "less" : "more");
}

static void tell_verdict(const struct reporting *r, struct gau_table *table)
{
    const struct gau_interval *const ratio = &r->total.ratio;
    const bool faster = ratio->high<1, slower = ratio->low> 1;
    char text[3][32];

    more_or_less(text[0], sizeof text[0], ratio->value);
    more_or_less(text[1], sizeof text[1], faster ? ratio->high : ratio->low);
    more_or_less(text[2], sizeof text[2], faster ? ratio->low : ratio->high);
    if (isnan(ratio->value))
        gau_table_footer(table, "nothing can be compared");
    else if (isnan(ratio->low))
        gau_table_footer(table,
                         "B takes %s %s than A in all branches; %zu pair%s cannot tell if that is "
                         "noise: make %d or more",
                         text[0], time_name(r), r->n, r->n == 1 ? "" : "s", (int)GAU_PAIRS_MIN);
    else if (faster || slower)
        gau_table_footer(table,
                         "B is %s: it takes %s %s than A in all branches (%s to %s, at 95 %%)",
                         faster ? "faster" : "slower", text[0], time_name(r), text[1], text[2]);
    else
        gau_table_footer(
            table,
            "no difference is seen: B takes from %s to %s %s than A in all branches (at 95 %%)",
            text[1], text[2], time_name(r));
}

static void tell_settings(const struct reporting *r, struct gau_table *table)
{
    if (strcmp(r->pairs->settings[0], r->pairs->settings[1]) == 0)
        gau_table_footer(table, "A and B have the same settings: what differs is noise");
}

static void add_run(struct reporting *r)
{
    struct gau_table *const table = gau_page_add(&r->page, "run", run_columns, N_Q_COLUMNS);

    if (!table)
        return;
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++)
        add_quantity(r, table, &quantities[i]);
    tell_verdict(r, table);
    tell_settings(r, table);
}

/* --- all ----------------------------------------------------------------------------------- */

static bool read_sides(struct reporting *r)
{
    for (int side = 0; side < 2; side++)
        if (gau_timings_set_read(&r->sides[side], &r->pairs->folders[side], 1, r->error) !=
            GAU_VIEW_OK)
            return false;
    if (r->sides[0].n != r->sides[1].n) {
        gau_view_fail(r->error, GAU_VIEW_USAGE, "'%.*s' has %zu runs and '%.*s' %zu: no pairs",
                      GAU_VIEW_QUOTE(r->pairs->folders[0]), r->sides[0].n,
                      GAU_VIEW_QUOTE(r->pairs->folders[1]), r->sides[1].n);
        return false;
    }
    r->n = r->sides[0].n;
    return gau_series_join(&r->series, &r->sides[0], &r->sides[1], r->error) == GAU_VIEW_OK;
}

static void report(struct reporting *r, FILE *out)
{
    r->changes = calloc(r->series.n + 1, sizeof *r->changes);
    r->a = calloc(r->n + 1, sizeof *r->a);
    r->b = calloc(r->n + 1, sizeof *r->b);
    if (!r->changes || !r->a || !r->b) {
        gau_view_fail(r->error, GAU_VIEW_FAILED, "no memory to compare %zu pairs", r->n);
        return;
    }
    add_branches(r);
    add_run(r);
    gau_page_write(&r->page, out);
}

enum gau_view_status gau_pairs_report(const struct gau_pairs *pairs,
                                      const struct gau_view_options *options, FILE *out,
                                      struct gau_view_error *error)
{
    struct reporting r = {.pairs = pairs,
                          .page = {.document = "ab", .options = options, .error = error},
                          .error = error};

    if (read_sides(&r))
        report(&r, out);
    gau_page_clear(&r.page);
    free(r.changes);
    free(r.a);
    free(r.b);
    gau_series_clear(&r.series);
    gau_timings_set_clear(&r.sides[0]);
    gau_timings_set_clear(&r.sides[1]);
    return error->status;
}
