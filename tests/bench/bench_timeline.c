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
 * QueueSize only says for how long more is taken. The same of LTTng-UST, where it is installed.
 */

enum { ROUNDS = 5, PAIRS = 10000000 };

/* So many that the buffers of LTTng hold all: what it drops costs nothing. */
enum { LTTNG_PAIRS = 200000 };

static const double slow_disk = 100e6; /* bytes/s */

static const char group[] = "TraceAuditor, a pair of begin and end";
static const char lttng[] = "LTTng-UST, a pair of tracepoints with an integer each";
static const char empty[] = "EmptyHooks";

/* The number behind a text in what a command prints; below 0: it failed. */
static double ask(const char *command, const char *before)
{
    FILE *const out = popen(command, "r");
    double found = -1;
    char line[512];

    while (out && fgets(line, sizeof line, out)) {
        const char *const at = strstr(line, before);

        if (at)
            found = strtod(at + strlen(before), NULL);
    }
    return out && pclose(out) == 0 ? found : -1;
}

/* In ns per pair of each thread; the result is in the folder "r". */
static double run(const char *worker, const char *auditors, int threads)
{
    char command[2048];

    snprintf(command, sizeof command,
             "rm -rf r; b=$(date +%%s%%N); GAUDIT_AUDITORS='%s' GAUDIT_RESULT=r %s %d %d 2>&1 && "
             "e=$(date +%%s%%N) && echo ns $((e - b))",
             auditors, worker, threads, PAIRS);
    return ask(command, "ns ") / PAIRS;
}

static void bench_time(const char *worker, int threads)
{
    double differences[ROUNDS];
    char name[80];

    for (int i = 0; i < ROUNDS; i++) {
        const double without = run(worker, empty, threads);
        const double with = run(worker, "TraceAuditor", threads);

        differences[i] = with - without;
    }
    snprintf(name, sizeof name, "%d thread%s, above empty hooks", threads, threads == 1 ? "" : "s");
    bench_line(group, name, bench_median(differences, ROUNDS), "ns/pair", NULL);
}

/* Entries per second that are not dropped, however long it lasts: the smaller of the two. */
static void bench_drops(const char *compression, double bytes, double cpu_s)
{
    const double entries = 2.0 * PAIRS;
    char name[80];

    snprintf(name, sizeof name, "drops begin (computed), thread that writes, %s", compression);
    bench_line(group, name, 1e-6 * entries / cpu_s, "million entries/s", NULL);
    snprintf(name, sizeof name, "drops begin (computed), disk of 100 MB/s, %s", compression);
    bench_line(group, name, 1e-6 * slow_disk * entries / bytes, "million entries/s", NULL);
}

static void bench_size(const char *worker, const char *compression, const char *aim)
{
    char auditors[80], name[80];
    double bytes, cpu_s;

    snprintf(auditors, sizeof auditors, "TraceAuditor:Compression=%s", compression);
    if (run(worker, auditors, 1) < 0)
        return;
    bytes = ask("cat r/timeline.json; stat -c 'size %s' r/timeline.gtr", "size ");
    cpu_s = ask("cat r/timeline.json", "\"writer_cpu_s\": ");
    snprintf(name, sizeof name, "in the file, Compression %s", compression);
    bench_line(group, name, bytes / PAIRS, "bytes/pair", aim);
    snprintf(name, sizeof name, "the thread that writes, Compression %s", compression);
    bench_line(group, name, 1e-6 * PAIRS / cpu_s, "million/s", NULL);
    bench_drops(compression, bytes, cpu_s);
}

static void bench_instructions(const char *worker)
{
    char command[2048];
    double n;

    snprintf(command, sizeof command,
             "command -v valgrind >v && rm -rf r && GAUDIT_AUDITORS=TraceAuditor GAUDIT_RESULT=r "
             "valgrind --tool=callgrind --callgrind-out-file=/dev/null "
             "--toggle-collect=trace_before --toggle-collect=trace_after %s 1 100000 2>&1",
             worker);
    n = ask(command, "Collected : ");
    if (n > 0)
        bench_line(group, "instructions of the hooks", n / 100000, "instr./pair", "<= 90");
}

/* --- LTTng-UST ----------------------------------------------------------------------------- */

#ifdef BENCH_LTTNG
/* Below 0: it cannot be measured. */
static double run_lttng(const char *before, const char *after)
{
    char command[2048];

    snprintf(command, sizeof command, "exec 2>&1; export LTTNG_HOME=$PWD; %s; %s %d; %s", before,
             BENCH_LTTNG, LTTNG_PAIRS, after);
    return ask(command, "pair_ns ");
}

/* In a session of its own. The daemon is started, and ended, unless one is running. */
static void bench_lttng(void)
{
    static const char begin[] = "trap 'if [ -s pid ]; then kill $(cat pid); fi' EXIT; "
                                "lttng-sessiond --no-kernel --daemonize --pidfile $PWD/pid; "
                                "lttng create --output=$PWD/t gaudit-bench && "
                                "lttng enable-channel -u --subbuf-size=4M --num-subbuf=8 all && "
                                "lttng enable-event -u -c all 'gaudit_bench:*' && "
                                "lttng start || exit 1";
    const double without = run_lttng(":", ":");
    const double with = run_lttng(begin, "lttng destroy gaudit-bench");
    const double bytes = ask("du -bs t | sed 's/^/size /'", "size ");

    if (without < 0 || with < 0 || bytes < 0) {
        printf("\n%s\n  it does not record\n", lttng);
        return;
    }
    bench_line(lttng, "1 thread, above disabled tracepoints", with - without, "ns/pair", NULL);
    bench_line(lttng, "in the files", bytes / LTTNG_PAIRS, "bytes/pair", NULL);
}
#else
static void bench_lttng(void)
{
    printf("\n%s\n  not installed\n", lttng);
}
#endif

void bench_timeline(const char *worker)
{
    char folder[] = "/tmp/gaudit-bench-XXXXXX";
    char command[64];

    if (!mkdtemp(folder) || chdir(folder) != 0)
        return;
    bench_time(worker, 1);
    bench_time(worker, 2);
    bench_instructions(worker);
    bench_size(worker, "None", "<= 6");
    bench_size(worker, "Zlib", NULL);
    bench_lttng();
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (chdir("/") != 0 || system(command) != 0)
        fprintf(stderr, "bench: %s stays\n", folder);
}
