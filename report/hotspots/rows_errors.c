/* SPDX-License-Identifier: Apache-2.0 */
#include "errors.h"
#include "moments.h"
#include "rows_work.h"

#include <math.h>
#include <stdlib.h>

/* The estimator of errors.h for rows that overlap: neighbours differ in the rows that one of them
 * is in and the other is not. */

enum { APART = 2 };

struct errors {
    const struct gau_hot_rows *rows;
    struct gau_hot_differences *all,
        *thread; /* by row; of threads that ended, of the one at work */
    uint32_t *touched;
    uint32_t touched_count;
    bool *is_touched;
    struct gau_hot_moment last[APART];
    uint64_t count;
};

/* One of two samples, of which the other is @p apart, is in the row. */
static void touch(struct errors *errors, uint32_t row, unsigned apart, double square)
{
    struct gau_hot_differences *const differences = &errors->thread[row];

    if (!errors->is_touched[row])
        errors->touched[errors->touched_count++] = row;
    errors->is_touched[row] = true;
    if (apart == 1) {
        differences->next += square;
        differences->changes++;
    } else {
        differences->second += square;
    }
}

/* Rows of @p list that are not in the list which was seen last. */
static void add_missing(struct errors *errors, uint32_t list, unsigned apart, double square)
{
    const struct gau_hot_rows_work *const work = errors->rows->work;
    const uint32_t *const rows = work->pool + list;

    for (uint32_t n = 1; n <= rows[0]; n++)
        if (work->seen[rows[n]] != work->list_number)
            touch(errors, rows[n], apart, square);
}

static void mark(const struct errors *errors, uint32_t list)
{
    struct gau_hot_rows_work *const work = errors->rows->work;

    work->list_number++;
    for (uint32_t n = 1; n <= work->pool[list]; n++)
        work->seen[work->pool[list + n]] = work->list_number;
}

static void add_difference(struct errors *errors, const struct gau_hot_moment *moment,
                           unsigned apart)
{
    const struct gau_hot_moment *const other = &errors->last[apart - 1];
    const double weight = (double)moment->weight_ns, before = (double)other->weight_ns;
    const double square = (weight * weight + before * before) / 2;

    if (moment->value == other->value)
        return;
    mark(errors, other->value);
    add_missing(errors, moment->value, apart, square);
    mark(errors, moment->value);
    add_missing(errors, other->value, apart, square);
}

static void add_moment(struct errors *errors, const struct gau_hot_moment *moment)
{
    for (unsigned apart = 1; apart <= APART && apart <= errors->count; apart++)
        add_difference(errors, moment, apart);
    errors->count++;
    errors->last[1] = errors->last[0];
    errors->last[0] = *moment;
}

static void end_thread(struct errors *errors)
{
    const double end = gau_hot_differences_end(errors->count, (double)errors->last[0].weight_ns);
    const uint32_t *const list = errors->rows->work->pool + errors->last[0].value;

    for (uint32_t i = 0; i < errors->touched_count; i++) {
        const uint32_t row = errors->touched[i];
        struct gau_hot_differences *const all = &errors->all[row];
        struct gau_hot_differences *const thread = &errors->thread[row];

        all->next += thread->next * gau_hot_differences_factor(errors->count, 1);
        all->second += thread->second * gau_hot_differences_factor(errors->count, 2);
        all->changes += thread->changes;
        *thread = (struct gau_hot_differences){0};
        errors->is_touched[row] = false;
    }
    for (uint32_t i = 1; errors->count > 0 && i <= list[0]; i++)
        errors->all[list[i]].end += end;
    errors->touched_count = 0;
    errors->count = 0;
}

/* @p all: with the samples that do not count, which are neighbours, too. */
static void add_all(struct errors *errors, const struct gau_hot_moments *moments, bool all)
{
    const uint32_t threads = errors->rows->result->profile->thread_count;

    for (uint32_t i = 0; i < threads; i++) {
        for (size_t n = moments->starts[i]; n < moments->starts[i + 1]; n++) {
            const struct gau_hot_moment *const moment = &moments->items[n];

            if (moment->value != GAU_HOT_ROWS_NO_TIME &&
                (all || moment->value != GAU_HOT_ROWS_NONE))
                add_moment(errors, moment);
        }
        end_thread(errors);
    }
}

static void take(struct gau_hot_rows *rows, const struct errors *errors, bool all)
{
    for (uint32_t i = 0; i < rows->count; i++) {
        const double error = sqrt(gau_hot_variance(&errors->all[i]));

        if (all)
            rows->items[i].error_ns = error;
        else
            rows->items[i].share_error_ns = error;
        errors->all[i] = (struct gau_hot_differences){0};
    }
}

bool gau_hot_rows_errors(struct gau_hot_rows *rows)
{
    const size_t size = (size_t)rows->count + 1;
    struct gau_hot_moments moments = {0};
    struct errors errors = {.rows = rows,
                            .all = calloc(size, sizeof *errors.all),
                            .thread = calloc(size, sizeof *errors.thread),
                            .touched = calloc(size, sizeof *errors.touched),
                            .is_touched = calloc(size, sizeof *errors.is_touched)};
    const bool done = gau_hot_moments_make(&moments, rows->result->profile, rows->work->taken) &&
                      errors.all && errors.thread && errors.touched && errors.is_touched;

    for (int all = 1; done && all >= 0; all--) {
        add_all(&errors, &moments, all);
        take(rows, &errors, all);
    }
    free(errors.all);
    free(errors.thread);
    free(errors.touched);
    free(errors.is_touched);
    gau_hot_moments_clear(&moments);
    return done;
}
