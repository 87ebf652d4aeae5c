/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* clone() */
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/*
 * Makes a thread by clone(), which shares the thread pointer with the main thread: it may use
 * nothing of the C library. Both use 2 s of CPU time.
 */

static volatile int is_over;

/* The clock is read by a system call of which the C library knows nothing. */
static uint64_t cpu_ns(void)
{
    struct timespec now = {0};

    syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

__attribute__((noinline)) static void burn(uint64_t ns)
{
    const uint64_t end = cpu_ns() + ns;
    volatile uint64_t x = 1;

    while (cpu_ns() < end)
        for (int i = 0; i < 20000; i++)
            x = x * 3 + 1;
}

__attribute__((noinline)) static int other(void *unused)
{
    (void)unused;
    burn(2000000000);
    is_over = 1;
    syscall(SYS_exit, 0);
    return 0;
}

int main(void)
{
    enum { SIZE = 1 << 18 };
    char *const stack = malloc(SIZE);

    if (!stack ||
        clone(other, stack + SIZE,
              CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM,
              NULL) < 0)
        return 1;
    burn(2000000000);
    while (!is_over)
        usleep(1000);
    puts("both are over");
    free(stack);
    return 0;
}
