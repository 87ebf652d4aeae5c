/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dl_iterate_phdr() */
#include "bench.h"

#include "trace/trace_writer.h"

#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Samples all over the C library, of a program with many tasks and threads. */
enum { SAMPLES = 1000000, ADDRESSES = 100000, TASKS = 30, THREADS = 4, MS = 1000000 };

static char called[32]; /* a function that is in two of three samples */

struct text {
    char path[4096];
    uint64_t start, size; /* of the code, as in the file */
};

static int find_libc(struct dl_phdr_info *info, size_t size, void *user)
{
    struct text *const text = user;

    (void)size;
    if (!strstr(info->dlpi_name, "/libc.so"))
        return 0;
    snprintf(text->path, sizeof text->path, "%s", info->dlpi_name);
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
            text->start = info->dlpi_phdr[i].p_vaddr;
            text->size = info->dlpi_phdr[i].p_memsz;
        }
    }
    return 1;
}

static void describe(struct gau_trace_writer *writer, const struct text *text)
{
    const size_t length = strlen(text->path);
    struct gau_trace_module *const module =
        gau_trace_add(writer, GAU_TRACE_MODULE, sizeof *module + length);

    module->module = 1;
    module->end = UINT64_MAX;
    module->path_size = (uint32_t)length;
    memcpy(module + 1, text->path, length);
    for (uint32_t i = 1; i <= THREADS; i++) {
        struct gau_trace_thread *const thread =
            gau_trace_add(writer, GAU_TRACE_THREAD, sizeof *thread);

        thread->thread = thread->tid = i;
    }
    for (uint32_t i = 1; i <= TASKS; i++) {
        struct gau_trace_task_type *const type =
            gau_trace_add(writer, GAU_TRACE_TASK_TYPE, sizeof *type + 3);

        type->task = i;
        type->kind = GAU_TRACE_TASK;
        type->name_size = 3;
        snprintf((char *)(type + 1), 4, "t%02u", i);
    }
}

static uint32_t draw(uint64_t *state, uint32_t count)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 33) % count);
}

static uint64_t address_of(const struct text *text, uint32_t stack)
{
    return text->start + text->size * (stack - 1) / ADDRESSES;
}

/* Stack i has the caller i / 2: they are some 17 deep, and no two have the same address. */
static void add_stacks(struct gau_trace_writer *writer, const struct text *text)
{
    for (uint32_t i = 1; i <= ADDRESSES; i++) {
        struct gau_trace_stacks *const stacks =
            gau_trace_add(writer, GAU_TRACE_STACKS, sizeof *stacks + sizeof *stacks->stacks);

        stacks->first = i;
        stacks->count = 1;
        stacks->stacks[0] =
            (struct gau_trace_stack){.caller = i / 2, .module = 1, .address = address_of(text, i)};
    }
}

/* As in programs, it is the task that calls: stacks with the same outer part are of one. */
static uint32_t task_of(uint32_t stack)
{
    while (stack > TASKS)
        stack /= 2;
    return stack;
}

static void add_samples(struct gau_trace_writer *writer)
{
    uint64_t state = 1;

    for (uint32_t i = 0; i < SAMPLES; i++) {
        struct gau_trace_sample_list *const list =
            gau_trace_add(writer, GAU_TRACE_SAMPLE_LIST, sizeof *list + sizeof *list->samples);

        const uint32_t stack = 1 + draw(&state, ADDRESSES);

        list->thread = 1 + draw(&state, THREADS);
        list->count = 1;
        list->samples[0] = (struct gau_trace_sample){.time_ns = (uint64_t)i * MS,
                                                     .weight_ns = MS + draw(&state, 1000),
                                                     .stack = stack,
                                                     .task = task_of(stack)};
    }
}

static bool write_trace(const char *path)
{
    static unsigned char memory[1 << 18];
    const struct gau_trace_header header = {.content = GAU_TRACE_SAMPLES};
    struct gau_trace_writer writer;
    struct text text = {.path = ""};

    dl_iterate_phdr(find_libc, &text);
    if (!text.size || gau_trace_create(&writer, path, &header, memory, sizeof memory) != 0)
        return false;
    describe(&writer, &text);
    add_stacks(&writer, &text);
    snprintf(called, sizeof called, "func@0x%" PRIx64, address_of(&text, 2));
    add_samples(&writer);
    gau_trace_close(&writer);
    return true;
}

/* The arguments between "gaudit" and the folder. */
static const struct view {
    const char *name, *words[7];
} views[] = {
    {"hotspots", {"report", "hotspots"}},
    {"by source-line", {"report", "hotspots", "--group-by", "source-line"}},
    {"by callstack", {"report", "hotspots", "--group-by", "callstack"}},
    {"by task,function,callstack", {"report", "hotspots", "--group-by", "task,function,callstack"}},
    {"by callstack, csv", {"report", "hotspots", "--group-by", "callstack", "--format", "csv"}},
    {"by callstack, json", {"report", "hotspots", "--group-by", "callstack", "--format", "json"}},
    {"by callstack, markdown",
     {"report", "hotspots", "--group-by", "callstack", "--format", "markdown"}},
    {"by thread,callstack, csv",
     {"report", "hotspots", "--group-by", "thread,callstack", "--format", "csv"}},
    {"folded", {"export", "--format", "folded"}},
    {"top-down", {"report", "top-down"}},
    {"top-down, csv", {"report", "top-down", "--format", "csv"}},
    {"top-down, json", {"report", "top-down", "--format", "json"}},
    {"callers", {"report", "callers", called}},
    {"lines", {"report", "lines", called}},
    {"modules", {"report", "modules"}},
    {"threads", {"report", "threads"}},
    {"tasks", {"report", "tasks"}},
    {"dependencies", {"report", "dependencies"}},
};

static void run(const char *command, const char *folder, const struct view *view)
{
    static const char group[] = "gaudit report, 10^6 samples, 10^5 addresses";
    enum { WORDS = sizeof view->words / sizeof *view->words };
    char *arguments[WORDS + 3] = {(char *)(uintptr_t)command};
    static struct bench_rounds cpu_s;
    struct bench_process process;
    size_t count = 1;
    double before;
    char name[96];

    for (size_t i = 0; i < WORDS && view->words[i]; i++)
        arguments[count++] = (char *)(uintptr_t)view->words[i];
    arguments[count] = (char *)(uintptr_t)folder;
    before = bench_calibrate();
    process = bench_start(arguments);
    bench_finish(&process);
    cpu_s.n = 0;
    bench_round_add(&cpu_s, process.status == 0 ? process.cpu_s : 0, before);
    snprintf(name, sizeof name, "%s, processor time", view->name);
    bench_rounds(group, name, &cpu_s, "s", "< 5");
    snprintf(name, sizeof name, "%s, peak resident memory", view->name);
    bench_line(group, name, process.peak_rss / 1048576, "MiB", "< 300");
}

void bench_report(const char *command)
{
    char folder[] = "/tmp/gaudit-bench-XXXXXX", path[64];

    if (!mkdtemp(folder))
        return;
    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    if (write_trace(path))
        for (size_t i = 0; i < sizeof views / sizeof *views; i++)
            run(command, folder, &views[i]);
    unlink(path);
    rmdir(folder);
}
