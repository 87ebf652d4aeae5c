/* SPDX-License-Identifier: Apache-2.0 */
#include "mpi_requests.h"

#include <pthread.h>
#include <stdlib.h>

/* A hash table; an item whose kind is GAU_MPI_NO_REQUEST is free. At most half of it is used. */
static struct {
    pthread_mutex_t lock;
    struct gau_mpi_request *items;
    size_t n, size; /* a power of two */
    uint64_t last;  /* number */
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static size_t home(gau_mpi_word handle)
{
    return (size_t)(((uint64_t)handle * 0x9e3779b97f4a7c15) >> 20) & (table.size - 1);
}

/* Returns the item of the handle, or the free one where it belongs. */
static struct gau_mpi_request *item(gau_mpi_word handle)
{
    size_t i = home(handle);

    while (table.items[i].kind != GAU_MPI_NO_REQUEST && table.items[i].handle != handle)
        i = (i + 1) & (table.size - 1);
    return &table.items[i];
}

static bool grow(void)
{
    const size_t before = table.size;
    struct gau_mpi_request *const old = table.items, *const grown =
                                                         calloc(before ? 2 * before : 128,
                                                                sizeof *grown);

    if (!grown)
        return false;
    table.items = grown;
    table.size = before ? 2 * before : 128;
    for (size_t i = 0; i < before; i++)
        if (old[i].kind != GAU_MPI_NO_REQUEST)
            *item(old[i].handle) = old[i];
    free(old);
    return true;
}

void gau_mpi_requests_add(gau_mpi_word handle, enum gau_mpi_request_kind kind, uint64_t bytes)
{
    pthread_mutex_lock(&table.lock);
    if (2 * table.n < table.size || grow()) {
        struct gau_mpi_request *const to = item(handle);

        table.n += to->kind == GAU_MPI_NO_REQUEST;
        *to = (struct gau_mpi_request){handle, ++table.last, kind, bytes};
    }
    pthread_mutex_unlock(&table.lock);
}

struct gau_mpi_request gau_mpi_requests_find(gau_mpi_word handle)
{
    struct gau_mpi_request found = {0};

    pthread_mutex_lock(&table.lock);
    if (table.n > 0)
        found = *item(handle);
    pthread_mutex_unlock(&table.lock);
    return found;
}

/* Those behind it move up, as far as they were put there because this place was taken. */
static void take_out(size_t gap)
{
    const size_t mask = table.size - 1;

    for (size_t i = (gap + 1) & mask; table.items[i].kind != GAU_MPI_NO_REQUEST; i = (i + 1) & mask)
        if (((i - home(table.items[i].handle)) & mask) >= ((i - gap) & mask)) {
            table.items[gap] = table.items[i];
            gap = i;
        }
    table.items[gap].kind = GAU_MPI_NO_REQUEST;
    table.n--;
}

void gau_mpi_requests_remove(const struct gau_mpi_request *request)
{
    pthread_mutex_lock(&table.lock);
    if (table.n > 0) {
        const struct gau_mpi_request *const found = item(request->handle);

        if (found->kind != GAU_MPI_NO_REQUEST && found->number == request->number)
            take_out((size_t)(found - table.items));
    }
    pthread_mutex_unlock(&table.lock);
}

size_t gau_mpi_requests_count(void)
{
    size_t n;

    pthread_mutex_lock(&table.lock);
    n = table.n;
    pthread_mutex_unlock(&table.lock);
    return n;
}
