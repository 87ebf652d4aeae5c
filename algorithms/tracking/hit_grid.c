/* SPDX-License-Identifier: Apache-2.0 */
#include "track_following.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double two_pi = 2 * 3.14159265358979323846;

static gau_status reserve_cells(struct gau_grid *grid, gau_error *err)
{
    const size_t n = grid->n_shells * grid->n_sectors + 1;

    GAU_TRY(gau_array_reserve(&grid->begins, &grid->cells_capacity, n, sizeof *grid->begins, err));
    memset(grid->begins, 0, n * sizeof *grid->begins);
    return GAU_OK;
}

/* About 16 hits a sector. */
static void choose_cells(struct gau_grid *grid, double max_r)
{
    grid->width = fmax(GAU_GRID_SHELL_WIDTH, max_r / (GAU_GRID_MAX_SHELLS - 1));
    grid->n_shells = (size_t)(max_r / grid->width) + 1;
    grid->n_sectors = 16;
    while (grid->n_sectors < 1024 && grid->n_sectors * 16 < grid->n)
        grid->n_sectors *= 2;
    grid->sectors_per_radian = (double)grid->n_sectors / two_pi;
}

/* Counts sectors from -4 pi on. The caller reduces the number to one turn. */
static size_t sector_of(const struct gau_grid *grid, double phi)
{
    return (size_t)((phi + 2 * two_pi) * grid->sectors_per_radian);
}

static size_t cell_of(const struct gau_grid *grid, const struct gau_grid_hit *hit)
{
    return (size_t)(hit->r / grid->width) * grid->n_sectors +
           (sector_of(grid, hit->phi) & (grid->n_sectors - 1));
}

static gau_status take_hit(struct gau_grid_hit *hit, const struct gau_detector *detector,
                           const struct gau_hits *hits, size_t i, gau_context *ctx)
{
    size_t volume;

    GAU_TRY(gau_hit_volume(&volume, detector, hits, i, ctx));
    if (!(fabs(hits->x[i]) < 1e6 && fabs(hits->y[i]) < 1e6 && fabs(hits->z[i]) < 1e6))
        return gau_fail(ctx->error, GAU_ERR_RANGE, "hit %zu is farther than 1 km away", i + 1);
    *hit = (struct gau_grid_hit){.x = hits->x[i],
                                 .y = hits->y[i],
                                 .z = hits->z[i],
                                 .r = hypot(hits->x[i], hits->y[i]),
                                 .phi = atan2(hits->y[i], hits->x[i]),
                                 .row = (uint32_t)i,
                                 .volume = (uint32_t)volume,
                                 .layer = (uint32_t)volume << 16 |
                                          ((uint32_t)(int32_t)hits->layer[i] & 0xffff)};
    return GAU_OK;
}

static void measure_shells(struct gau_grid *grid)
{
    for (size_t i = 0; i < grid->n_shells; i++) {
        grid->z[i].low = HUGE_VAL;
        grid->z[i].high = 0;
    }
    for (size_t i = 0; i < grid->n; i++) {
        const size_t shell = (size_t)(grid->unsorted[i].r / grid->width);

        grid->z[shell].low = fmin(grid->z[shell].low, fabs(grid->unsorted[i].z));
        grid->z[shell].high = fmax(grid->z[shell].high, fabs(grid->unsorted[i].z));
    }
}

/* Counting sort; in a cell, hits keep their order. */
static void sort(struct gau_grid *grid)
{
    const size_t n_cells = grid->n_shells * grid->n_sectors;
    uint32_t begin = 0;

    for (size_t i = 0; i < grid->n; i++)
        grid->begins[cell_of(grid, &grid->unsorted[i])]++;
    for (size_t i = 0; i <= n_cells; i++) {
        const uint32_t count = grid->begins[i];

        grid->begins[i] = begin;
        begin += count;
    }
    for (size_t i = 0; i < grid->n; i++)
        grid->hits[grid->begins[cell_of(grid, &grid->unsorted[i])]++] = grid->unsorted[i];
    memmove(grid->begins + 1, grid->begins, n_cells * sizeof *grid->begins);
    grid->begins[0] = 0;
}

gau_status gau_grid_fill(struct gau_grid *grid, const struct gau_detector *detector,
                         const struct gau_hits *hits, gau_context *ctx)
{
    double max_r = 0;

    grid->n = 0;
    grid->max_z = 0;
    GAU_TRY(
        gau_array_reserve(&grid->hits, &grid->capacity, hits->n, sizeof *grid->hits, ctx->error));
    GAU_TRY(gau_array_reserve(&grid->unsorted, &grid->unsorted_capacity, hits->n,
                              sizeof *grid->unsorted, ctx->error));
    for (size_t i = 0; i < hits->n; i++) {
        GAU_TRY(take_hit(&grid->unsorted[i], detector, hits, i, ctx));
        max_r = fmax(max_r, grid->unsorted[i].r);
        grid->max_z = fmax(grid->max_z, fabs(grid->unsorted[i].z));
    }
    grid->n = hits->n;
    choose_cells(grid, max_r);
    GAU_TRY(reserve_cells(grid, ctx->error));
    sort(grid);
    measure_shells(grid);
    return GAU_OK;
}

void gau_grid_release(struct gau_grid *grid)
{
    free(grid->hits);
    free(grid->unsorted);
    free(grid->begins);
}

struct gau_sectors gau_grid_sectors(const struct gau_grid *grid, double azimuth, double reach)
{
    const size_t first = sector_of(grid, azimuth - fmin(reach, two_pi / 2)),
                 last = sector_of(grid, azimuth + fmin(reach, two_pi / 2));
    const size_t count = last - first + 1;

    return (struct gau_sectors){first, count < grid->n_sectors ? count : grid->n_sectors};
}
