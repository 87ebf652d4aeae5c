/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigabbrev_np(), WCOREDUMP */
#include "collection.h"

#include "report/views/document.h"
#include "report/views/origin.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool put_count(json_t *document, const char *key, uint64_t value)
{
    return gau_document_put(document, key, json_integer((json_int_t)value));
}

static bool put_seconds(json_t *document, const char *key, uint64_t ns)
{
    return gau_document_put(document, key, json_real(1e-9 * (double)ns));
}

static bool put_flag(json_t *document, const char *key, bool value)
{
    return gau_document_put(document, key, json_boolean(value));
}

/* "": null. */
static bool put_text(json_t *document, const char *key, const char *text)
{
    return gau_document_put_text(document, key, *text ? text : NULL);
}

static gau_status save(const struct gau_collection *c, const char *name, json_t *document,
                       gau_error *err)
{
    struct gau_view_error error = {0};

    if (gau_document_save(c->wish->folder->path, name, document, &error) != GAU_VIEW_OK)
        return gau_fail(err, GAU_ERR_IO, "%s", error.message);
    return GAU_OK;
}

/* --- how the program ended ----------------------------------------------------------------- */

const char *gau_collection_signal(int number, char *text, size_t size)
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

double gau_collection_cpu_s(const struct gau_collection *c)
{
    const struct gau_quality_process *const first = gau_quality_first(&c->quality);
    const struct rusage *const used = &c->child.used;

    return seconds(used->ru_utime) + (!first || first->sees_kernel ? seconds(used->ru_stime) : 0);
}

static bool put_end(json_t *document, const struct gau_child *child)
{
    const int signal = WIFSIGNALED(child->wait_status) ? WTERMSIG(child->wait_status) : 0;
    char name[32];

    return gau_document_put(document, "exit_status",
                            signal ? json_null() : json_integer(child->status)) &&
           gau_document_put(document, "signal", signal ? json_integer(signal) : json_null()) &&
           gau_document_put_text(document, "signal_name",
                                 signal ? gau_collection_signal(signal, name, sizeof name)
                                        : NULL) &&
           put_flag(document, "core_dumped", signal && WCOREDUMP(child->wait_status));
}

static bool put_used(json_t *document, const struct rusage *used)
{
    return gau_document_put(document, "user_s", json_real(seconds(used->ru_utime))) &&
           gau_document_put(document, "system_s", json_real(seconds(used->ru_stime))) &&
           put_count(document, "peak_rss_bytes", (uint64_t)used->ru_maxrss * 1024) &&
           put_count(document, "minor_faults", (uint64_t)used->ru_minflt) &&
           put_count(document, "major_faults", (uint64_t)used->ru_majflt) &&
           put_count(document, "voluntary_switches", (uint64_t)used->ru_nvcsw) &&
           put_count(document, "involuntary_switches", (uint64_t)used->ru_nivcsw);
}

/* --- quality ------------------------------------------------------------------------------- */

enum kind { COUNT, SECONDS };

/* Sums, in the order of the document. */
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
    FIELD("callers_by_tables", by_tables, COUNT),
    FIELD("callers_by_frames", by_frames, COUNT),
    FIELD("callers_guessed", by_search, COUNT),
    FIELD("handler_s", handler_ns, SECONDS),
    FIELD("writer_s", writer_ns, SECONDS),
    FIELD("threads", threads, COUNT),
    FIELD("threads_ended", threads_ended, COUNT),
    FIELD("threads_unseen", threads_unseen, COUNT),
    FIELD("threads_cramped", threads_cramped, COUNT),
    FIELD("threads_found", threads_found, COUNT),
    FIELD("threads_other_clock", other_clock, COUNT),
    FIELD("itt_parts", itt_parts, COUNT),
    FIELD("itt_calls", itt_calls, COUNT),
    FIELD("unmatched_ends", unmatched, COUNT),
    FIELD("never_ended", never_ended, COUNT),
    FIELD("dropped_tasks", dropped_tasks, COUNT),
    FIELD("file_bytes", file_bytes, COUNT),
    FIELD("blocks", blocks, COUNT),
    FIELD("missing_blocks", missing_blocks, COUNT),
    FIELD("skipped_bytes", skipped_bytes, COUNT),
    FIELD("tail_bytes", tail_bytes, COUNT),
    FIELD("bad_records", bad_records, COUNT),
    FIELD("dangling", dangling, COUNT),
    FIELD("unknown_records", unknown, COUNT),
#undef FIELD
};

static bool put_sums(json_t *document, const struct gau_quality_sums *sums)
{
    bool done = true;

    for (size_t i = 0; done && i < sizeof fields / sizeof *fields; i++) {
        uint64_t value;

        memcpy(&value, (const char *)sums + fields[i].offset, sizeof value);
        done = fields[i].kind == COUNT ? put_count(document, fields[i].key, value)
                                       : put_seconds(document, fields[i].key, value);
    }
    return done;
}

static json_t *ratio(double a, double b)
{
    return b > 0 ? json_real(a / b) : json_null();
}

/* Samples and what they are to add up to, if that is the CPU time to the end. */
static bool put_samples(json_t *document, const struct gau_quality_sums *sums, double cpu_s,
                        bool to_the_end)
{
    const double sampled_s = 1e-9 * (double)sums->sampled_ns, n = (double)sums->samples;

    return put_count(document, "samples", sums->samples) &&
           gau_document_put(document, "interval_s", ratio(sampled_s, n)) &&
           gau_document_put(document, "sampled_s", json_real(sampled_s)) &&
           gau_document_put(document, "cpu_s", json_real(cpu_s)) &&
           gau_document_put(document, "difference_percent",
                            ratio(100 * (sampled_s - cpu_s), to_the_end ? cpu_s : 0)) &&
           gau_document_put(document, "bytes_per_sample", ratio((double)sums->file_bytes, n));
}

static bool put_clock(json_t *document, const struct gau_quality_process *process)
{
    return gau_document_put_text(document, "clock",
                                 process ? gau_quality_clock_name(process->clock) : NULL) &&
           put_text(document, "clock_note", process ? process->note : "") &&
           gau_document_put(document, "sees_kernel",
                            process ? json_boolean(process->sees_kernel) : json_null()) &&
           gau_document_put(document, "tick_s",
                            process ? json_real(1e-9 * (double)process->tick_ns) : json_null());
}

static json_t *process_row(const struct gau_quality_process *process)
{
    json_t *const row = json_object();
    const uint64_t cpu_ns = gau_quality_cpu_ns(process);

    if (gau_document_put_text(row, "file", process->file) &&
        put_text(row, "problem", process->problem) && put_count(row, "process", process->pid) &&
        put_count(row, "parent", process->parent) && put_clock(row, process) &&
        put_samples(row, &process->sums, 1e-9 * (double)cpu_ns, process->sums.ended) &&
        put_seconds(row, "user_s", process->user_ns) &&
        put_seconds(row, "system_s", process->system_ns) &&
        put_seconds(row, "collected_s", process->collected_ns) &&
        put_flag(row, "preloaded", process->preloaded) &&
        put_flag(row, "forked", process->follows_fork) &&
        put_flag(row, "was_paused", process->was_paused) &&
        put_flag(row, "ended", process->sums.ended) &&
        put_text(row, "write_error", process->error ? strerror((int)process->error) : "") &&
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

static json_t *begin_report(const struct gau_collection *c)
{
    const struct gau_collect_wish *const wish = c->wish;
    json_t *const document = json_object();
    char place[PATH_MAX];

    if (put_count(document, "schema", GAU_DOCUMENT_SCHEMA) &&
        gau_document_put_text(document, "command", c->command) &&
        gau_document_put_text(document, "program", c->program.path) &&
        gau_document_put_text(document, "folder", getcwd(place, sizeof place)) &&
        gau_document_put_start(document) &&
        put_seconds(document, "requested_interval_s", wish->interval_ns) &&
        gau_document_put_text(document, "requested_clock", gau_collect_clocks[wish->clock]) &&
        put_flag(document, "start_paused", wish->start_paused) &&
        gau_document_put(document, "resume_after_s",
                         wish->resume_after_ns ? json_real(1e-9 * (double)wish->resume_after_ns)
                                               : json_null()) &&
        put_flag(document, "follow_child", wish->follow_child) &&
        put_count(document, "buffer_bytes", wish->buffer_bytes) &&
        put_text(document, "unsampled", c->program.unsampled))
        return document;
    json_decref(document);
    return NULL;
}

static bool end_report(const struct gau_collection *c)
{
    const struct gau_quality *const quality = &c->quality;
    const struct gau_quality_process *const first = gau_quality_first(quality);

    return put_count(c->report, "process", (uint64_t)c->child.pid) &&
           put_seconds(c->report, "elapsed_s", c->ended_ns - c->began_ns) &&
           put_end(c->report, &c->child) && put_used(c->report, &c->child.used) &&
           put_clock(c->report, first) &&
           put_samples(c->report, &quality->sums, gau_collection_cpu_s(c), true) &&
           put_sums(c->report, &quality->sums) && put_count(c->report, "files", quality->count) &&
           put_count(c->report, "files_unreadable", quality->unreadable) &&
           put_count(c->report, "files_ended", quality->sums.ended) &&
           put_processes(c->report, quality);
}

/* --- run.json ------------------------------------------------------------------------------ */

static json_t *begin_run(const struct gau_collection *c)
{
    static const char *const later[] = {"wall_s", "user_s", "system_s", "peak_rss_bytes", NULL};
    json_t *const document = json_object();
    bool done = put_count(document, "schema", GAU_DOCUMENT_SCHEMA) &&
                gau_document_put_text(document, "status", "running") &&
                gau_document_put_text(document, "reason", NULL) &&
                gau_document_put(document, "exit_status", json_null()) &&
                gau_document_put_text(document, "command", c->command) &&
                gau_document_put_start(document) && gau_document_put_machine(document) &&
                gau_document_put_versions(document, GAUDIT_VERSION, NULL);

    for (const char *const *key = later; done && *key; key++)
        done = gau_document_put(document, *key, json_null());
    if (done)
        return document;
    json_decref(document);
    return NULL;
}

static bool end_run(const struct gau_collection *c)
{
    const struct gau_child *const child = &c->child;
    const int signal = WIFSIGNALED(child->wait_status) ? WTERMSIG(child->wait_status) : 0;
    const bool interrupted = signal == SIGINT || signal == SIGTERM;
    char reason[64] = "", name[32];

    if (signal)
        snprintf(reason, sizeof reason, "ended by %s",
                 gau_collection_signal(signal, name, sizeof name));
    else if (child->status)
        snprintf(reason, sizeof reason, "the program ended with status %d", child->status);
    return gau_document_put_text(c->run, "status",
                                 interrupted     ? "interrupted"
                                 : child->status ? "failed"
                                                 : "finished") &&
           put_text(c->run, "reason", reason) &&
           gau_document_put(c->run, "exit_status", json_integer(child->status)) &&
           put_seconds(c->run, "wall_s", c->ended_ns - c->began_ns) &&
           gau_document_put(c->run, "user_s", json_real(seconds(child->used.ru_utime))) &&
           gau_document_put(c->run, "system_s", json_real(seconds(child->used.ru_stime))) &&
           put_count(c->run, "peak_rss_bytes", (uint64_t)child->used.ru_maxrss * 1024);
}

/* With room for what is known at the end. */
static gau_status begin_record(struct gau_collection *c, gau_error *err)
{
    const size_t size = json_dumpb(c->run, NULL, 0, JSON_INDENT(1)) + GAU_DOCUMENT_ROOM;
    struct gau_view_error error = {0};

    GAU_TRY(save(c, "run", c->run, err));
    if (gau_document_reserve(c->wish->folder->path, "run", size, &error) != GAU_VIEW_OK)
        return gau_fail(err, GAU_ERR_IO, "%s", error.message);
    return GAU_OK;
}

/* collect.json could not be written. What went wrong before is the reason. */
static bool put_failure(json_t *run, const char *message)
{
    return gau_document_put_unwritten(run, "collect") &&
           gau_document_put_text(run, "status", "failed") &&
           (!json_is_null(json_object_get(run, "reason")) ||
            gau_document_put_text(run, "reason", message));
}

/* After @p written of collect.json. */
static gau_status end_record(struct gau_collection *c, gau_status written, gau_error *err)
{
    struct gau_view_error error = {0};

    if (written < 0 && !put_failure(c->run, err->message))
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for the description of the run");
    if (gau_document_save_in_room(c->wish->folder->path, "run", c->run, &error) == GAU_VIEW_OK)
        return written;
    if (written < 0)
        gau_error_append(err, "; %s", error.message);
    return written < 0 ? written : gau_fail(err, GAU_ERR_IO, "%s", error.message);
}

/* --- both ---------------------------------------------------------------------------------- */

gau_status gau_collection_begin_documents(struct gau_collection *c, gau_error *err)
{
    c->report = begin_report(c);
    c->run = begin_run(c);
    if (!c->report || !c->run)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for the description of the run");
    return c->joined ? GAU_OK : begin_record(c, err);
}

static bool is_written_by_program(const struct gau_collection *c)
{
    char path[PATH_MAX + 16];

    snprintf(path, sizeof path, "%s/run.json", c->folder);
    return c->joined && access(path, F_OK) == 0;
}

gau_status gau_collection_end_documents(struct gau_collection *c, gau_error *err)
{
    gau_status status;

    if (!end_report(c) || !end_run(c))
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for the description of the run");
    status = save(c, "collect", c->report, err);
    return is_written_by_program(c) ? status : end_record(c, status, err);
}
