/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *aim_of(const char *name)
{
    if (strcmp(name, "TimerAuditor, above two bare TSC reads") == 0 ||
        strcmp(name, "TraceAuditor, above two bare TSC reads") == 0)
        return "<= 12";
    if (strcmp(name, "a step of RegionAuditor, above a bare TSC read") == 0)
        return "<= 8";
    return strcmp(name, "no session") == 0 || strcmp(name, "after close") == 0 ? "< 2" : NULL;
}

void bench_sections(const char *worker)
{
    FILE *const lines = popen(worker, "r");
    struct bench_figure figure;
    char line[256];

    while (lines && fgets(line, sizeof line, lines)) {
        char *const tab = strchr(line, '\t');

        if (!tab)
            continue;
        *tab = '\0';
        if (sscanf(tab + 1, "%lf %lf %d %d", &figure.quiet, &figure.all, &figure.n_quiet,
                   &figure.n) == 4)
            bench_time("Sections of a program: above a loop without", line, figure, "ns/pair",
                       aim_of(line));
    }
    if (!lines || pclose(lines) != 0)
        fprintf(stderr, "bench: %s has failed\n", worker);
}
