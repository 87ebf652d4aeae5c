/* SPDX-License-Identifier: Apache-2.0 */
#include "view_functions.h"

#include "documents/document.h"

#include "table/number_format.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a run found, the most important first; all of it is in the views of the documents. */

struct run {
    const struct gau_run_document *documents;
    size_t n;
    const struct gau_view_options *options;
    FILE *out;
    gau_error *error;
    const struct gau_run_document *joined; /* decisions that are shown beside times; or NULL */
};

static bool is_kind(const struct gau_run_document *document, const struct gau_view *view)
{
    return gau_document_view_of(document->name) == view &&
           gau_document_has_shape(document->root, view);
}

static const struct gau_run_document *first_of(const struct run *run, const struct gau_view *view)
{
    for (size_t i = 0; i < run->n; i++)
        if (is_kind(&run->documents[i], view))
            return &run->documents[i];
    return NULL;
}

static struct gau_page page_of(const struct run *run, const struct gau_run_document *document)
{
    return (struct gau_page){
        .document = document->name,
        .json = document->root,
        .fields = gau_document_fields_of(document->root, document->name, run->error),
        .instance = json_string_value(json_object_get(document->root, "instance")),
        .options = run->options,
        .error = run->error};
}

static void write_page(const struct run *run, struct gau_page *page)
{
    if (page->count > 0 && gau_page_write(page, run->out) == GAU_OK)
        fputc('\n', run->out);
    gau_page_clear(page);
}

/* Shown in some lines: that of an algorithm, and one that has no view of its own and no tables. */
static bool is_brief(const struct gau_run_document *document)
{
    const char *key;
    json_t *value;

    if (document->of_algorithm || gau_document_view_of(document->name) != &gau_view_document)
        return document->of_algorithm;
    json_object_foreach(document->root, key, value)
    {
        if (json_is_array(value) || json_is_object(value))
            return false;
    }
    return true;
}

/* --- times and decisions -------------------------------------------------------------------- */

/* The decisions are beside the times of the first timer. */
static void write_times(struct run *run)
{
    const struct gau_run_document *const counts = first_of(run, &gau_view_counts);

    for (size_t i = 0; i < run->n && run->error->status == GAU_OK; i++) {
        const bool beside = counts && !run->joined;
        const struct gau_document_fields fields =
            beside ? gau_document_fields_of(counts->root, counts->name, run->error)
                   : (struct gau_document_fields){0};
        struct gau_page page;

        if (!is_kind(&run->documents[i], &gau_view_timing))
            continue;
        page = page_of(run, &run->documents[i]);
        if (gau_view_run_times(&page, beside ? &fields : NULL))
            run->joined = counts;
        write_page(run, &page);
    }
}

/* Decisions that are not beside times, and what else auditors have, as their views show it. */
static void write_others(const struct run *run)
{
    for (size_t i = 0; i < run->n && run->error->status == GAU_OK; i++) {
        const struct gau_run_document *const document = &run->documents[i];

        if (is_brief(document) || document == run->joined || is_kind(document, &gau_view_timing))
            continue;
        if (gau_document_show(document->root, document->name, NULL, run->options, run->out,
                              run->error) == GAU_OK)
            fputc('\n', run->out);
    }
}

/* --- in some lines ------------------------------------------------------------------------- */

enum { LINES_MOST = 3, WIDTH_DEFAULT = 100, GAP = 2 };

/* The text of a document, as long as it fits its lines. */
struct facts {
    char *text;
    size_t size, used;
    size_t width;          /* of a line */
    size_t lines, in_line; /* that are used, and letters in the last one */
    bool full;
};

/* Lines are wrapped at blanks, as the table does it. */
static bool fits(struct facts *facts, const char *text)
{
    const size_t room_for_more = strlen(", ...");

    for (const char *word = text; *word;) {
        const size_t length = strcspn(word, " ");

        if (facts->in_line > 0 && facts->in_line + 1 + length > facts->width) {
            facts->lines++;
            facts->in_line = 0;
        }
        facts->in_line += (facts->in_line > 0) + length;
        word += length + (word[length] == ' ');
    }
    return facts->lines < LINES_MOST ||
           (facts->lines == LINES_MOST && facts->in_line + room_for_more <= facts->width);
}

static void add_fact(struct facts *facts, const char *fact)
{
    char with_comma[256];

    if (facts->full)
        return;
    snprintf(with_comma, sizeof with_comma, "%s,", fact);
    facts->full = !fits(facts, with_comma);
    facts->used += (size_t)snprintf(facts->text + facts->used, facts->size - facts->used, "%s%s",
                                    facts->used > 0 ? ", " : "", facts->full ? "..." : fact);
}

/* Of a list, its length is shown, and nothing of an object: the view of the document has them. */
static void add_field(struct facts *facts, const char *key, const json_t *value)
{
    size_t length;
    const char *const unit = gau_key_unit(key, &length);
    char number[GAU_NUMBER_SIZE + 32], text[256];
    const char *shown = "-";

    if (json_is_real(value) || (json_is_integer(value) && strcmp(unit, "bytes") == 0))
        shown = gau_quantity_text(number, sizeof number, json_number_value(value), unit);
    else if (json_is_integer(value))
        snprintf(number, sizeof number, "%" PRId64 "%s%s", (int64_t)json_integer_value(value),
                 unit[0] ? " " : "", unit);
    else if (json_is_boolean(value))
        snprintf(number, sizeof number, "%s", json_is_true(value) ? "yes" : "no");
    if (json_is_number(value) || json_is_boolean(value))
        shown = number;
    if (json_is_string(value))
        shown = json_string_value(value);
    if (json_is_array(value)) {
        snprintf(number, sizeof number, "%zu %s%s", json_array_size(value),
                 json_is_object(json_array_get(value, 0)) ? "row" : "value",
                 json_array_size(value) == 1 ? "" : "s");
        shown = number;
    }
    snprintf(text, sizeof text, "%.*s %s", (int)length, key, shown);
    if (!json_is_object(value))
        add_fact(facts, text);
}

static void add_fields(struct facts *facts, json_t *document)
{
    const char *key;
    json_t *value;

    json_object_foreach(document, key, value)
    {
        if (gau_document_key_is_data(key))
            add_field(facts, key, value);
    }
}

static void add_left_out(struct facts *facts, const struct gau_document_fields *fields,
                         const char *key, const char *what)
{
    const int64_t n = gau_document_fields_count(fields, key);
    char text[128];

    snprintf(text, sizeof text, "%" PRId64 " %s", n, what);
    if (n > 0)
        add_fact(facts, text);
}

static void add_moment(struct facts *facts, const struct gau_document_fields *fields,
                       const char *key, const char *what)
{
    const double value = gau_document_fields_real_or_null(fields, key);
    const char *const unit = gau_document_fields_text(fields, "unit");
    char number[GAU_NUMBER_SIZE], text[256];

    gau_number_digits_text(number, 3, value);
    snprintf(text, sizeof text, "%s %s%s%s", what, number, *unit ? " " : "", unit);
    if (isfinite(value))
        add_fact(facts, text);
}

/* What is outside of its range, or no number, is named only if there is any. */
static void add_histogram(struct facts *facts, const struct gau_document_fields *fields)
{
    const int64_t entries = gau_document_fields_count(fields, "entries");
    char text[128];

    snprintf(text, sizeof text, "%" PRId64 " entr%s", entries, entries == 1 ? "y" : "ies");
    add_fact(facts, text);
    add_moment(facts, fields, "mean", "mean");
    add_moment(facts, fields, "stddev", "standard deviation");
    add_left_out(facts, fields, "underflow", "underflow");
    add_left_out(facts, fields, "overflow", "overflow");
    add_left_out(facts, fields, "nan_entries", "NaN");
}

/* Returns the letters that the longest name of a document needs. */
static size_t longest_name(const struct run *run)
{
    size_t longest = 0;

    for (size_t i = 0; i < run->n; i++)
        if (is_brief(&run->documents[i]) && strlen(run->documents[i].name) > longest)
            longest = strlen(run->documents[i].name);
    return longest;
}

static void put_brief(const struct run *run, const struct gau_facts_table *table,
                      const struct gau_run_document *document, size_t width)
{
    char text[1024] = "";
    struct facts facts = {.text = text, .size = sizeof text, .width = width, .lines = 1};

    if (is_kind(document, &gau_view_histogram)) {
        const struct gau_document_fields fields =
            gau_document_fields_of(document->root, document->name, run->error);

        add_histogram(&facts, &fields);
    } else {
        add_fields(&facts, document->root);
    }
    gau_facts_table_put(table, document->name, document->name, NULL, text);
}

static void write_brief(const struct run *run)
{
    const size_t line = run->options->width > 0 ? run->options->width : WIDTH_DEFAULT;
    const size_t name = longest_name(run);
    struct gau_page page = {.document = "run", .options = run->options, .error = run->error};
    struct gau_facts_table table;

    if (name == 0)
        return;
    table = gau_facts_table_add(&page, "algorithms");
    for (size_t i = 0; i < run->n && run->error->status == GAU_OK; i++)
        if (is_brief(&run->documents[i]))
            put_brief(run, &table, &run->documents[i],
                      line > name + GAP + 31 ? line - name - GAP - 1 : 30);
    write_page(run, &page);
}

gau_status gau_run_documents_write(const struct gau_run_document *documents, size_t n,
                                   const char *folder, const struct gau_view_options *options,
                                   FILE *out, gau_error *error)
{
    struct run run = {documents, n, options, out, error, NULL};

    if (!first_of(&run, &gau_view_timing))
        fputc('\n', out);
    write_times(&run);
    write_others(&run);
    write_brief(&run);
    if (error->status != GAU_OK || n == 0)
        return error->status;
    if (folder)
        fprintf(out, "all tables and histograms: -v, or 'gaudit report NAME %s'\n", folder);
    else
        fputs("all tables and histograms: -v; for 'gaudit report', -o DIR keeps them\n", out);
    return GAU_OK;
}
