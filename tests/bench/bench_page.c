/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Pages of large results, that large_result.c makes; what they take to write and in a browser. */

enum { N_PAGES = 4 };

struct page {
    const char *kind, *count;
    char folder[96], file[128], group[64];
};

static double seconds_of(const char *const *arguments, double *peak_rss)
{
    struct bench_process process = bench_start((char *const *)(uintptr_t)arguments);

    bench_finish(&process);
    *peak_rss = process.peak_rss;
    return process.status == 0 ? process.cpu_s : -1;
}

/* Bytes of base64 between all elements of a class. */
static double block_size(const char *file, const char *class)
{
    char command[512];

    snprintf(command, sizeof command,
             "echo \"bytes $(sed -n 's/<script type=\"application.octet-stream\" "
             "class=\"%s\">\\([^<]*\\).*/\\1/p' %s | tr -d '\\n' | wc -c)\"",
             class, file);
    return bench_ask(command, "bytes ");
}

static void write_page(const struct page *page, const char *command)
{
    const char *const arguments[] = {command, "report",   "html", page->folder,
                                     "-O",    page->file, NULL};
    static struct bench_rounds cpu_s;
    struct stat info = {0};
    double peak_rss = 0;

    cpu_s.n = 0;
    for (int i = 0; i < 3; i++) {
        const double before = bench_calibrate();

        bench_round_add(&cpu_s, seconds_of(arguments, &peak_rss), before);
    }
    bench_rounds(page->group, "gaudit report html, processor time", &cpu_s, "s", "< 3");
    bench_line(page->group, "its peak resident memory", peak_rss / 1048576, "MiB", NULL);
    stat(page->file, &info);
    bench_line(page->group, "the page", (double)info.st_size / 1e6, "MB", NULL);
    bench_line(page->group, "of it the document", block_size(page->file, "document") / 1e6, "MB",
               NULL);
    bench_line(page->group, "of it the files of the result; 0: too large",
               block_size(page->file, "result") / 1e6, "MB", NULL);
}

/* Lines of the script: "name|value|unit". */
static void show_page(const struct page *page)
{
    char command[1024], line[256];
    FILE *out;

    snprintf(command, sizeof command, "NODE_MODULES=%s node %s %s %s", BENCH_PAGE_MODULES,
             BENCH_PAGE, page->file, page->kind);
    out = popen(command, "r");
    while (out && fgets(line, sizeof line, out)) {
        char *const value = strchr(line, '|'), *const unit = strrchr(line, '|');

        if (!value || unit == value)
            continue;
        *value = *unit = '\0';
        unit[1 + strcspn(unit + 1, "\n")] = '\0';
        bench_line(page->group, line, strtod(value + 1, NULL), unit + 1, NULL);
    }
    if (!out || pclose(out) != 0)
        printf("  no figures of a browser: it needs node, Chromium, and what the test page.page "
               "installs\n");
}

static void run(struct page *page, const char *command)
{
    const char *const arguments[] = {BENCH_LARGE_RESULT, page->kind, page->count, page->folder,
                                     NULL};
    double peak_rss;

    snprintf(page->group, sizeof page->group, "A page of %s %s", page->count, page->kind);
    if (mkdir(page->folder, 0700) == 0 && seconds_of(arguments, &peak_rss) >= 0) {
        write_page(page, command);
        show_page(page);
    }
}

void bench_page(const char *command)
{
    static const char *const kinds[N_PAGES][2] = {{"samples", "1000000"},
                                                  {"samples", "3000000"},
                                                  {"events", "100000"},
                                                  {"events", "1000000"}};
    static struct page pages[N_PAGES]; /* whose groups have names as long as the table is made */
    char folder[] = "/tmp/gaudit-bench-XXXXXX", line[64];

    if (!mkdtemp(folder))
        return;
    for (size_t i = 0; i < N_PAGES; i++) {
        struct page *const page = &pages[i];

        page->kind = kinds[i][0];
        page->count = kinds[i][1];
        snprintf(page->folder, sizeof page->folder, "%s/%zu", folder, i);
        snprintf(page->file, sizeof page->file, "%s/%zu.html", folder, i);
        run(page, command);
    }
    snprintf(line, sizeof line, "rm -r %s", folder);
    if (system(line) != 0)
        perror(folder);
}
