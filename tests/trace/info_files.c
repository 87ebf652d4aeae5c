/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_fixture.h"

#include "trace/block_codec.h"
#include "trace/timeline_entries.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* usage: info_files FOLDER: writes there the files that tests/job/info.sh reads. */

enum { TICKS_PER_MS = 2000000 };

static uint64_t memory[2][4096];

static void need(bool condition)
{
    if (!condition) {
        fprintf(stderr, "info_files: %s\n", strerror(errno));
        exit(1);
    }
}

static void begin(struct gau_trace_writer *writer, const char *path, uint32_t content)
{
    const struct gau_trace_header header = {.content = content,
                                            .pid = 4242,
                                            .start_ns = 1000000000,
                                            .start_epoch_ns = 1700000000000000000};

    need(gau_trace_create(writer, path, &header, memory[0], sizeof memory[0]) == 0);
}

static void add_totals(struct gau_trace_writer *writer, uint64_t now_ms, uint32_t ended)
{
    struct gau_trace_timeline_totals *const t =
        gau_trace_add(writer, GAU_TRACE_TIMELINE_TOTALS, sizeof *t);

    *t = (struct gau_trace_timeline_totals){.record = t->record,
                                            .origin = TICKS_PER_MS,
                                            .tick_ns = 0.5,
                                            .now = (now_ms + 1) * TICKS_PER_MS,
                                            .dropped = 3,
                                            .dropped_bytes = 4500,
                                            .writer_ns = 7000000,
                                            .ended = ended,
                                            .detail = 1,
                                            .workers = 2};
}

/* Events of 1 ms, each with an algorithm of half of it. */
static void add_events(struct gau_trace_writer *writer, uint32_t lane, uint64_t number,
                       uint64_t from_ms, uint64_t events)
{
    uint8_t bytes[4096], *at = bytes;

    for (uint64_t i = 0; i < events; i++) {
        at = gau_entry_put(gau_entry_code(at, 0, GAU_ENTRY_EVENT, 1), gau_entry_zigzag(1));
        at = gau_entry_begin(at, TICKS_PER_MS / 4, 1);
        at = gau_entry_end(at, TICKS_PER_MS / 2, GAU_ENTRY_FORM_ACCEPTED);
        at = gau_entry_end(at, TICKS_PER_MS / 4, GAU_ENTRY_FORM_REJECTED);
    }
    scene_add_list(writer,
                   &(struct gau_trace_entry_list){.lane = lane,
                                                  .number = number,
                                                  .first = (from_ms + 1) * TICKS_PER_MS,
                                                  .last = (from_ms + 1 + events) * TICKS_PER_MS,
                                                  .event = from_ms},
                   NULL, bytes, at);
}

/* An interval of 1 ms of an external processor, while a branch of another lane is open. */
static void add_interval(struct gau_trace_writer *writer)
{
    const struct gau_trace_open open = {.branch = 1, .begin = TICKS_PER_MS};
    uint8_t bytes[64], *at = gau_entry_code(bytes, 0, GAU_ENTRY_INTERVAL, 3);

    at = gau_entry_put(gau_entry_put(gau_entry_put(at, 2), 0), TICKS_PER_MS);
    scene_add_list(writer,
                   &(struct gau_trace_entry_list){
                       .lane = 3, .depth = 1, .first = 5 * TICKS_PER_MS, .last = 5 * TICKS_PER_MS},
                   &open, bytes, at);
}

/* A timeline in 4 blocks; of one worker two lists are missing. */
static void add_timeline(struct gau_trace_writer *writer, uint32_t ended)
{
    scene_add_branch(writer, (struct gau_trace_branch){.branch = 0, .parent = UINT32_MAX}, "Event");
    for (uint32_t i = 1; i <= 2; i++)
        scene_add_branch(
            writer,
            (struct gau_trace_branch){.branch = i, .kind = GAU_TRACE_BRANCH_ALGORITHM, .level = 1},
            i == 1 ? "FastVelo" : "Kernel");
    scene_add_lane(writer, 1, GAU_TRACE_LANE_WORKER, 0, "");
    scene_add_lane(writer, 2, GAU_TRACE_LANE_WORKER, 1, "");
    scene_add_lane(writer, 3, GAU_TRACE_LANE_EXTERNAL, 2, "gpu");
    gau_trace_flush(writer);
    add_events(writer, 1, 0, 0, 10);
    add_events(writer, 2, 0, 0, 20);
    gau_trace_flush(writer);
    add_events(writer, 1, 3, 20, 5);
    add_interval(writer);
    add_totals(writer, 20, 0);
    gau_trace_flush(writer);
    add_totals(writer, 25, ended);
}

static void write_timeline(const char *path, bool compressed, uint32_t ended)
{
    struct gau_trace_writer writer;

    begin(&writer, path, GAU_TRACE_TIMELINE);
    if (compressed)
        gau_trace_compress(&writer, memory[1]);
    add_timeline(&writer, ended);
    gau_trace_close(&writer);
}

/* Without the bytes from @p from to @p to, and without the last ones. */
static void cut(const char *path, long from, long to, long last)
{
    static char bytes[1 << 16];
    FILE *file = fopen(path, "r");
    size_t size;

    need(file);
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    file = fopen(path, "w");
    need(file && fwrite(bytes, 1, (size_t)from, file) == (size_t)from);
    size -= (size_t)(to + last);
    need(fwrite(bytes + to, 1, size, file) == size && fclose(file) == 0);
}

/* Each list in a block of its own, and @p skipped numbers of lists before the last; nothing was
 * dropped when the totals were written. */
static void write_lists(const char *path, uint64_t skipped)
{
    struct gau_trace_writer writer;
    struct gau_trace_timeline_totals *totals;

    begin(&writer, path, GAU_TRACE_TIMELINE);
    scene_add_lane(&writer, 1, GAU_TRACE_LANE_WORKER, 0, "");
    totals = gau_trace_add(&writer, GAU_TRACE_TIMELINE_TOTALS, sizeof *totals);
    *totals = (struct gau_trace_timeline_totals){
        .record = totals->record, .tick_ns = 0.5, .origin = TICKS_PER_MS, .detail = 1};
    for (uint64_t i = 0; i < 5; i++) {
        add_events(&writer, 1, i + (i == 4 ? skipped : 0), i, 1);
        gau_trace_flush(&writer);
    }
    gau_trace_close(&writer);
}

/* More lanes than have sums of their own. */
static void write_lanes(const char *path)
{
    struct gau_trace_writer writer;

    begin(&writer, path, GAU_TRACE_TIMELINE);
    for (uint32_t lane = 1; lane <= 1030; lane++) {
        scene_add_lane(&writer, lane, GAU_TRACE_LANE_THREAD, lane, "a thread");
        add_events(&writer, lane, 0, lane, 1);
    }
    add_totals(&writer, 2000, 1);
    gau_trace_close(&writer);
}

/* More blocks than a table keeps; offsets of the last ones are wider than those of the first. */
static void write_blocks(const char *path)
{
    struct gau_trace_writer writer;

    begin(&writer, path, GAU_TRACE_TIMELINE);
    scene_add_lane(&writer, 1, GAU_TRACE_LANE_WORKER, 0, "");
    for (uint64_t i = 0; i < 20000; i++) {
        add_events(&writer, 1, i, i, 1);
        gau_trace_flush(&writer);
    }
    add_totals(&writer, 20000, 1);
    gau_trace_close(&writer);
}

int main(int argc, char **argv)
{
    FILE *empty;

    need(argc == 2 && chdir(argv[1]) == 0);
    write_timeline("timeline.gtr", false, 1);
    write_timeline("compressed.gtr", true, 1);
    write_timeline("killed.gtr", false, 0);
    cut("killed.gtr", 40, 40 + 32 + 7 * 32, 8);
    write_lists("dropped.gtr", 4);
    write_lists("lost.gtr", 0);
    cut("lost.gtr", 40 + 32 + 24 + 72 + 72 + 104, 40 + 32 + 24 + 72 + 72 + 3 * 104, 0);
    scene_write("samples.gtr");
    write_lanes("lanes.gtr");
    write_blocks("blocks.gtr");
    empty = fopen("empty.gtr", "w");
    need(empty && fclose(empty) == 0);
    return 0;
}
