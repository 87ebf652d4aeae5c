/* SPDX-License-Identifier: Apache-2.0 */
#include "region_view.h"

#include "region_reader.h"

#include "documents/column_macros.h"
#include "documents/document.h"
#include "documents/page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double negligible_s = 1e-6; /* times whose sum is not more have no asymmetry */

struct viewing {
    struct gau_page *page;
    const struct gau_region_data *data;
    uint32_t shown; /* regions; the others are one row */
    struct gau_region_row others;
};

/* --- rows ---------------------------------------------------------------------------------- */

static void choose_rows(struct viewing *v)
{
    static char name[] = "[others]";
    const uint32_t regions = v->data->n - 1;
    const size_t limit = v->page->options->limit;

    v->shown = limit > 0 && limit < regions ? (uint32_t)limit : regions;
    v->others.name = name;
    for (uint32_t i = v->shown; i < regions; i++) {
        const struct gau_region_row *const row = &v->data->rows[i];

        for (int charge = 0; charge < GAU_REGION_CHARGES; charge++)
            v->others.charges_s[charge].mean += row->charges_s[charge].mean;
        v->others.steps += row->steps;
        v->others.intervals += row->intervals;
    }
    for (int charge = 0; charge < GAU_REGION_CHARGES; charge++) /* they are not independent */
        v->others.charges_s[charge].error = (double)NAN;
}

/* Regions, the others, and what is unattributed. NULL: that was the last. */
static const struct gau_region_row *row_at(const struct viewing *v, uint32_t i)
{
    const uint32_t regions = v->data->n - 1, rest = v->shown < regions;

    return i < v->shown               ? &v->data->rows[i]
           : i - v->shown < rest      ? &v->others
           : i - v->shown - rest == 0 ? &v->data->rows[regions]
                                      : NULL;
}

static struct gau_table *add_table(const struct viewing *v, const char *name,
                                   const struct gau_column *columns, size_t n)
{
    struct gau_table *const table = gau_page_add(v->page, name, columns, n);

    if (table)
        gau_table_limit(table, 0);
    return table;
}

/* --- regions ------------------------------------------------------------------------------- */

#define NAMED(name_, key_)                            \
    {                                                 \
        .name = name_, .key = key_, .shortened = true \
    }
#define OF_DATA(key_) DATA(key_, GAU_COLUMN_REAL)

#define COLUMNS(COLUMN)                                                                      \
    COLUMN(REGION, NAMED("Region", "region"))                                                \
    COLUMN(TIME_OF, SECONDS("Time", "time_s"))                                               \
    COLUMN(ERROR_OF, SECONDS("Error", "error_s"))                                            \
    COLUMN(PART, PERCENTAGE("Share", "share_percent", 1))                                    \
    COLUMN(COUNTED, {.name = "Steps",                                                        \
                     .key = "",                                                              \
                     .type = GAU_COLUMN_REAL,                                                \
                     .decimals = 1,                                                          \
                     .shown = GAU_IN_DISPLAY_FORMATS})                                       \
    COLUMN(STEPS, OF_DATA("steps"))                                                          \
    COLUMN(INTERVALS, OF_DATA("intervals"))                                                  \
    COLUMN(STEP_TIME,                                                                        \
           {.name = "Per step", .key = "step_time_s", .unit = "s", .type = GAU_COLUMN_REAL}) \
    COLUMN(OF_STEPS, OF_DATA("of_steps_s"))                                                  \
    COLUMN(OF_STEPS_ERROR, OF_DATA("of_steps_error_s"))                                      \
    COLUMN(AT_LOCATION, OF_DATA("at_location_s"))                                            \
    COLUMN(AT_LOCATION_ERROR, OF_DATA("at_location_error_s"))                                \
    COLUMN(BY_BIRTH, OF_DATA("by_birth_s"))                                                  \
    COLUMN(BY_BIRTH_ERROR, OF_DATA("by_birth_error_s"))                                      \
    COLUMN(BY_ORIGIN, OF_DATA("by_origin_s"))                                                \
    COLUMN(BY_ORIGIN_ERROR, OF_DATA("by_origin_error_s"))

enum column { COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

/* The columns of a charge, and of its error, follow each other. */
static void set_charges(struct gau_table *table, const struct viewing *v,
                        const struct gau_region_row *row)
{
    for (size_t charge = 0; charge < GAU_REGION_CHARGES; charge++) {
        if (!gau_region_is_charged(v->data, (enum gau_region_charge)charge))
            continue;
        gau_table_set_real(table, OF_STEPS + 2 * charge, row->charges_s[charge].mean);
        gau_table_set_real(table, OF_STEPS_ERROR + 2 * charge, row->charges_s[charge].error);
    }
}

static void set_time(struct gau_table *table, const struct viewing *v, const char *name,
                     struct gau_region_mean time_s)
{
    gau_table_set_text(table, REGION, name);
    gau_table_set_real(table, TIME_OF, time_s.mean);
    gau_table_set_real(table, ERROR_OF, time_s.error);
    gau_table_set_real(table, PART, 100 * time_s.mean / v->data->wall_s.mean);
}

/* Of k4Bench, which counts no steps, a step is an interval. */
static void set_steps(struct gau_table *table, const struct viewing *v, double steps,
                      double intervals, double time_s)
{
    const double counted = v->data->is_k4bench ? intervals : steps;

    if (!v->data->has_steps)
        return;
    gau_table_set_real(table, COUNTED, counted);
    if (!v->data->is_k4bench)
        gau_table_set_real(table, STEPS, steps);
    gau_table_set_real(table, INTERVALS, intervals);
    if (counted > 0)
        gau_table_set_real(table, STEP_TIME, time_s / counted);
}

static void explain_regions(const struct viewing *v, struct gau_table *table)
{
    gau_table_footer(
        table, "%s",
        v->data->is_k4bench
            ? "at location: the time between two steps belongs to the region of the first"
            : "of steps: the time between two steps belongs to the region of the second");
    gau_table_footer(table, "[unaccounted]: before the first step of an event and after the last");
    gau_table_footer(table, "warm-up is left out: %s", v->data->warm_up);
    for (size_t i = 0; i < v->data->n_notes; i++)
        gau_table_footer(table, "%s", v->data->notes[i]);
}

static void add_regions(const struct viewing *v)
{
    struct gau_column shown[N_COLUMNS];
    struct gau_table *table;
    const struct gau_region_row *row;
    double steps = 0, intervals = 0, time_s = 0;

    memcpy(shown, columns, sizeof shown);
    if (v->data->is_k4bench)
        shown[COUNTED].name = "Intervals";
    table = add_table(v, "regions", shown, N_COLUMNS);
    if (!table)
        return;
    gau_table_title(table, "Time of regions per event, the mean of %" PRIu64 " event%s of %s",
                    v->data->events, v->data->events == 1 ? "" : "s",
                    gau_result_shown(v->data->file));
    for (uint32_t i = 0; (row = row_at(v, i)); i++) {
        gau_table_row(table, 0);
        set_time(table, v, row->name, row->charges_s[v->data->charge]);
        set_steps(table, v, row->steps, row->intervals, row->charges_s[v->data->charge].mean);
        set_charges(table, v, row);
        steps += row->steps;
        intervals += row->intervals;
        time_s += row->charges_s[v->data->charge].mean;
    }
    gau_table_row(table, 0);
    set_time(table, v, "[unaccounted]", v->data->unaccounted_s);
    gau_table_total(table);
    set_time(table, v, "wall time", v->data->wall_s);
    set_steps(table, v, steps, intervals, time_s);
    explain_regions(v, table);
}

/* --- rules side by side -------------------------------------------------------------------- */

enum { PAIR_REGION, PAIR_LEFT, PAIR_RIGHT, PAIR_DIFFERENCE, PAIR_ASYMMETRY, PAIR_KIND };

#define PAIR(left_, left_key, right_, right_key, difference_)                        \
    NAMED("Region", "region"), SECONDS(left_, left_key), SECONDS(right_, right_key), \
        SECONDS(difference_, "difference_s")

static const struct gau_column attribution_columns[] = {
    PAIR("At location", "at_location_s", "By birth", "by_birth_s", "Excess"),
    {.name = "Asymmetry", .key = "asymmetry_percent", .type = GAU_COLUMN_REAL, .decimals = 1},
    {.name = "", .key = "kind"}};
static const struct gau_column rule_columns[] = {
    PAIR("At location", "at_location_s", "Of steps", "of_steps_s", "Difference")};
static const struct gau_column origin_columns[] = {
    PAIR("By birth", "by_birth_s", "By origin", "by_origin_s", "Difference")};

struct pair {
    const char *name, *title, *footers[4];
    enum gau_region_charge left, right, subtrahend;
    const struct gau_column *columns;
    size_t n;
};

#define COLUMNS_OF(columns_) .columns = columns_, .n = sizeof columns_ / sizeof *columns_

static const struct pair attribution = {
    "attribution",
    "Time per event where it is spent, and where what spends it was born",
    {"at location: where the step before was; by birth: where its track was born",
     "asymmetry: the excess in % of the mean of both",
     "sink: more time is spent in it than by what was born in it; source: less"},
    GAU_REGION_AT_LOCATION,
    GAU_REGION_BY_BIRTH,
    GAU_REGION_BY_BIRTH,
    COLUMNS_OF(attribution_columns)};

static const struct pair rules = {
    "rules",
    "Where time is spent: k4Bench's rule, at location, and ours, of steps",
    {"at location: the time between two steps belongs to the region of the first",
     "of steps: it belongs to that of the second, whose work it is"},
    GAU_REGION_AT_LOCATION,
    GAU_REGION_OF_STEPS,
    GAU_REGION_AT_LOCATION,
    COLUMNS_OF(rule_columns)};

static const struct pair origins = {
    "origins",
    "What spends the time: k4Bench's rule, by birth, and ours, by origin",
    {"by birth: where the track of the first step was born, its parent's last region",
     "by origin: where the primary ancestor of the second step's track was produced"},
    GAU_REGION_BY_BIRTH,
    GAU_REGION_BY_ORIGIN,
    GAU_REGION_BY_BIRTH,
    COLUMNS_OF(origin_columns)};

static void set_asymmetry(struct gau_table *table, double location_s, double birth_s)
{
    if (location_s + birth_s <= negligible_s)
        return;
    gau_table_set_real(table, PAIR_ASYMMETRY,
                       100 * (location_s - birth_s) / ((location_s + birth_s) / 2));
    gau_table_set_text(table, PAIR_KIND,
                       location_s > birth_s   ? "sink"
                       : location_s < birth_s ? "source"
                                              : NULL);
}

static void add_pair(const struct viewing *v, const struct pair *pair)
{
    struct gau_table *const table = add_table(v, pair->name, pair->columns, pair->n);
    const struct gau_region_row *row;

    if (!table)
        return;
    gau_table_title(table, "%s", pair->title);
    for (uint32_t i = 0; (row = row_at(v, i)); i++) {
        const double left_s = row->charges_s[pair->left].mean,
                     right_s = row->charges_s[pair->right].mean;

        gau_table_row(table, 0);
        gau_table_set_text(table, PAIR_REGION, row->name);
        gau_table_set_real(table, PAIR_LEFT, left_s);
        gau_table_set_real(table, PAIR_RIGHT, right_s);
        gau_table_set_real(table, PAIR_DIFFERENCE,
                           pair->subtrahend == pair->left ? right_s - left_s : left_s - right_s);
        if (pair->n > PAIR_ASYMMETRY)
            set_asymmetry(table, left_s, right_s);
    }
    for (size_t i = 0; pair->footers[i]; i++)
        gau_table_footer(table, "%s", pair->footers[i]);
}

/* --- the view ------------------------------------------------------------------------------ */

void gau_region_tables_write(const struct gau_region_data *data,
                             const struct gau_view_options *options, FILE *out, gau_error *error)
{
    struct gau_page page = {.document = "regions", .options = options, .error = error};
    struct viewing v = {.page = &page, .data = data};

    choose_rows(&v);
    add_regions(&v);
    add_pair(&v, &attribution);
    if (!data->is_k4bench) {
        add_pair(&v, &rules);
        add_pair(&v, &origins);
    }
    gau_page_write(&page, out);
    gau_page_clear(&page);
}

/* Tables for readers begin with a table that has the notes below it. */
static void print_notes(const struct gau_region_data *data, const struct gau_view_options *options)
{
    if (!options->export && !options->table && gau_table_format_is_display(options->format))
        return;
    for (size_t i = 0; i < data->n_notes; i++)
        fprintf(stderr, "gaudit: %s\n", data->notes[i]);
}

static void write_regions(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    struct gau_region_data data;

    if (gau_region_data_read(&data, request->paths[0], request->name, error) == GAU_OK) {
        print_notes(&data, request->options);
        if (request->options->export)
            gau_region_picture_draw(&data, out, error);
        else
            gau_region_tables_write(&data, request->options, out, error);
    }
    gau_region_data_clear(&data);
}

const struct gau_view gau_view_regions = {
    .name = "regions",
    .help = "what the regions of a program cost, where it is spent and where it comes from",
    .needs = GAU_VIEW_NEEDS_REGIONS,
    .takes = GAU_VIEW_TAKES_FORMAT | GAU_VIEW_TAKES_TABLE | GAU_VIEW_TAKES_LIMIT,
    .write = write_regions,
    .export = &(const struct gau_view_export){"svg", "regions: their times as a picture"},
};
