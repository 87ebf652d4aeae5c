/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"
#include "page.h"

#include "table/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum kind { TEXT, COUNT, REAL, ACCEPTED, WINDOW, RATE, VERSIONS };

/* Fields of run.json in the order people read them. What a run did not write is left out. */
static const struct line {
    const char *key, *label;
    enum kind kind;
} lines[] = {
    {"job", "Job", TEXT},
    {"command", "Command", TEXT},
    {"status", "Status", TEXT},
    {"reason", "Reason", TEXT},
    {"exit_status", "Exit status", COUNT},
    {"start", "Start", TEXT},
    {"events", "Events", COUNT},
    {"accepted", "Accepted", ACCEPTED},
    {"loop_s", "Rate", RATE},
    {"window", "Event numbers", WINDOW},
    {"workers", "Workers", COUNT},
    {"wall_s", "Wall time", REAL},
    {"loop_s", "Event loop", REAL},
    {"user_s", "User time", REAL},
    {"system_s", "System time", REAL},
    {"peak_rss_bytes", "Peak memory", COUNT},
    {"host", "Host", TEXT},
    {"processor", "Processor", TEXT},
    {"cores", "Cores", COUNT},
    {"clock", "Clock", TEXT},
    {"versions", "Versions", VERSIONS},
};

/* "8577 (8.577 %)" */
static void put_accepted(const struct gau_facts *facts, const struct gau_fields *run)
{
    const int64_t accepted = gau_fields_count(run, "accepted");
    const int64_t events =
        gau_fields_have(run, "events") ? gau_fields_number_or_none(run, "events") : -1;
    char text[96], share[64];

    snprintf(text, sizeof text, "%" PRId64, accepted);
    if (events > 0)
        snprintf(text, sizeof text, "%" PRId64 " (%s)", accepted,
                 gau_quantity_text(share, sizeof share, 100.0 * (double)accepted / (double)events,
                                   "percent"));
    gau_facts_put(facts, "Accepted", "accepted", json_object_get(run->object, "accepted"), text);
}

static void put_window(const struct gau_facts *facts, const struct gau_fields *run)
{
    char text[GAU_WINDOW_SIZE];
    int64_t ends[2];

    gau_fields_pair(run, "window", ends);
    gau_facts_put(facts, "Event numbers", "window", json_object_get(run->object, "window"),
                  gau_window_text(text, ends));
}

/* Per second of the event loop. */
static void put_rate(const struct gau_facts *facts, const struct gau_fields *run)
{
    const double loop = gau_fields_real(run, "loop_s");
    char text[96];
    double rate;
    json_t *value;

    if (!gau_fields_have(run, "events") || loop <= 0)
        return;
    rate = (double)gau_fields_count(run, "events") / loop;
    snprintf(text, sizeof text, "%.*f events/s", rate < 100 ? 2 : 0, rate);
    value = json_real(rate);
    gau_facts_put(facts, "Rate", "rate_Hz", value, text);
    json_decref(value);
}

/* "gaudit 0.1.0, jansson 2.14" */
static void put_versions(const struct gau_facts *facts, const struct gau_fields *run)
{
    json_t *const versions = json_object_get(run->object, "versions");
    struct gau_fields names = *run;
    char text[512] = "";
    const char *name;
    json_t *value;

    names.object = versions;
    json_object_foreach(versions, name, value)
    {
        const size_t used = strlen(text);

        snprintf(text + used, sizeof text - used, "%s%s %s", used ? ", " : "", name,
                 gau_fields_text(&names, name));
    }
    if (json_is_object(versions))
        gau_facts_put(facts, "Versions", "versions", versions, text);
    else
        gau_view_fail(facts->page->error, GAU_VIEW_FAILED,
                      "%s.json: versions: an object was expected", run->document);
}

static void put_plain(const struct gau_facts *facts, const struct gau_fields *run,
                      const struct line *line)
{
    if (line->kind == COUNT)
        gau_fields_count(run, line->key);
    else if (line->kind == REAL)
        gau_fields_real(run, line->key);
    else
        gau_fields_text(run, line->key);
    gau_facts_put(facts, line->label, line->key, json_object_get(run->object, line->key), NULL);
}

static void put_line(const struct gau_facts *facts, const struct gau_fields *run,
                     const struct line *line)
{
    const json_t *const value = json_object_get(run->object, line->key);

    if (!value || json_is_null(value))
        return;
    switch (line->kind) {
    case ACCEPTED: put_accepted(facts, run); break;
    case WINDOW: put_window(facts, run); break;
    case RATE: put_rate(facts, run); break;
    case VERSIONS: put_versions(facts, run); break;
    case TEXT:
    case COUNT:
    case REAL: put_plain(facts, run, line); break;
    }
}

/* --- the other documents ------------------------------------------------------------------- */

/* "counts, timer", and as a list */
static void put_documents(const struct gau_facts *facts, const struct gau_document_names *names)
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
        gau_view_fail(facts->page->error, GAU_VIEW_FAILED, "no memory for the list of documents");
    else if (json_array_size(list) > 0)
        gau_facts_put(facts, "Documents", "documents", list, text);
    free(text);
    json_decref(list);
}

void gau_view_summary(struct gau_page *page)
{
    struct gau_facts facts;

    gau_fields_text(&page->fields, "status");
    facts = gau_facts_add(page, "run");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        put_line(&facts, &page->fields, &lines[i]);
    if (page->names)
        put_documents(&facts, page->names);
}
