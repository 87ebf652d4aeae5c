/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "mpi_calls.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { NO = 15 };
typedef gau_mpi_word w;

/* --- the MPI ------------------------------------------------------------------------------- */

/* Handles of Open MPI are addresses; those of MPICH and its relatives are ints. */
static struct {
    bool is_open_mpi;
    w byte;             /* MPI_BYTE */
    size_t status_size; /* in bytes */
    int (*type_size)(w, int *);
    int (*get_count)(w, w, int *);
    int (*comm_size)(w, int *);
    int (*barrier)(w);
    void (*fortran_type_size)(w, int *, int *);
    void (*fortran_comm_size)(w, int *, int *);
    void (*fortran_barrier)(w, int *);
} mpi;

static void find(void *to, const char *name)
{
    void *const found = dlsym(RTLD_DEFAULT, name);

    memcpy(to, &found, sizeof found);
}

static void find_mpi(void)
{
    enum { BYTE_OF_MPICH = 0x4c00010d }; /* of its ABI, which Intel's, Cray's and MVAPICH have */
    void *const byte = dlsym(RTLD_DEFAULT, "ompi_mpi_byte");

    mpi.is_open_mpi = byte;
    mpi.byte = byte ? (w)byte : BYTE_OF_MPICH;
    mpi.status_size = byte ? 24 : 20;
    find(&mpi.type_size, "PMPI_Type_size");
    find(&mpi.get_count, "PMPI_Get_count");
    find(&mpi.comm_size, "PMPI_Comm_size");
    find(&mpi.barrier, "PMPI_Barrier");
    find(&mpi.fortran_type_size, "pmpi_type_size_");
    find(&mpi.fortran_comm_size, "pmpi_comm_size_");
    find(&mpi.fortran_barrier, "pmpi_barrier_");
}

static void know_mpi(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, find_mpi);
}

/* --- sizes --------------------------------------------------------------------------------- */

static bool is_c(const struct gau_mpi_arguments *a)
{
    return a->language == GAU_MPI_C;
}

/* Of one element; 0: not known. */
static uint64_t type_size(const struct gau_mpi_arguments *a, w type)
{
    int size = 0, error;

    if (is_c(a) && mpi.type_size)
        mpi.type_size(type, &size);
    else if (!is_c(a) && mpi.fortran_type_size)
        mpi.fortran_type_size(type, &size, &error);
    return size > 0 ? (uint64_t)size : 0;
}

static int comm_size(const struct gau_mpi_arguments *a)
{
    const w comm = a->words[a->call->comm];
    int size = 0, error;

    if (is_c(a) && mpi.comm_size)
        mpi.comm_size(comm, &size);
    else if (!is_c(a) && mpi.fortran_comm_size)
        mpi.fortran_comm_size(comm, &size, &error);
    return size;
}

static int64_t count_at(const struct gau_mpi_arguments *a, unsigned place)
{
    return is_c(a) ? (int)a->words[place] : *(const int *)a->words[place];
}

/* A send buffer of MPI_IN_PLACE has no count of its own. */
static bool is_in_place(const struct gau_mpi_arguments *a)
{
    return is_c(a) && a->words[0] == (mpi.is_open_mpi ? 1 : -1);
}

static uint64_t bytes_of(const struct gau_mpi_arguments *a, int64_t count)
{
    return count > 0 ? (uint64_t)count * type_size(a, a->words[a->call->type]) : 0;
}

static uint64_t bytes_of_list(const struct gau_mpi_arguments *a)
{
    const int *const counts = (const int *)a->words[a->call->count];
    const int n = comm_size(a);
    int64_t sum = 0;

    for (int i = 0; i < n; i++)
        sum += counts[i];
    return bytes_of(a, sum);
}

/* A caller that ignores the status gives its address as 0 or 1. */
static void take_status(struct gau_mpi_arguments *a, unsigned place)
{
    if (is_c(a) && (uintptr_t)a->words[place] <= 1)
        a->words[place] = (w)a->room;
}

/* Collective calls on the root's data: the others have no such buffer in place. */
uint64_t gau_mpi_bytes_before(struct gau_mpi_arguments *a)
{
    know_mpi();
    switch (a->call->kind) {
    case DATA:
        return a->call->comm != NO && a->call->count == 1 && a->n > 6 && is_in_place(a)
                   ? 0
                   : bytes_of(a, count_at(a, a->call->count));
    case MANY: return is_in_place(a) ? 0 : bytes_of(a, count_at(a, a->call->count) * comm_size(a));
    case LIST: return is_in_place(a) && a->call->count == 1 ? 0 : bytes_of_list(a);
    case RECEIVE:
        if (!is_c(a))
            return bytes_of(a, count_at(a, a->call->count));
        take_status(a, a->n - 1);
        return 0;
    case POST: return is_c(a) ? 0 : bytes_of(a, count_at(a, a->call->count));
    case WAIT:
    case WAITANY:
    case TEST: take_status(a, a->n - 1); return 0;
    case WAITALL:
    case CALL: break;
    }
    return 0;
}

/* --- receives that are under way ----------------------------------------------------------- */

/* Requests of receives; a set of few. */
static struct {
    pthread_mutex_t lock;
    w *items;
    size_t n, size;
} posted = {.lock = PTHREAD_MUTEX_INITIALIZER};

static w request_at(w address)
{
    return mpi.is_open_mpi ? *(const w *)address : (w) * (const int *)address;
}

static void add_posted(w request)
{
    pthread_mutex_lock(&posted.lock);
    if (posted.n == posted.size) {
        const size_t size = posted.size ? 2 * posted.size : 64;
        w *const grown = realloc(posted.items, size * sizeof *grown);

        if (grown) {
            posted.items = grown;
            posted.size = size;
        }
    }
    if (posted.n < posted.size)
        posted.items[posted.n++] = request;
    pthread_mutex_unlock(&posted.lock);
}

/* Requests are mostly completed in the order in which they were made, or in its reverse. */
static bool remove_posted(w request)
{
    bool found = false;

    pthread_mutex_lock(&posted.lock);
    for (size_t i = posted.n; i-- > 0 && !found;)
        if (posted.items[i] == request) {
            posted.items[i] = posted.items[--posted.n];
            found = true;
        }
    pthread_mutex_unlock(&posted.lock);
    return found;
}

static uint64_t received(w status)
{
    int count = 0;

    if (mpi.get_count)
        mpi.get_count(status, mpi.byte, &count);
    return count > 0 ? (uint64_t)count : 0;
}

gau_mpi_word *gau_mpi_take_requests(struct gau_mpi_arguments *a)
{
    const bool one = a->call->kind == WAIT || a->call->kind == TEST;
    const size_t n = one ? 1 : (size_t)(int)a->words[0], size = mpi.is_open_mpi ? sizeof(w) : 4;
    const bool completes = one || a->call->kind == WAITALL || a->call->kind == WAITANY;
    const bool ignores = a->call->kind == WAITALL && (uintptr_t)a->words[2] <= 1;
    w *requests;

    if (!completes || !is_c(a) || n == 0)
        return NULL;
    /* Behind the requests there is room for statuses. */
    requests = malloc(n * sizeof *requests + (ignores ? n * mpi.status_size : 0));
    for (size_t i = 0; requests && i < n; i++)
        requests[i] = request_at(a->words[one ? 0 : 1] + (w)(i * size));
    if (requests && ignores)
        a->words[2] = (w)(requests + n);
    return requests;
}

static uint64_t complete_all(const struct gau_mpi_arguments *a, const w *requests)
{
    const size_t n = (size_t)(int)a->words[0];
    uint64_t bytes = 0;

    for (size_t i = 0; i < n; i++)
        if (remove_posted(requests[i]))
            bytes += received(a->words[2] + (w)(i * mpi.status_size));
    return bytes;
}

uint64_t gau_mpi_bytes_after(const struct gau_mpi_arguments *a, gau_mpi_word *requests)
{
    int index;

    if (!is_c(a))
        return 0;
    switch (a->call->kind) {
    case RECEIVE: return received(a->words[a->n - 1]);
    case POST: add_posted(request_at(a->words[a->n - 1])); return 0;
    case WAIT: return requests && remove_posted(requests[0]) ? received(a->words[1]) : 0;
    case TEST:
        return requests && *(const int *)a->words[1] && remove_posted(requests[0])
                   ? received(a->words[2])
                   : 0;
    case WAITANY:
        index = *(const int *)a->words[2];
        return requests && index >= 0 && index < (int)a->words[0] && remove_posted(requests[index])
                   ? received(a->words[3])
                   : 0;
    case WAITALL: return requests ? complete_all(a, requests) : 0;
    case CALL:
    case DATA:
    case MANY:
    case LIST: break;
    }
    return 0;
}

/* --- waiting ------------------------------------------------------------------------------- */

void gau_mpi_wait_for_all(const struct gau_mpi_arguments *a)
{
    const w comm = a->words[a->call->comm];
    int error;

    if (is_c(a) && mpi.barrier)
        mpi.barrier(comm);
    else if (!is_c(a) && mpi.fortran_barrier)
        mpi.fortran_barrier(comm, &error);
}
