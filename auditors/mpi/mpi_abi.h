/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_MPI_MPI_ABI_H
#define GAUDIT_AUDITORS_MPI_MPI_ABI_H

#include "mpi_calls.h"

/*
 * The few facts in which MPIs and languages differ: handles, statuses, constants. Handles are
 * returned as those of C; a place is that of an argument. Know the MPI before all else.
 */
void gau_mpi_know(void);

/* How many processes MPI_COMM_WORLD has; 0: not known. MPI has been initialized. */
int gau_mpi_world_size(void);

/* An integer, or the one at an address in Fortran. */
int64_t gau_mpi_integer(const struct gau_mpi_arguments *a, unsigned place);

/* The last argument but that for the error in Fortran. */
unsigned gau_mpi_last_place(const struct gau_mpi_arguments *a);

/* Whether the call has failed; @p status is what it returned in C. */
bool gau_mpi_has_failed(const struct gau_mpi_arguments *a, int status);

/* In bytes; 0: not known. The i-th of a list of datatypes. */
uint64_t gau_mpi_type_size(const struct gau_mpi_arguments *a, unsigned place);
uint64_t gau_mpi_listed_type_size(const struct gau_mpi_arguments *a, unsigned place, int i);

/* Processes that a collective call of the communicator sends to; neighbours of its topology. */
int gau_mpi_comm_size(const struct gau_mpi_arguments *a);
int gau_mpi_neighbours(const struct gau_mpi_arguments *a);
int gau_mpi_comm_rank(const struct gau_mpi_arguments *a);

/* Whether the buffer is MPI_IN_PLACE. */
bool gau_mpi_is_in_place(const struct gau_mpi_arguments *a, unsigned place);

/* The i-th of a list of requests. 0: none. */
gau_mpi_word gau_mpi_request(const struct gau_mpi_arguments *a, unsigned place, size_t i);

/* The index of the first request in lists of indices. */
int gau_mpi_first_index(const struct gau_mpi_arguments *a);

/* Whether the caller wants no status, or none of many. */
bool gau_mpi_ignores_status(const struct gau_mpi_arguments *a, unsigned place);
size_t gau_mpi_status_size(void);

/* The bytes that were received, by the i-th of statuses; 0 for what was cancelled. */
uint64_t gau_mpi_received(gau_mpi_word statuses, size_t i);

/* Waits for all of the communicator. */
void gau_mpi_wait_for_all(const struct gau_mpi_arguments *a);

#endif
