/* SPDX-License-Identifier: Apache-2.0 */
#include "rank_tables.h"

#include "documents/column_macros.h"
#include "documents/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- branches ------------------------------------------------------------------------------ */

#define BRANCHES(COLUMN)                                                 \
    COLUMN(NAME, {.name = "Branch", .key = "branch", .shortened = true}) \
    COLUMN(CALLS, COUNT("Calls", "calls"), [CALLS].rank = 2)             \
    COLUMN(LEAST, SECONDS("Min", "min_s"), [LEAST].rank = 3)             \
    COLUMN(MEAN, SECONDS("Mean", "mean_s"))                              \
    COLUMN(MOST, SECONDS("Max", "max_s"))                                \
    COLUMN(BELOW, SECONDS("Waiting", "waiting_s"), [BELOW].rank = 1)     \
    COLUMN(IMBALANCE, PERCENTAGE("Imbalance", "imbalance_percent", 1))   \
    COLUMN(SLOWEST, COUNT("Slowest rank", "slowest_rank"))               \
    COLUMN(RANKS, COUNT("Ranks", "ranks"), [RANKS].rank = 4)

enum branch_column { BRANCHES(GAU_COLUMN_ID) N_BRANCHES };

static const struct gau_column branch_columns[] = {BRANCHES(GAU_COLUMN_ROW)};

static void set_branch(struct gau_table *table, const struct gau_rank_job *job,
                       const struct gau_rank_branch *branch)
{
    const double mean = gau_rank_branch_mean(job, branch);
    const bool all = branch->ranks == job->set.n;

    gau_table_row(table, 0);
    gau_table_set_text(table, NAME, branch->row->path);
    gau_table_set_integer(table, CALLS, (int64_t)branch->calls);
    gau_table_set_real(table, LEAST, all ? branch->least_s : 0);
    gau_table_set_real(table, MEAN, mean);
    gau_table_set_real(table, MOST, branch->most_s);
    if (mean > 0) /* equal ones differ from their mean by its rounding */
        gau_table_set_real(table, IMBALANCE,
                           all && !(branch->most_s > branch->least_s)
                               ? 0
                               : 100 * fmax(branch->most_s / mean - 1, 0));
    if (job->has_waiting)
        gau_table_set_real(table, BELOW, branch->waiting_s / (double)job->set.n);
    gau_table_set_integer(table, SLOWEST, branch->slowest);
    gau_table_set_integer(table, RANKS, (int64_t)branch->ranks);
}

static void hide(struct gau_column *columns, size_t column, bool is_hidden)
{
    if (is_hidden)
        columns[column].shown = GAU_IN_DATA_FORMATS;
}

/* What is the same in all rows is not displayed, and digits are those that the longest time has. */
static void adjust(struct gau_column *columns, const struct gau_rank_job *job)
{
    bool everywhere = true;
    double longest = 0;

    for (uint32_t i = 0; i < job->n; i++) {
        everywhere &= job->branches[i].ranks == job->set.n;
        longest = job->branches[i].most_s > longest ? job->branches[i].most_s : longest;
    }
    memcpy(columns, branch_columns, sizeof branch_columns);
    for (size_t i = 0; i < N_BRANCHES; i++)
        columns[i].whole = columns[i].group ? longest : 0;
    hide(columns, RANKS, everywhere);
    hide(columns, BELOW, !job->has_waiting);
}

void gau_rank_add_branches(struct gau_page *page, const struct gau_rank_job *job)
{
    struct gau_column columns[N_BRANCHES];
    struct gau_table *table;

    if (!job->has_times && gau_table_format_is_display(page->options->format))
        return;
    adjust(columns, job);
    table = gau_page_add(page, "branches", columns, N_BRANCHES);
    if (!table)
        return;
    gau_table_title(table, "Time of branches in %zu rank%s", job->set.n,
                    job->set.n == 1 ? "" : "s");
    for (uint32_t i = 0; i < job->n; i++)
        if (job->branches[i].most_s > 0)
            set_branch(table, job, &job->branches[i]);
    gau_table_detail(table, "imbalance: max / mean - 1",
                     "Times are with what is below a branch, but for calls of MPI. The imbalance "
                     "is max / mean - 1. Rows "
                     "are in the order of max - mean, what a balanced job would save at most.%s",
                     job->has_waiting ? " Waiting for others before collective calls is the mean "
                                        "of all ranks."
                                      : "");
}

/* --- ranks --------------------------------------------------------------------------------- */

#define RANKS_(COLUMN)                                                          \
    COLUMN(RANK, COUNT("Rank", "rank"))                                         \
    COLUMN(HOST, {.name = "Host", .key = "host", .rank = 2, .shortened = true}) \
    COLUMN(STATUS, {.name = "End", .key = "status"})                            \
    COLUMN(EVENTS, COUNT("Events", "events"))                                   \
    COLUMN(TIME, SECONDS("Time", "time_s"))                                     \
    COLUMN(CPU, SECONDS("CPU time", "cpu_s"), [CPU].rank = 3)                   \
    COLUMN(WORK, SECONDS("Work", "work_s"))                                     \
    COLUMN(IN_MPI, SECONDS("MPI", "mpi_s"))                                     \
    COLUMN(WAITING, SECONDS("Waiting", "waiting_s"), [WAITING].rank = 4)        \
    COLUMN(MPI_CPU, SECONDS("CPU in MPI", "mpi_cpu_s"), [MPI_CPU].rank = 1)     \
    COLUMN(FOLDER, {.name = "Folder", .key = "folder", .rank = 5})

enum rank_column { RANKS_(GAU_COLUMN_ID) N_RANKS };

static const struct gau_column rank_columns[] = {RANKS_(GAU_COLUMN_ROW)};

/* Of all roots: a program with sections alone has more than one. */
static void set_times(struct gau_table *table, const struct gau_rank_job *job, size_t i)
{
    const struct gau_timer_result *const result = &job->set.runs[i];
    const struct gau_rank_times *const times = &job->times[i];

    if (!result->timed)
        return;
    gau_table_set_real(table, TIME, times->time_s);
    if (result->cpu_known)
        gau_table_set_real(table, CPU, times->cpu_s);
    if (!job->has_mpi)
        return;
    gau_table_set_real(table, WORK, times->time_s - times->mpi_s);
    gau_table_set_real(table, IN_MPI, times->mpi_s);
    if (job->has_waiting)
        gau_table_set_real(table, WAITING, times->waiting_s);
    if (result->cpu_known)
        gau_table_set_real(table, MPI_CPU, times->mpi_cpu_s);
}

/* Columns without a value are not displayed; of two that may be too many, the one that says more
 * stays. */
static void adjust_ranks(struct gau_column *columns, const struct gau_rank_job *job)
{
    memcpy(columns, rank_columns, sizeof rank_columns);
    hide(columns, EVENTS, !job->has_events);
    hide(columns, TIME, !job->has_times);
    hide(columns, CPU, !job->has_cpu);
    hide(columns, WORK, !job->has_mpi);
    hide(columns, IN_MPI, !job->has_mpi);
    hide(columns, MPI_CPU, !job->has_mpi || !job->has_cpu);
    hide(columns, WAITING, !job->has_waiting);
    if (job->has_waiting) {
        columns[WAITING].rank = 1;
        columns[MPI_CPU].rank = 4;
    }
}

static void set_rank(struct gau_table *table, const struct gau_rank_job *job, size_t i)
{
    const struct gau_timer_result *const result = &job->set.runs[i];

    gau_table_row(table, 0);
    gau_table_set_integer(table, RANK, job->numbers[i]);
    gau_table_set_text(table, HOST, gau_timer_result_text(result, "host"));
    gau_table_set_text(table, STATUS, job->ends[i].words);
    if (job->times[i].events >= 0)
        gau_table_set_integer(table, EVENTS, job->times[i].events);
    set_times(table, job, i);
    gau_table_set_text(table, FOLDER, gau_result_shown(result->folder));
}

/* Readers get the ranks that work longest and those that did not end well, so many of each;
 * programs get all. */
static size_t most_ranks(const struct gau_page *page, const struct gau_rank_job *job)
{
    enum { MOST_RANKS = 16 };

    if (page->options->all || !gau_table_format_is_display(page->options->format))
        return job->set.n;
    return page->options->limit ? page->options->limit : MOST_RANKS;
}

void gau_rank_add_ranks(struct gau_page *page, const struct gau_rank_job *job)
{
    struct gau_column columns[N_RANKS];
    const size_t most = most_ranks(page, job);
    bool *const is_shown = gau_rank_choose(job, most);
    struct gau_table *table;
    size_t left_out = 0;

    adjust_ranks(columns, job);
    table = is_shown ? gau_page_add(page, "ranks", columns, N_RANKS) : NULL;
    if (!table) {
        free(is_shown);
        return;
    }
    gau_table_title(table, "Ranks");
    if (gau_table_format_is_display(page->options->format))
        gau_table_limit(table, 0); /* the first ones are not those that are wanted */
    for (size_t i = 0; i < job->set.n; i++) {
        left_out += !is_shown[i];
        if (is_shown[i])
            set_rank(table, job, i);
    }
    if (left_out > 0)
        gau_table_footer(table, "%zu more: --all", left_out);
    free(is_shown);
}
