/* SPDX-License-Identifier: Apache-2.0 */
#include "rank_view.h"

#include "rank_times.h"

#include "documents/column_macros.h"
#include "documents/document.h"
#include "documents/page.h"
#include "report/events/event_reader.h"
#include "table/number_format.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- the tables ---------------------------------------------------------------------------- */

#define BRANCHES(COLUMN)                                                 \
    COLUMN(NAME, {.name = "Branch", .key = "branch", .shortened = true}) \
    COLUMN(CALLS, COUNT("Calls", "calls"), [CALLS].rank = 1)             \
    COLUMN(LEAST, SECONDS("Min", "min_s"), [LEAST].rank = 2)             \
    COLUMN(MEAN, SECONDS("Mean", "mean_s"))                              \
    COLUMN(MOST, SECONDS("Max", "max_s"))                                \
    COLUMN(IMBALANCE, PERCENTAGE("Imbalance", "imbalance_percent", 1))   \
    COLUMN(SLOWEST, COUNT("Slowest rank", "slowest_rank"))               \
    COLUMN(RANKS, COUNT("Ranks", "ranks"), [RANKS].rank = 3)

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
    if (mean > 0)
        gau_table_set_real(table, IMBALANCE, 100 * (branch->most_s / mean - 1));
    gau_table_set_integer(table, SLOWEST, branch->slowest);
    gau_table_set_integer(table, RANKS, (int64_t)branch->ranks);
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
    if (everywhere)
        columns[RANKS].shown = GAU_IN_DATA_FORMATS;
}

static void add_branches(struct gau_page *page, const struct gau_rank_job *job)
{
    struct gau_column columns[N_BRANCHES];
    struct gau_table *table;

    adjust(columns, job);
    table = gau_page_add(page, "branches", columns, N_BRANCHES);
    if (!table)
        return;
    gau_table_title(table, "Time of branches in %zu ranks", job->set.n);
    for (uint32_t i = 0; i < job->n; i++)
        if (job->branches[i].most_s > 0)
            set_branch(table, job, &job->branches[i]);
    gau_table_detail(table, "imbalance: max / mean - 1",
                     "Times are with what is below a branch, but for calls of MPI. The imbalance "
                     "is max / mean - 1. Rows "
                     "are in the order of max - mean, what a balanced job would save at most.");
}

#define RANKS_(COLUMN)                                                          \
    COLUMN(RANK, COUNT("Rank", "rank"))                                         \
    COLUMN(HOST, {.name = "Host", .key = "host", .rank = 2, .shortened = true}) \
    COLUMN(STATUS, {.name = "End", .key = "status"})                            \
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

static void add_ranks(struct gau_page *page, const struct gau_rank_job *job)
{
    struct gau_column columns[N_RANKS];
    struct gau_table *table;

    memcpy(columns, rank_columns, sizeof columns);
    if (!job->has_waiting)
        columns[WAITING].shown = GAU_IN_DATA_FORMATS;
    table = gau_page_add(page, "ranks", columns, N_RANKS);
    if (!table)
        return;
    gau_table_title(table, "Ranks");
    for (size_t i = 0; i < job->set.n; i++) {
        const struct gau_timer_result *const result = &job->set.runs[i];
        const char *const status = gau_timer_result_text(result, "status");

        gau_table_row(table, 0);
        gau_table_set_integer(table, RANK, job->numbers[i]);
        gau_table_set_text(table, HOST, gau_timer_result_text(result, "host"));
        gau_table_set_text(table, STATUS, status[0] ? status : "unknown");
        set_times(table, job, i);
        gau_table_set_text(table, FOLDER, gau_result_shown(result->folder));
    }
}

/* --- the answer ---------------------------------------------------------------------------- */

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

static void add_ends(struct gau_table *table, const struct gau_rank_job *job)
{
    for (size_t i = 0; i < job->set.n; i++) {
        const char *const status = gau_timer_result_text(&job->set.runs[i], "status");
        const char *const reason = gau_timer_result_text(&job->set.runs[i], "failure_reason");

        char last[64];

        if (!status[0] || strcmp(status, "finished") == 0)
            continue;
        put_last_event(last, sizeof last, job->set.runs[i].folder);
        gau_table_footer(table, "warning: rank %d did not end well: %s%s%s%s", job->numbers[i],
                         status, reason[0] ? ": " : "", reason, last);
    }
}

static void add_alone(struct gau_table *table, const struct gau_rank_job *job)
{
    if (job->alone > 0)
        gau_table_footer(table,
                         "warning: %u of %" PRId64 " ranks are jobs of one rank for their MPI: the "
                         "program was built for another MPI than that of mpirun (%s)",
                         (unsigned)job->alone, job->size,
                         gau_timer_result_text(&job->set.runs[0], "launcher"));
}

/* The first that is not a call of MPI, nor what waits for others in one. */
static const struct gau_rank_branch *worst_branch(const struct gau_rank_job *job)
{
    for (uint32_t i = 0; i < job->n; i++)
        if (!gau_rank_row_is_mpi(job->branches[i].row) &&
            !gau_rank_row_is_waiting(job->branches[i].row) &&
            !(job->has_mpi && job->branches[i].row->is_root))
            return &job->branches[i];
    return job->n > 0 ? &job->branches[0] : NULL;
}

/* Work is what is not in MPI; who has least of it waits longest. */
static void add_work(struct gau_table *table, const struct gau_rank_job *job)
{
    double work = 0, time = 0, most = 0; /* between MPI_Init and MPI_Finalize */
    size_t slowest = 0;
    char more[40];

    for (size_t i = 0; i < job->set.n; i++) {
        const double own = job->times[i].time_s - job->times[i].mpi_s;

        work += own;
        time += job->times[i].time_s - job->times[i].ends_s;
        if (own > most) {
            most = own;
            slowest = i;
        }
    }
    if (!job->has_mpi || !(work > 0))
        return;
    work /= (double)job->set.n;
    gau_table_footer(table,
                     "rank %d works %.0f %% longer than the mean, %s: a balanced job would save "
                     "that; %.0f %% of the time between MPI_Init and MPI_Finalize is in MPI",
                     job->numbers[slowest], 100 * (most / work - 1),
                     gau_quantity_text(more, sizeof more, most - work, "s"),
                     100 * (1 - work * (double)job->set.n / time));
}

static void add_answer(struct gau_page *page, const struct gau_rank_job *job)
{
    struct gau_table *const table = gau_page_add(page, "verdict", NULL, 0);
    const struct gau_rank_branch *const worst = worst_branch(job);
    char more[40];

    if (!table)
        return;
    if (worst && gau_rank_branch_excess(job, worst) > 0)
        gau_table_footer(table,
                         "%s is most imbalanced: rank %d takes %.0f %% more than the mean of "
                         "%zu ranks, %s",
                         worst->row->path, worst->slowest,
                         100 * (worst->most_s / gau_rank_branch_mean(job, worst) - 1), job->set.n,
                         gau_quantity_text(more, sizeof more, gau_rank_branch_excess(job, worst),
                                           "s"));
    else if (!worst)
        gau_table_footer(table, "no rank has times of branches: --time, or a TimerAuditor, makes "
                                "them");
    add_work(table, job);
    add_alone(table, job);
    add_missing(table, job);
    add_ends(table, job);
}

static void write_ranks(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    struct gau_rank_job job = {.folder = request->paths[0], .error = error};
    struct gau_page page = {.document = "ranks", .options = request->options, .error = error};

    if (gau_rank_job_read(&job)) {
        if (request->options->format == GAU_TABLE_TEXT && !request->options->table)
            add_answer(&page, &job);
        add_branches(&page, &job);
        add_ranks(&page, &job);
        gau_page_write(&page, out);
    }
    gau_page_clear(&page);
    gau_rank_job_clear(&job);
}

const struct gau_view gau_view_ranks = {
    .name = "ranks",
    .help =
        "the ranks of an MPI job side by side: times of branches in the fastest and the slowest "
        "one, imbalance",
    .needs = GAU_VIEW_NEEDS_RESULT,
    .takes = GAU_VIEW_TAKES_FORMAT | GAU_VIEW_TAKES_TABLE | GAU_VIEW_TAKES_LIMIT,
    .write = write_ranks,
};
