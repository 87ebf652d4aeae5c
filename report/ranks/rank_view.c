/* SPDX-License-Identifier: Apache-2.0 */
#include "rank_view.h"

#include "report/merge/merge_ranks.h"
#include "report/timings/timings.h"

#include "documents/column_macros.h"
#include "documents/page.h"
#include "table/number_format.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A branch in all ranks; times are total ones. */
struct branch {
    const struct gau_timer_row *row; /* of the first rank that has it */
    uint64_t calls;
    double sum_s, least_s, most_s;
    size_t ranks; /* that have it */
    int slowest;  /* rank */
};

struct job {
    const char *folder;
    struct gau_timer_result_set set; /* by rank, as versionsort() orders the folders */
    int *numbers;                    /* of the ranks */
    int64_t size;                    /* of the job; -1: not known */
    struct branch *branches;
    uint32_t n, room;
    gau_error *error;
};

/* --- reading ------------------------------------------------------------------------------- */

static int rank_of(const struct gau_timer_result *result)
{
    const json_t *const rank = json_object_get(result->run, "rank");
    const char *const name = strstr(result->folder, "/rank-");

    return json_is_integer(rank) ? (int)json_integer_value(rank)
           : name                ? atoi(name + strlen("/rank-"))
                                 : -1;
}

static struct branch *branch_of(struct job *job, const struct gau_timer_row *row)
{
    for (uint32_t i = 0; i < job->n; i++)
        if (strcmp(job->branches[i].row->path, row->path) == 0 &&
            strcmp(job->branches[i].row->root, row->root) == 0)
            return &job->branches[i];
    if (!gau_array_grow(&job->branches, job->n, &job->room, sizeof *job->branches)) {
        gau_fail_memory(job->error, "branches of ranks");
        return NULL;
    }
    job->branches[job->n] = (struct branch){.row = row, .least_s = (double)INFINITY};
    return &job->branches[job->n++];
}

static void add_rank(struct job *job, size_t i)
{
    const struct gau_timer_result *const result = &job->set.runs[i];

    job->numbers[i] = rank_of(result);
    for (size_t r = 0; r < result->n; r++) {
        struct branch *const branch = branch_of(job, &result->rows[r]);
        const double time = result->rows[r].total_s;

        if (!branch)
            return;
        branch->calls += result->rows[r].calls;
        branch->sum_s += time;
        branch->ranks++;
        branch->least_s = fmin(branch->least_s, time);
        if (branch->ranks == 1 || time > branch->most_s) {
            branch->most_s = time;
            branch->slowest = job->numbers[i];
        }
    }
}

static double mean_of(const struct job *job, const struct branch *branch)
{
    return branch->sum_s / (double)job->set.n;
}

/* How much the slowest rank takes more than the mean. */
static double excess_of(const struct job *job, const struct branch *branch)
{
    return branch->most_s - mean_of(job, branch);
}

/* qsort() has no argument for it; only the command has this view, by one thread. */
static const struct job *sorted;

static int by_excess(const void *a, const void *b)
{
    const double left = excess_of(sorted, a), right = excess_of(sorted, b);

    return left < right ? 1 : left > right ? -1 : 0;
}

static bool read_size(struct job *job)
{
    char path[PATH_MAX];
    json_t *document;

    snprintf(path, sizeof path, "%s/ranks.json", job->folder);
    document = json_load_file(path, 0, NULL);
    job->size = document ? json_integer_value(json_object_get(document, "ranks")) : -1;
    json_decref(document);
    return job->size > 0;
}

static bool read_job(struct job *job)
{
    const struct gau_timer_grouping grouping = {0};
    struct gau_rank_folders folders;

    if (!read_size(job)) {
        gau_fail_first(job->error, GAU_ERR_USAGE,
                       "'%.*s' is not the result of an MPI job: it has no ranks.json, which "
                       "'mpirun -n 4 gaudit collect --time -o DIR -- PROGRAM' makes",
                       GAU_QUOTE(job->folder));
        return false;
    }
    if (!gau_rank_folders_list(&folders, job->folder, job->error))
        return false;
    gau_timer_result_set_read(&job->set, (const char *const *)folders.paths, folders.n, &grouping,
                              job->error);
    gau_rank_folders_clear(&folders);
    if (job->error->status != GAU_OK)
        return false;
    job->numbers = calloc(job->set.n, sizeof *job->numbers);
    if (!job->numbers)
        gau_fail_memory(job->error, "ranks");
    for (size_t i = 0; i < job->set.n && job->error->status == GAU_OK; i++)
        add_rank(job, i);
    sorted = job;
    if (job->n > 0)
        qsort(job->branches, job->n, sizeof *job->branches, by_excess);
    return job->error->status == GAU_OK;
}

/* --- the tables ---------------------------------------------------------------------------- */

#define BRANCHES(COLUMN)                                               \
    COLUMN(NAME, {.name = "Branch", .key = "branch"})                  \
    COLUMN(CALLS, COUNT("Calls", "calls"))                             \
    COLUMN(LEAST, SECONDS("Min", "min_s"))                             \
    COLUMN(MEAN, SECONDS("Mean", "mean_s"))                            \
    COLUMN(MOST, SECONDS("Max", "max_s"))                              \
    COLUMN(IMBALANCE, PERCENTAGE("Imbalance", "imbalance_percent", 1)) \
    COLUMN(SLOWEST, COUNT("Slowest rank", "slowest_rank"))             \
    COLUMN(RANKS, COUNT("Ranks", "ranks"))

enum branch_column { BRANCHES(GAU_COLUMN_ID) N_BRANCHES };

static const struct gau_column branch_columns[] = {BRANCHES(GAU_COLUMN_ROW)};

static void set_branch(struct gau_table *table, const struct job *job, const struct branch *branch)
{
    const double mean = mean_of(job, branch);
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

static void add_branches(struct gau_page *page, const struct job *job)
{
    struct gau_table *const table = gau_page_add(page, "branches", branch_columns, N_BRANCHES);

    if (!table)
        return;
    gau_table_title(table, "Time of branches in %zu ranks", job->set.n);
    for (uint32_t i = 0; i < job->n; i++)
        if (job->branches[i].most_s > 0)
            set_branch(table, job, &job->branches[i]);
    gau_table_detail(table, "imbalance: max / mean - 1",
                     "Times are with what is below a branch. The imbalance is max / mean - 1. Rows "
                     "are in the order of max - mean, what a balanced job would save at most.");
}

#define RANKS_(COLUMN)                               \
    COLUMN(RANK, COUNT("Rank", "rank"))              \
    COLUMN(HOST, {.name = "Host", .key = "host"})    \
    COLUMN(STATUS, {.name = "End", .key = "status"}) \
    COLUMN(TIME, SECONDS("Time", "time_s"))          \
    COLUMN(CPU, SECONDS("CPU time", "cpu_s"))        \
    COLUMN(FOLDER, {.name = "Folder", .key = "folder"})

enum rank_column { RANKS_(GAU_COLUMN_ID) N_RANKS };

static const struct gau_column rank_columns[] = {RANKS_(GAU_COLUMN_ROW)};

/* Of all roots: a program with sections alone has more than one. */
static void set_times(struct gau_table *table, const struct gau_timer_result *result)
{
    double time = 0, cpu = 0;

    for (size_t i = 0; i < result->n; i++) {
        time += result->rows[i].self_s;
        cpu += result->rows[i].cpu_self_s;
    }
    if (result->timed)
        gau_table_set_real(table, TIME, time);
    if (result->timed && result->cpu_known)
        gau_table_set_real(table, CPU, cpu);
}

static void add_ranks(struct gau_page *page, const struct job *job)
{
    struct gau_table *const table = gau_page_add(page, "ranks", rank_columns, N_RANKS);

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
        set_times(table, result);
        gau_table_set_text(table, FOLDER, result->folder);
    }
}

/* --- the answer ---------------------------------------------------------------------------- */

static bool has_rank(const struct job *job, int number)
{
    for (size_t i = 0; i < job->set.n; i++)
        if (job->numbers[i] == number)
            return true;
    return false;
}

/* Ranks that left nothing; at most some of them are named. */
static void add_missing(struct gau_table *table, const struct job *job)
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

static void add_ends(struct gau_table *table, const struct job *job)
{
    for (size_t i = 0; i < job->set.n; i++) {
        const char *const status = gau_timer_result_text(&job->set.runs[i], "status");

        if (status[0] && strcmp(status, "finished") != 0)
            gau_table_footer(table, "warning: rank %d did not end well: %s", job->numbers[i],
                             status);
    }
}

static void add_answer(struct gau_page *page, const struct job *job)
{
    struct gau_table *const table = gau_page_add(page, "verdict", NULL, 0);
    const struct branch *const worst = job->n > 0 ? &job->branches[0] : NULL;
    char more[40];

    if (!table)
        return;
    if (worst && excess_of(job, worst) > 0)
        gau_table_footer(table,
                         "%s is most imbalanced: rank %d takes %.0f %% more than the mean of "
                         "%zu ranks, %s",
                         worst->row->path, worst->slowest,
                         100 * (worst->most_s / mean_of(job, worst) - 1), job->set.n,
                         gau_quantity_text(more, sizeof more, excess_of(job, worst), "s"));
    else if (!worst)
        gau_table_footer(table, "no rank has times of branches: --time, or a TimerAuditor, makes "
                                "them");
    add_missing(table, job);
    add_ends(table, job);
}

static void write_ranks(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    struct job job = {.folder = request->paths[0], .error = error};
    struct gau_page page = {.document = "ranks", .options = request->options, .error = error};

    if (read_job(&job)) {
        if (request->options->format == GAU_TABLE_TEXT && !request->options->table)
            add_answer(&page, &job);
        add_branches(&page, &job);
        add_ranks(&page, &job);
        gau_page_write(&page, out);
    }
    gau_page_clear(&page);
    gau_timer_result_set_clear(&job.set);
    free(job.numbers);
    free(job.branches);
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
