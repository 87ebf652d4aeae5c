/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dl_iterate_phdr() */
#include "shares.h"

#include "itt/itt.h"

#include <inttypes.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * usage: shares TRUTH THREADS SECONDS CYCLE_NS exact|steady|varied: each thread takes that much CPU
 * time in cycles of that length, with the shares of shares.h. What they really took, by the CPU
 * clock of the thread at the borders of the tasks, is written to TRUTH.
 *
 * exact: all cycles have the same length of CPU time, without drift. Tasks do a fixed amount of
 * work. What fills a cycle up is outside of them: it makes up for interruptions, among them those
 * by samples, which would change the share of a task. Samples must be rare, one in a cycle: what is
 * behind the first in a cycle comes later by the time that it took, and is then more likely to be
 * hit by the next.
 *
 * steady: all cycles have the same work, and that length on average, so that samples may be as
 * close as they like. In step with them is what interrupts evenly.
 *
 * varied: the length is drawn anew for each cycle, from a half to one and a half.
 */

/* --- work: arithmetic, without system calls ------------------------------------------------ */

static uint64_t cpu(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Returns when it began. Of two readings of the clock, one belongs to the task: as much as is
 * between their moments. */
#define WORK(function, percent)                                                              \
    __attribute__((noinline, section("in_" #function))) static uint64_t function(uint64_t n) \
    {                                                                                        \
        const uint64_t begin = cpu();                                                        \
        uint64_t x = n;                                                                      \
                                                                                             \
        for (uint64_t i = 0; i < n; i++) {                                                   \
            x = x * 6364136223846793005u + 1442695040888963407u;                             \
            __asm__ volatile("" : "+r"(x));                                                  \
        }                                                                                    \
        return begin;                                                                        \
    }                                                                                        \
    extern const char __start_in_##function[], __stop_in_##function[];
SHARES(WORK)
WORK(filling, 10)

/* Of a cycle, what is not filling. */
static const double TASKS_PART = 0.9;

static const struct share {
    const char *name;
    uint64_t (*work)(uint64_t n);
    double part;
    const char *start, *end;
} shares[N_SHARES] = {
#define SHARE(function, percent) \
    {#function, function, (percent) / 100.0, __start_in_##function, __stop_in_##function},
    SHARES(SHARE)};

/* --- threads ------------------------------------------------------------------------------- */

static struct {
    int events[N_SHARES];
    double seconds, cycle_ns;
    enum { EXACT, STEADY, VARIED } mode;
} run;

enum { STEADY_CYCLES = 64 }; /* until their number of loops is set anew */

struct worker {
    pthread_t thread;
    struct shares_truth truth;
    double ns_per_loop;
    uint64_t random, cycles, since;
};

static uint64_t work_for(struct worker *worker, uint64_t (*work)(uint64_t), double ns)
{
    return work(ns > 0 ? (uint64_t)(ns / worker->ns_per_loop) + 1 : 1);
}

static void do_task(struct worker *worker, int i, double ns)
{
    uint64_t begin;

    gau_itt_event_start(run.events[i]);
    begin = work_for(worker, shares[i].work, shares[i].part * ns);
    gau_itt_event_end(run.events[i]);
    worker->truth.ns[i] += cpu() - begin;
}

static uint64_t do_tasks(struct worker *worker, double ns)
{
    for (int i = 0; i < N_SHARES; i++)
        do_task(worker, i, ns);
    return cpu();
}

/* The speed of the processor changes; what the thread lost it for does not count. */
static void learn(struct worker *worker, double found_ns, double wanted_ns)
{
    if (found_ns < 2 * wanted_ns)
        worker->ns_per_loop *= 1 + (found_ns / wanted_ns - 1) / 4;
}

static double draw(struct worker *worker)
{
    worker->random = worker->random * 6364136223846793005u + 1442695040888963407u;
    return (double)(worker->random >> 11) * 0x1p-53;
}

/* Until the next border, none of which is left out but for long interruptions. */
static uint64_t do_exact_cycle(struct worker *worker, uint64_t begin, double *border)
{
    const double wanted = TASKS_PART * run.cycle_ns;
    uint64_t now;

    *border += run.cycle_ns;
    while (*border - (double)begin < run.cycle_ns / 2)
        *border += run.cycle_ns;
    now = do_tasks(worker, wanted);
    learn(worker, (double)(now - begin), wanted);
    work_for(worker, filling, *border - (double)now);
    return cpu();
}

static uint64_t do_steady_cycle(struct worker *worker, uint64_t begin)
{
    if (worker->cycles++ % STEADY_CYCLES == 0) {
        if (worker->since)
            learn(worker, (double)(begin - worker->since), STEADY_CYCLES * run.cycle_ns);
        worker->since = begin;
    }
    return do_tasks(worker, run.cycle_ns);
}

static void calibrate(struct worker *worker)
{
    worker->ns_per_loop = 1e9;
    for (int i = 0; i < 20; i++) {
        const uint64_t begin = cpu();
        double found;

        shares[0].work(20000);
        found = (double)(cpu() - begin) / 20000;
        if (found < worker->ns_per_loop)
            worker->ns_per_loop = found;
    }
}

static void *work(void *data)
{
    struct worker *const worker = data;
    uint64_t first, now;
    double border;

    gau_itt_thread_set_name(worker->truth.name);
    calibrate(worker);
    first = now = cpu();
    border = (double)first;
    while ((double)(now - first) < run.seconds * 1e9)
        if (run.mode == EXACT)
            now = do_exact_cycle(worker, now, &border);
        else if (run.mode == STEADY)
            now = do_steady_cycle(worker, now);
        else
            now = do_tasks(worker, run.cycle_ns * (0.5 + draw(worker)));
    worker->truth.cpu_ns = now;
    return NULL;
}

/* --- the truth ----------------------------------------------------------------------------- */

/* The first is the program. */
static int find_bias(struct dl_phdr_info *info, size_t size, void *bias)
{
    (void)size;
    *(uintptr_t *)bias = info->dlpi_addr;
    return 1;
}

static int write_truth(const char *path, const struct worker *workers, int n)
{
    FILE *const file = fopen(path, "w");
    uintptr_t bias = 0;

    if (!file)
        return 1;
    dl_iterate_phdr(find_bias, &bias);
    for (int i = 0; i < N_SHARES; i++)
        fprintf(file, "%s %" PRIxPTR " %" PRIxPTR "\n", shares[i].name,
                (uintptr_t)shares[i].start - bias, (uintptr_t)shares[i].end - bias);
    for (int i = 0; i < n; i++) {
        const struct shares_truth *const truth = &workers[i].truth;

        fprintf(file, "%s %" PRIu64, truth->name, truth->cpu_ns);
        for (int share = 0; share < N_SHARES; share++)
            fprintf(file, " %" PRIu64, truth->ns[share]);
        fprintf(file, "\n");
    }
    return fclose(file) != 0;
}

int main(int argc, char **argv)
{
    static struct worker workers[64];
    int n;

    if (argc != 6)
        return 2;
    n = atoi(argv[2]);
    run.seconds = atof(argv[3]);
    run.cycle_ns = atof(argv[4]);
    run.mode = argv[5][0] == 'e' ? EXACT : argv[5][0] == 's' ? STEADY : VARIED;
    if (n < 1 || n > 64 || run.cycle_ns < 1000)
        return 2;
    gau_itt_load();
    for (int i = 0; i < N_SHARES; i++)
        run.events[i] = gau_itt_event_create(shares[i].name);
    for (int i = 0; i < n; i++) {
        snprintf(workers[i].truth.name, sizeof workers[i].truth.name, "worker-%d", i);
        workers[i].random = (uint64_t)i + 1;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            return 1;
    }
    for (int i = 0; i < n; i++)
        pthread_join(workers[i].thread, NULL);
    return write_truth(argv[1], workers, n);
}
