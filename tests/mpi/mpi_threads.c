/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of MPI by several threads at once, MPI_THREAD_MULTIPLE. Each thread of a rank sends to the
 * same thread of the next one. Rank N writes its counts to the file ARGV[1]-N. */
#include <mpi.h>

#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, MESSAGES = 500 };

static int rank, size;

static void *exchange(void *user)
{
    const int tag = *(const int *)user;
    int out[MESSAGES] = {0}, in[MESSAGES];

    for (int i = 0; i < MESSAGES; i++) {
        MPI_Request request;

        MPI_Irecv(in, MESSAGES, MPI_INT, (rank + size - 1) % size, tag, MPI_COMM_WORLD, &request);
        MPI_Send(out, i % 7, MPI_INT, (rank + 1) % size, tag, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int tags[THREADS], provided;
    long moved = 0;
    pthread_t threads[THREADS];
    char name[256];
    FILE *file;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (argc < 2 || provided != MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < THREADS; i++) {
        tags[i] = i;
        pthread_create(&threads[i], NULL, exchange, &tags[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < MESSAGES; i++)
        moved += THREADS * (i % 7) * (long)sizeof(int);
    snprintf(name, sizeof name, "%s-%d", argv[1], rank);
    file = fopen(name, "w");
    fprintf(
        file,
        "MPI_Init_thread 1 0\nMPI_Irecv %d 0\nMPI_Send %d %ld\nMPI_Wait %d %ld\nMPI_Finalize 1 0\n",
        THREADS * MESSAGES, THREADS * MESSAGES, moved, THREADS * MESSAGES, moved);
    fclose(file);
    MPI_Finalize();
    return 0;
}
