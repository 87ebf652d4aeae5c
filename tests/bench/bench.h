/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_BENCH_BENCH_H
#define TESTS_BENCH_BENCH_H

#include "rounds.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Benchmarks: ratios and differences of alternating measurements in one process, never absolute
 * times of separate runs. Nothing here is a test: machines are shared and noisy.
 */

/* Keeps a line for the table and for bench.json: what is the same on every machine, at any load,
 * such as bytes. @p aim is text such as "<= 8", or NULL. */
void bench_line(const char *group, const char *name, double value, const char *unit,
                const char *aim);

/* The same of a time, or what is computed from times. */
void bench_time(const char *group, const char *name, struct bench_figure figure, const char *unit,
                const char *aim);

/* The same with the medians. */
void bench_rounds(const char *group, const char *name, const struct bench_rounds *rounds,
                  const char *unit, const char *aim);

/* The number behind @p before in what a shell command prints; below 0: it failed. */
double bench_ask(const char *command, const char *before);

/* A program that prints nothing. */
struct bench_process {
    pid_t pid;
    double wall_s, cpu_s, peak_rss; /* once it has ended */
    int status;
};

struct bench_process bench_start(char *const arguments[]);
void bench_finish(struct bench_process *process);

/* A run of gaudit with these words, up to NULL, into a folder of its own. */
struct bench_run {
    struct bench_process process;
    char folder[64];
};

struct bench_run bench_run_start(const char *command, const char *const *words);

/* Seconds of the event loop, from run.json; 0 if the run failed. Removes the folder. */
double bench_run_finish(struct bench_run *run);

/* Costs of hooks in the tree of 20 branches. */
void bench_walks(void);

/* Sections of a program that is no job; @p worker is that program, with its arguments. */
void bench_sections(const char *worker);

/* Instructions of sections and of the event loop, where callgrind is installed. */
void bench_instructions(const char *gaudit, const char *options);

/* Timelines of such a program, in a folder of its own: paths are absolute. */
void bench_timeline(const char *worker);

/* Marks for a collector of ITT. Leaves one loaded that does nothing. */
void bench_itt(void);

/* Call stacks, as the collector samples them. */
void bench_unwind(void);

/* Programs under the collector; with @p peers under it at 1 kHz and under other profilers. */
void bench_collect(const char *worker, const char *collector, bool peers);

/* Other programs that record pairs. */
void bench_peers(void);

/* Whole processes: events per second, two workers against two processes, memory. */
void bench_processes(const char *command, const char *options);

/* A file of numbers, read by jobs and by @p worker, which uses std::from_chars. */
void bench_csv(const char *command, const char *worker);

/* Views of a million samples. */
void bench_report(const char *command);

/* Pages of large results. */
void bench_page(const char *command);

/* How promptly hostile option files are refused. */
void bench_hostile(const char *command);

#endif
