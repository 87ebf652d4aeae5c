/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_MPI_MPI_CALLS_H
#define GAUDIT_AUDITORS_MPI_MPI_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Calls of MPI, handed on with their arguments as they came: integers, handles and addresses, each
 * in a word. So nothing of an MPI is needed to build this, and one library serves all that have
 * the calling convention of the platform.
 */
typedef intptr_t gau_mpi_word;

/* From which language a call came: arguments of Fortran are addresses. */
enum gau_mpi_language { GAU_MPI_C, GAU_MPI_FORTRAN, GAU_MPI_F08, GAU_MPI_F08TS, GAU_MPI_LANGUAGES };

enum gau_mpi_kind { CALL, DATA, MANY, LIST, RECEIVE, POST, WAIT, WAITALL, WAITANY, TEST };

struct gau_mpi_call {
    const char *name;                       /* "MPI_Send" */
    const char *symbols[GAU_MPI_LANGUAGES]; /* "MPI_Send", "mpi_send_", ... */
    enum gau_mpi_kind kind;
    uint8_t count, type, comm; /* places among the arguments; 15: none */
};

extern const struct gau_mpi_call gau_mpi_calls[];

/* What was counted in this process; atomic. */
struct gau_mpi_counts {
    uint64_t calls, bytes;
};
extern struct gau_mpi_counts gau_mpi_counts[];

/* Before a collective call wait for the others in a barrier, as a section of its own. */
extern bool gau_mpi_separates_waiting;

/* --- clocks -------------------------------------------------------------------------------- */

/* Compare the clocks of ranks: after MPI has begun, and before it ends. */
extern bool gau_mpi_compares_clocks;
void gau_mpi_clocks_begin(void);
void gau_mpi_clocks_end(void);

/* --- what moves ---------------------------------------------------------------------------- */

struct gau_mpi_arguments {
    const struct gau_mpi_call *call;
    enum gau_mpi_language language;
    unsigned n;
    gau_mpi_word words[14];
    uint64_t room[16]; /* a status of our own, where the caller wants none */
};

/* Before the call: what it sends, or is given room for. May replace a status that is ignored. */
uint64_t gau_mpi_bytes_before(struct gau_mpi_arguments *a);

/* After it: what it received. @p requests is what gau_mpi_take_requests() returned. */
uint64_t gau_mpi_bytes_after(const struct gau_mpi_arguments *a, gau_mpi_word *requests);

/* Returns the requests that a call completes, as it changes them; NULL: none. To be freed. */
gau_mpi_word *gau_mpi_take_requests(struct gau_mpi_arguments *a);

/* Waits for all of the communicator. */
void gau_mpi_wait_for_all(const struct gau_mpi_arguments *a);

#endif
