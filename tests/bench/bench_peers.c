/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * What other programs cost that record pairs of begin and end, beside a section with TimerAuditor.
 * Each records in a process of its own, in turn with one that does the same without recording.
 * What is not installed is named. A program that does not end is ended after a minute.
 */

enum { ROUNDS = 15 };

/* So many that the buffers hold all: what is dropped costs nothing. */
enum { PAIRS = 200000 };

static const char pairs[] = "Peers: a pair, above the same without recording";

struct peer {
    const char *name;
    const char *program; /* prints "pair_ns NUMBER" for its argument, the pairs; NULL: not built */
    const char *installed;            /* a shell command */
    const char *begin, *record, *end; /* shell words: before, in front of and behind the program */
};

static const struct peer peers[] = {
#ifdef BENCH_LTTNG
    {"LTTng-UST, two tracepoints with an integer each", BENCH_LTTNG, "command -v lttng-sessiond",
     /* In a session of its own. The daemon is ended, unless it was running before. */
     "trap 'if [ -s pid ]; then kill $(cat pid); fi' EXIT; export LTTNG_HOME=$PWD; "
     "lttng-sessiond --no-kernel --daemonize --pidfile $PWD/pid; "
     "lttng create --output=$PWD/t gaudit-bench && "
     "lttng enable-channel -u --subbuf-size=4M --num-subbuf=8 all && "
     "lttng enable-event -u -c all 'gaudit_bench:*' && lttng start || exit 1",
     "", "lttng destroy gaudit-bench"},
#else
    {"LTTng-UST, two tracepoints with an integer each", NULL, "false", "", "", ""},
#endif
    {"uftrace, a function built with -pg", BENCH_UFTRACE, "command -v uftrace", ":",
     "uftrace record --no-pager --no-libcall -d t", ":"},
};

/* In ns per pair; below 0: it failed. */
static double run(const struct peer *peer, bool recording)
{
    char command[2048];

    snprintf(command, sizeof command, "exec 2>&1; rm -rf t; %s; timeout 60 %s '%s' %d; %s",
             recording ? peer->begin : ":", recording ? peer->record : "", peer->program, PAIRS,
             recording ? peer->end : ":");
    return bench_ask(command, "pair_ns ");
}

static void measure(const struct peer *peer)
{
    static struct bench_rounds differences;
    char name[128];
    double bytes;

    differences.n = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const double before = bench_calibrate();
        const double without = run(peer, false), with = run(peer, true);

        if (without >= 0 && with >= 0)
            bench_round_add(&differences, with - without, before);
    }
    bytes = bench_ask("du -bs t | sed 's/^/size /'", "size ");
    if (differences.n == 0 || bytes < 0) {
        printf("  %s: does not record here\n", peer->name);
        return;
    }
    bench_rounds(pairs, peer->name, &differences, "ns/pair", NULL);
    snprintf(name, sizeof name, "%s, in the files", peer->name);
    bench_line(pairs, name, bytes / PAIRS, "bytes/pair", NULL);
}

static bool is_installed(const struct peer *peer)
{
    char command[256];

    snprintf(command, sizeof command, "%s >/dev/null 2>&1", peer->installed);
    return peer->program && system(command) == 0;
}

void bench_peers(void)
{
    char folder[] = "/tmp/gaudit-bench-XXXXXX";
    char command[64];

    if (!mkdtemp(folder) || chdir(folder) != 0)
        return;
    for (size_t i = 0; i < sizeof peers / sizeof *peers; i++)
        if (is_installed(&peers[i]))
            measure(&peers[i]);
        else
            printf("  %s: not installed\n", peers[i].name);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (chdir("/") != 0 || system(command) != 0)
        fprintf(stderr, "bench: %s stays\n", folder);
}
