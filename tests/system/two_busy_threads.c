/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* Two threads, each of which uses CPU time; for processors that are emulated. */

enum { SPIN_MS = 700 };

__attribute__((noinline)) static void spin(void)
{
    struct timespec now;
    volatile uint64_t x = 1;

    do {
        for (int i = 0; i < 10000; i++)
            x = x * 3 + 1;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < SPIN_MS);
}

static void *work(void *unused)
{
    spin();
    return unused;
}

int main(void)
{
    pthread_t other;

    if (pthread_create(&other, NULL, work, NULL) != 0)
        return 1;
    spin();
    return pthread_join(other, NULL) != 0;
}
