/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TESTS_CRASH_WAYS_H
#define GAUDIT_TESTS_CRASH_WAYS_H

#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Ways to crash, by name. The texts are not constants, so that the compiler keeps what is wrong. */

/* No stack has room for all of it. */
static __attribute__((__unused__, __noinline__)) int overflow_stack(volatile char *above,
                                                                    long calls)
{
    volatile char block[4096];

    block[0] = above ? above[0] : 0;
    return calls > 0 ? overflow_stack(block, calls - 1) + block[0] : 0;
}

/* A file that is shorter than its mapping. */
static __attribute__((__unused__)) void read_beyond_file(void)
{
    FILE *const file = tmpfile();
    volatile char *const page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fileno(file), 0);

    putchar(page[0]);
}

static __attribute__((__unused__, __no_sanitize__("undefined"))) void crash(const char *way)
{
    volatile int zero = 0;

    if (strcmp(way, "pointer") == 0)
        *(volatile int *)(uintptr_t)(8 + zero) = 1;
    else if (strcmp(way, "overflow") == 0)
        zero = overflow_stack(NULL, LONG_MAX);
    else if (strcmp(way, "beyond") == 0)
        read_beyond_file();
    else if (strcmp(way, "abort") == 0)
        abort();
    else
        raise(atoi(way));
}

#endif
