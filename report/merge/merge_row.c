/* SPDX-License-Identifier: Apache-2.0 */
#include "merge_cell.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct making {
    json_t *object;
    const struct gau_merge_row *row;
    const struct gau_merge_row_fields *of, *document;
};

static const struct gau_merge_cell *find_cell(const struct gau_merge_row_fields *of,
                                              const char *key)
{
    for (uint32_t i = 0; i < of->n && i < of->row->n_cells; i++)
        if (strcmp(of->fields[i].key, key) == 0)
            return &of->row->cells[i];
    return NULL;
}

/* Of the row if some row had it, else of the document. */
static const struct gau_merge_cell *cell_of(const struct making *m, const char *key)
{
    const struct gau_merge_cell *const cell = find_cell(m->of, key);

    return cell && cell->seen ? cell : find_cell(m->document, key);
}

static double number_of(const struct making *m, const char *key)
{
    const struct gau_merge_cell *const cell = cell_of(m, key);

    return cell ? gau_merge_cell_number(cell) : 0;
}

/* --- made of other fields -------------------------------------------------------------------- */

static json_t *make_quotient(double value, double n, bool zero)
{
    return n > 0 ? json_real(value / n) : zero ? json_real(0) : json_null();
}

static json_t *make_spread(const struct making *m, const struct gau_merge_field *field,
                           const struct gau_merge_cell *cell)
{
    const bool is_error = field->rule == GAU_MERGE_ERROR;
    const double n = number_of(m, field->of[0]);
    const struct gau_merge_cell *const mean = cell_of(m, field->of[1]);
    const double middle = mean && mean->sum && n > 0 ? gau_exact_sum_value(mean->sum) / n : 0;
    double square;

    if (!(n > is_error) || !cell->sum)
        return json_null();
    square = fmax(gau_exact_sum_value(cell->sum) / n - middle * middle, 0);
    return json_real(sqrt(is_error ? square / (n - 1) : square));
}

static json_t *make_deviation(const struct making *m, const struct gau_merge_field *field)
{
    const double n = number_of(m, field->of[0]), sum = number_of(m, field->of[1]);
    const double squares = number_of(m, field->of[2]);

    return json_real(n < 2 ? 0 : sqrt(fmax(squares - sum * sum / n, 0) / (n - 1)));
}

/* "p90_s": 0.9. */
static json_t *make_percentile(const struct making *m, const struct gau_merge_field *field)
{
    const struct gau_merge_cell *const histogram = cell_of(m, field->of[0]);
    int percent = 0;

    if (!histogram || histogram->n < m->row->n || sscanf(field->key, "p%2d", &percent) != 1)
        return json_null();
    return json_real(gau_merge_bins_percentile(
        &histogram->bins, percent / 100.0, number_of(m, field->of[1]), number_of(m, field->of[2])));
}

/* --- a cell -------------------------------------------------------------------------------- */

static json_t *make_sum(const struct gau_merge_cell *cell)
{
    return cell->real ? json_real(gau_merge_cell_number(cell)) : json_integer(cell->integer);
}

static json_t *copy_value(const struct gau_merge_cell *cell)
{
    return cell->value ? json_deep_copy(cell->value) : json_null();
}

static json_t *make_value(const struct making *m, const struct gau_merge_field *field,
                          const struct gau_merge_cell *cell)
{
    const bool all = cell->n == m->row->n;

    switch (field->rule) {
    case GAU_MERGE_SUM: return all ? make_sum(cell) : json_null();
    case GAU_MERGE_MEAN:
        return all && cell->sum ? make_quotient(gau_exact_sum_value(cell->sum),
                                                number_of(m, field->of[0]), false)
                                : json_null();
    case GAU_MERGE_SPREAD:
    case GAU_MERGE_ERROR: return all ? make_spread(m, field, cell) : json_null();
    case GAU_MERGE_DEVIATION: return make_deviation(m, field);
    case GAU_MERGE_RATIO:
        return make_quotient(number_of(m, field->of[0]), number_of(m, field->of[1]), true);
    case GAU_MERGE_PERCENT:
        return make_quotient(100 * number_of(m, field->of[0]), number_of(m, field->of[1]), false);
    case GAU_MERGE_TICK: return json_real(GAU_MERGE_TICK_S);
    case GAU_MERGE_HISTOGRAM: return all ? gau_merge_bins_pairs(&cell->bins) : json_null();
    case GAU_MERGE_PERCENTILE: return make_percentile(m, field);
    case GAU_MERGE_OPTIONS:
    case GAU_MERGE_SAME: return all && !cell->differs ? copy_value(cell) : json_null();
    case GAU_MERGE_MIN:
    case GAU_MERGE_MAX:
        return cell->value || !field->of[0][0] || cell->n == 0 ? copy_value(cell) : json_real(0);
    case GAU_MERGE_FIRST:
    case GAU_MERGE_WORST:
    case GAU_MERGE_WINDOW:
    case GAU_MERGE_KEY:
    case GAU_MERGE_SOURCE:
    case GAU_MERGE_AT:
    case GAU_MERGE_BRANCH:
    case GAU_MERGE_PARENT:
    case GAU_MERGE_N_RULES: break;
    }
    return copy_value(cell);
}

static bool put_list(json_t *object, const char *key, const struct gau_exact_sum *sum)
{
    int64_t numbers[GAU_EXACT_SUM_LIST];
    const size_t n = gau_exact_sum_list(sum, numbers);
    json_t *const list = json_array();
    char name[128];
    bool made = list;

    for (size_t i = 0; made && i < n; i++)
        made = json_array_append_new(list, json_integer(numbers[i])) == 0;
    snprintf(name, sizeof name, "%s_exact", key);
    return json_object_set_new(object, name, list) == 0 && made;
}

static bool put_cell(const struct making *m, const struct gau_merge_field *field,
                     const struct gau_merge_cell *cell)
{
    char name[128];

    if (!cell->seen)
        return true;
    if (json_object_set_new(m->object, field->key, make_value(m, field, cell)) != 0)
        return false;
    if (cell->sum && cell->n == m->row->n)
        return put_list(m->object, field->key, cell->sum);
    if (field->rule != GAU_MERGE_AT || !cell->source)
        return true;
    snprintf(name, sizeof name, "%s_in", field->key);
    return json_object_set_new(m->object, name, json_string(cell->source)) == 0;
}

bool gau_merge_row_put(json_t *object, const struct gau_merge_row_fields *of,
                       const struct gau_merge_row_fields *document, const uint32_t *shown)
{
    const struct making making = {object, of->row, of, document};
    bool put = true;

    for (uint32_t k = 0; put && k < of->n; k++) {
        const uint32_t i = shown[k];

        put = i >= of->row->n_cells || of->fields[i].rule == GAU_MERGE_BRANCH ||
              of->fields[i].rule == GAU_MERGE_PARENT ||
              put_cell(&making, &of->fields[i], &of->row->cells[i]);
    }
    return put;
}
