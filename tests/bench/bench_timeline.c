/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * What a timeline costs a program of sections: time beside an auditor with empty hooks, in turn;
 * instructions of the hooks; bytes; and what the thread that writes needs. From both the rate at
 * which lists are dropped is computed, for a processor that does nothing else, and for a slow disk;
 * QueueSize only says for how long more is taken.
 */

enum { ROUNDS = 5, PAIRS = 10000000 };

static const double slow_disk = 100e6; /* bytes/s */

static const char group[] = "TraceAuditor, a pair of begin and end";
static const char empty[] = "EmptyHooks";

/* In ns per pair of each thread; the result is in the folder "r". */
static double run(const char *worker, const char *auditors, int threads)
{
    char command[2048];

    snprintf(command, sizeof command,
             "rm -rf r; b=$(date +%%s%%N); GAUDIT_AUDITORS='%s' GAUDIT_RESULT=r %s %d %d 2>&1 && "
             "e=$(date +%%s%%N) && echo ns $((e - b))",
             auditors, worker, threads, PAIRS);
    return bench_ask(command, "ns ") / PAIRS;
}

static void measure_time(const char *worker, int threads)
{
    static struct bench_rounds differences;
    char name[80];

    differences.n = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const double before = bench_calibrate();
        const double without = run(worker, empty, threads);
        const double with = run(worker, "TraceAuditor", threads);

        bench_round_add(&differences, with - without, before);
    }
    snprintf(name, sizeof name, "%d thread%s, above empty hooks", threads, threads == 1 ? "" : "s");
    bench_rounds(group, name, &differences, "ns/pair", NULL);
}

/* Bytes of the file, and how fast the thread that writes is. Entries per second that are not
 * dropped, however long it lasts, are the smaller of two: that of this thread, and of the disk. */
static void measure_size(const char *worker, const char *compression, const char *aim)
{
    static struct bench_rounds pairs, entries;
    char auditors[80], name[80];
    double bytes = 0;

    pairs.n = entries.n = 0;
    snprintf(auditors, sizeof auditors, "TraceAuditor:Compression=%s", compression);
    for (int i = 0; i < ROUNDS; i++) {
        const double before = bench_calibrate();
        double cpu_s;

        if (run(worker, auditors, 1) < 0)
            return;
        bytes = bench_ask("cat r/timeline.json; stat -c 'size %s' r/timeline.gtr", "size ");
        cpu_s = bench_ask("cat r/timeline.json", "\"writer_cpu_s\": ");
        bench_round_add(&pairs, 1e-6 * PAIRS / cpu_s, before);
        bench_round_add(&entries, 2e-6 * PAIRS / cpu_s, before);
    }
    snprintf(name, sizeof name, "in the file, Compression %s", compression);
    bench_line(group, name, bytes / PAIRS, "bytes/pair", aim);
    snprintf(name, sizeof name, "the thread that writes, Compression %s", compression);
    bench_rounds(group, name, &pairs, "million/s", NULL);
    snprintf(name, sizeof name, "drops begin (computed), thread that writes, %s", compression);
    bench_rounds(group, name, &entries, "million entries/s", NULL);
    snprintf(name, sizeof name, "drops begin (computed), disk of 100 MB/s, %s", compression);
    bench_line(group, name, 2e-6 * PAIRS * slow_disk / bytes, "million entries/s", NULL);
}

static void count_hooks(const char *worker)
{
    char command[2048];
    double n;

    snprintf(command, sizeof command,
             "command -v valgrind >v && rm -rf r && GAUDIT_AUDITORS=TraceAuditor GAUDIT_RESULT=r "
             "valgrind --tool=callgrind --callgrind-out-file=/dev/null "
             "--toggle-collect=trace_before --toggle-collect=trace_after %s 1 100000 2>&1",
             worker);
    n = bench_ask(command, "Collected : ");
    if (n > 0)
        bench_line(group, "instructions of the hooks", n / 100000, "instr./pair", "<= 90");
}

void bench_timeline(const char *worker)
{
    char folder[] = "/tmp/gaudit-bench-XXXXXX";
    char command[64];

    if (!mkdtemp(folder) || chdir(folder) != 0)
        return;
    measure_time(worker, 1);
    measure_time(worker, 2);
    count_hooks(worker);
    measure_size(worker, "None", "<= 6");
    measure_size(worker, "Zlib", NULL);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (chdir("/") != 0 || system(command) != 0)
        fprintf(stderr, "bench: %s stays\n", folder);
}
