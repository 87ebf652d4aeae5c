/* SPDX-License-Identifier: Apache-2.0 */
/* Receives that all calls complete, in all ways; persistent requests; what is cancelled or freed.
 */
#include "counted.h"

#include <stdlib.h>

enum { N = 8, ROOM = 64 };

/* Which call completes the receives. */
enum way { WAITALL, WAITSOME, TESTALL, TESTANY, TESTSOME, WAITANY, WAYS };

static int in[N][ROOM];

/* The message i has i + 1 numbers. Those of indices, or the first @p n. */
static long bytes_of(const int *indices, int n)
{
    long bytes = 0;

    for (int i = 0; i < n; i++)
        bytes += 4 * ((indices ? indices[i] : i) + 1);
    return bytes;
}

/* Returns how many are done more. */
static int complete(MPI_Request *requests, enum way way, int ignore)
{
    MPI_Status statuses[N], *const all = ignore ? MPI_STATUSES_IGNORE : statuses;
    MPI_Status *const one = ignore ? MPI_STATUS_IGNORE : statuses;
    int indices[N], n = 0, flag = 0;

    switch (way) {
    case WAITALL:
        MPI_Waitall(N, requests, all);
        count("MPI_Waitall", bytes_of(NULL, N));
        return N;
    case WAITSOME:
        MPI_Waitsome(N, requests, &n, indices, all);
        count("MPI_Waitsome", bytes_of(indices, n));
        return n;
    case TESTALL:
        MPI_Testall(N, requests, &flag, all);
        count("MPI_Testall", flag ? bytes_of(NULL, N) : 0);
        return flag ? N : 0;
    case TESTANY:
        MPI_Testany(N, requests, indices, &flag, one);
        count("MPI_Testany", flag ? bytes_of(indices, 1) : 0);
        return flag;
    case TESTSOME:
        MPI_Testsome(N, requests, &n, indices, all);
        count("MPI_Testsome", bytes_of(indices, n));
        return n;
    case WAITANY:
        MPI_Waitany(N, requests, indices, one);
        count("MPI_Waitany", bytes_of(indices, 1));
        return 1;
    case WAYS: break;
    }
    return N;
}

static void matched(int rank, int size)
{
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    int out[ROOM] = {0}, flag = 0;
    MPI_Message message;
    MPI_Request request;

    MPI_Send(out, 9, MPI_INT, next, 20, MPI_COMM_WORLD);
    MPI_Mprobe(before, 20, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(in, ROOM, MPI_INT, &message, MPI_STATUS_IGNORE);
    count("MPI_Send", 36);
    count("MPI_Mprobe", 0);
    count("MPI_Mrecv", 36);
    MPI_Send(out, 10, MPI_INT, next, 21, MPI_COMM_WORLD);
    count("MPI_Send", 40);
    while (!flag) {
        MPI_Improbe(before, 21, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
        count("MPI_Improbe", 0);
    }
    MPI_Imrecv(in, ROOM, MPI_INT, &message, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    count("MPI_Imrecv", 0);
    count("MPI_Wait", 40);
    MPI_Sendrecv_replace(out, 11, MPI_INT, next, 22, before, 22, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    count("MPI_Sendrecv_replace", 88);
    MPI_Sendrecv(out, 12, MPI_INT, rank == 0 ? MPI_PROC_NULL : 0, 23, in, ROOM, MPI_INT,
                 MPI_PROC_NULL, 23, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    count("MPI_Sendrecv", 48);
    if (rank == 0)
        for (int i = 1; i < size; i++) {
            MPI_Recv(in, ROOM, MPI_INT, MPI_ANY_SOURCE, 23, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            count("MPI_Recv", 48);
        }
}

/* Handles of requests that end otherwise are given to others, which receive nothing. */
static void cancelled_and_freed(int rank, int size)
{
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Request request;
    int out[ROOM] = {0};

    for (int i = 0; i < 20; i++) {
        MPI_Irecv(in, ROOM, MPI_INT, before, 31, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        count("MPI_Irecv", 0);
        count("MPI_Cancel", 0);
        count("MPI_Wait", 0);
        MPI_Irecv(in, ROOM, MPI_INT, before, 32, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Send(out, 5, MPI_INT, next, 32, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        count("MPI_Irecv", 0);
        count("MPI_Request_free", 0);
        count("MPI_Send", 20);
        count("MPI_Barrier", 0);
    }
}

void requests_in_all_ways(int rank, int size)
{
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    int out[ROOM] = {0};
    MPI_Request requests[N];

    for (int round = 0; round < 2 * WAYS; round++) {
        for (int i = 0; i < N; i++) {
            MPI_Irecv(in[i], ROOM, MPI_INT, before, 10 + i, MPI_COMM_WORLD, &requests[i]);
            count("MPI_Irecv", 0);
        }
        for (int i = N; i-- > 0;) {
            MPI_Send(out, i + 1, MPI_INT, next, 10 + i, MPI_COMM_WORLD);
            count("MPI_Send", 4 * (i + 1));
        }
        for (int done = 0; done < N;)
            done += complete(requests, (enum way)(round / 2), round % 2);
    }
    matched(rank, size);
    cancelled_and_freed(rank, size);
}

/* Each start sends again. A wait for what was not started receives nothing. */
void persistent(int rank, int size)
{
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    int out[ROOM] = {0};
    MPI_Request requests[3];

    MPI_Recv_init(in, ROOM, MPI_INT, before, 40, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(out, 6, MPI_INT, next, 40, MPI_COMM_WORLD, &requests[1]);
    MPI_Ssend_init(out, 7, MPI_INT, next, 41, MPI_COMM_WORLD, &requests[2]);
    count("MPI_Recv_init", 0);
    count("MPI_Send_init", 0);
    count("MPI_Ssend_init", 0);
    for (int i = 0; i < 5; i++) {
        MPI_Startall(2, requests);
        count("MPI_Startall", 24);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        count("MPI_Waitall", 24);
        MPI_Start(&requests[2]);
        count("MPI_Start", 28);
        MPI_Recv(in, ROOM, MPI_INT, before, 41, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        count("MPI_Recv", 28);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        count("MPI_Waitall", 0);
    }
    for (int i = 0; i < 3; i++) {
        MPI_Request_free(&requests[i]);
        count("MPI_Request_free", 0);
    }
}
