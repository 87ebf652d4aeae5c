/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_auditor.h"

#include "files/file_replace.h"

#include <gaudit/gaudit.h>

#include <errno.h>
#include <inttypes.h>

static void warn(const struct trace_log *log, const gau_context *ctx)
{
    if (log->writer.error == ENOENT)
        gau_warning(ctx, "'%s': was removed while it was written: the timeline is lost", log->path);
    else if (log->writer.lost_blocks)
        gau_warning(ctx, "'%s': %" PRIu64 " block%s of the timeline %s missing: %s", log->path,
                    log->writer.lost_blocks, log->writer.lost_blocks == 1 ? "" : "s",
                    log->writer.lost_blocks == 1 ? "is" : "are",
                    gau_replace_reason(log->writer.error));
    if (log->missing)
        gau_warning(ctx,
                    "'%s': %" PRIu64 " parts of the timeline, %.1f MB, were dropped: the file was "
                    "not written fast enough; a larger QueueSize keeps more",
                    log->path, log->missing, 1e-6 * (double)log->pool.dropped_bytes);
}

static void write_document(struct trace_log *log, gau_context *ctx)
{
    gau_result *const result = gau_result_open(ctx, "timeline");

    gau_result_text(result, "file", log->file[0] ? log->writer.path : log->path);
    gau_result_integer(result, "detail", "", log->detail);
    gau_result_integer(result, "lists", "", (int64_t)log->lists);
    gau_result_integer(result, "bytes", "", (int64_t)log->bytes);
    gau_result_integer(result, "dropped", "", (int64_t)log->missing);
    gau_result_integer(result, "lost_blocks", "", (int64_t)log->writer.lost_blocks);
    gau_result_real(result, "writer_cpu", "s", 1e-9 * (double)log->writer_ns);
    gau_timeline_rbwp_close(log, ctx, result);
}

void gau_timeline_write_result(struct trace_log *log, gau_context *ctx)
{
    warn(log, ctx);
    write_document(log, ctx);
}
