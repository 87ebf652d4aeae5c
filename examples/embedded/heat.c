/* SPDX-License-Identifier: Apache-2.0 */
/* Cooling of a square plate: u_t = u_xx + u_yy on the unit square with cold edges, u = 0 there,
   from u = x (1 - x) y (1 - y) on. Crank and Nicolson's implicit steps; conjugate gradients with a
   symmetric Gauss-Seidel sweep as preconditioner solve each of them. Fourier's series gives the
   error.

   usage: heat [CELLS [STEPS]]: writes heat.csv and heat-NNNN.vtk into the current folder. */
#include <gaudit/section.h>

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double end_time = 0.1;
static const double tolerance = 1e-10; /* of the residual, relative to the right-hand side */
static const int max_iterations = 1000;
static const double pi = 3.14159265358979323846;
static const int terms = 100; /* of the series, in each direction */

/* A value at each corner of the cells; those of the edges are 0 and stay so. */
struct plate {
    int cells, row;       /* cells along an edge; values in a row, which is one more */
    double spacing, step; /* of the corners; of time */
    double diffusion;     /* step / (2 spacing^2) */
    double *u, *right;    /* temperature; right-hand side of the step */
    double *residual, *direction, *image, *smooth;
};

static double *at(double *values, const struct plate *p, int j)
{
    return values + (size_t)j * (size_t)p->row;
}

static bool make_plate(struct plate *p, int cells, int steps)
{
    GAU_SECTION("setup", 1, "Setting up the plate");
    const size_t size = (size_t)(cells + 1) * (size_t)(cells + 1);
    double **const fields[] = {&p->u,         &p->right, &p->residual,
                               &p->direction, &p->image, &p->smooth};

    p->cells = cells;
    p->row = cells + 1;
    p->spacing = 1.0 / cells;
    p->step = end_time / steps;
    p->diffusion = p->step / (2.0 * p->spacing * p->spacing);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        *fields[i] = calloc(size, sizeof(double));
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (!*fields[i])
            return false;
    for (int j = 1; j < cells; j++) {
        const double y = j * p->spacing;

        for (int i = 1; i < cells; i++) {
            const double x = i * p->spacing;

            at(p->u, p, j)[i] = x * (1.0 - x) * y * (1.0 - y);
        }
    }
    return true;
}

static void free_plate(struct plate *p)
{
    free(p->u);
    free(p->right);
    free(p->residual);
    free(p->direction);
    free(p->image);
    free(p->smooth);
}

static double dot(const struct plate *p, double *a, double *b)
{
    double sum = 0.0;

    for (int j = 1; j < p->cells; j++)
        for (int i = 1; i < p->cells; i++)
            sum += at(a, p, j)[i] * at(b, p, j)[i];
    return sum;
}

/* out = (1 + sign * diffusion * Laplacian) in */
static void apply(const struct plate *p, double sign, double *in, double *out)
{
    GAU_SECTION("operator", 4);
    const double d = sign * p->diffusion;

    for (int j = 1; j < p->cells; j++) {
        const double *const south = at(in, p, j - 1), *const here = at(in, p, j),
                            *const north = at(in, p, j + 1);
        double *const result = at(out, p, j);

        for (int i = 1; i < p->cells; i++)
            result[i] =
                (1.0 - 4.0 * d) * here[i] + d * (here[i - 1] + here[i + 1] + south[i] + north[i]);
    }
}

/* smooth = M^-1 residual, M = (D + L) D^-1 (D + L'): a sweep forwards, and one back */
static void precondition(const struct plate *p)
{
    GAU_SECTION("precondition", 4);
    const double d = p->diffusion, diagonal = 1.0 + 4.0 * d;

    for (int j = 1; j < p->cells; j++) {
        const double *const south = at(p->smooth, p, j - 1), *const residual =
                                                                 at(p->residual, p, j);
        double *const here = at(p->smooth, p, j);

        for (int i = 1; i < p->cells; i++)
            here[i] = (residual[i] + d * (here[i - 1] + south[i])) / diagonal;
    }
    for (int j = p->cells - 1; j >= 1; j--) {
        const double *const north = at(p->smooth, p, j + 1);
        double *const here = at(p->smooth, p, j);

        for (int i = p->cells - 1; i >= 1; i--)
            here[i] += d / diagonal * (here[i + 1] + north[i]);
    }
}

/* u += alpha direction, residual -= alpha image */
static void advance(const struct plate *p, double alpha)
{
    GAU_SECTION("update", 4);

    for (int j = 1; j < p->cells; j++)
        for (int i = 1; i < p->cells; i++) {
            at(p->u, p, j)[i] += alpha * at(p->direction, p, j)[i];
            at(p->residual, p, j)[i] -= alpha * at(p->image, p, j)[i];
        }
}

/* direction = smooth + beta direction */
static void turn(const struct plate *p, double beta)
{
    for (int j = 1; j < p->cells; j++)
        for (int i = 1; i < p->cells; i++)
            at(p->direction, p, j)[i] = at(p->smooth, p, j)[i] + beta * at(p->direction, p, j)[i];
}

/* Number of iterations; -1 without convergence. */
static int solve(const struct plate *p)
{
    GAU_SECTION("solve", 2, "Solving");
    const double aim = tolerance * sqrt(dot(p, p->right, p->right));
    double rho;

    apply(p, -1.0, p->u, p->image);
    for (int j = 1; j < p->cells; j++)
        for (int i = 1; i < p->cells; i++)
            at(p->residual, p, j)[i] = at(p->right, p, j)[i] - at(p->image, p, j)[i];
    precondition(p);
    memcpy(p->direction, p->smooth, (size_t)p->row * (size_t)p->row * sizeof(double));
    rho = dot(p, p->residual, p->smooth);
    for (int n = 1; n <= max_iterations; n++) {
        double before = rho;

        apply(p, -1.0, p->direction, p->image);
        advance(p, rho / dot(p, p->direction, p->image));
        if (sqrt(dot(p, p->residual, p->residual)) <= aim)
            return n;
        precondition(p);
        rho = dot(p, p->residual, p->smooth);
        turn(p, rho / before);
    }
    return -1;
}

static int make_step(const struct plate *p)
{
    GAU_SECTION("step", 1, "Making a step");
    {
        GAU_SECTION("assemble", 3);
        apply(p, 1.0, p->u, p->right);
    }
    return solve(p);
}

static double largest(const struct plate *p)
{
    double result = 0.0;

    for (int j = 1; j < p->cells; j++)
        for (int i = 1; i < p->cells; i++)
            result = fmax(result, fabs(at(p->u, p, j)[i]));
    return result;
}

/* A line of heat.csv for each step, every tenth one for the eyes as well. */
static void monitor(const struct plate *p, FILE *file, int step, int iterations)
{
    GAU_SECTION("monitor", 3);
    const double heat = dot(p, p->u, p->u), peak = largest(p);

    fprintf(file, "%d,%.6E,%d,%.6E,%.6E\n", step, step * p->step, iterations, peak,
            sqrt(heat) * p->spacing);
    if (step % 10 == 0)
        printf("step %4d  time %.4f  iterations %3d  largest %.4E\n", step, step * p->step,
               iterations, peak);
}

/* The field as a file that ParaView and VisIt open. */
static bool write_field(const struct plate *p, int step)
{
    GAU_SECTION("output", 2, "Writing the field");
    const int points = p->row;
    char name[32];
    FILE *file;

    snprintf(name, sizeof name, "heat-%04d.vtk", step);
    file = fopen(name, "w");
    if (!file)
        return false;
    fprintf(file, "# vtk DataFile Version 3.0\nheat\nASCII\nDATASET STRUCTURED_POINTS\n");
    fprintf(file, "DIMENSIONS %d %d 1\nORIGIN 0 0 0\nSPACING %.6E %.6E 1\n", points, points,
            p->spacing, p->spacing);
    fprintf(file, "POINT_DATA %d\nSCALARS temperature double 1\nLOOKUP_TABLE default\n",
            points * points);
    for (int j = 0; j < points; j++)
        for (int i = 0; i < points; i++)
            fprintf(file, "%.6E\n", at(p->u, p, j)[i]);
    return fclose(file) == 0;
}

/* Half of the series of u: of x (1 - x) cooling for the time t. */
static double series(double x, double t)
{
    double sum = 0.0;

    for (int k = 2 * terms - 1; k >= 1; k -= 2)
        sum += 8.0 / (pi * k * pi * k * pi * k) * sin(pi * k * x) * exp(-pi * k * pi * k * t);
    return sum;
}

/* The largest difference from the series; it falls with the square of spacing and step. */
static double compare(const struct plate *p)
{
    GAU_SECTION("compare", 2, "Comparing with the series");
    double result = 0.0;

    for (int i = 0; i < p->row; i++)
        p->smooth[i] = series(i * p->spacing, end_time);
    for (int j = 0; j < p->row; j++)
        for (int i = 0; i < p->row; i++)
            result = fmax(result, fabs(at(p->u, p, j)[i] - p->smooth[i] * p->smooth[j]));
    return result;
}

static bool run(const struct plate *p, int steps, FILE *file)
{
    fprintf(file, "step,time,iterations,largest,norm\n");
    for (int step = 1; step <= steps; step++) {
        const int iterations = make_step(p);

        if (iterations < 0) {
            fprintf(stderr, "heat: step %d does not converge\n", step);
            return false;
        }
        monitor(p, file, step, iterations);
        if ((step % 25 == 0 || step == steps) && !write_field(p, step)) {
            fprintf(stderr, "heat: the field cannot be written: %s\n", strerror(errno));
            return false;
        }
    }
    printf("largest error %.4E after %d steps with %d x %d cells\n", compare(p), steps, p->cells,
           p->cells);
    return true;
}

int main(int argc, char **argv)
{
    const int cells = argc > 1 ? atoi(argv[1]) : 256;
    const int steps = argc > 2 ? atoi(argv[2]) : 100;
    struct plate plate = {0};
    FILE *file;
    bool fine;

    if (argc > 3 || cells < 2 || cells > 10000 || steps < 1) {
        fprintf(stderr, "usage: heat [CELLS [STEPS]]\n");
        return 1;
    }
    file = fopen("heat.csv", "w");
    if (!file) {
        fprintf(stderr, "heat: heat.csv cannot be written: %s\n", strerror(errno));
        return 1;
    }
    fine = make_plate(&plate, cells, steps);
    if (fine)
        fine = run(&plate, steps, file);
    else
        fprintf(stderr, "heat: out of memory (%d x %d cells)\n", cells, cells);
    free_plate(&plate);
    return fclose(file) == 0 && fine ? 0 : 1;
}
