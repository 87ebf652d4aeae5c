/* SPDX-License-Identifier: Apache-2.0 */
/* Collective calls that move bytes by lists, in place, between neighbours, and without waiting;
 * one-sided ones; files. */
#include "counted.h"

#include <stdio.h>
#include <stdlib.h>

enum { N = 64, MOST = 16 };

static int in[N * MOST], out[N * MOST];

static void at_once(int rank, int size)
{
    int counts[MOST], places[MOST], sum = 0;
    MPI_Datatype types[MOST];
    MPI_Request requests[6];

    for (int i = 0; i < size; i++) {
        counts[i] = i + rank + 1;
        places[i] = 0;
        types[i] = i % 2 ? MPI_SHORT : MPI_INT;
        sum += counts[i];
    }
    MPI_Ialltoall(out, 3, MPI_INT, in, 3, MPI_INT, MPI_COMM_WORLD, &requests[0]);
    MPI_Waitall(1, requests, MPI_STATUSES_IGNORE);
    MPI_Ialltoallv(out, counts, places, MPI_INT, in, counts, places, MPI_INT, MPI_COMM_WORLD,
                   &requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    count("MPI_Ialltoall", 12 * size);
    count("MPI_Waitall", 0);
    count("MPI_Ialltoallv", 4 * sum);
    count("MPI_Wait", 0);
    MPI_Ibcast(out, 5, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(out, in, 6, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    MPI_Ireduce_scatter_block(out, in + N, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[2]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    count("MPI_Ibcast", 20);
    count("MPI_Iallreduce", 24);
    count("MPI_Ireduce_scatter_block", 8 * size);
    count("MPI_Waitall", 0);
    for (int i = 0; i < size; i++)
        counts[i] = 2;
    MPI_Alltoallw(out, counts, places, types, in, counts, places,
                  rank % 2 ? (MPI_Datatype[]){MPI_SHORT, MPI_SHORT, MPI_SHORT, MPI_SHORT}
                           : (MPI_Datatype[]){MPI_INT, MPI_INT, MPI_INT, MPI_INT},
                  MPI_COMM_WORLD);
    count("MPI_Alltoallw", 8 * ((size + 1) / 2) + 4 * (size / 2));
}

/* What is in place has count and datatype of the receive buffer. */
static void in_place(int rank, int size)
{
    int counts[MOST], places[MOST];

    for (int i = 0; i < size; i++) {
        counts[i] = i + 1;
        places[i] = N * i;
    }
    MPI_Allgather(MPI_IN_PLACE, 99, MPI_DATATYPE_NULL, in, 3, MPI_INT, MPI_COMM_WORLD);
    count("MPI_Allgather", 12);
    MPI_Allgatherv(MPI_IN_PLACE, 99, MPI_DATATYPE_NULL, in, counts, places, MPI_INT,
                   MPI_COMM_WORLD);
    count("MPI_Allgatherv", 4 * (rank + 1));
    MPI_Alltoall(MPI_IN_PLACE, 99, MPI_DATATYPE_NULL, in, 3, MPI_INT, MPI_COMM_WORLD);
    count("MPI_Alltoall", 12 * size);
    for (int i = 0; i < size; i++)
        counts[i] = 2;
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, in, counts, places, MPI_INT,
                  MPI_COMM_WORLD);
    count("MPI_Alltoallv", 8 * size);
    MPI_Gather(rank == 0 ? MPI_IN_PLACE : out, 3, MPI_INT, in, 3, MPI_INT, 0, MPI_COMM_WORLD);
    count("MPI_Gather", rank == 0 ? 0 : 12);
    MPI_Scatter(out, 3, MPI_INT, rank == 0 ? MPI_IN_PLACE : in, 3, MPI_INT, 0, MPI_COMM_WORLD);
    count("MPI_Scatter", rank == 0 ? 0 : 12);
}

/* A ring has two neighbours; a directed graph, in which each sends to the next, one. */
static void neighbours(int rank, int size)
{
    const int next = (rank + 1) % size, before = (rank + size - 1) % size, around = 1;
    const int counts[2] = {1, 2}, places[2] = {0, 8};
    MPI_Comm ring, graph;
    MPI_Request request;

    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &around, 0, &ring);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before, MPI_UNWEIGHTED, 1, &next,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
    count("MPI_Cart_create", 0);
    count("MPI_Dist_graph_create_adjacent", 0);
    MPI_Neighbor_allgather(out, 5, MPI_INT, in, 5, MPI_INT, ring);
    MPI_Neighbor_alltoall(out, 5, MPI_INT, in, 5, MPI_INT, ring);
    MPI_Neighbor_alltoall(out, 5, MPI_INT, in, 5, MPI_INT, graph);
    MPI_Ineighbor_alltoallv(out, counts, places, MPI_INT, in, (const int[]){2, 1}, places, MPI_INT,
                            ring, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    count("MPI_Neighbor_allgather", 20);
    count("MPI_Neighbor_alltoall", 40);
    count("MPI_Neighbor_alltoall", 20);
    count("MPI_Ineighbor_alltoallv", 12);
    count("MPI_Wait", 0);
    MPI_Comm_free(&ring);
    MPI_Comm_free(&graph);
    count("MPI_Comm_free", 0);
    count("MPI_Comm_free", 0);
}

void more_collectives(int rank, int size)
{
    at_once(rank, size);
    in_place(rank, size);
    neighbours(rank, size);
}

void one_sided(int rank, int size)
{
    const int next = (rank + 1) % size;
    long one = 1, before = 0, zero = 0, found = 0;
    long *memory;
    MPI_Request request;
    MPI_Win window;

    MPI_Win_allocate(N * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &window);
    count("MPI_Win_allocate", 0);
    MPI_Win_fence(0, window);
    MPI_Put(out, 4, MPI_LONG, next, 8, 4, MPI_LONG, window);
    MPI_Get(in, 5, MPI_LONG, next, 16, 5, MPI_LONG, window);
    MPI_Accumulate(out, 6, MPI_LONG, next, 32, 6, MPI_LONG, MPI_SUM, window);
    MPI_Win_fence(0, window);
    count("MPI_Win_fence", 0);
    count("MPI_Put", 32);
    count("MPI_Get", 40);
    count("MPI_Accumulate", 48);
    count("MPI_Win_fence", 0);
    MPI_Win_lock_all(0, window);
    MPI_Fetch_and_op(&one, &before, MPI_LONG, next, 0, MPI_SUM, window);
    MPI_Win_flush(next, window);
    MPI_Compare_and_swap(&one, &zero, &found, MPI_LONG, next, 1, window);
    MPI_Get_accumulate(NULL, 0, MPI_LONG, in, 3, MPI_LONG, next, 40, 3, MPI_LONG, MPI_NO_OP,
                       window);
    MPI_Rput(out, 2, MPI_LONG, next, 50, 2, MPI_LONG, window, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    count("MPI_Win_lock_all", 0);
    count("MPI_Fetch_and_op", 8);
    count("MPI_Win_flush", 0);
    count("MPI_Compare_and_swap", 8);
    count("MPI_Get_accumulate", 24);
    count("MPI_Rput", 16);
    count("MPI_Wait", 0);
    count("MPI_Win_unlock_all", 0);
    count("MPI_Win_free", 0);
}

/* Each reads what it has written, and less than it offers room for at the end. */
void files(int rank, const char *name)
{
    char path[256];
    MPI_File file;
    MPI_Request request;

    snprintf(path, sizeof path, "%s-%d.data", name, rank);
    MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write(file, out, 10, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(file, 40, out, 5, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, 48, in, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iread_at(file, 52, in, 2, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_begin(file, 20, in, 3, MPI_INT);
    MPI_File_read_at_all_end(file, in, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    count("MPI_File_open", 0);
    count("MPI_File_write", 40);
    count("MPI_File_write_at_all", 20);
    count("MPI_File_read_at", 12);
    count("MPI_File_iread_at", 0);
    count("MPI_Wait", 8);
    count("MPI_File_read_at_all_begin", 0);
    count("MPI_File_read_at_all_end", 12);
    count("MPI_File_close", 0);
}
