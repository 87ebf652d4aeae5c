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
    bool peer;            /* measured with the peers */
    int times;            /* as much work as otherwise; 0 is 1 */
    struct bench_rounds percent;
};

static struct setting settings[] = {
    {.name = "collector, 10 ms", .aim = "0 within errors", .interval = "10000000"},
    {.name = "collector, 4 ms", .interval = "4000000"},
    {.name = "event without a handler, 4 ms", .event = "4000000"},
    {.name = "collector, 1 ms", .interval = "1000000", .peer = true},
    {.name = "event without a handler, 1 ms", .event = "1000000"},
    {.name = "perf record -F 1000 -g",
     .before = "perf record -q -F 1000 -g -o perf.data",
     .peer = true},
    {.name = "gperftools, 1000 per s", .preload = "libprofiler.so.0", .peer = true},
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

/* A library that is missing is no failure of the program. */
static bool is_installed(const struct setting *setting)
{
    char command[256] = "true";

    if (setting->before)
        snprintf(command, sizeof command, "command -v %.*s >/dev/null",
                 (int)strcspn(setting->before, " "), setting->before);
    else if (setting->preload)
        snprintf(command, sizeof command, "[ -z \"$(LD_PRELOAD=%s env true 2>&1)\" ]",
                 setting->preload);
    return system(command) == 0;
}

static void run_round(struct setting *setting, const char *worker, const char *collector)
{
    static const struct setting alone = {.name = "alone"};
    const double before = bench_calibrate();
    double with, without;

    if (run(&alone, worker, collector, &without) && run(setting, worker, collector, &with))
        bench_round_add(&setting->percent, 100 * (with / without - 1), before);
}

/* Half the distance between the quartiles of n values, as the error of their median. */
static double error_of(double low, double high, int n)
{
    return n > 0 ? 1.858 * (high - low) / 2 / sqrt(n) : 0;
}

static void print_costs(const struct setting *setting)
{
    static const char group[] = "CPU time added to a program by profilers";
    const struct bench_figure low = bench_figure(&setting->percent, 0.25);
    const struct bench_figure high = bench_figure(&setting->percent, 0.75);
    struct bench_figure error = high;
    char name[128];

    error.quiet = error_of(low.quiet, high.quiet, high.n_quiet);
    error.all = error_of(low.all, high.all, high.n);
    bench_rounds(group, setting->name, &setting->percent, "%", setting->aim);
    snprintf(name, sizeof name, "%s, error of the median", setting->name);
    bench_time(group, name, error, "%", NULL);
}

static void run_settings(const char *worker, const char *collector, bool peers)
{
    for (int i = 0; i < N_SETTINGS * ROUNDS; i++) {
        struct setting *const setting = &settings[i % N_SETTINGS];
        const bool ours = setting->interval || setting->event;

        if ((peers ? setting->peer : ours) && is_installed(setting))
            run_round(setting, worker, collector);
    }
    for (int i = 0; i < N_SETTINGS; i++) {
        const bool ours = settings[i].interval || settings[i].event;

        if (settings[i].percent.n > 2)
            print_costs(&settings[i]);
        else if (peers ? settings[i].peer : ours)
            printf("  %s: %s\n", settings[i].name,
                   is_installed(&settings[i]) ? "does not run here" : "not installed");
    }
}

/* --- our own part -------------------------------------------------------------------------- */

static const char part_group[] = "the collector itself";

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
    static const char *const names[] = {"handler", "writer", "both"};
    static struct bench_rounds rounds[3];
    double bytes = 0;
    char name[128];

    for (int k = 0; k < 3; k++)
        rounds[k].n = 0;
    for (int i = 0; i < PARTS; i++) {
        const double before = bench_calibrate();
        double values[4];

        if (!measure_part(worker, collector, interval, values))
            continue;
        for (int k = 0; k < 3; k++)
            bench_round_add(&rounds[k], values[k], before);
        bytes = values[3];
    }
    for (int k = 0; k < 3; k++) {
        snprintf(name, sizeof name, "%s, every %g ms", names[k], strtod(interval, NULL) / 1e6);
        bench_rounds(part_group, name, &rounds[k], "% of CPU", k == 2 ? aim : NULL);
    }
    snprintf(name, sizeof name, "file, every %g ms", strtod(interval, NULL) / 1e6);
    if (bytes > 0)
        bench_line(part_group, name, bytes, "bytes/sample", NULL);
}

static void print_handler(const char *worker, const char *collector)
{
    static const char *const names[] = {"handler above an empty one, p50",
                                        "handler above an empty one, p95",
                                        "handler above an empty one, p99"};
    static struct bench_rounds rounds[3];
    char bare[1024], collected[1024];
    double without[3], with[3];

    snprintf(bare, sizeof bare, "%s signals 50000", worker);
    snprintf(collected, sizeof collected,
             "cd %s; rm -f samples*; LD_PRELOAD=%s GAUDIT_COLLECT_OUTPUT=%s "
             "GAUDIT_COLLECT_INTERVAL=1000000000 %s signals 50000",
             folder, collector, folder, worker);
    for (int i = 0; i < PARTS; i++) {
        const double before = bench_calibrate();

        if (ask(bare, without, 3) && ask(collected, with, 3))
            for (int k = 0; k < 3; k++)
                bench_round_add(&rounds[k], with[k] - without[k], before);
    }
    for (int k = 0; k < 3; k++)
        bench_rounds(part_group, names[k], &rounds[k], "ns", k == 0 ? "<= 1500" : NULL);
}

void bench_collect(const char *worker, const char *collector, bool peers)
{
    char command[sizeof folder + 16];

    if (!mkdtemp(folder))
        return;
    run_settings(worker, collector, peers);
    if (!peers) {
        print_part(worker, collector, "1000000", "<= 0.2");
        print_part(worker, collector, "4000000", NULL);
        print_part(worker, collector, "10000000", NULL);
        print_handler(worker, collector);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command) != 0)
        printf("%s is left behind\n", folder);
}
