/* SPDX-License-Identifier: Apache-2.0 */
#include "rank_times.h"

#include "report/merge/merge_ranks.h"

#include "documents/document.h"
#include "errors/errors.h"
#include "table/heap.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- reading ------------------------------------------------------------------------------- */

static int rank_of(const struct gau_timer_result *result)
{
    const json_t *const rank = json_object_get(result->run, "rank");
    const char *const name = strstr(result->folder, "/rank-");

    return json_is_integer(rank) ? (int)json_integer_value(rank)
           : name                ? atoi(name + strlen("/rank-"))
                                 : -1;
}

static struct gau_rank_branch *branch_of(struct gau_rank_job *job, const struct gau_timer_row *row)
{
    const uint64_t hash = gau_hash_mix(gau_map_hash(row->path), gau_map_hash(row->root));
    uint32_t at;

    for (uint32_t step = 0; (at = gau_map_next(&job->by_path, hash, &step));)
        if (strcmp(job->branches[at - 1].row->path, row->path) == 0 &&
            strcmp(job->branches[at - 1].row->root, row->root) == 0)
            return &job->branches[at - 1];
    if (!gau_array_grow(&job->branches, job->n, &job->room, sizeof *job->branches) ||
        !gau_map_add(&job->by_path, hash, job->n + 1)) {
        gau_fail_memory(job->error, "branches of ranks");
        return NULL;
    }
    job->branches[job->n] = (struct gau_rank_branch){.row = row, .least_s = (double)INFINITY};
    return &job->branches[job->n++];
}

bool gau_rank_row_is_mpi(const struct gau_timer_row *row)
{
    return !row->is_root && strncmp(row->name, "MPI_", 4) == 0;
}

bool gau_rank_row_is_waiting(const struct gau_timer_row *row)
{
    return strcmp(row->name, "waiting") == 0 && strstr(row->path, "MPI_");
}

static void add_times(struct gau_rank_job *job, struct gau_rank_times *times,
                      const struct gau_timer_row *row)
{
    times->time_s += row->self_s;
    times->cpu_s += row->cpu_self_s;
    if (gau_rank_row_is_mpi(row)) {
        times->mpi_s += row->total_s;
        if (strncmp(row->name, "MPI_Init", 8) == 0 || strcmp(row->name, "MPI_Finalize") == 0)
            times->ends_s += row->total_s;
        times->mpi_cpu_s += row->cpu_total_s;
        job->has_mpi = true;
    } else if (gau_rank_row_is_waiting(row)) {
        times->waiting_s += row->total_s;
        job->has_waiting = true;
    }
}

/* Whether a row is above a call of MPI. */
static bool is_above(const struct gau_timer_row *row, const struct gau_timer_row *call)
{
    const size_t length = strlen(row->path);

    return strcmp(row->root, call->root) == 0 &&
           (row->is_root ||
            (strncmp(row->path, call->path, length) == 0 && call->path[length] == ' '));
}

/* Time in MPI is mostly that of other ranks, which are waited for. */
static double time_without_mpi(const struct gau_rank_job *job,
                               const struct gau_timer_result *result,
                               const struct gau_timer_row *row)
{
    double time = row->total_s;

    for (size_t i = 0; job->has_mpi && i < result->n && !gau_rank_row_is_mpi(row); i++)
        if (gau_rank_row_is_mpi(&result->rows[i]) && is_above(row, &result->rows[i]))
            time -= result->rows[i].total_s;
    return time;
}

/* What a rank waits for others below a row, where MpiAuditor separates that. */
static double waiting_below(const struct gau_rank_job *job, const struct gau_timer_result *result,
                            const struct gau_timer_row *row)
{
    double time = 0;

    for (size_t i = 0; job->has_waiting && i < result->n; i++)
        if (gau_rank_row_is_waiting(&result->rows[i]) &&
            (&result->rows[i] == row || is_above(row, &result->rows[i])))
            time += result->rows[i].total_s;
    return time;
}

/* What run.json says. */
static void add_run(struct gau_rank_job *job, size_t i)
{
    const struct gau_timer_result *const result = &job->set.runs[i];
    const json_t *const events = json_object_get(result->run, "events");
    const bool is_job = gau_timer_result_text(result, "job")[0];

    job->times[i].events = is_job && json_is_integer(events) ? json_integer_value(events) : -1;
    job->has_events |= job->times[i].events >= 0;
    job->is_of_events |= is_job;
    job->has_times |= result->timed;
    job->has_cpu |= result->timed && result->cpu_known;
    job->alone += job->size > 1 && gau_rank_is_alone(result->folder);
    job->numbers[i] = rank_of(result);
    gau_rank_end_read(&job->ends[i], result->folder);
}

static void add_rank(struct gau_rank_job *job, size_t i)
{
    const struct gau_timer_result *const result = &job->set.runs[i];

    add_run(job, i);
    for (size_t r = 0; r < result->n; r++)
        add_times(job, &job->times[i], &result->rows[r]);
    for (size_t r = 0; r < result->n; r++) {
        struct gau_rank_branch *const branch = branch_of(job, &result->rows[r]);
        const double time = time_without_mpi(job, result, &result->rows[r]);

        if (!branch)
            return;
        branch->calls += result->rows[r].calls;
        branch->sum_s += time;
        branch->waiting_s += waiting_below(job, result, &result->rows[r]);
        branch->ranks++;
        branch->least_s = fmin(branch->least_s, time);
        if (branch->ranks == 1 || time > branch->most_s) {
            branch->most_s = time;
            branch->slowest = job->numbers[i];
        }
    }
}

double gau_rank_branch_mean(const struct gau_rank_job *job, const struct gau_rank_branch *branch)
{
    return branch->sum_s / (double)job->set.n;
}

double gau_rank_branch_excess(const struct gau_rank_job *job, const struct gau_rank_branch *branch)
{
    return branch->most_s - gau_rank_branch_mean(job, branch);
}

/* qsort() has no argument for it; only the command has this view, by one thread. */
static const struct gau_rank_job *sorted;

static int by_excess(const void *a, const void *b)
{
    const double left = gau_rank_branch_excess(sorted, a),
                 right = gau_rank_branch_excess(sorted, b);

    return left < right ? 1 : left > right ? -1 : 0;
}

static bool read_size(struct gau_rank_job *job)
{
    char path[PATH_MAX];
    json_t *document;

    snprintf(path, sizeof path, "%s/ranks.json", job->folder);
    document = json_load_file(path, 0, NULL);
    job->size = document ? json_integer_value(json_object_get(document, "ranks")) : -1;
    json_decref(document);
    return job->size > 0;
}

static void refuse_others(const struct gau_rank_job *job)
{
    if (gau_is_merged_of_ranks(job->folder))
        gau_fail_first(job->error, GAU_ERR_USAGE,
                       "'%.*s' has the ranks of an MPI job merged, without the times of each; take "
                       "the folder that was merged",
                       GAU_QUOTE(job->folder));
    else
        gau_fail_first(job->error, GAU_ERR_USAGE,
                       "'%.*s' is not the result of an MPI job: it has no ranks.json, which "
                       "'mpirun -n 4 gaudit collect --time -o DIR -- PROGRAM' makes",
                       GAU_QUOTE(job->folder));
}

bool gau_rank_job_read(struct gau_rank_job *job)
{
    const struct gau_timer_grouping grouping = {0};
    struct gau_rank_folders folders;

    if (!read_size(job)) {
        refuse_others(job);
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
    job->times = calloc(job->set.n, sizeof *job->times);
    job->ends = calloc(job->set.n, sizeof *job->ends);
    if (!job->numbers || !job->times || !job->ends)
        gau_fail_memory(job->error, "ranks");
    for (size_t i = 0; i < job->set.n && job->error->status == GAU_OK; i++)
        add_rank(job, i);
    sorted = job;
    if (job->n > 0)
        qsort(job->branches, job->n, sizeof *job->branches, by_excess);
    return job->error->status == GAU_OK;
}

void gau_rank_job_clear(struct gau_rank_job *job)
{
    gau_timer_result_set_clear(&job->set);
    free(job->numbers);
    free(job->times);
    free(job->ends);
    free(job->branches);
    gau_map_clear(&job->by_path);
}
