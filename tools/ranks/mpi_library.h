/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_RANKS_MPI_LIBRARY_H
#define GAUDIT_TOOLS_RANKS_MPI_LIBRARY_H

#include "documents/launcher_rank.h"

#include <stddef.h>
#include <stdint.h>

/*
 * The few calls of MPI that a job of several ranks needs, of the MPI whose launcher started this
 * process, which is loaded now. Handles are words: addresses in Open MPI, ints in MPICH and what
 * has its ABI. So nothing of an MPI is needed to build this.
 */

/* Loads the MPI and initializes it, for calls of one thread at a time. A process that is not the
 * rank that the launcher says is refused. */
gau_status gau_mpi_open(const struct gau_launcher_rank *rank, gau_error *err);

/* Returns when all ranks have called it. */
void gau_mpi_barrier(void);

/* Copies bytes of one rank to all. */
void gau_mpi_broadcast(int from, void *bytes, size_t size);

/* Puts a number of each rank into @p all, on all ranks. */
void gau_mpi_gather(int64_t number, int64_t *all);

/* Bytes from one rank to another, of the size that both know. */
void gau_mpi_send(int to, const void *bytes, size_t size);
void gau_mpi_receive(int from, void *bytes, size_t size);

/* Makes a counter that all ranks share, from 0 on. False: the MPI cannot. */
bool gau_mpi_counter_open(void);

/* Adds to it; the second waits for that, and returns what it was before. Between hosts an MPI may
 * answer only when rank 0 calls it: work is to be done between the two. */
void gau_mpi_counter_start(int64_t n);
int64_t gau_mpi_counter_wait(void);
void gau_mpi_counter_close(void);

/* Ends all ranks. */
_Noreturn void gau_mpi_abort(int status);
void gau_mpi_close(void);

#endif
