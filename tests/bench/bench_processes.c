/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* wait4 */
#include "bench.h"

#include <jansson.h>

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_ARGUMENTS = 16 };

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct bench_process bench_start(char *const arguments[])
{
    struct bench_process process = {.wall_s = now_s(), .pid = fork()};

    if (process.pid == 0) {
        const int null = open("/dev/null", O_WRONLY);

        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        execv(arguments[0], arguments);
        _exit(127);
    }
    return process;
}

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

void bench_finish(struct bench_process *process)
{
    struct rusage used;

    wait4(process->pid, &process->status, 0, &used);
    process->wall_s = now_s() - process->wall_s;
    process->cpu_s = seconds(used.ru_utime) + seconds(used.ru_stime);
    process->peak_rss = 1024.0 * (double)used.ru_maxrss;
}

/* --- jobs ---------------------------------------------------------------------------------- */

struct bench_run bench_run_start(const char *command, const char *const *words)
{
    char *arguments[MAX_ARGUMENTS] = {0};
    struct bench_run run = {0};
    const char *const first[] = {command, "run", "-q", "-o", run.folder};
    size_t n = 0;

    snprintf(run.folder, sizeof run.folder, "/tmp/gaudit-bench-XXXXXX");
    if (!mkdtemp(run.folder))
        run.folder[0] = '\0';
    for (; n < sizeof first / sizeof *first; n++)
        arguments[n] = (char *)(uintptr_t)first[n];
    for (; *words && n + 1 < MAX_ARGUMENTS; n++)
        arguments[n] = (char *)(uintptr_t)*words++;
    run.process = bench_start(arguments);
    return run;
}

static void remove_folder(const char *path)
{
    DIR *const folder = opendir(path);

    for (struct dirent *entry; folder && (entry = readdir(folder));)
        unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder)
        closedir(folder);
    rmdir(path);
}

double bench_run_finish(struct bench_run *run)
{
    char path[128];
    double loop_s = 0;
    json_t *document;

    bench_finish(&run->process);
    snprintf(path, sizeof path, "%s/run.json", run->folder);
    document = json_load_file(path, 0, NULL);
    loop_s = json_number_value(json_object_get(document, "loop_s"));
    json_decref(document);
    remove_folder(run->folder);
    return run->process.status == 0 ? loop_s : 0;
}

struct job {
    struct bench_run run;
    double events;
};

static struct job start_job(const char *command, const char *options, const char *workers,
                            const char *events)
{
    char file[4096];
    const char *const words[] = {file, "-j", workers, "-n", events, NULL};

    snprintf(file, sizeof file, "%s/empty-tree.xml", options);
    return (struct job){bench_run_start(command, words), strtod(events, NULL)};
}

/* Events per second of the event loop; 0 if the run failed. */
static double finish_job(struct job *job)
{
    const double loop_s = bench_run_finish(&job->run);

    return loop_s > 0 ? job->events / loop_s : 0;
}

static double rate_of_one(const char *command, const char *options, const char *workers,
                          const char *events)
{
    struct job job = start_job(command, options, workers, events);

    return finish_job(&job);
}

static double rate_of_two(const char *command, const char *options, const char *events)
{
    struct job first = start_job(command, options, "1", events);
    struct job second = start_job(command, options, "1", events);
    const double rate = finish_job(&first);

    return rate + finish_job(&second);
}

static void run_rates(const char *command, const char *options)
{
    enum { ROUNDS = 7 };
    static const char *const group = "empty-tree.xml with TimerAuditor, whole processes";
    static struct bench_rounds one, ratio;

    for (int i = 0; i < ROUNDS; i++) {
        double before = bench_calibrate(), together, apart;

        bench_round_add(&one, 1e-6 * rate_of_one(command, options, "1", "1000000"), before);
        before = bench_calibrate();
        together = rate_of_one(command, options, "2", "2000000");
        apart = rate_of_two(command, options, "1000000");
        bench_round_add(&ratio, apart > 0 ? together / apart : 0, before);
    }
    bench_rounds(group, "-j 1", &one, "M event/s", ">= 1.5");
    bench_rounds(group, "-j 2 / two processes -j 1 at the same time", &ratio, "", ">= 0.97");
}

static void run_memory(const char *command, const char *options)
{
    static const char *const counts[] = {"1000", "100000", "10000000"};
    static const char *const group = "empty-tree.xml with TimerAuditor, peak resident memory";

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct job job = start_job(command, options, "1", counts[i]);
        char name[64];

        finish_job(&job);
        snprintf(name, sizeof name, "%s events", counts[i]);
        bench_line(group, name, job.run.process.peak_rss / 1048576, "MiB", i ? "the same" : NULL);
    }
}

/* In turn, as a machine that becomes busy shall slow all of them. */
static void run_starts(const char *command, const char *options)
{
    enum { ROUNDS = 60, COMMANDS = 4 };
    static const char *const group = "Start and end of a process";
    static const char *const names[COMMANDS] = {"/bin/true", "--version", "report",
                                                "run -n 1 quickstart.xml"};
    static const char *const aims[COMMANDS] = {NULL, "<= 0.8", NULL, NULL};
    static struct bench_rounds ms[COMMANDS];
    struct job job = start_job(command, options, "1", "10");
    char file[4096];
    const char *const arguments[COMMANDS][6] = {{"/bin/true"},
                                                {command, "--version"},
                                                {command, "report", job.run.folder},
                                                {command, "run", "-n", "1", file}};

    bench_finish(&job.run.process);
    snprintf(file, sizeof file, "%s/quickstart.xml", options);
    for (int i = 0; i < ROUNDS; i++)
        for (int k = 0; k < COMMANDS; k++) {
            const double before = bench_calibrate();
            struct bench_process process = bench_start((char *const *)(uintptr_t)arguments[k]);

            bench_finish(&process);
            if (process.status == 0)
                bench_round_add(&ms[k], 1e3 * process.wall_s, before);
        }
    for (int k = 0; k < COMMANDS; k++)
        bench_rounds(group, names[k], &ms[k], "ms", aims[k]);
    remove_folder(job.run.folder);
}

void bench_processes(const char *command, const char *options)
{
    run_starts(command, options);
    run_rates(command, options);
    run_memory(command, options);
}

/* --- hostile option files ------------------------------------------------------------------ */

static void write_bomb(FILE *file)
{
    fputs("<!DOCTYPE job [<!ENTITY a \"aaaaaaaaaa\">", file);
    for (char c = 'b'; c < 'm'; c++)
        fprintf(file, "<!ENTITY %c \"&%c;&%c;&%c;&%c;&%c;&%c;&%c;&%c;&%c;&%c;\">", c, c - 1, c - 1,
                c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1);
    fputs("]><job>&l;</job>", file);
}

static void write_depth(FILE *file)
{
    fputs("<job>", file);
    for (int i = 0; i < 1000000; i++)
        fputs("<sequence>", file);
}

static void write_attribute(FILE *file)
{
    fputs("<job x=\"", file);
    if (ftruncate(fileno(file), 1 << 30) != 0)
        perror("ftruncate");
}

static void write_many(FILE *file)
{
    fputs("<job>", file);
    for (int i = 0; i < 199000; i++)
        fprintf(file, "<algorithm type=\"Unknown\" name=\"a%d\"/>", i);
    fputs("</job>", file);
}

void bench_hostile(const char *command)
{
    static const struct {
        const char *name;
        void (*write)(FILE *file);
    } cases[] = {{"entity bomb", write_bomb},
                 {"nesting 10^6 deep", write_depth},
                 {"attribute of 1 GB", write_attribute},
                 {"199 000 components of an unknown class", write_many}};
    static const char *const group = "Hostile option files, time until gaudit check refuses them";

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[] = "/tmp/gaudit-bench-XXXXXX";
        const int fd = mkstemp(path);
        FILE *const file = fd < 0 ? NULL : fdopen(fd, "w");
        char *const arguments[] = {(char *)(uintptr_t)command, (char *)(uintptr_t) "check", path,
                                   NULL};
        static struct bench_rounds ms;
        struct bench_process process;
        double before;

        if (!file)
            continue;
        cases[i].write(file);
        fclose(file);
        before = bench_calibrate();
        process = bench_start(arguments);
        bench_finish(&process);
        ms.n = 0;
        bench_round_add(&ms, 1e3 * process.wall_s, before);
        unlink(path);
        if (WIFEXITED(process.status) && WEXITSTATUS(process.status) == 2)
            bench_rounds(group, cases[i].name, &ms, "ms", "<= 10 s");
        else
            bench_line(group, cases[i].name, -1, "ms", "NOT refused with exit status 2");
    }
}
