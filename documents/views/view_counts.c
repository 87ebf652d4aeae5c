/* SPDX-License-Identifier: Apache-2.0 */
#include "view_counts.h"
#include "view_functions.h"
#include "views.h"

#include "documents/document.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum count { EXECUTED, ACCEPTED, REJECTED, FAILED, REUSED, SKIPPED, N_COUNTS };

#define WITHIN_95_PERCENT 1.959963984540054 /* standard errors */

_Static_assert((int)N_COUNTS == (int)GAU_N_BRANCH_COUNTS, "a count has a place");

static const char *const count_keys[N_COUNTS] = {"executed", "accepted", "rejected",
                                                 "failed",   "reused",   "skipped"};

/* --- reading ------------------------------------------------------------------------------- */

static bool was_executed(const void *data, size_t node)
{
    const int64_t *const counts = ((const struct gau_branch_counts *)data)->items[node];

    for (size_t i = 0; i < N_COUNTS; i++)
        if (counts[i] > 0)
            return true;
    return false;
}

bool gau_branch_counts_read(struct gau_branch_counts *out, const struct gau_document_fields *fields)
{
    *out = (struct gau_branch_counts){0};
    if (!gau_tree_read(&out->tree, fields, "branches"))
        return false;
    out->items = calloc(out->tree.n + 1, sizeof *out->items);
    if (!out->items) {
        gau_fail_memory(fields->error, "%zu branches", out->tree.n);
        return false;
    }
    for (size_t i = 0; i < out->tree.n && fields->error->status == GAU_OK; i++) {
        const struct gau_document_fields row = gau_tree_row(&out->tree, fields, i);

        for (size_t count = 0; count < N_COUNTS; count++)
            out->items[i][count] = gau_document_fields_count(&row, count_keys[count]);
    }
    return fields->error->status == GAU_OK;
}

void gau_branch_counts_clear(struct gau_branch_counts *branch_counts)
{
    gau_tree_clear(&branch_counts->tree);
    free(branch_counts->items);
    branch_counts->items = NULL;
}

bool gau_branch_counts_ran(const struct gau_branch_counts *branch_counts, size_t node)
{
    return branch_counts->items[node][EXECUTED] > 0;
}

/* --- the table ----------------------------------------------------------------------------- */

/* The counts are in the order of enum count. */
#define COLUMNS(COLUMN)                                                                     \
    COLUMN(EXECUTED_COLUMN, COUNT("Executed", "executed"))                                  \
    COLUMN(ACCEPTED_COLUMN, COUNT("Accepted", "accepted"))                                  \
    COLUMN(REJECTED_COLUMN, COUNT("Rejected", "rejected"), [REJECTED_COLUMN].rank = 3)      \
    COLUMN(FAILED_COLUMN, COUNT("Failed", "failed"), [FAILED_COLUMN].rank = 2)              \
    COLUMN(REUSED_COLUMN, COUNT("Reused", "reused"), [REUSED_COLUMN].rank = 4)              \
    COLUMN(SKIPPED_COLUMN, COUNT("Skipped", "skipped"), [SKIPPED_COLUMN].rank = 5)          \
    COLUMN(RATE, PERCENTAGE("Rate", "rate_percent", 0))                                     \
    COLUMN(RATE_ERROR, PERCENTAGE("Error", "rate_error_percent", 0), [RATE_ERROR].rank = 1) \
    COLUMN(RATE_LOW, DATA("rate_low_percent", GAU_COLUMN_REAL))                             \
    COLUMN(RATE_HIGH, DATA("rate_high_percent", GAU_COLUMN_REAL))

enum column {
    FIRST_COUNT = GAU_BRANCH_N_COLUMNS,
    BEFORE_COUNTS = FIRST_COUNT - 1,
    COLUMNS(GAU_COLUMN_ID) N_COLUMNS
};

static const struct gau_column columns[N_COLUMNS] = {GAU_BRANCH_COLUMNS(GAU_COLUMN_ROW)
                                                         COLUMNS(GAU_COLUMN_ROW)};

/* Returns NAN if the branch was never executed. */
static double rate_of(const int64_t *counts)
{
    const int64_t executed = counts[EXECUTED];

    return executed > 0 ? (double)counts[ACCEPTED] / (double)executed : (double)NAN;
}

double gau_branch_counts_rate(const struct gau_branch_counts *branch_counts, size_t node)
{
    return 100 * rate_of(branch_counts->items[node]);
}

/* The error is that of a binomial distribution: sqrt(p (1 - p) / n). */
static double binomial_error(const int64_t *counts)
{
    return sqrt(rate_of(counts) * (1 - rate_of(counts)) / (double)counts[EXECUTED]);
}

/* The interval of E. B. Wilson, J. Am. Stat. Assoc. 22, 209 (1927), of @p z standard errors. */
static void find_interval(double interval[2], const int64_t *counts, double z)
{
    const double n = (double)counts[EXECUTED], rate = rate_of(counts), square = z * z / n;
    const double middle = (rate + square / 2) / (1 + square);
    const double half = sqrt(rate * (1 - rate) * square + square * square / 4) / (1 + square);

    interval[0] = rate > 0 ? middle - half : rate; /* without rounding */
    interval[1] = rate < 1 ? middle + half : rate;
}

/* Where nothing or everything was accepted, an error of 0 would be too sure: it is the width of
 * Wilson's interval, which has one side only. */
static double rate_error(const int64_t *counts)
{
    double interval[2];

    if (rate_of(counts) > 0 && rate_of(counts) < 1)
        return binomial_error(counts);
    find_interval(interval, counts, 1);
    return interval[1] - interval[0];
}

int gau_branch_counts_decimals(const struct gau_branch_counts *branch_counts)
{
    double least = 10;
    int decimals;

    for (size_t i = 0; i < branch_counts->tree.n; i++) {
        const double error = 100 * binomial_error(branch_counts->items[i]);

        if (branch_counts->tree.nodes[i].shown && error > 0 && error < least)
            least = error;
    }
    for (decimals = 1; least < 0.995 && decimals < 6; decimals++)
        least *= 10;
    return decimals;
}

static struct gau_table *make_table(struct gau_page *page,
                                    const struct gau_branch_counts *branch_counts)
{
    struct gau_column ours[N_COLUMNS];

    memcpy(ours, columns, sizeof ours);
    ours[RATE].decimals = ours[RATE_ERROR].decimals = gau_branch_counts_decimals(branch_counts);
    return gau_page_add(page, "branches", ours, N_COLUMNS);
}

static void fill_row(struct gau_table *table, size_t node, const void *data)
{
    const int64_t *const counts = ((const struct gau_branch_counts *)data)->items[node];

    double interval[2];

    for (size_t count = 0; count < N_COUNTS; count++)
        gau_table_set_integer(table, FIRST_COUNT + count, counts[count]);
    gau_table_set_real(table, RATE, 100 * rate_of(counts));
    gau_table_set_real(table, RATE_ERROR, 100 * rate_error(counts));
    find_interval(interval, counts, WITHIN_95_PERCENT);
    gau_table_set_real(table, RATE_LOW, 100 * interval[0]);
    gau_table_set_real(table, RATE_HIGH, 100 * interval[1]);
}

static double sort_value(const void *data, size_t node, const char *sort)
{
    const int64_t *const counts = ((const struct gau_branch_counts *)data)->items[node];

    GAU_COUNTS_SORT_KEYS(RETURN_IF_KEY)
    return (double)NAN; /* "name" */
}

static void warn_of_rates(struct gau_table *table, const struct gau_branch_counts *branch_counts)
{
    for (size_t i = 0; i < branch_counts->tree.n; i++)
        if (branch_counts->items[i][ACCEPTED] > branch_counts->items[i][EXECUTED])
            gau_table_footer(table, "warning: '%s' accepted more often than it was executed",
                             branch_counts->tree.nodes[i].path);
}

static void add_table(struct gau_page *page, const struct gau_branch_counts *branch_counts)
{
    const struct gau_tree_rows rows = {sort_value, fill_row, branch_counts};
    const char *const instance = page->instance;
    struct gau_table *const table = make_table(page, branch_counts);
    const int64_t events = gau_document_fields_count(&page->fields, "events");

    if (!table ||
        !gau_tree_add_rows(table, &branch_counts->tree, page->options->sort, &rows, page->error))
        return;
    gau_table_title(table, "Decisions per branch%s%s", instance ? ": " : "",
                    instance ? instance : "");
    gau_table_footer(table,
                     "accepted %" PRId64 " of %" PRId64 " event%s, with those of the warm-up",
                     gau_document_fields_count(&page->fields, "accepted"), events,
                     events == 1 ? "" : "s");
    warn_of_rates(table, branch_counts);
}

static void fill_page(struct gau_page *page)
{
    struct gau_branch_counts branch_counts;

    if (gau_branch_counts_read(&branch_counts, &page->fields)) {
        gau_tree_show(&branch_counts.tree, page->options->all ? NULL : was_executed,
                      &branch_counts);
        add_table(page, &branch_counts);
    }
    gau_branch_counts_clear(&branch_counts);
}

#define KEY(key, value) #key,
static const char *const sort_keys[] = {"tree", "name", GAU_COUNTS_SORT_KEYS(KEY) NULL};

const struct gau_view gau_view_counts = {
    .name = "counts",
    .help = "executions and decisions, branch by branch: the rates of a trigger",
    .takes = GAU_VIEW_TAKES_DOCUMENT,
    .write = gau_view_documents_write,
    .document = &(const struct gau_document_view){.kind = "counts",
                                                  .table = "branches",
                                                  .key = "executed",
                                                  .other = "accepted",
                                                  .sort_keys = sort_keys,
                                                  .fill = fill_page},
};
