/* SPDX-License-Identifier: Apache-2.0 */
#include "mpi_abi.h"
#include "mpi_requests.h"

#include <stdlib.h>
#include <string.h>

enum { NO = 15 };
typedef gau_mpi_word w;

/* --- what is sent -------------------------------------------------------------------------- */

static uint64_t bytes_of(const struct gau_mpi_arguments *a, int64_t count, unsigned type)
{
    return count > 0 ? (uint64_t)count * gau_mpi_type_size(a, type) : 0;
}

static uint64_t of_list(const struct gau_mpi_arguments *a, unsigned counts, unsigned type, int n)
{
    const int *const list = (const int *)a->words[counts];
    int64_t sum = 0;

    for (int i = 0; i < n; i++)
        sum += list[i];
    return bytes_of(a, sum, type);
}

/* A list of datatypes, too. */
static uint64_t of_types(const struct gau_mpi_arguments *a, unsigned counts, unsigned types, int n)
{
    const int *const list = (const int *)a->words[counts];
    uint64_t sum = 0;

    for (int i = 0; i < n; i++)
        if (list[i] > 0)
            sum += (uint64_t)list[i] * gau_mpi_listed_type_size(a, types, i);
    return sum;
}

/* Where count and datatype of what a call with MPI_IN_PLACE sends are, behind those of its send
 * buffer: those of the receive buffer. */
static unsigned places_behind(enum gau_mpi_kind kind)
{
    return kind == LIST || kind == TYPES ? 4 : 3;
}

/* Each has a buffer, then its count. What is in place otherwise is not moved: a root's own part. */
static uint64_t in_place(const struct gau_mpi_arguments *a)
{
    const unsigned count = a->call->count + places_behind(a->call->kind);
    const unsigned type = a->call->type + places_behind(a->call->kind);

    switch ((int)a->call->kind) {
    case SHARE: return bytes_of(a, gau_mpi_integer(a, count), type);
    case SHARE_LIST:
        return bytes_of(a, ((const int *)a->words[count])[gau_mpi_comm_rank(a)], type + 1);
    case MANY: return bytes_of(a, gau_mpi_integer(a, count) * gau_mpi_comm_size(a), type);
    case LIST: return of_list(a, count, type, gau_mpi_comm_size(a));
    case TYPES: return of_types(a, count, type, gau_mpi_comm_size(a));
    default: return 0;
    }
}

static uint64_t bytes_sent(const struct gau_mpi_arguments *a)
{
    const unsigned count = a->call->count, type = a->call->type;

    if (count != NO && count > 0 && gau_mpi_is_in_place(a, count - 1))
        return in_place(a);
    switch ((int)a->call->kind) {
    case DATA:
    case BOTH:
    case SHARE:
    case SHARE_LIST:
    case SEND_AGAIN: return bytes_of(a, gau_mpi_integer(a, count), type);
    case ONE: return gau_mpi_type_size(a, type);
    case MANY: return bytes_of(a, gau_mpi_integer(a, count) * gau_mpi_comm_size(a), type);
    case LIST: return of_list(a, count, type, gau_mpi_comm_size(a));
    case TYPES: return of_types(a, count, type, gau_mpi_comm_size(a));
    case NEIGHBOURS: return bytes_of(a, gau_mpi_integer(a, count) * gau_mpi_neighbours(a), type);
    case NEIGHBOUR_LIST: return of_list(a, count, type, gau_mpi_neighbours(a));
    case NEIGHBOUR_TYPES: return of_types(a, count, type, gau_mpi_neighbours(a));
    default: return 0;
    }
}

/* --- calls on requests --------------------------------------------------------------------- */

/* Where they have what, among their arguments. */
struct places {
    uint8_t n, requests, flag, some, indices;
};

static const struct places *places_of(enum gau_mpi_kind kind)
{
    static const struct places places[GAU_MPI_KINDS] = {
        [START] = {NO, 0, NO, NO, NO},  [STARTALL] = {0, 1, NO, NO, NO},
        [FREE] = {NO, 0, NO, NO, NO},   [WAIT] = {NO, 0, NO, NO, NO},
        [WAITALL] = {0, 1, NO, NO, NO}, [WAITANY] = {0, 1, NO, NO, 2},
        [WAITSOME] = {0, 1, NO, 2, 3},  [TEST] = {NO, 0, 1, NO, NO},
        [TESTALL] = {0, 1, 2, NO, NO},  [TESTANY] = {0, 1, 3, NO, 2},
    };

    return kind >= START && kind <= TESTANY ? &places[kind] : NULL;
}

static bool completes(const struct gau_mpi_arguments *a)
{
    return a->call->kind >= WAIT && a->call->kind <= TESTANY;
}

/* Statuses of our own, if the caller wants none: in the room of the arguments, or behind the
 * requests. */
static void take_statuses(struct gau_mpi_arguments *a, bool one)
{
    const unsigned place = gau_mpi_last_place(a);

    if (!gau_mpi_ignores_status(a, place))
        return;
    memset(a->room, 0, sizeof a->room);
    if (one)
        a->words[place] = (w)a->room;
    else if (a->requests == a->few)
        a->words[place] = (w)a->room;
    else
        a->words[place] = (w)(a->requests + a->n_requests);
}

static void take_requests(struct gau_mpi_arguments *a, const struct places *at)
{
    const int64_t n = at->n == NO ? 1 : gau_mpi_integer(a, at->n);

    if (n <= 0)
        return;
    a->requests = (size_t)n <= GAU_MPI_FEW
                      ? a->few
                      : calloc((size_t)n, sizeof *a->requests + gau_mpi_status_size());
    if (!a->requests)
        return;
    a->n_requests = (size_t)n;
    for (size_t i = 0; i < a->n_requests; i++)
        a->requests[i] = gau_mpi_requests_find(gau_mpi_request(a, at->requests, i));
    if (completes(a))
        take_statuses(a, at->n == NO || (at->indices != NO && at->some == NO));
}

/* A request that is freed is not waited for: what it receives is not known. */
static uint64_t start_or_free(const struct gau_mpi_arguments *a)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < a->n_requests; i++)
        if (a->call->kind == FREE)
            gau_mpi_requests_remove(&a->requests[i]);
        else if (a->requests[i].kind == GAU_MPI_KEEPS_SENDING)
            bytes += a->requests[i].bytes;
    return bytes;
}

static uint64_t complete(const struct gau_mpi_request *request, w statuses, size_t i)
{
    if (request->kind == GAU_MPI_RECEIVES)
        gau_mpi_requests_remove(request);
    return request->kind == GAU_MPI_RECEIVES || request->kind == GAU_MPI_KEEPS_RECEIVING
               ? gau_mpi_received(statuses, i)
               : 0;
}

/* Some indices may be MPI_UNDEFINED, which is negative. */
static uint64_t complete_all(const struct gau_mpi_arguments *a, const struct places *at)
{
    const int *const some = at->some == NO ? NULL : (const int *)a->words[at->some];
    const int *const indices = at->indices == NO ? NULL : (const int *)a->words[at->indices];
    const w statuses = a->words[gau_mpi_last_place(a)];
    const int64_t n = some ? *some : indices ? 1 : (int64_t)a->n_requests;
    const int first = indices ? gau_mpi_first_index(a) : 0;
    uint64_t bytes = 0;

    if (at->flag != NO && *(const int *)a->words[at->flag] == 0)
        return 0;
    for (int64_t i = 0; i < n; i++) {
        const int64_t index = indices ? indices[i] - first : i;

        if (index >= 0 && (size_t)index < a->n_requests)
            bytes += complete(&a->requests[index], statuses, (size_t)i);
    }
    return bytes;
}

/* --- before and after ---------------------------------------------------------------------- */

uint64_t gau_mpi_bytes_before(struct gau_mpi_arguments *a)
{
    const struct places *const at = places_of(a->call->kind);

    gau_mpi_know();
    if (a->call->kind == RECEIVE || a->call->kind == BOTH)
        take_statuses(a, true);
    if (at)
        take_requests(a, at);
    return at ? (completes(a) ? 0 : start_or_free(a)) : bytes_sent(a);
}

uint64_t gau_mpi_bytes_after(struct gau_mpi_arguments *a, uint64_t before, int status)
{
    const struct places *const at = places_of(a->call->kind);
    unsigned last;

    if (a->call->kind < FIRST_WITH_MORE || gau_mpi_has_failed(a, status))
        return before;
    if (completes(a))
        return complete_all(a, at);
    last = gau_mpi_last_place(a);
    switch ((int)a->call->kind) {
    case RECEIVE:
    case BOTH: return before + gau_mpi_received(a->words[last], 0);
    case POST: gau_mpi_requests_add(gau_mpi_request(a, last, 0), GAU_MPI_RECEIVES, 0); return 0;
    case RECEIVE_AGAIN:
        gau_mpi_requests_add(gau_mpi_request(a, last, 0), GAU_MPI_KEEPS_RECEIVING, 0);
        return 0;
    case SEND_AGAIN:
        gau_mpi_requests_add(gau_mpi_request(a, last, 0), GAU_MPI_KEEPS_SENDING, before);
        return 0;
    default: return before;
    }
}

void gau_mpi_bytes_end(struct gau_mpi_arguments *a)
{
    if (a->requests != a->few)
        free(a->requests);
}
