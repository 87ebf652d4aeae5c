/* SPDX-License-Identifier: Apache-2.0 */
#include "view_functions.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { BAR_WIDTH = 50 };

#define COLUMNS(COLUMN)                                                            \
    COLUMN(LOW, {.name = "From", .key = "low", .type = GAU_COLUMN_REAL})           \
    COLUMN(HIGH, {.name = "To", .key = "high", .type = GAU_COLUMN_REAL})           \
    COLUMN(COUNT, {.name = "Entries", .key = "count", .type = GAU_COLUMN_INTEGER}) \
    COLUMN(WEIGHT, {.name = "Weight", .key = "weight", .type = GAU_COLUMN_REAL})   \
    COLUMN(BAR, {.name = "",                                                       \
                 .key = "",                                                        \
                 .type = GAU_COLUMN_BAR,                                           \
                 .signs = BAR_WIDTH,                                               \
                 .rank = 1,                                                        \
                 .shown = GAU_IN_DISPLAY_FORMATS})

enum column { COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

struct bins {
    const struct gau_document_fields *fields;
    const json_t *rows;
    bool weighted;
    size_t bar; /* its column */
};

static double content_of(const struct bins *bins, size_t i)
{
    const struct gau_document_fields row =
        gau_document_fields_row(bins->fields, "bins", bins->rows, i);

    return bins->weighted ? gau_document_fields_real(&row, "weight")
                          : (double)gau_document_fields_count(&row, "count");
}

static double largest_content(const struct bins *bins)
{
    double largest = 0;

    for (size_t i = 0; i < json_array_size(bins->rows); i++)
        largest = fmax(largest, content_of(bins, i));
    return largest;
}

/* Contents above 0 have at least one sign, so that they are seen. */
static double part_of(double content, double largest)
{
    return content > 0 && largest > 0 ? ceil(BAR_WIDTH * fmin(content / largest, 1)) / BAR_WIDTH
                                      : 0;
}

static void add_bin(struct gau_table *table, const struct bins *bins, size_t i, double largest)
{
    const struct gau_document_fields row =
        gau_document_fields_row(bins->fields, "bins", bins->rows, i);

    gau_table_row(table, 0);
    gau_table_set_real(table, LOW, gau_document_fields_real(&row, "low"));
    gau_table_set_real(table, HIGH, gau_document_fields_real(&row, "high"));
    gau_table_set_integer(table, COUNT, gau_document_fields_count(&row, "count"));
    if (bins->weighted)
        gau_table_set_real(table, WEIGHT, gau_document_fields_real(&row, "weight"));
    gau_table_set_real(table, bins->bar, part_of(content_of(bins, i), largest));
}

static struct gau_table *make_table(struct gau_page *page, struct bins *bins, const char *unit)
{
    struct gau_column used[N_COLUMNS];

    memcpy(used, columns, sizeof used);
    used[LOW].unit = used[HIGH].unit = unit;
    bins->bar = bins->weighted ? BAR : WEIGHT;
    used[bins->bar] = columns[BAR];
    return gau_page_add(page, "bins", used, bins->bar + 1);
}

static void add_facts(struct gau_table *table, const struct gau_page *page, const char *unit)
{
    const struct gau_document_fields *const fields = &page->fields;
    const char *const instance = page->instance;

    gau_table_title(table, "Histogram%s%s of %s", instance ? " " : "", instance ? instance : "",
                    gau_document_fields_text(fields, "input"));
    gau_table_footer(table,
                     "%" PRId64 " entries; %" PRId64 " underflow, %" PRId64 " overflow, %" PRId64
                     " NaN",
                     gau_document_fields_count(fields, "entries"),
                     gau_document_fields_count(fields, "underflow"),
                     gau_document_fields_count(fields, "overflow"),
                     gau_document_fields_count(fields, "nan_entries"));
    if (isfinite(gau_document_fields_real_or_null(fields, "mean")))
        gau_table_footer(table, "mean %.6g%s%s, standard deviation %.6g%s%s",
                         gau_document_fields_real(fields, "mean"), *unit ? " " : "", unit,
                         gau_document_fields_real_or_null(fields, "stddev"), *unit ? " " : "",
                         unit);
}

static void fill_page(struct gau_page *page)
{
    struct bins bins = {.fields = &page->fields,
                        .rows = gau_document_fields_table(&page->fields, "bins", true)};
    const char *const unit = gau_document_fields_text(&page->fields, "unit");
    struct gau_table *table;
    double largest;

    bins.weighted = *gau_document_fields_text(&page->fields, "weight") != '\0';
    table = page->error->status == GAU_OK ? make_table(page, &bins, unit) : NULL;
    if (!table)
        return;
    largest = largest_content(&bins);
    for (size_t i = 0; i < json_array_size(bins.rows); i++)
        add_bin(table, &bins, i, largest);
    add_facts(table, page, unit);
}

const struct gau_view gau_view_histogram = {
    .name = "histogram",
    .help = "histograms of algorithms, drawn in text",
    .takes = GAU_VIEW_TAKES_DOCUMENT,
    .write = gau_view_documents_write,
    .document = &(const struct gau_document_view){.kind = "histogram",
                                                  .table = "bins",
                                                  .key = "count",
                                                  .other = "entries",
                                                  .sort_keys = gau_view_tree_order,
                                                  .fill = fill_page},
};
