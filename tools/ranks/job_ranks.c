/* SPDX-License-Identifier: Apache-2.0 */
#include "job_ranks.h"

#include "mpi_library.h"

#include "errors/errors.h"

#include <gaudit/clock.h>

const char *const gau_distributions[] = {"dynamic", "block", "cyclic", NULL};

void gau_job_ranks_close(struct gau_job_ranks *ranks)
{
    if (ranks->has_counter)
        gau_mpi_counter_close();
    gau_mpi_close();
}

/* --- events -------------------------------------------------------------------------------- */

static bool next_of_block(struct gau_job_ranks *r, uint64_t *first, uint64_t *end)
{
    const uint64_t rank = (uint64_t)r->place.rank, size = (uint64_t)r->place.size;

    *first = r->events / size * rank + (rank < r->events % size ? rank : r->events % size);
    *end = *first + r->events / size + (rank < r->events % size);
    return r->next++ == 0 && *first < *end;
}

static bool next_of_cycle(struct gau_job_ranks *r, uint64_t *first, uint64_t *end)
{
    *first = r->next;
    *end = r->next + 1;
    r->next += (uint64_t)r->place.size;
    return r->events == 0 || *first < r->events;
}

/* Towards the end of the job blocks shrink, so that ranks end together. */
static void ask_counter(struct gau_job_ranks *r)
{
    enum { SHARES = 8 };
    const uint64_t left = r->events - (r->at < r->events ? r->at : r->events);
    const uint64_t share = left / (SHARES * (uint64_t)r->place.size) + 1;

    r->asked = r->events > 0 && share < r->size ? share : r->size;
    gau_mpi_counter_start((int64_t)r->asked);
}

/*
 * Blocks grow until one takes a tenth of a second, so that a fetch, which may take milliseconds on
 * a busy machine, is seldom. While a block is worked on, the next is asked for: between hosts MPICH
 * answers when rank 0 is at the end of a block of its own.
 */
static bool next_of_counter(struct gau_job_ranks *r, uint64_t *first, uint64_t *end)
{
    enum { LONG_NS = 100000000, LARGEST = 1 << 20 };
    const uint64_t now = gau_clock_ns();

    if (r->began_ns && now - r->began_ns < LONG_NS / 2 && r->size < LARGEST)
        r->size *= 2;
    else if (r->began_ns && now - r->began_ns > LONG_NS && r->size > 1)
        r->size /= 2;
    if (!r->began_ns)
        ask_counter(r);
    *first = (uint64_t)gau_mpi_counter_wait();
    *end = *first + r->asked;
    r->at = *end;
    if (r->events > 0 && *first >= r->events)
        return false;
    ask_counter(r);
    r->began_ns = gau_clock_ns();
    return true;
}

/* Numbers of the job begin behind those that are skipped, with 1. */
static bool next_events(void *user, uint64_t *first, uint64_t *end)
{
    struct gau_job_ranks *const r = user;
    bool some = false;

    switch (r->how) {
    case GAU_DISTRIBUTE_DYNAMIC: some = next_of_counter(r, first, end); break;
    case GAU_DISTRIBUTE_BLOCK: some = next_of_block(r, first, end); break;
    case GAU_DISTRIBUTE_CYCLIC: some = next_of_cycle(r, first, end); break;
    }
    *first += r->skip + 1;
    *end += r->skip + 1;
    return some;
}

/* --- steps before a job -------------------------------------------------------------------- */

gau_status gau_job_ranks_open(struct gau_job_ranks *ranks, enum gau_distribution how,
                              gau_error *err)
{
    *ranks = (struct gau_job_ranks){.how = how, .size = 1};
    if (!gau_launcher_rank_find(&ranks->place))
        return gau_fail(err, GAU_ERR_USAGE,
                        "--mpi: this is no rank of a job of several ones: use 'mpirun -n 4 gaudit "
                        "run JOB.xml --mpi', or srun");
    return gau_mpi_open(&ranks->place, err);
}

gau_status gau_job_ranks_begin(struct gau_job_ranks *ranks, gau_app_settings *settings,
                               gau_error *err)
{
    ranks->skip = settings->skip;
    ranks->events = settings->events;
    if (ranks->how == GAU_DISTRIBUTE_BLOCK && ranks->events == 0)
        return gau_fail(err, GAU_ERR_USAGE,
                        "--distribute block needs -n N, the number of events; cyclic and dynamic "
                        "do not");
    if (ranks->how == GAU_DISTRIBUTE_CYCLIC)
        ranks->next = (uint64_t)ranks->place.rank;
    settings->next_events = next_events;
    settings->next_events_user = ranks;
    return GAU_OK;
}

gau_status gau_job_ranks_share(struct gau_job_ranks *ranks, gau_error *err)
{
    if (ranks->how != GAU_DISTRIBUTE_DYNAMIC || (ranks->has_counter = gau_mpi_counter_open()))
        return GAU_OK;
    return gau_fail(err, GAU_ERR_UNKNOWN,
                    "the MPI cannot share a counter of events between these ranks; --distribute "
                    "cyclic needs none");
}
