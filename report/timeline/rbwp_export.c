/* SPDX-License-Identifier: Apache-2.0 */
#include "rbwp_export.h"

#include "trace/rbwp_output.h"
#include "trace/trace_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- the first reading: the clock ---------------------------------------------------------- */

/* The last totals count. */
static bool keep_totals(void *user, const struct gau_trace_timeline_totals *totals)
{
    *(struct gau_trace_timeline_totals *)user = *totals;
    return true;
}

/* --- the second ---------------------------------------------------------------------------- */

static bool add_branch(void *user, const struct gau_trace_branch *branch,
                       struct gau_trace_text name)
{
    gau_rbwp_add_branch(user, branch, name.data, name.size);
    return true;
}

/* A file has branches, or task types. */
static bool add_task_type(void *user, const struct gau_trace_task_type *type,
                          struct gau_trace_text domain, struct gau_trace_text name)
{
    const struct gau_trace_branch branch = {.branch = type->task,
                                            .parent = UINT32_MAX,
                                            .kind = GAU_TRACE_BRANCH_SECTION,
                                            .work = GAU_TRACE_WORK_OPERATION};

    gau_rbwp_add_branch(user, &branch, name.size ? name.data : domain.data,
                        name.size ? name.size : domain.size);
    return true;
}

/* Its number is that of the lane. */
static bool add_thread(void *user, const struct gau_trace_thread *thread,
                       struct gau_trace_text name)
{
    (void)name;
    if (thread->tid)
        gau_rbwp_set_thread(user, thread->thread, thread->tid);
    return true;
}

static bool add_list(void *user, const struct gau_trace_entry_list *list)
{
    gau_rbwp_add_list(user, list);
    return true;
}

static bool read_lists(const char *trace, struct gau_rbwp_output *output, gau_error *error)
{
    static const struct gau_trace_visitor visitor = {.branch = add_branch,
                                                     .task_type = add_task_type,
                                                     .thread = add_thread,
                                                     .entries = add_list};
    char message[256];

    if (gau_trace_read(trace, &visitor, output, NULL, NULL, message, sizeof message) !=
        GAU_TRACE_OK) {
        (void)gau_fail(error, GAU_ERR_IO, "'%.*s': %s", GAU_QUOTE(trace), message);
        return false;
    }
    return true;
}

/* --- the file ------------------------------------------------------------------------------ */

static bool remove_old(const char *path, gau_error *error)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    char magic[sizeof GAU_RBWP_MAGIC - 1];
    struct stat info;

    if (fd < 0 && errno == ENOENT)
        return true;
    if (fd < 0)
        (void)gau_fail(error, GAU_ERR_IO, "'%.*s': %s", GAU_QUOTE(path), strerror(errno));
    else if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
        (void)gau_fail(error, GAU_ERR_IO, "'%.*s': is not a regular file", GAU_QUOTE(path));
    else if (info.st_size > 0 && (read(fd, magic, sizeof magic) != (ssize_t)sizeof magic ||
                                  memcmp(magic, GAU_RBWP_MAGIC, sizeof magic) != 0))
        (void)gau_fail(error, GAU_ERR_IO,
                       "'%.*s': is no profile of background work: it is not replaced",
                       GAU_QUOTE(path));
    else
        unlink(path);
    if (fd >= 0)
        close(fd);
    return error->status == GAU_OK;
}

static void convert(const char *trace, struct gau_rbwp_output *output,
                    const struct gau_rbwp_settings *settings, struct gau_rbwp_clock clock,
                    struct gau_rbwp_export *done, gau_error *error)
{
    const int reason = gau_rbwp_create(output, settings, clock);

    if (reason) {
        (void)gau_fail(error, GAU_ERR_IO, "'%.*s': %s", GAU_QUOTE(settings->path),
                       strerror(reason));
        return;
    }
    if (read_lists(trace, output, error))
        gau_rbwp_close(output);
    *done = (struct gau_rbwp_export){.blocks = output->file.blocks,
                                     .records = output->file.records,
                                     .folded = output->folded,
                                     .gaps = output->gaps,
                                     .unfinished = output->unfinished};
    if (error->status == GAU_OK && (output->file.error || output->no_memory))
        (void)gau_fail(error, GAU_ERR_IO, "'%.*s': %s", GAU_QUOTE(settings->path),
                       strerror(output->file.error ? output->file.error : ENOMEM));
    gau_rbwp_clear(output);
    if (error->status != GAU_OK)
        unlink(settings->path);
}

bool gau_rbwp_export(const char *trace, const char *path, uint32_t node,
                     struct gau_rbwp_export *done, gau_error *error)
{
    static const struct gau_trace_visitor visitor = {.timeline_totals = keep_totals};
    enum { MEMORY = 64 << 20 };
    struct gau_trace_timeline_totals totals = {.tick_ns = 0};
    struct gau_rbwp_settings settings = {.path = path, .node = node, .level = 2, .buffer = MEMORY};
    struct gau_trace_header header = {0};
    struct gau_rbwp_output *output;
    char message[256];

    if (gau_trace_read(trace, &visitor, &totals, &header, NULL, message, sizeof message) !=
        GAU_TRACE_OK) {
        (void)gau_fail(error, GAU_ERR_IO, "'%.*s': %s", GAU_QUOTE(trace), message);
        return false;
    }
    output = malloc(sizeof *output);
    if (!output) {
        (void)gau_fail(error, GAU_ERR_MEMORY, "out of memory (export)");
        return false;
    }
    settings.zero_ns = (int64_t)header.start_epoch_ns;
    if (remove_old(path, error))
        convert(trace, output, &settings,
                (struct gau_rbwp_clock){totals.origin, settings.zero_ns,
                                        totals.tick_ns > 0 ? totals.tick_ns : 1},
                done, error);
    free(output);
    return error->status == GAU_OK;
}
