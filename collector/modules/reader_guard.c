/* SPDX-License-Identifier: Apache-2.0 */
#include "reader_guard.h"

#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_uint inside, unloading, generation;

/* Both sides write, then read what the other has written, so at least one of them sees the other.
 */
bool gau_reader_guard_enter(void)
{
    atomic_fetch_add(&inside, 1);
    if (atomic_load(&unloading) == 0)
        return true;
    gau_reader_guard_leave();
    return false;
}

void gau_reader_guard_leave(void)
{
    atomic_fetch_sub(&inside, 1);
}

/* A handler takes microseconds, unless its thread gets no processor. */
bool gau_reader_guard_wait(void)
{
    const struct timespec pause = {.tv_nsec = 100000};

    for (int i = 0; i < 2000; i++) {
        if (atomic_load(&inside) == 0)
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

uint32_t gau_reader_guard_generation(void)
{
    return atomic_load_explicit(&generation, memory_order_acquire);
}

void gau_reader_guard_forget(void)
{
    atomic_fetch_add(&generation, 1);
}

void gau_reader_guard_reset(void)
{
    atomic_store(&inside, 0);
    atomic_store(&unloading, 0);
}

void gau_reader_guard_unloading(void)
{
    atomic_fetch_add(&unloading, 1);
    gau_reader_guard_wait();
}

void gau_reader_guard_unloaded(void)
{
    unsigned n = atomic_load(&unloading);

    gau_reader_guard_forget();
    while (n > 0 && !atomic_compare_exchange_weak(&unloading, &n, n - 1))
        ; /* 0: a child of a fork() in between */
}
