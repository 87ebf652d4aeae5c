/* SPDX-License-Identifier: Apache-2.0 */
#include "itt/itt.h"

#include <gaudit/section.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/*
 * usage: solver MARKS MS: a program that uses MS milliseconds of CPU time, in two halves, also on a
 * busy machine. MARKS: none; more, as none with as much again in a function of its own; tasks, of
 * ITT; sections; or twice, the sections of a process that it starts, and then its own.
 */

static volatile unsigned work;

static double cpu_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

__attribute__((__noinline__)) static void relax(double ms)
{
    const double end = cpu_ms() + ms;

    while (cpu_ms() < end)
        for (unsigned i = 0; i < 20000; i++)
            work += i;
}

__attribute__((__noinline__)) static void refine(double ms)
{
    const double end = cpu_ms() + ms;

    while (cpu_ms() < end)
        for (unsigned i = 0; i < 20000; i++)
            work -= 3 * i;
}

static void solve_and_refine(double ms)
{
    relax(ms);
    refine(ms);
}

static void solve_with_sections(double ms)
{
    GAU_SECTION("solve");
    {
        GAU_SECTION("smooth");
        relax(ms / 2);
    }
    relax(ms / 2);
}

static void solve_with_tasks(double ms)
{
    int smooth;

    gau_itt_load();
    smooth = gau_itt_event_create("smooth");
    gau_itt_event_start(smooth);
    relax(ms / 2);
    gau_itt_event_end(smooth);
    relax(ms / 2);
}

static int start_again(const char *self, const char *ms)
{
    char line[4096];

    snprintf(line, sizeof line, "'%s' sections %s", self, ms);
    return system(line);
}

int main(int argc, char **argv)
{
    const char *const marks = argc == 3 ? argv[1] : "";
    const double ms = argc == 3 ? strtod(argv[2], NULL) : 0;

    puts("output of the program");
    if (chdir("/") != 0 || (strcmp(marks, "twice") == 0 && start_again(argv[0], argv[2]) != 0))
        return EXIT_FAILURE;
    if (strcmp(marks, "none") == 0)
        relax(ms);
    else if (strcmp(marks, "more") == 0)
        solve_and_refine(ms);
    else if (strcmp(marks, "tasks") == 0)
        solve_with_tasks(ms);
    else
        solve_with_sections(ms);
    return EXIT_SUCCESS;
}
