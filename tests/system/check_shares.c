/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "known_times.h"
#include "shares.h"

#include "report/statistics/statistics.h"
#include "trace/trace_reader.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * usage: check_shares FOLDER...: compares samples.gtr with "truth" (shares.h) in each folder,
 * thread by thread: by tasks, and by the functions that the samples were taken in. Chi-square,
 * pooled over all, must have p > 1e-7, and no row may be off by more than 6.5 standard errors; see
 * statistics.h. Status 1 otherwise. Status 77: the clock does not see the kernel, as thread CPU
 * time does.
 */

enum { THREADS_MAX = 64, IDS_MAX = 1024, WAYS = 2 };

/* A sampler that is right fails with less than 10^-6: 2 * 1e-7 by chi-square, some 1e-10 for each
 * of the hundreds of rows, some 1e-8 for those with 20 samples, which are skew. */
static const double P_LEAST = 1e-7, DEVIATION_MOST = 6.5;

struct thread {
    char name[32];
    struct shares_truth truth;
    struct known_times_row rows[WAYS][N_SHARES]; /* by tasks, by functions */
    double sampled_ns;
};

static struct check {
    struct thread threads[THREADS_MAX];
    uint64_t starts[N_SHARES], ends[N_SHARES];
    char names[N_SHARES][32];
    int task_shares[IDS_MAX];
    uint32_t main_module, n_stacks;
    signed char *stack_shares;
    bool includes_kernel_time;
    double chi_square[WAYS], worst;
    int freedom;
} check;

static void fail(const char *folder, const char *what)
{
    printf("%s: %s\n", folder, what);
    exit(1);
}

/* --- the trace ----------------------------------------------------------------------------- */

static bool on_process(void *user, const struct gau_trace_process *process,
                       struct gau_trace_text command, struct gau_trace_text note)
{
    (void)user;
    (void)command;
    (void)note;
    check.includes_kernel_time = process->includes_kernel_time;
    return true;
}

static bool on_module(void *user, const struct gau_trace_module *module, const uint8_t *build_id,
                      struct gau_trace_text path)
{
    (void)user;
    (void)build_id;
    (void)path;
    if (module->flags & GAU_TRACE_MODULE_MAIN)
        check.main_module = module->module;
    return true;
}

static bool on_task(void *user, const struct gau_trace_task_type *type,
                    struct gau_trace_text domain, struct gau_trace_text name)
{
    (void)user;
    (void)domain;
    for (int i = 0; i < N_SHARES && type->task < IDS_MAX; i++)
        if (strcmp(name.data, check.names[i]) == 0)
            check.task_shares[type->task] = i + 1;
    return true;
}

static bool on_thread(void *user, const struct gau_trace_thread *thread, struct gau_trace_text name)
{
    (void)user;
    if (thread->thread < THREADS_MAX)
        snprintf(check.threads[thread->thread].name, sizeof check.threads->name, "%s", name.data);
    return thread->thread < THREADS_MAX;
}

/* Of the stack, or else of its caller: the functions call the clock. */
static int share_of(const struct gau_trace_stack *stack)
{
    for (int i = 0; i < N_SHARES && stack->module == check.main_module; i++)
        if (stack->address >= check.starts[i] && stack->address < check.ends[i])
            return i + 1;
    return stack->caller > 0 ? check.stack_shares[stack->caller] : 0;
}

static bool on_stacks(void *user, uint32_t first, const struct gau_trace_stack *stacks,
                      uint32_t count)
{
    (void)user;
    if (first + count > check.n_stacks) {
        check.n_stacks = 2 * (first + count);
        check.stack_shares = realloc(check.stack_shares, check.n_stacks);
        if (!check.stack_shares)
            return false;
    }
    for (uint32_t i = 0; i < count; i++)
        check.stack_shares[first + i] = (signed char)share_of(&stacks[i]);
    return true;
}

static void add(struct known_times_row *rows, int share, double weight)
{
    if (share == 0)
        return;
    rows[share - 1].sampled_ns += weight;
    rows[share - 1].squares += weight * weight;
}

static bool on_samples(void *user, uint32_t thread, const struct gau_trace_sample *samples,
                       uint32_t count)
{
    struct thread *const own = &check.threads[thread];

    (void)user;
    for (uint32_t i = 0; i < count; i++) {
        const double weight = (double)samples[i].weight_ns;

        own->sampled_ns += weight;
        if (samples[i].task < IDS_MAX)
            add(own->rows[0], check.task_shares[samples[i].task], weight);
        if (samples[i].stack > 0)
            add(own->rows[1], check.stack_shares[samples[i].stack], weight);
    }
    return true;
}

static void read_trace(const char *folder)
{
    static const struct gau_trace_visitor visitor = {
        .process = on_process,
        .module = on_module,
        .task_type = on_task,
        .thread = on_thread,
        .stacks = on_stacks,
        .samples = on_samples,
    };
    char path[4096], message[256];

    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    if (gau_trace_read(path, &visitor, NULL, NULL, NULL, message, sizeof message) != GAU_TRACE_OK)
        fail(folder, message);
}

/* --- the truth ----------------------------------------------------------------------------- */

static struct thread *thread_named(const char *name)
{
    for (int i = 0; i < THREADS_MAX; i++)
        if (strcmp(check.threads[i].name, name) == 0)
            return &check.threads[i];
    return NULL;
}

static FILE *open_truth(const char *folder)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/truth", folder);
    file = fopen(path, "r");
    if (!file)
        fail(folder, "no truth");
    for (int i = 0; i < N_SHARES; i++)
        if (fscanf(file, "%31s %" SCNx64 " %" SCNx64, check.names[i], &check.starts[i],
                   &check.ends[i]) != 3)
            fail(folder, "truth without functions");
    return file;
}

static void take_truth(FILE *file, const char *folder)
{
    struct shares_truth truth = {0};

    while (fscanf(file, "%31s %" SCNu64, truth.name, &truth.cpu_ns) == 2) {
        struct thread *const thread = thread_named(truth.name);

        if (!thread)
            fail(folder, "a thread is missing");
        for (int i = 0; i < N_SHARES; i++) {
            if (fscanf(file, "%" SCNu64, &truth.ns[i]) != 1)
                fail(folder, "truth cut short");
            for (int way = 0; way < WAYS; way++)
                thread->rows[way][i].known_ns = (double)truth.ns[i];
        }
        thread->truth = truth;
    }
    fclose(file);
}

/* --- the comparison ------------------------------------------------------------------------ */

static void compare_rows(const char *folder, const struct thread *thread, int way)
{
    const struct known_times_row *const rows = thread->rows[way];

    printf("%s %s by %s, n = %.0f:", folder, thread->name, way ? "function" : "task",
           known_times_effective(rows, N_SHARES));
    for (int i = 0; i < N_SHARES; i++) {
        const double off = known_times_deviation(rows, N_SHARES, i);

        printf(" %s %.1f of %.1f ms (%+.1f)", check.names[i], rows[i].sampled_ns * 1e-6,
               rows[i].known_ns * 1e-6, off);
        if (!(fabs(off) <= check.worst))
            check.worst = fabs(off);
    }
    printf("\n");
    check.chi_square[way] += known_times_chi_square(rows, N_SHARES);
}

/* What is sampled in all is the CPU time, up to the first and the last interval and a tick. */
static void compare_sums(const char *folder, const struct thread *thread)
{
    const double off = thread->sampled_ns - (double)thread->truth.cpu_ns;

    if (fabs(off) > 0.01 * (double)thread->truth.cpu_ns + 60e6) {
        printf("%s %s: %.1f ms sampled of %.1f ms\n", folder, thread->name,
               thread->sampled_ns * 1e-6, (double)thread->truth.cpu_ns * 1e-6);
        check.worst = INFINITY;
    }
}

static void compare(const char *folder)
{
    for (int i = 0; i < THREADS_MAX; i++) {
        const struct thread *const thread = &check.threads[i];

        if (!thread->truth.name[0])
            continue;
        for (int way = 0; way < WAYS; way++)
            compare_rows(folder, thread, way);
        compare_sums(folder, thread);
        check.freedom += N_SHARES - 1;
    }
}

static void check_folder(const char *folder)
{
    FILE *const file = open_truth(folder);

    memset(check.threads, 0, sizeof check.threads);
    memset(check.task_shares, 0, sizeof check.task_shares);
    read_trace(folder);
    if (!check.includes_kernel_time) {
        printf("%s: the clock does not see the kernel\n", folder);
        exit(77);
    }
    take_truth(file, folder);
    compare(folder);
}

int main(int argc, char **argv)
{
    bool good;

    for (int i = 1; i < argc; i++)
        check_folder(argv[i]);
    if (check.freedom == 0)
        return 2;
    good = check.worst <= DEVIATION_MOST;
    for (int way = 0; way < WAYS; way++) {
        const double p = gau_chi_square_p(check.chi_square[way], check.freedom);

        printf("by %s: chi-square %.1f, %d degrees of freedom, p = %.3g\n",
               way ? "function" : "task", check.chi_square[way], check.freedom, p);
        good = good && p > P_LEAST;
    }
    printf("largest deviation: %.2f standard errors\n", check.worst);
    return good ? 0 : 1;
}
