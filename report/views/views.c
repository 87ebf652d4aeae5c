/* SPDX-License-Identifier: Apache-2.0 */
#include "views.h"

#include "report/documents/document.h"
#include "report/documents/page.h"
#include "report/graph/performance_graph.h"

#include "table/suggest.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char *const as_tree[] = {"tree", NULL};
static const char *const timing_keys[] = {"tree", "self", "total", "calls",
                                          "mean", "max",  "name",  NULL};
static const char *const counts_keys[] = {"tree",   "name",   "executed", "accepted", "rejected",
                                          "failed", "reused", "skipped",  "rate",     NULL};

static const struct view {
    const char *name, *kind;         /* NULL: no name of its own; of the documents it is made of */
    const char *table, *key, *other; /* what these have: rows with a key, or another key */
    const char *const *sort_keys;
    void (*fill)(struct gau_page *page);
} views[] = {
    {"summary", "run", NULL, NULL, NULL, as_tree, gau_view_summary},
    {"timing", "timer", "branches", "self_s", "loop_times", timing_keys, gau_view_timing},
    {"graph", "timer", NULL, NULL, NULL, NULL, gau_view_graph},
    {"counts", "counts", "branches", "executed", "accepted", counts_keys, gau_view_counts},
    {NULL, "histogram", "bins", "count", "entries", as_tree, gau_view_histogram},
};

static const struct view generic = {.sort_keys = as_tree, .fill = gau_view_generic};

enum { N_VIEWS = sizeof views / sizeof *views };

/* NULL: there is none. */
static const struct view *view_of(const char *name)
{
    for (size_t i = 0; name && i < N_VIEWS; i++)
        if (views[i].name && strcmp(name, views[i].name) == 0)
            return &views[i];
    return NULL;
}

/* True for a damaged document, too; false for one of a component with the same name. */
static bool has_shape(const json_t *document, const struct view *view)
{
    const json_t *const rows = json_object_get(document, view->table);
    const json_t *const first = json_array_get(rows, 0);

    if (json_is_object(first))
        return json_object_get(first, view->key) != NULL;
    return rows || json_object_get(document, view->other);
}

/* Fails unless @p sort is NULL or one of @p keys. */
static bool check_sort(const char *sort, const char *const *keys, struct gau_view_error *error)
{
    char list[256] = "";

    for (const char *const *key = keys; *key; key++) {
        if (!sort || strcmp(*key, sort) == 0)
            return true;
        gau_view_list(list, sizeof list, *key);
    }
    gau_view_fail(error, GAU_VIEW_USAGE, "cannot sort by '%.*s'; there is: %s",
                  GAU_VIEW_QUOTE(sort), list);
    return false;
}

/* @p wanted: the view that was asked for, or NULL. */
static const struct view *choose(const char *document, const struct view *wanted)
{
    if (wanted && wanted->fill == gau_view_graph && gau_document_is(document, wanted->kind))
        return wanted;
    for (size_t i = 0; i < N_VIEWS; i++)
        if (views[i].table ? gau_document_is(document, views[i].kind)
                           : strcmp(document, views[i].kind) == 0)
            return &views[i];
    return &generic;
}

static void fill(struct gau_page *page, const struct view *wanted)
{
    const bool check = page->options->failed_checks;
    const struct view *const known = choose(page->document, wanted);
    const bool odd = known->table && !check && !has_shape(page->json, known);
    const struct view *const view = odd ? &generic : known;

    page->fields = gau_document_fields_of(page->json, page->document, page->error);
    if (page->error->status == GAU_VIEW_OK &&
        (check || !view->sort_keys ||
         check_sort(page->options->sort, view->sort_keys, page->error)))
        view->fill(page);
    if (odd && page->count > 0)
        gau_table_footer(page->items[page->count - 1].table,
                         "note: %s.json is not what the view of '%s' is made for: shown as it is",
                         page->document, known->kind);
}

/* The name itself or, in documents without one, the part of the file name behind the dash. */
static const char *instance_of(const json_t *document, const char *name)
{
    const char *const instance = json_string_value(json_object_get(document, "instance"));
    const char *const dash = strchr(name, '-');

    return instance ? instance : dash ? dash + 1 : NULL;
}

/* What is written: a folder, or a document alone, which has no path. */
struct folder {
    const char *path, *view;
    const struct view *wanted; /* that this is, or NULL */
    struct gau_document_names names;
    const struct gau_view_options *options;
    FILE *out;
    struct gau_view_error *error;
};

static void add_more(struct gau_page *page, const struct folder *folder)
{
    if (folder->path && folder->options->add && strcmp(page->document, "run") == 0)
        folder->options->add(page, folder->path);
}

static enum gau_view_status write_view(json_t *document, const char *name,
                                       const struct folder *folder)
{
    struct gau_page page = {.document = name,
                            .json = document,
                            .names = folder->path ? &folder->names : NULL,
                            .instance = instance_of(document, name),
                            .options = folder->options,
                            .error = folder->error};
    enum gau_view_status status;

    fill(&page, folder->wanted);
    add_more(&page, folder);
    status = gau_page_write(&page, folder->out);
    gau_page_clear(&page);
    return status;
}

enum gau_view_status gau_view_document(json_t *document, const char *name,
                                       const struct gau_view_options *options, FILE *out,
                                       struct gau_view_error *error)
{
    const struct folder alone = {
        .wanted = view_of(options->view), .options = options, .out = out, .error = error};

    return write_view(document, name, &alone);
}

/* --- folders ------------------------------------------------------------------------------- */

static void write_one(const struct folder *folder, const char *name)
{
    json_t *const document = gau_document_load(folder->path, name, folder->error);

    if (document)
        write_view(document, name, folder);
    json_decref(document);
}

static bool has(const struct folder *folder, const char *name)
{
    for (size_t i = 0; i < folder->names.count; i++)
        if (strcmp(folder->names.items[i], name) == 0)
            return true;
    return false;
}

static size_t count_kind(const struct folder *folder, const char *kind)
{
    size_t n = 0;

    for (size_t i = 0; i < folder->names.count; i++)
        n += gau_document_is(folder->names.items[i], kind);
    return n;
}

/* Data formats have one table, or one graph: not several documents. */
static bool fits_format(const struct folder *folder, size_t documents, const char *kind)
{
    const enum gau_table_format format = folder->options->format;
    const struct gau_graph_export *const export = folder->options->graph.export;
    const bool view = folder->wanted->fill == gau_view_graph;
    size_t first = 0;

    if (documents < 2 || (!export && gau_table_format_is_display(format)))
        return true;
    while (!gau_document_is(folder->names.items[first], kind))
        first++;
    gau_view_fail(folder->error, GAU_VIEW_USAGE,
                  "'%s' is %zu documents, and %s holds one: say which, such as '%s%s%s%s'",
                  folder->view, documents, export ? export->name : gau_table_format_name(format),
                  view ? folder->view : "", view ? "-" : "", folder->names.items[first],
                  view ? "" : ".json");
    return false;
}

/* All documents of a kind. False: there are none. */
static bool write_all(const struct folder *folder, const char *kind)
{
    const size_t documents = count_kind(folder, kind);
    size_t written = 0;

    if (documents == 0)
        return false;
    if (!fits_format(folder, documents, kind))
        return true;
    for (size_t i = 0; i < folder->names.count; i++) {
        if (!gau_document_is(folder->names.items[i], kind) || folder->error->status != GAU_VIEW_OK)
            continue;
        if (written++ > 0)
            fputc('\n', folder->out);
        write_one(folder, folder->names.items[i]);
    }
    return true;
}

/* Writes the document called @p prefix, a dash if there is one, and the first letters of @p name.
 */
static bool write_joined(struct folder *folder, const struct view *view, const char *prefix,
                         const char *name, size_t length)
{
    char joined[NAME_MAX + 1];
    const int size = snprintf(joined, sizeof joined, "%s%s%.*s", prefix, prefix[0] ? "-" : "",
                              (int)(length < INT_MAX ? length : INT_MAX), name);

    if (size < 0 || size >= (int)sizeof joined || !has(folder, joined))
        return false;
    folder->wanted = view;
    write_one(folder, joined);
    return true;
}

/* "timer-Fast" or "timer-Fast.json"; or a view of one document: "timing-Fast" of "timer-Fast",
 * "graph-timer" of "timer". */
static bool write_named(struct folder *folder)
{
    const char *const view = folder->view;
    const size_t length = strlen(view);

    for (const struct view *v = views; v < views + N_VIEWS; v++) {
        const size_t n = v->name ? strlen(v->name) : length;
        const char *const rest = view + n + 1;

        if (n < length && strncmp(view, v->name, n) == 0 && view[n] == '-' &&
            (write_joined(folder, v, v->kind, rest, strlen(rest)) ||
             (gau_document_is(rest, v->kind) && write_joined(folder, v, "", rest, strlen(rest)))))
            return true;
    }
    return write_joined(folder, NULL, "", view, length) ||
           (length > 5 && strcmp(view + length - 5, ".json") == 0 &&
            write_joined(folder, NULL, "", view, length - 5));
}

/* --- the list of views --------------------------------------------------------------------- */

/* The views of the folder, and the one with the most similar name. */
static void refuse_view(const struct folder *folder)
{
    char list[700] = "", hint[200] = "";
    struct gau_suggest suggest = gau_suggest_for(folder->view ? folder->view : "");

    for (size_t i = 0; i < N_VIEWS; i++) {
        if (!views[i].name || count_kind(folder, views[i].kind) == 0)
            continue;
        gau_view_list(list, sizeof list, views[i].name);
        gau_suggest_offer(&suggest, views[i].name);
    }
    for (size_t i = 0; i < folder->names.count; i++) {
        if (strcmp(folder->names.items[i], "counts") == 0)
            continue;
        gau_view_list(list, sizeof list, folder->names.items[i]);
        gau_suggest_offer(&suggest, folder->names.items[i]);
    }
    for (const char *const *more = folder->options->more; more && *more; more++)
        gau_suggest_offer(&suggest, *more);
    if (suggest.best)
        snprintf(hint, sizeof hint, "; did you mean '%s'?", suggest.best);
    if (folder->view)
        gau_view_fail(folder->error, GAU_VIEW_USAGE, "'%.*s' has no '%.*s', but %s%s",
                      GAU_VIEW_QUOTE(folder->path), GAU_VIEW_QUOTE(folder->view), list, hint);
    else
        gau_view_fail(folder->error, GAU_VIEW_USAGE, "no view was given; '%.*s' has %s",
                      GAU_VIEW_QUOTE(folder->path), list);
}

/* A program that was killed has samples, but no document. False: there is nothing to add. */
static bool write_added(const struct folder *folder)
{
    struct gau_page page = {.document = "run", .options = folder->options, .error = folder->error};
    bool added;

    if (!folder->view || strcmp(folder->view, "summary") != 0 || count_kind(folder, "run") > 0)
        return false;
    add_more(&page, folder);
    added = page.count > 0;
    if (added)
        gau_page_write(&page, folder->out);
    gau_page_clear(&page);
    return added || folder->error->status != GAU_VIEW_OK;
}

static void write_folder(struct folder *folder)
{
    if (write_added(folder))
        return;
    if (folder->names.count == 0) {
        gau_view_fail(folder->error, GAU_VIEW_USAGE,
                      "'%.*s' is not a result folder: it has no documents (*.json)",
                      GAU_VIEW_QUOTE(folder->path));
        return;
    }
    folder->wanted = view_of(folder->view);
    if (folder->wanted && write_all(folder, folder->wanted->kind))
        return;
    if (!folder->view || !write_named(folder))
        refuse_view(folder);
}

/* A damaged document is found before anything is written. */
static void write_at_once(struct folder *folder, const char *output)
{
    char *text = NULL;
    size_t size = 0;

    folder->out = open_memstream(&text, &size);
    if (folder->out)
        write_folder(folder);
    if (!folder->out || fclose(folder->out) != 0 || !text)
        gau_view_out_of_memory(folder->error, "view of '%.*s'", GAU_VIEW_QUOTE(folder->path));
    if (folder->error->status == GAU_VIEW_OK)
        gau_output_put(text, size, output, folder->error);
    free(text);
}

enum gau_view_status gau_view_folder(const char *folder, const char *view,
                                     const struct gau_view_options *options, const char *output,
                                     struct gau_view_error *error)
{
    struct folder all = {.path = folder, .view = view, .options = options, .error = error};

    if (gau_document_list(&all.names, folder, error) == GAU_VIEW_OK)
        write_at_once(&all, output);
    gau_document_names_clear(&all.names);
    return error->status;
}
