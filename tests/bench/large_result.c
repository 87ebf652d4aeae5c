/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dl_iterate_phdr() */
#include "tests/report/timing_fixture.h"

#include "trace/trace_writer.h"

#include <inttypes.h>
#include <link.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * usage: large_result samples|events COUNT FOLDER: makes a result in the empty FOLDER, with a timer
 * of 60 branches. samples: of four threads, with call stacks all over the C library, at 2.5 kHz; as
 * in programs a thread stays in a branch for some samples, and few stacks have most of them.
 * events: of four workers.
 */

enum { THREADS = 4, OUTER = 6, INNER = 9, NODES = 334, INTERVAL_NS = 400000 };
enum { BRANCHES = OUTER * (INNER + 1), STACKS = BRANCHES * NODES, TICK_NS = 1 };

struct text {
    char path[4096];
    uint64_t start, size; /* of the code, as in the file */
    unsigned char build_id[64];
    uint32_t build_id_size;
};

static struct gau_trace_writer writer;
static unsigned char memory[1 << 18];
static uint64_t state = 1;

static double uniform(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-53;
}

static uint32_t draw(uint32_t count)
{
    return (uint32_t)(uniform() * count);
}

/* Notes have a header, a name and a description, in units of four bytes. */
static void find_build_id(struct text *text, const unsigned char *notes, size_t size)
{
    ElfW(Nhdr) note;

    for (size_t at = 0; at + sizeof note <= size;) {
        const unsigned char *const name = notes + at + sizeof note;

        memcpy(&note, notes + at, sizeof note);
        at += sizeof note + ((note.n_namesz + 3) & ~3u) + ((note.n_descsz + 3) & ~3u);
        if (note.n_type != NT_GNU_BUILD_ID || note.n_descsz > sizeof text->build_id)
            continue;
        text->build_id_size = note.n_descsz;
        memcpy(text->build_id, name + ((note.n_namesz + 3) & ~3u), note.n_descsz);
    }
}

static int find_libc(struct dl_phdr_info *info, size_t size, void *user)
{
    struct text *const text = user;

    (void)size;
    if (!strstr(info->dlpi_name, "/libc.so"))
        return 0;
    snprintf(text->path, sizeof text->path, "%s", info->dlpi_name);
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const part = &info->dlpi_phdr[i];

        if (part->p_type == PT_LOAD && part->p_flags & PF_X) {
            text->start = part->p_vaddr;
            text->size = part->p_memsz;
        } else if (part->p_type == PT_NOTE) {
            find_build_id(text, (const unsigned char *)(info->dlpi_addr + part->p_vaddr),
                          part->p_memsz);
        }
    }
    return 1;
}

/* --- branches ------------------------------------------------------------------------------ */

/* "Sequence2", or "Sequence2 Algorithm2-5" below it. */
static void name_branch(char name[64], int branch, bool is_path)
{
    const int outer = branch / (INNER + 1), inner = branch % (INNER + 1);
    const int length = inner && !is_path ? 0 : snprintf(name, 64, "Sequence%d", outer);

    if (inner)
        snprintf(name + length, 64 - (size_t)length, "%sAlgorithm%d-%d", is_path ? " " : "", outer,
                 inner);
}

static void write_timer(const char *folder, uint64_t events)
{
    static char paths[BRANCHES][64], names[BRANCHES][64];
    struct scene_row rows[BRANCHES + 1] = {
        {0, -1, "Event", "Event", "Event", (long long)events, BRANCHES, 1e-3, 1e-3}};
    const struct scene_timer timer = {.branches = rows, .branch_count = BRANCHES + 1};
    char text[256];

    for (int i = 0; i < BRANCHES; i++) {
        const int outer = i / (INNER + 1) * (INNER + 1);

        name_branch(paths[i], i, true);
        name_branch(names[i], i, false);
        rows[i + 1] = (struct scene_row){.branch = i + 1,
                                         .parent = i == outer ? 0 : outer + 1,
                                         .root = "Event",
                                         .path = paths[i],
                                         .name = names[i],
                                         .calls = (long long)events,
                                         .total_s = i == outer ? INNER + 1 : 1,
                                         .self_s = 1,
                                         .cpu_s = 1};
    }
    scene_write_timer(folder, "timer", &timer);
    scene_write_run(folder, "");
    snprintf(text, sizeof text,
             "{'schema':2,'delimiter':' ','truncated_names':0,'event_window':[1,0],"
             "'events':%" PRIu64 ",'itt_delays':[]}",
             events);
    scene_write(folder, "itt.json", text);
}

/* --- samples ------------------------------------------------------------------------------- */

static void add_process(void)
{
    static const char command[] = "program";
    struct gau_trace_process *const process =
        gau_trace_add(&writer, GAU_TRACE_PROCESS, sizeof *process + sizeof command);

    process->pid = 1;
    process->clock = GAU_TRACE_CLOCK_TIMER;
    process->interval_ns = INTERVAL_NS;
    process->command_size = sizeof command;
    memcpy(process + 1, command, sizeof command);
}

static void add_definitions(const struct text *text)
{
    const size_t length = strlen(text->path);
    struct gau_trace_module *const module =
        gau_trace_add(&writer, GAU_TRACE_MODULE, sizeof *module + text->build_id_size + length);

    module->module = 1;
    module->end = UINT64_MAX;
    module->build_id_size = text->build_id_size;
    module->path_size = (uint32_t)length;
    memcpy(module + 1, text->build_id, text->build_id_size);
    memcpy((char *)(module + 1) + text->build_id_size, text->path, length);
    for (uint32_t i = 1; i <= THREADS; i++) {
        struct gau_trace_thread *const thread =
            gau_trace_add(&writer, GAU_TRACE_THREAD, sizeof *thread);

        thread->thread = thread->tid = i;
        thread->clock = GAU_TRACE_CLOCK_TIMER;
    }
    for (int i = 0; i < BRANCHES; i++) {
        struct gau_trace_task_type *type;
        char name[64];

        name_branch(name, i, true);
        type = gau_trace_add(&writer, GAU_TRACE_TASK_TYPE, sizeof *type + strlen(name));
        type->task = (uint32_t)i + 1;
        type->kind = GAU_TRACE_TASK;
        type->name_size = (uint32_t)strlen(name);
        memcpy(type + 1, name, strlen(name));
    }
}

/* Stacks of a branch are a tree of NODES frames, up to some 14 deep. */
static uint32_t stack_of(uint32_t branch, uint32_t node)
{
    return 1 + branch * NODES + node;
}

static void add_stacks(const struct text *text)
{
    for (uint32_t branch = 0; branch < BRANCHES; branch++) {
        for (uint32_t node = 0; node < NODES; node++) {
            struct gau_trace_stacks *const stacks =
                gau_trace_add(&writer, GAU_TRACE_STACKS, sizeof *stacks + sizeof *stacks->stacks);

            stacks->first = stack_of(branch, node);
            stacks->count = 1;
            stacks->stacks[0] =
                (struct gau_trace_stack){.caller =
                                             node > 0 ? stack_of(branch, (node - 1) * 2 / 3) : 0,
                                         .module = 1,
                                         .address = text->start + draw((uint32_t)text->size)};
        }
    }
}

static void add_sample(uint32_t thread, uint64_t time_ns, uint32_t branch)
{
    struct gau_trace_sample_list *const list =
        gau_trace_add(&writer, GAU_TRACE_SAMPLE_LIST, sizeof *list + sizeof *list->samples);

    list->thread = thread;
    list->count = 1;
    list->samples[0] =
        (struct gau_trace_sample){.time_ns = time_ns,
                                  .weight_ns = INTERVAL_NS - 500 + draw(1000),
                                  .stack = stack_of(branch, (uint32_t)(NODES * pow(uniform(), 3))),
                                  .task = branch + 1};
}

static void add_samples(uint64_t count)
{
    uint32_t branches[THREADS] = {0};

    for (uint64_t i = 0; i < count; i++) {
        const uint32_t thread = i % THREADS;

        if (draw(4) == 0)
            branches[thread] = (uint32_t)(BRANCHES * pow(uniform(), 2));
        add_sample(thread + 1, i / THREADS * INTERVAL_NS + draw(INTERVAL_NS / 4), branches[thread]);
    }
}

static void write_samples(uint64_t count)
{
    struct gau_trace_process_totals *totals;
    struct text text = {.path = ""};

    dl_iterate_phdr(find_libc, &text);
    add_process();
    add_definitions(&text);
    add_stacks(&text);
    add_samples(count);
    totals = gau_trace_add(&writer, GAU_TRACE_PROCESS_TOTALS, sizeof *totals);
    totals->ended = 1;
}

/* --- events -------------------------------------------------------------------------------- */

/* It grows slowly. */
static struct gau_trace_memory memory_of(uint64_t number)
{
    const uint32_t anonymous = 50000 + (uint32_t)(number / 500);

    return (struct gau_trace_memory){anonymous + 8000, anonymous, 8000};
}

static void add_event(uint32_t worker, uint64_t number, uint64_t *start)
{
    struct gau_trace_event_list *const list =
        gau_trace_add(&writer, GAU_TRACE_EVENT_LIST, sizeof *list + sizeof *list->events);
    const uint64_t duration = (uint64_t)(-1e6 * log(uniform() + 1e-9)) + 1000;
    struct gau_trace_event *const event = &list->events[0];

    list->worker = worker;
    list->count = 1;
    *event = (struct gau_trace_event){.number = number,
                                      .start = *start,
                                      .duration = duration,
                                      .cpu_ns = duration - draw((uint32_t)(duration / 10)),
                                      .decision = draw(3) ? GAU_TRACE_REJECTED : GAU_TRACE_ACCEPTED,
                                      .flags = GAU_TRACE_EVENT_OVERLAPPED};
    event->begin = event->end = memory_of(number);
    *start += duration + draw(1000);
}

static void write_events(uint64_t count)
{
    struct gau_trace_event_totals *totals;
    uint64_t starts[THREADS] = {0};

    for (uint64_t i = 0; i < count; i++)
        add_event((uint32_t)(i % THREADS), i + 1, &starts[i % THREADS]);
    totals = gau_trace_add(&writer, GAU_TRACE_EVENT_TOTALS, sizeof *totals);
    totals->tick_ns = TICK_NS;
    totals->events = count;
    totals->workers = THREADS;
    totals->ended = 1;
}

int main(int argc, char **argv)
{
    const bool of_events = argc == 4 && strcmp(argv[1], "events") == 0;
    const struct gau_trace_header header = {.content =
                                                of_events ? GAU_TRACE_EVENTS : GAU_TRACE_SAMPLES};
    uint64_t count;
    char path[4096];

    if (argc != 4 || (!of_events && strcmp(argv[1], "samples") != 0)) {
        fprintf(stderr, "usage: %s samples|events COUNT FOLDER\n", argv[0]);
        return 1;
    }
    count = strtoull(argv[2], NULL, 10);
    snprintf(path, sizeof path, "%s/%s.gtr", argv[3], argv[1]);
    if (gau_trace_create(&writer, path, &header, memory, sizeof memory) != 0) {
        fprintf(stderr, "%s: '%s' cannot be made\n", argv[0], path);
        return 1;
    }
    write_timer(argv[3], of_events ? count : 1000);
    if (of_events)
        write_events(count);
    else
        write_samples(count);
    gau_trace_close(&writer);
    return 0;
}
