/* SPDX-License-Identifier: Apache-2.0 */
#include "allocations.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

static _Thread_local uint64_t made;
static atomic_uint_fast64_t countdown;
static const char *_Atomic failed_call;

uint64_t allocations_of_thread(void)
{
    return made;
}

void allocations_fail_at(uint64_t n)
{
    failed_call = NULL;
    countdown = n;
}

const char *allocations_failed_call(void)
{
    return failed_call;
}

static bool fails(const char *call)
{
    uint_fast64_t n = countdown;

    made++;
    while (n > 0 && !atomic_compare_exchange_weak(&countdown, &n, n - 1))
        continue;
    if (n == 1) {
        failed_call = call;
        errno = ENOMEM;
    }
    return n == 1;
}

/* The linker puts these in front of the calls of our own code. */
#define WRAP(type, name, parameters, arguments, failure)           \
    type __real_##name parameters;                                 \
    type __wrap_##name parameters;                                 \
    type __wrap_##name parameters                                  \
    {                                                              \
        return fails(#name) ? (failure) : __real_##name arguments; \
    }

WRAP(void *, malloc, (size_t size), (size), NULL)
WRAP(void *, calloc, (size_t count, size_t size), (count, size), NULL)
WRAP(void *, realloc, (void *old, size_t size), (old, size), NULL)
WRAP(char *, strdup, (const char *text), (text), NULL)
WRAP(char *, strndup, (const char *text, size_t size), (text, size), NULL)
WRAP(int, posix_memalign, (void **out, size_t alignment, size_t size), (out, alignment, size),
     ENOMEM)
WRAP(void *, mmap, (void *at, size_t size, int access, int flags, int file, off_t offset),
     (at, size, access, flags, file, offset), MAP_FAILED)
WRAP(int, pthread_create,
     (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *user),
     (thread, attributes, run, user), EAGAIN)
