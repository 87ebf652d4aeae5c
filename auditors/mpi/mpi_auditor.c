/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr(), RTLD_DEFAULT */
#include "mpi_calls.h"

#include "mpi_table.h"

#include <gaudit/gaudit.h>

#include <dlfcn.h>
#include <string.h>

/*
 * MpiAuditor: calls of MPI and the bytes that they move.
 *
 *     GAUDIT_AUDITORS="TimerAuditor MpiAuditor:Barrier=true" GAUDIT_RESULT=result \
 *         mpirun -n 4 -x LD_PRELOAD=libgaudit-mpi.so ./solver
 *
 * libgaudit-mpi.so, preloaded or linked before the MPI, has the calls of MPI in front of those of
 * the MPI itself (the profiling interface of MPI-3.1, chapter 14): each is a section, below the
 * section that calls it. The module of this auditor is that library, and counts with it.
 *
 * With Barrier the processes of a communicator wait for each other before a collective call, in a
 * section "waiting": that separates what a process waits for the others from what the call takes.
 * Calls with a root, such as MPI_Bcast, do not wait for all by themselves: they can take twice as
 * long with it.
 *
 * With Clocks the clocks of the ranks are compared in MPI_Init and MPI_Finalize, unless all have
 * the same. All ranks of the job must have the library then: it sends messages of its own.
 */

struct mpi_auditor {
    bool barrier, clocks;
};

static const gau_property mpi_properties[] = {
    GAU_BOOL(struct mpi_auditor, barrier, "Barrier", false,
             "wait for the others before collective calls, as a section 'waiting'"),
    GAU_BOOL(struct mpi_auditor, clocks, "Clocks", false,
             "compare the clocks of ranks on different machines, for timelines with one zero; all "
             "ranks must be audited"),
    GAU_PROPERTY_END,
};

static gau_status mpi_initialize(void *self, gau_context *ctx)
{
    const struct mpi_auditor *const auditor = self;

    (void)ctx;
    gau_mpi_separates_waiting = auditor->barrier;
    gau_mpi_compares_clocks = auditor->clocks;
    return GAU_OK;
}

/* Counts are of the process. */
static void mpi_merge(void *self, void *other)
{
    (void)self;
    (void)other;
}

static bool is_of_other_gaudit(const Dl_info *calls, const Dl_info *own)
{
    const char *const slash = strrchr(calls->dli_fname, '/');

    return calls->dli_fbase != own->dli_fbase &&
           strstr(slash ? slash : calls->dli_fname, "gaudit-mpi");
}

/* This module has counted nothing: its library is not there, or that of another installation is in
 * front of it, whose module is not loaded. Then the sections are right all the same. */
static void warn_of_nothing(gau_context *ctx)
{
    void *const first = dlsym(RTLD_DEFAULT, "MPI_Init");
    Dl_info calls = {0}, own = {0};

    if (first && dladdr(first, &calls) && dladdr(&mpi_properties, &own) &&
        is_of_other_gaudit(&calls, &own))
        gau_warning(ctx,
                    "'mpi' has no calls and bytes: calls of MPI go to '%s', of another gaudit than "
                    "'%s'; their times are right. Preload libgaudit-mpi.so of the gaudit that the "
                    "program is linked with, or use its 'gaudit collect --mpi'",
                    calls.dli_fname, own.dli_fname);
    else
        gau_warning(ctx,
                    "no call of MPI came: libgaudit-mpi.so of this gaudit must be preloaded, as "
                    "'gaudit collect --mpi' does, or linked before the MPI");
}

static gau_status mpi_finalize(void *self, gau_context *ctx)
{
    gau_result *const result = gau_result_open(ctx, "mpi");
    uint64_t sum = 0;

    (void)self;
    gau_result_merge(result, "ranks max, calls: call key");
    gau_result_integer(result, "ranks", "", gau_mpi_ranks);
    gau_result_integer(result, "open_requests", "", (int64_t)gau_mpi_requests_count());
    gau_result_table(result, "calls");
    for (unsigned i = 0; i < GAU_MPI_N_CALLS; i++) {
        const uint64_t calls = __atomic_load_n(&gau_mpi_counts[i].calls, __ATOMIC_RELAXED);

        if (calls == 0)
            continue;
        sum += calls;
        gau_result_row(result);
        gau_result_text(result, "call", gau_mpi_calls[i].name);
        gau_result_integer(result, "calls", "", (int64_t)calls);
        gau_result_integer(result, "moved", "bytes",
                           (int64_t)__atomic_load_n(&gau_mpi_counts[i].bytes, __ATOMIC_RELAXED));
    }
    gau_result_end(result);
    if (sum == 0)
        warn_of_nothing(ctx);
    if (gau_mpi_aborts) /* that is how the program ends, with all results of its auditors */
        return gau_fail(ctx->error, GAU_ERR_STATE, "called MPI_Abort(%d)", gau_mpi_abort_code);
    return GAU_OK;
}

static const gau_class mpi_class = {
    GAU_CLASS("MpiAuditor", struct mpi_auditor,
              "Counts calls of MPI and the bytes that they move."),
    .properties = mpi_properties,
    .initialize = mpi_initialize,
    .merge = mpi_merge,
    .finalize = mpi_finalize,
    .auditor = GAU_AUDITOR(.only_events = true),
};
GAU_MODULE(&mpi_class);
