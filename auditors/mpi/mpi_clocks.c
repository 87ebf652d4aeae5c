/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "mpi_calls.h"

#include <gaudit/rank_clocks.h>

#include <dlfcn.h>
#include <string.h>

bool gau_mpi_compares_clocks;

typedef gau_mpi_word w;

/* Functions of MPI's profiling interface: nothing here is a call of the program. */
static struct {
    int (*comm_rank)(w, int *);
    int (*comm_size)(w, int *);
    int (*comm_dup)(w, void *);
    int (*comm_free)(void *);
    int (*bcast)(void *, int, w, int, w);
    int (*send)(const void *, int, w, int, int, w);
    int (*recv)(void *, int, w, int, int, w, void *);
    bool is_open_mpi;
    w world, byte;
    union {
        w address;
        int number;
    } own; /* a communicator, so that messages of the program are not met */
    bool has_own;
} mpi;

enum { TAG = 45 };

static bool find(void *to, const char *name)
{
    void *const found = dlsym(RTLD_DEFAULT, name);

    memcpy(to, &found, sizeof found);
    return found;
}

static bool find_mpi(void)
{
    enum { WORLD_OF_MPICH = 0x44000000, BYTE_OF_MPICH = 0x4c00010d };

    mpi.is_open_mpi = find(&mpi.world, "ompi_mpi_comm_world") && find(&mpi.byte, "ompi_mpi_byte");
    if (!mpi.is_open_mpi) {
        mpi.world = WORLD_OF_MPICH;
        mpi.byte = BYTE_OF_MPICH;
    }
    return find(&mpi.comm_rank, "PMPI_Comm_rank") && find(&mpi.comm_size, "PMPI_Comm_size") &&
           find(&mpi.comm_dup, "PMPI_Comm_dup") && find(&mpi.comm_free, "PMPI_Comm_free") &&
           find(&mpi.bcast, "PMPI_Bcast") && find(&mpi.send, "PMPI_Send") &&
           find(&mpi.recv, "PMPI_Recv");
}

static w communicator(void)
{
    return !mpi.has_own ? mpi.world : mpi.is_open_mpi ? mpi.own.address : mpi.own.number;
}

static void broadcast(void *user, uint64_t *word)
{
    (void)user;
    mpi.bcast(word, sizeof *word, mpi.byte, 0, communicator());
}

static void send_word(void *user, int to, uint64_t word)
{
    (void)user;
    mpi.send(&word, sizeof word, mpi.byte, to, TAG, communicator());
}

static uint64_t receive_word(void *user, int from)
{
    uint64_t word = 0, status[16]; /* larger than that of any MPI */

    (void)user;
    mpi.recv(&word, sizeof word, mpi.byte, from, TAG, communicator(), status);
    return word;
}

static bool compare(void)
{
    gau_rank_messages messages = {.broadcast = broadcast,
                                  .send = send_word,
                                  .receive = receive_word};

    mpi.comm_rank(mpi.world, &messages.rank);
    mpi.comm_size(mpi.world, &messages.size);
    return gau_rank_clocks_compare(&messages);
}

/* Nothing of the program has been sent before: the communicator of all ranks serves. */
void gau_mpi_clocks_begin(void)
{
    if (gau_mpi_compares_clocks && find_mpi() && compare())
        mpi.has_own = mpi.comm_dup(mpi.world, &mpi.own) == 0;
}

void gau_mpi_clocks_end(void)
{
    if (!mpi.has_own)
        return;
    compare();
    mpi.comm_free(&mpi.own);
    mpi.has_own = false;
}
