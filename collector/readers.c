/* SPDX-License-Identifier: Apache-2.0 */
#include "unwind.h"

#include <stdatomic.h>
#include <time.h>

static atomic_uint inside, unloading, generation;

/* Both sides write, then look at what the other has written: one of them sees the other. */
bool gau_readers_enter(void)
{
    atomic_fetch_add(&inside, 1);
    if (atomic_load(&unloading) == 0)
        return true;
    gau_readers_leave();
    return false;
}

void gau_readers_leave(void)
{
    atomic_fetch_sub(&inside, 1);
}

/* A handler is done within microseconds, unless its thread does not get a processor. */
bool gau_readers_wait(void)
{
    const struct timespec pause = {.tv_nsec = 100000};

    for (int i = 0; i < 2000; i++) {
        if (atomic_load(&inside) == 0)
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

uint32_t gau_readers_generation(void)
{
    return atomic_load_explicit(&generation, memory_order_acquire);
}

void gau_readers_forget(void)
{
    atomic_fetch_add(&generation, 1);
}

void gau_readers_reset(void)
{
    atomic_store(&inside, 0);
    atomic_store(&unloading, 0);
}

void gau_unwind_unloading(void)
{
    atomic_fetch_add(&unloading, 1);
    gau_readers_wait();
}

void gau_unwind_unloaded(void)
{
    unsigned n = atomic_load(&unloading);

    gau_readers_forget();
    while (n > 0 && !atomic_compare_exchange_weak(&unloading, &n, n - 1))
        ; /* 0: a child of a fork() in between */
}
