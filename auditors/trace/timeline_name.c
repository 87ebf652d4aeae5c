/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* gethostname(), pthread_getname_np(), program_invocation_short_name, flock() \
                     */

#include "trace_auditor.h"

#include <gaudit/gaudit.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

const char *gau_trace_rank(void)
{
    static const struct {
        const char *rank, *size;
    } variables[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                     {"PMIX_RANK", "PMIX_SIZE"},
                     {"PMI_RANK", "PMI_SIZE"},
                     {"SLURM_PROCID", "SLURM_NTASKS"}};

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *const value = getenv(variables[i].rank), *const size =
                                                                 getenv(variables[i].size);

        if (value && *value && value[strspn(value, "0123456789")] == '\0' &&
            !(size && strcmp(size, "1") == 0))
            return value;
    }
    return NULL;
}

/* What a letter behind '%' means; NULL: nothing. */
static const char *meaning(char letter, char text[HOST_NAME_MAX + 1])
{
    switch (letter) {
    case '%': return "%";
    case 'r': return gau_trace_rank() ? gau_trace_rank() : "0";
    case 'p': snprintf(text, HOST_NAME_MAX + 1, "%ld", (long)getpid()); return text;
    case 'h':
        if (gethostname(text, HOST_NAME_MAX + 1) != 0 || strchr(text, '/'))
            return "localhost";
        text[HOST_NAME_MAX] = '\0';
        return text;
    default: return NULL;
    }
}

static gau_status expand(const struct trace_log *log, char path[PATH_MAX], gau_context *ctx)
{
    char text[HOST_NAME_MAX + 1];
    size_t used = 0;

    for (const char *c = log->file; *c; c++) {
        const char one[] = {*c, '\0'};
        const char *const part = *c == '%' ? meaning(*++c, text) : one;

        if (!part)
            return gau_fail(ctx->error, GAU_ERR_RANGE,
                            "'File' has '%%%.1s': %%r is the rank, %%p the number of the process, "
                            "%%h the host, %%%% a percent sign",
                            c);
        used += (size_t)snprintf(path + used, PATH_MAX - used, "%s", part);
        if (used >= PATH_MAX)
            return gau_fail(ctx->error, GAU_ERR_RANGE, "'File' is longer than a path may be");
    }
    return GAU_OK;
}

/* Ranks run at the same time, and would write the same file. */
static gau_status check_ranks(const struct trace_log *log, gau_context *ctx)
{
    const bool is_given = log->file[0] != '\0';

    if (!gau_trace_rank() || strstr(log->file, "%r") || strstr(log->file, "%p") ||
        (!is_given && gau_result_has_folder(ctx)))
        return GAU_OK;
    return gau_fail(ctx->error, GAU_ERR_RANGE,
                    "'File' is '%.*s' for each rank of the program: put %%r, the rank, into it",
                    GAU_QUOTE(is_given ? log->file : "timeline.gtr"));
}

uint32_t gau_timeline_tid(const struct trace_log *log)
{
    static __thread pid_t tid, process;

    if (process != log->process)
        tid = gettid();
    process = log->process;
    return (uint32_t)tid;
}

void gau_timeline_note_thread(struct trace_worker *worker)
{
    const size_t size = sizeof worker->name;

    worker->tid = worker->now_tid = gau_timeline_tid(worker->log);
    if (gettid() == getpid())
        snprintf(worker->name, size, "main");
    else if (pthread_getname_np(pthread_self(), worker->name, size) != 0 ||
             strncmp(worker->name, program_invocation_short_name, size - 1) == 0)
        worker->name[0] = '\0';
}

gau_status gau_timeline_choose_name(struct trace_log *log, gau_context *ctx)
{
    char path[PATH_MAX] = "";

    GAU_TRY(check_ranks(log, ctx));
    if (log->file[0]) {
        GAU_TRY(expand(log, path, ctx));
        log->path = strdup(path);
    } else {
        log->path = gau_result_file_path(ctx, "timeline", "gtr");
    }
    return log->path ? GAU_OK
                     : gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (name of the timeline)");
}

/* --- files that are there ------------------------------------------------------------------ */

gau_status gau_timeline_open_old(const char *path, const char *magic, void *header, size_t size,
                                 int *fd, bool *locked, gau_context *ctx)
{
    struct stat info;

    *fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
    if (*fd < 0 && errno == ENOENT)
        return GAU_OK;
    if (*fd < 0 && errno == ELOOP)
        return gau_fail(ctx->error, GAU_ERR_IO, "'%s': is a link, which is not followed", path);
    if (*fd < 0 || fstat(*fd, &info) != 0)
        return gau_fail(ctx->error, GAU_ERR_IO, "'%s': %s", path, strerror(errno));
    if (!S_ISREG(info.st_mode))
        return gau_fail(ctx->error, GAU_ERR_IO, "'%s': is not a regular file", path);
    if (info.st_size > 0 &&
        (read(*fd, header, size) != (ssize_t)size || memcmp(header, magic, strlen(magic)) != 0))
        return gau_fail(ctx->error, GAU_ERR_IO, "'%s': is no trace file: it is not replaced", path);
    *locked = flock(*fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    return GAU_OK;
}
