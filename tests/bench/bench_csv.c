/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file like that of the di-muon events, with as many columns, and the job that reads it. */

enum { ROWS = 1000000, ROUNDS = 7 };

static const char *const names = "Row,E1,px1,py1,pz1,Q1,E2,px2,py2,pz2,Q2";
enum { COLUMNS = 11 };

struct files {
    char folder[64], rows[96], job[96];
    double megabytes;
};

/* From -1 to 1. */
static double draw(uint64_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 7;
    *x ^= *x << 17;
    return (double)(*x >> 11) / 4503599627370496.0 - 1;
}

static void write_muon(FILE *file, uint64_t *x)
{
    const double px = 10 * draw(x) * draw(x), py = 10 * draw(x) * draw(x), pz = 30 * draw(x);
    const double energy = sqrt(px * px + py * py + pz * pz + 0.01116);

    fprintf(file, ",%.6g,%.6g,%.6g,%.6g,%d", energy, px, py, pz, draw(x) < 0 ? -1 : 1);
}

static bool write_rows(struct files *files)
{
    FILE *const file = fopen(files->rows, "we");
    uint64_t x = 88172645463325252u;

    if (!file)
        return false;
    fprintf(file, "%s\n", names);
    for (int i = 1; i <= ROWS; i++) {
        fprintf(file, "%d", i);
        write_muon(file, &x);
        write_muon(file, &x);
        fputc('\n', file);
    }
    files->megabytes = 1e-6 * (double)ftell(file);
    return fclose(file) == 0;
}

static bool write_job(const struct files *files)
{
    FILE *const file = fopen(files->job, "we");

    if (!file)
        return false;
    fprintf(file,
            "<job><input type=\"CsvInput\" name=\"Events\">"
            "<property name=\"Files\" value=\"muons=%s\"/></input>"
            "<algorithm type=\"ReadColumns\"><property name=\"Table\" value=\"muons\"/>"
            "<property name=\"Columns\" value=\"%s\"/></algorithm></job>\n",
            files->rows, names);
    return fclose(file) == 0;
}

static double rate_of_worker(const struct files *files, const char *worker)
{
    char command[4096];
    double seconds = 0;
    FILE *output;

    snprintf(command, sizeof command, "'%s' '%s' %d", worker, files->rows, COLUMNS);
    output = popen(command, "r");
    if (output && fscanf(output, "%lf", &seconds) != 1)
        seconds = 0;
    if (output)
        pclose(output);
    return seconds > 0 ? files->megabytes / seconds : 0;
}

static struct bench_run start_run(const struct files *files, const char *command,
                                  const char *workers, const char *merge)
{
    const char *const words[] = {files->job, "-j", workers, "-s", merge, NULL};

    return bench_run_start(command, words);
}

static double finish_run(const struct files *files, struct bench_run *run)
{
    const double loop_s = bench_run_finish(run);

    return loop_s > 0 ? files->megabytes / loop_s : 0;
}

static double rate_of_run(const struct files *files, const char *command, const char *workers,
                          const char *merge)
{
    struct bench_run run = start_run(files, command, workers, merge);

    return finish_run(files, &run);
}

static double rate_of_two_runs(const struct files *files, const char *command, const char *merge)
{
    struct bench_run first = start_run(files, command, "1", merge);
    struct bench_run second = start_run(files, command, "1", merge);
    const double rate = finish_run(files, &first);

    return rate + finish_run(files, &second);
}

static double ratio_of(double a, double b)
{
    return b > 0 ? a / b : 0;
}

static void compare(const struct files *files, const char *command, const char *worker,
                    const char *group, const char *merge)
{
    static struct bench_rounds loop, one, two, of_loop, of_two;

    loop.n = one.n = two.n = of_loop.n = of_two.n = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const double before = bench_calibrate();
        const double bare = rate_of_worker(files, worker);
        const double alone = rate_of_run(files, command, "1", merge);
        double middle, together;

        bench_round_add(&loop, bare, before);
        bench_round_add(&one, alone, before);
        bench_round_add(&of_loop, ratio_of(alone, bare), before);
        middle = bench_calibrate();
        together = rate_of_run(files, command, "2", merge);
        bench_round_add(&two, together, middle);
        bench_round_add(&of_two, ratio_of(together, rate_of_two_runs(files, command, merge)),
                        middle);
    }
    bench_rounds(group, "a loop of std::from_chars", &loop, "MB/s", NULL);
    bench_rounds(group, "-j 1", &one, "MB/s", NULL);
    bench_rounds(group, "-j 2", &two, "MB/s", NULL);
    bench_rounds(group, "-j 1 / the loop", &of_loop, "", ">= 1.2");
    bench_rounds(group, "-j 2 / two processes -j 1 at the same time", &of_two, "", ">= 0.85");
}

void bench_csv(const char *command, const char *worker)
{
    struct files files = {.folder = "/tmp/gaudit-bench-XXXXXX"};

    if (!mkdtemp(files.folder))
        return;
    snprintf(files.rows, sizeof files.rows, "%s/muons.csv", files.folder);
    snprintf(files.job, sizeof files.job, "%s/job.xml", files.folder);
    if (write_rows(&files) && write_job(&files)) {
        compare(&files, command, worker, "CSV, a row per event", "Events.Merge=1");
        compare(&files, command, worker, "CSV, 1000 rows per event", "Events.Merge=1000");
    }
    unlink(files.rows);
    unlink(files.job);
    rmdir(files.folder);
}
