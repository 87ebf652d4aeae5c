/* SPDX-License-Identifier: Apache-2.0 */
#include "run_record.h"

#include "framework/src/support/write_all.h"

#include <gaudit/clock.h>
#include <gaudit/rank_clocks.h>

#include "documents/clock_offsets.h"
#include "documents/document.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* --- facts --------------------------------------------------------------------------------- */

static bool put_count(json_t *object, const char *key, uint64_t value)
{
    return gau_document_put(object, key, json_integer((json_int_t)value));
}

/* All keys, so that their order does not depend on how the run ends. */
static json_t *describe_facts(const struct gau_run_facts *facts)
{
    static const char *const later[] = {"events", "accepted", "wall_s",         "loop_s",
                                        "user_s", "system_s", "peak_rss_bytes", NULL};
    json_t *const document = json_object();
    bool done;

    done = put_count(document, "schema", GAU_DOCUMENT_SCHEMA) &&
           gau_document_put_text(document, "status", "running") &&
           gau_document_put_text(document, "failure_reason", NULL) &&
           gau_document_put(document, "exit_status", json_null()) &&
           gau_document_put_text(document, "job", facts->job) &&
           gau_document_put_text(document, "command", facts->command) &&
           gau_document_put_start(document) && gau_document_put_machine(document) &&
           gau_document_put_versions(document, GAUDIT_VERSION, GAUDIT_LIBXML2_VERSION) &&
           gau_document_put_text(document, "clock", facts->clock) &&
           put_count(document, "workers", facts->workers) &&
           gau_document_put(document, "event_window",
                            facts->first ? json_pack("[I, I]", (json_int_t)facts->first,
                                                     (json_int_t)facts->end)
                                         : json_null());
    for (const char *const *key = later; done && *key; key++)
        done = gau_document_put(document, *key, json_null());
    if (done && gau_document_put_text(document, "options", facts->options))
        return document;
    json_decref(document);
    return NULL;
}

/* --- times --------------------------------------------------------------------------------- */

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static struct rusage usage(void)
{
    struct rusage used = {0};

    getrusage(RUSAGE_SELF, &used);
    return used;
}

static bool put_times(const struct gau_run_record *record)
{
    const struct rusage used = usage();

    return gau_document_put(record->document, "wall_s",
                            json_real(1e-9 * (double)(gau_clock_ns() - record->began_ns))) &&
           gau_document_put(record->document, "user_s",
                            json_real(seconds_of(used.ru_utime) - record->user_s)) &&
           gau_document_put(record->document, "system_s",
                            json_real(seconds_of(used.ru_stime) - record->system_s)) &&
           put_count(record->document, "peak_rss_bytes", (uint64_t)used.ru_maxrss * 1024);
}

/* --- the record ---------------------------------------------------------------------------- */

/* Leaves room for the fields that are written at the end. */
static gau_status write_first(struct gau_run_record *record, gau_error *err)
{
    const size_t size = json_dumpb(record->document, NULL, 0, JSON_INDENT(1));
    gau_error error = {0};

    if (gau_document_save(record->folder, "run", record->document, &error) == GAU_OK &&
        gau_document_reserve(record->folder, "run", size + GAU_DOCUMENT_ROOM, &error) == GAU_OK)
        return GAU_OK;
    return gau_error_copy(err, &error);
}

/* --- crashes ------------------------------------------------------------------------------- */

/* The text of run.json is made before, as a signal handler cannot. Without memory a crash leaves
 * run.json as it is. */
static void prepare_crash(struct gau_run_record *record)
{
    static const char reason[] = "\"failure_reason\": \"\"";
    json_t *const document = json_copy(record->document);
    const size_t size = strlen(record->folder) + sizeof "/run.json";
    const char *found = NULL;

    if (gau_document_put_text(document, "status", "crashed") &&
        gau_document_put_text(document, "failure_reason", ""))
        record->crashed = json_dumps(document, JSON_INDENT(1));
    if (record->crashed)
        found = strstr(record->crashed, reason);
    if (found)
        record->path = malloc(size);
    if (record->path) {
        snprintf(record->path, size, "%s/run.json", record->folder);
        record->reason_at = (size_t)(found - record->crashed) + strlen(reason) - 1;
    }
    json_decref(document);
}

/* What has a meaning in JSON has a backslash in front. */
static bool write_escaped(int file, const char *text)
{
    bool done = true;

    while (done && *text) {
        const size_t plain = strcspn(text, "\"\\");

        done = gau_write_all(file, text, plain);
        text += plain;
        if (*text)
            done = done && gau_write_all(file, "\\", 1) && gau_write_all(file, text++, 1);
    }
    return done;
}

/* In the room that run.json has, so also on a full disk. */
bool gau_run_record_crash(const struct gau_run_record *record, const char *reason)
{
    const char *const rest = record->path ? record->crashed + record->reason_at : NULL;
    const int file = rest ? open(record->path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
    bool done;

    if (file < 0)
        return false;
    done = gau_write_all(file, record->crashed, record->reason_at) && write_escaped(file, reason) &&
           gau_write_all(file, rest, strlen(rest)) && gau_write_all(file, "\n", 1) &&
           ftruncate(file, lseek(file, 0, SEEK_CUR)) == 0;
    return close(file) == 0 && done;
}

gau_status gau_run_record_begin(struct gau_run_record *record, const char *folder,
                                const struct gau_run_facts *facts, gau_error *err)
{
    const struct rusage used = usage();

    *record = (struct gau_run_record){.folder = strdup(folder),
                                      .document = describe_facts(facts),
                                      .began_ns = gau_clock_ns(),
                                      .user_s = seconds_of(used.ru_utime),
                                      .system_s = seconds_of(used.ru_stime)};
    if (record->folder && record->document) {
        prepare_crash(record);
        return write_first(record, err);
    }
    gau_run_record_clear(record);
    return gau_fail(err, GAU_ERR_MEMORY, "out of memory (description of the run)");
}

static bool put_loop(json_t *document, const struct gau_run_outcome *outcome)
{
    if (json_is_null(json_object_get(document, "event_window"))) /* the loop is the program's */
        return put_count(document, "workers", outcome->workers) &&
               (outcome->events == 0 || (put_count(document, "events", outcome->events) &&
                                         put_count(document, "accepted", outcome->accepted)));
    return put_count(document, "events", outcome->events) &&
           put_count(document, "accepted", outcome->accepted) &&
           gau_document_put(document, "loop_s", json_real(outcome->loop_s));
}

static bool put_clock_offsets(json_t *document)
{
    gau_clock_offset offsets[2];
    const unsigned n = gau_rank_clock_offsets(offsets);
    struct gau_clock_offset_row rows[2];

    for (unsigned i = 0; i < n; i++)
        rows[i] = (struct gau_clock_offset_row){offsets[i].at_ns, offsets[i].offset_ns,
                                                offsets[i].error_ns};
    return gau_document_put_clock_offsets(document, rows, n);
}

gau_status gau_run_record_end(struct gau_run_record *record, const struct gau_run_outcome *outcome,
                              gau_error *err)
{
    json_t *const document = record->document;
    gau_error error = {0};

    if (!document)
        return GAU_OK;
    if (!gau_document_put_text(document, "status", outcome->status) ||
        !gau_document_put_text(document, "failure_reason", outcome->reason) ||
        (outcome->exit_status >= 0 &&
         !gau_document_put(document, "exit_status", json_integer(outcome->exit_status))) ||
        !put_loop(document, outcome) || !put_times(record) || !put_clock_offsets(document))
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (description of the run)");
    if (gau_document_save_in_room(record->folder, "run", document, &error) != GAU_OK)
        return gau_error_copy(err, &error);
    return GAU_OK;
}

void gau_run_record_discard(struct gau_run_record *record)
{
    char path[PATH_MAX];

    if (!record->document)
        return;
    snprintf(path, sizeof path, "%s/run.json", record->folder);
    unlink(path);
    gau_run_record_clear(record);
}

void gau_run_record_clear(struct gau_run_record *record)
{
    json_decref(record->document);
    free(record->folder);
    free(record->path);
    free(record->crashed);
    *record = (struct gau_run_record){0};
}
