/* SPDX-License-Identifier: Apache-2.0 */
#include "view_functions.h"

#include "documents/document.h"
#include "documents/rank_end.h"

#include "table/number_format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum kind { TEXT, COUNT, REAL, ACCEPTED, WINDOW, RATE, VERSIONS, RESULTS, END };

/* Fields of run.json in the order of display. Missing fields are left out. */
static const struct line {
    const char *key, *label;
    enum kind kind;
} lines[] = {
    {"job", "Job", TEXT},
    {"command", "Command", TEXT},
    {"results", "Results", RESULTS},
    {"status", "Status", END},
    {"failure_reason", "Failure reason", TEXT},
    {"exit_status", "Exit status", COUNT},
    {"start_time", "Start time", TEXT},
    {"events", "Events", COUNT},
    {"accepted", "Accepted", ACCEPTED},
    {"loop_s", "Rate", RATE},
    {"event_window", "Event window", WINDOW},
    {"workers", "Workers", COUNT},
    {"wall_s", "Wall time", REAL},
    {"loop_s", "Event loop", REAL},
    {"user_s", "User time", REAL},
    {"system_s", "System time", REAL},
    {"peak_rss_bytes", "Peak memory", COUNT},
    {"host", "Host", TEXT},
    {"cpu_model", "CPU model", TEXT},
    {"cores", "Cores", COUNT},
    {"clock", "Clock", TEXT},
    {"versions", "Versions", VERSIONS},
};

/* Writes "8577 (8.577 %)". */
static void accepted_text(char *text, size_t size, const struct gau_document_fields *run)
{
    const int64_t accepted = gau_document_fields_count(run, "accepted");
    const int64_t events = gau_document_fields_have(run, "events")
                               ? gau_document_fields_number_or_none(run, "events")
                               : -1;
    char share[64];

    if (events > 0)
        snprintf(text, size, "%" PRId64 " (%s)", accepted,
                 gau_quantity_text(share, sizeof share, 100.0 * (double)accepted / (double)events,
                                   "percent"));
    else
        snprintf(text, size, "%" PRId64, accepted);
}

/* Writes "gaudit 0.1.0, jansson 2.14". */
static void versions_text(char *text, size_t size, const struct gau_document_fields *run)
{
    json_t *const versions = json_object_get(run->object, "versions");
    struct gau_document_fields names = *run;
    const char *name;
    json_t *value;

    names.object = versions;
    json_object_foreach(versions, name, value)
    {
        const size_t used = strlen(text);

        snprintf(text + used, size - used, "%s%s %s", used ? ", " : "", name,
                 gau_document_fields_text(&names, name));
    }
    if (!json_is_object(versions))
        gau_fail_first(run->error, GAU_ERR_IO, "%s.json: versions: an object was expected",
                       run->document);
}

/* Whether some result is of that rank. */
static bool has_rank(const json_t *results, json_int_t rank)
{
    for (size_t i = 0; i < json_array_size(results); i++)
        if (json_integer_value(json_object_get(json_array_get(results, i), "rank")) == rank)
            return true;
    return false;
}

/* Writes "; none of rank 2, 5". */
static size_t missing_text(char *text, size_t size, const struct gau_document_fields *run)
{
    const int64_t ranks = gau_document_fields_have(run, "ranks")
                              ? gau_document_fields_number_or_none(run, "ranks")
                              : 0;
    enum { MOST = 8 };
    size_t used = 0, missing = 0;

    text[0] = '\0';
    for (int64_t i = 0; i < ranks; i++)
        if (!has_rank(json_object_get(run->object, "results"), i) && missing++ < MOST)
            used += (size_t)snprintf(text + used, size - used, "%s%" PRId64,
                                     missing > 1 ? ", " : "; none of rank ", i);
    if (missing > MOST)
        used += (size_t)snprintf(text + used, size - used, " and %zu others", missing - MOST);
    return used;
}

/* A result that did not end well. */
struct bad_result {
    const char *name;
    struct gau_rank_end end;
};

static int compare_bad(const void *a, const void *b)
{
    const struct bad_result *const left = a, *const right = b;

    return gau_rank_end_compare(&left->end, &right->end);
}

/* The folder of a rank says more than its status; other results are not in @p folder. */
static void read_end(struct bad_result *out, const struct gau_document_fields *row,
                     const char *folder)
{
    const char *const status = gau_document_fields_text(row, "status");
    char path[PATH_MAX];

    out->name = gau_document_fields_text(row, "result");
    if (folder && gau_result_is_process(out->name) &&
        snprintf(path, sizeof path, "%s/%s", folder, out->name) < (int)sizeof path &&
        gau_rank_end_read(&out->end, path))
        return;
    out->end = (struct gau_rank_end){.kind = strcmp(status, "finished") == 0 ? GAU_RANK_FINISHED
                                                                             : GAU_RANK_FAILED};
    snprintf(out->end.words, sizeof out->end.words, "%s", status);
}

/* Writes "; not finished: part-2 (crashed)". */
static size_t bad_text(char *text, size_t size, const struct bad_result *bad, size_t n)
{
    enum { MOST = 4 };
    size_t used = 0;

    for (size_t i = 0; i < n && (i < MOST || n == MOST + 1); i++)
        used += (size_t)snprintf(text + used, size - used, "%s%.32s (%.24s)",
                                 i ? ", " : "; not finished: ", bad[i].name, bad[i].end.words);
    if (n > MOST + 1)
        used += (size_t)snprintf(text + used, size - used, " and %zu others", n - MOST);
    return used;
}

/* Reads the results that did not end well. Returns an array that the caller frees; NULL: out of
 * memory, which is reported. */
static struct bad_result *read_bad(size_t *n_bad, const struct gau_document_fields *run,
                                   const char *folder)
{
    const json_t *const rows = gau_document_fields_table(run, "results", true);
    const size_t n = json_array_size(rows);
    struct bad_result *const bad = calloc(n + 1, sizeof *bad);

    *n_bad = 0;
    for (size_t i = 0; bad && i < n; i++) {
        const struct gau_document_fields row = gau_document_fields_row(run, "results", rows, i);

        read_end(&bad[*n_bad], &row, folder);
        *n_bad += bad[*n_bad].end.kind != GAU_RANK_FINISHED;
    }
    if (bad)
        qsort(bad, *n_bad, sizeof *bad, compare_bad);
    else
        gau_fail_memory(run->error, "results");
    return bad;
}

/* Each of the ranks may have been a job of its own. */
static void put_alone(const struct gau_facts_table *facts, const struct gau_document_fields *run)
{
    const json_t *const rows = json_object_get(run->object, "results");
    const char *const launcher = json_string_value(json_object_get(run->object, "launcher"));
    const json_int_t ranks = json_integer_value(json_object_get(run->object, "ranks"));
    char path[PATH_MAX], text[256];
    size_t alone = 0;
    json_t *value;

    for (size_t i = 0; facts->page->folder && ranks > 1 && i < json_array_size(rows); i++) {
        const char *const name =
            json_string_value(json_object_get(json_array_get(rows, i), "result"));

        alone +=
            name && gau_result_is_process(name) &&
            snprintf(path, sizeof path, "%s/%s", facts->page->folder, name) < (int)sizeof path &&
            gau_rank_is_alone(path);
    }
    if (alone == 0)
        return;
    value = gau_document_text(
        gau_rank_alone_text(text, sizeof text, alone, ranks, launcher ? launcher : "unknown"));
    gau_facts_table_put(facts, "Warning", "warning", value, NULL);
    json_decref(value);
}

/* Writes "4; not finished: part-2 (crashed)". */
static void results_text(char *text, size_t size, const struct gau_document_fields *run,
                         const char *folder)
{
    size_t used = (size_t)snprintf(text, size, "%zu",
                                   json_array_size(json_object_get(run->object, "results"))),
           n;
    struct bad_result *const bad = read_bad(&n, run, folder);

    if (!bad)
        return;
    used += missing_text(text + used, size - used, run);
    bad_text(text + used, size - used, bad, n);
    free(bad);
}

/* A job of ranks ended as the one did that made it end, whatever that one had recorded. */
static void put_end(const struct gau_facts_table *facts, const struct gau_document_fields *run)
{
    struct gau_job_end end;
    json_t *status, *reason;

    if (!facts->page->folder || !gau_job_end_read(&end, facts->page->folder, run->object)) {
        gau_facts_table_put(facts, "Status", "status", json_object_get(run->object, "status"),
                            NULL);
        return;
    }
    status = gau_document_text(end.status);
    reason = gau_document_text(end.reason);
    gau_facts_table_put(facts, "Status", "status", status, NULL);
    gau_facts_table_put(facts, "Failure reason", "failure_reason", reason, NULL);
    json_decref(status);
    json_decref(reason);
}

/* The rate is per second of the event loop; results that were merged need not be of the same time.
 */
static void put_rate(const struct gau_facts_table *facts, const struct gau_document_fields *run)
{
    const int64_t events = gau_document_fields_have(run, "events")
                               ? gau_document_fields_number_or_none(run, "events")
                               : -1;
    char text[96];
    double rate, loop;
    json_t *value;

    if (events < 0)
        return;
    loop = gau_document_fields_real(run, "loop_s");
    if (loop <= 0 ||
        (gau_document_fields_have(run, "results") && !gau_document_fields_have(run, "ranks")))
        return;
    rate = (double)events / loop;
    snprintf(text, sizeof text, "%.*f events/s", rate < 100 ? 2 : 0, rate);
    value = json_real(rate);
    gau_facts_table_put(facts, "Rate", "rate_Hz", value, text);
    json_decref(value);
}

static void put_line(const struct gau_facts_table *facts, const struct gau_document_fields *run,
                     const struct line *line)
{
    const json_t *const value = json_object_get(run->object, line->key);
    char text[700] = "";
    int64_t ends[2];

    if (!value || json_is_null(value))
        return;
    switch (line->kind) {
    case TEXT: gau_document_fields_text(run, line->key); break;
    case COUNT: gau_document_fields_count(run, line->key); break;
    case REAL: gau_document_fields_real(run, line->key); break;
    case ACCEPTED: accepted_text(text, sizeof text, run); break;
    case WINDOW:
        gau_document_fields_pair(run, line->key, ends);
        gau_window_text(text, ends);
        break;
    case RESULTS: results_text(text, sizeof text, run, facts->page->folder); break;
    case VERSIONS: versions_text(text, sizeof text, run); break;
    case RATE: put_rate(facts, run); return;
    case END:
        put_alone(facts, run);
        put_end(facts, run);
        return;
    }
    gau_facts_table_put(facts, line->label, line->key, value, text[0] ? text : NULL);
}

/* --- the other documents ------------------------------------------------------------------- */

/* Puts the names as "counts, timer" for display, and as a list for data formats. */
static void put_documents(const struct gau_facts_table *facts,
                          const struct gau_document_names *names)
{
    json_t *const list = json_array();
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    bool done = list && out;

    for (size_t i = 0; done && i < names->count; i++) {
        if (strcmp(names->items[i], "run") == 0)
            continue;
        fprintf(out, "%s%s", json_array_size(list) ? ", " : "", names->items[i]);
        done = json_array_append_new(list, gau_document_text(names->items[i])) == 0;
    }
    done = out && fclose(out) == 0 && done;
    if (!done)
        gau_fail_memory(facts->page->error, "list of documents");
    else if (json_array_size(list) > 0)
        gau_facts_table_put(facts, "Documents", "documents", list, text);
    free(text);
    json_decref(list);
}

static void fill_page(struct gau_page *page)
{
    struct gau_facts_table facts;

    gau_document_fields_text(&page->fields, "status");
    facts = gau_facts_table_add(page, "run");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        put_line(&facts, &page->fields, &lines[i]);
    if (page->names)
        put_documents(&facts, page->names);
}

const struct gau_view gau_view_summary = {
    .name = "summary",
    .help = "what was run, where, and how it ended",
    .takes = GAU_VIEW_TAKES_DOCUMENT,
    .write = gau_view_documents_write,
    .document = &(const struct gau_document_view){.kind = "run",
                                                  .sort_keys = gau_view_tree_order,
                                                  .fill = fill_page},
};
