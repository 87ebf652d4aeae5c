/* SPDX-License-Identifier: Apache-2.0 */
#include "tables.h"

#include "documents/column_macros.h"
#include "table/number_format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS(COLUMN)                                                \
    COLUMN(WHAT, LABEL("Event"), [WHAT].shortened = true)              \
    COLUMN(KEY, DATA("path", GAU_COLUMN_TEXT))                         \
    COLUMN(PAIRS, DATA("pairs", GAU_COLUMN_INTEGER))                   \
    COLUMN(VALUE_BASE, DISPLAY("Baseline"))                            \
    COLUMN(VALUE_CAND, DISPLAY("Candidate"))                           \
    COLUMN(BASE, DATA("baseline", GAU_COLUMN_REAL))                    \
    COLUMN(CAND, DATA("candidate", GAU_COLUMN_REAL))                   \
    COLUMN(RATIO, RATIO("Ratio", "ratio"))                             \
    COLUMN(LOW, RATIO("95 % from", "ratio_low"), [LOW].rank = 1)       \
    COLUMN(HIGH, RATIO("to", "ratio_high"), [HIGH].with_before = true) \
    COLUMN(DIFFERENCE, DATA("difference", GAU_COLUMN_REAL))            \
    COLUMN(FROM, DATA("difference_low", GAU_COLUMN_REAL))              \
    COLUMN(TO, DATA("difference_high", GAU_COLUMN_REAL))               \
    COLUMN(P, DATA("p_corrected", GAU_COLUMN_REAL))                    \
    COLUMN(LIMIT, RATIO("Limit", "limit"), [LIMIT].rank = 2)           \
    COLUMN(VERDICT, {.name = "Verdict", .key = "verdict"})             \
    COLUMN(FAILED, {.name = "Gate", .key = "gate"})

enum { COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

/* --- rows ---------------------------------------------------------------------------------- */

static void add_row(struct gau_table *table, const char *name, const char *key, size_t pairs)
{
    gau_table_row(table, 0);
    gau_table_set_text(table, WHAT, name);
    gau_table_set_text(table, KEY, key);
    gau_table_set_integer(table, PAIRS, (int64_t)pairs);
}

static void set_seconds(struct gau_table *table, const double seconds[2])
{
    char text[64];

    for (size_t side = 0; side < 2; side++) {
        gau_table_set_text(table, VALUE_BASE + side,
                           gau_quantity_text(text, sizeof text, seconds[side], "s"));
        gau_table_set_real(table, BASE + side, seconds[side]);
    }
}

static void add_time(struct gau_table *table, const struct gau_event_changes *changes, size_t i)
{
    static const char *const names[] = {"time", "CPU time"};
    const struct gau_comparison_row *const row = &changes->comparison.rows[i];
    const double n = (double)changes->pairs.n;

    add_row(table, names[i], row->row->path, changes->pairs.n);
    set_seconds(table, (const double[]){row->seconds[0] / n, row->seconds[1] / n});
    gau_table_set_real(table, RATIO, row->adjusted.value);
    gau_table_set_real(table, LOW, row->adjusted.low);
    gau_table_set_real(table, HIGH, row->adjusted.high);
    gau_table_set_real(table, P, row->p);
    gau_table_set_real(table, LIMIT, row->limit);
    gau_verdict_set(table, VERDICT, row);
    gau_gate_set(table, FAILED, row);
}

static void add_changed(struct gau_table *table, const struct gau_event_changes *changes,
                        const struct gau_event_pair *pair)
{
    const struct gau_event_data data = {.is_k4bench = changes->is_k4bench};
    const double *const seconds = pair->seconds[GAU_EVENT_WALL];
    char number[GAU_EVENT_NUMBER_SIZE], name[48];

    snprintf(name, sizeof name, "event %s", gau_event_number_text(number, &data, pair->number));
    add_row(table, name, name, 1);
    set_seconds(table, seconds);
    gau_table_set_real(table, RATIO, seconds[1] / seconds[0]);
}

static void add_growth(struct gau_table *table, const struct gau_event_changes *changes)
{
    const struct gau_interval *const difference = &changes->difference;
    char text[GAU_NUMBER_SIZE + 8], number[GAU_NUMBER_SIZE];

    if (isnan(difference->value))
        return;
    add_row(table, "memory growth", "growth_mib", changes->pairs.n);
    for (size_t side = 0; side < 2; side++) {
        gau_number_digits_text(number, 4, changes->growth[side]);
        snprintf(text, sizeof text, "%s MiB", number);
        gau_table_set_text(table, VALUE_BASE + side, text);
        gau_table_set_real(table, BASE + side, changes->growth[side]);
    }
    gau_table_set_real(table, DIFFERENCE, difference->value);
    gau_table_set_real(table, FROM, difference->low);
    gau_table_set_real(table, TO, difference->high);
}

/* --- sentences ----------------------------------------------------------------------------- */

static void explain_pairs(struct gau_table *table, const struct gau_event_pairs *pairs)
{
    const struct {
        size_t n;
        const char *what;
    } counts[] = {{pairs->only[0], "only in the baselines"},
                  {pairs->only[1], "only in the candidates"},
                  {pairs->incomplete, "not in every run"},
                  {pairs->warm_up, "warm-up"}};
    char text[256] = "";
    size_t length = 0;

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i].n > 0)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%zu %s",
                                       length ? ", " : ": ", counts[i].n, counts[i].what);
    if (length)
        gau_table_footer(table, "events that are not paired%s", text);
    if (pairs->repeated > 0)
        gau_table_detail(table, "",
                         "%zu pair%s of means: the number is there more than once in a run",
                         pairs->repeated, pairs->repeated == 1 ? " is" : "s are");
}

static void explain_events(struct gau_table *table, const struct gau_event_changes *changes)
{
    const struct gau_interval *const difference = &changes->difference;

    explain_pairs(table, &changes->pairs);
    if (changes->by_pairs)
        gau_table_footer(table,
                         "ratio: of the mean times of the paired events; its interval is of these "
                         "pairs alone: what the machine did to a whole run is in it. 'gaudit ab' "
                         "interleaves runs");
    else
        gau_table_detail(table, "ratio: of the mean times of the paired events",
                         "ratio: of the mean times of the paired events; its interval is of the "
                         "runs");
    if (changes->n_changed > 0)
        gau_table_detail(table, "",
                         "single events: those that changed most, by more than the noise "
                         "of all pairs");
    if (!isnan(difference->value))
        gau_table_footer(table,
                         "growth of %s memory per event: %+.4g MiB (%+.4g to %+.4g at 95 %%)",
                         gau_event_memory_names[changes->memory], difference->value,
                         difference->low, difference->high);
    if (!isnan(difference->value) && changes->overlap.overlapped > 0)
        gau_table_footer(table,
                         "%zu of %zu events overlapped: the growth is of the process, not of "
                         "single events",
                         changes->overlap.overlapped, changes->overlap.n);
}

/* --- the table ----------------------------------------------------------------------------- */

struct gau_table *gau_events_add(struct gau_page *page, const struct gau_event_changes *changes,
                                 enum gau_comparison_kind kind)
{
    struct gau_column fitting[N_COLUMNS];
    struct gau_table *table;
    char title[64];

    memcpy(fitting, columns, sizeof fitting);
    snprintf(title, sizeof title, "Event (%zu pair%s)", changes->pairs.n,
             changes->pairs.n == 1 ? "" : "s");
    if (gau_table_format_is_display(page->options->format)) {
        fitting[WHAT].name = title;
        if (kind != GAU_GATE)
            fitting[LIMIT].shown = fitting[FAILED].shown = GAU_IN_DATA_FORMATS;
    }
    table = gau_page_add(page, "events", fitting, N_COLUMNS);
    if (!table)
        return NULL;
    for (size_t i = 0; i < changes->comparison.n; i++)
        add_time(table, changes, i);
    add_growth(table, changes);
    for (size_t i = 0; i < changes->n_changed; i++)
        add_changed(table, changes, changes->changed[i]);
    explain_events(table, changes);
    gau_table_limit(table, 0);
    return table;
}
