/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* RLIMIT_SIGPENDING */
#include "itt/itt.h"

#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * A thread that no timer can be had for, since no signal may be queued; then three children. The
 * thread takes long to end, as on a machine with much to do: the collector looks for new threads
 * meanwhile, and the kernel still lists it.
 *
 * The program is a client of ITT: such processes leave a file in any case. Others that end soon do
 * so only if there is a sample, and a timer looks at ticks: where others want the processor, a
 * child may have had its 50 ms between them.
 */

static pthread_key_t key;
static int rounds;

static void *work(void *unused)
{
    const clock_t end = clock() + CLOCKS_PER_SEC / 20;

    while (clock() < end)
        continue;
    return unused;
}

/* In the last round there is. */
static void end_slowly(void *data)
{
    const struct timespec time = {.tv_sec = 3};

    if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS)
        pthread_setspecific(key, data);
    else
        nanosleep(&time, NULL);
}

static void *work_and_end_slowly(void *unused)
{
    pthread_setspecific(key, &key);
    return work(unused);
}

int main(void)
{
    struct rlimit limit, none;
    pthread_t thread;

    if (gau_itt_load() != GAU_ITT_LOADED || getrlimit(RLIMIT_SIGPENDING, &limit) != 0 ||
        pthread_key_create(&key, end_slowly) != 0)
        return 1;
    none = limit;
    none.rlim_cur = 0;
    if (setrlimit(RLIMIT_SIGPENDING, &none) != 0 ||
        pthread_create(&thread, NULL, work_and_end_slowly, NULL) != 0)
        return 1;
    pthread_join(thread, NULL);
    if (setrlimit(RLIMIT_SIGPENDING, &limit) != 0)
        return 1;
    for (int i = 0; i < 3; i++) {
        const pid_t child = fork();

        if (child == 0) {
            work(NULL);
            return 0;
        }
        if (child < 0 || waitpid(child, NULL, 0) != child)
            return 1;
    }
    return 0;
}
