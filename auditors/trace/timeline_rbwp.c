/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* flock() */

#include "trace_auditor.h"

#include "files/file_replace.h"

#include <gaudit/gaudit.h>

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The profile of background work in the format of Realm, made of the lists of the timeline by the
 * thread that writes them. */

/* --- properties ---------------------------------------------------------------------------- */

/* The name with the rank in place of the first %, as in Realm. */
static gau_status expand(const char *name, char path[PATH_MAX], gau_context *ctx)
{
    const char *const rank = gau_trace_rank(), *const mark = strchr(name, '%');
    int size;

    if (rank && !mark)
        return gau_fail(ctx->error, GAU_ERR_RANGE,
                        "'RbwpFile' is '%.*s' for each rank of the program: put %%, the rank, into "
                        "it",
                        GAU_QUOTE(name));
    size = mark ? snprintf(path, PATH_MAX, "%.*s%s%s", (int)(mark - name), name, rank ? rank : "0",
                           mark + 1)
                : snprintf(path, PATH_MAX, "%s", name);
    return size < PATH_MAX
               ? GAU_OK
               : gau_fail(ctx->error, GAU_ERR_RANGE, "'RbwpFile' is longer than a path may be");
}

static gau_status choose_path(const struct trace_log *log, char path[PATH_MAX], gau_context *ctx)
{
    const char *const rank = gau_trace_rank();
    char name[64];
    char *place;

    if (log->rbwp_file[0])
        return expand(log->rbwp_file, path, ctx);
    snprintf(name, sizeof name, "bgwork_profile_%.20s", rank ? rank : "0");
    place = gau_result_file_path(ctx, name, "bin");
    if (!place)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (name of the profile)");
    snprintf(path, PATH_MAX, "%s", place);
    free(place);
    return GAU_OK;
}

static gau_status read_buffer(const struct trace_log *log, uint64_t *bytes, gau_context *ctx)
{
    const char *const text = log->rbwp_buffer;
    const size_t digits = strspn(text, "0123456789");

    *bytes = 0;
    if (strcmp(text, "Unlimited") == 0)
        return GAU_OK;
    if (digits == 0 || digits > 7 || text[digits] || strtoull(text, NULL, 10) == 0)
        return gau_fail(ctx->error, GAU_ERR_RANGE,
                        "'RbwpBuffer' is a number of MB from 1 on, or 'Unlimited', not '%.*s'",
                        GAU_QUOTE(text));
    *bytes = strtoull(text, NULL, 10) << 20;
    return GAU_OK;
}

/* --- the file ------------------------------------------------------------------------------ */

static double tick_ns(const struct trace_log *log)
{
    enum { TICKS = 1 << 30 };

    return 1e9 * gau_seconds(log->ctx, TICKS) / TICKS;
}

static gau_status remove_old(const char *path, gau_context *ctx)
{
    char header[sizeof GAU_RBWP_MAGIC - 1];
    bool locked = false;
    int fd;
    gau_status status =
        gau_timeline_open_old(path, GAU_RBWP_MAGIC, header, sizeof header, &fd, &locked, ctx);

    if (status == GAU_OK && locked)
        status = gau_fail(ctx->error, GAU_ERR_IO,
                          "'%s': another process is writing it: give it another 'RbwpFile'", path);
    else if (status == GAU_OK && fd >= 0)
        unlink(path);
    if (fd >= 0)
        close(fd);
    return status;
}

static gau_status create(struct trace_log *log, const char *path, uint64_t buffer, gau_context *ctx)
{
    const char *const rank = gau_trace_rank();
    const struct gau_rbwp_settings settings = {
        .path = path,
        .node = rank ? (uint32_t)strtoul(rank, NULL, 10) : 0,
        .level = (int)log->rbwp_level,
        .compressed = log->compression == TRACE_ZLIB,
        .buffer = buffer,
        .zero_ns = (int64_t)log->start_epoch_ns,
    };
    const struct gau_rbwp_clock clock = {log->origin, settings.zero_ns, tick_ns(log)};
    int error;

    log->rbwp = calloc(1, sizeof *log->rbwp);
    if (!log->rbwp)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (profile '%s')", path);
    error = gau_rbwp_create(log->rbwp, &settings, clock);
    if (error)
        return gau_fail(ctx->error, GAU_ERR_IO, "'%s': %s", path, strerror(error));
    return GAU_OK;
}

/* Two names of one file are known when it is there. */
static gau_status refuse_timeline(const struct trace_log *log, const char *path, gau_context *ctx)
{
    struct stat profile, timeline;

    if (strcmp(path, log->path) != 0 &&
        (stat(path, &profile) != 0 || stat(log->path, &timeline) != 0 ||
         profile.st_dev != timeline.st_dev || profile.st_ino != timeline.st_ino))
        return GAU_OK;
    return gau_fail(ctx->error, GAU_ERR_RANGE,
                    "'File' and 'RbwpFile' are both '%.*s': give one of them another name",
                    GAU_QUOTE(path));
}

gau_status gau_timeline_rbwp_open(struct trace_log *log, gau_context *ctx)
{
    char path[PATH_MAX];
    uint64_t buffer;
    gau_status status;

    GAU_TRY(read_buffer(log, &buffer, ctx));
    if (log->rbwp_level == 0)
        return GAU_OK;
    GAU_TRY(choose_path(log, path, ctx));
    GAU_TRY(refuse_timeline(log, path, ctx));
    GAU_TRY(remove_old(path, ctx));
    GAU_TRY(create(log, path, buffer, ctx));
    status = refuse_timeline(log, path, ctx);
    if (status < 0)
        gau_timeline_rbwp_remove(log);
    return status;
}

void gau_timeline_rbwp_remove(struct trace_log *log)
{
    if (log->rbwp)
        unlink(log->rbwp->file.path);
}

/* --- what comes into it -------------------------------------------------------------------- */

void gau_timeline_rbwp_branch(struct trace_log *log, const struct gau_trace_branch *branch,
                              const char *name)
{
    if (log->rbwp)
        gau_rbwp_add_branch(log->rbwp, branch, name, branch->name_size);
}

void gau_timeline_rbwp_list(struct trace_log *log, const struct gau_trace_entry_list *list,
                            uint32_t tid)
{
    if (!log->rbwp)
        return;
    gau_background_sub(GAU_WORK_TRANSFER, "profile");
    gau_rbwp_set_thread(log->rbwp, list->lane, tid);
    gau_rbwp_add_list(log->rbwp, list);
    gau_background_sub(GAU_WORK_TRANSFER, NULL);
}

void gau_timeline_rbwp_set_clock(struct trace_log *log)
{
    struct gau_rbwp_clock *const clock = log->rbwp ? &log->rbwp->clock : NULL;
    const uint64_t now = clock ? gau_timestamp(log->ctx) : 0;

    if (!clock || now <= clock->ticks)
        return;
    clock->ns += (int64_t)(clock->tick_ns * (double)(now - clock->ticks));
    clock->ticks = now;
    clock->tick_ns = tick_ns(log);
}

void gau_timeline_rbwp_flush(struct trace_log *log)
{
    if (!log->rbwp || log->rbwp->file.limit == 0)
        return;
    gau_background_sub(GAU_WORK_TRANSFER, "profile");
    gau_rbwp_flush(log->rbwp);
    gau_background_sub(GAU_WORK_TRANSFER, NULL);
}

/* --- the end ------------------------------------------------------------------------------- */

static void warn(const struct gau_rbwp_output *rbwp, gau_context *ctx)
{
    const struct gau_rbwp_file *const file = &rbwp->file;

    if (file->error)
        gau_warning(ctx, "'%s': %" PRIu64 " block%s of the profile %s missing%s: %s", file->path,
                    file->lost_blocks, file->lost_blocks == 1 ? "" : "s",
                    file->lost_blocks == 1 ? "is" : "are", file->closed ? "" : ", and the names",
                    gau_replace_reason(file->error));
    if (rbwp->gaps)
        gau_warning(ctx, "'%s': %" PRIu64 " part%s dropped, as of the timeline", file->path,
                    rbwp->gaps, rbwp->gaps == 1 ? " was" : "s were");
    if (rbwp->folded)
        gau_warning(ctx,
                    "'%s': %" PRIu64 " branch%s no item or sub-item of their own, as there are %d "
                    "and %d at the most: their time is that of the branch above, or '(other)'",
                    file->path, rbwp->folded, rbwp->folded == 1 ? " has" : "es have",
                    GAU_RBWP_OTHER_ITEM, GAU_RBWP_OTHER_SUB_ITEM);
    if (rbwp->no_memory)
        gau_warning(ctx, "'%s': a part is missing: out of memory", file->path);
}

void gau_timeline_rbwp_close(struct trace_log *log, gau_context *ctx, gau_result *result)
{
    struct gau_rbwp_output *const rbwp = log->rbwp;

    if (!rbwp)
        return;
    gau_rbwp_close(rbwp);
    warn(rbwp, ctx);
    gau_result_text(result, "rbwp_file", rbwp->file.path);
    gau_result_integer(result, "rbwp_blocks", "", (int64_t)rbwp->file.blocks);
    gau_result_integer(result, "rbwp_records", "", (int64_t)rbwp->file.records);
    gau_result_integer(result, "rbwp_lost_blocks", "", (int64_t)rbwp->file.lost_blocks);
}
