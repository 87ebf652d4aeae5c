/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_MPI_MPI_REQUESTS_H
#define GAUDIT_AUDITORS_MPI_MPI_REQUESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Calls of MPI, handed on with their arguments as they came: integers, handles and addresses, each
 * in a word. So nothing of an MPI is needed to build this, and one library serves all that have
 * the calling convention of the platform.
 */
typedef intptr_t gau_mpi_word;

/*
 * The requests whose bytes are known later than at the call that makes them: receives, and what is
 * started again and again. The MPI may give the handle of a completed request to a new one at
 * once, also to another thread's: so each has a number, and what a call completes is looked up
 * before the call.
 */

enum gau_mpi_request_kind {
    GAU_MPI_NO_REQUEST,
    GAU_MPI_RECEIVES,
    GAU_MPI_KEEPS_RECEIVING,
    GAU_MPI_KEEPS_SENDING
};

struct gau_mpi_request {
    gau_mpi_word handle;
    uint64_t number;
    enum gau_mpi_request_kind kind;
    uint64_t bytes; /* of each start */
};

/* Replaces one of that handle, which was completed by a call that is not measured. */
void gau_mpi_requests_add(gau_mpi_word handle, enum gau_mpi_request_kind kind, uint64_t bytes);

/* The kind is GAU_MPI_NO_REQUEST if it is not there. */
struct gau_mpi_request gau_mpi_requests_find(gau_mpi_word handle);

/* Unless the handle is that of another one meanwhile. */
void gau_mpi_requests_remove(const struct gau_mpi_request *request);

size_t gau_mpi_requests_count(void);

#endif
