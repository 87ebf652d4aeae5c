/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* setenv() */
#include "mpi_library.h"

#include "errors/errors.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef intptr_t word;

/* Handles of MPICH's ABI, which those of Intel, Cray and MVAPICH have, too. */
enum {
    MPICH_WORLD = 0x44000000,
    MPICH_BYTE = 0x4c00010d,
    MPICH_INT64 = 0x4c00083a,
    MPICH_SUM = 0x58000003,
    MPICH_INFO_NULL = 0x1c000000
};

enum { SERIALIZED = 2 }; /* MPI_THREAD_SERIALIZED */

#define FUNCTIONS(F)                                                                     \
    F(init_thread, Init_thread, (int *, char ***, int, int *))                           \
    F(finalize, Finalize, (void))                                                        \
    F(abort, Abort, (word, int))                                                         \
    F(comm_rank, Comm_rank, (word, int *))                                               \
    F(comm_size, Comm_size, (word, int *))                                               \
    F(barrier, Barrier, (word))                                                          \
    F(bcast, Bcast, (void *, int, word, int, word))                                      \
    F(allgather, Allgather, (const void *, int, word, void *, int, word, word))          \
    F(send, Send, (const void *, int, word, int, int, word))                             \
    F(recv, Recv, (void *, int, word, int, int, word, void *))                           \
    F(comm_split_type, Comm_split_type, (word, int, int, word, void *))                  \
    F(win_shared_query, Win_shared_query, (word, int, void *, int *, void *))            \
    F(win_allocate_shared, Win_allocate_shared, (word, int, word, word, void *, void *)) \
    F(win_allocate, Win_allocate, (word, int, word, word, void *, void *))               \
    F(win_free, Win_free, (void *))                                                      \
    F(win_lock_all, Win_lock_all, (int, word))                                           \
    F(win_unlock_all, Win_unlock_all, (word))                                            \
    F(win_flush, Win_flush, (int, word))                                                 \
    F(fetch_and_op, Fetch_and_op, (const void *, void *, word, int, word, word, word))

#define MEMBER(member, Name, arguments) int(*member) arguments;

static struct {
    FUNCTIONS(MEMBER)
    word world, byte, int64, sum, info_null;
    bool is_open_mpi;
    union handle {
        word address;
        int number;
    } window;
    _Atomic int64_t *counter;
    bool is_shared;        /* in the memory of all ranks */
    int64_t added, before; /* by one fetch */
    int rank;
} mpi;

/* --- loading ------------------------------------------------------------------------------- */

static void *symbol(void *library, const char *name, gau_error *err)
{
    void *const found = dlsym(library, name);

    if (!found)
        gau_fail_first(err, GAU_ERR_UNKNOWN, "the MPI has no %s: it is older than MPI 3", name);
    return found;
}

#define FIND(member, Name, arguments)                           \
    {                                                           \
        void *const found = symbol(library, "MPI_" #Name, err); \
        memcpy(&mpi.member, &found, sizeof found);              \
    }

static void find_all(void *library, gau_error *err)
{
    FUNCTIONS(FIND)
    mpi.is_open_mpi = dlsym(library, "ompi_mpi_comm_world");
    if (mpi.is_open_mpi) {
        mpi.world = (word)symbol(library, "ompi_mpi_comm_world", err);
        mpi.byte = (word)symbol(library, "ompi_mpi_byte", err);
        mpi.int64 = (word)symbol(library, "ompi_mpi_int64_t", err);
        mpi.sum = (word)symbol(library, "ompi_mpi_op_sum", err);
        mpi.info_null = (word)symbol(library, "ompi_mpi_info_null", err);
    } else {
        mpi.world = MPICH_WORLD;
        mpi.byte = MPICH_BYTE;
        mpi.int64 = MPICH_INT64;
        mpi.sum = MPICH_SUM;
        mpi.info_null = MPICH_INFO_NULL;
    }
}

/* Names of the library, for each launcher; srun starts both. */
static void *load(const char *launcher, gau_error *err)
{
    static const char *const open_mpi[] = {"libmpi.so.40", "libmpi.so.80", NULL};
    static const char *const mpich[] = {"libmpich.so.12", "libmpi.so.12", NULL};
    const char *const own = getenv("GAUDIT_MPI_LIBRARY");
    const bool is_mpich =
        strcmp(launcher, "MPICH") == 0 || (strcmp(launcher, "Slurm") == 0 && !getenv("PMIX_RANK"));
    const char *const *const names = is_mpich ? mpich : open_mpi;
    void *library = own && *own ? dlopen(own, RTLD_NOW) : NULL;

    for (size_t i = 0; !library && !(own && *own) && names[i]; i++)
        library = dlopen(names[i], RTLD_NOW);
    if (!library)
        gau_fail_first(err, GAU_ERR_USAGE,
                       "--mpi: the MPI of %s cannot be loaded: %s; GAUDIT_MPI_LIBRARY may name it",
                       launcher, dlerror());
    return library;
}

gau_status gau_mpi_open(const struct gau_launcher_rank *rank, gau_error *err)
{
    void *const library = load(rank->launcher, err);
    int provided, found = -1, size = -1;

    if (library)
        find_all(library, err);
    if (err->status != GAU_OK)
        return err->status;
    mpi.init_thread(NULL, NULL, SERIALIZED, &provided);
    mpi.comm_rank(mpi.world, &found);
    mpi.comm_size(mpi.world, &size);
    mpi.rank = found;
    if (found == rank->rank && size == rank->size)
        return GAU_OK;
    return gau_fail(err, GAU_ERR_USAGE,
                    "--mpi: %s says that this is rank %d of %d, and the MPI that was loaded that "
                    "it is %d of %d: it is another MPI; GAUDIT_MPI_LIBRARY may name the right one",
                    rank->launcher, rank->rank, rank->size, found, size);
}

/* --- messages ------------------------------------------------------------------------------ */

/* Counts of MPI are ints. */
enum { PIECE = 1 << 30, TAG = 45 };

void gau_mpi_barrier(void)
{
    mpi.barrier(mpi.world);
}

void gau_mpi_broadcast(int from, void *bytes, size_t size)
{
    char *at = bytes;

    for (; size > 0; size -= size < PIECE ? size : PIECE, at += PIECE)
        mpi.bcast(at, (int)(size < PIECE ? size : PIECE), mpi.byte, from, mpi.world);
}

void gau_mpi_gather(int64_t number, int64_t *all)
{
    mpi.allgather(&number, sizeof number, mpi.byte, all, sizeof number, mpi.byte, mpi.world);
}

void gau_mpi_send(int to, const void *bytes, size_t size)
{
    const char *at = bytes;

    for (; size > 0; size -= size < PIECE ? size : PIECE, at += PIECE)
        mpi.send(at, (int)(size < PIECE ? size : PIECE), mpi.byte, to, TAG, mpi.world);
}

void gau_mpi_receive(int from, void *bytes, size_t size)
{
    uint64_t status[16]; /* larger than that of any MPI */
    char *at = bytes;

    for (; size > 0; size -= size < PIECE ? size : PIECE, at += PIECE)
        mpi.recv(at, (int)(size < PIECE ? size : PIECE), mpi.byte, from, TAG, mpi.world, status);
}

/* --- the counter --------------------------------------------------------------------------- */

static word value(union handle handle)
{
    return mpi.is_open_mpi ? handle.address : handle.number;
}

static bool is_one_host(void)
{
    const int open_mpi_shared = 0, mpich_shared = 1; /* MPI_COMM_TYPE_SHARED */
    union handle host;
    int here = 0, all = 0;

    mpi.comm_size(mpi.world, &all);
    return mpi.comm_split_type(mpi.world, mpi.is_open_mpi ? open_mpi_shared : mpich_shared, 0,
                               mpi.info_null, &host) == 0 &&
           mpi.comm_size(value(host), &here) == 0 && here == all;
}

bool gau_mpi_counter_open(void)
{
    const word size = mpi.rank == 0 ? (word)sizeof *mpi.counter : 0;
    const int unit = sizeof *mpi.counter;
    word found_size;
    int found_unit;

    mpi.is_shared = is_one_host();
    if ((mpi.is_shared ? mpi.win_allocate_shared : mpi.win_allocate)(
            size, unit, mpi.info_null, mpi.world, &mpi.counter, &mpi.window) != 0)
        return false;
    if (mpi.is_shared &&
        mpi.win_shared_query(value(mpi.window), 0, &found_size, &found_unit, &mpi.counter) != 0)
        return false;
    if (mpi.rank == 0)
        *mpi.counter = 0;
    gau_mpi_barrier();
    return mpi.is_shared || mpi.win_lock_all(0, value(mpi.window)) == 0;
}

void gau_mpi_counter_start(int64_t n)
{
    mpi.added = n;
    if (mpi.is_shared)
        mpi.before = atomic_fetch_add(mpi.counter, n);
    else
        mpi.fetch_and_op(&mpi.added, &mpi.before, mpi.int64, 0, 0, mpi.sum, value(mpi.window));
}

int64_t gau_mpi_counter_wait(void)
{
    if (!mpi.is_shared)
        mpi.win_flush(0, value(mpi.window));
    return mpi.before;
}

void gau_mpi_counter_close(void)
{
    if (!mpi.is_shared)
        mpi.win_unlock_all(value(mpi.window));
    mpi.win_free(&mpi.window);
}

/* --- the end ------------------------------------------------------------------------------- */

_Noreturn void gau_mpi_abort(int status)
{
    mpi.abort(mpi.world, status);
    _Exit(status);
}

void gau_mpi_close(void)
{
    mpi.finalize();
}
