/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Instructions, counted by callgrind: the same at any load. */

enum { PAIRS = 200000, EVENTS = 5000, BRANCHES = 20 };

static const struct count {
    const char *name;
    const char *auditors;
    const char *aim; /* of a section by site */
} counts[] = {
    {"no auditor", "", NULL},
    {"1 empty auditor", "EmptyHooks", NULL},
    {"2 empty auditors", "EmptyHooks/A EmptyHooks/B", NULL},
    {"5 empty auditors", "EmptyHooks/A EmptyHooks/B EmptyHooks/C EmptyHooks/D EmptyHooks/E", NULL},
    {"TimerAuditor", "TimerAuditor", "<= 175"},
    {"TimerAuditor and 1 empty auditor", "TimerAuditor EmptyHooks", NULL},
    {"TimerAuditor and 2 empty auditors", "TimerAuditor EmptyHooks/A EmptyHooks/B", NULL},
    {"TimerAuditor and 5 empty auditors",
     "TimerAuditor EmptyHooks/A EmptyHooks/B EmptyHooks/C EmptyHooks/D EmptyHooks/E", NULL},
    {"IttAuditor, empty collector", "IttAuditor", NULL},
};

/* Of each of @p n things that the command does; below 0: it failed, which is said. */
static double count(const char *auditors, int n, const char *command)
{
    char text[8192];

    snprintf(text, sizeof text,
             "INTEL_LIBITTNOTIFY64=%s GAUDIT_RESULT= GAUDIT_AUDITORS='%s' '%s' %d %s",
             BENCH_COLLECTOR, auditors, BENCH_INSTRUCTIONS, n, command);
    return bench_ask(text, "instructions ");
}

static void count_sections(const struct count *one, const char *how, const char *aim)
{
    char command[4096], name[128];
    double n;

    snprintf(command, sizeof command, "'%s' %s", BENCH_SECTION_LOOP, how);
    snprintf(name, sizeof name, "%s, by %s", one->name, how);
    n = count(one->auditors, PAIRS, command);
    if (n >= 0)
        bench_line("Instructions of a section, with its loop", name, n, "instr./pair", aim);
}

/* The timer is in the job file: it is left in, or disabled, and the others are added. */
static void count_branches(const struct count *one, const char *gaudit, const char *options)
{
    static const char timer[] = "TimerAuditor";
    const bool timed = strncmp(one->auditors, timer, strlen(timer)) == 0;
    const char *from = one->auditors + (timed ? strlen(timer) : 0);
    char command[8192], name[64];
    int length;
    size_t size;
    double n;

    size = (size_t)snprintf(command, sizeof command, "'%s' run '%s/empty-tree.xml' -q%s", gaudit,
                            options, timed ? "" : " -s TimerAuditor.Enable=false");
    for (; sscanf(from, "%63s%n", name, &length) == 1; from += length)
        size += (size_t)snprintf(command + size, sizeof command - size, " -a '%s'", name);
    snprintf(command + size, sizeof command - size, " -n");
    n = count("", EVENTS, command);
    if (n >= 0)
        bench_line("Instructions of the event loop, empty-tree.xml", one->name, n / BRANCHES,
                   "instr./branch", NULL);
}

void bench_instructions(const char *gaudit, const char *options)
{
    if (system("command -v valgrind >/dev/null") != 0) {
        printf("\nInstructions\n  valgrind: not installed\n");
        return;
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        count_sections(&counts[i], "site", counts[i].aim);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        count_sections(&counts[i], "name", NULL);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        count_branches(&counts[i], gaudit, options);
}
