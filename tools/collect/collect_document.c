/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigabbrev_np(), WCOREDUMP */
#include "collection.h"

#include "documents/document.h"
#include "errors/errors.h"
#include "report/hotspots/kept_names.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

const char *const gau_collect_clocks[] = {"auto", "perf", "timer", NULL};

/* Adds the members of @p part, and frees it. Returns false if out of memory. */
static bool add_part(json_t *document, json_t *part)
{
    const bool done = part && json_object_update(document, part) == 0;

    json_decref(part);
    return done;
}

/* Returns null for "" and NULL. */
static json_t *text_of(const char *text)
{
    return text && *text ? gau_document_text(text) : json_null();
}

static gau_status save_document(const struct gau_collected_run *c, const char *name,
                                json_t *document, gau_error *err)
{
    return gau_document_save(c->settings->folder->path, name, document, err);
}

/* --- how the program ended ----------------------------------------------------------------- */

const char *gau_collected_run_signal(int number, char *text, size_t size)
{
    const char *const name = sigabbrev_np(number);

    if (name)
        snprintf(text, size, "SIG%s", name);
    else
        snprintf(text, size, "signal %d", number);
    return text;
}

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

double gau_collected_run_cpu_s(const struct gau_collected_run *c)
{
    const struct gau_quality_process *const first = gau_quality_first(&c->quality);
    const struct rusage *const used = &c->child.used;

    return seconds(used->ru_utime) +
           (!first || first->process.includes_kernel_time ? seconds(used->ru_stime) : 0);
}

static bool put_end(json_t *document, const struct gau_child *child)
{
    const int signal = WIFSIGNALED(child->wait_status) ? WTERMSIG(child->wait_status) : 0;
    char name[32] = "";

    if (signal)
        gau_collected_run_signal(signal, name, sizeof name);
    return add_part(document, json_pack("{s:o, s:o, s:o, s:b}", "exit_status",
                                        signal ? json_null() : json_integer(child->status),
                                        "signal", signal ? json_integer(signal) : json_null(),
                                        "signal_name", text_of(name), "core_dumped",
                                        signal && WCOREDUMP(child->wait_status)));
}

static bool put_used(json_t *document, const struct rusage *used)
{
    return add_part(document,
                    json_pack("{s:f, s:f, s:I, s:I, s:I, s:I, s:I}", "user_s",
                              seconds(used->ru_utime), "system_s", seconds(used->ru_stime),
                              "peak_rss_bytes", (json_int_t)used->ru_maxrss * 1024, "minor_faults",
                              (json_int_t)used->ru_minflt, "major_faults",
                              (json_int_t)used->ru_majflt, "voluntary_context_switches",
                              (json_int_t)used->ru_nvcsw, "involuntary_context_switches",
                              (json_int_t)used->ru_nivcsw));
}

/* --- quality ------------------------------------------------------------------------------- */

enum kind { COUNT, SECONDS };

/* These sums are in the order of the document. */
static const struct field {
    const char *key;
    size_t offset;
    enum kind kind;
} fields[] = {
#define FIELD(key, member, kind)                             \
    {                                                        \
        key, offsetof(struct gau_quality_sums, member), kind \
    }
    FIELD("truncated", truncated, COUNT),
    FIELD("dropped", dropped, COUNT),
    FIELD("dropped_s", dropped_ns, SECONDS),
    FIELD("lost_samples", lost_samples, COUNT),
    FIELD("missed_samples", missed, COUNT),
    FIELD("lost_blocks", lost_blocks, COUNT),
    FIELD("frames_by_cfi", frames_by_cfi, COUNT),
    FIELD("frames_by_frame_pointer", frames_by_frame_pointer, COUNT),
    FIELD("frames_by_stack_scan", frames_by_stack_scan, COUNT),
    FIELD("handler_s", handler_ns, SECONDS),
    FIELD("writer_s", writer_ns, SECONDS),
    FIELD("threads", threads, COUNT),
    FIELD("threads_ended", threads_ended, COUNT),
    FIELD("threads_not_sampled", threads_not_sampled, COUNT),
    FIELD("threads_small_signal_stack", threads_small_signal_stack, COUNT),
    FIELD("threads_found", threads_found, COUNT),
    FIELD("processes_unrecorded", unrecorded_children, COUNT),
    FIELD("threads_other_clock", other_clock, COUNT),
    FIELD("itt_clients", itt_clients, COUNT),
    FIELD("itt_calls", itt_calls, COUNT),
    FIELD("unmatched_ends", unmatched_ends, COUNT),
    FIELD("unclosed_tasks", unclosed_tasks, COUNT),
    FIELD("dropped_tasks", dropped_tasks, COUNT),
    FIELD("lists", lists, COUNT),
    FIELD("entries", entries, COUNT),
    FIELD("dropped_lists", dropped_lists, COUNT),
    FIELD("file_bytes", file_bytes, COUNT),
    FIELD("blocks", blocks, COUNT),
    FIELD("missing_blocks", missing_blocks, COUNT),
    FIELD("skipped_bytes", skipped_bytes, COUNT),
    FIELD("tail_bytes", tail_bytes, COUNT),
    FIELD("invalid_records", invalid_records, COUNT),
    FIELD("dangling_references", dangling_references, COUNT),
    FIELD("unknown_records", unknown, COUNT),
#undef FIELD
};

static bool put_sums(json_t *document, const struct gau_quality_sums *sums)
{
    bool done = true;

    for (size_t i = 0; done && i < sizeof fields / sizeof *fields; i++) {
        uint64_t value;

        memcpy(&value, (const char *)sums + fields[i].offset, sizeof value);
        done = gau_document_put(document, fields[i].key,
                                fields[i].kind == COUNT ? json_integer((json_int_t)value)
                                                        : json_real(1e-9 * (double)value));
    }
    return done;
}

static json_t *ratio(double a, double b)
{
    return b > 0 ? json_real(a / b) : json_null();
}

/* Puts the samples, and the CPU time that they must add up to, if that is known. */
static bool put_samples(json_t *document, const struct gau_quality_sums *sums, double cpu_s,
                        bool to_the_end)
{
    const double sampled_s = 1e-9 * (double)sums->sampled_ns, n = (double)sums->samples;

    return add_part(document,
                    json_pack("{s:I, s:o, s:f, s:f, s:o, s:o}", "samples",
                              (json_int_t)sums->samples, "interval_s", ratio(sampled_s, n),
                              "sampled_s", sampled_s, "cpu_s", cpu_s, "difference_percent",
                              ratio(100 * (sampled_s - cpu_s), to_the_end ? cpu_s : 0),
                              "bytes_per_sample", ratio((double)sums->file_bytes, n)));
}

static bool put_clock(json_t *document, const struct gau_quality_process *process)
{
    if (!process)
        return add_part(document, json_pack("{s:n, s:n, s:n, s:n}", "clock", "clock_note",
                                            "includes_kernel_time", "clock_resolution_s"));
    return add_part(document,
                    json_pack("{s:o, s:o, s:b, s:f}", "clock",
                              text_of(gau_quality_clock_name(process->process.clock)), "clock_note",
                              text_of(process->note), "includes_kernel_time",
                              process->process.includes_kernel_time, "clock_resolution_s",
                              1e-9 * (double)process->process.tick_ns));
}

static json_t *process_row(const struct gau_quality_process *process)
{
    const uint64_t cpu_ns = gau_quality_cpu_ns(process);
    json_t *const row =
        json_pack("{s:o, s:o, s:I, s:I}", "file", text_of(process->file), "problem",
                  text_of(process->problem), "pid", (json_int_t)process->process.pid, "parent_pid",
                  (json_int_t)process->process.parent);

    if (put_clock(row, process) &&
        put_samples(row, &process->sums, 1e-9 * (double)cpu_ns, process->sums.ended) &&
        add_part(row, json_pack("{s:f, s:f, s:f, s:b, s:b, s:b, s:b, s:o}", "user_s",
                                1e-9 * (double)process->totals.user_ns, "system_s",
                                1e-9 * (double)process->totals.system_ns, "collected_s",
                                1e-9 * (double)process->totals.collected_ns, "preloaded",
                                process->process.preloaded, "forked", process->process.follows_fork,
                                "was_paused", process->was_paused, "ended", process->sums.ended > 0,
                                "write_error",
                                text_of(process->totals.error ? strerror((int)process->totals.error)
                                                              : NULL))) &&
        put_sums(row, &process->sums))
        return row;
    json_decref(row);
    return NULL;
}

static bool put_processes(json_t *document, const struct gau_quality *quality)
{
    json_t *const rows = json_array();

    for (size_t i = 0; i < quality->count; i++)
        if (json_array_append_new(rows, process_row(&quality->processes[i])) != 0) {
            json_decref(rows);
            return false;
        }
    return gau_document_put(document, "processes", rows);
}

/* --- collect.json -------------------------------------------------------------------------- */

static bool make_report(struct gau_collected_run *c)
{
    const struct gau_collect_options *const settings = c->settings;
    const struct gau_quality *const quality = &c->quality;
    const double cpu_s = gau_collected_run_cpu_s(c);
    char place[PATH_MAX];

    c->report =
        json_pack("{s:i, s:o, s:o, s:o, s:O, s:f, s:s, s:b, s:o, s:b, s:b, s:I, s:o, s:I, s:f}",
                  "schema", (int)GAU_DOCUMENT_SCHEMA, "command", text_of(c->command), "program",
                  text_of(c->program.path), "working_directory",
                  text_of(getcwd(place, sizeof place)), "start_time",
                  json_object_get(c->run, "start_time"), "requested_interval_s",
                  1e-9 * (double)settings->interval_ns, "requested_clock",
                  gau_collect_clocks[settings->clock], "start_paused", settings->start_paused,
                  "resume_after_s",
                  settings->resume_after_ns ? json_real(1e-9 * (double)settings->resume_after_ns)
                                            : json_null(),
                  "follow_child", settings->follow_child, "timeline", settings->timeline,
                  "buffer_bytes", (json_int_t)settings->buffer_bytes, "not_sampled_reason",
                  text_of(c->program.not_sampled_reason), "pid", (json_int_t)c->child.pid,
                  "elapsed_s", 1e-9 * (double)(c->ended_ns - c->began_ns));
    return c->report && put_end(c->report, &c->child) && put_used(c->report, &c->child.used) &&
           put_clock(c->report, gau_quality_first(quality)) &&
           put_samples(c->report, &quality->sums, cpu_s,
                       !gau_quality_is_unwaited(quality, cpu_s)) &&
           put_sums(c->report, &quality->sums) &&
           add_part(c->report, json_pack("{s:I, s:I, s:I}", "files", (json_int_t)quality->count,
                                         "files_unreadable", (json_int_t)quality->unreadable,
                                         "files_ended", (json_int_t)quality->sums.ended)) &&
           put_processes(c->report, quality);
}

/* --- run.json ------------------------------------------------------------------------------ */

static json_t *begin_run(const struct gau_collected_run *c)
{
    json_t *const document =
        json_pack("{s:i, s:s, s:n, s:n, s:o}", "schema", (int)GAU_DOCUMENT_SCHEMA, "status",
                  "running", "failure_reason", "exit_status", "command", text_of(c->command));

    if (gau_document_put_start(document) && gau_document_put_machine(document) &&
        gau_document_put_versions(document, GAUDIT_VERSION, NULL) &&
        add_part(document, json_pack("{s:n, s:n, s:n, s:n}", "wall_s", "user_s", "system_s",
                                     "peak_rss_bytes")))
        return document;
    json_decref(document);
    return NULL;
}

static bool end_run(const struct gau_collected_run *c)
{
    const struct gau_child *const child = &c->child;
    const int signal = WIFSIGNALED(child->wait_status) ? WTERMSIG(child->wait_status) : 0;
    const bool interrupted = signal == SIGINT || signal == SIGTERM;
    char reason[64] = "", name[32];

    if (signal)
        snprintf(reason, sizeof reason, "ended by %s",
                 gau_collected_run_signal(signal, name, sizeof name));
    else if (child->status)
        snprintf(reason, sizeof reason, "the program ended with status %d", child->status);
    return add_part(
        c->run, json_pack("{s:s, s:o, s:i, s:f, s:f, s:f, s:I}", "status",
                          interrupted     ? "interrupted"
                          : child->status ? "failed"
                                          : "finished",
                          "failure_reason", text_of(reason), "exit_status", child->status, "wall_s",
                          1e-9 * (double)(c->ended_ns - c->began_ns), "user_s",
                          seconds(child->used.ru_utime), "system_s", seconds(child->used.ru_stime),
                          "peak_rss_bytes", (json_int_t)child->used.ru_maxrss * 1024));
}

/* Reserves space for what is known at the end. */
static gau_status begin_record(struct gau_collected_run *c, gau_error *err)
{
    const size_t size = json_dumpb(c->run, NULL, 0, JSON_INDENT(1)) + GAU_DOCUMENT_ROOM;

    GAU_TRY(save_document(c, "run", c->run, err));
    return gau_document_reserve(c->settings->folder->path, "run", size, err);
}

/* Notes that a document could not be written; an earlier failure stays the reason. */
static bool put_failure(json_t *run, const char *name, const char *message)
{
    return gau_document_put_unwritten(run, name) &&
           gau_document_put_text(run, "status", "failed") &&
           (!json_is_null(json_object_get(run, "failure_reason")) ||
            gau_document_put_text(run, "failure_reason", message));
}

/* @p written is the status of writing the other documents, the last of which is @p name. */
static gau_status end_record(struct gau_collected_run *c, const char *name, gau_status written,
                             gau_error *err)
{
    gau_error error = {0};

    if (written < 0 && !put_failure(c->run, name, err->message))
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (run metadata)");
    if (gau_document_save_in_room(c->settings->folder->path, "run", c->run, &error) == GAU_OK)
        return written;
    if (written < 0)
        gau_error_append(err, "; %s", error.message);
    return written < 0 ? written : gau_error_copy(err, &error);
}

/* --- both ---------------------------------------------------------------------------------- */

gau_status gau_collected_run_begin_documents(struct gau_collected_run *c, gau_error *err)
{
    c->run = begin_run(c);
    if (!c->run)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (run metadata)");
    return c->joined ? GAU_OK : begin_record(c, err);
}

static bool is_written_by_program(const struct gau_collected_run *c)
{
    char path[PATH_MAX + 16];

    snprintf(path, sizeof path, "%s/run.json", c->folder);
    return c->joined && access(path, F_OK) == 0;
}

gau_status gau_collected_run_end_documents(struct gau_collected_run *c, gau_error *err)
{
    const char *name = "collect";
    gau_status status;

    if (!make_report(c) || !end_run(c))
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (run metadata)");
    status = save_document(c, "collect", c->report, err);
    if (status == GAU_OK) {
        name = "symbols";
        status = gau_kept_names_save(c->folder, err);
    }
    return is_written_by_program(c) ? status : end_record(c, name, status, err);
}

gau_status gau_collect_quality(struct gau_quality *quality, const char *folder, gau_error *err)
{
    DIR *const entries = opendir(folder);
    struct gau_samples *profile;
    bool done;

    *quality = (struct gau_quality){0};
    if (!entries)
        return gau_fail(err, GAU_ERR_IO, "cannot read the folder '%.*s': %s", GAU_QUOTE(folder),
                        strerror(errno));
    closedir(entries);
    profile = gau_samples_read_totals(folder);
    done = profile && gau_quality_of(quality, profile);
    gau_samples_free(profile);
    return done ? GAU_OK : gau_fail(err, GAU_ERR_MEMORY, "out of memory (samples)");
}
