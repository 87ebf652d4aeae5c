/* SPDX-License-Identifier: Apache-2.0 */
#include "rows_work.h"

#include <math.h>
#include <stdlib.h>

/* The estimator of errors.h for rows that overlap: neighbours differ in the rows that one of them
 * is in and the other is not. */

struct moment {
    uint64_t time_ns, weight_ns;
    uint32_t list;
};

struct errors {
    const struct gau_hot_rows *rows;
    double *variances, *sums; /* by row; sums are of the thread at work */
    uint32_t *touched;
    uint32_t touched_count;
    bool *is_touched;
    struct moment last;
    uint64_t count;
};

static int by_time(const void *a, const void *b)
{
    const struct moment *const left = a, *const right = b;

    return (left->time_ns > right->time_ns) - (left->time_ns < right->time_ns);
}

static void touch(struct errors *errors, uint32_t row, double square)
{
    if (!errors->is_touched[row])
        errors->touched[errors->touched_count++] = row;
    errors->is_touched[row] = true;
    errors->sums[row] += square;
}

/* Rows of @p list that are not in the list which was seen last as number @p other. */
static void add_missing(struct errors *errors, uint32_t list, uint32_t other, double square)
{
    const struct gau_hot_rows_work *const work = errors->rows->work;
    const uint32_t *const rows = work->pool + list;

    for (uint32_t n = 1; n <= rows[0]; n++)
        if (work->seen[rows[n]] != other)
            touch(errors, rows[n], square);
}

static void mark(const struct errors *errors, uint32_t list)
{
    struct gau_hot_rows_work *const work = errors->rows->work;

    work->list_number++;
    for (uint32_t n = 1; n <= work->pool[list]; n++)
        work->seen[work->pool[list + n]] = work->list_number;
}

static void add_moment(struct errors *errors, const struct moment *moment)
{
    const double weight = (double)moment->weight_ns, before = (double)errors->last.weight_ns;
    const double square = (weight * weight + before * before) / 2;

    if (errors->count++ > 0 && moment->list != errors->last.list) {
        mark(errors, errors->last.list);
        add_missing(errors, moment->list, errors->rows->work->list_number, square);
        mark(errors, moment->list);
        add_missing(errors, errors->last.list, errors->rows->work->list_number, square);
    }
    errors->last = *moment;
}

static void end_thread(struct errors *errors)
{
    const double n = (double)errors->count, weight = (double)errors->last.weight_ns;
    const double factor = errors->count > 1 ? n / (2 * (n - 1)) : 0;
    const uint32_t *const list = errors->rows->work->pool + errors->last.list;

    for (uint32_t i = 0; i < errors->touched_count; i++) {
        const uint32_t row = errors->touched[i];

        errors->variances[row] += factor * errors->sums[row];
        errors->sums[row] = 0;
        errors->is_touched[row] = false;
    }
    for (uint32_t i = 1; errors->count > 0 && i <= list[0]; i++)
        errors->variances[list[i]] += weight * weight / (errors->count > 1 ? 3 : 1);
    errors->touched_count = 0;
    errors->count = 0;
}

/* Samples by thread, those of thread t from starts[t] to starts[t + 1]. */
static struct moment *moments_of(const struct gau_hot_rows *rows, size_t *starts)
{
    const struct gau_profile *const profile = rows->result->profile;
    struct moment *const moments = calloc((size_t)profile->sample_count + 1, sizeof *moments);

    if (!moments)
        return NULL;
    for (uint32_t i = 0; i < profile->sample_count; i++)
        starts[profile->samples[i].thread + 2]++;
    for (uint32_t i = 2; i < profile->thread_count + 2; i++)
        starts[i] += starts[i - 1];
    for (uint32_t i = 0; i < profile->sample_count; i++) {
        const struct gau_profile_sample *const sample = &profile->samples[i];

        moments[starts[sample->thread + 1]++] = (struct moment){.time_ns = sample->time_ns,
                                                                .weight_ns = sample->weight_ns,
                                                                .list = rows->work->taken[i]};
    }
    for (uint32_t i = 0; i < profile->thread_count; i++)
        qsort(moments + starts[i], starts[i + 1] - starts[i], sizeof *moments, by_time);
    return moments;
}

/* @p all: with the samples that do not count, which are neighbours, too. */
static void add_all(struct errors *errors, const struct moment *moments, const size_t *starts,
                    bool all)
{
    const uint32_t threads = errors->rows->result->profile->thread_count;

    for (uint32_t i = 0; i < threads; i++) {
        for (size_t n = starts[i]; n < starts[i + 1]; n++)
            if (moments[n].list != GAU_HOT_ROWS_NO_TIME &&
                (all || moments[n].list != GAU_HOT_ROWS_NONE))
                add_moment(errors, &moments[n]);
        end_thread(errors);
    }
}

static void take(struct gau_hot_rows *rows, const struct errors *errors, bool all)
{
    for (uint32_t i = 0; i < rows->count; i++) {
        if (all)
            rows->items[i].error_ns = sqrt(errors->variances[i]);
        else
            rows->items[i].share_error_ns = sqrt(errors->variances[i]);
        errors->variances[i] = 0;
    }
}

bool gau_hot_rows_errors(struct gau_hot_rows *rows)
{
    size_t *const starts = calloc((size_t)rows->result->profile->thread_count + 2, sizeof *starts);
    struct moment *const moments = starts ? moments_of(rows, starts) : NULL;
    struct errors errors = {.rows = rows,
                            .variances = calloc(rows->count, sizeof(double)),
                            .sums = calloc(rows->count, sizeof(double)),
                            .touched = calloc(rows->count, sizeof(uint32_t)),
                            .is_touched = calloc(rows->count, sizeof(bool))};
    const bool done =
        moments && errors.variances && errors.sums && errors.touched && errors.is_touched;

    for (int all = 1; done && all >= 0; all--) {
        add_all(&errors, moments, starts, all);
        take(rows, &errors, all);
    }
    free(errors.variances);
    free(errors.sums);
    free(errors.touched);
    free(errors.is_touched);
    free(moments);
    free(starts);
    return done;
}
