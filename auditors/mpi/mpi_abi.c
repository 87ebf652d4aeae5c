/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* RTLD_DEFAULT, RTLD_NEXT */
#include "mpi_abi.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

typedef gau_mpi_word w;

/* Constants of Fortran are variables, whose addresses programs pass; those of MPICH for mpif.h are
 * known when Fortran has been initialized, from variables of C. */
enum { CONSTANTS = 4 };
struct constants {
    const char *variables[CONSTANTS], *pointers[CONSTANTS];
    void *at[CONSTANTS], **pointers_at[CONSTANTS];
};

static struct constants ignored = {
    .variables = {"mpi_fortran_status_ignore_", "mpi_fortran_statuses_ignore_"},
    .pointers = {"MPI_F_STATUS_IGNORE", "MPI_F_STATUSES_IGNORE", "MPI_F08_STATUS_IGNORE",
                 "MPI_F08_STATUSES_IGNORE"},
};
static struct constants in_place = {
    .variables = {"mpi_fortran_in_place_", "MPIR_F08_MPI_IN_PLACE"},
    .pointers = {"MPIR_F_MPI_IN_PLACE"},
};

/* Handles of Open MPI are addresses; those of MPICH and its relatives are ints, in Fortran too. */
static struct {
    bool is_open_mpi;
    w world, byte, null_type;
    size_t status_size;
    w (*type_f2c)(int), (*comm_f2c)(int), (*request_f2c)(int);
    int (*type_size)(w, int *);
    int (*get_count)(w, w, int *);
    int (*get_elements)(w, w, int64_t *);
    int (*test_cancelled)(w, int *);
    int (*comm_size)(w, int *), (*comm_rank)(w, int *), (*remote_size)(w, int *);
    int (*is_between)(w, int *);
    int (*topology)(w, int *), (*dimensions)(w, int *), (*degree)(w, int, int *);
    int (*degrees)(w, int *, int *, int *);
    int (*barrier)(w);
} mpi;

/* --- the MPI ------------------------------------------------------------------------------- */

static void find(void *to, const char *name)
{
    void *const found = dlsym(RTLD_DEFAULT, name);

    memcpy(to, &found, sizeof found);
}

static void next_definition(void *to, const char *name)
{
    void *const found = dlsym(RTLD_NEXT, name);

    memcpy(to, &found, sizeof found);
}

static void find_constants(struct constants *c)
{
    for (unsigned i = 0; i < CONSTANTS; i++) {
        c->at[i] = c->variables[i] ? dlsym(RTLD_DEFAULT, c->variables[i]) : NULL;
        c->pointers_at[i] = c->pointers[i] ? dlsym(RTLD_DEFAULT, c->pointers[i]) : NULL;
    }
}

static void find_mpi(void)
{
    enum {
        MPICH_BYTE = 0x4c00010d,
        MPICH_NULL = 0x0c000000,
        MPICH_WORLD = 0x44000000
    }; /* also Intel's, Cray's, MVAPICH */
    void *const byte = dlsym(RTLD_DEFAULT, "ompi_mpi_byte");

    mpi.is_open_mpi = byte;
    mpi.byte = byte ? (w)byte : MPICH_BYTE;
    mpi.null_type = byte ? (w)dlsym(RTLD_DEFAULT, "ompi_mpi_datatype_null") : MPICH_NULL;
    mpi.world = byte ? (w)dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world") : MPICH_WORLD;
    mpi.status_size = byte ? 24 : 20;
    find(&mpi.type_f2c, "PMPI_Type_f2c");
    find(&mpi.comm_f2c, "PMPI_Comm_f2c");
    find(&mpi.request_f2c, "PMPI_Request_f2c");
    find(&mpi.type_size, "PMPI_Type_size");
    find(&mpi.get_count, "PMPI_Get_count");
    find(&mpi.get_elements, "PMPI_Get_elements_x");
    find(&mpi.test_cancelled, "PMPI_Test_cancelled");
    find(&mpi.comm_size, "PMPI_Comm_size");
    find(&mpi.comm_rank, "PMPI_Comm_rank");
    find(&mpi.remote_size, "PMPI_Comm_remote_size");
    find(&mpi.is_between, "PMPI_Comm_test_inter");
    find(&mpi.topology, "PMPI_Topo_test");
    find(&mpi.dimensions, "PMPI_Cartdim_get");
    find(&mpi.degree, "PMPI_Graph_neighbors_count");
    find(&mpi.degrees, "PMPI_Dist_graph_neighbors_count");
    find(&mpi.barrier, "PMPI_Barrier");
    find_constants(&ignored);
    find_constants(&in_place);
}

void gau_mpi_know(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, find_mpi);
}

int gau_mpi_world_size(void)
{
    int size = 0;

    gau_mpi_know();
    if (mpi.comm_size)
        mpi.comm_size(mpi.world, &size);
    return size;
}

/* --- arguments ----------------------------------------------------------------------------- */

static bool is_c(const struct gau_mpi_arguments *a)
{
    return a->language == GAU_MPI_C;
}

int64_t gau_mpi_integer(const struct gau_mpi_arguments *a, unsigned place)
{
    return is_c(a) ? (int)a->words[place] : *(const int *)a->words[place];
}

unsigned gau_mpi_last_place(const struct gau_mpi_arguments *a)
{
    return a->n - (is_c(a) ? 1 : 2);
}

/* In mpi_f08 the error is optional. */
bool gau_mpi_has_failed(const struct gau_mpi_arguments *a, int status)
{
    const int *const error = is_c(a) ? &status : (const int *)a->words[a->n - 1];

    return error && *error != 0;
}

static w from_fortran(int handle, w (*convert)(int))
{
    return mpi.is_open_mpi && convert ? convert(handle) : handle;
}

static bool is_one(const struct constants *c, w address)
{
    for (unsigned i = 0; i < CONSTANTS; i++)
        if ((c->at[i] && address == (w)c->at[i]) ||
            (c->pointers_at[i] && address == (w)*c->pointers_at[i]))
            return true;
    return false;
}

/* Buffers of the form f08ts have descriptors, which begin with the address. */
bool gau_mpi_is_in_place(const struct gau_mpi_arguments *a, unsigned place)
{
    const w word = a->words[place];

    if (is_c(a))
        return word == (mpi.is_open_mpi ? 1 : -1);
    return is_one(&in_place, a->language == GAU_MPI_F08TS && word ? *(const w *)word : word);
}

/* --- datatypes and communicators ----------------------------------------------------------- */

static uint64_t size_of(w type)
{
    int size = 0;

    if (mpi.type_size && type != mpi.null_type)
        mpi.type_size(type, &size);
    return size > 0 ? (uint64_t)size : 0;
}

uint64_t gau_mpi_type_size(const struct gau_mpi_arguments *a, unsigned place)
{
    const w word = a->words[place];

    return size_of(is_c(a) ? word : from_fortran(*(const int *)word, mpi.type_f2c));
}

uint64_t gau_mpi_listed_type_size(const struct gau_mpi_arguments *a, unsigned place, int i)
{
    if (is_c(a) && mpi.is_open_mpi)
        return size_of(((const w *)a->words[place])[i]);
    return size_of(from_fortran(((const int *)a->words[place])[i], is_c(a) ? NULL : mpi.type_f2c));
}

static w comm_of(const struct gau_mpi_arguments *a)
{
    const w word = a->words[a->call->comm];

    return is_c(a) ? word : from_fortran(*(const int *)word, mpi.comm_f2c);
}

int gau_mpi_comm_size(const struct gau_mpi_arguments *a)
{
    const w comm = comm_of(a);
    int size = 0, is_between = 0;

    if (mpi.is_between)
        mpi.is_between(comm, &is_between);
    if (is_between && mpi.remote_size)
        mpi.remote_size(comm, &size);
    else if (mpi.comm_size)
        mpi.comm_size(comm, &size);
    return size;
}

int gau_mpi_comm_rank(const struct gau_mpi_arguments *a)
{
    int rank = 0;

    if (mpi.comm_rank)
        mpi.comm_rank(comm_of(a), &rank);
    return rank;
}

/* Numbers of topologies: MPI_GRAPH, MPI_CART, MPI_DIST_GRAPH. */
int gau_mpi_neighbours(const struct gau_mpi_arguments *a)
{
    const int graph = mpi.is_open_mpi ? 2 : 1, grid = mpi.is_open_mpi ? 1 : 2, directed = 3;
    const w comm = comm_of(a);
    int kind = 0, n = 0, in, weighted;

    if (mpi.topology)
        mpi.topology(comm, &kind);
    if (kind == grid && mpi.dimensions) {
        mpi.dimensions(comm, &n);
        n *= 2;
    } else if (kind == graph && mpi.degree) {
        mpi.degree(comm, gau_mpi_comm_rank(a), &n);
    } else if (kind == directed && mpi.degrees) {
        mpi.degrees(comm, &in, &n, &weighted);
    }
    return n;
}

void gau_mpi_wait_for_all(const struct gau_mpi_arguments *a)
{
    if (mpi.barrier)
        mpi.barrier(comm_of(a));
}

/* --- requests and statuses ----------------------------------------------------------------- */

w gau_mpi_request(const struct gau_mpi_arguments *a, unsigned place, size_t i)
{
    const w list = a->words[place];

    if (is_c(a) && mpi.is_open_mpi)
        return ((const w *)list)[i];
    return from_fortran(((const int *)list)[i], is_c(a) ? NULL : mpi.request_f2c);
}

/* MPICH 4.0 returns indices of C to programs that use mpi_f08: so the second one of two requests is
 * waited for, where the first one is none, and the other sends nothing to no rank. */
static int first_of_mpich(void)
{
    enum { NULL_REQUEST = 0x2c000000, SELF = 0x44000001, NO_RANK = -1 };
    static int known = -1;
    int first = __atomic_load_n(&known, __ATOMIC_RELAXED), n = 2, index = 2, error;
    int (*send)(w, int, w, int, int, w, int *), (*wait)(int *, int *, int *, void *, int *);
    int requests[2] = {NULL_REQUEST, NULL_REQUEST};
    uint64_t status[16];

    if (first >= 0)
        return first;
    find(&send, "PMPI_Isend");
    next_definition(&wait, "mpi_waitany_f08_");
    if (send && wait && send(0, 0, mpi.byte, NO_RANK, 0, SELF, &requests[1]) == 0)
        wait(&n, requests, &index, status, &error);
    first = index == 1 ? 0 : 1;
    __atomic_store_n(&known, first, __ATOMIC_RELAXED);
    return first;
}

int gau_mpi_first_index(const struct gau_mpi_arguments *a)
{
    if (is_c(a))
        return 0;
    return a->language == GAU_MPI_FORTRAN || mpi.is_open_mpi ? 1 : first_of_mpich();
}

/* In C their addresses are 0 or 1. */
bool gau_mpi_ignores_status(const struct gau_mpi_arguments *a, unsigned place)
{
    const w word = a->words[place];

    return is_c(a) ? (uintptr_t)word <= 1 : is_one(&ignored, word);
}

size_t gau_mpi_status_size(void)
{
    return mpi.status_size;
}

/* Those of Fortran have the same members, but may be less aligned. */
uint64_t gau_mpi_received(w statuses, size_t i)
{
    uint64_t status[4] = {0};
    int64_t bytes = 0;
    int is_cancelled = 0, count = 0;

    memcpy(status, (const char *)statuses + i * mpi.status_size, mpi.status_size);
    if (mpi.test_cancelled)
        mpi.test_cancelled((w)status, &is_cancelled);
    if (is_cancelled)
        return 0;
    if (mpi.get_elements) {
        mpi.get_elements((w)status, mpi.byte, &bytes);
    } else if (mpi.get_count) {
        mpi.get_count((w)status, mpi.byte, &count);
        bytes = count;
    }
    return bytes > 0 ? (uint64_t)bytes : 0;
}
