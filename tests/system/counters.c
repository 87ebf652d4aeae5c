/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* usleep(), syscall() */
#include "counters.h"

#include "itt/itt.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * usage: counters SCENE: a program of which counters.sh knows what the collector has to count.
 * Where samples are to be counted, no thread has a clock: the program sends the signals of one
 * itself.
 */

static gau_itt_domain *domain;
static gau_itt_string *work;
static int event;

static uint64_t clock_of(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Takes that much CPU time of the thread. */
static void spin(unsigned ms)
{
    const uint64_t end = clock_of(CLOCK_THREAD_CPUTIME_ID) + ms * 1000000u;

    while (clock_of(CLOCK_THREAD_CPUTIME_ID) < end)
        continue;
}

void write_all(void)
{
    execl("/proc/nowhere", "nowhere", (char *)NULL);
}

static void times(unsigned n, int (*call)(int))
{
    for (unsigned i = 0; i < n; i++)
        call(event);
}

void prepare(void)
{
    gau_itt_load();
    domain = gau_itt_domain_create("counters");
    work = gau_itt_string_create("work");
    event = gau_itt_event_create("event");
    gau_itt_thread_set_name("main thread");
}

static void *work_as(void *data)
{
    struct worker *const worker = data;

    worker->tid = (pid_t)syscall(SYS_gettid);
    return worker->function(NULL);
}

int start(struct worker *worker, void *(*function)(void *))
{
    worker->function = function;
    return pthread_create(&worker->thread, NULL, work_as, worker);
}

int finish(struct worker *worker)
{
    if (pthread_join(worker->thread, NULL))
        return 1;
    while (syscall(SYS_tgkill, getpid(), worker->tid, 0) == 0)
        usleep(100);
    return 0;
}

int run(void *(*function)(void *))
{
    struct worker worker;

    return start(&worker, function) || finish(&worker);
}

/* --- calls --------------------------------------------------------------------------------- */

enum { DEEPEST = 4096 };
static pthread_key_t key;

/* The first round only asks for another, in which other libraries may still end tasks. */
static void end_late(void *round)
{
    if (round == &domain)
        pthread_setspecific(key, &work);
    else
        gau_itt_task_end(domain);
}

/* 4096 + 7 + 10 + 1 + 3 calls; 7 dropped, 2 unmatched, 3 never ended. */
static void *call_often(void *unused)
{
    times(DEEPEST + 7, gau_itt_event_start);
    times(DEEPEST + 7, gau_itt_event_end);
    times(10, gau_itt_event_start);
    times(12, gau_itt_event_end);
    gau_itt_task_begin(domain, work);
    times(3, gau_itt_event_start);
    pthread_setspecific(key, &domain);
    return unused;
}

/* Lives until the program ends. */
static void *wait_for_ever(void *barrier)
{
    times(1, gau_itt_event_start);
    pthread_barrier_wait(barrier);
    for (;;)
        pause();
    return NULL;
}

/* 2 calls: of one thread that ends, and of one that does not; 1 unmatched, 1 never ended. */
static int calls(void)
{
    pthread_barrier_t both;
    pthread_t waiting;
    void *counter;

    prepare();
    counter = gau_itt_counter_create("counter", "counters"); /* 1 */
    for (unsigned i = 0; i < 3; i++) {
        gau_itt_mark(gau_itt_mark_create("mark"), NULL); /* 6 */
        gau_itt_counter_increment(counter);              /* 3 */
        gau_itt_frame_begin(domain, NULL);               /* 3 */
        gau_itt_frame_end(domain, NULL);
    }
    pthread_key_create(&key, end_late);
    pthread_barrier_init(&both, NULL, 2);
    if (run(call_often) || pthread_create(&waiting, NULL, wait_for_ever, &both))
        return 1;
    pthread_barrier_wait(&both);
    gau_itt_task_begin(domain, work); /* 1 */
    times(1, gau_itt_event_start);    /* 1 */
    gau_itt_pause();
    write_all();
    times(2, gau_itt_event_end); /* nothing else changes since the totals of the thread */
    return 0;
}

/* --- processes ----------------------------------------------------------------------------- */

static pthread_barrier_t is_open;

static void *hold_open(void *unused)
{
    gau_itt_task_begin(domain, work);
    times(5, gau_itt_event_start);
    pthread_barrier_wait(&is_open);
    for (;;)
        pause();
    return unused;
}

/* Nothing is open here. 2 calls, 2 unmatched. */
static void *begin_anew(void *unused)
{
    gau_itt_task_end(domain);
    times(2, gau_itt_event_start);
    times(3, gau_itt_event_end);
    return unused;
}

/* 2 calls; what was open in the parent ends here, too. Prints how long a frame has lasted since the
 * fork at the most. */
static int live_on(uint64_t forked_ns)
{
    gau_itt_frame_end(domain, NULL);
    printf("%llu\n", (unsigned long long)(clock_of(CLOCK_MONOTONIC) - forked_ns));
    times(2, gau_itt_event_start);
    times(3, gau_itt_event_end);
    return run(begin_anew);
}

/* 12 calls of two threads that are not in the child, and 2; 1 unmatched. */
static int forked(void)
{
    pthread_t holder;
    uint64_t now;
    pid_t child;

    prepare();
    pthread_barrier_init(&is_open, NULL, 3);
    if (pthread_create(&holder, NULL, hold_open, NULL) ||
        pthread_create(&holder, NULL, hold_open, NULL))
        return 1;
    pthread_barrier_wait(&is_open);
    times(1, gau_itt_event_start);
    times(2, gau_itt_event_end);
    times(1, gau_itt_event_start);
    gau_itt_frame_begin(domain, NULL); /* 1 */
    spin(200);
    now = clock_of(CLOCK_MONOTONIC);
    child = fork();
    if (child == 0)
        return live_on(now);
    times(1, gau_itt_event_end);
    return waitpid(child, NULL, 0) != child;
}

/* --- CPU time ------------------------------------------------------------------------------ */

static uint64_t of_thread;

static void *work_briefly(void *unused)
{
    const uint64_t before = clock_of(CLOCK_THREAD_CPUTIME_ID);

    spin(200);
    of_thread = clock_of(CLOCK_THREAD_CPUTIME_ID) - before;
    return unused;
}

/* The collector's own thread makes the file, unless all is to be written at once. */
static void await_writer(void)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/samples.gtr", getenv("GAUDIT_COLLECT_OUTPUT"));
    while (access(path, F_OK) != 0)
        usleep(1000);
}

/*
 * A thread that has ended, and the main one, which has neither samples nor calls since its last
 * totals. Prints, in ns, what it took before the first call, which without preload brings the
 * collector, what it took since, and what the thread took; at the least, all three.
 */
static int cpu(void)
{
    const uint64_t begin = clock_of(CLOCK_THREAD_CPUTIME_ID);
    uint64_t before, loaded;

    spin(200);
    before = clock_of(CLOCK_THREAD_CPUTIME_ID) - begin;
    prepare();
    loaded = clock_of(CLOCK_THREAD_CPUTIME_ID);
    await_writer();
    if (run(work_briefly))
        return 1;
    gau_itt_pause();
    write_all();
    spin(200);
    printf("%llu %llu %llu\n", (unsigned long long)before,
           (unsigned long long)(clock_of(CLOCK_THREAD_CPUTIME_ID) - loaded),
           (unsigned long long)of_thread);
    return 0;
}

/* --- pauses -------------------------------------------------------------------------------- */

static int fork_and_wait(void)
{
    const pid_t child = fork();

    if (child == 0)
        exit(0);
    return waitpid(child, NULL, 0) != child;
}

/* Begins paused, and is described before it has a clock. The first child has no pause, and runs for
 * less than that of its parent; the second begins in one. */
static int resumed(void)
{
    prepare();
    write_all();
    spin(200);
    gau_itt_resume();
    spin(50);
    for (int i = 0; i < 50; i++) { /* so that some are not written yet at the fork */
        gau_itt_pause();
        gau_itt_resume();
    }
    if (fork_and_wait())
        return 1;
    gau_itt_pause();
    return fork_and_wait();
}

/* --- ends -------------------------------------------------------------------------------- */

static pthread_t main_thread;

static void *outlive(void *unused)
{
    pthread_join(main_thread, NULL);
    await_writer();
    write_all(); /* the kernel still lists the main thread */
    return unused;
}

/* The program ends with its last thread. */
static int outlived(void)
{
    pthread_t worker;

    prepare();
    main_thread = pthread_self();
    if (pthread_create(&worker, NULL, outlive, NULL))
        return 1;
    pthread_exit(NULL);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*scene)(void);
    } scenes[] = {{"calls", calls},     {"forked", forked},       {"cpu", cpu},
                  {"resumed", resumed}, {"outlived", outlived},   {"dropped", scene_dropped},
                  {"lost", scene_lost}, {"missed", scene_missed}, {"many", scene_many},
                  {"deep", scene_deep}};

    for (unsigned i = 0; argc > 1 && i < sizeof scenes / sizeof *scenes; i++)
        if (strcmp(argv[1], scenes[i].name) == 0)
            return scenes[i].scene();
    return 2;
}
