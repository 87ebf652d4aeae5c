/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/timeline_entries.h"
#include "trace/trace_writer.h"

#include <elf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/*
 * Replaces libgaudit-collector.so where its files must have faults, which FAKE_TROUBLE names: 100
 * samples of 10 us, written when the program begins.
 */

enum { SAMPLES = 100, CAPACITY = 65536 };
static const uint64_t interval_ns = 10000000;

static bool has(const char *trouble)
{
    const char *const wanted = getenv("FAKE_TROUBLE");

    return wanted && strcmp(wanted, trouble) == 0;
}

static uint64_t now(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void write_process(struct gau_trace_writer *writer)
{
    static const char note[] = "perf_event is forbidden";
    struct gau_trace_process *const process =
        gau_trace_add(writer, GAU_TRACE_PROCESS, sizeof *process + sizeof note - 1);
    struct gau_trace_thread *thread;

    process->pid = (uint32_t)getpid();
    process->parent = (uint32_t)getppid();
    process->machine = EM_X86_64;
    process->clock = has("none") ? GAU_TRACE_CLOCK_NONE : GAU_TRACE_CLOCK_TIMER;
    process->includes_kernel_time = !has("user");
    process->interval_ns = interval_ns;
    process->tick_ns = 4000000;
    process->preloaded = 1;
    process->note_size = sizeof note - 1;
    memcpy(process + 1, note, sizeof note - 1);
    thread = gau_trace_add(writer, GAU_TRACE_THREAD, sizeof *thread);
    thread->thread = 1;
    thread->tid = (uint32_t)getpid();
    thread->clock = process->clock;
}

static void write_samples(struct gau_trace_writer *writer)
{
    const size_t size = SAMPLES * sizeof(struct gau_trace_sample);
    struct gau_trace_sample_list *const list =
        gau_trace_add(writer, GAU_TRACE_SAMPLE_LIST, sizeof *list + size);
    struct gau_trace_thread_totals *totals;

    list->thread = 1;
    list->count = SAMPLES;
    for (int i = 0; i < SAMPLES; i++) {
        list->samples[i].weight_ns = has("heavy") ? interval_ns : interval_ns / 1000;
        list->samples[i].flags = has("truncated") && i < 20 ? GAU_TRACE_SAMPLE_TRUNCATED : 0;
    }
    totals = gau_trace_add(writer, GAU_TRACE_THREAD_TOTALS, sizeof *totals);
    totals->thread = 1;
    totals->ended = 1;
    totals->samples = SAMPLES;
    totals->frames_by_cfi = 300;
    totals->frames_by_frame_pointer = 40;
    totals->dropped = has("dropped") ? 25 : 0;
}

static void write_totals(struct gau_trace_writer *writer)
{
    struct gau_trace_process_totals *const totals =
        gau_trace_add(writer, GAU_TRACE_PROCESS_TOTALS, sizeof *totals);

    totals->user_ns = SAMPLES * interval_ns / 1000;
    totals->itt_inits = has("itt");
    totals->itt_calls = has("itt") ? 7 : 0;
    totals->unseen_threads = has("unseen") ? 2 : 0;
    totals->small_stack_threads = has("small_stack") ? 2 : 0;
    totals->found_threads = has("found");
    totals->unrecorded_children = has("unrecorded_children") ? 2 : 0;
    totals->lost_blocks = has("full") || has("limit");
    totals->lost_samples = has("limit") ? 25 : 0;
    totals->error = has("full") ? ENOSPC : has("limit") ? EFBIG : 0;
    totals->ended = !has("open");
}

static bool wants_timeline(void)
{
    const char *const wanted = getenv("GAUDIT_COLLECT_TIMELINE");

    return wanted && strcmp(wanted, "1") == 0;
}

/* A task of 1 us, and lists that were given up. */
static void write_timeline(struct gau_trace_writer *writer)
{
    uint8_t entries[GAU_ENTRY_MAX], *at = gau_entry_begin(entries, 0, 1);
    struct gau_trace_lane *lane = gau_trace_add(writer, GAU_TRACE_LANE, sizeof *lane);
    struct gau_trace_timeline_totals *totals;
    struct gau_trace_entry_list *list;
    uint32_t size;

    lane->lane = 1;
    lane->kind = GAU_TRACE_LANE_TASKS;
    lane->number = 1;
    at = gau_entry_end(at, 1000, GAU_ENTRY_FORM_ACCEPTED);
    size = (uint32_t)(at - entries);
    list = gau_trace_add(writer, GAU_TRACE_ENTRY_LIST, sizeof *list + size);
    list->lane = 1;
    list->last = 1000;
    list->size = size;
    memcpy(list->open, entries, size);
    totals = gau_trace_add(writer, GAU_TRACE_TIMELINE_TOTALS, sizeof *totals);
    totals->tick_ns = 1;
    totals->dropped = 3;
    totals->detail = 2;
    totals->ended = 1;
}

/* In the middle of the second block. */
static void damage(const char *path)
{
    FILE *const file = fopen(path, "r+");

    if (file && fseek(file, sizeof(struct gau_trace_header) + 300, SEEK_SET) == 0)
        fputs("damaged", file);
    if (file)
        fclose(file);
}

static void choose_path(char *path, size_t size)
{
    const char *const first = getenv("GAUDIT_COLLECT_FIRST");
    const char *const folder = getenv("GAUDIT_COLLECT_OUTPUT");

    if (first && atol(first) == (long)getpid())
        snprintf(path, size, "%s/samples.gtr", folder);
    else
        snprintf(path, size, "%s/samples-%ld.gtr", folder, (long)getpid());
}

__attribute__((__constructor__)) static void begin(void)
{
    static uint64_t memory[CAPACITY / 8];
    struct gau_trace_header header = {.magic = GAU_TRACE_MAGIC,
                                      .version = GAU_TRACE_VERSION,
                                      .header_size = sizeof header,
                                      .content = GAU_TRACE_SAMPLES,
                                      .pid = (uint32_t)getpid(),
                                      .start_ns = now(CLOCK_MONOTONIC),
                                      .start_epoch_ns = now(CLOCK_REALTIME)};
    struct gau_trace_writer writer;
    char path[4096];

    choose_path(path, sizeof path);
    if (has("silent") || gau_trace_create(&writer, path, &header, memory, CAPACITY) != 0)
        return;
    write_process(&writer);
    gau_trace_flush(&writer);
    write_samples(&writer);
    gau_trace_flush(&writer);
    if (wants_timeline())
        write_timeline(&writer);
    write_totals(&writer);
    gau_trace_close(&writer);
    if (has("damaged"))
        damage(path);
    if (has("foreign") && truncate(path, 3) != 0)
        _exit(99);
    if (has("empty") && truncate(path, 0) != 0)
        _exit(99);
    if (has("wait"))
        pause();
    if (has("lock"))
        chmod(getenv("GAUDIT_COLLECT_OUTPUT"), 0500);
}
