/* SPDX-License-Identifier: Apache-2.0 */
#include "report/comparison/run_matrix.h"

#include "documents/document.h"
#include "documents/document_fields.h"
#include "table/number_format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A run with less CPU time than so many intervals may have no sample by chance. */
#define MOST_MISSED 3
#define SHORTEST_INTERVAL_S 100e-6

/*
 * A matrix of sampled CPU time. With few samples, single runs have no logarithms: such a row has
 * the sums of its sides, with their errors of sampling, and is not tested.
 */

/* Sorted by tasks, functions of one task follow each other. */
static int by_task(const void *left, const void *right)
{
    const struct gau_function_times_function *const a =
        *(const struct gau_function_times_function *const *)left;
    const struct gau_function_times_function *const b =
        *(const struct gau_function_times_function *const *)right;
    const int order = strcmp(a->task, b->task);

    return order ? order : (a > b) - (a < b);
}

static void add_function(struct gau_matrix *matrix, struct gau_matrix_row *row,
                         const struct gau_function_times_function *function)
{
    for (size_t run = 0; run < gau_matrix_runs(matrix); run++) {
        const struct gau_function_times *const sampled = &function->runs[run];
        const int side = run >= matrix->n_runs[GAU_BASELINE];
        const double events = matrix->run_events[run], error_s = sampled->error_s / events;

        row->values[GAU_BASELINE][run] += sampled->time_s / events;
        row->sums[side] += sampled->time_s / events / (double)matrix->n_runs[side];
        row->samples[side] += sampled->samples;
        row->errors[side] = hypot(row->errors[side], error_s / (double)matrix->n_runs[side]);
    }
}

static bool is_sparse(const struct gau_matrix *matrix, const struct gau_matrix_row *row)
{
    return !gau_matrix_has_samples(matrix, row, GAU_BASELINE) ||
           !gau_matrix_has_samples(matrix, row, GAU_CANDIDATE);
}

static void finish_row(struct gau_matrix *matrix, struct gau_matrix_row *row)
{
    gau_matrix_finish(matrix, row);
    for (int side = 0; side < 2; side++)
        row->errors[side] /= row->sums[side];
    row->sparse = is_sparse(matrix, row);
}

static void fill_rows(struct gau_matrix *matrix, const struct gau_function_times_functions *sampled,
                      const struct gau_function_times_function *const *functions)
{
    const bool tasks = matrix->kind == GAU_ROWS_TASKS;
    struct gau_matrix_row *row = NULL;

    for (uint32_t i = 0; i < sampled->n; i++) {
        const struct gau_function_times_function *const function = functions[i];

        if (!row || !tasks || strcmp(row->path, function->task) != 0) {
            row = &matrix->rows[matrix->n];
            *row = (struct gau_matrix_row){.root = tasks ? "" : function->task,
                                           .path = tasks ? function->task : function->name,
                                           .label = tasks ? function->task : function->label,
                                           .module = tasks ? "" : function->module};
            gau_matrix_place(matrix, row, matrix->n++);
        }
        add_function(matrix, row, function);
    }
    for (size_t i = 0; i < matrix->n; i++)
        finish_row(matrix, &matrix->rows[i]);
}

/* The errors of all samples together are those of the rows, added in squares. */
static void fill_total(struct gau_matrix *matrix,
                       const struct gau_function_times_functions *sampled)
{
    struct gau_matrix_row *const total = &matrix->total;

    for (size_t run = 0; run < gau_matrix_runs(matrix); run++)
        total->values[GAU_BASELINE][run] = sampled->wholes[run].time_s;
    gau_matrix_sum(matrix);
    matrix->replaced.sparse = is_sparse(matrix, &matrix->replaced);
    for (size_t run = 0; run < gau_matrix_runs(matrix); run++) {
        const int side = run >= matrix->n_runs[GAU_BASELINE];

        total->samples[side] += sampled->wholes[run].samples;
        total->sums[side] += total->values[GAU_BASELINE][run] / (double)matrix->n_runs[side];
        total->errors[side] =
            hypot(total->errors[side], sampled->wholes[run].error_s / matrix->run_events[run] /
                                           (double)matrix->n_runs[side]);
    }
    for (int side = 0; side < 2; side++)
        total->errors[side] /= total->sums[side];
}

/* Returns the first run without samples, better one without a timer, too; NULL: there is none. */
static const struct gau_timer_result *find_without(
    const struct gau_matrix *matrix, const struct gau_function_times_functions *sampled)
{
    const struct gau_timer_result *found = NULL;

    for (size_t run = 0; run < sampled->n_runs; run++)
        if (sampled->wholes[run].samples == 0 &&
            (!found || (found->timed && !matrix->runs[run]->timed)))
            found = matrix->runs[run];
    return found;
}

/* Says why a run of a program has no samples, if its collect.json does. */
static bool explain_no_samples(const char *folder, gau_error *error)
{
    gau_error ignored = {0};
    json_t *const collect = gau_document_load(folder, "collect", &ignored);
    const struct gau_document_fields fields = {.document = "collect",
                                               .object = collect,
                                               .error = &ignored};
    const char *const command = collect ? gau_document_fields_text(&fields, "command") : "";
    const char *const reason =
        collect ? gau_document_fields_text(&fields, "not_sampled_reason") : "";
    double cpu_s = NAN, interval_s = NAN;
    char cpu[64], interval[64];

    if (collect) {
        cpu_s = gau_document_fields_real(&fields, "user_s") +
                gau_document_fields_real(&fields, "system_s");
        interval_s = gau_document_fields_real(&fields, "requested_interval_s");
    }
    gau_quantity_text(cpu, sizeof cpu, cpu_s, "s");
    gau_quantity_text(interval, sizeof interval, interval_s, "s");
    if (*reason)
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' was not sampled: %s", GAU_QUOTE(command),
                       reason);
    else if (cpu_s < MOST_MISSED * interval_s)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' is too short: a run with %s of CPU time has no sample, as they are "
                       "%s apart: %s",
                       GAU_QUOTE(command), cpu, interval,
                       interval_s > 2 * SHORTEST_INTERVAL_S ? "--interval 100us"
                                                            : "let it do more work in a run");
    json_decref(collect);
    return error->status != GAU_OK;
}

/* All runs must have samples, else the times of their functions are unknown. */
static bool check_runs(const struct gau_matrix *matrix,
                       const struct gau_function_times_functions *sampled, gau_error *error)
{
    const struct gau_timer_result *const without = find_without(matrix, sampled);

    if (!without)
        return true;
    if (sampled->problem)
        gau_fail_first(error, GAU_ERR_IO, "%s", sampled->problem);
    else if (without->timed)
        gau_fail_first(
            error, GAU_ERR_USAGE,
            "'%.*s' has no samples, as 'gaudit profile' and 'gaudit collect' record them",
            GAU_QUOTE(without->folder));
    else if (!explain_no_samples(without->folder, error))
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' has neither times of branches, as 'gaudit run --time' makes them, "
                       "nor samples",
                       GAU_QUOTE(without->folder));
    return false;
}

static bool join_functions(struct gau_matrix *matrix,
                           const struct gau_function_times_functions *sampled)
{
    const struct gau_function_times_function **const functions =
        calloc((size_t)sampled->n + 1, sizeof *functions);
    const bool fits = functions && gau_matrix_make_room(matrix, sampled->n);

    for (uint32_t i = 0; fits && i < sampled->n; i++)
        functions[i] = &sampled->items[i];
    if (fits) {
        qsort(functions, sampled->n, sizeof(const struct gau_function_times_function *), by_task);
        fill_rows(matrix, sampled, functions);
        fill_total(matrix, sampled);
    }
    free(functions);
    return fits;
}

gau_status gau_matrix_of_samples(struct gau_matrix *out,
                                 const struct gau_function_times_functions *sampled,
                                 enum gau_matrix_rows kind, const struct gau_timer_result_set *a,
                                 const struct gau_timer_result_set *b, gau_error *error)
{
    *out = (struct gau_matrix){.kind = kind, .cpu = true};
    if (gau_matrix_begin(out, a, b, error) && check_runs(out, sampled, error) &&
        !join_functions(out, sampled))
        gau_matrix_no_memory(out, error);
    if (error->status != GAU_OK)
        gau_matrix_clear(out);
    return error->status;
}
