/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_MPI_MPI_CALLS_H
#define GAUDIT_AUDITORS_MPI_MPI_CALLS_H

#include "mpi_requests.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From which language a call came: arguments of Fortran are addresses. */
enum gau_mpi_language { GAU_MPI_C, GAU_MPI_FORTRAN, GAU_MPI_F08, GAU_MPI_F08TS, GAU_MPI_LANGUAGES };

/* What a call does; see the table. */
enum gau_mpi_kind {
    CALL,
    DATA,
    ONE,
    SHARE,
    SHARE_LIST,
    MANY,
    LIST,
    TYPES,
    NEIGHBOURS,
    NEIGHBOUR_LIST,
    NEIGHBOUR_TYPES,
    RECEIVE, /* from here on with more after the call */
    BOTH,
    POST,
    SEND_AGAIN,
    RECEIVE_AGAIN,
    START, /* from here on with requests */
    STARTALL,
    FREE,
    WAIT,
    WAITALL,
    WAITANY,
    WAITSOME,
    TEST,
    TESTALL,
    TESTANY,
    GAU_MPI_KINDS,
    FIRST_WITH_MORE = RECEIVE
};

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

/* How many ranks there are; 0: MPI was not initialized. */
extern int gau_mpi_ranks;

/* Set by a call of MPI_Abort(), and what it was called with. */
extern bool gau_mpi_aborts;
extern int gau_mpi_abort_code;

/* --- clocks -------------------------------------------------------------------------------- */

/* Compare the clocks of ranks: after MPI has begun, and before it ends. */
extern bool gau_mpi_compares_clocks;
void gau_mpi_clocks_begin(void);
void gau_mpi_clocks_end(void);

/* --- what moves ---------------------------------------------------------------------------- */

enum { GAU_MPI_FEW = 4 };

struct gau_mpi_arguments {
    const struct gau_mpi_call *call;
    enum gau_mpi_language language;
    unsigned n;
    gau_mpi_word words[14];
    struct gau_mpi_request *requests; /* that the call is given, as they were before it */
    size_t n_requests;
    struct gau_mpi_request few[GAU_MPI_FEW];
    uint64_t room[16]; /* statuses of our own, where the caller wants none */
};

/* Before the call: what it sends. May replace statuses that are ignored. */
uint64_t gau_mpi_bytes_before(struct gau_mpi_arguments *a);

/* After it: with what it received. @p status is what it returned in C. */
uint64_t gau_mpi_bytes_after(struct gau_mpi_arguments *a, uint64_t before, int status);
void gau_mpi_bytes_end(struct gau_mpi_arguments *a);

#endif
