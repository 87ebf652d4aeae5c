/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall() */
#include "counters.h"

#include "itt/itt.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Samples that are counted: no thread has a clock, and the program sends the signals of one itself.
 */

/* Timers need room for a signal each. */
static void resume_without_clocks(void)
{
    const struct rlimit none = {0, 0};

    setrlimit(RLIMIT_SIGPENDING, &none);
    gau_itt_resume();
}

/* As clocks send them to the thread that runs: n samples. */
static void tick(unsigned n)
{
    siginfo_t info = {.si_signo = SIGPROF, .si_code = POLL_IN};

    for (unsigned i = 0; i < n; i++)
        syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), SIGPROF, &info);
}

static void *take_one(void *unused)
{
    tick(1);
    return unused;
}

/* --- what there is no room for ------------------------------------------------------------- */

enum { HOLDERS = 70 };
static pthread_barrier_t all_there;

static void *take_one_with_others(void *unused)
{
    tick(1);
    pthread_barrier_wait(&all_there);
    return unused;
}

/* More threads with a sample each than there are buffers. */
int scene_dropped(void)
{
    static struct worker workers[HOLDERS];

    prepare();
    resume_without_clocks();
    pthread_barrier_init(&all_there, NULL, HOLDERS);
    for (int i = 0; i < HOLDERS; i++)
        if (start(&workers[i], take_one_with_others))
            return 1;
    for (int i = 0; i < HOLDERS; i++)
        finish(&workers[i]);
    return 0;
}

__attribute__((noinline)) static int tick_elsewhere(unsigned n)
{
    tick(n);
    return gau_itt_event_create("elsewhere");
}

/* Until the writer thread has taken samples, which it does several times a second. */
static void wait_for_writer(void)
{
    const struct timespec time = {.tv_nsec = 600000000};

    nanosleep(&time, NULL);
}

/* 40 samples in the file, 20 that it could not take, with the first description of what is met
 * again: a function, a task, and the thread by its new name. 8 calls. */
int scene_lost(void)
{
    struct rlimit limit, tiny;
    int event = 0;

    prepare();
    resume_without_clocks();
    tick(10);
    write_all();
    getrlimit(RLIMIT_FSIZE, &limit);
    tiny = limit;
    tiny.rlim_cur = 1;
    setrlimit(RLIMIT_FSIZE, &tiny);
    gau_itt_thread_set_name("renamed");
    for (volatile unsigned again = 0; again < 2; again++) { /* the same call has the same stack */
        event = tick_elsewhere(20 + 10 * again);
        if (again)
            break;
        gau_itt_event_start(event);
        write_all();
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    wait_for_writer(); /* what follows a loss refers to nothing that was lost */
    gau_itt_event_end(event);
    return 0;
}

/* --- signals of unknown origin ------------------------------ */

static pthread_key_t key;

/* After the destructor of the collector, whichever came first. */
static void tick_late(void *round)
{
    static int rounds;

    if (++rounds < 4)
        pthread_setspecific(key, round);
    else
        tick(6);
}

static void *end_late(void *unused)
{
    tick(5);
    pthread_setspecific(key, &key);
    return unused;
}

/* 5 samples, and 6 that have no thread; none after the end for good. */
int scene_missed(void)
{
    prepare();
    resume_without_clocks();
    pthread_key_create(&key, tick_late);
    if (run(end_late))
        return 1;
    gau_itt_detach();
    gau_itt_resume();
    tick(3);
    return 0;
}

/* --- buffers are used again ---------------------------------------------------------------- */

/* 70 threads with a sample each, and 100 times 200 of one thread: more than there is room for, but
 * not at once. */
int scene_many(void)
{
    prepare();
    resume_without_clocks();
    for (int i = 0; i < HOLDERS; i++) {
        if (run(take_one))
            return 1;
        write_all();
    }
    for (int i = 0; i < 100; i++) {
        tick(200);
        write_all();
    }
    return 0;
}

/* --- stacks that are too deep -------------------------------------------------------------- */

__attribute__((noinline)) static int deeper(unsigned n)
{
    volatile unsigned left = n;

    if (n == 0)
        tick(5);
    else
        deeper(n - 1);
    return left > 0;
}

/* 5 samples that are cut, and 3 that are not. */
int scene_deep(void)
{
    prepare();
    resume_without_clocks();
    tick(3);
    return deeper(1000) < 0;
}
