/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include "bench.h"

#include "trace/trace_reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * What sampling costs a program: its CPU time with a profiler, divided by that without, in turn,
 * and of many such pairs the median. Other profilers are measured on the same program, and a perf
 * event that fires as often without a handler: what the interrupts alone cost.
 */

enum { ROUNDS = 25, WORK = 500000, PARTS = 5, LONGER = 6 };

struct setting {
    const char *name;
    const char *aim;
    const char *interval; /* of our collector, in ns; NULL: it is not used */
    const char *event;    /* period of an event without a handler, in ns */
    const char *before;   /* what the program is run under */
    const char *preload;  /* another profiler's library */
    int times;            /* as much work as otherwise; 0 is 1 */
    double ratios[ROUNDS];
    int n;
};

static struct setting settings[] = {
    {.name = "collector, 10 ms", .aim = "0 within errors", .interval = "10000000"},
    {.name = "collector, 4 ms", .interval = "4000000"},
    {.name = "event without a handler, 4 ms", .event = "4000000"},
    {.name = "collector, 1 ms", .interval = "1000000"},
    {.name = "event without a handler, 1 ms", .event = "1000000"},
    {.name = "perf record -F 1000 -g", .before = "perf record -q -F 1000 -g -o perf.data"},
    {.name = "gperftools, 1000 per s", .preload = "libprofiler.so.0"},
};

enum { N_SETTINGS = sizeof settings / sizeof *settings };

static char folder[] = "/tmp/gaudit-bench-XXXXXX";

/* The numbers that a command prints; false: it failed. */
static bool ask(const char *command, double *numbers, int n)
{
    FILE *const out = popen(command, "r");
    int read = 0;

    while (out && read < n && fscanf(out, "%lf", &numbers[read]) == 1)
        read++;
    return out && pclose(out) == 0 && read == n;
}

/* --- CPU time ------------------------------------------------------------------------------ */

static bool run(const struct setting *setting, const char *worker, const char *collector,
                double *cpu)
{
    char environment[1024] = "", command[4096];

    if (setting->interval)
        snprintf(environment, sizeof environment,
                 "rm -f samples*; LD_PRELOAD=%s GAUDIT_COLLECT_OUTPUT=%s "
                 "GAUDIT_COLLECT_INTERVAL=%s",
                 collector, folder, setting->interval);
    else if (setting->preload)
        snprintf(environment, sizeof environment,
                 "LD_PRELOAD=%s CPUPROFILE=cpu.prof CPUPROFILE_FREQUENCY=1000", setting->preload);
    snprintf(command, sizeof command, "cd %s; %s %s %s work %d %s 2>errors", folder, environment,
             setting->before ? setting->before : "", worker,
             setting->times > 1 ? setting->times * WORK : WORK,
             setting->event ? setting->event : "");
    return ask(command, cpu, 1);
}

static void run_round(const char *worker, const char *collector)
{
    static const struct setting alone = {.name = "alone"};

    for (int i = 0; i < N_SETTINGS; i++) {
        struct setting *const setting = &settings[i];
        double with, without;

        if (run(&alone, worker, collector, &without) && run(setting, worker, collector, &with))
            setting->ratios[setting->n++] = with / without;
    }
}

/* In per cent above 1; half the distance between the quartiles beside it. */
static void print_costs(struct setting *setting)
{
    char name[128];
    const double median = bench_median(setting->ratios, (size_t)setting->n);
    const double spread =
        (setting->ratios[setting->n * 3 / 4] - setting->ratios[setting->n / 4]) / 2;

    snprintf(name, sizeof name, "%s (error of the median %.2f)", setting->name,
             100 * 1.858 * spread / sqrt(setting->n));
    bench_line("CPU time added to a program by profilers", name, 100 * (median - 1), "%",
               setting->aim);
}

/* --- our own part -------------------------------------------------------------------------- */

struct part {
    struct gau_trace_process_totals process;
    struct gau_trace_thread_totals thread;
};

static bool keep_process(void *user, const struct gau_trace_process_totals *totals)
{
    ((struct part *)user)->process = *totals;
    return true;
}

static bool keep_thread(void *user, const struct gau_trace_thread_totals *totals)
{
    ((struct part *)user)->thread = *totals;
    return true;
}

/* What is in the file of a run: of the handler and of the writer, per cent of CPU time, and the
 * bytes of a sample. */
static bool measure_part(const char *worker, const char *collector, const char *interval,
                         double *values)
{
    static const struct gau_trace_visitor visitor = {.process_totals = keep_process,
                                                     .thread_totals = keep_thread};
    const struct setting setting = {.interval = interval, .times = LONGER};
    struct part part = {0};
    struct stat file;
    char path[sizeof folder + 16];
    double cpu;

    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    if (!run(&setting, worker, collector, &cpu) || stat(path, &file) < 0 ||
        gau_trace_read(path, &visitor, &part, NULL, NULL, NULL, 0) != GAU_TRACE_OK ||
        part.thread.samples == 0)
        return false;
    values[0] = (double)part.thread.handler_ns / 1e7 / cpu;
    values[1] = (double)part.process.writer_ns / 1e7 / cpu;
    values[2] = values[0] + values[1];
    values[3] = (double)file.st_size / (double)part.thread.samples;
    return true;
}

/* Of runs that last, since what a process begins and ends with is not what a sample costs. */
static void print_part(const char *worker, const char *collector, const char *interval,
                       const char *aim)
{
    static const char *const names[] = {"handler", "writer", "both", "file"};
    double values[4][PARTS], one[4];
    char name[128];
    int n = 0;

    for (int i = 0; i < PARTS; i++)
        if (measure_part(worker, collector, interval, one)) {
            for (int k = 0; k < 4; k++)
                values[k][n] = one[k];
            n++;
        }
    for (int k = 0; n > 0 && k < 4; k++) {
        snprintf(name, sizeof name, "%s, every %g ms", names[k], strtod(interval, NULL) / 1e6);
        bench_line("the collector itself", name, bench_median(values[k], (size_t)n),
                   k == 3 ? "bytes/sample" : "% of CPU", k == 2 ? aim : NULL);
    }
}

static void print_handler(const char *worker, const char *collector)
{
    char command[1024];
    double without[3], with[3];

    snprintf(command, sizeof command, "%s signals 50000", worker);
    if (!ask(command, without, 3))
        return;
    snprintf(command, sizeof command,
             "cd %s; rm -f samples*; LD_PRELOAD=%s GAUDIT_COLLECT_OUTPUT=%s "
             "GAUDIT_COLLECT_INTERVAL=1000000000 %s signals 50000",
             folder, collector, folder, worker);
    if (!ask(command, with, 3))
        return;
    bench_line("the collector itself", "handler above an empty one, p50", with[0] - without[0],
               "ns", "<= 1500");
    bench_line("the collector itself", "handler above an empty one, p95", with[1] - without[1],
               "ns", NULL);
    bench_line("the collector itself", "handler above an empty one, p99", with[2] - without[2],
               "ns", NULL);
}

void bench_collect(const char *worker, const char *collector)
{
    char command[sizeof folder + 16];

    if (!mkdtemp(folder))
        return;
    for (int i = 0; i < ROUNDS; i++)
        run_round(worker, collector);
    for (int i = 0; i < N_SETTINGS; i++)
        if (settings[i].n > 2)
            print_costs(&settings[i]);
        else
            printf("%s: not to be had here\n", settings[i].name);
    print_part(worker, collector, "1000000", "<= 0.2");
    print_part(worker, collector, "4000000", NULL);
    print_part(worker, collector, "10000000", NULL);
    print_handler(worker, collector);
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command) != 0)
        printf("%s is left behind\n", folder);
}
