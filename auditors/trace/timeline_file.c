/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_auditor.h"

#include "trace/block_codec.h"

#include <gaudit/gaudit.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- records ------------------------------------------------------------------------------- */

static void add_branches(struct trace_log *log)
{
    const uint32_t count = gau_branch_count(log->ctx);

    for (; log->named < count; log->named++) {
        const gau_branch_info *const info = gau_branch_at(log->ctx, log->named);
        const size_t length = strlen(info->name);
        const uint32_t size = (uint32_t)(length < GAU_TRACE_TEXT_MAX ? length : GAU_TRACE_TEXT_MAX);
        struct gau_trace_branch *const record =
            gau_trace_add(&log->writer, GAU_TRACE_BRANCH, sizeof *record + size);

        log->definition_bytes += record->record.size;
        record->branch = log->named;
        record->parent = info->parent;
        record->kind = (uint8_t)info->kind;
        record->level = info->level;
        record->work = (uint16_t)info->work;
        record->name_size = size;
        memcpy(record + 1, info->name, size);
        gau_timeline_rbwp_branch(log, record, info->name);
    }
}

/* NULL: it has just begun. */
static const struct trace_worker *find_thread(const struct trace_log *log, uint32_t number)
{
    const struct trace_worker *w = __atomic_load_n(&log->workers, __ATOMIC_ACQUIRE);

    while (w && w->number != number)
        w = w->next;
    return w;
}

static void add_thread(struct trace_log *log, uint32_t number, const struct trace_worker *worker)
{
    const size_t size = strlen(worker->name);
    struct gau_trace_thread *const record =
        gau_trace_add(&log->writer, GAU_TRACE_THREAD, sizeof *record + size);

    log->definition_bytes += record->record.size;
    record->thread = number;
    record->tid = worker->tid;
    record->clock = GAU_TRACE_CLOCK_NONE;
    record->name_size = (uint32_t)size;
    memcpy(record + 1, worker->name, size);
}

static void add_lane(struct trace_log *log, struct trace_lane *lane, uint32_t number)
{
    const uint32_t workers = gau_worker_count(log->ctx), worker = number - 1;
    const bool is_worker = worker < workers;
    const struct trace_worker *const thread = find_thread(log, worker);
    const char *const name = is_worker || !thread ? "" : thread->name;
    const size_t size = strlen(name);
    struct gau_trace_lane *record;

    if (lane->defined)
        return;
    if (thread)
        add_thread(log, number, thread);
    record = gau_trace_add(&log->writer, GAU_TRACE_LANE, sizeof *record + size);
    log->definition_bytes += record->record.size;
    record->lane = number;
    record->kind = is_worker ? GAU_TRACE_LANE_WORKER : GAU_TRACE_LANE_THREAD;
    record->number = worker;
    record->name_size = (uint32_t)size;
    memcpy(record + 1, name, size);
    lane->defined = true;
}

/* Whoever reads a file without the block that has the definitions needs not wait long for them. */
static void repeat_definitions(struct trace_log *log)
{
    enum { SHARE = 32, LEAST = 4 << 20 };
    const uint64_t apart = SHARE * log->definition_bytes;

    if (log->bytes < log->repeat_at)
        return;
    if (log->repeat_at > 0) {
        log->named = log->named_whole = 0;
        for (uint32_t i = 0; i < log->n_lanes; i++)
            log->lanes[i].defined = false;
    }
    log->definition_bytes = 0;
    log->repeat_at = log->bytes + (apart > LEAST ? apart : LEAST);
}

struct gau_trace_entry_list *gau_timeline_file_add(struct trace_log *log, struct trace_lane *lane,
                                                   const struct gau_trace_entry_list *list,
                                                   const struct gau_trace_open *open,
                                                   const uint8_t *entries)
{
    const size_t open_size = list->depth * sizeof *open;
    struct gau_trace_entry_list *record;

    repeat_definitions(log);
    add_branches(log);
    add_lane(log, lane, list->lane);
    record =
        gau_trace_add(&log->writer, GAU_TRACE_ENTRY_LIST, sizeof *record + open_size + list->size);
    memcpy((char *)record + sizeof record->record, (const char *)list + sizeof list->record,
           sizeof *list - sizeof list->record);
    if (open_size)
        memcpy(record->open, open, open_size);
    memcpy((char *)record->open + open_size, entries, list->size);
    log->lists++;
    log->bytes += list->size;
    return record;
}

/* Definitions of a block that could not be written are written again. */
void gau_timeline_file_flush(struct trace_log *log)
{
    gau_background_sub(GAU_WORK_TRANSFER, "write");
    gau_trace_flush(&log->writer);
    gau_background_sub(GAU_WORK_TRANSFER, NULL);
    if (log->writer.lost_blocks == log->lost_blocks) {
        log->named_whole = log->named;
        return;
    }
    log->lost_blocks = log->writer.lost_blocks;
    log->named = log->named_whole;
    for (uint32_t i = 0; i < log->n_lanes; i++)
        log->lanes[i].defined = false;
}

void gau_timeline_file_add_totals(struct trace_log *log, bool ended)
{
    enum { TICKS = 1 << 30 };
    struct gau_trace_timeline_totals *const totals =
        gau_trace_add(&log->writer, GAU_TRACE_TIMELINE_TOTALS, sizeof *totals);

    totals->origin = log->origin;
    totals->tick_ns = 1e9 * gau_seconds(log->ctx, TICKS) / TICKS;
    totals->now = gau_timestamp(log->ctx);
    totals->dropped = log->missing;
    totals->dropped_bytes = __atomic_load_n(&log->pool.dropped_bytes, __ATOMIC_RELAXED);
    totals->writer_ns = log->writer_ns;
    totals->ended = ended;
    totals->detail = (uint32_t)log->detail;
    totals->workers = gau_worker_count(log->ctx);
    totals->error = (uint32_t)log->writer.error;
    gau_timeline_file_flush(log);
}

/* --- the file ------------------------------------------------------------------------------ */

/* Who writes is in the header. File systems without locks refuse nothing. */
static gau_status refuse_writer(const struct trace_log *log, gau_context *ctx, long process)
{
    if (process == (long)getpid())
        return gau_fail(ctx->error, GAU_ERR_IO,
                        "'%s': another auditor of this job writes it: give one of them another "
                        "'File'",
                        log->path);
    return gau_fail(ctx->error, GAU_ERR_IO,
                    "'%s': process %ld, or a child of it, is writing it; %%p in 'File' is the "
                    "number of the process",
                    log->path, process);
}

/* An older timeline is replaced; anything else stays. */
static gau_status remove_old(const struct trace_log *log, gau_context *ctx)
{
    struct gau_trace_header old = {0};
    bool locked = false;
    int fd;
    gau_status status =
        gau_timeline_open_old(log->path, GAU_TRACE_MAGIC, &old, sizeof old, &fd, &locked, ctx);

    if (status == GAU_OK && locked)
        status = refuse_writer(log, ctx, (long)old.pid);
    else if (status == GAU_OK && fd >= 0)
        unlink(log->path);
    if (fd >= 0)
        close(fd);
    return status;
}

static uint64_t clock_now(clockid_t clock)
{
    struct timespec now = {0};

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void gau_timeline_file_set_zero(struct trace_log *log)
{
    log->origin = gau_timestamp(log->ctx);
    log->start_ns = clock_now(CLOCK_MONOTONIC);
    log->start_epoch_ns = clock_now(CLOCK_REALTIME);
}

static uint32_t audited_pack(void *to, uint32_t room, const void *from, uint32_t size)
{
    uint32_t packed;

    gau_background_sub(GAU_WORK_OPERATION, "compress");
    packed = gau_trace_pack(to, room, from, size);
    gau_background_sub(GAU_WORK_TRANSFER, "write");
    return packed;
}

static void compress(struct trace_log *log)
{
    gau_trace_compress(&log->writer, log->memory + TRACE_FILE_BLOCK);
    log->writer.pack = audited_pack;
}

static int create_file(struct trace_log *log)
{
    const struct gau_trace_header header = {
        .content = GAU_TRACE_TIMELINE,
        .pid = (uint32_t)log->process,
        .start_ns = log->start_ns,
        .start_epoch_ns = log->start_epoch_ns,
    };
    int error = gau_trace_create(&log->writer, log->path, &header, log->memory, TRACE_FILE_BLOCK);

    if (error)
        return error;
    error = gau_trace_lock(&log->writer);
    if (error) {
        gau_trace_forget(&log->writer);
        return error;
    }
    if (log->compression == TRACE_ZLIB)
        compress(log);
    return 0;
}

gau_status gau_timeline_file_open(struct trace_log *log, gau_context *ctx)
{
    int error;

    GAU_TRY(remove_old(log, ctx));
    log->memory = malloc(2 * TRACE_FILE_BLOCK);
    if (!log->memory)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (block of the timeline)");
    error = create_file(log);
    if (error)
        return gau_fail(ctx->error, GAU_ERR_IO, "'%s': %s", log->path, strerror(error));
    log->recording = true;
    gau_timeline_file_add_totals(log, false);
    return GAU_OK;
}
