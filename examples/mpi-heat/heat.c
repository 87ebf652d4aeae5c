/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Heat in a square plate, in parallel: each rank has some of the rows, and exchanges the outermost
 * ones with its neighbours after each sweep (Jacobi's method).
 *
 *     mpirun -n 4 heat [CELLS [STEPS [IMBALANCE]]]
 *
 * IMBALANCE 0.5: rank 0 has 1.5 times as many rows as if all had the same number. `report ranks`
 * finds it. Prints the sum of temperatures, which depends on neither the ranks nor the imbalance.
 */
#include <mpi.h>

#include <gaudit/section.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct plate {
    int n;               /* cells in a row */
    int first, rows;     /* of this rank */
    double *now, *after; /* its rows, with one of a neighbour above and below */
    int above, below;    /* ranks */
};

static void divide(struct plate *plate, int rank, int ranks, double imbalance)
{
    const double share = (1 + imbalance) / ranks, rest = (1 - share) / (ranks > 1 ? ranks - 1 : 1);
    const int n = plate->n;
    int end;

    if (ranks == 1) {
        plate->first = 0;
        end = n;
    } else {
        plate->first = rank == 0 ? 0 : (int)lround(n * (share + (rank - 1) * rest));
        end = rank == ranks - 1 ? n : (int)lround(n * (share + rank * rest));
    }
    plate->rows = end - plate->first;
    plate->above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    plate->below = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
}

/* The upper edge of the plate is hot. */
static int fill(struct plate *plate)
{
    const size_t cells = (size_t)(plate->rows + 2) * (size_t)plate->n;

    plate->now = calloc(cells, sizeof *plate->now);
    plate->after = calloc(cells, sizeof *plate->after);
    if (!plate->now || !plate->after)
        return 0;
    for (int i = 0; i < plate->n && plate->above == MPI_PROC_NULL; i++)
        plate->now[i] = plate->after[i] = 100;
    return 1;
}

static void exchange(struct plate *plate)
{
    GAU_SECTION("exchange");
    double *const rows = plate->now;
    const int n = plate->n, last = plate->rows;

    MPI_Sendrecv(rows + n, n, MPI_DOUBLE, plate->above, 1, rows + (size_t)(last + 1) * (size_t)n, n,
                 MPI_DOUBLE, plate->below, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(rows + (size_t)last * (size_t)n, n, MPI_DOUBLE, plate->below, 2, rows, n,
                 MPI_DOUBLE, plate->above, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static double sweep(struct plate *plate)
{
    GAU_SECTION("sweep");
    const size_t n = (size_t)plate->n;
    double *const swap = plate->now;
    double change = 0;

    for (size_t row = 1; row <= (size_t)plate->rows; row++)
        for (size_t i = 1; i + 1 < n; i++) {
            const double *const at = plate->now + row * n + i;
            const double value = 0.25 * (at[-1] + at[1] + at[-(ptrdiff_t)n] + at[n]);

            change = fmax(change, fabs(value - *at));
            plate->after[row * n + i] = value;
        }
    plate->now = plate->after;
    plate->after = swap;
    return change;
}

static double sum_of(const struct plate *plate)
{
    double own = 0, all = 0;

    for (size_t i = (size_t)plate->n; i < (size_t)(plate->rows + 1) * (size_t)plate->n; i++)
        own += plate->now[i];
    MPI_Reduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    return all;
}

int main(int argc, char **argv)
{
    struct plate plate = {.n = argc > 1 ? atoi(argv[1]) : 400};
    const int steps = argc > 2 ? atoi(argv[2]) : 200;
    const double imbalance = argc > 3 ? atof(argv[3]) : 0;
    int rank, ranks, status = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    divide(&plate, rank, ranks, imbalance);
    if (plate.n > 2 && plate.rows > 0 && fill(&plate)) {
        double change = 0, largest = 0;

        for (int step = 0; step < steps; step++) {
            exchange(&plate);
            change = sweep(&plate);
            MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        }
        change = sum_of(&plate);
        if (rank == 0)
            printf("sum of temperatures: %.6f, last change %.3g\n", change, largest);
        status = 0;
    } else {
        fprintf(stderr, "heat: rank %d has no rows, or no memory for them\n", rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    free(plate.now);
    free(plate.after);
    MPI_Finalize();
    return status;
}
