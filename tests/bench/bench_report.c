/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dl_iterate_phdr() */
#include "bench.h"

#include "trace/writer.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Samples all over the C library, of a program with many tasks and threads. */
enum { SAMPLES = 1000000, ADDRESSES = 100000, TASKS = 30, THREADS = 4, MS = 1000000 };

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

/* Stack i has the caller i / 2: they are some 17 deep, and no two have the same address. */
static void add_stacks(struct gau_trace_writer *writer, const struct text *text)
{
    for (uint32_t i = 1; i <= ADDRESSES; i++) {
        struct gau_trace_stacks *const stacks =
            gau_trace_add(writer, GAU_TRACE_STACKS, sizeof *stacks + sizeof *stacks->stacks);

        stacks->first = i;
        stacks->count = 1;
        stacks->stacks[0] =
            (struct gau_trace_stack){.caller = i / 2,
                                     .module = 1,
                                     .address = text->start + text->size * (i - 1) / ADDRESSES};
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
    add_samples(&writer);
    gau_trace_close(&writer);
    return true;
}

static void run(const char *command, const char *folder, const char *keys)
{
    const char *const words[] = {command, "report", "hotspots", folder, "--group-by", keys, NULL};
    char *arguments[sizeof words / sizeof *words], name[96];
    struct bench_process process;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        arguments[i] = (char *)(uintptr_t)words[i];
    process = bench_start(arguments);
    bench_finish(&process);
    snprintf(name, sizeof name, "by %s, time", keys);
    bench_line("gaudit report hotspots, 10^6 samples, 10^5 addresses", name,
               process.status == 0 ? process.wall_s : 0, "s", "< 5");
    snprintf(name, sizeof name, "by %s, peak resident memory", keys);
    bench_line("gaudit report hotspots, 10^6 samples, 10^5 addresses", name,
               process.peak_rss / 1048576, "MiB", "< 300");
}

void bench_report(const char *command)
{
    char folder[] = "/tmp/gaudit-bench-XXXXXX", path[64];

    if (!mkdtemp(folder))
        return;
    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    if (write_trace(path)) {
        run(command, folder, "task,function");
        run(command, folder, "source-line");
        run(command, folder, "task,function,callstack");
    }
    unlink(path);
    rmdir(folder);
}
