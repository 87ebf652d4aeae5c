/* SPDX-License-Identifier: Apache-2.0 */
#include "rank_tables.h"

#include "report/events/event_reader.h"
#include "table/number_format.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- how ranks ended ----------------------------------------------------------------------- */

static bool has_rank(const struct gau_rank_job *job, int number)
{
    for (size_t i = 0; i < job->set.n; i++)
        if (job->numbers[i] == number)
            return true;
    return false;
}

/* Ranks that left nothing; at most some of them are named. */
static void add_missing(struct gau_table *table, const struct gau_rank_job *job)
{
    char list[256] = "";
    size_t length = 0;
    int64_t missing = 0;

    for (int i = 0; i < job->size; i++) {
        if (has_rank(job, i))
            continue;
        if (missing++ < 8)
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%d",
                                       missing > 1 ? ", " : "", i);
    }
    if (missing > 0)
        gau_table_footer(table, "warning: %" PRId64 " of %" PRId64 " ranks %s no result: %s%s",
                         missing, job->size, missing == 1 ? "has" : "have", list,
                         missing > 8 ? " ..." : "");
}

/* Of a rank that recorded its events: which one ended last. */
static void put_last_event(char *text, size_t size, const char *folder)
{
    char number[GAU_EVENT_NUMBER_SIZE];
    struct gau_event_data data;
    gau_error error = {0};

    text[0] = '\0';
    if (gau_event_data_read(&data, folder, "events", &error) == GAU_OK && data.n > 0)
        snprintf(text, size, "; the last event that it recorded is %s",
                 gau_event_number_text(number, &data, data.rows[data.by_end[data.n - 1]].number));
    gau_event_data_clear(&data);
}

static const struct gau_rank_end *ends_compared; /* see by_excess() in rank_times.c */

static int by_end(const void *a, const void *b)
{
    const size_t left = *(const size_t *)a, right = *(const size_t *)b;
    const int order = gau_rank_end_compare(&ends_compared[left], &ends_compared[right]);

    return order ? order : (left > right) - (left < right);
}

/* Those that made the job end come first; the others are many where a launcher kills them. */
static void put_ends(struct gau_table *table, const struct gau_rank_job *job, size_t *order)
{
    enum { MOST = 8 };
    size_t bad = 0;
    char last[64];

    for (size_t i = 0; i < job->set.n; i++)
        if (job->ends[i].kind != GAU_RANK_FINISHED)
            order[bad++] = i;
    ends_compared = job->ends;
    qsort(order, bad, sizeof *order, by_end);
    for (size_t i = 0; i < bad && (i < MOST || bad == MOST + 1); i++) {
        put_last_event(last, sizeof last, job->set.runs[order[i]].folder);
        gau_table_footer(table, "warning: rank %d %s%s", job->numbers[order[i]],
                         job->ends[order[i]].sentence, last);
    }
    if (bad > MOST + 1)
        gau_table_footer(table, "warning: and %zu others did not end well", bad - MOST);
}

static void add_ends(struct gau_table *table, const struct gau_rank_job *job)
{
    size_t *const order = calloc(job->set.n, sizeof *order);

    if (order)
        put_ends(table, job, order);
    else
        gau_fail_memory(job->error, "ends of ranks");
    free(order);
}

/* --- the answer ---------------------------------------------------------------------------- */

static void add_alone(struct gau_table *table, const struct gau_rank_job *job)
{
    char text[256];

    if (job->alone > 0)
        gau_table_footer(table, "warning: %s",
                         gau_rank_alone_text(text, sizeof text, job->alone, (long long)job->size,
                                             gau_timer_result_text(&job->set.runs[0], "launcher")));
}

/* The first that is not a call of MPI, nor what waits for others in one. NULL: there is none, and
 * what is said of the ranks says all. */
static const struct gau_rank_branch *worst_branch(const struct gau_rank_job *job)
{
    for (uint32_t i = 0; i < job->n; i++)
        if (!gau_rank_row_is_mpi(job->branches[i].row) &&
            !gau_rank_row_is_waiting(job->branches[i].row) &&
            !(job->has_mpi && job->branches[i].row->is_root))
            return &job->branches[i];
    return NULL;
}

/* Ranks whose times were not written: others cannot be compared with them. */
static size_t count_untimed(const struct gau_rank_job *job)
{
    size_t n = 0;

    for (size_t i = 0; i < job->set.n; i++)
        n += !job->set.runs[i].timed;
    return n;
}

/* Whether the most is the mean, within 1 % or the resolution of clocks. */
static bool is_balanced(double most_s, double mean_s)
{
    return most_s - mean_s < 1e-7 || most_s < 1.01 * mean_s;
}

/* Work is what is not in MPI; who has least of it waits longest. */
static void add_work(struct gau_table *table, const struct gau_rank_job *job)
{
    double work = 0, time = 0, most = 0; /* between MPI_Init and MPI_Finalize */
    size_t slowest = 0;
    char more[40], text[160] = "the ranks are balanced within 1 %";

    for (size_t i = 0; i < job->set.n; i++) {
        const double own = job->times[i].time_s - job->times[i].mpi_s;

        work += own;
        time += job->times[i].time_s - job->times[i].ends_s;
        if (own > most) {
            most = own;
            slowest = i;
        }
    }
    if (!(work > 0))
        return;
    work /= (double)job->set.n;
    if (!is_balanced(most, work))
        snprintf(text, sizeof text,
                 "rank %d works %.0f %% longer than the mean, %s: a balanced job would save that",
                 job->numbers[slowest], 100 * (most / work - 1),
                 gau_quantity_text(more, sizeof more, most - work, "s"));
    gau_table_footer(table, "%s; %.0f %% of the time between MPI_Init and MPI_Finalize is in MPI",
                     text, 100 * (1 - work * (double)job->set.n / time));
}

static void add_worst(struct gau_table *table, const struct gau_rank_job *job,
                      const struct gau_rank_branch *worst)
{
    const double mean = gau_rank_branch_mean(job, worst);
    char more[40];

    if (!is_balanced(worst->most_s, mean))
        gau_table_footer(table,
                         "%s is most imbalanced: rank %d takes %.0f %% more than the mean of "
                         "%zu ranks, %s",
                         worst->row->path, worst->slowest, 100 * (worst->most_s / mean - 1),
                         job->set.n,
                         gau_quantity_text(more, sizeof more, worst->most_s - mean, "s"));
    else if (!job->has_mpi)
        gau_table_footer(table, "the ranks are balanced within 1 %%");
}

/* Only ranks whose work is known can be compared. */
static void add_comparison(struct gau_table *table, const struct gau_rank_job *job)
{
    const struct gau_rank_branch *const worst = worst_branch(job);
    const size_t untimed = count_untimed(job);

    if (job->n == 0)
        gau_table_footer(table, "no rank has times of branches: --time, or a TimerAuditor, makes "
                                "them");
    else if (untimed > 0)
        gau_table_footer(table, "%zu of %zu ranks %s no times: none is said to be the slowest",
                         untimed, job->set.n, untimed == 1 ? "has" : "have");
    else if (job->set.n == 1)
        gau_table_footer(table, "one rank has results: there is none to compare it with");
    else if (!job->has_mpi && !job->is_of_events)
        gau_table_footer(table, "calls of MPI are not measured apart (collect --mpi): what waits "
                                "for others looks like work");
    else if (worst)
        add_worst(table, job, worst);
    if (untimed == 0 && job->set.n > 1 && job->has_mpi)
        add_work(table, job);
}

void gau_rank_add_answer(struct gau_page *page, const struct gau_rank_job *job)
{
    struct gau_table *const table = gau_page_add(page, "verdict", NULL, 0);

    if (!table)
        return;
    add_missing(table, job);
    add_ends(table, job);
    add_alone(table, job);
    add_comparison(table, job);
}

/* --- those that are shown ------------------------------------------------------------------ */

static const struct gau_rank_times *times_compared;

static int by_work(const void *a, const void *b)
{
    const size_t left = *(const size_t *)a, right = *(const size_t *)b;
    const double more = times_compared[right].time_s - times_compared[right].mpi_s -
                        (times_compared[left].time_s - times_compared[left].mpi_s);

    return more > 0 ? 1 : more < 0 ? -1 : (left > right) - (left < right);
}

/* Marks the first @p most: of those that work longest, or of those that did not end well. */
static void mark_shown(bool *is_shown, const struct gau_rank_job *job, size_t *order, size_t most,
                       bool ended_badly)
{
    for (size_t i = 0; i < job->set.n; i++)
        order[i] = i;
    qsort(order, job->set.n, sizeof *order, ended_badly ? by_end : by_work);
    for (size_t i = 0; i < job->set.n && i < most; i++)
        if (!ended_badly || job->ends[order[i]].kind != GAU_RANK_FINISHED)
            is_shown[order[i]] = true;
}

bool *gau_rank_choose(const struct gau_rank_job *job, size_t most)
{
    bool *const is_shown = calloc(job->set.n, sizeof *is_shown);
    size_t *const order = calloc(job->set.n, sizeof *order);

    times_compared = job->times;
    ends_compared = job->ends;
    if (is_shown && order) {
        mark_shown(is_shown, job, order, most, false);
        mark_shown(is_shown, job, order, most, true);
        free(order);
        return is_shown;
    }
    gau_fail_memory(job->error, "ranks");
    free(order);
    free(is_shown);
    return NULL;
}
