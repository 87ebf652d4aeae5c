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

static void print_group(const char *group)
{
    if (strcmp(group, last_group) != 0)
        printf("\n%s\n", group);
    last_group = group;
}

void bench_line(const char *group, const char *name, double value, const char *unit,
                const char *aim)
{
    print_group(group);
    printf("  %-58s %10.4g %10s %-11s %-9s %s%s\n", name, value, "", "", unit, aim ? "aim " : "",
           aim ? aim : "");
    fflush(stdout);
    json_array_append_new(lines, json_pack("{ss ss sf ss ss*}", "group", group, "name", name,
                                           "value", value, "unit", unit, "aim", aim));
}

void bench_time(const char *group, const char *name, struct bench_figure figure, const char *unit,
                const char *aim)
{
    char quiet[32] = "-", rounds[32];

    if (figure.n == 0)
        return;
    if (figure.n_quiet > 0)
        snprintf(quiet, sizeof quiet, "%.4g", figure.quiet);
    snprintf(rounds, sizeof rounds, "%d/%d", figure.n_quiet, figure.n);
    print_group(group);
    printf("  %-58s %10s %10.4g %-11s %-9s %s%s\n", name, quiet, figure.all, rounds, unit,
           aim ? "aim " : "", aim ? aim : "");
    fflush(stdout);
    json_array_append_new(
        lines,
        json_pack("{ss ss so sf si si ss ss*}", "group", group, "name", name, "quiet",
                  figure.n_quiet > 0 ? json_real(figure.quiet) : json_null(), "all", figure.all,
                  "quiet_rounds", figure.n_quiet, "rounds", figure.n, "unit", unit, "aim", aim));
}

void bench_rounds(const char *group, const char *name, const struct bench_rounds *rounds,
                  const char *unit, const char *aim)
{
    bench_time(group, name, bench_figure(rounds, 0.5), unit, aim);
}

double bench_ask(const char *command, const char *before)
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
    document = json_pack("{si ss ss ss ss sO}", "schema", 2, "date", date, "processor", processor,
                         "kernel", system.release, "build", BENCH_BUILD_TYPE, "lines", lines);
    status = document ? json_dump_file(document, path, JSON_INDENT(1)) : -1;
    json_decref(document);
    return status;
}

/* argv: as in main(). */
static void run_all(char **argv)
{
    bench_walks();
    bench_sections(BENCH_SECTIONS);
    bench_instructions(argv[1], argv[2]);
    bench_timeline(BENCH_TIMELINE);
    bench_itt();
    bench_unwind();
    bench_collect(argv[3], argv[4], false);
    bench_processes(argv[1], argv[2]);
#ifdef BENCH_CSV
    bench_csv(argv[1], BENCH_CSV);
#endif
    bench_report(argv[1]);
    bench_hostile(argv[1]);
}

static void run_collector(char **argv)
{
    bench_unwind();
    bench_collect(argv[3], argv[4], false);
}

static void run_instructions(char **argv)
{
    bench_instructions(argv[1], argv[2]);
}

static void run_peers(char **argv)
{
    bench_sections(BENCH_SECTIONS " timer");
    bench_peers();
    bench_collect(argv[3], argv[4], true);
}

static void run_page(char **argv)
{
    bench_page(argv[1]);
}

static const struct part {
    const char *name;
    void (*run)(char **argv);
} parts[] = {{"all", run_all},
             {"collector", run_collector},
             {"instructions", run_instructions},
             {"page", run_page},
             {"peers", run_peers}};

int main(int argc, char **argv)
{
    void (*run)(char **) = NULL;

    for (size_t i = 0; argc == 7 && i < sizeof parts / sizeof *parts; i++)
        if (strcmp(argv[6], parts[i].name) == 0)
            run = parts[i].run;
    if (!run) {
        fprintf(stderr,
                "usage: %s GAUDIT OPTIONS_FOLDER WORKER COLLECTOR bench.json "
                "all|collector|instructions|page|peers\n",
                argv[0]);
        return 1;
    }
    if (strcmp(BENCH_BUILD_TYPE, "RelWithDebInfo") != 0 && strcmp(BENCH_BUILD_TYPE, "Release") != 0)
        printf("This is a %s build: use the preset release for figures that mean something.\n",
               BENCH_BUILD_TYPE);
    lines = json_array();
    printf("%-60s %10s %10s %-11s\n", "", "quiet", "all rounds", "quiet/all");
    run(argv);
    if (write_json(argv[5]) != 0) {
        fprintf(stderr, "%s: cannot be written\n", argv[5]);
        return 1;
    }
    printf("\nwritten to %s\n", argv[5]);
    json_decref(lines);
    return 0;
}
