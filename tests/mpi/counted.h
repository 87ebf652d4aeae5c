/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TESTS_MPI_COUNTED_H
#define GAUDIT_TESTS_MPI_COUNTED_H

#include <mpi.h>

/* What a program has done: a call more, and the bytes that it moved. */
void count(const char *name, long bytes);

/* Each rank sends to the next one, and receives from the one before. */
void requests_in_all_ways(int rank, int size);
void persistent(int rank, int size);
void more_collectives(int rank, int size);
void one_sided(int rank, int size);
void files(int rank, const char *name);

#endif
