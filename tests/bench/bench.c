/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

static json_t *lines;
static const char *last_group = "";

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double bench_median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, by_value);
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

void bench_line(const char *group, const char *name, double value, const char *unit,
                const char *aim)
{
    if (strcmp(group, last_group) != 0)
        printf("\n%s\n", group);
    last_group = group;
    printf("  %-58s %10.4g %-9s %s%s\n", name, value, unit, aim ? "aim " : "", aim ? aim : "");
    fflush(stdout);
    json_array_append_new(lines, json_pack("{ss ss sf ss ss*}", "group", group, "name", name,
                                           "value", value, "unit", unit, "aim", aim));
}

static void read_processor(char *text, size_t size)
{
    FILE *const file = fopen("/proc/cpuinfo", "re");
    char line[256];

    snprintf(text, size, "unknown");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            snprintf(text, size, "%s", strchr(line, ':') + 2);
            text[strcspn(text, "\n")] = '\0';
            break;
        }
    }
    if (file)
        fclose(file);
}

static int write_json(const char *path)
{
    char processor[256], date[32];
    const time_t now = time(NULL);
    struct utsname system;
    json_t *document;
    int status;

    read_processor(processor, sizeof processor);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    uname(&system);
    document = json_pack("{si ss ss ss ss sO}", "schema", 1, "date", date, "processor", processor,
                         "kernel", system.release, "build", BENCH_BUILD_TYPE, "lines", lines);
    status = document ? json_dump_file(document, path, JSON_INDENT(1)) : -1;
    json_decref(document);
    return status;
}

int main(int argc, char **argv)
{
    const bool all = argc == 6;

    if (!all && (argc != 7 || strcmp(argv[6], "collector") != 0)) {
        fprintf(stderr, "usage: %s GAUDIT OPTIONS_FOLDER WORKER COLLECTOR bench.json [collector]\n",
                argv[0]);
        return 1;
    }
    if (strcmp(BENCH_BUILD_TYPE, "RelWithDebInfo") != 0 && strcmp(BENCH_BUILD_TYPE, "Release") != 0)
        printf("This is a %s build: use the preset release for figures that mean something.\n",
               BENCH_BUILD_TYPE);
    lines = json_array();
    if (all) {
        bench_walks();
        bench_sections(BENCH_SECTIONS);
        bench_timeline(BENCH_TIMELINE);
        bench_itt();
    }
    bench_unwind();
    bench_collect(argv[3], argv[4]);
    if (all) {
        bench_processes(argv[1], argv[2]);
#ifdef BENCH_CSV
        bench_csv(argv[1], BENCH_CSV);
#endif
        bench_report(argv[1]);
        bench_hostile(argv[1]);
    }
    if (write_json(argv[5]) != 0) {
        fprintf(stderr, "%s: cannot be written\n", argv[5]);
        return 1;
    }
    printf("\nwritten to %s\n", argv[5]);
    json_decref(lines);
    return 0;
}
