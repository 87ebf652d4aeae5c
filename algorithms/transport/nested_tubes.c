/* SPDX-License-Identifier: Apache-2.0 */
#include "nested_tubes.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* --- the grid ------------------------------------------------------------------------------ */

/* Puts an edge into a list of rising ones, unless it is there. */
static void add_edge(double *edges, size_t *n, double edge)
{
    size_t at = *n;

    while (at > 0 && edges[at - 1] > edge)
        at--;
    if (at > 0 && edges[at - 1] == edge)
        return;
    assert(*n < GAU_TUBE_EDGES_MAX);
    memmove(&edges[at + 1], &edges[at], (*n - at) * sizeof *edges);
    edges[at] = edge;
    ++*n;
}

static uint16_t tube_at(const struct gau_tubes *tubes, double r, double z)
{
    size_t i = tubes->n;

    while (i-- > 0) {
        const struct gau_tube *const t = &tubes->tubes[i];

        if (t->r_min < r && r < t->r_max && t->z_min < z && z < t->z_max)
            return (uint16_t)i;
    }
    return GAU_NO_TUBE;
}

void gau_tubes_make_grid(struct gau_tubes *tubes)
{
    tubes->n_r = tubes->n_z = 0;
    for (size_t i = 0; i < tubes->n; i++) {
        add_edge(tubes->r, &tubes->n_r, tubes->tubes[i].r_min);
        add_edge(tubes->r, &tubes->n_r, tubes->tubes[i].r_max);
        add_edge(tubes->z, &tubes->n_z, tubes->tubes[i].z_min);
        add_edge(tubes->z, &tubes->n_z, tubes->tubes[i].z_max);
    }
    for (size_t i = 0; i + 1 < tubes->n_r; i++)
        for (size_t k = 0; k + 1 < tubes->n_z; k++)
            tubes->rings[i][k] = tube_at(tubes, (tubes->r[i] + tubes->r[i + 1]) / 2,
                                         (tubes->z[k] + tubes->z[k + 1]) / 2);
}

/* The lower edge of the interval of @p x; that of the first or last one beyond them. */
static size_t interval_of(const double *edges, size_t n, double x)
{
    size_t low = 0, high = n - 1;

    while (high - low > 1) {
        const size_t middle = (low + high) / 2;

        *(edges[middle] <= x ? &low : &high) = middle;
    }
    return low;
}

/* --- lines --------------------------------------------------------------------------------- */

/*
 * The path at the next edge in r, and the ring behind it. A line comes nearer to the axis, then
 * goes away from it: it meets each edge at most once on either part. Of the two forms of the roots
 * each uses the one that does not cancel.
 */
static struct gau_ring cross_r(const struct gau_flight *f, const struct gau_tubes *tubes,
                               struct gau_ring ring)
{
    double edge, square;

    if (ring.inward && ring.r > 0) {
        edge = tubes->r[ring.r];
        square = f->b * f->b - f->a * (f->c - edge * edge);
        if (square > 0) {
            ring.path = (f->c - edge * edge) / (sqrt(square) - f->b);
            ring.r--;
            return ring;
        }
    }
    edge = tubes->r[++ring.r];
    square = fmax(f->b * f->b - f->a * (f->c - edge * edge), 0);
    ring.path =
        f->b >= 0 ? (edge * edge - f->c) / (f->b + sqrt(square)) : (sqrt(square) - f->b) / f->a;
    ring.inward = false;
    return ring;
}

/* The same in z. The edges of the world are the first and the last one. */
static struct gau_ring cross_z(const struct gau_flight *f, const struct gau_tubes *tubes,
                               struct gau_ring ring)
{
    const bool rises = f->direction[2] > 0;

    ring.path = f->direction[2] == 0 ? HUGE_VAL
                                     : (tubes->z[ring.z + rises] - f->origin[2]) / f->direction[2];
    ring.z += rises ? 1 : (size_t)-1; /* below the first: larger than the last */
    return ring;
}

/* Rounding does not lead back. */
static struct gau_ring next_ring(const struct gau_flight *f, const struct gau_tubes *tubes,
                                 const struct gau_ring *ring)
{
    const struct gau_ring r = cross_r(f, tubes, *ring), z = cross_z(f, tubes, *ring);
    struct gau_ring next = r.path < z.path ? r : z;

    next.path = fmax(next.path, ring->path);
    next.tube = next.r + 1 < tubes->n_r && next.z < tubes->n_z - 1 ? tubes->rings[next.r][next.z]
                                                                   : GAU_NO_TUBE;
    return next;
}

static void find_next(struct gau_flight *f, const struct gau_tubes *tubes)
{
    f->next = f->here;
    do
        f->next = next_ring(f, tubes, &f->next);
    while (f->next.tube == f->here.tube);
}

void gau_flight_begin(struct gau_flight *f, const struct gau_tubes *tubes, const double origin[3],
                      const double direction[3])
{
    memcpy(f->origin, origin, sizeof f->origin);
    memcpy(f->direction, direction, sizeof f->direction);
    f->a = direction[0] * direction[0] + direction[1] * direction[1];
    f->b = origin[0] * direction[0] + origin[1] * direction[1];
    f->c = origin[0] * origin[0] + origin[1] * origin[1];
    f->here = (struct gau_ring){.r = interval_of(tubes->r, tubes->n_r, sqrt(f->c)),
                                .z = interval_of(tubes->z, tubes->n_z, origin[2]),
                                .inward = f->b < 0};
    f->here.tube = tubes->rings[f->here.r][f->here.z];
    find_next(f, tubes);
}

void gau_flight_cross(struct gau_flight *f, const struct gau_tubes *tubes)
{
    f->here = f->next;
    find_next(f, tubes);
}

void gau_flight_position(double out[3], const struct gau_flight *f, double path)
{
    for (int i = 0; i < 3; i++)
        out[i] = f->origin[i] + path * f->direction[i];
}
