/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/columns.h"
#include "table/number.h"

#include <math.h>
#include <string.h>

/* The run as a whole, and the verdict in words. */

static const struct quantity {
    const char *name, *key, *unit;
    const char *fields[2]; /* of run.json, added */
} quantities[] = {
    {"wall time", "wall_s", "s", {"wall_s", NULL}},
    {"event loop", "loop_s", "s", {"loop_s", NULL}},
    {"CPU time", "cpu_s", "s", {"user_s", "system_s"}},
    {"peak memory", "peak_rss_bytes", "bytes", {"peak_rss_bytes", NULL}},
};

enum { NAME, KEY, A, B, A_NUMBER, B_NUMBER, CHANGE, LOW, HIGH, N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {
    [NAME] = LABEL("Run"),
    [KEY] = DATA("quantity", GAU_COLUMN_TEXT),
    [A] = PEOPLE("A"),
    [B] = PEOPLE("B"),
    [A_NUMBER] = DATA("a", GAU_COLUMN_REAL),
    [B_NUMBER] = DATA("b", GAU_COLUMN_REAL),
    [CHANGE] = RATIO("B / A", "ratio"),
    [LOW] = RATIO("from", "ratio_low"),
    [HIGH] = RATIO("to", "ratio_high"),
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

static struct gau_pairs_change measure(struct gau_pairs_work *work, const struct quantity *quantity)
{
    for (size_t i = 0; i < work->n; i++) {
        work->a[i] = value_of(&work->sides[0].runs[i], quantity);
        work->b[i] = value_of(&work->sides[1].runs[i], quantity);
    }
    return gau_pairs_measure(work);
}

void gau_pairs_measure_total(struct gau_pairs_work *work)
{
    const struct quantity *quantity = quantities;

    while (strcmp(quantity->key, "cpu_s") != 0)
        quantity++;
    work->series.cpu = true;
    work->total = measure(work, quantity);
}

static void add_quantity(struct gau_pairs_work *work, struct gau_table *table,
                         const struct quantity *quantity)
{
    const struct gau_pairs_change change = measure(work, quantity);
    char text[64];

    gau_table_row(table, 0);
    gau_table_set_text(table, NAME, quantity->name);
    gau_table_set_text(table, KEY, quantity->key);
    for (int side = 0; side < 2 && change.n > 0; side++) {
        gau_quantity_text(text, sizeof text, change.mean[side], quantity->unit);
        gau_table_set_text(table, A + (size_t)side, text);
        gau_table_set_real(table, A_NUMBER + (size_t)side, change.mean[side]);
    }
    gau_table_set_real(table, CHANGE, change.ratio.value);
    gau_table_set_real(table, LOW, change.ratio.low);
    gau_table_set_real(table, HIGH, change.ratio.high);
}

/* --- the verdict --------------------------------------------------------------------------- */

static void more_or_less(char *text, size_t size, double ratio)
{
    snprintf(text, size, "%.1f %% %s", 100 * fabs(ratio - 1), ratio < 1 ? "less" : "more");
}

static void tell_verdict(const struct gau_pairs_work *work, struct gau_table *table)
{
    const struct gau_interval *const ratio = &work->total.ratio;
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
                         text[0], work->series.cpu ? "CPU time" : "wall time", work->n,
                         work->n == 1 ? "" : "s", (int)GAU_PAIRS_MIN);
    else if (faster || slower)
        gau_table_footer(table,
                         "B is %s: it takes %s %s than A in all branches (%s to %s, at 95 %%)",
                         faster ? "faster" : "slower", text[0],
                         work->series.cpu ? "CPU time" : "wall time", text[1], text[2]);
    else
        gau_table_footer(
            table,
            "no difference is seen: B takes from %s to %s %s than A in all branches (at 95 %%)",
            text[1], text[2], work->series.cpu ? "CPU time" : "wall time");
}

static void tell_settings(const struct gau_pairs_work *work, struct gau_table *table)
{
    if (strcmp(work->pairs->settings[0], work->pairs->settings[1]) == 0)
        gau_table_footer(table, "A and B have the same settings: what differs is noise");
}

void gau_pairs_add_run(struct gau_pairs_work *work)
{
    struct gau_table *const table = gau_page_add(&work->page, GAU_PAIRS_RUN, columns, N_COLUMNS);

    if (!table)
        return;
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++)
        add_quantity(work, table, &quantities[i]);
    tell_verdict(work, table);
    tell_settings(work, table);
}
