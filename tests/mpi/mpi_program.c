/* SPDX-License-Identifier: Apache-2.0 */
/* Calls MPI in all the ways whose bytes are counted, and prints what it has done: "NAME CALLS
 * BYTES" of this rank. A second argument names a file to wait for in the end. */
#include "counted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 100, CALLS = 128 };

static struct {
    const char *name;
    long calls, bytes;
} counted[CALLS];

void count(const char *name, long bytes)
{
    int i = 0;

    while (counted[i].name && strcmp(counted[i].name, name) != 0)
        i++;
    counted[i].name = name;
    counted[i].calls++;
    counted[i].bytes += bytes;
}

/* Each rank sends to the next one, receives from the one before, with less than it offers room for.
 */
static void point_to_point(int rank, int size)
{
    double out[N] = {0}, in[2 * N];
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Request requests[4];
    MPI_Status status, statuses[4];
    int index, flag = 0;

    if (rank % 2 == 0) {
        MPI_Send(out, N, MPI_DOUBLE, next, 1, MPI_COMM_WORLD);
        MPI_Recv(in, 2 * N, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &status);
    } else {
        MPI_Recv(in, 2 * N, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(out, N, MPI_DOUBLE, next, 1, MPI_COMM_WORLD);
    }
    count("MPI_Send", N * 8);
    count("MPI_Recv", N * 8);
    for (int ignore = 0; ignore < 2; ignore++) {
        MPI_Irecv(in, 2 * N, MPI_DOUBLE, before, 2, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(in + N, N, MPI_BYTE, before, 3, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(out, N / 2, MPI_DOUBLE, next, 2, MPI_COMM_WORLD, &requests[2]);
        MPI_Isend(out, 7, MPI_BYTE, next, 3, MPI_COMM_WORLD, &requests[3]);
        if (ignore)
            MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        else
            MPI_Waitall(4, requests, statuses);
        count("MPI_Irecv", 0);
        count("MPI_Irecv", 0);
        count("MPI_Isend", N / 2 * 8);
        count("MPI_Isend", 7);
        count("MPI_Waitall", N / 2 * 8 + 7);
    }
    MPI_Irecv(in, N, MPI_INT, before, 4, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, 10, MPI_INT, next, 4, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[1], &status);
    count("MPI_Irecv", 0);
    count("MPI_Isend", 40);
    count("MPI_Wait", 40);
    count("MPI_Wait", 0);
    MPI_Irecv(in, N, MPI_INT, before, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Send(out, 3, MPI_INT, next, 5, MPI_COMM_WORLD);
    count("MPI_Irecv", 0);
    count("MPI_Send", 12);
    while (!flag) {
        MPI_Test(&requests[0], &flag, &status);
        count("MPI_Test", flag ? 12 : 0);
    }
    MPI_Irecv(in, N, MPI_INT, before, 6, MPI_COMM_WORLD, &requests[0]);
    MPI_Send(out, 4, MPI_INT, next, 6, MPI_COMM_WORLD);
    MPI_Waitany(1, requests, &index, MPI_STATUS_IGNORE);
    count("MPI_Irecv", 0);
    count("MPI_Send", 16);
    count("MPI_Waitany", 16);
    MPI_Sendrecv(out, 5, MPI_INT, next, 7, in, N, MPI_INT, before, 7, MPI_COMM_WORLD, &status);
    count("MPI_Sendrecv", 40);
}

static void collective(int size)
{
    double out[N] = {0}, in[N];
    double *const all = calloc((size_t)(N * size), sizeof *all);
    int *const counts = calloc((size_t)size, sizeof *counts), *const places =
                                                                  calloc((size_t)size,
                                                                         sizeof *places);
    long sum = 0;

    for (int i = 0; i < size; i++) {
        counts[i] = i + 1;
        places[i] = N * i;
        sum += i + 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    count("MPI_Barrier", 0);
    MPI_Bcast(out, N, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    count("MPI_Bcast", N * 8);
    MPI_Allreduce(out, in, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    count("MPI_Allreduce", N * 8);
    MPI_Allreduce(MPI_IN_PLACE, in, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    count("MPI_Allreduce", 3 * 8);
    MPI_Gather(out, 4, MPI_DOUBLE, all, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    count("MPI_Gather", 4 * 8);
    MPI_Alltoall(all, 2, MPI_DOUBLE, calloc((size_t)size, 16), 2, MPI_DOUBLE, MPI_COMM_WORLD);
    count("MPI_Alltoall", 2 * 8 * size);
    MPI_Reduce_scatter(all, in, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    count("MPI_Reduce_scatter", sum * 8);
}

int main(int argc, char **argv)
{
    int rank, size;
    char name[64];
    FILE *file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 10; i++)
        point_to_point(rank, size);
    collective(size);
    requests_in_all_ways(rank, size);
    persistent(rank, size);
    more_collectives(rank, size);
    one_sided(rank, size);
    files(rank, argc > 1 ? argv[1] : "counted");
    while (argc > 2 && access(argv[2], F_OK) != 0)
        usleep(10000);
    MPI_Finalize();
    count("MPI_Init", 0);
    count("MPI_Finalize", 0);
    snprintf(name, sizeof name, "%s-%d", argc > 1 ? argv[1] : "counted", rank);
    file = fopen(name, "w");
    for (int i = 0; file && i < CALLS && counted[i].name; i++)
        fprintf(file, "%s %ld %ld\n", counted[i].name, counted[i].calls, counted[i].bytes);
    return file && fclose(file) == 0 ? 0 : 1;
}
