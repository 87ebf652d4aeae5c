/* SPDX-License-Identifier: Apache-2.0 */
#include "merge_cell.h"

#include "merge_options.h"

#include "errors/errors.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct adding {
    struct gau_merge_cell *cell;
    const struct gau_merge_field *field;
    const json_t *row, *value;
    const struct gau_merge_origin *origin;
    gau_error *error;
};

static bool fail_memory(const struct adding *a)
{
    gau_fail_memory(a->error, "%s.json of all results", a->origin->document);
    return false;
}

static bool refuse(const struct adding *a, const char *expected)
{
    gau_fail_first(a->error, GAU_ERR_IO, "%s/%s.json: '%s' is not %s", a->origin->source,
                   a->origin->document, a->field->key, expected);
    return false;
}

/* --- sums ---------------------------------------------------------------------------------- */

/* A merged document also has its sums as lists, without rounding: false if it has none. */
static bool add_list(const struct adding *a, bool *added)
{
    int64_t numbers[GAU_EXACT_SUM_LIST];
    char key[128];
    const json_t *list;
    size_t n;

    snprintf(key, sizeof key, "%s_exact", a->field->key);
    list = json_object_get(a->row, key);
    n = json_array_size(list);
    *added = json_is_array(list);
    if (n > GAU_EXACT_SUM_LIST)
        return false;
    for (size_t i = 0; i < n; i++)
        numbers[i] = json_integer_value(json_array_get(list, i));
    return !*added || gau_exact_sum_add_list(a->cell->sum, numbers, n);
}

static bool add_exact(const struct adding *a, double number)
{
    struct gau_merge_cell *const cell = a->cell;
    bool added;

    if (!cell->sum && !(cell->sum = calloc(1, sizeof *cell->sum)))
        return fail_memory(a);
    if (!add_list(a, &added))
        return refuse(a, "a sum: its list of parts is damaged");
    if (!added)
        gau_exact_sum_add(cell->sum, number);
    return true;
}

/* A sum of one number needs no parts. */
static bool add_real(const struct adding *a, double number)
{
    struct gau_merge_cell *const cell = a->cell;
    const double first = cell->number;
    char key[128];

    snprintf(key, sizeof key, "%s_exact", a->field->key);
    if (!cell->sum && !cell->has_first && !json_object_get(a->row, key)) {
        cell->number = number;
        cell->has_first = true;
        return true;
    }
    if (!add_exact(a, number))
        return false;
    if (cell->has_first)
        gau_exact_sum_add(cell->sum, first);
    cell->has_first = false;
    return true;
}

static bool add_sum(const struct adding *a)
{
    struct gau_merge_cell *const cell = a->cell;

    if (!json_is_number(a->value))
        return refuse(a, "a number");
    if (json_is_real(a->value)) {
        cell->real = true;
        return add_real(a, json_real_value(a->value));
    }
    if (__builtin_add_overflow(cell->integer, json_integer_value(a->value), &cell->integer))
        return refuse(a, "a number that fits: the sum is beyond 2^63");
    return true;
}

/* Of the row, or of the document. */
static double number_of(const struct adding *a, const char *key)
{
    const json_t *const value = json_object_get(a->row, key);

    return json_number_value(value ? value : json_object_get(a->origin->root, key));
}

/* The mean of so many values, and what makes their standard deviation: the sum of squares. */
static bool add_moment(const struct adding *a)
{
    const double n = number_of(a, a->field->of[0]), value = json_number_value(a->value);
    double square;

    if (a->field->rule == GAU_MERGE_MEAN)
        return add_exact(a, n * value);
    square = value * value;
    if (a->field->rule == GAU_MERGE_ERROR)
        square *= n - 1;
    return add_exact(a, n * (square + pow(number_of(a, a->field->of[1]), 2)));
}

/* --- others -------------------------------------------------------------------------------- */

static bool set_value(const struct adding *a)
{
    json_decref(a->cell->value);
    a->cell->value = json_deep_copy(a->value);
    return a->cell->value || fail_memory(a);
}

static bool add_extreme(const struct adding *a)
{
    struct gau_merge_cell *const cell = a->cell;
    const double number = json_number_value(a->value);
    const bool is_min = a->field->rule == GAU_MERGE_MIN;

    if (!json_is_number(a->value))
        return json_is_boolean(a->value) ? set_value(a) : refuse(a, "a number");
    if (a->field->of[0][0] && !(number_of(a, a->field->of[0]) > 0))
        return true;
    if (cell->value && (is_min ? number >= cell->number : number <= cell->number))
        return true;
    cell->number = number;
    return set_value(a);
}

static bool add_same(const struct adding *a)
{
    if (!a->cell->value)
        return set_value(a);
    a->cell->differs |= !json_equal(a->cell->value, a->value);
    return true;
}

static unsigned badness(const char *status)
{
    static const char *const from_best[] = {"finished", "interrupted", "running", "crashed",
                                            "failed"};
    const unsigned n = sizeof from_best / sizeof *from_best;
    unsigned i = 0;

    while (i < n && strcmp(from_best[i], status) != 0)
        i++;
    return i;
}

static bool add_text(const struct adding *a)
{
    const char *const text = json_string_value(a->value), *const is =
                                                              json_string_value(a->cell->value);

    if (!text)
        return refuse(a, "a text");
    if (is &&
        (a->field->rule == GAU_MERGE_WORST ? badness(text) <= badness(is) : strcmp(text, is) >= 0))
        return true;
    return set_value(a);
}

/* Events [a, b); without an end if b is 0. */
static bool add_window(const struct adding *a)
{
    const int64_t first = json_integer_value(json_array_get(a->value, 0)),
                  end = json_integer_value(json_array_get(a->value, 1));
    int64_t old_first, old_end;

    if (json_array_size(a->value) != 2)
        return refuse(a, "a window of events");
    if (!a->cell->value)
        return set_value(a);
    old_first = json_integer_value(json_array_get(a->cell->value, 0));
    old_end = json_integer_value(json_array_get(a->cell->value, 1));
    json_decref(a->cell->value);
    a->cell->value = json_pack("[I, I]", (json_int_t)(first < old_first ? first : old_first),
                               (json_int_t)(end == 0 || old_end == 0 ? 0
                                            : end > old_end          ? end
                                                                     : old_end));
    return a->cell->value || fail_memory(a);
}

/* What all parts of a job have; nothing of different jobs. */
static bool add_options(const struct adding *a)
{
    struct gau_merge_cell *const cell = a->cell;
    const char *const text = json_string_value(a->value);
    char *common;

    if (!text)
        return refuse(a, "a text");
    if (!cell->value)
        return set_value(a);
    switch (gau_merge_options_compare(json_string_value(cell->value), text, NULL, &common)) {
    case GAU_MERGE_OPTIONS_SAME:
        json_decref(cell->value);
        cell->value = json_string(common);
        free(common);
        return cell->value || fail_memory(a);
    case GAU_MERGE_OPTIONS_DIFFER: cell->differs = true; return true;
    case GAU_MERGE_OPTIONS_NO_MEMORY: break;
    }
    return fail_memory(a);
}

/* Of equal ones, that of the result whose name is first. */
static bool add_at(const struct adding *a)
{
    struct gau_merge_cell *const cell = a->cell;
    const double largest = number_of(a, a->field->of[0]);
    const char *source;
    char key[128];
    int order;

    snprintf(key, sizeof key, "%s_in", a->field->key);
    source = json_string_value(json_object_get(a->row, key));
    source = source ? source : a->origin->source;
    order = cell->value ? strcmp(source, cell->source) : -1;
    if (cell->value && (largest < cell->number || (largest <= cell->number && order >= 0)))
        return true;
    free(cell->source);
    cell->number = largest;
    cell->source = strdup(source);
    return cell->source ? set_value(a) : fail_memory(a);
}

static bool add_histogram(const struct adding *a)
{
    if (gau_merge_bins_add(&a->cell->bins, a->value, a->origin->tick_s, number_of(a, "min_s"),
                           number_of(a, "max_s")))
        return true;
    return refuse(a, "a histogram");
}

/* --- a cell -------------------------------------------------------------------------------- */

static bool add_value(const struct adding *a)
{
    switch (a->field->rule) {
    case GAU_MERGE_SUM: return add_sum(a);
    case GAU_MERGE_MEAN:
    case GAU_MERGE_SPREAD:
    case GAU_MERGE_ERROR: return add_moment(a);
    case GAU_MERGE_MIN:
    case GAU_MERGE_MAX: return add_extreme(a);
    case GAU_MERGE_FIRST:
    case GAU_MERGE_WORST: return add_text(a);
    case GAU_MERGE_WINDOW: return add_window(a);
    case GAU_MERGE_OPTIONS: return add_options(a);
    case GAU_MERGE_AT: return add_at(a);
    case GAU_MERGE_HISTOGRAM: return add_histogram(a);
    case GAU_MERGE_SAME:
    case GAU_MERGE_KEY: return add_same(a);
    case GAU_MERGE_SOURCE:
    case GAU_MERGE_BRANCH:
    case GAU_MERGE_PARENT:
    case GAU_MERGE_DEVIATION:
    case GAU_MERGE_RATIO:
    case GAU_MERGE_PERCENT:
    case GAU_MERGE_TICK:
    case GAU_MERGE_PERCENTILE:
    case GAU_MERGE_N_RULES: break; /* made of others */
    }
    return true;
}

static bool is_moment(const struct adding *a)
{
    return a->field->rule == GAU_MERGE_MEAN || a->field->rule == GAU_MERGE_SPREAD ||
           a->field->rule == GAU_MERGE_ERROR;
}

/* A mean of no values is null, and adds nothing to others. One value has no error, but a square. */
static bool add_null(const struct adding *a)
{
    const double n = number_of(a, a->field->of[0]);

    if (!is_moment(a) || n > 1)
        return true;
    a->cell->n++;
    return a->field->rule != GAU_MERGE_ERROR || !(n > 0) || add_moment(a);
}

bool gau_merge_cell_add(struct gau_merge_cell *cell, const struct gau_merge_field *field,
                        const json_t *row, const struct gau_merge_origin *origin, gau_error *error)
{
    const json_t *const value = json_object_get(row, field->key);
    const struct adding adding = {cell, field, row, value, origin, error};

    cell->seen |= value != NULL;
    if (field->rule == GAU_MERGE_SOURCE && !cell->value) {
        cell->seen = true;
        cell->value = origin->is_sum          ? json_string("")
                      : json_is_string(value) ? json_deep_copy(value)
                                              : json_string(origin->source);
        return cell->value || fail_memory(&adding);
    }
    if (!value || json_is_null(value))
        return add_null(&adding);
    cell->n++;
    return add_value(&adding);
}

double gau_merge_cell_number(const struct gau_merge_cell *cell)
{
    if (cell->value)
        return json_number_value(cell->value);
    return (double)cell->integer + (cell->has_first ? cell->number : 0) +
           (cell->sum ? gau_exact_sum_value(cell->sum) : 0);
}

void gau_merge_cell_clear(struct gau_merge_cell *cell)
{
    json_decref(cell->value);
    free(cell->source);
    free(cell->sum);
    free(cell->bins.calls);
    *cell = (struct gau_merge_cell){0};
}
